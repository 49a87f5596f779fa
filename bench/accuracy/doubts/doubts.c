// doubts.c: how often good data are doubted, and how often a planted error is.
//
// A false alarm is any doubt about an experiment that is right. A planted error is found when the experiment is refused, or a doubt is raised that was
// not there before. Fits repeat the doubts of their files, and some raise further doubts. A sample of the right experiments is fitted:
// every experiment of a small group, every so many of a large one.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "bench/accuracy/doubts/fits.h"
#include "bench/accuracy/doubts/good_data.h"
#include "bench/accuracy/doubts/plant.h"
#include "bench/cases.h"

enum { MOST_IDS = 40, MOST_PLANTS = 64 };

// Of each group one of so many is fitted, by size of the case. Captures and hung cloths take a minute each: they are fitted in the
// full size alone.
static const int fitted_of[2][GOOD_GROUPS] = {{1, 1, 4, 13}, {1, 1, 1, 13}};

typedef struct ids {
  int n;
  const char *id[MOST_IDS];
} ids;

typedef struct tally {
  pl_context *ctx;
  const char *path;  // of the experiment under test
  int n[GOOD_GROUPS], any[GOOD_GROUPS], counted[GOOD_GROUPS];
  bool full;
  int n_fit[GOOD_GROUPS], fit_counted[GOOD_GROUPS], fit_advised[GOOD_GROUPS], n_failed;
  int n_planted[MOST_PLANTS], found[MOST_PLANTS];
  pl_text log;  // every false alarm and every error that was not found
} tally;

// Ids of the doubts about an experiment, each once. Advice how it would say more is no doubt.
static void note_ids(const pl_measurement *m, ids *out, bool *counted) {
  *counted = false;
  for (int i = 0; i < m->n_suspicion; i++) {
    bool known = false;
    if (m->suspicion[i].doubt == PL_DOUBT_ADVICE) continue;
    *counted = *counted || pl_doubt_counts(m->suspicion[i].doubt);
    for (int k = 0; k < out->n; k++) known = known || strcmp(out->id[k], m->suspicion[i].id) == 0;
    if (!known && out->n < MOST_IDS) out->id[out->n++] = m->suspicion[i].id;
  }
}

// Ids are texts of the program and outlive the measurement.
static pl_status ask(tally *t, const folder *f, bool *refused, ids *out, bool *counted) {
  char file[1000];
  pl_measurement *m;
  *out = (ids){0};
  *counted = false;
  PL_TRY(folder_write(t->ctx, t->path, f));
  snprintf(file, sizeof file, "%s/%s", t->path, f->experiment);
  pl_context_clear_error(t->ctx);
  pl_status status = pl_measurement_load(t->ctx, file, &m);
  *refused = status != PL_OK;
  if (status == PL_ERROR_MEMORY) return status;
  if (status == PL_OK) note_ids(m, out, counted);
  if (status == PL_OK) pl_measurement_destroy(m);
  return PL_OK;
}

static bool is_new(const ids *before, const ids *now) {
  for (int i = 0; i < now->n; i++) {
    bool known = false;
    for (int k = 0; k < before->n; k++) known = known || strcmp(before->id[k], now->id[i]) == 0;
    if (!known) return true;
  }
  return false;
}

// Fits the experiment that was written last, if it is one of the sample.
static pl_status fit_one(tally *t, good_group group, const char *name, const folder *f) {
  char file[1000];
  pl_measurement *m;
  fit_words words;
  if ((t->n[group] - 1) % fitted_of[t->full][group] != 0) return PL_OK;
  snprintf(file, sizeof file, "%s/%s", t->path, f->experiment);
  PL_TRY(pl_measurement_load(t->ctx, file, &m));
  bool slow = !t->full && (strcmp(m->protocol->name, "capture") == 0 || strcmp(m->protocol->name, "biaxial-hang") == 0);
  pl_status status = slow ? PL_OK : fit_words_of(t->ctx, m, &words);
  pl_measurement_destroy(m);
  if (slow || status != PL_OK) return status;
  t->n_fit[group] += !words.failed;
  t->n_failed += words.failed;
  t->fit_counted[group] += words.counted;
  t->fit_advised[group] += words.advised;
  if (words.failed) pl_text_printf(&t->log, "no fit: %s\n", name);
  if (words.said) pl_text_printf(&t->log, "false alarm of a fit: %s: %s\n", name, words.said);
  return PL_OK;
}

