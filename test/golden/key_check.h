// key_check.h: fit.json against the table of its keys (report/result/result_keys.h).
#ifndef KEY_CHECK_H
#define KEY_CHECK_H

// Fails the test for every member of the file that is not in the table or has another type. It also fails for every missing required one.
void check_keys(const char *file);

#endif
