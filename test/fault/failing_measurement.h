// failing_measurement.h: a measurement read and saved while one allocation after the other fails.
#ifndef TEST_FAILING_MEASUREMENT_H
#define TEST_FAILING_MEASUREMENT_H

// Reads the experiment `folder` and saves it as `copy`, with the 2nd, 3rd, ... allocation failing, until all of at most `most` succeed. Every
// failure is reported as such and leaks nothing.
void failing_load_and_save(const char *folder, const char *copy, int most);

#endif
