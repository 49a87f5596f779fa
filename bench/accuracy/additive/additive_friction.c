// additive_friction.c: captures of a cloth with internal friction, which load and unload. It shows the bias of the additive model by
// hysteresis, the limitation stated in section 6 of its paper, and what remains with friction terms.
//
// The cloth stiffens along warp and couples warp and weft; friction takes a tenth to a fifth of its force. It is captured with noise on
// another mesh than the fit's. Elastic stress is compared where both directions were measured, friction by its largest stress there and by
// tau.
#include <math.h>
#include <string.h>

#include "bench/cases.h"
#include "estimate/friction/friction.h"
#include "protocol/capture/rig/motion.h"

static const char cloth_text[] =
    "{\"pliant\": \"material 1\", \"name\": \"cloth with friction\", \"density\": \"200 g/m^2\", \"topology\": \"alternating\", \"terms\": "
    "["
    "{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"convex-spline\", \"knots\": [0, 0.1, 0.3], "
    "\"parameters\": {\"unit\": \"N/m\", \"values\": [200, 300, 500]}},"
    "{\"name\": \"weft\", \"strain\": \"green\", \"values\": [\"weft\"], \"law\": \"linear\", \"parameters\": {\"k\": \"200 N/m\"}},"
    "{\"name\": \"shear\", \"strain\": \"green\", \"values\": [\"shear\"], \"law\": \"linear\", \"parameters\": {\"k\": \"40 N/m\"}},"
    "{\"name\": \"area\", \"strain\": \"green\", \"values\": [\"warp\", \"weft\"], \"law\": \"cross\", \"parameters\": {\"c\": \"40 "
    "N/m\"}},"
    "{\"name\": \"bend\", \"strain\": \"hinge\", \"law\": \"linear\", \"parameters\": {\"k\": \"10 uN m\"}},"
    "{\"name\": \"warp-friction\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"dahl\", "
    "\"parameters\": {\"a\": \"2 N/m\", \"b\": \"20 N/m\", \"tau\": 0.01}},"
    "{\"name\": \"weft-friction\", \"strain\": \"green\", \"values\": [\"weft\"], \"law\": \"dahl\", "
    "\"parameters\": {\"a\": \"1.5 N/m\", \"b\": \"10 N/m\", \"tau\": 0.02}},"
    "{\"name\": \"shear-friction\", \"strain\": \"green\", \"values\": [\"shear\"], \"law\": \"dahl\", "
    "\"parameters\": {\"a\": \"0.5 N/m\", \"b\": \"3 N/m\", \"tau\": 0.02}}]}";

enum { CELLS = 12, CAPTURED = 24, FRAMES = 25, N_STRAIN = 3 };
static const char *const friction_name[N_STRAIN] = {"warp-friction", "weft-friction", "shear-friction"};
static const double MIDDLE[N_STRAIN] = {0.1, 0.15, 0.3};  // of the strains that the captures reach

static pl_status capture(evidence *e, const pl_material *cloth, const char *which, int seed, pl_measurement **measurement) {
  pl_motion_options options = pl_motion_options_default();
  options.cells = CAPTURED;
  options.frames = FRAMES;
  options.cycles = 2;
  options.depth = options.size / 8;
  options.seed = seed;
  pl_solve_options solve = pl_solve_options_default();
  pl_rig_report report;
  return pl_motion_measure(e->ctx, which, cloth, &options, &solve, measurement, &report);
}

// N/m, elastic stress of a strain by itself.
static double elastic_stress(const pl_material *material, int strain) {
  double s[PL_STRAIN_MAX_VALUE] = {0}, psi, t[PL_STRAIN_MAX_VALUE];
  s[strain] = MIDDLE[strain];
  pl_material_eval(material, pl_strain_find("green"), NULL, s, &psi, t, NULL);
  return t[strain];
}

// N/m: a + b |s|.
static double largest_friction(const pl_material *material, int strain) {
  const double *theta = material->theta + pl_material_term(material, friction_name[strain])->theta;
  return theta[0] + MIDDLE[strain] * theta[1];
}

static double off(double found, double truth) { return 100 * fabs(found / truth - 1); }

typedef struct worst_figures {
  double force_ratio, unseen_ratio;                      // with friction over without
  double force, unseen, elastic_force, elastic_unseen;   // N, of the last draw
  double elasticity[2][2];                               // %, warp and weft: with friction, without
  double friction[N_STRAIN], tau[N_STRAIN], tau_sigmas;  // %, and in sigma
} worst_figures;

static void rise(double *most, double value) { *most = fmax(*most, value); }

