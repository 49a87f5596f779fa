// command.h: running the program in the folder of a test, as a user does.
#ifndef GOLDEN_COMMAND_H
#define GOLDEN_COMMAND_H

#include <stdbool.h>
#include <sys/types.h>

typedef struct command_outcome {
  int status;
  double seconds;         // that it took
  const char *out, *err;  // whole texts, kept until the process ends
  const char *failure;    // err, and behind it the id of the failure where --json was given: "pliant: ... [wang.ring]"
} command_outcome;

// "pliant ARGUMENTS" in the test's folder.
command_outcome command_run(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Nothing on standard error, but for the line that work of minutes prints once in each.
bool command_was_silent(const command_outcome *outcome);

// The same without waiting for its end, for tests that send signals; standard output goes to out.txt, standard error to err.txt.
pid_t command_start(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Waits for the end: the exit status, or minus the signal that ended it.
int command_end(pid_t process);
// Has it ended? Its status still waits for command_end.
bool command_has_ended(pid_t process);
// Does a handler of the process wait for the signal? Has the signal been sent, and not reached it yet?
bool command_catches(pid_t process, int signal_number);
bool command_is_sent(pid_t process, int signal_number);
// A short sleep between two looks at a condition.
void command_pause(void);

// A whole file of the test's folder, or of an absolute path, "" when there is none.
const char *command_file(const char *name);
bool command_reported(const char *name);  // a report was written, exactly where the program carries the page
bool command_wrote(const char *name);
void command_put(const char *name, const char *text);
// Does fit.json in this folder name the sentence: the id of a warning, of a remedy, or of a clause of the verdict? The id must be in the table.
bool command_said(const char *folder, const char *id);

#endif
