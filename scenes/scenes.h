// scenes.h: small specimens, materials, reference solutions and real-data experiments shared by test/, bench/ and `pliant reproduce`.
#ifndef PL_SCENES_SCENES_H
#define PL_SCENES_SCENES_H

#include "estimate/problem/fit.h"
#include "law/convexity.h"
#include "protocol/tensile/tensile.h"

// ---- plans and materials (plan.c) ----

// A tensile plan in arena memory: n_frame even steps of one control channel (PL_TENSILE_DISPLACEMENT or PL_TENSILE_SHEAR_DISPLACEMENT) from
// 0 to `last` (m). The other control stays at zero. Lengths in m, angle in rad from warp.
typedef struct scene_tensile {
  const char *name;
  double length, width, angle;
  pl_test_method method;
  int control;
  double last;
  int n_frame;
} scene_tensile;
pl_status scene_tensile_plan(pl_arena *arena, const scene_tensile *scene, pl_test *test);
// The same for the disk-push rig, diameters in m.
pl_status scene_disk_plan(pl_arena *arena, double frame, double disk, double last, int n_frame, pl_test *test);

// Linear isotropic membrane on Green strain (Volino eq. 4), young in N/m; no bending.
pl_status scene_isotropic(pl_context *ctx, double young, double poisson, pl_material **material);
// Three nonlinear curves with coupling, of about the stiffness of an isotropic sheet of `young` N/m. This is the law of Volino 4.1 on the
// sheet of 4.3.
pl_status scene_nonlinear(pl_context *ctx, double young, pl_material **material);
// Springs on all mesh edges (Volino 4.3's spring-mass scheme), of about that stiffness.
pl_status scene_springs(pl_context *ctx, double young, pl_material **material);

// Force on the moving clamp (f_u, f_v) of a uniform sample pulled by du and sheared by dv. The angle is 0 along warp, 90 degrees along
// weft. The force follows from the material's law converted back: eqs. 15, 2, 16.
void scene_uniform_force(const pl_material *material, const pl_test *test, double du, double dv, double *fu, double *fv);

// ---- reference solution (annulus.c) ----

// Axisymmetric membrane: annulus inner <= R <= outer (m), St. Venant-Kirchhoff with young (N/m) and poisson; both rims keep their radius, the
// inner one is pushed by `displacement` (m, > 0). Returns the force (N), NAN when the shooting did not converge.
double scene_annulus_force(double inner, double outer, double young, double poisson, double displacement);

// ---- bending strips (bending.c) ----

// Tip (m, x out of the clamp, y up) of a strip of `length` (m) that bends under its weight. ratio: weight per area over bending rigidity
// (1/m^3). The clamp points `inclination` (rad) below the horizontal.
void scene_elastica(double length, double ratio, double inclination, double tip[2]);
// A nearly inextensible cloth of bending stiffness k (N m, [3][n_knot]) for fold lines at 0, 45 and 90 degrees, at the alphas knot[n_knot] (1/m).
pl_status scene_bending(pl_context *ctx, const char *name, double density, int n_knot, const double *knot, const double *k,
                        pl_material **material);

// ---- weights hung on and taken off (weights.c) ----

// Elasticity (k1 + k2 s) s and friction of one direction.
typedef struct scene_friction {
  const char *name;
  double density;       // kg/m^2
  double k1, k2, a, b;  // N/m (bending: N m and N)
  double tau;           // strain (bending: 1/m)
} scene_friction;
extern const scene_friction scene_stretch_fabric[3];

typedef struct scene_weights_plan {
  double side;  // m, of the square
  double step;  // N: weights 0, step, ... n step, ... 0 for n = 1 .. n_top
  int n_top, repetitions;
  double clip;        // kg
  double sigma;       // m, noise of the lengths
  double rest_sigma;  // m, how well the rest length is known: its error is drawn too
  bool conditioned;   // it was at its largest weight before
} scene_weights_plan;
// The measurement that a square of this cloth along warp would give, virgin at first. By fine Runge-Kutta steps of eq. 2 of the paper.
pl_status scene_weights(pl_context *ctx, const scene_friction *fabric, const scene_weights_plan *plan, uint64_t seed, pl_measurement **out);

// ---- load-unload cycles (cycles.c) ----

typedef struct scene_cycles_plan {
  double side;  // m, of a square held along its clamps
  int n_turn;
  const double *turn;  // [n_turn], m: displacements at which the motion turns, from 0 on
  int per_branch;      // frames from one to the next
  double sigma;        // N, noise of the force
} scene_cycles_plan;
// Force over displacement along warp of a sample with friction, virgin at first.
pl_status scene_cycles(pl_context *ctx, const scene_friction *fabric, const scene_cycles_plan *plan, uint64_t seed, pl_measurement **out);

// ---- rolled and released (roll.c) ----

