// law.h: the interface of laws. A law has parameters and is independent of vertices.
//
// A law maps n_in strain values s to an energy density psi(s; theta), its stress t_i = psi,i and its tangent k_ij = psi,ij. It also gives
// the derivative of the stress with respect to theta. A law instance is constant; theta is always passed in. A new law is one file with a
// pl_law_row and one line in law.c.
#ifndef PL_LAW_LAW_H
#define PL_LAW_LAW_H

#include "base/json.h"
#include "math/lanes.h"

// Limits of one instance: they keep the buffers of single evaluations on the stack.
enum { PL_LAW_MAX_IN = 6, PL_LAW_MAX_PARAM = 272, PL_LAW_MAX_BOUND = 2320, PL_LAW_MAX_HISTORY = 3, PL_LAW_MAX_BREAK = 512 };

typedef enum pl_law_flag {
  PL_LAW_LINEAR = 1,        // stress is exactly linear in theta: the theta-derivative is a basis
  PL_LAW_CONSERVATIVE = 2,  // stress is the gradient of psi and the tangent is symmetric
  PL_LAW_CONVEX = 4,        // convex in s for every theta within the bounds
  PL_LAW_POLYCONVEX = 8,    // polyconvex in the deformation gradient for every theta within the bounds, on the strain it is made for
  // Properties for other code, instead of comparing names:
  PL_LAW_ISOTROPIC = 16,      // has no axes: the largest strain of any input counts
  PL_LAW_SPLINE = 32,         // a curve of free shape between knots, whose number can be chosen
  PL_LAW_SECANT = 64,         // one input, stress = k(s) s, parameters are values of k: k >= 0 does not make the tangent positive
  PL_LAW_SECANT_SLOPE = 128,  // one input, stress = (theta_0 + theta_1 |s|) s
  PL_LAW_COUPLING = 256,      // two inputs, zero where either is zero
  PL_LAW_FRICTION = 512,      // a stress against the motion, in addition to the elastic law of the same strain
  PL_LAW_TENSOR_SHEAR =
      1024,             // its shear stiffness c33 multiplies the tensor shear, half of the engineering shear: the slope at rest is c33/2
  PL_LAW_FIELD = 2048,  // its tangent is a field over extension and direction, shown as maps
  PL_LAW_METRIC = 4096  // on Green strains E with I + 2 E positive definite only, as every real deformation has; convexity refers to these
} pl_law_flag;

// Description of one parameter of theta.
// The role of a parameter in its law, where starts, scales and bounds depend on it; pl_parameter.of says which one of its kind.
typedef enum pl_role {
  PL_ROLE_OTHER,
  PL_ROLE_YOUNG,      // Young's modulus
  PL_ROLE_POISSON,    // Poisson's ratio
  PL_ROLE_LAMBDA,     // Lame's first modulus
  PL_ROLE_SHEAR,      // a shear modulus; of: its term from 0, 1 if the exponent of that term is negative
  PL_ROLE_EXPONENT,   // of stretches; of: the same
  PL_ROLE_MATRIX,     // an entry of a matrix of stiffnesses; of: row and column from 0
  PL_ROLE_PRODUCT,    // coefficient of x^m y^n; of: m, n
  PL_ROLE_SLOPE,      // of a curve of an invariant at rest; of: which curve from 0
  PL_ROLE_CURVATURE,  // of such a curve at a knot; of: likewise
  PL_ROLE_GROWTH,     // factor of a strain to some power within an exponential; of: pl_growth, power
  PL_ROLE_SLIP,       // stiffness of friction at a reversal
  PL_ROLE_RELAXES,    // share or time of a Prony series
} pl_role;
typedef enum pl_growth { PL_GROWTH_FIRST, PL_GROWTH_FIBRE, PL_GROWTH_STRETCH } pl_growth;  // I1 - 3, I4 - 1, sqrt(I4) - 1

