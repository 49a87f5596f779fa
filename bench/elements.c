// elements.c: elements per second on one core, against what the machine could do.
//
// Work per element, counted from the formulas (a multiply and an add are two flops). Bytes are those that pass through memory if the
// mesh exceeds the caches:
//                                            flops                                                          bytes
//   triangle, energy + gradient   U, V (7): 30; strains (9): 17; law: 15; weights: 4; forces (11): 45;    rest 6 + weight 1 doubles,
//                                 sums into vertices: 9                                       = 120       vertices 12; x, g of half a vertex: 36 = 104
//   + exact Hessian               k ds: 135; 45 entries of ds^T k ds: 225; geometric part: 60;
//                                 54 sums into blocks                                         = 594       positions 24; 1.75+.5 blocks read and written = 104 + 350
//   spring, energy + gradient     length: 9 + root; strain, law, force: 10; sums: 6           = 26        rest 2, vertices 8; x, g of a third of a vertex: 24 = 48
//   + exact Hessian               3x3 block: 20; 27 sums into blocks                          = 73        positions 12; 1.33 blocks = 48 + 205
//   hinge, energy + gradient      edge, normals, products: 62; angle: 45; gradient: 30;
//                                 law, weights, force (12): 19; sums into vertices: 12        = 168       rest 2, vertices 16; x, g as above: 24 = 56
//   + exact Hessian               k ds: 12; 90 entries of ds^T k ds: 90; geometric part: 325;
//                                 90 sums into blocks                                         = 685       positions 40; 2.33 blocks = 56 + 376
// The nonlinear law costs more than these 15 flops (three splines). Its limit is given for the same count, so its share is a lower bound.
#include <math.h>

#include "bench/cases.h"
#include "bench/sheet.h"
#include "model/assemble.h"
#include "scenes/scenes.h"

typedef struct count {
  double flops[2], bytes[2];  // energy + gradient; with Hessian
} count;

static const count triangle = {{120, 594}, {104, 454}}, spring = {{26, 73}, {48, 253}}, hinge = {{168, 685}, {56, 432}};

// Gather and strain of every block, without law, product and scatter: what the strain measure itself costs.
static void strain_blocks(sheet *s, bool with_hessian) {
  pl_work *w = s->work;
  PL_FOR_LANES(l) w->t[0][l] = w->t[1][l] = w->t[2][l] = 1;
  for (int g = 0; g < s->model->n_group; g++) {
    const pl_group *group = &s->model->group[g];
    const pl_strain *strain = group->strain;
    for (int32_t b = 0; b < group->n_block; b++) {
      const pl_lanes *rest = group->rest + (size_t)b * strain->n_rest;
      pl_block_gather(group, b, s->x, w->x);
      strain->eval(rest, (const pl_lanes *)w->x, w->s, w->ds);
      if (with_hessian) strain->add_hess(rest, (const pl_lanes *)w->x, (const pl_lanes *)w->t, PL_HESS_EXACT, w->h);
    }
  }
}
static void strain_gradient(void *user) { strain_blocks(user, false); }
static void strain_hessian(void *user) { strain_blocks(user, true); }

// Bending alone, stiffness 1e-5 N m at every hinge.
static pl_status hinges(pl_context *ctx, pl_material **out) {
  pl_material *material;
  *out = NULL;
  PL_TRY(pl_material_create(ctx, "hinges", 0.1, &material));
  pl_status status = pl_material_add_term(material, "{\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"linear\"}");
  if (status == PL_OK) status = pl_material_finish(material);
  if (status != PL_OK) {
    pl_material_destroy(material);
    return status;
  }
  material->theta[0] = 1e-5;
  *out = material;
  return PL_OK;
}

static pl_status measure(evidence *e, pl_material *material, int cells, const char *name, const count *work, double flop_limit,
                         double byte_limit) {
  static const char *const what[2] = {"energy + gradient", "with exact Hessian"};
  static void (*const body[2])(void *) = {sheet_energy_gradient, sheet_hessian};
  static void (*const strain_body[2])(void *) = {strain_gradient, strain_hessian};
  sheet *s;
  PL_TRY(sheet_create(e, material, PL_TOPOLOGY_ALTERNATING, cells, &s));
  for (int i = 0; i < 2; i++) {
    double spread, seconds = evidence_median(body[i], s, e->full ? 2 : 0.5, &spread) / s->n_element;
    // resident in a cache the flops bound it, streamed from memory the bytes do as well
    double by_flops = work->flops[i] / flop_limit, by_bytes = work->bytes[i] / byte_limit;
    evidence_inform(e, 1e-6 / seconds, "M/s", "", "%s, %s: elements per second", name, what[i]);
    evidence_inform(e, 1e9 * seconds, "ns", "", "%s, %s: time per element (spread %.0f %%)", name, what[i], 100 * spread);
    evidence_inform(e, 100 * by_flops / seconds, "%", "", "%s, %s: share of the flop limit", name, what[i]);
    evidence_inform(e, 100 * by_bytes / seconds, "%", "", "%s, %s: share of the bandwidth limit", name, what[i]);
    seconds = evidence_median(strain_body[i], s, e->full ? 1 : 0.2, &spread) / s->n_element;
    evidence_inform(e, 1e9 * seconds, "ns", "", "%s, %s: of it gather and strain alone (spread %.0f %%)", name, what[i], 100 * spread);
  }
  sheet_destroy(s);
  return PL_OK;
}

pl_status bench_elements(evidence *e) {
  int cells = e->full ? 200 : 64;
  double flop_limit = evidence_flop_limit(), byte_limit = evidence_bandwidth_limit(e->ctx);
  evidence_inform(e, 1e-9 * flop_limit, "Gflop/s", "", "multiply-add limit of one core");
  evidence_inform(e, 1e-9 * byte_limit, "GB/s", "", "memory limit of one core (triad)");
  pl_material *material;
  PL_TRY(scene_isotropic(e->ctx, 1000, 0, &material));
  PL_TRY(measure(e, material, cells, "linear isotropic", &triangle, flop_limit, byte_limit));
  PL_TRY(scene_nonlinear(e->ctx, 1000, &material));
  PL_TRY(measure(e, material, cells, "nonlinear orthotropic", &triangle, flop_limit, byte_limit));
  PL_TRY(scene_springs(e->ctx, 1000, &material));
  PL_TRY(measure(e, material, cells, "springs", &spring, flop_limit, byte_limit));
  PL_TRY(hinges(e->ctx, &material));
  PL_TRY(measure(e, material, cells, "hinges", &hinge, flop_limit, byte_limit));
  evidence_note(e, "1 m x 1 m, %d triangles; counts of flops and bytes per element are in bench/elements.c. One core, medians.",
                2 * cells * cells);
  return PL_OK;
}
