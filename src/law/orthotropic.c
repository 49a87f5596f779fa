// orthotropic.c: a constant symmetric stiffness matrix on warp, weft and (engineering) shear strain (Volino 2009, eq. 3),
//
//   psi = c11 s0^2 / 2 + c12 s0 s1 + c22 s1^2 / 2 + c33 s2^2 / 2   [ + c13 s0 s2 + c23 s1 s2 with "shear-coupling": true ].
//
// The diagonal is bounded below by 0. That does not make the matrix definite (c12^2 <= c11 c22 is needed too), so the law is not flagged
// convex: pl_material_convexity checks it.
#include "law/rows.h"

// Parameters in order, and their entries of the matrix.
static const pl_matrix_entry entry[6] = {{"c11", 0, 0}, {"c12", 0, 1}, {"c22", 1, 1}, {"c33", 2, 2}, {"c13", 0, 2}, {"c23", 1, 2}};

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  (void)strain_dim;
  bool coupling = false;
  pl_json *value = pl_json_find(object, "shear-coupling");
  if (value) PL_TRY(pl_json_bool(pl_arena_context(arena), value, &coupling));
  law->n_param = law->n_bound = coupling ? 6 : 4;
  return PL_OK;
}

static void write(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer) {
  (void)strain_dim;
  if (law->n_param == 6) pl_json_put_bool(writer, "shear-coupling", true);
}

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  (void)law;
  pl_matrix_parameter(&entry[j], strain_dim, stress_dim, out);
}

static void eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  double c[9] = {0};
  pl_matrix_fill(3, law->n_param, entry, bound, c);
  for (int i = 0; i < 3; i++) PL_FOR_LANES(l) t[i][l] = c[3 * i] * s[0][l] + c[3 * i + 1] * s[1][l] + c[3 * i + 2] * s[2][l];
  if (psi) PL_FOR_LANES(l) psi[0][l] = 0.5 * (s[0][l] * t[0][l] + s[1][l] * t[1][l] + s[2][l] * t[2][l]);
  if (k)
    for (int i = 0; i < 9; i++) PL_FOR_LANES(l) k[i][l] = c[i];
}

static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  (void)theta;
  pl_matrix_theta(3, law->n_param, entry, s, dt);
}

static const char *const keys[] = {"shear-coupling", NULL};

const pl_law_row pl_law_orthotropic = {
    .name = "orthotropic",
    .help = "stress = C strain on warp, weft, shear: c11, c12, c22, c33 (c13, c23)",
    .words =
        "Stress is proportional to strain, with two axes. c11 and c22 are the stiffnesses along warp and weft. c12 couples them, and c33 "
        "is the shear stiffness.",
    .source = "Volino 2009, eq. 3",
    .n_in = 3,
    .flags = PL_LAW_LINEAR | PL_LAW_CONSERVATIVE,
    .read = read,
    .write = write,
    .parameter = parameter,
    .eval = eval,
    .eval_theta = eval_theta,
    .pieces = pl_law_constant_pieces,
    .keys = keys,
};
