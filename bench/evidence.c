// evidence.c: see evidence.h.
#include "bench/evidence.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/parallel.h"
#include "base/text.h"

pl_status evidence_init(evidence *e, pl_context *ctx, bool full) {
  *e = (evidence){.ctx = ctx, .full = full, .arena = pl_arena_create(ctx)};
  return e->arena ? PL_OK : PL_ERROR_MEMORY;
}

uint64_t evidence_seed(const evidence *e, uint64_t own) { return own + (e->seed << 32); }

// With all that is below it.
static void remove_folder(evidence *e, const char *folder) {
  DIR *directory = opendir(folder);
  for (struct dirent *entry; directory && (entry = readdir(directory));) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    const char *path = pl_path_join(e->arena, folder, entry->d_name);
    if (path && pl_directory_exists(path))
      remove_folder(e, path);
    else if (path)
      remove(path);
  }
  if (directory) closedir(directory);
  rmdir(folder);
}

void evidence_clear(evidence *e) {
  if (e->folder && !e->keep) remove_folder(e, e->folder);
  pl_arena_destroy(e->arena);
  *e = (evidence){0};
}

bool evidence_holds(const evidence *e) {
  for (int i = 0; i < e->n_figure; i++)
    if (e->figure[i].verdict == EVIDENCE_FAILS) return false;
  return true;
}

static char *print_text(pl_arena *arena, const char *format, va_list args) {
  char buffer[1200];
  vsnprintf(buffer, sizeof buffer, format, args);
  return pl_arena_text(arena, buffer);
}

// A list of n items in the arena with room for one more; NULL when memory is out.
static void *grow(pl_arena *arena, void *list, int n, int *capacity, size_t size) {
  if (n < *capacity) return list;
  *capacity = *capacity ? 2 * *capacity : 16;
  void *larger = pl_arena_alloc(arena, (size_t)*capacity, size);
  if (larger && n > 0) memcpy(larger, list, (size_t)n * size);
  return larger;
}

static void add_figure(evidence *e, double value, const char *unit, const char *target, evidence_verdict verdict, const char *format,
                       va_list args) {
  evidence_figure *list = grow(e->arena, e->figure, e->n_figure, &e->figure_capacity, sizeof *list);
  const char *name = print_text(e->arena, format, args), *target_text = pl_arena_text(e->arena, target);
  if (!list || !name || !target_text) return;
  e->figure = list;
  e->figure[e->n_figure++] = (evidence_figure){name, value, unit, target_text, verdict};
}

void evidence_below(evidence *e, double value, const char *unit, double limit, const char *name, ...) {
  char target[48];
  snprintf(target, sizeof target, "< %g", limit);
  va_list args;
  va_start(args, name);
  add_figure(e, value, unit, target, value < limit ? EVIDENCE_HOLDS : EVIDENCE_FAILS, name, args);
  va_end(args);
}

void evidence_at_most(evidence *e, double value, const char *unit, double limit, const char *name, ...) {
  char target[48];
  snprintf(target, sizeof target, "<= %g", limit);
  va_list args;
  va_start(args, name);
  add_figure(e, value, unit, target, value <= limit ? EVIDENCE_HOLDS : EVIDENCE_FAILS, name, args);
  va_end(args);
}

void evidence_at_least(evidence *e, double value, const char *unit, double limit, const char *name, ...) {
  char target[48];
  snprintf(target, sizeof target, ">= %g", limit);
  va_list args;
  va_start(args, name);
  add_figure(e, value, unit, target, value >= limit ? EVIDENCE_HOLDS : EVIDENCE_FAILS, name, args);
  va_end(args);
}

void evidence_above(evidence *e, double value, const char *unit, double limit, const char *name, ...) {
  char target[48];
  snprintf(target, sizeof target, "> %g", limit);
  va_list args;
  va_start(args, name);
  add_figure(e, value, unit, target, value > limit ? EVIDENCE_HOLDS : EVIDENCE_FAILS, name, args);
  va_end(args);
}

