// suspect_case.h: experiments that are written, read back and checked for suspicions; templates with one change.
#ifndef TEST_SUSPECT_CASE_H
#define TEST_SUSPECT_CASE_H

#include "base/text.h"
#include "measure/protocol.h"
#include "test.h"

extern pl_context *suspect_ctx;
void suspect_start(void);
void suspect_finish(void);

// A file in the test's folder.
void suspect_put(const char *name, const char *text);
// This text as experiment.json of the test's folder, read.
pl_measurement *suspect_load_text(const char *text);
// A tensile experiment on specimens of 100 mm x 50 mm with these members at the top and these tests.
pl_measurement *suspect_load(const char *head, const char *tests);
#define SUSPECT_ONE "{\"name\": \"a\", \"file\": \"a.csv\", \"direction\": \"warp\"}"

// A new text of a file.
typedef void suspect_edit(pl_text *out, const char *text, const void *user);
suspect_edit suspect_header;    // user: const char *, the first line
suspect_edit suspect_replace;   // user: const char *[2], the first of one text becomes the other
suspect_edit suspect_scale;     // user: const double *, the factor of the numbers of the first column
suspect_edit suspect_second;    // the same, of the second and last column
suspect_edit suspect_exchange;  // the first two names of the header, exchanged; user: not used

// A new folder with the template of a protocol, or the folder of an example ("gabardine"), one file of it changed. Its experiment is read.
// If edit is NULL nothing is changed.
pl_measurement *suspect_template(const char *protocol, const char *file, suspect_edit *edit, const void *user);
pl_measurement *suspect_example(const char *example, const char *file, suspect_edit *edit, const void *user);

// How many suspicions have this part.
int suspect_count(const pl_measurement *m, const char *part);
// Expect this many suspicions, all with this part in their text and this one in their remedy; unloads the measurement.
void suspect_expect(const char *test, int line, pl_measurement *m, int n, const char *part, const char *remedy);
#define EXPECT(...) suspect_expect(__FILE__, __LINE__, __VA_ARGS__)
#define EXPECT_CLEAN(m) suspect_expect(__FILE__, __LINE__, m, 0, "", "")

#endif
