// save_curve.c: tests that are curves, written as DIR/experiment.json and one DIR/NAME.csv per test.
//
// The frames are written unchanged (branch "all", signs "as-is", thinning raised to the number of frames), so that loading gives the same
// values. Curves are written first, the experiment file last.
#include <string.h>

#include "base/text.h"
#include "measure/table/format.h"
#include "measure/table/times.h"

static pl_status save_curve(pl_context *ctx, const pl_protocol *protocol, const pl_test *test, const char *path) {
  pl_text out;
  pl_text_init(&out, ctx);
  const char *separator = "";
  bool timed = pl__times_grow(test);
  if (timed) pl_text_add(&out, "time [s]"), separator = ",";
  for (int c = 0; c < protocol->n_channel; c++) {
    if (!test->channel[c].value) continue;
    const pl_channel_row *row = &protocol->channel[c];
    pl_text_printf(&out, "%s%s", separator, row->name);
    if (!pl_dim_equal(row->dim, PL_DIM_NONE)) pl_text_printf(&out, " [%s]", pl_dim_unit(row->dim));
    separator = ",";
  }
  pl_text_add(&out, "\n");
  for (int i = 0; i < test->n_frame; i++) {
    char number[40];
    separator = "";
    if (timed) pl_text_add(&out, pl_number_print(test->time[i], number, sizeof number)), separator = ",";
    for (int c = 0; c < protocol->n_channel; c++) {
      if (!test->channel[c].value) continue;
      pl_text_add(&out, separator);
      pl_text_add(&out, pl_number_print(pl_dim_display(protocol->channel[c].dim, test->channel[c].value[i]), number, sizeof number));
      separator = ",";
    }
    pl_text_add(&out, "\n");
  }
  pl_status status = out.failed ? PL_ERROR_MEMORY : pl_file_write(ctx, path, out.data, out.size);
  pl_text_clear(&out);
  return status;
}

// Its few numbers are in the experiment file.
static bool has_numbers(const pl_protocol *protocol, const pl_test *test) {
  return protocol->files->curve->has_numbers && protocol->files->curve->has_numbers(test);
}

static bool same_specimen(const pl_test *a, const pl_test *b) {
  if (!a->specimen != !b->specimen || (a->specimen && strcmp(a->specimen, b->specimen) != 0)) return false;
  return a->length == b->length && a->width == b->width && a->strips == b->strips;
}

static void write_specimen(pl_json_writer *w, const pl_measurement *m, const pl_test *test) {
  const pl_curve_format *format = m->protocol->files->curve;
  if (format->any_size && test->length == 0 && test->width == 0) return;
  pl_json_begin_object(w, "specimen");
  if (test->specimen) pl_json_put_text(w, "name", test->specimen);
  if (test->length > 0) pl_json_put_quantity(w, format->length_key, test->length, PL_DIM_LENGTH);
  if (format->width_key && test->width > 0) pl_json_put_quantity(w, format->width_key, test->width, PL_DIM_LENGTH);
  if (format->write_specimen) format->write_specimen(w, test);
  pl_json_end_object(w);
}

static void write_sigma(pl_json_writer *w, const pl_protocol *protocol, const pl_test *test) {
  bool any = false;
  for (int c = 0; c < protocol->n_channel; c++) any = any || (protocol->channel[c].observed && test->channel[c].sigma > 0);
  if (!any) return;
  pl_json_begin_object(w, "sigma");
  for (int c = 0; c < protocol->n_channel; c++) {
    const pl_channel_row *row = &protocol->channel[c];
    if (!row->observed || !(test->channel[c].sigma > 0)) continue;
    if (pl_dim_equal(row->dim, PL_DIM_NONE))
      pl_json_put_number(w, row->name, test->channel[c].sigma);
    else
      pl_json_put_quantity(w, row->name, test->channel[c].sigma, row->dim);
  }
  pl_json_end_object(w);
}

static void write_test(pl_json_writer *w, const pl_measurement *m, const pl_test *test, const char *file, bool own_specimen) {
  static const char *const method[] = {"auto", "clamped", "free", "mesh"};
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "name", test->name);
  if (!has_numbers(m->protocol, test)) pl_json_put_text(w, "file", file);
  if (m->protocol->files->curve->write_test) m->protocol->files->curve->write_test(w, test);
  if (own_specimen) write_specimen(w, m, test);
  write_sigma(w, m->protocol, test);
  if (test->speed > 0) pl_json_put_quantity(w, "speed", test->speed, pl_dim_divide(m->protocol->channel[0].dim, PL_DIM_TIME));
  if (test->fit_offset) pl_json_put_bool(w, "fit-offset", true);
  if (test->method != PL_TEST_AUTO) pl_json_put_text(w, "method", method[test->method]);
  if (test->n_frame > PL_DEFAULT_MAX_FRAMES) pl_json_put_integer(w, "max-frames", test->n_frame);
  pl_json_end_object(w);
}

static pl_status save_experiment(pl_context *ctx, const char *path, const pl_measurement *m, const char *const *file) {
  pl_json_writer *w = pl_json_writer_create(ctx);
  if (!w) return PL_ERROR_MEMORY;
  bool common = true;
  for (int t = 1; t < m->n_test; t++) common = common && same_specimen(&m->test[0], &m->test[t]);
  pl_json_begin_object(w, NULL);
  pl__experiment_head(w, m);
  if (common && m->n_test > 0) write_specimen(w, m, &m->test[0]);
  pl_json_put_text(w, "branch", "all");
  pl_json_put_text(w, "sign", "as-is");
  pl_json_begin_array(w, "tests");
  for (int t = 0; t < m->n_test; t++) write_test(w, m, &m->test[t], file[t], !common);
  pl_json_end_array(w);
  pl_json_end_object(w);
  pl_status status = pl_json_writer_save(w, path);
  pl_json_writer_destroy(w);
  return status;
}

pl_status pl__curve_save(pl_context *ctx, const char *directory, const pl_measurement *measurement) {
  pl_status status = PL_ERROR_MEMORY;
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  const char **file = pl_arena_alloc(arena, (size_t)measurement->n_test + 1, sizeof *file);
  if (!file) goto cleanup;
  PL_TRY_CLEAN(pl_directory_create(ctx, directory));
  for (int t = 0; t < measurement->n_test; t++) {
    file[t] = pl__test_file_name(arena, measurement, t, file, ".csv");
    char *path = file[t] ? pl_path_join(arena, directory, file[t]) : NULL;
    if (!path) {
      status = PL_ERROR_MEMORY;
      goto cleanup;
    }
    if (has_numbers(measurement->protocol, &measurement->test[t])) continue;
    PL_TRY_CLEAN(save_curve(ctx, measurement->protocol, &measurement->test[t], path));
  }
  char *path = pl_path_join(arena, directory, "experiment.json");
  status = path ? save_experiment(ctx, path, measurement, file) : PL_ERROR_MEMORY;

cleanup:
  pl_arena_destroy(arena);
  return status;
}
