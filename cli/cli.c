// cli.c: the program's context: log and progress on standard error, error lines, exit statuses, interruption.
#include "cli.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

// ---- interruption ----

static volatile sig_atomic_t interrupted;

// Ends the program by the signal; no half-drawn line stays on the terminal.
static void end_now(int signal_number) {
  progress_clear_signal();
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

#define ONE_REQUEST 1  // s: SIGTERM again within it is the same request, since `timeout` sends one to the program and one to its group

static struct timespec interrupted_at;

static void note_interrupt(int signal_number) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);  // allowed in a handler
  bool again = signal_number == SIGTERM && now.tv_sec - interrupted_at.tv_sec <= ONE_REQUEST;
  if (interrupted && !again) end_now(signal_number);  // the second Ctrl-C ends the program at once
  if (!interrupted) interrupted_at = now;
  interrupted = 1;
}

static void catch_with(void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);  // schedulers and `timeout` use this signal
}

void cli_catch_interrupt(void) { catch_with(note_interrupt); }

bool cli_interrupted(void) { return interrupted != 0; }

// ---- log and progress ----

void cli_clear_bar(cli *c) { progress_clear(&c->progress); }

static void log_line(void *user, pl_log_level level, const char *line) {
  cli *c = user;
  if (level != PL_LOG_WARNING) return;
  cli_clear_bar(c);
  fprintf(stderr, "pliant: warning: %s\n", line);
}

static bool show_progress(void *user, const char *stage, double fraction, const char *detail) {
  cli *c = user;
  pl_progress_state state = pl_context_progress(c->ctx);
  progress_report(&c->progress, &state, stage, fraction, detail, interrupted != 0);
  return !interrupted;
}

// ---- opening and closing ----

// The command line in one text, quoted where a shell would need it.
static char *typed_line(int argc, char **argv) {
  size_t size = 16;
  for (int i = 1; i < argc; i++) size += strlen(argv[i]) + 3;
  char *line = malloc(size);
  if (!line) return NULL;
  strcpy(line, "pliant");
  for (int i = 1; i < argc; i++) {
    const char *quote = argv[i][0] && !strpbrk(argv[i], " \t'\"*?&|<>()$;\\") ? "" : "\"";
    strcat(line, " ");
    strcat(line, quote);
    strcat(line, argv[i]);
    strcat(line, quote);
  }
  return line;
}

bool cli_open(cli *c, int argc, char **argv) {
  *c = (cli){0};
  // hints repeat the program the way it was called, so that they can be typed again; an absolute path would only be noise
  c->program = argc > 0 && strchr(argv[0], '/') && argv[0][0] != '/' ? argv[0] : "pliant";
  for (int i = 1; i < argc; i++) c->json = c->json || strcmp(argv[i], "--json") == 0;  // failures before the flags are read
  c->line = typed_line(argc, argv);
  if (!c->line) fputs("pliant: out of memory\n", stderr);
  return c->line != NULL;
}

bool cli_start(cli *c) {
  pl_context_options options = pl_context_options_default();
  options.log = log_line;
  options.log_user = c;
  options.progress = show_progress;
  options.progress_user = c;
  options.n_thread = c->threads;
  progress_open(&c->progress, c->quiet);
  if (c->progress.live && !c->quiet) catch_with(end_now);
  c->ctx = pl_context_create(&options);
  c->arena = c->ctx ? pl_arena_create(c->ctx) : NULL;
  if (!c->arena) fputs("pliant: out of memory\n", stderr);
  return c->arena != NULL;
}

int cli_close(cli *c, int status) {
  cli_clear_bar(c);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    fputs("pliant: standard output cannot be written; is the disk full?\n", stderr);
    if (status == CLI_DONE) status = CLI_BAD_INPUT;
  }
  pl_settings_destroy(c->settings);
  if (c->arena) pl_arena_destroy(c->arena);
  pl_context_destroy(c->ctx);
  free((void *)c->given);
  free((void *)c->arg);
  free((void *)c->line);
  return status;
}

// ---- messages ----

static void say(cli *c, const char *text) {
  cli_clear_bar(c);
  fputs("pliant: ", stderr);
  for (; *text; text++) fputc(*text == '\n' ? ' ' : *text, stderr);
  fputc('\n', stderr);
}

static void say_format(cli *c, const char *format, va_list args) {
  char text[2048];
  vsnprintf(text, sizeof text, format, args);
  say(c, text);
}

void cli_say(cli *c, const char *format, ...) {
  va_list args;
  va_start(args, format);
  say_format(c, format, args);
  va_end(args);
}

int cli_usage(cli *c, const char *format, ...) {
  char text[sizeof pl_context_error(c->ctx)->message];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (!c->ctx) c->ctx = pl_context_create(NULL);  // before cli_start
  pl_context_clear_error(c->ctx);                 // what was tried before is no news
  return cli_fail(c, pl_fail(c->ctx, PL_ERROR_USAGE, NULL, "", "%s", text));
}

