// additive_convexity.c: energy from nowhere (thesis figure 4.1), running away (figure 4.2), and what certificates say about random materials.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "bench/cases.h"
#include "estimate/model/additive_model.h"
#include "law/convexity.h"
#include "material/certificate.h"
#include "math/eigen_small.h"
#include "scenes/scenes.h"

// Figure 4.1: StVK whose Young modulus depends on the strain, E = theta (e1 + 2 e2 + 3 e12), nu = 0.3: a stress that is no gradient.
static void dependent_eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  (void)law, (void)k;
  const double nu = 0.3;
  PL_FOR_LANES(l) {
    double c = bound[0] * (s[0][l] + 2 * s[1][l] + 1.5 * s[2][l]) / (1 - nu * nu);
    t[0][l] = c * (s[0][l] + nu * s[1][l]);
    t[1][l] = c * (s[1][l] + nu * s[0][l]);
    t[2][l] = c * 0.5 * (1 - nu) * s[2][l];
    if (psi) psi[0][l] = 0.5 * (t[0][l] * s[0][l] + t[1][l] * s[1][l] + t[2][l] * s[2][l]);
  }
}

// A whole material on Green strains as one law.
static void material_eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  (void)bound, (void)k;
  PL_EACH_LANE(l) {
    double in[PL_STRAIN_MAX_VALUE] = {s[0][l], s[1][l], s[2][l]}, energy, stress[PL_STRAIN_MAX_VALUE],
           tangent[PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_VALUE];
    pl_material_eval(law->shape, pl_strain_find("green"), NULL, in, &energy, stress, tangent);
    for (int i = 0; i < 3; i++) t[i][l] = stress[i];
    if (psi) psi[0][l] = energy;
  }
}

// The asymmetric model with random values: curves within a factor of ten, pairs of any sign.
static pl_status random_material(evidence *e, pl_rng *rng, pl_material **material) {
  pl_additive_shape shape;
  pl_additive_start(&shape, 300, 0.2, 1e-6);
  for (int i = 0; i < 3; i++) shape.range[i][0] = -0.1, shape.range[i][1] = 0.2;
  pl_additive_raise(&shape, PL_ADDITIVE_ASYMMETRIC);
  for (int s = 0; s < PL_SLOTS; s++)
    for (int j = 0; j < pl_additive_values_of(&shape.addend[s]); j++)
      shape.addend[s].value[j] = s <= PL_SLOT_SHEAR ? pow(10, 1.5 + pl_rng_uniform(rng)) : 60 * (2 * pl_rng_uniform(rng) - 1);
  return pl_additive_material(e->ctx, "random", 0.2, &shape, material);
}

static pl_status turn_triangles(evidence *e, pl_rng *rng) {
  static const pl_law_row dependent = {.name = "dependent", .n_in = 3, .eval = dependent_eval},
                          whole = {.name = "material", .n_in = 3, .eval = material_eval};
  pl_law bad = {.row = &dependent, .n_param = 1, .n_bound = 1};
  double young = 1000, stored, gain = 0;
  double work = scene_triangle_turn(&bad, &young, 1, 20000, &stored);
  evidence_above(e, 100 * fabs(work) / stored, "%", 5, "a modulus that depends on strain: energy gained in one turn / stored");
  for (int i = 0; i < 10; i++) {
    pl_material *material;
    PL_TRY(random_material(e, rng, &material));
    pl_law good = {.row = &whole, .n_param = 1, .n_bound = 1, .shape = material};
    work = scene_triangle_turn(&good, &young, 1, 4000, &stored);
    gain = fmax(gain, 100 * fabs(work) / stored);
    pl_material_destroy(material);
  }
  evidence_below(e, gain, "%", 1e-6, "ten random additive materials: the same, the largest");
  return PL_OK;
}

// Figure 4.2: released triangles, StVK as addends: lambda + 2 mu, lambda, mu.
static pl_status release_triangles(evidence *e) {
  pl_json *root;
  pl_law linear = {.row = pl_law_find("linear")}, cross = {.row = pl_law_find("cross")};
  PL_TRY(pl_json_parse(e->arena, "law", "{}", 2, &root));
  PL_TRY(linear.row->read(e->arena, root, PL_DIM_NONE, &linear));
  PL_TRY(cross.row->read(e->arena, root, PL_DIM_NONE, &cross));
  const double box[3][2] = {{-0.2, 0.2}, {-0.2, 0.2}, {-0.2, 0.2}}, mu = 100, lambda = -150;
  double warp = lambda + 2 * mu, weft = warp, area = lambda, shear = mu, *theta[4] = {&warp, &weft, &area, &shear}, from;
  int at[3] = {0, 1, 2};
  pl_convex_part part[4] = {{&linear, &warp, &at[0]}, {&linear, &weft, &at[1]}, {&cross, &area, at}, {&linear, &shear, &at[2]}};
  evidence_at_most(e, pl_convexity_scan(3, 4, part, box).smallest, "N/m", -99, "lambda = -150, mu = 100 N/m: smallest eigenvalue");
  evidence_at_least(e, isinf(scene_triangle_release(4, part, 5000, &from)), "", 1, "its released triangle runs away (1: yes)");
  pl_convexity_project(3, 4, part, theta, NULL, box, 1, 100);
  evidence_at_least(e, pl_convexity_scan(3, 4, part, box).smallest, "N/m", 0, "after the projection: smallest eigenvalue");
  double left = scene_triangle_release(4, part, 20000, &from);
  evidence_below(e, left / from, "", 0.02, "after the projection: strain left of the released triangle / at release");
  return PL_OK;
}