typedef struct pl_parameter {
  char name[64];  // "warp.k2": term name, dot, name in the law; "warp.k2@3" at the third material sample
  pl_dim dim;
  double scale;         // typical size, > 0, SI: the step scale of the optimiser
  double lower, upper;  // bounds, SI; -/+ INFINITY when none
  bool frozen;
  bool bulk;  // a bulk modulus: it resists the change of volume alone
  pl_role role;
  int of[2];        // which one of its role
  int term, index;  // which term of the material, which parameter of its law
  int sample;       // which of the term's material samples, from 1; 0: it has none
  double knot;      // strain where it acts most; NAN if it has none
} pl_parameter;

struct pl_law;

typedef struct pl_law_row {
  const char *name;
  const char *help;    // one line with the formula
  const char *words;   // what it is and what its parameters mean, in whole sentences, for readers who do not know its name
  const char *source;  // paper and equation
  int n_in;            // strain values it takes
  unsigned flags;      // pl_law_flag
  // Makes an instance from its JSON description ("order", "knots", ...; the caller reads the parameters' values). strain_dim is the
  // dimension of its inputs. Fills law->shape, n_param, n_bound. Members are consumed with the pl_json getters. It may replace law->row by
  // a row of the same name and n_in (Dahl's two kinds of step have different histories).
  pl_status (*read)(pl_arena *arena, pl_json *object, pl_dim strain_dim, struct pl_law *law);
  // The reverse: writes the same members.
  void (*write)(const struct pl_law *law, pl_dim strain_dim, pl_json_writer *writer);
  // Name (without the term's), dimension, scale, bounds and knot of parameter j. stress_dim is the dimension of psi,i (with strain_dim it
  // gives the dimension of a stiffness).
  void (*parameter)(const struct pl_law *law, int j, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *parameter);
  // Converts theta into the n_bound numbers that eval needs, once per assembly. NULL: bound = theta, n_bound = n_param.
  void (*bind)(const struct pl_law *law, const double *theta, double *bound);
  // psi: [1], t: [n_in], k: [n_in * n_in]; psi and k may be NULL. Overwrites.
  void (*eval)(const struct pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *psi, pl_lanes *t, pl_lanes *k);
  // dt: [n_param * n_in]: dt[j * n_in + i] = d t_i / d theta_j. Overwrites.
  void (*eval_theta)(const struct pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *dt);
  // Optional, for laws whose knots are not strains: where parameter j acts, in customary terms. *name: "λ" or "I₁ − 3", static text;
  // *value: that number. `knot` is that of the parameter.
  void (*place)(const struct pl_law *law, int j, double knot, const char **name, double *value);
  // Optional: the range of strains that the parameters cover (the outer knots), into range[n_in][2]; outside it the law extrapolates.
  void (*range)(const struct pl_law *law, double range[][2]);
  // Optional: the strain values of the undeformed body, [n_in]; NULL: all 0. Stretches: 1, 1, 1; invariants: 3, 3, 1.
  const double *rest;
  // Optional, for laws with continuous stress whose tangent is a polynomial in every strain between breakpoints. Writes the breakpoints of
  // input `axis`, ascending, into knot [PL_LAW_MAX_BREAK] and returns their number; *degree is that of the tangent in this strain.
  int (*pieces)(const struct pl_law *law, int axis, double *knot, int *degree);
  // Optional, for laws of one or two strains whose stress is not continuous. Writes the values of input `axis` where psi,axis jumps into
  // knot [PL_LAW_MAX_BREAK] and returns their number. Along the other strain the jump is linear between that strain's own jumps.
  int (*kinks)(const struct pl_law *law, int axis, double *knot);
  // Optional: the JSON members that `read` takes, NULL-terminated; names to suggest for a misspelt key.
  const char *const *keys;
  // Optional, for laws whose description has required members (knots). Writes those that cover these strains, range[n_in][2]. `odd`: the
  // stress to represent is odd in every strain. NULL: every member has a default.
  void (*cover)(const struct pl_law_row *row, pl_dim strain_dim, const double range[][2], bool odd, pl_json_writer *writer);
  // Optional: alternative parameters (Dahl: by the strains that persist and saturate). Fills theta [n_param] from the JSON value of
  // "parameters", or of their standard errors "sigma". *converted is false, and nothing is read, when they are given by their names.
  pl_status (*convert)(pl_context *ctx, const struct pl_law *law, pl_json *given, pl_dim strain_dim, pl_dim stress_dim, bool sigma,
                       double *theta, bool *converted);
  // ---- laws with a memory (internal friction, plasticity). Others leave these zero ----
  // The history is n_history numbers per element, all zero for a sheet that never moved. The first n_in are the strains at the start of the
  // step. It follows the strains, s[n_in + i], in eval, eval_theta, commit and path. psi is then the potential of one step that starts at
  // the history's state: t = d psi / d s is exact and continuous.
  int n_history;
  // History after a step that ended at s: next[n_history].
  void (*commit)(const struct pl_law *law, const double *bound, const pl_lanes *s, pl_lanes *next);
  // Derivatives along a path, with h the history. It stores d t_i / d h_m at t_h[i * n_history + m], d next_m / d s_i at next_s[m * n_in +
  // i]. It stores d next_m / d h_n at next_h[m * n_history + n], d next_m / d theta_j at next_theta[m * n_param + j]. Overwrites.
  void (*path)(const struct pl_law *law, const double *theta, const pl_lanes *s, pl_lanes *t_h, pl_lanes *next_s, pl_lanes *next_h,
               pl_lanes *next_theta);
} pl_law_row;

