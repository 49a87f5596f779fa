// friction_step.c: what internal friction adds to one implicit step of a 1 m x 1 m sheet (Miguel et al. 2013, section 5). The same step
// with and without Dahl's law on warp, weft, shear and bending, measured in turns. It uses one linear solve as in the paper, or Newton to
// convergence.
#include <math.h>
#include <string.h>
#include <time.h>

#include "bench/accuracy/dahl/dahl_cloth.h"
#include "bench/cases.h"
#include "material/material.h"

#define TIME_STEP 0.005  // s
enum { SETTLE = 30 };    // steps that the sheet falls before it is timed, so that no history is virgin

enum { STEP, ASSEMBLY, SOLVE, N_PART };

typedef struct subject {
  pl_mesh *mesh;
  pl_material *material;
  pl_model *model;
  pl_stepper *stepper;
  pl_state *state;
  pl_history *history;      // of the state that every step begins from
  double *x, *v;            // [n_dof], m and m/s, of that state
  double *step, *gradient;  // [n_dof]
  double *inertia;          // [n_dof], kg
  pl_work *work;
  pl_factor *factor;
  pl_block_matrix hess;
  pl_step_report report;
  double fastest[N_PART];  // s, processor time of the fastest call
  pl_status status;
} subject;

static void destroy(subject *s) {
  pl_factor_destroy(s->factor);
  pl_work_destroy(s->work);
  pl_history_destroy(s->history);
  pl_state_destroy(s->state);
  pl_stepper_destroy(s->stepper);
  pl_model_destroy(s->model);
  pl_material_destroy(s->material);
  pl_mesh_destroy(s->mesh);
}

// ---- what is timed ----

static void keep(subject *s, pl_status status) {
  if (s->status == PL_OK) s->status = status;
}

static void note_time(subject *s, int part, clock_t start) {
  s->fastest[part] = fmin(s->fastest[part], (double)(clock() - start) / CLOCKS_PER_SEC);
}

static void step(void *user) {
  subject *s = user;
  size_t n = (size_t)s->model->n_dof;
  memcpy(s->state->x, s->x, n * sizeof *s->x);
  memcpy(s->state->v, s->v, n * sizeof *s->v);
  pl_history_copy(s->history, s->state->history);
  clock_t start = clock();
  keep(s, pl_step(s->stepper, s->material->theta, s->state, s->x, NULL, &s->report));
  note_time(s, STEP, start);
}

static void assemble(void *user) {
  subject *s = user;
  double energy;
  clock_t start = clock();
  pl_work_set_history(s->work, s->history);
  pl_model_eval(s->model, s->material->theta, s->x, PL_HESS_PSD, &energy, s->gradient, &s->hess, s->work);
  note_time(s, ASSEMBLY, start);
}

static void factorise_and_solve(void *user) {
  subject *s = user;
  pl_factor_outcome outcome;
  clock_t start = clock();
  keep(s, pl_factor_compute(s->factor, &s->hess, 1 / (TIME_STEP * TIME_STEP), s->inertia, &outcome));
  if (outcome == PL_FACTOR_OK) keep(s, pl_factor_solve(s->factor, 1, s->gradient, s->step));
  note_time(s, SOLVE, start);
}

// ---- the sheet ----

static pl_status make_stepper(subject *s, int newton) {
  pl_integrate_options options = pl_integrate_options_default();
  options.step = TIME_STEP;
  options.newton = newton;
  pl_stepper_destroy(s->stepper);
  s->stepper = NULL;
  for (int i = 0; i < N_PART; i++) s->fastest[i] = INFINITY;
  return pl_stepper_create(s->model, &(pl_dynamics){0}, &options, &s->stepper);
}

static pl_status make(evidence *e, const char *material, int cells, subject *s) {
  const char *folder;
  PL_TRY(evidence_folder(e, &folder));
  const char *path = pl_path_join(e->arena, folder, material);
  if (!path) return PL_ERROR_MEMORY;
  PL_TRY(pl_material_load(e->ctx, path, &s->material));
  pl_specimen specimen = {.length = 1, .width = 1, .n_length = cells, .n_width = cells, .kind = PL_TOPOLOGY_ALTERNATING};
  PL_TRY(pl_mesh_strip(e->ctx, &specimen, &s->mesh));
  size_t n_dof = 3 * (size_t)s->mesh->n_vertex;
  uint8_t *fixed = pl_arena_alloc(e->arena, n_dof, sizeof *fixed);
  double **vectors[] = {&s->x, &s->v, &s->step, &s->gradient, &s->inertia};
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
    if (!(*vectors[i] = pl_arena_alloc(e->arena, n_dof, sizeof(double)))) return PL_ERROR_MEMORY;
  if (!fixed) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < n_dof; i++) fixed[i] = s->mesh->x0[i - i % 3] < 1e-9;  // along the edge x = 0
  pl_model_options options = {.gravity = {0, 0, -9.81}, .fixed = fixed};
  PL_TRY(pl_model_create(e->ctx, s->mesh, s->material, &options, &s->model));
  PL_TRY(pl_work_create(s->model, &s->work));
  PL_TRY(pl_block_matrix_create(e->arena, &s->model->pattern, &s->hess));
  PL_TRY(pl_factor_create(e->ctx, &s->model->pattern, fixed, NULL, PL_FACTOR_CHOLESKY, &s->factor));
  PL_TRY(pl_history_create(s->model, &s->history));
  for (size_t i = 0; i < n_dof; i++) s->inertia[i] = s->model->mass[i / 3];
  return pl_state_create(s->model, s->mesh->x0, &s->state);
}

