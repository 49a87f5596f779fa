// field_step.c: implicit steps of a law without an energy (Wang's tensor field) against those of a law with one, on the same sheet. Then the
// motion of the published fabrics. A sheet held at two corners falls from the horizontal. One step of that fall is timed.
#include <math.h>
#include <string.h>

#include "bench/cases.h"
#include "material/wang_file.h"
#include "scenes/scenes.h"
#include "solve/integrate.h"

#define TIME_STEP 0.005  // s
enum { SETTLE = 30 };    // steps of the fall before one is timed

typedef struct subject {
  pl_mesh *mesh;
  pl_material *material;
  pl_model *model;
  pl_stepper *stepper;
  pl_state *state;
  double *x, *v, *target;  // [n_dof], of the state that every timed step begins from, and where the corners are
  pl_step_report report;   // of the last step
  pl_status status;
} subject;

static void destroy(subject *s) {
  pl_state_destroy(s->state);
  pl_stepper_destroy(s->stepper);
  pl_model_destroy(s->model);
  pl_material_destroy(s->material);
  pl_mesh_destroy(s->mesh);
  *s = (subject){0};
}

// A square metre of the material (taken over), horizontal, held at two corners.
static pl_status create(evidence *e, pl_material *material, int cells, int newton, subject *s) {
  *s = (subject){.material = material};
  pl_dynamics still = {0};
  pl_specimen specimen = {.length = 1, .width = 1, .n_length = cells, .n_width = cells, .kind = PL_TOPOLOGY_ALTERNATING, .seed = 1};
  pl_integrate_options options = pl_integrate_options_default();
  options.step = TIME_STEP;
  options.newton = newton;
  PL_TRY(pl_mesh_strip(e->ctx, &specimen, &s->mesh));
  size_t n = 3 * (size_t)s->mesh->n_vertex;
  uint8_t *fixed = pl_arena_alloc(e->arena, n, sizeof *fixed);
  s->x = pl_arena_alloc(e->arena, n, sizeof *s->x);
  s->v = pl_arena_alloc(e->arena, n, sizeof *s->v);
  s->target = pl_arena_alloc(e->arena, n, sizeof *s->target);
  if (!fixed || !s->x || !s->v || !s->target) return PL_ERROR_MEMORY;
  for (size_t v = 0; v < n; v += 3)
    if (s->mesh->x0[v] < 1e-9 && (s->mesh->x0[v + 1] < 1e-9 || s->mesh->x0[v + 1] > 1 - 1e-9)) fixed[v] = fixed[v + 1] = fixed[v + 2] = 1;
  memcpy(s->target, s->mesh->x0, n * sizeof *s->target);
  PL_TRY(pl_model_create(e->ctx, s->mesh, material, &(pl_model_options){.gravity = {0, 0, -9.80665}, .fixed = fixed}, &s->model));
  PL_TRY(pl_stepper_create(s->model, &still, &options, &s->stepper));
  return pl_state_create(s->model, s->mesh->x0, &s->state);
}

static pl_status advance(subject *s) { return pl_step(s->stepper, s->material->theta, s->state, s->target, NULL, &s->report); }

// The step from the kept state, again and again.
static void step(void *user) {
  subject *s = user;
  size_t n = (size_t)s->model->n_dof;
  memcpy(s->state->x, s->x, n * sizeof *s->x);
  memcpy(s->state->v, s->v, n * sizeof *s->v);
  pl_status status = advance(s);
  if (s->status == PL_OK) s->status = status;
}

static pl_status settle(subject *s) {
  for (int i = 0; i < SETTLE; i++) PL_TRY(advance(s));
  memcpy(s->x, s->state->x, (size_t)s->model->n_dof * sizeof *s->x);
  memcpy(s->v, s->state->v, (size_t)s->model->n_dof * sizeof *s->v);
  return PL_OK;
}

// ---- the cost ----

// A knit whose tensor varies by half over its ring. With and without an energy the stiffness at rest and the bending are the same.
static pl_status make_material(evidence *e, bool energy, pl_material **material) {
  static const char field[] =
      "{\"name\": \"stretch\", \"strain\": \"green\", \"law\": \"polar-tensor\", \"radii\": [0.1667], \"angles\": {\"unit\": \"deg\", "
      "\"values\": [0, 45, 90]}, \"parameters\": {\"unit\": \"N/m\", \"values\": [80, 20, 60, 30, 120, 30, 90, 45, 72, 18, 54, 27, 112, "
      "28, "
      "84, 42]}}",
                    constant[] =
                        "{\"name\": \"stretch\", \"strain\": \"green\", \"law\": \"orthotropic\", \"parameters\": {\"unit\": \"N/m\", "
                        "\"values\": [80, 20, 60, 15]}}";
  PL_TRY(pl_material_create(e->ctx, energy ? "energy" : "field", 0.2, material));
  pl_status status = pl_material_add_term(*material, energy ? constant : field);
  if (status == PL_OK)
    status = pl_material_add_term(
        *material, "{\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"linear\", \"parameters\": {\"k\": \"1e-5 N m\"}}");
  if (status == PL_OK) status = pl_material_finish(*material);
  if (status != PL_OK) pl_material_destroy(*material);
  return status;
}