static pl_status visit(void *user, good_group group, const char *name, const folder *f) {
  tally *t = user;
  ids before, now;
  bool refused, counted, changed;
  PL_TRY(ask(t, f, &refused, &before, &counted));
  t->n[group]++;
  t->any[group] += refused || before.n > 0;
  t->counted[group] += refused || counted;
  for (int i = 0; i < before.n; i++) pl_text_printf(&t->log, "false alarm: %s: %s\n", name, before.id[i]);
  if (refused) pl_text_printf(&t->log, "refused: %s\n", name);
  if (!refused) PL_TRY(fit_one(t, group, name, f));
  for (int p = 0; p < n_planted; p++) {
    pl_arena *arena = pl_arena_create(t->ctx);
    folder wrong;
    pl_status status = arena ? plant_into(arena, f, &planted[p], &wrong, &changed) : PL_ERROR_MEMORY;
    if (status == PL_OK && changed) {
      status = ask(t, &wrong, &refused, &now, &counted);
      t->n_planted[p]++;
      bool found = refused || is_new(&before, &now);
      t->found[p] += found;
      if (!found) pl_text_printf(&t->log, "not found: %s: %s\n", planted[p].kind, name);
    }
    pl_arena_destroy(arena);
    PL_TRY(status);
  }
  return PL_OK;
}

static double percent(int part, int whole) { return whole > 0 ? 100.0 * part / whole : 0; }

pl_status reproduce_doubts(evidence *e) {
  tally t = {.full = e->full};
  const char *scratch;
  PL_ASSERT(n_planted <= MOST_PLANTS);
  PL_TRY(evidence_folder(e, &scratch));
  t.path = pl_path_join(e->arena, scratch, "asked");
  if (!t.path) return PL_ERROR_MEMORY;
  pl_context_options silent = pl_context_options_default();  // planted errors are warned of, thousands of times
  t.ctx = pl_context_create(&silent);
  if (!t.ctx) return PL_ERROR_MEMORY;
  pl_text_init(&t.log, e->ctx);
  pl_status status = good_data(e, t.ctx, e->full ? 40 : 6, visit, &t);
  if (status != PL_OK) {
    char why[600];
    pl_error_format(pl_context_error(t.ctx), why, sizeof why);
    status = pl_fail(e->ctx, status, NULL, "look for it in bench/accuracy/doubts", "%s", why);
  }
  pl_context_destroy(t.ctx);
  if (status == PL_OK && e->keep) status = evidence_save(e, "doubts.txt", &t.log);
  pl_text_clear(&t.log);
  PL_TRY(status);
  int n = 0, any = 0, counted = 0;
  for (int g = 0; g < GOOD_GROUPS; g++) {
    n += t.n[g], any += t.any[g], counted += t.counted[g];
    evidence_inform(e, t.n[g], "", "", "experiments that are right: %s", good_group_name[g]);
    evidence_inform(e, percent(t.any[g], t.n[g]), "%", "", "of them doubted: %s", good_group_name[g]);
  }
  evidence_at_most(e, percent(any, n), "%", 2, "false alarms: right experiments with any doubt");
  evidence_at_most(e, percent(counted, n), "%", 2, "right experiments with a doubt that the verdict counts");
  int n_fit = 0, fit_counted = 0;
  for (int g = 0; g < GOOD_GROUPS; g++) n_fit += t.n_fit[g], fit_counted += t.fit_counted[g];
  evidence_inform(e, n_fit, "", "", "right experiments that were fitted");
  evidence_inform(e, t.n_failed, "", "", "right experiments that could not be fitted");
  evidence_at_most(e, percent(fit_counted, n_fit), "%", 2, "fits of right experiments whose verdict counts a doubt");
  for (int g = 0; g < GOOD_GROUPS; g++)
    evidence_inform(e, percent(t.fit_advised[g], t.n_fit[g]), "%", "", "fits that advise to check a unit or a size: %s, of %d",
                    good_group_name[g], t.n_fit[g]);
  for (int p = 0; p < n_planted; p++) {
    if (t.n_planted[p] == 0) continue;
    if (planted[p].sure > 0)
      evidence_at_least(e, percent(t.found[p], t.n_planted[p]), "%", planted[p].sure, "found: %s, of %d", planted[p].kind, t.n_planted[p]);
    else
      evidence_inform(e, percent(t.found[p], t.n_planted[p]), "%", "", "found: %s, of %d", planted[p].kind, t.n_planted[p]);
  }
  return PL_OK;
}
