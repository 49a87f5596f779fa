// test_model_table.c: all models fitted one after the other, and stopped in between.
#include <math.h>
#include <time.h>

#include "base/text.h"
#include "protocol/capture/view/model_table.h"
#include "protocol/capture/rig/motion.h"
#include "test.h"

// Lets the first fit end and stops the second one at the end of its first iteration, or before it when `early`.
typedef struct stopper {
  bool early;
  int n_model;  // fits begun
  bool stopped;
} stopper;

static bool stop_second(void *user, const char *stage, double fraction, const char *detail) {
  stopper *s = user;
  (void)fraction;
  bool stretch = strcmp(stage, "stretch") == 0, ended = strstr(detail, "objective") != NULL;
  if (strcmp(stage, "models") == 0)
    s->n_model++;
  else if (s->n_model == 2 && stretch && ended != s->early && !s->stopped) {
    s->stopped = true;
    // equilibria poll if the last time was a tenth of a second ago: the next one does
    nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
  }
  return !s->stopped;
}

static void check_stopped_in_second(bool early) {
  stopper stop = {.early = early};
  pl_context_options context = pl_context_options_default();
  context.progress = stop_second;
  context.progress_user = &stop;
  pl_context *ctx = pl_context_create(&context);
  pl_material *material;
  REQUIRE(pl_material_load(ctx, "fabric-knit", &material) == PL_OK);
  pl_motion_options motion = pl_motion_options_default();
  pl_solve_options solve = pl_solve_options_default();
  pl_measurement *measurement;
  pl_rig_report report;
  motion.cells = 8;
  motion.frames = 3;
  motion.cycles = 1;
  motion.depth = 0;
  REQUIRE(pl_motion_measure(ctx, "stretch-warp", material, &motion, &solve, &measurement, &report) == PL_OK);
  pl_fit_options options = pl_fit_options_default();
  options.rig.cells = 4;
  char folder[512];
  snprintf(folder, sizeof folder, "%s/table", test_folder());
  // three rows of the linear variant
  int first = pl_model_row_index(0, 1), second = pl_model_row_index(1, 1), third = pl_model_row_index(2, 1);
  pl_model_task task = {.n_fit = 1,
                        .fit = &measurement,
                        .options = &options,
                        .directory = folder,
                        .command = "test",
                        .rows = 1u << first | 1u << second | 1u << third};
  pl_model_table *table;
  REQUIRE(pl_model_table_run(ctx, &task, &table) == PL_OK);
  CHECK(stop.stopped);
  CHECK(table->row[first].done && isfinite(pl_model_table_value(table, first, "stretch-warp", PL_RESIDUAL_FORCE)));
  CHECK(!table->row[second].done && isnan(pl_model_table_value(table, second, "stretch-warp", PL_RESIDUAL_FORCE)));
  CHECK(!table->row[third].done);
  for (int k = 0; k < table->n_figure; k++) CHECK(pl_model_table_best(table, k) == first);
  snprintf(folder + strlen(folder), sizeof folder - strlen(folder), "/%s/fit.json", table->row[second].folder);
  CHECK(pl_file_exists(folder) != early);
  CHECK(pl_context_error(ctx)->status == PL_OK);
  pl_model_table_destroy(table);
  pl_measurement_destroy(measurement);
  pl_material_destroy(material);
  pl_context_destroy(ctx);
}

// What was fitted to its end can be compared. A row that was stopped is kept in its folder but is not `done`, nor are the ones behind it.
TEST(model_table_interrupted_row_is_not_done) { check_stopped_in_second(false); }

// Stopped before anything of a row was fitted: the rows before it are kept all the same.
TEST(model_table_interrupted_before_a_row_keeps_the_others) { check_stopped_in_second(true); }
