// orthotropic3.c: a constant stiffness matrix of a solid with three planes of symmetry. It acts on the Green strain xx, yy, zz, yz, xz,
// xy of strain_green3.c (engineering shears); nine numbers (Pa):
//
//   psi = c11 s0^2/2 + c22 s1^2/2 + c33 s2^2/2 + c12 s0 s1 + c13 s0 s2 + c23 s1 s2 + c44 s3^2/2 + c55 s4^2/2 + c66 s5^2/2.
//
// The diagonal is bounded below by 0. That does not make the matrix definite, so the law is not flagged convex: pl_material_convexity
// checks it.
#include "law/rows.h"

// Parameters in order, and their entries of the matrix.
static const pl_matrix_entry entry[9] = {{"c11", 0, 0}, {"c12", 0, 1}, {"c13", 0, 2}, {"c22", 1, 1}, {"c23", 1, 2},
                                         {"c33", 2, 2}, {"c44", 3, 3}, {"c55", 4, 4}, {"c66", 5, 5}};

static pl_status read(pl_arena *arena, pl_json *object, pl_dim strain_dim, pl_law *law) {
  (void)arena, (void)object, (void)strain_dim;
  law->n_param = law->n_bound = 9;
  return PL_OK;
}

static void parameter(const pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out) {
  (void)law;
  pl_matrix_parameter(&entry[j], strain_dim, stress_dim, out);
}

static void eval(const pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k) {
  double c[36] = {0};
  pl_matrix_fill(6, law->n_param, entry, bound, c);
  for (int i = 0; i < 3; i++) PL_FOR_LANES(l) {
      t[i][l] = c[6 * i] * s[0][l] + c[6 * i + 1] * s[1][l] + c[6 * i + 2] * s[2][l];
      t[3 + i][l] = c[7 * (3 + i)] * s[3 + i][l];
    }
  if (psi) PL_FOR_LANES(l)
  psi[0][l] = 0.5 * (s[0][l] * t[0][l] + s[1][l] * t[1][l] + s[2][l] * t[2][l] + s[3][l] * t[3][l] + s[4][l] * t[4][l] + s[5][l] * t[5][l]);
  if (k)
    for (int i = 0; i < 36; i++) PL_FOR_LANES(l) k[i][l] = c[i];
}

static void eval_theta(const pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt) {
  (void)theta;
  pl_matrix_theta(6, law->n_param, entry, s, dt);
}

const pl_law_row pl_law_orthotropic3 = {
    .name = "orthotropic3",
    .help = "stress = C strain of a solid on green3: c11, c12, c13, c22, c23, c33, c44 (yz), c55 (xz), c66 (xy)",
    .words = "A solid with three axes, stress proportional to strain. c11, c22, c33 act along the axes, and c12, c13, c23 couple them. The "
             "shear stiffnesses are c44, c55, c66.",
    .source = "Miguel et al. 2016, section 3.1",
    .n_in = 6,
    .flags = PL_LAW_LINEAR | PL_LAW_CONSERVATIVE,
    .read = read,
    .write = pl_law_write_nothing,
    .parameter = parameter,
    .eval = eval,
    .eval_theta = eval_theta,
    .pieces = pl_law_constant_pieces,
};
