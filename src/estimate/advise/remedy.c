// remedy.c: see remedy.h. One row per protocol, one column per warning; what depends on the model is in `model_remedy`.
#include "estimate/advise/remedy.h"

#include <string.h>

#include "estimate/model/additive_model.h"
#include "protocol/homogeneous/homogeneous.h"
#include "protocol/roll/roll.h"
#include "protocol/biaxial-hang/hang.h"
#include "protocol/capture/capture.h"
#include "protocol/cantilever/cantilever.h"
#include "protocol/weights/weights.h"
#include "protocol/poses/poses.h"

typedef enum kind_of_test { CURVE, CAPTURE, HUNG, STRIP, WEIGHTS, ROLL, STATE, BODY } kind_of_test;

#define BODY_MISSES "the model cannot follow these readings; "
#define BODY_ALONE "or fit this pose alone to see whether two poses disagree"

static const char *const row[][PL_REMEDY_COUNT] = {
    [CURVE] = {"they were left out; simulate with more --cells, or fit fewer --segments",
               "add a test that strains the fabric that way, or fit fewer --segments",
               "look at this curve first: wrong file, direction, specimen size, outliers or a broken specimen; only then at the model",
               "the model cannot follow this curve; try more --segments, or fit this direction alone to see whether two tests disagree",
               "measure more points, or fit fewer --segments"},
    [CAPTURE] = {"they were left out; simulate with more --cells, or fit fewer --max-points",
                 "add a motion that strains the fabric that way, or fit fewer --max-points",
                 "look at this capture first: direction, masses, cords, frames that were tracked badly; only then at the model",
                 "the model cannot follow this motion; try more --max-points, another --model or a finer mesh (--cells)",
                 "capture more frames, or fit fewer --max-points"},
    [HUNG] = {"they were left out; leave out photographs with heavy sides and no weight below, or fit fewer --points",
              "hang a sample cut at another angle, or fit fewer --points",
              "look at these labels first: wrong file, cut, weights or calibration; only then at the model",
              "the model cannot follow these samples; try more --points, or fit this cut alone to see whether two samples disagree",
              "label more points or photographs, or fit fewer --points"},
    [STRIP] = {"they were left out; simulate with more --cells, or fit fewer --bend-knots",
               "photograph overhangs that bend that way, or fit fewer --bend-knots",
               "look at this strip first: wrong file, cut, overhang, density or calibration; only then at the model",
               "the model cannot follow this strip; try more --bend-knots, or fit this direction alone to see whether two strips disagree",
               "label more points or overhangs, or fit fewer --bend-knots"},
    [WEIGHTS] = {"they were left out; take smaller steps between the weights", "hang heavier weights, or add cycles that turn earlier",
                 "look at this path first: order of the rows, weights, rest length; only then at the model",
                 "the model cannot follow this path; try another --friction, or fit this direction alone to see whether two tests disagree",
                 "read more lengths, or take a --friction with fewer numbers"},
    [ROLL] = {"they were left out; simulate with more --cells", "roll around other radii, or give \"rigidity\"",
              "look at this strip first: wrong file, side, radius, density or calibration; only then at the model",
              "the model cannot follow this strip; try another --friction, or fit it alone to see whether two strips disagree",
              "label more points or roll around more radii"},
    [STATE] =
        {"they were left out; leave out states far from the others, or take another --model",
         "add a test in another state (uniaxial, equibiaxial, planar, shear), or take a model with fewer numbers",
         "look at this curve first: stress measure, unit, area, a branch after damage; then take --model additive or ogden-3, which follow "
         "more",
         "the model cannot follow this curve; --model additive or ogden-3 follow more, or fit this state alone to see whether two tests "
         "disagree",
         "measure more points, or take a model with fewer numbers"},
    [BODY] = {"they were left out; refine the mesh, take smaller motions, or a model with fewer numbers",
              "add a pose that strains the body that way, or take a model with fewer numbers",
              "look at this pose first: unit, sign, set, axes, what holds and loads the body; only then at the model",
              "the model cannot follow these readings; refine the mesh, take a material with more numbers, or fit this pose alone",
              "read more places or forces, add poses, or take a model with fewer numbers"}};

static kind_of_test kind_of(const pl_test *test) {
  if (pl_capture_of(test)) return CAPTURE;
  if (pl_hang_of(test)) return HUNG;
  if (pl_cantilever_of(test)) return STRIP;
  if (pl_weights_of(test)) return WEIGHTS;
  if (pl_roll_of(test)) return ROLL;
  if (pl_homogeneous_of(test)) return STATE;
  return pl_poses_of(test) ? BODY : CURVE;
}

bool pl_remedy_has_curves(const pl_fit *fit) {
  for (int t = 0; t < fit->material->n_term; t++)
    if (strstr(fit->material->term[t].law.row->name, "spline")) return true;
  return false;
}

// With the models that have more numbers than the one that was fitted (body_model.c); NULL: none of them was fitted, but a file.
static const char *body_misses(const pl_fit *fit) {
  const char *model = fit->problem.options.model;
  bool solid = fit->material->n_term > 0 && pl_element_is_solid(fit->material->term[0].strain->element);
  bool neo = strcmp(model, "neo-hookean") == 0, orthotropic = strcmp(model, "orthotropic") == 0;
  if (fit->solution.ties.n > 0) return BODY_MISSES "refine the mesh, take more --samples, " BODY_ALONE;
  if (strcmp(model, "isotropic") == 0) return BODY_MISSES "refine the mesh, take --model orthotropic or --samples 4, " BODY_ALONE;
  if ((neo && fit->problem.options.polyconvex) || (orthotropic && solid))
    return BODY_MISSES "refine the mesh, take --model additive or --samples 4, " BODY_ALONE;
  if (neo || strcmp(model, "stvk") == 0)
    return BODY_MISSES "refine the mesh, take --model orthotropic or additive, or --samples 4, " BODY_ALONE;
  if (orthotropic || strcmp(model, "additive") == 0) return BODY_MISSES "refine the mesh, take --samples 4, " BODY_ALONE;
  return NULL;
}