static const double side = 0.2;  // random materials are certified for -0.2 to 0.2 of all three strains: the hull of their control strains

// N/m, the smallest eigenvalue of the tangent at a strain.
static double least_at(const pl_material *material, const double s[3]) {
  const pl_strain *green = pl_strain_find("green");
  double in[PL_STRAIN_MAX_VALUE] = {s[0], s[1], s[2]}, psi, t[PL_STRAIN_MAX_VALUE], k[PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_VALUE];
  double matrix[9], w[3];
  pl_material_eval(material, green, NULL, in, &psi, t, k);
  for (int i = 0; i < 9; i++) matrix[i] = k[(i / 3) * green->n_value + i % 3];
  pl_sym_eigenvalues(3, matrix, w);
  return w[0];
}

// Critical strains of one axis: both ends of the box and the breakpoints of every addend within it. Points slightly on both sides are
// included, for tangents that jump there. The ends too are slightly inside. Beyond them curves are extended and pairs are not, so the
// tangent at the end may be the one outside. The certificate does not cover that.
enum { MAX_PLACE = 48 };
static int places(const pl_material *material, int axis, double *place) {
  const double hair = 1e-7;
  int n = 0;
  place[n++] = -side + hair;
  place[n++] = side - hair;
  for (int i = 0; i < material->n_term; i++) {
    const pl_term *term = &material->term[i];
    if (term->strain != pl_strain_find("green") || !term->law.row->pieces) continue;
    for (int a = 0; a < term->law.row->n_in; a++) {
      double knot[PL_LAW_MAX_BREAK];
      int degree, n_knot = term->value[a] == axis ? term->law.row->pieces(&term->law, a, knot, &degree) : 0;
      for (int k = 0; k < 3 * n_knot && n < MAX_PLACE; k++) {
        double s = knot[k / 3] + (k % 3 - 1) * hair;
        bool known = fabs(s) > side - 0.5 * hair;
        for (int j = 0; j < n; j++) known = known || fabs(place[j] - s) < 0.1 * hair;
        if (!known) place[n++] = s;
      }
    }
  }
  return n;
}

// N/m, the smallest eigenvalue over a grid of all such places, corners of the box among them, and over strains drawn at random.
static double least_anywhere(const pl_material *material, pl_rng *rng, int n_random, double *n_strain) {
  double place[3][MAX_PLACE], least = INFINITY, s[3];
  int n[3];
  for (int a = 0; a < 3; a++) n[a] = places(material, a, place[a]);
  for (int i = 0; i < n[0] * n[1] * n[2]; i++) {
    s[0] = place[0][i % n[0]], s[1] = place[1][i / n[0] % n[1]], s[2] = place[2][i / (n[0] * n[1])];
    least = fmin(least, least_at(material, s));
  }
  for (int i = 0; i < n_random; i++) {
    for (int a = 0; a < 3; a++) s[a] = side * (2 * pl_rng_uniform(rng) - 1);
    least = fmin(least, least_at(material, s));
  }
  *n_strain += (double)n[0] * n[1] * n[2] + n_random;
  return least;
}

// A certificate that says "proven" must not be contradicted by any strain; and what certificates refute must show, or the search finds nothing.
static pl_status certify(evidence *e, pl_rng *rng) {
  enum { N = 200, RANDOM = 2000 };
  int proven = 0, refuted = 0, open = 0, wrong = 0, shown = 0;
  double n_strain = 0, nearest = INFINITY;
  for (int i = 0; i < N; i++) {
    pl_material *material;
    PL_TRY(random_material(e, rng, &material));
    pl_convexity c = {0};
    pl_material_certify(material, pl_strain_find("green"), NULL, &c);
    double least = least_anywhere(material, rng, RANDOM, &n_strain);
    proven += c.proven;
    refuted += c.smallest < 0;
    open += !c.proven && c.smallest >= 0;
    wrong += c.proven && least < 0;
    shown += c.smallest < 0 && least < 0;
    if (c.proven) nearest = fmin(nearest, least);
    pl_material_destroy(material);
  }
  evidence_inform(e, proven, "", "", "of %d random materials: proven convex", N);
  evidence_inform(e, refuted, "", "", "of %d random materials: found not to be", N);
  evidence_inform(e, open, "", "", "of %d random materials: convex at all samples, not proven", N);
  evidence_at_most(e, wrong, "", 0, "proven ones with a negative eigenvalue at any of %.0f strains each", n_strain / N);
  evidence_inform(e, nearest, "N/m", "", "the smallest eigenvalue of a proven one");
  evidence_at_least(e, shown, "", refuted, "ones found not to be with a negative eigenvalue at these strains");
  evidence_note(
      e,
      "Strains of certificates: all combinations of the box's ends and the breakpoints of all addends, a hair beside them, and %d at "
      "random; the smallest eigenvalue of the tangent at each.",
      RANDOM);
  return PL_OK;
}

pl_status reproduce_additive_convexity(evidence *e) {
  pl_rng rng;
  pl_rng_init(&rng, 11);
  PL_TRY(turn_triangles(e, &rng));
  PL_TRY(release_triangles(e));
  PL_TRY(certify(e, &rng));
  return PL_OK;
}
