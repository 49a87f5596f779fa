// progress.c: see progress.h.
//
// Time left. A stage of known extent (a simulation, a prediction) that went from fraction a to b in t seconds needs t (1 - b)/(b - a) more.
// The number of iterations of a fit's stage is unknown: only the present evaluation has an end, and the line says so. Several pieces of
// work (fits of all models) are taken to last as long as the finished ones did on average. Nothing is said before two seconds and three
// percent.
#include "progress.h"

#include <math.h>
#include <pliant/extend/text.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static const double SHORTEST = 0.1;    // s between two drawings
static const double PLAIN_EVERY = 60;  // s between two plain lines
static const double BAR_FROM = 0.5;    // s that an evaluation must last to get a bar
enum { BAR_CELLS = 10, LINE_SIZE = 1024 };

static volatile sig_atomic_t drawn;  // a line stands on the terminal now

// Wall clock, monotonic.
static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool progress_locale_is_utf8(void) {
  static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
  for (int i = 0; i < 3; i++) {
    const char *value = getenv(names[i]);
    if (!value || !*value) continue;
    const char *dot = strchr(value, '.');
    return dot && (strncasecmp(dot + 1, "UTF-8", 5) == 0 || strncasecmp(dot + 1, "utf8", 4) == 0);
  }
  return false;
}

void progress_open(progress_line *line, bool quiet) {
  const char *terminal = getenv("TERM");
  double now = seconds_now();
  *line = (progress_line){.quiet = quiet,
                          .live = isatty(STDERR_FILENO) && terminal && *terminal && strcmp(terminal, "dumb") != 0,
                          .utf8 = progress_locale_is_utf8(),
                          .began = now,
                          .shown = now - SHORTEST,
                          .extent_at = now,
                          .task_at = now};
  if (!line->live) line->shown = now;
}

void progress_clear(progress_line *line) {
  (void)line;
  if (!drawn) return;
  fputs("\r\033[K", stderr);
  fflush(stderr);
  drawn = 0;
}

void progress_clear_signal(void) {
  if (drawn && write(STDERR_FILENO, "\r\033[K", 4) == 4) drawn = 0;
}

// ---- times ----

// "42 s", "12 min", "3.5 h": no finer than an estimate is.
static void put_time(double seconds, char *text, size_t size) {
  if (seconds < 20)
    snprintf(text, size, "%.0f s", fmax(seconds, 1));
  else if (seconds < 90)
    snprintf(text, size, "%.0f s", 5 * round(seconds / 5));
  else if (seconds < 5400)
    snprintf(text, size, "%.0f min", seconds / 60);
  else
    snprintf(text, size, "%.1f h", seconds / 3600);
}

// Where the share done has come to; a new stage, or a share that falls, is a new extent.
static void follow(progress_line *line, const char *stage, double share, double now) {
  bool other = strcmp(stage, line->stage) != 0;
  if (other) {
    snprintf(line->stage, sizeof line->stage, "%s", stage);
    line->bar = false;
  }
  if (other || share < line->last) {
    // an evaluation is heard of for the first time when a percent is done: it began where the last one ended
    line->extent_from = other && share > 0.05 ? share : 0;
    line->extent_at = other ? now : line->last_at;
  }
  line->last = share;
  line->last_at = now;
}

static double extent_left(const progress_line *line, double now) {
  double done = line->last - line->extent_from, elapsed = now - line->extent_at;
  return done >= 0.03 && elapsed >= 2 ? elapsed * (1 - line->last) / done : NAN;
}

// Of all pieces of work together.
static double tasks_left(progress_line *line, const pl_progress_state *state, double now) {
  if (state->n_task_done != line->n_task_done) {
    line->n_task_done = state->n_task_done;
    line->task_at = now;
  }
  if (state->n_task_done < 1) return NAN;
  double each = (line->task_at - line->began) / state->n_task_done;
  return fmax(each * (state->n_task - state->n_task_done) - (now - line->task_at), 0);
}