// Linear tetrahedra are used as they are: --elements and "elements" make hexahedra of those in the mesh of the rig.
static bool has_tetrahedra(const pl_fit *fit, const pl_test *test) {
  for (int i = 0; i < fit->problem.n_case; i++) {
    const pl_fit_case *c = &fit->problem.fit_case[i];
    if (c->test == test && c->rig && c->rig->body.mesh->n_tet > 0) return true;
  }
  return false;
}

// Where the model is not that for which the options of the table are; NULL: it is.
static const char *model_remedy(const pl_fit *fit, kind_of_test test, pl_remedy_kind kind) {
  if (pl_material_remembers(fit->material) && kind == PL_REMEDY_FAILED)
    return "they were left out, and the path of this cloth, which remembers, goes on without them; simulate with more --cells";
  bool curves = pl_remedy_has_curves(fit);
  if (test == STATE && pl_homogeneous_of(fit->problem.fit_case[0].test) &&
      pl_homogeneous_of(fit->problem.fit_case[0].test)->symmetry == PL_SYMMETRY_ORTHOTROPIC) {
    if (kind == PL_REMEDY_POOR)
      return "look at this curve first: angle and axes, stress measure, unit, area, a branch after damage; only then at the model";
    if (kind == PL_REMEDY_SYSTEMATIC && !curves)
      return "the model cannot follow this curve; sheets have curves with --model additive; or fit this test alone to see whether two "
             "disagree";
  }
  if (test == STATE && kind == PL_REMEDY_POOR && curves)
    return "look at this curve first: stress measure, unit, area, a branch after damage; only then at the model";
  if (test == STATE && kind == PL_REMEDY_SYSTEMATIC && curves)
    return "the model cannot follow this curve; fit this state alone to see whether two tests disagree";
  if (test == BODY && kind == PL_REMEDY_SYSTEMATIC) return body_misses(fit);
  if (test == BODY && kind == PL_REMEDY_FEW && fit->solution.ties.n > 0)
    return "read more places or forces, add poses, or take fewer --samples";
  if ((test != CURVE && test != CAPTURE) || curves) return NULL;
  switch (kind) {
  case PL_REMEDY_FAILED: return "they were left out; simulate with more --cells";
  case PL_REMEDY_UNKNOWN: return "add a test that strains the fabric that way";
  case PL_REMEDY_SYSTEMATIC:
    return test == CURVE ? "the model cannot follow this curve; one with curves may: --model volino or convex, or a material file with them"
                         : "the model cannot follow this motion; one with curves may: leave out --variant linear";
  case PL_REMEDY_FEW: return test == CURVE ? "measure more points, or take a model with fewer numbers" : "capture more frames";
  default: return NULL;
  }
}

bool pl_remedy_systematic(const pl_score *score) { return score->used && score->correlation > 0.9 && score->relative > 0.02; }

bool pl_remedy_missed(const pl_fit *fit, const pl_score *score) {
  return (score->used && score->r2 < fit->problem.options.accept_r2) || pl_remedy_systematic(score);
}

const char *pl_remedy(const pl_fit *fit, const pl_test *test, pl_remedy_kind kind) {
  if (!test && fit->problem.n_case > 0) test = fit->problem.fit_case[0].test;
  kind_of_test of = test ? kind_of(test) : CURVE;
  const char *own = model_remedy(fit, of, kind);
  if (!own) own = row[of][kind];
  if (of != BODY || (kind != PL_REMEDY_POOR && kind != PL_REMEDY_SYSTEMATIC) || !has_tetrahedra(fit, test)) return own;
  const char *both = pl_arena_printf(
      fit->arena, "fit with --elements hexahedra or a finer mesh first, for few tetrahedra of four vertices are too stiff; then: %s", own);
  return both ? both : own;
}

const char *pl_remedy_stop(const pl_fit *fit) {
  if (fit->solution.interrupted) return "the best point found is kept; fit again without interrupting it, or with a coarser mesh";
  if (fit->findings.contradicts) return "correct or leave out the readings that contradict the others, then fit again";
  if (strstr(fit->solution.stop_reason, "limit"))
    return "raise --max-iterations, or look at the convergence table for a test that pulls against the others";
  return "look at the convergence table for a test that pulls against the others, or take a model with fewer numbers";
}

const char *pl_remedy_fewer(const pl_fit *fit, const char *before) {
  const char *points = fit->problem.options.max_points > 3 ? "--max-points 3" : NULL;
  int s = 0;
  if (fit->problem.n_case > 0 && pl_poses_of(fit->problem.fit_case[0].test))
    return pl_arena_printf(
        fit->arena, "%stake a model with fewer numbers (--model stvk, orthotropic), or add poses that strain the body that way", before);
  while (s < PL_ADDITIVE_STAGES && strcmp(fit->problem.options.addends, pl_additive_stage_names[s]) != 0) s++;
  bool lower = s < PL_ADDITIVE_STAGES && s > PL_ADDITIVE_ANISOTROPIC;
  if (lower)
    return pl_arena_printf(fit->arena, "%suse fewer numbers: --addends %s%s%s", before, pl_additive_stage_names[s - 1],
                           points ? ", or " : "", points ? points : "");
  return points && s == PL_ADDITIVE_STAGES ? pl_arena_printf(fit->arena, "%suse fewer numbers: %s", before, points)
                                           : pl_arena_printf(fit->arena, "%sadd captures that strain the cloth that way", before);
}
