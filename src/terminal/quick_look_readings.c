// quick_look_readings.c: tests with named readings on the terminal. These are not a curve: a bar per state shows its residuals in sigma.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "estimate/judge/judge.h"
#include "terminal/quick_look.h"
#include "report/result/reader.h"

enum { BAR = 24 };
#define USUAL 3.0  // sigmas: a bar of noise alone is short

typedef struct state_misses {
  const char *test, *kind, *state;  // kind: word for its states
  bool held_out;
  int n;                // readings compared
  double rms, worst;    // sigmas
  const char *reading;  // the worst one: "force right x"
} state_misses;

static void add_channel(pl_terminal *c, pl_reader *reader, pl_json *channel, int frame, state_misses *m) {
  double sigma = pl__member_number(channel, "weight_sigma"), wide = pl__member_number(channel, "values_per_frame");
  int n, n_precise, width = wide > 1 ? (int)wide : 1, k = 0;
  const double *precise = pl__reader_values(reader, channel, "precision", 1, &n_precise);
  const double *residual = pl__reader_values(reader, channel, "residual", 1, &n);
  pl_json *name = pl__member_list(channel, "components");
  for (int i = frame * width; i < (frame + 1) * width && i < n && sigma > 0; i++, k++, name = name ? name->next : NULL) {
    double sigmas = fabs(residual[i]) / sigma * (i < n_precise ? precise[i] : 1);
    if (isnan(sigmas)) continue;
    m->rms += sigmas * sigmas;
    m->n++;
    if (sigmas <= m->worst) continue;
    m->worst = sigmas;
    m->reading =
        pl_arena_printf(c->arena, "%s %s", pl__member_text(channel, "name"), name && name->kind == PL_JSON_STRING ? name->text : "");
  }
}

// A bar of this many eighths of a cell; whole cells if the locale has no UTF-8.
static const char *bar(pl_terminal *c, double part) {
  static const char *const eighth[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  char *text = pl_arena_alloc(c->arena, 3 * BAR + 4, 1);
  bool utf8 = c->utf8;
  int eighths = (int)lround(8 * BAR * fmin(fmax(part, 0), 1));
  if (!text) return "";
  for (int i = 0; i < eighths / 8; i++) strcat(text, utf8 ? "█" : "#");
  if (utf8) strcat(text, eighth[eighths % 8]);
  return text;
}

// True if the readings of this test have names.
static bool named_readings(pl_json *test) {
  for (pl_json *channel = pl__member_list(test, "channels"); channel; channel = channel->next)
    if (pl__member_count(channel, "components") > 0) return true;
  return false;
}

static int collect(pl_terminal *c, pl_reader *reader, pl_json *fit, const char *only, int most, state_misses *list) {
  int n = 0;
  for (pl_json *test = pl__member_list(fit, "tests"); test; test = test->next) {
    if (!named_readings(test) || (only && !strstr(pl__member_text(test, "name"), only))) continue;
    int frame = 0;
    for (pl_json *state = pl__member_list(test, "frame_names"); state; state = state->next, frame++) {
      state_misses m = {.test = pl__member_text(test, "name"),
                        .kind = pl__member_text(test, "state_name"),
                        .state = state->kind == PL_JSON_STRING ? state->text : "",
                        .held_out = pl__member_flag(test, "held_out"),
                        .reading = ""};
      for (pl_json *channel = pl__member_list(test, "channels"); channel; channel = channel->next)
        if (pl_json_find(channel, "residual")) add_channel(c, reader, channel, frame, &m);
      if (m.n == 0) continue;
      m.rms = sqrt(m.rms / m.n);
      if (n < most) list[n] = m;
      n++;
    }
  }
  return n;
}

int pl__quick_look_readings(pl_terminal *c, pl_json *fit, const char *only, int most) {
  enum { ROOM = 200 };
  pl_reader reader = {.ctx = c->ctx, .arena = c->arena, .fit = fit};
  state_misses *list = pl_arena_alloc(c->arena, ROOM, sizeof *list);
  int room = most > 0 && most < ROOM ? most : ROOM, n = list ? collect(c, &reader, fit, only, room, list) : 0;
  if (n == 0 || reader.failed) return 0;
  int shown = n < room ? n : room;
  double largest = USUAL;
  char text[32];
  for (int i = 0; i < shown; i++) largest = fmax(largest, list[i].rms);
  const char *kind = *list[0].kind ? list[0].kind : "state";
  pl__print(c, "\nMisses by %s, in sigmas (root mean square; the bar ends at %s)\n", kind, pl_judge_multiple(largest, text));
  const char *head = pl_arena_printf(c->arena, "test|%s|>readings|>rms||>worst|reading", kind);
  pl_table *table = head ? pl_table_create(c->arena, head) : NULL;
  for (int i = 0; i < shown; i++) {
    const state_misses *m = &list[i];
    pl_table_cell(table, "%s", m->test);
    pl_table_cell(table, "%s", m->state);
    pl_table_cell(table, "%d", m->n);
    pl_table_cell(table, "%s", pl_judge_multiple(m->rms, text));
    pl_table_cell(table, "%s", bar(c, m->rms / largest));
    pl_table_cell(table, "%s", pl_judge_multiple(m->worst, text));
    pl_table_cell(table, "%s", m->reading ? m->reading : "");
  }
  pl_table_say(c, table);
  if (n > shown) pl__print(c, "  %d of %d %ss\n", shown, n, kind);
  return shown;
}