void evidence_inform(evidence *e, double value, const char *unit, const char *beside, const char *name, ...) {
  va_list args;
  va_start(args, name);
  add_figure(e, value, unit, beside, EVIDENCE_INFORMS, name, args);
  va_end(args);
}

void evidence_note(evidence *e, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const char **list = grow(e->arena, e->note, e->n_note, &e->note_capacity, sizeof *list);
  const char *text = print_text(e->arena, format, args);
  va_end(args);
  if (!list || !text) return;
  e->note = list;
  e->note[e->n_note++] = text;
}

pl_status evidence_absent(evidence *e, const char *format, ...) {
  va_list args;
  va_start(args, format);
  e->absent = print_text(e->arena, format, args);
  va_end(args);
  return e->absent ? PL_OK : PL_ERROR_MEMORY;
}

pl_status evidence_folder(evidence *e, const char **folder) {
  if (!e->folder && e->keep) {
    PL_TRY(pl_directory_create(e->ctx, e->keep));
    e->folder = e->keep;
  }
  if (!e->folder) {
    const char *root = getenv("TMPDIR");
    char *path = pl_path_join(e->arena, root && root[0] ? root : "/tmp", "pliant-XXXXXX");
    if (!path) return PL_ERROR_MEMORY;
    if (!mkdtemp(path)) return pl_fail(e->ctx, PL_ERROR_FILE, NULL, "set TMPDIR to a folder that can be written", "cannot make %s", path);
    e->folder = path;
  }
  *folder = e->folder;
  return PL_OK;
}

pl_status evidence_save(evidence *e, const char *name, const pl_text *text) {
  const char *folder = NULL;
  PL_TRY(evidence_folder(e, &folder));
  const char *path = pl_path_join(e->arena, folder, name);
  return path && !text->failed ? pl_file_write(e->ctx, path, text->data, text->size) : PL_ERROR_MEMORY;
}

const pl_score *evidence_score(const pl_fit *fit, const char *test, const char *channel) {
  for (int i = 0; i < fit->evidence.n_score; i++)
    if (strcmp(fit->evidence.score[i].test, test) == 0 && strcmp(fit->evidence.score[i].channel->name, channel) == 0)
      return &fit->evidence.score[i];
  return NULL;
}

double evidence_pooled_r2(const pl_fit *fit, const char *prefix, int channel) {
  double sum = 0, sum2 = 0, error = 0;
  int n = 0;
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    if (strncmp(c->test->name, prefix, strlen(prefix)) != 0 || !c->predicted[channel]) continue;
    for (int f = 0; f < c->test->n_frame; f++) {
      double measured = c->test->channel[channel].value[f], predicted = c->predicted[channel][f];
      if (isnan(predicted)) return NAN;
      sum += measured;
      sum2 += measured * measured;
      error += (measured - predicted) * (measured - predicted);
      n++;
    }
  }
  return n ? 1 - error / (sum2 - sum * sum / n) : NAN;
}

typedef struct draws {
  pl_context *ctx;
  evidence_draw draw;
  void *user;
} draws;

static pl_status run_draw(void *user, int i, int worker) {
  (void)worker;
  const draws *all = user;
  pl_context_options alone = pl_context_options_default();
  alone.n_thread = 1;
  pl_context *ctx = pl_context_create(&alone);
  if (!ctx) return PL_ERROR_MEMORY;
  pl_status status = all->draw(ctx, all->user, i);
  if (status != PL_OK) pl_fail(all->ctx, status, NULL, pl_context_error(ctx)->hint, "%s", pl_context_error(ctx)->message);
  pl_context_destroy(ctx);
  return status;
}

pl_status evidence_draws(evidence *e, int n, evidence_draw draw, void *user) {
  return pl_parallel_for(e->ctx, n, run_draw, &(draws){e->ctx, draw, user});
}
