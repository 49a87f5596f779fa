// kernels_solid.c: energy, gradient and Hessian of tetrahedra and of Gauss points of hexahedra, analytic and by finite differences.
//
// The analytic times are of pl_model_eval on a block of solid: gather, strain, law, product, scatter. The differences are what Miguel et al. 2016
// (section 3.6) did. Forces follow from the element's energy at every displaced coordinate: 13 evaluations for a tetrahedron, 25 for a
// point of a hexahedron. The Hessian follows from differences of such forces (169 and 625). Strains and laws are the same, and nothing is
// scattered.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "bench/cases.h"
#include "model/assemble.h"

typedef struct block_of_solid {
  pl_mesh *mesh;
  pl_material *material;
  pl_model *model;
  pl_work *work;
  pl_block_matrix hess;
  double *x, *gradient;  // [n_dof]
  double energy, keep;   // J; something of the differences, so that they are not optimised away
  double n_element;      // tetrahedra or points
} block_of_solid;

static void destroy(block_of_solid *s) {
  pl_work_destroy(s->work);
  pl_model_destroy(s->model);
  pl_material_destroy(s->material);
  pl_mesh_destroy(s->mesh);
}

static pl_status create(evidence *e, const char *term, pl_solid_kind kind, int cells, block_of_solid *s) {
  pl_block_specimen specimen = {.size = {1, 1, 1}, .n = {cells, cells, cells}, .kind = kind, .jitter = 0.2, .seed = 1};
  *s = (block_of_solid){0};
  PL_TRY(pl_mesh_block(e->ctx, &specimen, &s->mesh));
  PL_TRY(pl_material_create(e->ctx, "solid", 0, &s->material));
  PL_TRY(pl_material_add_term(s->material, term));
  PL_TRY(pl_material_finish(s->material));
  PL_TRY(pl_model_create(e->ctx, s->mesh, s->material, NULL, &s->model));
  PL_TRY(pl_work_create(s->model, &s->work));
  PL_TRY(pl_block_matrix_create(e->arena, &s->model->pattern, &s->hess));
  s->x = pl_arena_alloc(e->arena, (size_t)s->model->n_dof, sizeof *s->x);
  s->gradient = pl_arena_alloc(e->arena, (size_t)s->model->n_dof, sizeof *s->gradient);
  if (!s->x || !s->gradient) return PL_ERROR_MEMORY;
  for (int32_t i = 0; i < s->model->n_dof; i++) s->x[i] = s->mesh->x0[i] * (1 + 0.05 * (i % 3)) + 0.01 * sin(3 * s->mesh->x0[i / 3 * 3]);
  s->n_element = kind == PL_SOLID_HEX ? 8.0 * s->mesh->n_hex : s->mesh->n_tet;
  return PL_OK;
}

static void run_energy(void *user) {
  block_of_solid *s = user;
  pl_model_eval(s->model, s->material->theta, s->x, PL_HESS_EXACT, &s->energy, NULL, NULL, s->work);
}

static void run_gradient(void *user) {
  block_of_solid *s = user;
  pl_model_eval(s->model, s->material->theta, s->x, PL_HESS_EXACT, &s->energy, s->gradient, NULL, s->work);
}

static void run_hessian(void *user) {
  block_of_solid *s = user;
  pl_model_eval(s->model, s->material->theta, s->x, PL_HESS_EXACT, &s->energy, s->gradient, &s->hess, s->work);
}

// Energy densities of the block whose positions are in work->x.
static void block_energy(block_of_solid *s, const pl_group *group, int32_t b, pl_lanes *psi) {
  pl_work *w = s->work;
  group->strain->eval(group->rest + (size_t)b * group->strain->n_rest, (const pl_lanes *)w->x, w->s, NULL);
  pl_group_laws(s->model, group, b, (const pl_lanes *)w->s, NULL, psi, w->t, NULL, w);
}

static const double STEP = 1e-6;  // m

// Forces of the block, by differences: g[n].
static void block_gradient(block_of_solid *s, const pl_group *group, int32_t b, pl_lanes *g) {
  pl_lanes base, *x = s->work->x;
  int n = 3 * group->strain->n_vertex;
  block_energy(s, group, b, &base);
  for (int c = 0; c < n; c++) {
    PL_FOR_LANES(l) x[c][l] += STEP;
    block_energy(s, group, b, &g[c]);
    PL_FOR_LANES(l) {
      x[c][l] -= STEP;
      g[c][l] = group->weight[b][l] * (g[c][l] - base[l]) / STEP;
    }
  }
}

