// test_cli_terminal.c: progress as a terminal gets it: one line, no longer than the screen, gone at the end; and nothing of it in a file.
#include <errno.h>
#include <pty.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utmp.h>

#include "base/text.h"
#include "base/timer.h"
#include "golden/command.h"
#include "report/result/result.h"
#include "test.h"

enum { ROOM = 1 << 20 };

typedef struct screen {
  int status;      // exit status, -1: killed
  double seconds;  // that it took
  char text[ROOM];
} screen;

// The program with standard error on a terminal of this width, standard output in out.txt. Ctrl-C is typed once `stop_at` has been seen; NULL: never.
static void on_terminal(screen *s, int columns, const char *locale, const char *stop_at, const char *arguments) {
  char command[4096];
  snprintf(command, sizeof command, "cd '%s' && exec '%s' %s >out.txt", test_folder(), PLIANT_PROGRAM, arguments);
  struct winsize size = {.ws_row = 24, .ws_col = (unsigned short)columns};
  struct termios plain;
  int master, slave;
  REQUIRE(openpty(&master, &slave, NULL, NULL, &size) == 0);
  REQUIRE(tcgetattr(slave, &plain) == 0);
  plain.c_lflag &= (tcflag_t) ~(unsigned)ECHO;
  plain.c_lflag |= NOFLSH;  // Ctrl-C throws nothing away that was drawn and not read yet
  REQUIRE(tcsetattr(slave, TCSANOW, &plain) == 0);
  double start = pl_seconds();
  pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    close(master);
    login_tty(slave);
    setenv("TERM", "xterm", 1);
    setenv("LC_ALL", locale, 1);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
  }
  close(slave);
  size_t n = 0;
  bool stopped = false;
  for (ssize_t got; n + 1 < ROOM;) {
    got = read(master, s->text + n, ROOM - 1 - n);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;  // EIO: the other side is closed
    n += (size_t)got;
    s->text[n] = '\0';
    if (stop_at && !stopped && strstr(s->text, stop_at)) {
      stopped = true;
      REQUIRE(write(master, "\003", 1) == 1);
    }
  }
  s->text[n] = '\0';
  close(master);
  int status;
  REQUIRE(waitpid(child, &status, 0) == child);
  s->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  s->seconds = pl_seconds() - start;
  printf("%d columns, exit %d, %zu bytes\n", columns, s->status, n);
}

static int count(const char *text, const char *what) {
  int n = 0;
  for (const char *p = text; (p = strstr(p, what)); p += strlen(what)) n++;
  return n;
}

// Every drawing is "\r" text "\033[K" and fits; the last one is empty. Returns how many there were.
static int check_drawings(const screen *s, int columns) {
  const char *p = s->text;
  int n = 0;
  char line[4096] = "";
  CHECK(!strchr(s->text, '\n'));
  while (*p) {
    const char *end = strstr(p, "\033[K");
    CHECK(*p == '\r' && end && end - p < (long)sizeof line);
    if (*p != '\r' || !end || end - p >= (long)sizeof line) return n;
    snprintf(line, (size_t)(end - p), "%s", p + 1);
    CHECK(!strchr(line, '\r') && !strchr(line, '\033'));
    if (pl_text_width(line) >= columns) test_fail(__FILE__, __LINE__, "%d columns: %s", pl_text_width(line), line);
    n++;
    p = end + 3;
  }
  CHECK_TEXT(line, "");
  return n;
}

static void make_capture(void) {
  CHECK(command_run("rig stretch --material fabric-knit --direction warp --cells 16 --frames 8 -o cap").status == 0);
}

#define FIT "fit cap/experiment.json -o fit --max-points 1 --further off"
static const char fit_words[] = FIT " --cells 10";

TEST(cli_progress_is_one_line_of_a_terminal) {
  make_capture();
  screen *s = calloc(1, sizeof *s);
  REQUIRE(s != NULL);
  // a tenth of a second passes between drawings: finer meshes until one falls into the iterations
  bool seen = false;
  for (int cells = 12; cells < 100 && !seen; cells *= 2) {
    char line[256];
    snprintf(line, sizeof line, FIT " --cells %d", cells);
    on_terminal(s, 72, "C.UTF-8", NULL, line);
    CHECK(s->status == 0 || s->status == 1);
    int n = check_drawings(s, 72);
    CHECK(n >= 2 && n <= 10 * s->seconds + 2);
    seen = count(s->text, "iteration ") > 0 && count(s->text, "objective ") > 0;
  }
  CHECK(seen);
  CHECK(command_wrote("fit/fit.json"));
  // a narrow plain terminal gets ASCII only
  on_terminal(s, 30, "C", NULL, fit_words);
  check_drawings(s, 30);
  for (const char *p = s->text; *p; p++) CHECK((unsigned char)*p < 128);
  // nothing at all if requested so, and in a file
  char quiet[256];
  snprintf(quiet, sizeof quiet, "%s --quiet", fit_words);
  on_terminal(s, 72, "C.UTF-8", NULL, quiet);
  CHECK_TEXT(s->text, "");
  command_outcome o = command_run("%s", fit_words);
  CHECK(command_was_silent(&o));
  free(s);
}

