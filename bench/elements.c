// elements.c: elements per second on one core, against what the machine could do.
//
// Work per element, counted from the formulas (a multiply and an add are two flops), and the bytes that must pass through memory once the
// mesh is larger than the caches:
//                                            flops                                                          bytes
//   triangle, energy + gradient   U, V (7): 30; strains (9): 17; law: 15; weights: 4; forces (11): 45;    rest 6 + weight 1 doubles,
//                                 sums into vertices: 9                                       = 120       vertices 12; x, g of half a vertex: 36 = 104
//   + exact Hessian               k ds: 135; 45 entries of ds^T k ds: 225; geometric part: 60;
//                                 54 sums into blocks                                         = 594       positions 24; 1.75+.5 blocks read and written = 104 + 350
//   spring, energy + gradient     length: 9 + root; strain, law, force: 10; sums: 6           = 26        rest 2, vertices 8; x, g of a third of a vertex: 24 = 48
//   + exact Hessian               3x3 block: 20; 27 sums into blocks                          = 73        positions 12; 1.33 blocks = 48 + 205
// The nonlinear law costs more than these 15 flops (three splines); its limit is given for the same count, so its share is a lower bound.
#include <math.h>

#include "bench/cases.h"
#include "bench/sheet.h"
#include "scenes/scenes.h"

typedef struct count {
  double flops[2], bytes[2];  // energy + gradient; with Hessian
} count;

static const count triangle = {{120, 594}, {104, 454}}, spring = {{26, 73}, {48, 253}};

static pl_status measure(evidence *e, pl_material *material, int cells, const char *name, const count *work, double flop_limit,
                         double byte_limit) {
  static const char *const what[2] = {"energy + gradient", "with exact Hessian"};
  static void (*const body[2])(void *) = {sheet_energy_gradient, sheet_hessian};
  sheet *s;
  PL_TRY(sheet_create(e, material, cells, &s));
  for (int i = 0; i < 2; i++) {
    double spread, seconds = evidence_median(body[i], s, e->full ? 2 : 0.5, &spread) / s->n_element;
    // resident in a cache the flops bound it, streamed from memory the bytes do as well
    double by_flops = work->flops[i] / flop_limit, by_bytes = work->bytes[i] / byte_limit;
    evidence_inform(e, 1e-6 / seconds, "M/s", "", "%s, %s: elements per second", name, what[i]);
    evidence_inform(e, 1e9 * seconds, "ns", "", "%s, %s: time per element (spread %.0f %%)", name, what[i], 100 * spread);
    evidence_inform(e, 100 * by_flops / seconds, "%", "", "%s, %s: share of the flop limit", name, what[i]);
    evidence_inform(e, 100 * by_bytes / seconds, "%", "", "%s, %s: share of the bandwidth limit", name, what[i]);
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
  evidence_note(e, "1 m x 1 m, %d triangles; counts of flops and bytes per element are in bench/elements.c. One core, medians.",
                2 * cells * cells);
  return PL_OK;
}