static void put_left(progress_line *line, const pl_progress_state *state, double now, char *text, size_t size) {
  char time[32];
  double left = state->n_task > 0 ? tasks_left(line, state, now) : NAN;
  bool whole = state->n_task > 0 || state->fraction >= 0;
  if (state->n_task == 0) left = extent_left(line, now);
  text[0] = '\0';
  if (!isnan(left) && (whole || left >= 1)) {
    put_time(left, time, sizeof time);
    snprintf(text, size, whole ? "  about %s left" : "  %s for this evaluation", time);
  } else if (now - line->began >= 5) {
    put_time(now - line->began, time, sizeof time);
    snprintf(text, size, "  %s so far", time);
  }
}

// ---- the line ----

static void put_bar(const progress_line *line, double share, char *text, size_t size) {
  static const char *const cell[2][2] = {{"-", "#"}, {"░", "█"}};
  int full = (int)(share * BAR_CELLS + 0.5);
  size_t used = 0;
  for (int i = 0; i < BAR_CELLS; i++) used += (size_t)snprintf(text + used, size - used, "%s", cell[line->utf8][i < full]);
}

// A bar when the stage says its share, or when one evaluation takes long enough to be watched; once there it stays.
static void put_share(progress_line *line, const pl_progress_state *state, double share, double now, char *text, size_t size) {
  text[0] = '\0';
  if (share < 0 && !line->bar) return;
  if (state->fraction < 0 && now - line->extent_at < BAR_FROM && !line->bar) return;
  char bar[64];
  put_bar(line, fmax(share, 0), bar, sizeof bar);
  line->bar = true;
  if (state->n_example > 0)
    snprintf(text, size, "  %s %d/%d", bar, state->n_example_done < state->n_example ? state->n_example_done : state->n_example,
             state->n_example);
  else
    snprintf(text, size, "  %s", bar);
}

// The last place where one thing ends and the next begins: a comma, two blanks; NULL: none.
static char *last_seam(char *text) {
  char *seam = NULL;
  for (char *p = text; *p; p++)
    if (strncmp(p, ", ", 2) == 0 || strncmp(p, "  ", 2) == 0) seam = p;
  return seam;
}

// The first `columns` characters of text, whole parts only: half a number would be another number.
static void cut(char *text, int columns) {
  size_t end = 0;
  for (int column = 0; text[end] && column < columns; column++) {
    end++;
    while (((unsigned char)text[end] & 0xC0) == 0x80) end++;
  }
  if (!text[end]) return;
  text[end] = '\0';
  char *seam = last_seam(text);
  if (seam) *seam = '\0';
  for (size_t n = strlen(text); n > 0 && strchr(" ,", text[n - 1]); n--) text[n - 1] = '\0';
}

static int terminal_width(void) {
  struct winsize size;
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

// What is drawn: stage and detail, cut so that the right part (bar and time) fits.
static void draw(const char *left, const char *right) {
  char text[LINE_SIZE + 512];
  snprintf(text, LINE_SIZE, "%s", left);
  int limit = terminal_width() - 1, room = limit - pl_text_width(right);
  cut(text, room > limit / 3 ? room : limit);
  size_t used = strlen(text);
  snprintf(text + used, sizeof text - used, "%s", right);
  cut(text, limit);
  // the new text first, then what the old one had beyond it: no moment shows an empty line
  drawn = 1;  // before it is: a signal may end the program right behind the writing
  fprintf(stderr, "\r%s\033[K", text);
  fflush(stderr);
}

void progress_report(progress_line *line, const pl_progress_state *state, const char *stage, double fraction, const char *detail,
                     bool stopping) {
  if (line->quiet) return;
  double now = seconds_now();
  follow(line, stage, fmax(fraction, 0), now);
  if (now - line->shown < (line->live ? SHORTEST : PLAIN_EVERY)) return;
  line->shown = now;
  char left[LINE_SIZE] = "", time[96], share[128];
  if (state->n_task > 0) snprintf(left, sizeof left, "%s (%d of %d): ", state->task, state->n_task_done + 1, state->n_task);
  size_t used = strlen(left);
  snprintf(left + used, sizeof left - used, "%s%s%s", stage, detail && *detail ? "  " : "", detail ? detail : "");
  put_left(line, state, now, time, sizeof time);
  if (!line->live) {
    fprintf(stderr, "pliant: %s%s\n", left, time);
    return;
  }
  put_share(line, state, fraction, now, share, sizeof share);
  char right[256];
  snprintf(right, sizeof right, "%s%s", share, stopping ? "  stopping after this evaluation" : time);
  draw(left, right);
}
