// result_csv.c: predictions.csv (one row per test, channel and frame) and frames.csv (of captures).
#include "report/result/result_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "protocol/capture/capture.h"
#include "protocol/poses/poses.h"

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

// Everything that is the same for all rows of one test and channel.
static void begin_row(pl_text *out, const pl_fit_case *c, int channel, const char *kind, int frame, int component, int branch,
                      double control) {
  const pl_protocol *protocol = c->measurement->protocol;
  const pl_channel_row *x = &protocol->channel[c->test->control], *y = &protocol->channel[channel];
  pl__csv_cell(out, c->test->name);
  // captures and poses have no control: clips are where they were seen, supports where a pose has them
  bool controlled = !pl_capture_of(c->test) && !pl_poses_of(c->test);
  pl_text_printf(out, ",%s,%s,%d,%s,%s,%s,", c->held_out ? "held-out" : "fitted", kind, frame + 1, controlled ? branch_name[branch] : "",
                 controlled ? x->name : "", controlled ? pl__si_unit(x->dim) : "");
  if (controlled) pl__csv_number(out, control);
  pl_text_printf(out, ",%s,%d,%s,", y->name, component + 1, pl__si_unit(y->dim));
}

// only: the one frame that is written, -1 for all.
static void write_channel(pl_text *out, const pl_fit_case *c, int k, int only) {
  const pl_test *test = c->test;
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
    pl_text_add(out, ",");
    if (pl_poses_of(test)) pl__csv_cell(out, pl_poses_of(test)->pose[f].name);
    pl_text_add(out, ",");
    pl__csv_cell(out, test->channel[k].component ? test->channel[k].component[i % width] : "");
    pl_text_add(out, "\n");
  }
  for (int f = 0; f < test->n_raw && test->raw[k] && width == 1; f++) {
    begin_row(out, c, k, "raw", f, 0, test->raw_branch ? test->raw_branch[f] : PL_BRANCH_LOAD,
              test->raw[test->control] ? test->raw[test->control][f] : NAN);
    pl__csv_number(out, test->raw[k][f]);
    pl_text_add(out, ",,,,,\n");
  }
}

pl_status pl__result_predictions_csv(pl_context *ctx, const pl_fit *fit, const char *path) {
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_add(&text, "test,use,kind,frame,branch,control,control unit,control value,channel,component,unit,measured,predicted,sigma of "
                     "prediction,sigma of measurement,pose,reading\n");
  pl_arena *arena = pl_arena_create(ctx);
  pl_status status = arena ? PL_OK : PL_ERROR_MEMORY;
  for (int i = 0; i < fit->problem.n_case && status == PL_OK; i++) {
    const pl_fit_case *c = &fit->problem.fit_case[i];
    pl_capture_result capture = {.worst_frame = -1};
    if (pl_resampled_of(c->test)) status = pl_result_capture(arena, c, &capture);
    // all positions of all frames would be tens of megabytes: the frame that is predicted worst shows where the model errs
    for (int k = 0; k < PL_MAX_CHANNEL && status == PL_OK; k++)
      if (c->predicted[k])
        write_channel(&text, c, k, pl_resampled_of(c->test) && k == PL_CAPTURE_POSITIONS ? (int)fmax(capture.worst_frame, 0) : -1);
  }
  pl_arena_destroy(arena);
  if (status == PL_OK) return pl__csv_save(ctx, &text, path);
  pl_text_clear(&text);
  return status;
}

pl_status pl__result_frames_csv(pl_context *ctx, const pl_fit *fit, const char *path) {
  bool any = false;
  for (int i = 0; i < fit->problem.n_case; i++) any = any || pl_resampled_of(fit->problem.fit_case[i].test);
  if (!any) return PL_OK;
  pl_arena *arena = pl_arena_create(ctx);
  pl_status status = arena ? PL_OK : PL_ERROR_MEMORY;
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_add(&text,
              "test,use,frame,file_frame,clip,force measured [N],force predicted [N],force difference rms over clips [N],distance rms "
              "[m],distance largest [m]\n");
  for (int i = 0; i < fit->problem.n_case && status == PL_OK; i++) {
    const pl_fit_case *c = &fit->problem.fit_case[i];
    pl_capture_result r;
    if (!pl_resampled_of(c->test) || (status = pl_result_capture(arena, c, &r)) != PL_OK) continue;
    for (int f = 0; f < r.n_frame; f++)
      for (int clip = 0; clip < (r.n_clip ? r.n_clip : 1); clip++) {
        size_t at = (size_t)clip * (size_t)r.n_frame + (size_t)f;
        pl__csv_cell(&text, c->test->name);
        pl_text_printf(&text, ",%s,%d,%d,", c->held_out ? "held-out" : "fitted", f + 1, pl_capture_file_frame(pl_capture_of(c->test), f));
        if (r.n_clip) pl__csv_cell(&text, pl_capture_of(c->test)->clip[clip].name);
        double row[] = {r.n_clip ? r.measured[at] : NAN, r.n_clip ? r.predicted[at] : NAN, r.force ? r.force[f] : NAN, r.distance[f],
                        r.distance_largest[f]};
        for (int j = 0; j < 5; j++) {
          pl_text_add(&text, ",");
          pl__csv_number(&text, row[j]);
        }
        pl_text_add(&text, "\n");
      }
  }
  pl_arena_destroy(arena);
  if (status == PL_OK) return pl__csv_save(ctx, &text, path);
  pl_text_clear(&text);
  return status;
}
