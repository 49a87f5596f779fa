// result_csv.c: predictions.csv (one row per test, channel and frame) and frames.csv (of protocols that have one).
#include "report/result/result_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/result/protocol_view.h"

void pl__csv_cell(pl_text *out, const char *text) {
  if (!strpbrk(text, ",\"\n\r;\t")) {
    pl_text_add(out, text);
    return;
  }
  pl_text_add(out, "\"");
  for (const char *p = text; *p; p++) pl_text_add_bytes(out, *p == '"' ? "\"\"" : *p == '\n' || *p == '\r' ? " " : p, *p == '"' ? 2 : 1);
  pl_text_add(out, "\"");
}

void pl__csv_number(pl_text *out, double value) {
  char buffer[40];
  if (isfinite(value)) pl_text_add(out, pl_number_print(value, buffer, sizeof buffer));
}

pl_status pl__csv_save(pl_context *ctx, pl_text *text, const char *path) {
  pl_status status = text->failed ? PL_ERROR_MEMORY : pl_file_write(ctx, path, text->data, text->size);
  pl_text_clear(text);
  return status;
}

static const char *const branch_name[] = {"load", "unload", "average"};

// Columns that are the same for all rows of one test and channel.
static void begin_row(pl_text *out, const pl_fit_case *c, int channel, const char *kind, int frame, int component, int branch,
                      double control) {
  const pl_channel_row *x = pl_case_control(c), *y = &c->given->measurement->protocol->channel[channel];
  pl__csv_cell(out, c->test->name);
  pl_text_printf(out, ",%s,%s,%d,%s,%s,%s,", c->given->held_out ? "held-out" : "fitted", kind, frame + 1, x ? branch_name[branch] : "",
                 x ? x->name : "", x ? pl__si_unit(x->dim) : "");
  if (x) pl__csv_number(out, control);
  pl_text_printf(out, ",%s,%d,%s,", y->name, component + 1, pl__si_unit(y->dim));
}

// only: the one frame to write, -1 for all.
static void write_channel(pl_text *out, const pl_fit_case *c, int k, int only) {
  const pl_test *test = c->test;
  const pl_protocol_view *view = pl_case_view(c);
  const double *control = test->channel[test->control].value, *measured = test->channel[k].value;
  int width = pl_channel_width(&test->channel[k]), control_width = pl_channel_width(&test->channel[test->control]);
  for (int i = 0; i < test->n_frame * width; i++) {
    int f = i / width;
    if (only >= 0 && f != only) continue;
    begin_row(out, c, k, "used", f, i % width, test->branch ? test->branch[f] : PL_BRANCH_LOAD,
              control ? control[(size_t)f * control_width] : NAN);
    double row[] = {measured[i], c->predicted[k][i], c->prediction.sigma[k] ? c->prediction.sigma[k][i] : NAN, pl_case_weight_sigma(c, k)};
    for (int j = 0; j < 4; j++) {
      if (j) pl_text_add(out, ",");
      pl__csv_number(out, row[j]);
    }
    char room[PL_FRAME_NAME];
    pl_text_add(out, ",");
    if (view->frame_name) pl__csv_cell(out, view->frame_name(test, f, room));
    pl_text_add(out, ",");
    pl__csv_cell(out, test->channel[k].component ? test->channel[k].component[i % width] : "");
    pl_text_add(out, ",");
    pl__csv_number(out, c->prediction.half_width[k] ? c->prediction.half_width[k][i] : NAN);
    pl_text_add(out, ",");
    pl__csv_number(out, c->prediction.next[k] ? c->prediction.next[k][i] : NAN);
    pl_text_add(out, "\n");
  }
  for (int f = 0; f < test->n_raw && test->raw[k] && width == 1; f++) {
    begin_row(out, c, k, "raw", f, 0, test->raw_branch ? test->raw_branch[f] : PL_BRANCH_LOAD,
              test->raw[test->control] ? test->raw[test->control][f] : NAN);
    pl__csv_number(out, test->raw[k][f]);
    pl_text_add(out, ",,,,,,,\n");
  }
}

pl_status pl__result_predictions_csv(pl_context *ctx, const pl_fit *fit, const char *path) {
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_add(&text, "test,use,kind,frame,branch,control,control unit,control value,channel,component,unit,measured,predicted,sigma of "
                     "prediction,sigma of measurement,pose,reading,half-width 95 % of fabric,half-width 95 % of next specimen\n");
  pl_arena *arena = pl_arena_create(ctx);
  pl_status status = arena ? PL_OK : PL_ERROR_MEMORY;
  for (int i = 0; i < fit->problem.n_case && status == PL_OK; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    const pl_protocol_view *view = pl_case_view(c);
    for (int k = 0; k < PL_MAX_CHANNEL; k++) {
      int only = -1;
      if (c->predicted[k] && view->one_frame && view->one_frame(arena, c, k, &only) && only < 0) status = PL_ERROR_MEMORY;
      if (c->predicted[k]) write_channel(&text, c, k, only);
    }
  }
  pl_arena_destroy(arena);
  if (status == PL_OK) return pl__csv_save(ctx, &text, path);
  pl_text_clear(&text);
  return status;
}

pl_status pl__result_frames_csv(pl_context *ctx, const pl_fit *fit, const char *path) {
  pl_arena *arena = pl_arena_create(ctx);
  pl_status status = arena ? PL_OK : PL_ERROR_MEMORY;
  pl_text text;
  const char *head = NULL;
  pl_text_init(&text, ctx);
  for (int i = 0; i < fit->problem.n_case && status == PL_OK; i++) {
    const pl_fit_case *c = &fit->work.fit_case[i];
    const pl_protocol_view *view = pl_case_view(c);
    if (!view->frames_csv) continue;
    if (view->frames_csv_head != head) pl_text_add(&text, head = view->frames_csv_head);
    status = view->frames_csv(arena, c, &text);
  }
  pl_arena_destroy(arena);
  if (status == PL_OK && text.size > 0) return pl__csv_save(ctx, &text, path);
  pl_text_clear(&text);
  return status;
}