extern const scene_friction scene_bending_fabric[3];
enum { SCENE_ROLL_RADII = 12 };
extern const double scene_roll_radius[SCENE_ROLL_RADII];  // m, of the paper's cylinders

typedef struct scene_roll_plan {
  double length;   // m
  double gravity;  // m/s^2
  int n_radius;
  const double *radius;  // [n_radius], m
  int repetitions;
  int n_point;                      // labels per spiral, evenly along it
  double sigma;                     // m, their noise; 0: exact, sigma unknown
  int side;                         // +1; -1: the other face inside, photographed as the mirror image
  double rigidity, rigidity_sigma;  // N m, as if measured; 0: not given
  const char *bending;              // a material or experiment that tells the stiffness; NULL: none
  double angle;                     // rad, from warp
  const scene_friction *yarn[2];  // of a strip at 45 degrees: bending along warp and weft, beside the fabric's law of the twist; NULL: none
} scene_roll_plan;
// A strip of 100 mm, the paper's radii, three repetitions, a label every 1.5 mm with 0.1 mm of noise.
scene_roll_plan scene_roll_plan_default(void);
// The spirals of a strip of this material, cut along warp, that hangs on a pin at its held end. By fine Runge-Kutta steps of the law and of the rod.
pl_status scene_roll(pl_context *ctx, const scene_friction *fabric, const scene_roll_plan *plan, uint64_t seed, pl_measurement **out);
// The same material for a simulation: theta = membrane [4], k1, k2, a, b, tau.
pl_status scene_roll_material(pl_context *ctx, const scene_friction *fabric, pl_material **material);

// ---- loops of moment over curvature (loops.c) ----

// The moment of one curvature of a cloth: elastic, rigidity of either face and a cubic part, and friction.
typedef struct scene_bend {
  double rigidity[2];  // N m, of positive and of negative curvature
  double cubic;        // N m^3: moment cubic curvature^3
  double a, b, tau;    // N, N m, 1/m; a = 0: no friction
} scene_bend;
typedef struct scene_loop_plan {
  int n_angle;
  const double *angle;     // [n_angle], rad from warp: one test each
  double top;              // 1/m, curvature of the turning points
  int per_branch, cycles;  // readings from zero to a turning point; to one side, the other side and back
  double sigma;            // N, noise of the moment
  bool sigma_given;        // and the measurement says so
} scene_loop_plan;
// Loops of a cloth with these moments of the curvatures along warp and weft and of twice the twist, virgin at first. Each branch is a closed form.
// For s >= 0 in direction d:  sigma = d (a + b s) - b tau + (sigma_0 - d (a + b s_0) + b tau) exp(-d (s - s_0)/tau).
pl_status scene_loops(pl_context *ctx, const scene_bend bend[3], const scene_loop_plan *plan, uint64_t seed, pl_measurement **out);
// The moment of one curvature at the end of a monotonic step from s0 with friction stress *sigma, which becomes that at s.
double scene_bend_step(const scene_bend *bend, double s0, double s, double *sigma);

// ---- energy from nowhere (triangle_turn.c) ----

// One triangle under a law on the Green strains. Two vertices are fixed, the third moves around a circle in n steps, direction 1 or -1.
// Outputs the work of the law's stress per turn (J) and the largest stored energy (J).
double scene_triangle_turn(const pl_law *law, const double *theta, int direction, int n, double *stored);

// A triangle strained by some percent and released under the sum of these laws on its Green strains, with drag. Outputs its strain after
// n_step steps of 1 ms (INFINITY if it diverged) and at the start.
double scene_triangle_release(int n_part, const pl_convex_part *part, int n_step, double *start);

// ---- real data (real_data.c) ----

// The folder of the shared data ($PLIANT_SHARED_DATA, else ../shared/data beside the source tree) when it holds `member`; NULL when absent.
const char *scene_shared_data(pl_arena *arena, const char *member);
// Writes an experiment file of the nylon strips at these angles (degrees) into `folder` and loads it. With fit_offset the displacement zero
// of each strip is estimated from its curve.
pl_status scene_nylon(pl_context *ctx, const char *data, const char *folder, const char *name, int n_angle, const int *angle,
                      bool fit_offset, pl_measurement **measurement);
// The same for one knit sample ("Acrylic Yarn Garter"), runs [first, last] of both directions: X is called warp, Y weft.
pl_status scene_knit(pl_context *ctx, const char *data, const char *folder, const char *sample, int first_run, int last_run,
                     pl_measurement **measurement);
// One photographed strip of glass fabric (bendstiff-cantilever): the midline file of the folder `data`, overhang in m.
pl_status scene_bendstiff(pl_context *ctx, const char *data, const char *folder, const char *midline, double overhang,
                          pl_measurement **measurement);
// The tip of a nylon strip of 75 mm that the nylon's authors aimed at.
pl_status scene_nylon_tips(pl_context *ctx, const char *folder, pl_measurement **measurement);

#endif