// Ctrl-C is typed when the line shows the end of an iteration: there is something to keep. Should the fit end before it comes, a finer mesh takes
// longer.
TEST(cli_interrupt_on_a_terminal_keeps_the_result) {
  make_capture();
  screen *s = calloc(1, sizeof *s);
  REQUIRE(s != NULL);
  bool stopped = false;
  for (int cells = 30; cells < 300 && !stopped; cells *= 2) {
    char line[256];
    snprintf(line, sizeof line, "fit cap/experiment.json -o cells-%d --cells %d --further off", cells, cells);
    on_terminal(s, 80, "C.UTF-8", "objective", line);
    check_drawings(s, 80);
    stopped = s->status == 130;
    CHECK(stopped || s->status == 0 || s->status == 1);
    static const char *const files[] = {"fit.json", "material.json"};
    for (int i = 0; i < 2; i++) {
      snprintf(line, sizeof line, "cells-%d/%s", cells, files[i]);
      CHECK(command_wrote(line));
    }
    snprintf(line, sizeof line, "cells-%d/report.html", cells);
    CHECK(command_reported(line));
    CHECK(stopped == (strstr(command_file("out.txt"), "Interrupted: this is the state when it stopped.") != NULL));
  }
  CHECK(stopped);
  free(s);
}

// A prediction has nothing to keep: it ends at once and leaves no line behind.
TEST(cli_interrupt_on_a_terminal_ends_a_prediction) {
  make_capture();
  screen *s = calloc(1, sizeof *s);
  REQUIRE(s != NULL);
  bool ended = false;
  for (int cells = 50; cells < 500 && !ended; cells *= 2) {
    char line[256];
    snprintf(line, sizeof line, "predict fabric-knit cap/experiment.json --cells %d", cells);
    on_terminal(s, 80, "C.UTF-8", "predicting", line);
    check_drawings(s, 80);
    ended = s->status == -1;
    CHECK(ended || s->status == 0 || s->status == 1);
  }
  CHECK(ended);
  free(s);
}

static int longest_line(const char *text) {
  int longest = 0;
  for (const char *p = text; *p;) {
    size_t n = strcspn(p, "\n");
    char line[1024];
    snprintf(line, sizeof line, "%.*s", (int)n, p);
    if (pl_text_width(line) > longest) longest = pl_text_width(line);
    p += n + (p[n] == '\n');
  }
  return longest;
}

// A result at a glance: circles on dots within 80 columns, ASCII without a UTF-8 locale.
TEST(cli_show_draws_a_result) {
  CHECK(command_run("new tensile cloth").status == 0);
  setenv("LC_ALL", "C.UTF-8", 1);
  command_outcome o = command_run("fit cloth/experiment.json -o fit");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "Measured and predicted\n  warp: force [N], R² ");
  o = command_run("show fit --tests");
  CHECK(o.status == 0);
  // the verdict is a sentence of any length
  const char *plots = strstr(o.out, "Measured and predicted"), *end = strstr(o.out, "Further tests");
  REQUIRE(plots != NULL);
  char part[8192];
  snprintf(part, sizeof part, "%.*s", end ? (int)(end - plots) : 8000, plots);
  CHECK(longest_line(part) <= 80);
  CHECK(count(part, "○") > 20 && count(part, "┤") == 8 && !strstr(part, "Laws"));
  CHECK_CONTAINS(part, "weft: force [N]");
  o = command_run("show fit --only warp --laws");
  CHECK(o.status == 0 && strstr(o.out, "warp: stress-spline [N/m]") && !strstr(o.out, "weft: ") && count(o.out, "┤") == 2);
  setenv("LC_ALL", "C", 1);
  o = command_run("show fit --only warp --laws");
  CHECK(strstr(o.out, "|") && !strstr(o.out, "┤") && count(o.out, "o control points") == 1);
  CHECK(command_run("show fit --only nothing").status == 0);
  o = command_run("show cloth");
  CHECK(o.status == 3);
  CHECK_CONTAINS(o.err, "not a result folder");
  CHECK(command_run("show fit --json").status == 2);
}
