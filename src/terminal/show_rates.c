// show_rates.c: speeds, rests and relaxation of a fit on the terminal.
#include <math.h>

#include "estimate/rate/rates.h"
#include "estimate/rate/relaxation.h"
#include "measure/table/times.h"
#include "terminal/show.h"

static void show_speeds(pl_terminal *c, const pl_rates *rates) {
  pl_table *table = pl_table_create(c->arena, "tests like|>tests|>slow|>fast|>fast over slow stress|>± sigma|>scatter [%]|>chance [%]|");
  for (int i = 0; i < rates->n_mode; i++) {
    const pl_rate_mode *m = &rates->mode[i];
    pl_dim dim = pl_dim_divide(m->test->channel[m->test->control].row->dim, PL_DIM_TIME);
    char text[64], left[48], right[48];
    pl__pair(m->ratio, m->ratio * m->sigma, left, right);
    pl_table_cell(table, "%s", m->test->name);
    pl_table_cell(table, "%d", m->n_test);
    pl_table_cell(table, "%s", pl__speed_words(m->slow, dim, text));
    pl_table_cell(table, "%s", pl__speed_words(m->fast, dim, text));
    pl_table_cell(table, "%s", left);
    pl_table_cell(table, "%s", right);
    pl_table_cell(table, "%.2g", 100 * m->scatter);
    pl_table_cell(table, "%.2g", 100 * m->chance);
    pl_table_cell(table, "%s", m->noticed ? "stress depends on speed" : "");
  }
  pl__print(c, "\nSpeeds\n");
  pl_table_say(c, table);
  pl__print(c, "  at equal strain; chance: probability of such a difference if stress does not depend on speed\n");
}

static void show_rests(pl_terminal *c, const pl_rates *rates) {
  pl_table *table = pl_table_create(c->arena, "test|>held for|>drop of stress [%]|>± sigma|");
  for (int i = 0; i < rates->n_hold; i++) {
    const pl_rate_hold *hold = &rates->hold[i];
    char left[48], right[48];
    pl__pair(100 * hold->drop, 100 * hold->sigma, left, right);
    pl_table_cell(table, "%s", hold->test->name);
    pl_table_cell(table, "%s", pl__shown(c, hold->duration, PL_DIM_TIME));
    pl_table_cell(table, "%s", left);
    pl_table_cell(table, "%s", right);
    pl_table_cell(table, "%s", hold->noticed ? "stress relaxes" : "");
  }
  pl__print(c, "\nRests\n");
  pl_table_say(c, table);
}

static void add_pair(pl_table *table, double factor, pl_with_error number) {
  char left[48], right[48];
  pl__pair(factor * number.value, factor * number.sigma, left, right);
  pl_table_cell(table, "%s", left);
  pl_table_cell(table, "%s", right);
}

static void add_row(pl_table *table, const char *of, const char *motion, pl_shown in, pl_with_error modulus) {
  pl_table_cell(table, "%s", of);
  pl_table_cell(table, "%s", motion);
  for (int i = 0; i < 4; i++) pl_table_cell(table, "%s", "");
  add_pair(table, in.factor, modulus);
  pl_table_cell(table, "%s", in.unit);
}

// Times of a series whose moduli are not determined.
static void show_times(const pl_relaxation *one, pl_table *table) {
  for (int i = 0; i < one->n; i++) {
    pl_table_cell(table, "%s", i ? "" : one->term->name);
    pl_table_cell(table, "%s", "relaxes");
    add_pair(table, 1, one->time[i]);
    add_pair(table, 1, one->share[i]);
    for (int k = 0; k < 3; k++) pl_table_cell(table, "%s", "");
  }
}

static void show_series(pl_terminal *c, const pl_relaxation *one, pl_table *table) {
  for (int m = 0; m < one->n_modulus; m++) {
    const pl_relaxing_modulus *k = &one->modulus[m];
    bool single = k->term->law.row->n_in == 1;
    const char *of = single ? k->term->name : pl_arena_printf(c->arena, "%s (%s)", k->term->name, k->strain);
    pl_shown in = pl_dim_shown(k->dim, k->sudden.value);
    add_row(table, of ? of : "", "slow", in, k->slow);
    for (int i = 0; i < one->n; i++) {
      pl_table_cell(table, "%s", "");
      pl_table_cell(table, "%s", "relaxes");
      add_pair(table, 1, one->time[i]);
      add_pair(table, 1, one->share[i]);
      add_pair(table, in.factor, k->part[i]);
      pl_table_cell(table, "%s", in.unit);
    }
    add_row(table, "", "sudden", in, k->sudden);
  }
}

void pl__show_rates(pl_terminal *c, const pl_fit *fit) {
  const pl_rates *rates = fit->findings.rates;
  pl_relaxation *all;
  int n;
  if (rates && rates->n_mode > 0) show_speeds(c, rates);
  if (rates && rates->n_hold > 0) show_rests(c, rates);
  if (pl_relaxation_make(c->arena, fit, &n, &all) != PL_OK || n == 0) return;
  pl_table *table = pl_table_create(c->arena, "term|motion|>time [s]|>± sigma|>share|>± sigma|>modulus at rest|>± sigma|unit");
  for (int i = 0; i < n; i++) {
    show_series(c, &all[i], table);
    if (all[i].n_modulus == 0) show_times(&all[i], table);
  }
  pl__print(c, "\nRelaxation\n");
  pl_table_say(c, table);
  pl__print(c, "  share: of the slow stress; sudden: slow and all that relaxes\n");
}