typedef struct pl_law {
  const pl_law_row *row;
  int n_param, n_bound;
  const void *shape;  // constants of the instance (order, knots, basis), in the material's arena
} pl_law;

int pl_law_count(void);
const pl_law_row *pl_law_at(int index);
const pl_law_row *pl_law_find(const char *name);            // NULL when unknown
bool pl_law_takes(const pl_law_row *row, const char *key);  // true if its description has this member ("knots", "order")

void pl_law_bind(const pl_law *law, const double *theta, double *bound);

// One strain state instead of a block, for tables, plots and rigs without a mesh. psi, k may be NULL. A law with a memory is evaluated as
// if it had never moved.
void pl_law_eval_one(const pl_law *law, const double *theta, const double *s, double *psi, double *t, double *k);
void pl_law_theta_one(const pl_law *law, const double *theta, const double *s, double *dt);

// One step of a law with a memory. From `history` [n_history] to s [n_in]. psi, k may be NULL. `next` [n_history], the history after the
// step, may be NULL or `history` itself.
void pl_law_step_one(const pl_law *law, const double *theta, const double *s, const double *history, double *psi, double *t, double *k,
                     double *next);

// row->place of laws whose knots are logarithms of a stretch.
void pl_law_place_log(const pl_law *law, int j, double knot, const char **name, double *value);
// row->pieces of a law with a constant tangent: no breakpoints, degree 0.
int pl_law_constant_pieces(const pl_law *law, int axis, double *knot, int *degree);
// `write` of laws that have only their parameters.
void pl_law_write_nothing(const pl_law *law, pl_dim strain_dim, pl_json_writer *writer);

// Laws whose parameters are entries of a symmetric matrix, stress = C strain.
typedef struct pl_matrix_entry {
  const char *name;
  int row, column;
} pl_matrix_entry;
// One of them: a stiffness, non-negative on the diagonal.
void pl_matrix_parameter(const pl_matrix_entry *entry, pl_dim strain_dim, pl_dim stress_dim, pl_parameter *out);
// C[n_in][n_in] of the first n entries, row by row; zero on entry.
void pl_matrix_fill(int n_in, int n, const pl_matrix_entry *entry, const double *value, double *c);
// dt[n][n_in]: derivatives by the entries.
void pl_matrix_theta(int n_in, int n, const pl_matrix_entry *entry, const pl_lanes *s, pl_lanes *dt);

// A usual size of a stiffness of this dimension, SI: the scale of a parameter before any measurement.
double pl_law_scale(pl_dim stiffness);
// The same for a strain: 2 % for stretch and shear, 20/m for curvatures.
double pl_law_strain_scale(pl_dim strain);

#endif
