// plan.c: test plans and materials of the scenes.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scenes/scenes.h"
#include "protocol/tensile/tensile.h"
#include "protocol/disk-push/disk.h"

static pl_status fill_control(pl_arena *arena, const pl_protocol *protocol, int control, double last, int n_frame, pl_test *test) {
  double *value = pl_arena_alloc(arena, (size_t)n_frame, sizeof *value);
  int *branch = pl_arena_alloc(arena, (size_t)n_frame, sizeof *branch);
  if (!value || !branch) return PL_ERROR_MEMORY;
  for (int f = 0; f < n_frame; f++) value[f] = last * f / (n_frame - 1);
  for (int c = 0; c < protocol->n_channel; c++) test->channel[c].row = &protocol->channel[c];
  test->channel[control].value = value;
  test->raw[control] = value;
  test->branch = test->raw_branch = branch;
  test->n_frame = test->n_raw = n_frame;
  test->control = control;
  return PL_OK;
}

pl_status scene_tensile_plan(pl_arena *arena, const scene_tensile *scene, pl_test *test) {
  *test = (pl_test){.protocol = pl_protocol_find("tensile"),
                    .name = scene->name,
                    .file = "",
                    .length = scene->length,
                    .width = scene->width,
                    .strips = 1,
                    .angle = scene->angle,
                    .method = scene->method,
                    .observed = scene->control == PL_TENSILE_DISPLACEMENT ? PL_TENSILE_FORCE : PL_TENSILE_SHEAR_FORCE};
  return fill_control(arena, pl_protocol_find("tensile"), scene->control, scene->last, scene->n_frame, test);
}

pl_status scene_disk_plan(pl_arena *arena, double frame, double disk, double last, int n_frame, pl_test *test) {
  *test = (pl_test){.protocol = pl_protocol_find("disk-push"),
                    .name = "push",
                    .file = "",
                    .length = frame,
                    .width = disk,
                    .strips = 1,
                    .observed = PL_DISK_FORCE};
  return fill_control(arena, pl_protocol_find("disk-push"), PL_DISK_DISPLACEMENT, last, n_frame, test);
}

// ---- materials ----

static pl_status finish(pl_material *material, pl_status status, pl_material **out) {
  if (status == PL_OK) status = pl_material_finish(material);
  *out = status == PL_OK ? material : NULL;
  if (status != PL_OK) pl_material_destroy(material);
  return status;
}

static void set(pl_material *material, const char *name, double value) {
  int j = pl_material_parameter_index(material, name);
  PL_ASSERT(j >= 0);
  material->theta[j] = value;
}

pl_status scene_isotropic(pl_context *ctx, double young, double poisson, pl_material **out) {
  *out = NULL;
  pl_material *material;
  PL_TRY(pl_material_create(ctx, "isotropic", 0.1, &material));
  PL_TRY(finish(material, pl_material_add_term(material, "{\"name\": \"membrane\", \"strain\": \"green\", \"law\": \"isotropic\"}"), out));
  set(material, "membrane.young", young);
  set(material, "membrane.poisson", poisson);
  return PL_OK;
}

pl_status scene_nonlinear(pl_context *ctx, double young, pl_material **out) {
  static const char *const term[] = {
      "{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"stress-spline\", \"order\": 3, "
      "\"knots\": [0, 0.05, 0.1, 0.2], \"compression\": \"antisymmetric\"}",
      "{\"name\": \"weft\", \"strain\": \"green\", \"values\": [\"weft\"], \"law\": \"stress-spline\", \"order\": 3, "
      "\"knots\": [0, 0.05, 0.1, 0.2], \"compression\": \"antisymmetric\"}",
      "{\"name\": \"shear\", \"strain\": \"green\", \"values\": [\"shear\"], \"law\": \"stress-spline\", \"order\": 2, "
      "\"knots\": [0, 0.1, 0.2, 0.4], \"compression\": \"antisymmetric\"}",
  };
  *out = NULL;
  pl_material *material;
  PL_TRY(pl_material_create(ctx, "nonlinear orthotropic", 0.1, &material));
  pl_status status = PL_OK;
  for (int i = 0; i < 3 && status == PL_OK; i++) status = pl_material_add_term(material, term[i]);
  PL_TRY(finish(material, status, out));
  static const double level[3] = {1, 0.8, 0.5};  // warp, weft, shear; stiffening by half over the knots
  for (int i = 0; i < 3; i++) {
    const pl_term *t = &material->term[i];
    for (int j = 0; j < t->law.n_param; j++) material->theta[t->theta + j] = young * level[i] * (1 + 0.5 * j / (t->law.n_param - 1));
  }
  return PL_OK;
}

pl_status scene_springs(pl_context *ctx, double young, pl_material **out) {
  *out = NULL;
  pl_material *material;
  PL_TRY(pl_material_create(ctx, "springs", 0.1, &material));
  PL_TRY(finish(material, pl_material_add_term(material, "{\"name\": \"edge\", \"strain\": \"spring\", \"law\": \"linear\"}"), out));
  material->theta[0] = young;
  return PL_OK;
}

void scene_uniform_force(const pl_material *material, const pl_test *test, double du, double dv, double *fu, double *fv) {
  pl_sample sample = {test->length, test->width};
  double s[3] = {0}, t[3], elongation, shear;
  // pulled along weft, the specimen's second axis runs against the warp: the shear angle changes its sign
  int axis = fabs(sin(test->angle)) > 0.5 ? 1 : 0;
  double sign = axis ? -1 : 1;
  pl_tensile_strain(&sample, du, dv, &elongation, &shear);
  s[axis] = elongation;
  s[2] = sign * shear;
  pl_material_eval(material, pl_strain_find("green"), NULL, s, NULL, t, NULL);
  pl_tensile_force(&sample, du, dv, t[axis], sign * t[2], fu, fv);
}
