// command.c: see command.h.
#include "golden/command.h"

#include <stdarg.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"

const char *command_file(const char *name) {
  enum { MAX_KEPT = 512 };
  static char *kept[MAX_KEPT];  // a test is a process: they are kept, so that no leak is seen
  static int n_kept;
  REQUIRE(n_kept < MAX_KEPT);
  char path[1024];
  snprintf(path, sizeof path, "%s%s%s", name[0] == '/' ? "" : test_folder(), name[0] == '/' ? "" : "/", name);
  FILE *file = fopen(path, "rb");
  long size = 0;
  if (file && fseek(file, 0, SEEK_END) == 0) size = ftell(file);
  char *text = kept[n_kept++] = calloc((size_t)size + 1, 1);
  REQUIRE(text != NULL);
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

void command_put(const char *name, const char *text) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", test_folder(), name);
  FILE *file = fopen(path, "wb");
  REQUIRE(file != NULL);
  fputs(text, file);
  fclose(file);
}

command_outcome command_run(const char *format, ...) {
  char arguments[4096], command[6144];
  va_list args;
  va_start(args, format);
  vsnprintf(arguments, sizeof arguments, format, args);
  va_end(args);
  snprintf(command, sizeof command, "cd '%s' && '%s' %s >out.txt 2>err.txt </dev/null", test_folder(), PLIANT_PROGRAM, arguments);
  int status = system(command);
  command_outcome o = {
      .status = WIFEXITED(status) ? WEXITSTATUS(status) : -1, .out = command_file("out.txt"), .err = command_file("err.txt")};
  printf("pliant %s\nexit %d\n%s%s", arguments, o.status, o.out, o.err);
  return o;
}
