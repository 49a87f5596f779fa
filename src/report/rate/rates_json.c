// rates_json.c: speeds, rests and relaxation in fit.json.
#include "estimate/rate/rates.h"
#include "estimate/rate/relaxation.h"
#include "report/result/result_parts.h"

static void write_mode(pl_json_writer *w, const pl_rate_mode *m) {
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "test", m->test->name);
  pl_json_put_integer(w, "tests", m->n_test);
  pl_json_put_integer(w, "speeds", m->n_speed);
  pl_json_put_number(w, "slow", m->slow);
  pl_json_put_number(w, "fast", m->fast);
  pl_json_put_text(w, "speed_unit", pl__si_unit(pl_dim_divide(m->test->channel[m->test->control].row->dim, PL_DIM_TIME)));
  pl_json_put_number(w, "ratio", m->ratio);
  pl_json_put_number(w, "sigma", m->ratio * m->sigma);
  pl_json_put_number(w, "scatter", m->scatter);
  pl_json_put_bool(w, "paired", m->paired);
  pl_json_put_number(w, "chance", m->chance);
  pl_json_put_bool(w, "noticed", m->noticed);
  pl_json_end_object(w);
}

static void write_hold(pl_json_writer *w, const pl_rate_hold *hold) {
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "test", hold->test->name);
  pl_json_put_number(w, "duration", hold->duration);
  pl_json_put_number(w, "drop", hold->drop);
  pl_json_put_number(w, "sigma", hold->sigma);
  pl_json_put_bool(w, "noticed", hold->noticed);
  pl_json_end_object(w);
}

static void put_pair(pl_json_writer *w, const char *key, const char *sigma_key, pl_with_error number) {
  pl_json_put_number(w, key, number.value);
  pl_json_put_number(w, sigma_key, number.sigma);
}

static void write_modulus(pl_json_writer *w, const pl_relaxation *one, const pl_relaxing_modulus *k) {
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "term", k->term->name);
  pl_json_put_text(w, "strain", k->strain);
  pl_json_put_text(w, "unit", pl__si_unit(k->dim));
  put_pair(w, "slow", "slow_sigma", k->slow);
  put_pair(w, "sudden", "sudden_sigma", k->sudden);
  pl_json_begin_array(w, "parts");
  for (int i = 0; i < one->n; i++) pl_json_put_number(w, NULL, k->part[i].value);
  pl_json_end_array(w);
  pl_json_begin_array(w, "parts_sigma");
  for (int i = 0; i < one->n; i++) pl_json_put_number(w, NULL, k->part[i].sigma);
  pl_json_end_array(w);
  pl_json_end_object(w);
}

static void write_series(pl_json_writer *w, const pl_relaxation *one) {
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "term", one->term->name);
  pl_json_begin_array(w, "times");
  for (int i = 0; i < one->n; i++) {
    pl_json_begin_object(w, NULL);
    put_pair(w, "share", "share_sigma", one->share[i]);
    put_pair(w, "time", "time_sigma", one->time[i]);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  pl_json_begin_array(w, "moduli");
  for (int m = 0; m < one->n_modulus; m++) write_modulus(w, one, &one->modulus[m]);
  pl_json_end_array(w);
  pl_json_end_object(w);
}

pl_status pl__result_rates_json(pl_json_writer *w, pl_arena *arena, const pl_fit *fit) {
  const pl_rates *rates = fit->findings.rates;
  pl_relaxation *all;
  int n;
  PL_TRY(pl_relaxation_make(arena, fit, &n, &all));
  if (n == 0 && !(rates && rates->n_mode + rates->n_hold > 0)) return PL_OK;
  pl_json_begin_object(w, "rates");
  pl_json_begin_array(w, "modes");
  for (int i = 0; rates && i < rates->n_mode; i++) write_mode(w, &rates->mode[i]);
  pl_json_end_array(w);
  pl_json_begin_array(w, "rests");
  for (int i = 0; rates && i < rates->n_hold; i++) write_hold(w, &rates->hold[i]);
  pl_json_end_array(w);
  pl_json_begin_array(w, "relaxation");
  for (int i = 0; i < n; i++) write_series(w, &all[i]);
  pl_json_end_array(w);
  pl_json_end_object(w);
  return PL_OK;
}
