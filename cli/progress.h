// progress.h: the line on standard error that long work draws over itself.
//
//   stvk, linear (3 of 12): stretch  iteration 4, objective 12.3  █████░░░░░ 18/35  about 40 s left
//
// On a terminal it is one line, drawn at most ten times a second and removed before anything else is printed. Elsewhere (a file, a pipe, TERM=dumb)
// work that takes minutes says so in a plain line once a minute, and short work says nothing.
#ifndef PLIANT_CLI_PROGRESS_H
#define PLIANT_CLI_PROGRESS_H

#include <pliant/base.h>

typedef struct progress_line {
  bool quiet;
  bool live;           // standard error can draw over a line
  bool utf8;           // and knows more than ASCII
  bool bar;            // the stage has shown a bar: it keeps its place
  double began;        // s, when the work began
  double shown;        // s, when the line was drawn or printed last
  char stage[96];      // the stage at hand
  double extent_from;  // of the stage or, when its extent is not known, of the evaluation under way: the share done
  double extent_at;    // s, at this time
  double last;         // the share done, last heard of
  double last_at;      // s
  int n_task_done;     // finished pieces of work
  double task_at;      // s, when the last of them was
} progress_line;

// Does the locale of the environment say UTF-8? LC_ALL, LC_CTYPE, LANG in this order; without any it is plain ASCII.
bool progress_locale_is_utf8(void);

void progress_open(progress_line *line, bool quiet);
// A report of the context's progress sink (fraction and detail as the sink gets them).
void progress_report(progress_line *line, const pl_progress_state *state, const char *stage, double fraction, const char *detail,
                     bool stopping);
// Remove the line before anything else is printed.
void progress_clear(progress_line *line);
// The same from a signal handler.
void progress_clear_signal(void);

#endif
