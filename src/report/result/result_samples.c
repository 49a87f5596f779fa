// result_samples.c: the member "samples" of fit.json: material samples, the stages that inserted them, and the stiffness map.
#include <math.h>

#include "report/result/result_parts.h"
#include "estimate/field/sample_plan.h"
#include "report/result/stiffness_map.h"

pl_status pl__result_samples_json(pl_json_writer *w, pl_arena *arena, const pl_fit *fit) {
  const pl_samples *samples = pl_material_samples(fit->material);
  pl_stiffness_map map = {0};
  if (!samples) return PL_OK;
  pl_json_begin_object(w, "samples");
  pl_json_put_number(w, "radius", samples->radius);
  pl_json_begin_array(w, "points");
  for (int m = 0; m < samples->n; m++) {
    pl_json_begin_array(w, NULL);
    for (int k = 0; k < 3; k++) pl_json_put_number(w, NULL, samples->point[3 * m + k]);
    pl_json_end_array(w);
  }
  pl_json_end_array(w);
  pl_json_begin_object(w, "regularisation");
  pl_json_put_number(w, "contrast", fit->solution.ties.n > 0 ? fit->map.tie.tau : NAN);
  pl_json_put_number(w, "length", fit->solution.ties.n > 0 ? fit->map.tie.length : NAN);
  pl_json_put_number(w, "noise", fit->solution.ties.n > 0 ? fit->map.tie.noise : NAN);
  pl_json_put_integer(w, "rows", fit->solution.ties.n);
  pl_json_put_number(w, "effective", fit->solution.ties.n > 0 ? fit->evidence.effective : NAN);
  pl_json_end_object(w);
  pl_json_begin_array(w, "stages");
  for (int i = 0; i < fit->way.n_sample_stage; i++) {
    const pl_sample_stage *stage = &fit->way.sample_stage[i];
    pl_json_begin_object(w, NULL);
    pl_json_put_integer(w, "samples", stage->n_sample);
    pl_json_put_integer(w, "parameters", stage->n_parameter);
    pl_json_put_number(w, "radius", stage->radius);
    pl_json_put_number(w, "start_chi2", stage->start);
    pl_json_put_number(w, "chi2", stage->chi2);
    pl_json_put_number(w, "regularisation", stage->regularisation);
    pl_json_put_number(w, "relative_error", stage->relative);
    pl_json_put_number(w, "held_out", stage->held_out);
    pl_json_put_number(w, "left_out", stage->left_out);
    pl_json_put_number(w, "excess", stage->excess);
    pl_json_put_number(w, "excess_error", stage->excess_error);
    pl_json_put_bool(w, "kept", stage->kept);
    pl_json_put_bool(w, "needed", stage->needed);
    pl_json_put_number(w, "seconds", stage->seconds);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  for (int i = 0; i < fit->problem.n_case && !map.element; i++) PL_TRY(pl_stiffness_map_make(arena, fit, &fit->work.fit_case[i], &map));
  if (map.element) {
    pl_json_begin_object(w, "stiffness");
    pl_json_put_text(w, "name", PL_STIFFNESS_NAME);
    pl_json_put_text(w, "unit", map.unit);
    pl_json_put_number(w, "low", map.low);
    pl_json_put_number(w, "high", map.high);
    pl_json_put_number(w, "relative_sigma", pl_stiffness_median_sigma(arena, &map));
    pl_json_end_object(w);
  }
  pl_json_end_object(w);
  return PL_OK;
}
