// command.h: running the program in the folder of a test, as a user does.
#ifndef GOLDEN_COMMAND_H
#define GOLDEN_COMMAND_H

#include <stdbool.h>

typedef struct command_outcome {
  int status;
  const char *out, *err;  // whole texts, kept until the process ends
} command_outcome;

// "pliant ARGUMENTS" in the test's folder.
command_outcome command_run(const char *format, ...) __attribute__((format(printf, 1, 2)));
// A whole file of the test's folder, or of an absolute path, "" when there is none.
const char *command_file(const char *name);
bool command_wrote(const char *name);
void command_put(const char *name, const char *text);

#endif
