// hostile_experiment.h: a template's experiment with one thing made wrong: one clear error with file, line and remedy.
#ifndef TEST_HOSTILE_EXPERIMENT_H
#define TEST_HOSTILE_EXPERIMENT_H

#include "base/text.h"

// A context, an arena, and the template of a protocol in the folder "a" of the test.
void hostile_start(const char *protocol);
void hostile_finish(void);

pl_context *hostile_context(void);
pl_arena *hostile_arena(void);
const char *hostile_path(const char *name);
char *hostile_get(const char *name, size_t *size);
void hostile_put(const char *name, const char *text);
void hostile_put_bytes(const char *name, const void *data, size_t size);
void hostile_edit(const char *name, const char *from, const char *to);  // the first occurrence

// Loading "a" fails once, at `bad_file`, with a phrase in the message and a remedy. With line_of, the reported line must contain this text;
// NULL: not checked.
void hostile_expect(const char *file, int line, pl_status status, const char *bad_file, const char *line_of, const char *phrase);
// One edit of one file, one such error, and the file as it was.
void hostile_bad(const char *file, int line, const char *name, const char *from, const char *to, pl_status status, const char *bad_file,
                 const char *line_of, const char *phrase);
// Another text in place of a file.
void hostile_text(const char *file, int line, const char *name, const char *text, pl_status status, const char *line_of,
                  const char *phrase);
// One edit of one file, loaded with one suspicion and its remedy, and the file as it was; text NULL: no suspicion.
void hostile_doubt(const char *file, int line, const char *name, const char *from, const char *to, const char *text, const char *remedy);
#define DOUBT(...) hostile_doubt(__FILE__, __LINE__, __VA_ARGS__)
#define BAD(...) hostile_bad(__FILE__, __LINE__, __VA_ARGS__)
#define BAD_TEXT(...) hostile_text(__FILE__, __LINE__, __VA_ARGS__)
#define EXPERIMENT "a/experiment.json"
// A setting: what is wrong with it is said at its own line.
#define BAD_SETTING(from, to, status, phrase) BAD(EXPERIMENT, from, to, status, EXPERIMENT, to, phrase)

// Cut anywhere or with bytes exchanged, a file (of the NULL-terminated list) is an error or an experiment, never a crash.
void hostile_damage(const char *protocol, const char *const *name, int n_trial);

#endif