static pl_status compare(evidence *e, int cells, int newton) {
  subject with = {0}, without = {0};
  pl_material *material;
  pl_status status = make_material(e, true, &material);
  if (status == PL_OK) status = create(e, material, cells, newton, &with);
  if (status == PL_OK) status = make_material(e, false, &material);
  if (status == PL_OK) status = create(e, material, cells, newton, &without);
  if (status == PL_OK) status = settle(&with);
  if (status == PL_OK) status = settle(&without);
  if (status == PL_OK) {
    double seconds[2], ratio = evidence_ratio(step, &with, step, &without, e->full ? 20 : 4, &seconds[0], &seconds[1]);
    const char *how = newton == 1 ? "one solve per step" : "iterated";
    evidence_at_most(e, ratio, "", 1.1, "%s: step of a law without an energy / with one", how);
    for (int i = 0; i < 2; i++) {
      const subject *s = i ? &without : &with;
      evidence_inform(e, 1e3 * seconds[i], "ms", "", "%s: %s an energy (%d solves, %d factors)", how, i ? "without" : "with",
                      s->report.iterations, s->report.factors);
    }
    status = with.status != PL_OK ? with.status : without.status;
  }
  destroy(&with);
  destroy(&without);
  return status;
}

// ---- the published fabrics ----

static const char *const fabrics[] = {"11oz-black-denim",   "camel-ponte-roma",  "gray-interlock", "ivory-rib-knit",
                                      "navy-sparkle-sweat", "pink-ribbon-brown", "royal-target",   "tango-red-jet-set",
                                      "white-dots-on-blk",  "white-swim-solid"};
enum { N_FABRIC = sizeof fabrics / sizeof *fabrics };

typedef struct tally {
  int64_t solves, loose, parts, halved, stopped;
  double gained;  // J, the largest rise of the total energy within a step
} tally;

static pl_status fall(evidence *e, const char *path, const char *name, int cells, int n_step, tally *t) {
  pl_wang_table table;
  pl_material *material;
  subject s;
  pl_wang_options options = pl_wang_options_default();
  PL_TRY(pl_wang_load(e->ctx, path, &table));
  PL_TRY(pl_wang_material(e->ctx, name, path, &table, &options, &material));
  pl_status status = create(e, material, cells, 50, &s);
  double total = 0;
  for (int i = 0; i < n_step && status == PL_OK && !t->stopped; i++) {
    status = advance(&s);
    if (status != PL_OK) break;
    pl_energies energies = pl_stepper_energies(s.stepper, material->theta, s.state);
    double now = pl_energies_balance(&energies);
    if (i > 0) t->gained = fmax(t->gained, now - total);
    total = now;
    t->solves += s.report.iterations;
    t->loose += s.report.finite && !s.report.converged;
    t->parts += s.report.parts > 1;
    t->halved += s.report.halved;
    t->stopped += !s.report.finite;
  }
  destroy(&s);
  return status;
}

static pl_status fall_all(evidence *e, const char *folder) {
  int cells = e->full ? 40 : 12, n_step = (int)lround((e->full ? 2 : 0.25) / TIME_STEP);
  tally all = {0};
  for (int i = 0; i < N_FABRIC; i++) {
    const char *path = pl_path_join(e->arena, folder, pl_arena_printf(e->arena, "%s.json", fabrics[i]));
    if (!path) return PL_ERROR_MEMORY;
    tally t = {0};
    double begin = pl_seconds();
    PL_TRY(fall(e, path, fabrics[i], cells, n_step, &t));
    evidence_inform(e, (double)t.solves / n_step, "", "", "%s: solves per step (%lld steps in parts, most gain in a step %.2g J, %.1f s)",
                    fabrics[i], (long long)t.parts, t.gained, pl_seconds() - begin);
    all.loose += t.loose + t.stopped;
    all.parts += t.parts;
  }
  evidence_at_most(e, (double)all.loose, "", 0, "steps of ten published fabrics that did not converge, of %d", N_FABRIC * n_step);
  evidence_inform(e, (double)all.parts, "", "", "steps that were made in parts");
  evidence_note(e, "Fabrics as published: %d x %d cells fall for %g s in steps of %g ms, held at two corners.", cells, cells,
                n_step * TIME_STEP, 1e3 * TIME_STEP);
  return PL_OK;
}

pl_status bench_field_step(evidence *e) {
  int cells = e->full ? 64 : 32;
  PL_TRY(compare(e, cells, 1));
  PL_TRY(compare(e, cells, 50));
  evidence_note(e, "Timed on %d triangles. Ratios are medians of ratios of neighbouring timings.", 2 * cells * cells);
  const char *folder = scene_shared_data(e->arena, "arcsim-wang2011");
  if (folder) return fall_all(e, folder);
  evidence_note(e, "The published material files are absent.");
  return PL_OK;
}