static void compare(const pl_fit *fit, const pl_material *cloth, worst_figures *w) {
  const pl_fit_step *with = &fit->way.step[fit->way.n_step - 1], *without = with - 1;
  w->force = with->force;
  w->unseen = with->unseen_force;
  w->elastic_force = without->force;
  w->elastic_unseen = without->unseen_force;
  rise(&w->force_ratio, with->force / without->force);
  rise(&w->unseen_ratio, with->unseen_force / without->unseen_force);
  for (int i = 0; i < 2; i++) {
    rise(&w->elasticity[i][0], off(elastic_stress(fit->material, i), elastic_stress(cloth, i)));
    rise(&w->elasticity[i][1], off(elastic_stress(without->material, i), elastic_stress(cloth, i)));
  }
  for (int i = 0; i < N_STRAIN; i++) {
    int j = pl_friction_rate(fit->material, pl_material_term(fit->material, friction_name[i]));
    double truth = cloth->theta[pl_friction_rate(cloth, pl_material_term(cloth, friction_name[i]))];
    rise(&w->friction[i], off(largest_friction(fit->material, i), largest_friction(cloth, i)));
    rise(&w->tau[i], off(fit->material->theta[j], truth));
    rise(&w->tau_sigmas, fabs(fit->material->theta[j] - truth) / sqrt(fit->evidence.covariance[j * fit->solution.n_parameter + j]));
  }
}

static pl_status run_draw(evidence *e, const pl_material *cloth, int seed, worst_figures *worst) {
  pl_measurement *measurement[2] = {0};
  pl_fit *fit = NULL;
  pl_status status;
  pl_fit_options options = pl_fit_options_default();
  options.model = "additive";
  options.addends = "nonlinear";
  options.max_points = 3;
  options.friction = PL_FRICTION_DAHL;
  options.rig.cells = CELLS;
  PL_TRY_CLEAN(capture(e, cloth, "stretch,picture-frame", seed, &measurement[0]));
  PL_TRY_CLEAN(capture(e, cloth, "corner-pull", seed, &measurement[1]));
  PL_TRY_CLEAN(pl_fit_run(e->ctx, 1, measurement, 1, measurement + 1, &options, &fit));
  compare(fit, cloth, worst);
cleanup:
  pl_fit_destroy(fit);
  for (int i = 0; i < 2; i++) pl_measurement_destroy(measurement[i]);
  return status;
}

static void tell(evidence *e, const worst_figures *w, int n_draw) {
  static const char *const name[N_STRAIN] = {"warp", "weft", "shear"};
  evidence_inform(e, 1e3 * w->elastic_force, "mN", "", "force error, elasticity alone");
  evidence_inform(e, 1e3 * w->force, "mN", "", "the same with friction");
  evidence_at_most(e, w->force_ratio, "", 0.1, "force error with friction / without");
  evidence_inform(e, 1e3 * w->elastic_unseen, "mN", "", "held-out corner pull, elasticity alone");
  evidence_inform(e, 1e3 * w->unseen, "mN", "", "the same with friction");
  evidence_at_most(e, w->unseen_ratio, "", 0.6, "held-out force error with friction / without");
  for (int i = 0; i < 2; i++) {
    evidence_at_most(e, w->elasticity[i][0], "%", 2, "elastic stress of %s at %g off", name[i], MIDDLE[i]);
    evidence_inform(e, w->elasticity[i][1], "%", "", "the same of elasticity alone");
  }
  for (int i = 0; i < N_STRAIN; i++) {
    evidence_at_most(e, w->friction[i], "%", i < 2 ? 5 : 10, "largest friction of %s at %g off", name[i], MIDDLE[i]);
    evidence_inform(e, w->tau[i], "%", "", "tau of %s off", name[i]);
  }
  evidence_inform(e, w->tau_sigmas, "sigma", "", "the worst of them");
  evidence_note(e, "%d draw%s; errors are the worst of them, millinewtons those of the last. Fits on %d x %d cells, captures on %d x %d.",
                n_draw, n_draw > 1 ? "s" : "", CELLS, CELLS, CAPTURED, CAPTURED);
}

pl_status reproduce_additive_friction(evidence *e) {
  pl_material *cloth;
  worst_figures worst = {0};
  int n_draw = e->full ? 5 : 1;
  PL_TRY(pl_material_parse(e->ctx, "cloth with friction", cloth_text, strlen(cloth_text), &cloth));
  pl_status status = PL_OK;
  for (int seed = 1; seed <= n_draw && status == PL_OK; seed++) status = run_draw(e, cloth, seed, &worst);
  if (status == PL_OK) tell(e, &worst, n_draw);
  pl_material_destroy(cloth);
  return status;
}
