// fit.c: the schedule and the model of tests of sliding: one coefficient per surface, phase and direction that was measured.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "estimate/model/registry.h"
#include "estimate/problem/whole.h"
#include "protocol/slide/say_slide.h"
#include "protocol/slide/slide_part.h"

// Mean coefficient of a phase over all fitted readings that touch an axis; NAN: there are none.
static double start_of(const pl_fit *fit, const pl_stage *stage, const char *against, int phase, int axis) {
  double sum = 0;
  int n = 0;
  (void)stage;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_test *test = fit->work.fit_case[i].test;
    const pl_slide *slide = pl_slide_of(test);
    double share[2];
    if (!slide || (slide->against ? !against || strcmp(slide->against, against) != 0 : against != NULL)) continue;
    const double *value = test->channel[pl_slide_channel(slide->kind, phase)].value;
    pl__slide_shares(test->angle, share);
    for (int f = 0; f < test->n_frame && value && share[axis] > 0; f++, n++) sum += pl__slide_coefficient(slide, f, value[f]);
  }
  return n > 0 ? sum / n : NAN;
}

static pl_status add_terms(const pl_fit *fit, const pl_stage *stage, const char *against, pl_material *material) {
  static const char *const axis[] = {"warp", "weft"};
  for (int phase = 0; phase < PL_SLIDE_PHASES; phase++)
    for (int a = 0; a < 2; a++) {
      double mu = start_of(fit, stage, against, phase, a);
      char text[400], on[64] = "", value[64];
      if (!isfinite(mu) || pl__slide_term(material, against, phase, a)) continue;
      snprintf(value, sizeof value, "%s-%s", pl__slide_phase_name[phase], axis[a]);
      if (against) snprintf(on, sizeof on, ", \"against\": \"%s\"", against);
      snprintf(text, sizeof text,
               "{\"name\": \"%s%s%s\", \"strain\": \"slip\", \"values\": [\"%s\"], \"law\": \"linear\"%s, \"parameters\": {\"k\": %.17g}}",
               value, against ? "-on-" : "", against ? against : "", value, on, mu);
      PL_TRY(pl_material_add_term(material, text));
    }
  return PL_OK;
}

static pl_status make_material(const pl_fit *fit, const pl_stage *stage, pl_material **out) {
  pl_measurement whole = pl_fit_whole(fit);
  pl_material *material;
  PL_TRY(pl_material_create(fit->ctx, whole.name, whole.density, &material));
  pl_status status = PL_OK;
  for (int i = 0; i < fit->problem.n_fitted; i++)
    PL_TRY_CLEAN(add_terms(fit, stage, pl_slide_of(fit->work.fit_case[i].test)->against, material));
  PL_TRY_CLEAN(pl_material_finish(material));
  material->note = pl_arena_text(material->arena, pl_say(material->arena, SAY_SLIDE_NOTE).text);
  *out = material;
  return PL_OK;
cleanup:
  pl_material_destroy(material);
  return status;
}

static pl_status run(pl_fit *fit, pl_solution *solution) {
  const pl_stage plain = pl_stage_default(&fit->problem), stage = pl_stage_named(&plain, "coefficients");
  pl_material *material = NULL;
  PL_TRY(make_material(fit, &stage, &material));
  PL_TRY(pl_stage_material(&fit->problem, &fit->work, &stage, &fit->material, material));
  return pl_stage_run(&fit->problem, &fit->work, fit->material, &stage, solution);
}

static const pl_schedule schedule = {.name = "sliding", .run = run};
static const char name[] = "coulomb";

static int list(pl_fit_model *model) {
  model[0] = (pl_fit_model){.name = name, .help = "one coefficient of friction by surface, phase and direction", .schedule = &schedule};
  return 1;
}

static const char *usual(const pl_fit *fit, const pl_test *test) {
  (void)fit, (void)test;
  return name;
}

const pl_protocol_models pl__slide_models = {.list = list, .usual = usual};