static int exit_of(pl_status status) {
  switch (status) {
  case PL_OK: return CLI_DONE;
  case PL_ERROR_USAGE: return CLI_USAGE;
  case PL_ERROR_INTERRUPTED: return CLI_INTERRUPTED;
  case PL_ERROR_FILE:
  case PL_ERROR_PARSE:
  case PL_ERROR_INPUT:
  case PL_ERROR_UNIT: return CLI_BAD_INPUT;
  case PL_ERROR_MEMORY:
  case PL_ERROR_INTERNAL: break;
  }
  return CLI_INTERNAL;
}

static void print_error_json(cli *c, const pl_error *error, pl_status status) {
  pl_json_writer *writer = pl_json_writer_create(c->ctx);
  if (!writer) return;
  pl_json_begin_object(writer, NULL);
  pl_json_begin_object(writer, "error");
  pl_json_put_text(writer, "status", pl_status_text(status));
  if (error->file[0]) pl_json_put_text(writer, "file", error->file);
  if (error->line > 0) pl_json_put_integer(writer, "line", error->line);
  if (error->key[0]) pl_json_put_text(writer, "key", error->key);
  if (error->id[0]) pl_json_put_text(writer, "id", error->id);
  pl_json_put_text(writer, "message", error->message);
  if (error->hint[0]) pl_json_put_text(writer, "hint", error->hint);
  pl_json_end_object(writer);
  pl_json_end_object(writer);
  cli_print_json(c, writer, 0);
}

int cli_fail(cli *c, pl_status status) {
  pl_error error = *pl_context_error(c->ctx);
  if (error.status == PL_OK) error.status = status;
  char text[2560];
  pl_error_format(&error, text, sizeof text);
  say(c, text);
  if (c->json) print_error_json(c, &error, status);
  return exit_of(status);
}

int cli_unknown(cli *c, const char *what, const char *given, int n, const char *const *names) {
  pl_context_clear_error(c->ctx);
  return cli_fail(c, pl_flag_unknown(c->ctx, what, given, n, names));
}

static void print_lines(const char *text) {
  size_t n = strlen(text);
  fputs(text, stdout);
  if (n == 0 || text[n - 1] != '\n') fputc('\n', stdout);
}

int cli_print_text(cli *c, char *text, int status) {
  cli_clear_bar(c);
  if (*text) print_lines(text);
  pl_free(c->ctx, text);
  return status;
}

void cli_print_table(cli *c, const pl_table *table) {
  pl_text text;
  pl_text_init(&text, c->ctx);
  pl_table_text(table, &text);
  cli_clear_bar(c);
  fputs(text.data, stdout);
  pl_text_clear(&text);
}

static int columns(void) {
  struct winsize size;
  if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col < 60 ? 60 : size.ws_col > 100 ? 100 : size.ws_col;
}

pl_text_style cli_style(const cli *c) {
  return (pl_text_style){.columns = columns(), .utf8 = progress_locale_is_utf8(), .program = c->program};
}

int cli_print_json(cli *c, pl_json_writer *writer, int status) {
  const char *text = writer ? pl_json_writer_text(writer) : NULL;
  if (text) {
    print_lines(text);
  } else {
    say(c, "out of memory");
    status = CLI_INTERNAL;
  }
  pl_json_writer_destroy(writer);
  return status;
}

// ---- output folders ----

static bool is_empty(const char *directory) {
  DIR *stream = opendir(directory);
  if (!stream) return false;
  bool empty = true;
  for (struct dirent *item; empty && (item = readdir(stream)) != NULL;)
    empty = strcmp(item->d_name, ".") == 0 || strcmp(item->d_name, "..") == 0;
  closedir(stream);
  return empty;
}

int cli_check_folder(cli *c, const char *directory, const char *kind) {
  pl_where where = {.file = directory};
  if (!pl_directory_exists(directory)) {
    if (access(directory, F_OK) != 0) return CLI_CONTINUE;
    return cli_fail(c, pl_fail(c->ctx, PL_ERROR_FILE, &where, "name a folder with -o",
                               PL_ID("output.is-file") "this is a file, the results need a folder"));
  }
  char *mark = pl_path_join(c->arena, directory, kind);
  if (!mark) return cli_fail(c, PL_ERROR_MEMORY);
  if (pl_file_exists(mark) || is_empty(directory)) return CLI_CONTINUE;
  return cli_fail(c, pl_fail(c->ctx, PL_ERROR_FILE, &where, "name another folder with -o, or empty this one",
                             "the folder holds other files (no %s of an earlier run), nothing is overwritten", kind));
}
