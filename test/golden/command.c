// command.c: see command.h.
#include "golden/command.h"

#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/timer.h"
#include "report/result/result.h"
#include "said.h"
#include "test.h"

// Room for a text of `size` characters. A test is a process: texts are kept, so that no leak is seen.
static char *keep(size_t size) {
  enum { MAX_KEPT = 1024 };
  static char *kept[MAX_KEPT];
  static int n_kept;
  REQUIRE(n_kept < MAX_KEPT);
  char *text = kept[n_kept++] = calloc(size + 1, 1);
  REQUIRE(text != NULL);
  return text;
}

const char *command_file(const char *name) {
  char path[1024];
  snprintf(path, sizeof path, "%s%s%s", name[0] == '/' ? "" : test_folder(), name[0] == '/' ? "" : "/", name);
  FILE *file = fopen(path, "rb");
  long size = 0;
  if (file && fseek(file, 0, SEEK_END) == 0) size = ftell(file);
  char *text = keep((size_t)size);
  if (!file) return text;
  rewind(file);
  if (fread(text, 1, (size_t)size, file) != (size_t)size) test_fail(__FILE__, __LINE__, "cannot read %s", path);
  fclose(file);
  return text;
}

bool command_wrote(const char *name) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", test_folder(), name);
  return access(path, F_OK) == 0;
}

bool command_reported(const char *name) { return command_wrote(name) == pl_report_built(); }

void command_put(const char *name, const char *text) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", test_folder(), name);
  FILE *file = fopen(path, "wb");
  REQUIRE(file != NULL);
  fputs(text, file);
  fclose(file);
}

// The verdict of a result folder has short sentences only, whatever was fitted.
static void check_verdict(const char *folder) {
  char path[1000], verdict[4000] = "";
  snprintf(path, sizeof path, "%s/fit.json", folder);
  const char *found = command_wrote(path) ? strstr(command_file(path), "\"verdict\": \"") : NULL;
  if (found && sscanf(found, "\"verdict\": \"%3999[^\n]", verdict) == 1) said_short(__FILE__, __LINE__, verdict);
}

// The same of the folder that the arguments name after -o, if any.
static void check_output(const char *arguments) {
  char folder[900];
  const char *output = strstr(arguments, " -o ");
  if (output && sscanf(output, " -o %899s", folder) == 1 && folder[0] != '/' && folder[0] != '\'') check_verdict(folder);
}

// "cd FOLDER && exec PROGRAM ARGUMENTS > ... "
static void command_line(char *command, size_t size, const char *arguments) {
  snprintf(command, size, "cd '%s' && exec '%s' %s >out.txt 2>err.txt </dev/null", test_folder(), PLIANT_PROGRAM, arguments);
}

// err with the id that the answer to --json has: {"error": {"id": "wang.ring", ...}}.
static const char *with_id(const char *out, const char *err) {
  const char *id = strstr(out, "\"error\"") ? strstr(out, "\"id\": \"") : NULL;
  if (!id) return err;
  id += strlen("\"id\": \"");
  size_t n = strcspn(id, "\""), size = strlen(err) + n + 4;
  char *text = keep(size);
  snprintf(text, size, "%s [%.*s]", err, (int)n, id);
  return text;
}

command_outcome command_run(const char *format, ...) {
  char arguments[4096], command[6144];
  va_list args;
  va_start(args, format);
  vsnprintf(arguments, sizeof arguments, format, args);
  va_end(args);
  command_line(command, sizeof command, arguments);
  double start = pl_seconds();
  int status = system(command);
  command_outcome o = {.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
                       .seconds = pl_seconds() - start,
                       .out = command_file("out.txt"),
                       .err = command_file("err.txt")};
  printf("pliant %s\nexit %d\n%s%s", arguments, o.status, o.out, o.err);
  o.failure = with_id(o.out, o.err);
  check_output(arguments);
  return o;
}

bool command_was_silent(const command_outcome *outcome) {
  int n_line = 0;
  for (const char *p = outcome->err; *p; p++) {
    if (*p == '\r' || *p == '\033') return false;
    n_line += *p == '\n';
  }
  return n_line <= outcome->seconds / 60;
}

// ---- processes ----

pid_t command_start(const char *format, ...) {
  char arguments[4096], command[6144];
  va_list args;
  va_start(args, format);
  vsnprintf(arguments, sizeof arguments, format, args);
  va_end(args);
  command_line(command, sizeof command, arguments);
  printf("pliant %s &\n", arguments);
  pid_t process = fork();
  REQUIRE(process >= 0);
  if (process > 0) return process;
  execl("/bin/sh", "sh", "-c", command, (char *)NULL);
  _exit(127);
}

int command_end(pid_t process) {
  int status;
  REQUIRE(waitpid(process, &status, 0) == process);
  int ended = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  printf("ended with %d\n%s%s", ended, command_file("out.txt"), command_file("err.txt"));
  return ended;
}

bool command_has_ended(pid_t process) {
  siginfo_t info = {0};
  return waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

// The set of signals in a line of /proc/PROCESS/status: hexadecimal, bit s - 1 for signal s.
static bool in_set(pid_t process, const char *key, int signal_number) {
  char path[64], line[256];
  bool found = false;
  snprintf(path, sizeof path, "/proc/%ld/status", (long)process);
  FILE *file = fopen(path, "r");
  if (!file) return false;
  while (fgets(line, sizeof line, file))
    if (strncmp(line, key, strlen(key)) == 0) found = strtoull(line + strlen(key), NULL, 16) >> (signal_number - 1) & 1;
  fclose(file);
  return found;
}

// Is it the program already? The shell that becomes it catches signals too.
static bool is_program(pid_t process) {
  char path[64];
  struct stat its, program;
  snprintf(path, sizeof path, "/proc/%ld/exe", (long)process);
  return stat(path, &its) == 0 && stat(PLIANT_PROGRAM, &program) == 0 && its.st_ino == program.st_ino && its.st_dev == program.st_dev;
}

bool command_catches(pid_t process, int signal_number) { return is_program(process) && in_set(process, "SigCgt:", signal_number); }

bool command_is_sent(pid_t process, int signal_number) {
  return in_set(process, "ShdPnd:", signal_number) || in_set(process, "SigPnd:", signal_number);
}

void command_pause(void) { nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL); }

bool command_said(const char *folder, const char *id) {
  char path[4200], quoted[200];
  said_known(__FILE__, __LINE__, id);
  snprintf(path, sizeof path, "%s/fit.json", folder);
  snprintf(quoted, sizeof quoted, "\"%s\"", id);
  return strstr(command_file(path), quoted) != NULL;
}