static void differences(block_of_solid *s, bool hessian) {
  const pl_group *group = &s->model->group[0];
  pl_lanes g[PL_STRAIN_MAX_DOF], moved[PL_STRAIN_MAX_DOF];
  int n = 3 * group->strain->n_vertex;
  pl_work_bind(s->model, s->material->theta, s->work);
  for (int32_t b = 0; b < group->n_block; b++) {
    pl_block_gather(group, b, s->x, s->work->x);
    block_gradient(s, group, b, g);
    s->keep += g[0][0];
    for (int c = 0; c < n && hessian; c++) {
      PL_FOR_LANES(l) s->work->x[c][l] += STEP;
      block_gradient(s, group, b, moved);
      PL_FOR_LANES(l) s->work->x[c][l] -= STEP;
      for (int r = 0; r < n; r++) PL_FOR_LANES(l) s->work->h[n * r + c][l] = (moved[r][l] - g[r][l]) / STEP;
    }
  }
}

static void run_gradient_fd(void *user) { differences(user, false); }
static void run_hessian_fd(void *user) { differences(user, true); }

static pl_status measure(evidence *e, const char *name, const char *term, pl_solid_kind kind) {
  static void (*const body[3])(void *) = {run_energy, run_gradient, run_hessian};
  static void (*const fd[3])(void *) = {NULL, run_gradient_fd, run_hessian_fd};
  static const char *const what[3] = {"energy", "energy + gradient", "with exact Hessian"};
  const char *element = kind == PL_SOLID_HEX ? "hex point" : "tet";
  block_of_solid s;
  pl_status status = create(e, term, kind, e->full ? 16 : 6, &s);
  for (int i = 0; i < 3 && status == PL_OK; i++) {
    double spread, seconds = evidence_median(body[i], &s, e->full ? 1 : 0.3, &spread);
    evidence_inform(e, 1e9 * seconds / s.n_element, "ns", "", "%s, %s: %s (spread %.0f %%)", name, element, what[i], 100 * spread);
    if (!fd[i]) continue;
    // in turns, so that a change of the machine's speed meets both
    double ratio = evidence_ratio(body[i], &s, fd[i], &s, e->full ? 2 : 0.5, &seconds, &spread);
    evidence_above(e, ratio, "", 1, "%s, %s: %s, time by differences over analytic", name, element, what[i]);
  }
  destroy(&s);
  return status;
}

// The same solid with 16 material samples on a grid of 4 x 2 x 2, each with separate parameters, compared with the homogeneous one.
static pl_status measure_samples(evidence *e, pl_solid_kind kind) {
  pl_text term;
  pl_text_init(&term, e->ctx);
  pl_text_add(&term, "{\"name\": \"a\", \"strain\": \"green3\", \"law\": \"isotropic3\", \"samples\": {\"radius\": \"200 mm\", \"unit\": "
                     "\"m\", \"points\": [");
  for (int m = 0; m < 16; m++)
    pl_text_printf(&term, "%s[%g, %g, %g]", m ? ", " : "", 0.125 + 0.25 * (m % 4), 0.25 + 0.5 * (m / 4 % 2), 0.25 + 0.5 * (m / 8));
  pl_text_add(&term, "]}}");
  block_of_solid plain = {0}, sampled = {0};
  int cells = e->full ? 16 : 6;
  pl_status status =
      term.failed ? PL_ERROR_MEMORY : create(e, "{\"name\": \"a\", \"strain\": \"green3\", \"law\": \"isotropic3\"}", kind, cells, &plain);
  if (status == PL_OK) status = create(e, term.data, kind, cells, &sampled);
  if (status == PL_OK) {
    double seconds, spread, near = 0;
    const pl_group *group = &sampled.model->group[0];
    for (int32_t b = 0; b < group->n_block; b++) near += group->near[0][b].n;
    double ratio = evidence_ratio(run_hessian, &plain, run_hessian, &sampled, e->full ? 2 : 0.5, &seconds, &spread);
    evidence_inform(e, ratio, "", "", "St. Venant-Kirchhoff, %s: with exact Hessian, 16 material samples (%.1f felt by a block) over none",
                    kind == PL_SOLID_HEX ? "hex point" : "tet", near / group->n_block);
  }
  destroy(&sampled);
  destroy(&plain);
  pl_text_clear(&term);
  return status;
}

pl_status bench_kernels_solid(evidence *e) {
  static const struct {
    const char *name, *term;
  } law[] = {
      {"St. Venant-Kirchhoff", "{\"name\": \"a\", \"strain\": \"green3\", \"law\": \"isotropic3\"}"},
      {"neo-Hookean", "{\"name\": \"a\", \"strain\": \"invariants\", \"law\": \"neo-hookean\"}"},
      {"Ogden", "{\"name\": \"a\", \"strain\": \"principal3\", \"law\": \"ogden\"}"},
  };
  for (size_t i = 0; i < sizeof law / sizeof law[0]; i++) {
    PL_TRY(measure(e, law[i].name, law[i].term, PL_SOLID_TET6));
    PL_TRY(measure(e, law[i].name, law[i].term, PL_SOLID_HEX));
  }
  PL_TRY(measure_samples(e, PL_SOLID_TET6));
  PL_TRY(measure_samples(e, PL_SOLID_HEX));
  evidence_note(
      e, "One core, medians, gather and scatter included in the analytic times, no scatter in the differences. A hexahedron has 8 points.");
  return PL_OK;
}