// Falls for a while; what it has come to is where all timed steps begin.
static pl_status settle(subject *s) {
  PL_TRY(make_stepper(s, 1));
  for (int i = 0; i < SETTLE; i++) PL_TRY(pl_step(s->stepper, s->material->theta, s->state, s->mesh->x0, NULL, &s->report));
  memcpy(s->x, s->state->x, (size_t)s->model->n_dof * sizeof *s->x);
  memcpy(s->v, s->state->v, (size_t)s->model->n_dof * sizeof *s->v);
  pl_history_copy(s->state->history, s->history);
  return PL_OK;
}

// ---- figures ----

// Steps of both in turns: wall time, and processor time, which other programs on the machine disturb less.
static void compare_steps(evidence *e, int cells, const char *how, subject *plain, subject *rub) {
  double ratio = evidence_ratio(step, plain, step, rub, e->full ? 15 : 4, NULL, NULL);
  evidence_at_most(e, ratio, "", 1.15, "%d x %d cells, %s: step with friction / without", cells, cells, how);
  evidence_at_most(e, rub->fastest[STEP] / plain->fastest[STEP], "", 1.15, "%d x %d cells, %s: the same, processor time of the fastest",
                   cells, cells, how);
  evidence_inform(e, 1e3 * plain->fastest[STEP], "ms", "", "%d x %d cells, %s: processor time of the fastest step without friction", cells,
                  cells, how);
}

static pl_status compare(evidence *e, int cells, subject *plain, subject *rub) {
  compare_steps(e, cells, "one solve", plain, rub);
  evidence_ratio(assemble, plain, assemble, rub, 1, NULL, NULL);
  evidence_median(factorise_and_solve, rub, 1, NULL);
  evidence_inform(e, rub->fastest[ASSEMBLY] / plain->fastest[ASSEMBLY], "", "",
                  "%d x %d cells: assembly of energy, gradient and semidefinite Hessian, with friction / without", cells, cells);
  evidence_inform(e, 100 * rub->fastest[ASSEMBLY] / rub->fastest[STEP], "%", "",
                  "%d x %d cells: share of one such assembly in the step with friction", cells, cells);
  evidence_inform(e, 100 * rub->fastest[SOLVE] / rub->fastest[STEP], "%", "",
                  "%d x %d cells: share of factorise and solve in the step with friction", cells, cells);
  PL_TRY(make_stepper(plain, 50));
  PL_TRY(make_stepper(rub, 50));
  compare_steps(e, cells, "Newton to 1e-8 m", plain, rub);
  evidence_inform(e, rub->report.iterations, "", "", "%d x %d cells: linear solves with friction (without: %d)", cells, cells,
                  plain->report.iterations);
  return plain->status != PL_OK ? plain->status : rub->status;
}

static pl_status run(evidence *e, int cells) {
  subject plain = {0}, rub = {0};
  pl_status status = make(e, "plain.json", cells, &plain);
  if (status == PL_OK) status = make(e, "friction.json", cells, &rub);
  if (status == PL_OK) status = settle(&plain);
  if (status == PL_OK) status = settle(&rub);
  if (status == PL_OK) status = compare(e, cells, &plain, &rub);
  destroy(&plain);
  destroy(&rub);
  return status;
}

pl_status bench_friction_step(evidence *e) {
  dahl_cloth cloth = dahl_shear_friction(dahl_cotton()), other = dahl_doublecloth();
  memcpy(cloth.bend_friction, other.bend_friction, sizeof cloth.bend_friction);
  PL_TRY(dahl_cloth_save(e, &cloth, DAHL_ELASTIC, "plain"));
  PL_TRY(dahl_cloth_save(e, &cloth, DAHL_ELASTIC | DAHL_FRICTION, "friction"));
  PL_TRY(run(e, 40));
  PL_TRY(run(e, 60));
  evidence_note(e, "Backward Euler, 5 ms, one core; the sheet falls from an edge that is held. Ratios of wall time are medians of ratios "
                   "of neighbouring "
                   "timings; shares are of processor time. To convergence friction takes more linear solves, which is part of its price.");
  return PL_OK;
}
