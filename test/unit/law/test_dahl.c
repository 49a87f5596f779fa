// Internal friction against an independent integration of its equation and against what the friction paper says of it; plasticity beside it.
#include "said.h"
#include "law/friction/dahl.h"

#include "base/rng.h"
#include "material/material.h"
#include "one_law.h"

// ---- the equation ----

// The paper's eqs. 1 and 2 as they stand, by Runge-Kutta of fourth order in n steps from strain s0 to s1. rate: tau or alpha.
static double integrate(const pl_dahl *shape, double a, double b, double rate, double s0, double sigma, double s1, int n) {
  double h = (s1 - s0) / n, d = h < 0 ? -1 : 1;
  for (int i = 0; i < n; i++) {
    double slope[4], s = s0 + i * h;
    for (int stage = 0; stage < 4; stage++) {
      double c = stage == 0 ? 0 : stage == 3 ? 1 : 0.5, at = s + c * h, y = sigma + (stage ? c * h * slope[stage - 1] : 0);
      double max = a + b * fabs(at), v = 1 - d * y / max, alpha = shape->form == PL_DAHL_ALPHA ? rate : max / rate;
      slope[stage] = alpha * copysign(pow(fabs(v), shape->gamma), v);
    }
    sigma += h / 6 * (slope[0] + 2 * slope[1] + 2 * slope[2] + slope[3]);
  }
  return sigma;
}

TEST(dahl_path_is_runge_kutta) {
  static const struct {
    const char *json;
    double theta[3];  // a, b, rate
  } cases[] = {
      {"{}", {2.22, 3.16, 0.006}},  // the paper's cotton, spandex and polyester
      {"{}", {0.40, 4.84, 0.088}},
      {"{}", {2.10, 5.41, 0.031}},
      {"{\"max\": \"constant\"}", {2.22, 0, 0.02}},  // fig. 4, centre
      {"{\"form\": \"alpha\"}", {2.1, 5.41, 60}},    // fig. 4, right
      {"{\"form\": \"alpha\", \"max\": \"constant\"}", {2.1, 0, 60}},
      {"{\"form\": \"alpha\"}", {1, 60, 60}},  // alpha = b, where parts of the solution vanish against each other
      {"{\"gamma\": 2}", {2.1, 5.41, 0.031}},
      {"{\"gamma\": 1.5, \"form\": \"alpha\", \"max\": \"constant\"}", {2.1, 0, 60}},
  };
  static const double strain[] = {0.05, 0.02, 0.04, -0.03, -0.035, 0.01, 0.1, 0};  // reversals, and through zero both ways
  start();
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    pl_law law = read_law("dahl", cases[c].json);
    const pl_dahl *shape = law.shape;
    double theta[3] = {cases[c].theta[0], cases[c].theta[shape->constant ? 2 : 1], cases[c].theta[2]};
    double history[2] = {0}, sigma = 0, s = 0, a = cases[c].theta[0], b = cases[c].theta[1], rate = cases[c].theta[2];
    for (size_t i = 0; i < sizeof strain / sizeof strain[0]; i++) {
      double t, next = strain[i];
      // |s| has a kink at zero: an integrator must stop there.
      if (s * next < 0) sigma = integrate(shape, a, b, rate, s, sigma, 0, 4000), s = 0;
      sigma = integrate(shape, a, b, rate, s, sigma, next, 4000);
      s = next;
      pl_law_step_one(&law, theta, &next, history, NULL, &t, NULL, history);
      CHECK_NEAR(t, sigma, (shape->gamma == 1 ? 1e-10 : 1e-7) * a);
    }
  }
  stop();
}

// The solution in one line (a + b s > 0): eq. 3 with the terms in b tau that it leaves out.
TEST(dahl_closed_form) {
  start();
  pl_law law = read_law("dahl", "{}");
  double a = 0.4, b = 4.84, tau = 0.088, theta[3] = {a, b, tau}, history[2] = {0.3, 1.1};
  for (int d = -1; d <= 1; d += 2)
    for (int i = 1; i < 20; i++) {
      double s0 = history[0], s = s0 + d * 0.015 * i, t, k, offset = history[1] - d * (a + b * s0) + b * tau;
      pl_law_step_one(&law, theta, &s, history, NULL, &t, &k, NULL);
      CHECK_CLOSE(t, d * (a + b * s) - b * tau + offset * exp(-d * (s - s0) / tau), 1e-13);
      CHECK_CLOSE(k, d * b - d / tau * offset * exp(-d * (s - s0) / tau), 1e-12);
    }
  stop();
}

// The vector kernel against the plain solution, from states inside and outside sigma_max.
TEST(dahl_kernel_is_the_reference) {
  pl_rng rng;
  pl_rng_init(&rng, 8);
  start();
  for (int q = 0; q < 4000; q++) {
    pl_law law = read_law("dahl", q % 2 ? "{}" : "{\"form\": \"alpha\", \"max\": \"constant\"}");
    double theta[3] = {3 * pl_rng_uniform(&rng) + 0.01, q % 2 ? 60 * pl_rng_uniform(&rng) : 100, exp(-7 * pl_rng_uniform(&rng))};
    double s = 0.2 * pl_rng_uniform(&rng) - 0.1, history[2] = {0.2 * pl_rng_uniform(&rng) - 0.1, 8 * pl_rng_uniform(&rng) - 4};
    if (q % 7 == 0) s = history[0] + 1e-9 * (s - history[0]);
    double psi[2], t[2], k[2], b = q % 2 ? theta[1] : 0, rate = q % 2 ? theta[2] : theta[1];
    pl_dahl_step step = {.s = pl_dual_constant(s),
                         .s0 = pl_dual_constant(history[0]),
                         .sigma0 = pl_dual_constant(history[1]),
                         .a = pl_dual_constant(theta[0]),
                         .b = pl_dual_constant(b),
                         .rate = pl_dual_constant(rate)};
    t[0] = pl_dahl_solve(law.shape, &step, &psi[0], &k[0]).v;
    pl_law_step_one(&law, theta, &s, history, &psi[1], &t[1], &k[1], NULL);
    CHECK_NEAR(t[1], t[0], 1e-14 * (4 + 10 * theta[0]));
    CHECK_NEAR(psi[1], psi[0], 3e-15 * (4 + theta[0] + 0.1 * b) * fabs(s - history[0]));
    CHECK_NEAR(k[1], k[0], 1e-14 * (4 + 10 * theta[0]) / (q % 2 ? rate : theta[0] / rate));  // the reference takes a difference
  }
  stop();
}

TEST(dahl_extreme_steps) {
  start();
  pl_law law = read_law("dahl", "{}");
  pl_parameter tau;
  law.row->parameter(&law, 2, PL_DIM_NONE, PL_DIM_LINE_FORCE, &tau);
  double places[] = {0, 1e-300, -1e-300, 1e-12, 1, -1, 1e4, -1e4};
  for (int shortest = 0; shortest < 2; shortest++)
    for (int none = 0; none < 2; none++)
      for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
          double theta[3] = {none ? 0 : 2, none ? 0 : 5, shortest ? tau.lower : 0.01}, psi, t, k, next[2];
          double max = theta[0] + theta[1] * fabs(places[i]), history[2] = {places[i], max};
          pl_law_step_one(&law, theta, &places[j], history, &psi, &t, &k, next);
          CHECK(isfinite(psi) && isfinite(t) && isfinite(k));
          CHECK(k >= -theta[1] * (1 + 1e-12));
          // while |s| falls sigma_max falls too, and the exact solution lags behind by up to b tau
          CHECK(fabs(t) - (theta[0] + theta[1] * fabs(places[j])) <= theta[1] * theta[2] * (1 + 1e-9) + 1e-9);
          if (places[i] == places[j]) CHECK(t == max && psi == 0 && next[1] == max);
        }
  stop();
}

// ---- loops ----

// Work taken up over n cycles between two strains, each half in `n_step` steps; the first cycle is left out.
static double loop_area(const pl_law *law, const double *theta, double low, double high, int n_step) {
  double history[PL_LAW_MAX_HISTORY] = {0}, area = 0;
  for (int half = 0; half < 8; half++)
    for (int i = 1; i <= n_step; i++) {
      double f = (double)i / n_step, s = half % 2 ? high + f * (low - high) : low + f * (high - low), psi, t;
      pl_law_step_one(law, theta, &s, history, &psi, &t, NULL, history);
      if (half >= 6) area += psi;
    }
  return area;
}

// Fig. 2: hysteresis depends on the range of the cycle and on its offset, and never gives work back.
TEST(dahl_loops_grow_with_range_and_offset) {
  start();
  pl_law law = read_law("dahl", "{}");
  double theta[3] = {2.1, 54, 0.006};
  double small = loop_area(&law, theta, 0.010, 0.015, 1), large = loop_area(&law, theta, 0.005, 0.020, 1);
  double shifted = loop_area(&law, theta, 0.025, 0.040, 1);
  CHECK(small > 0);
  CHECK_LESS(3 * small, large);      // three times the range, and more of it saturated
  CHECK_LESS(1.2 * large, shifted);  // sigma_max is larger there
  CHECK_CLOSE(loop_area(&law, theta, 0.005, 0.020, 50), large, 1e-12);
  // A wide loop of a constant sigma_max is a parallelogram with round corners: 2 sigma_max (range - 2 tau ln 2 ...) -> 2 a range.
  pl_law constant = read_law("dahl", "{\"max\": \"constant\"}");
  double wide[2] = {2.1, 1e-4};
  CHECK_CLOSE(loop_area(&constant, wide, -0.5, 0.5, 1), 2 * 2.1 * (1 - 2 * 1e-4), 1e-9);
  stop();
}

// ---- persistent deformation ----

// A law with a memory beside an elastic stiffness, under load: the strain where k s + t = load, by bisection from the last state.
typedef struct sample {
  pl_law law;
  double theta[3], k;
  double history[PL_LAW_MAX_HISTORY];
} sample;

static double total(const sample *on, double s) {
  double t;
  pl_law_step_one(&on->law, on->theta, &s, on->history, NULL, &t, NULL, NULL);
  return on->k * s + t;
}

static double equilibrium(sample *on, double load) {
  double low = -1, high = 1, t;
  for (int i = 0; i < 60; i++) {
    double middle = 0.5 * (low + high);
    if (total(on, middle) > load)
      high = middle;
    else
      low = middle;
  }
  pl_law_step_one(&on->law, on->theta, &low, on->history, NULL, &t, NULL, on->history);
  return low;
}

static void strain_to(sample *on, double s) {
  double t;
  pl_law_step_one(&on->law, on->theta, &s, on->history, NULL, &t, NULL, on->history);
}

TEST(dahl_persistent_strain) {
  start();
  sample cloth = {.law = read_law("dahl", "{\"max\": \"constant\"}"), .theta = {2, 0.01}, .k = 100};
  strain_to(&cloth, 0.5);
  CHECK_NEAR(equilibrium(&cloth, 0), 2.0 / 100, 1e-12);  // sigma_max / k
  // By section 3.1: unloaded from the saturation strain, friction has reached c sigma_max where the strain is the persistent one.
  double persistent = 0.02, saturation = 0.02 + 0.01 * log(40), a, tau, t;
  double history[2] = {saturation, 2};
  pl_law_step_one(&cloth.law, cloth.theta, &persistent, history, NULL, &t, NULL, NULL);
  CHECK_CLOSE(t, -0.95 * 2, 1e-13);
  pl_dahl_from_strains(persistent, saturation, 100, 0.95, &a, &tau);
  CHECK_CLOSE(a, 2, 1e-14);
  CHECK_CLOSE(tau, 0.01, 1e-13);
  stop();
}

// Section 2.2: a load that swings and dies away takes the persistent strain out of a cloth with friction; plastic strain stays.
TEST(dahl_small_oscillations_remove_what_persists) {
  start();
  sample friction = {.law = read_law("dahl", "{}"), .theta = {2, 5, 0.005}, .k = 100};
  sample bounded = {.law = read_law("bounded", "{}"), .theta = {100, 3}},
         creep = {.law = read_law("creep", "{}"), .theta = {100, 0.03, 0.02}};
  sample *samples[3] = {&friction, &bounded, &creep};
  double before[3], after[3];
  for (int i = 0; i < 3; i++) {
    strain_to(samples[i], 0.06);
    before[i] = equilibrium(samples[i], 0);
    for (int n = 0; n < 60; n++) equilibrium(samples[i], (n % 2 ? 2.0 : -2.0) * pow(0.93, n));
    after[i] = equilibrium(samples[i], 0);
  }
  CHECK_NEAR(before[0], 0.02, 2e-3);
  CHECK_LESS(fabs(after[0]), 0.05 * before[0]);
  CHECK_NEAR(before[1], 0.03, 1e-12);
  CHECK_NEAR(after[1], before[1], 1e-12);
  CHECK_NEAR(before[2], 0.02, 1e-12);
  CHECK_NEAR(after[2], before[2], 1e-12);
  stop();
}

// Fig. 3: centre and right, by hand.
TEST(plastic_laws_by_hand) {
  start();
  sample bounded = {.law = read_law("bounded", "{}"), .theta = {100, 3}},
         creep = {.law = read_law("creep", "{}"), .theta = {100, 0.03, 0.02}};
  CHECK_NEAR(total(&bounded, 0.02), 2, 1e-14);
  CHECK_NEAR(total(&bounded, 0.08), 3, 1e-14);
  CHECK_NEAR(total(&creep, 0.04), 3, 1e-14);
  CHECK_NEAR(total(&creep, 0.08), 100 * (0.08 - 0.02), 1e-13);  // saturated: elastic again
  strain_to(&bounded, 0.08);
  strain_to(&creep, 0.08);
  CHECK_NEAR(bounded.history[1], 0.05, 1e-15);
  CHECK_NEAR(creep.history[1], 0.02, 1e-15);
  CHECK_NEAR(total(&bounded, 0.05), 0, 1e-13);    // unloads elastically
  CHECK_NEAR(total(&bounded, -0.01), -3, 1e-13);  // and yields in the other direction
  CHECK_NEAR(total(&creep, 0), -2, 1e-13);
  stop();
}

// ---- the paper's linearised step ----

// Largest difference from the exact law inside a step over a path in steps of h. Of kind 0 it is eq. 9; of kind 1 explicit, the stress of
// the step's beginning.
static double step_error(double h, int kind) {
  pl_law exact = read_law("dahl", "{}"), linearised = read_law("dahl", "{\"step\": \"linearised\"}");
  double theta[3] = {2.1, 5.41, 0.031}, history[PL_LAW_MAX_HISTORY] = {0}, worst = 0;
  int n = (int)lround(0.05 / h);
  for (int i = 1; i <= n; i++) {
    double s = i * h, t[2];
    pl_law_step_one(&exact, theta, &s, history, NULL, &t[0], NULL, NULL);
    t[1] = history[1];
    if (kind == 0) pl_law_step_one(&linearised, theta, &s, history, NULL, &t[1], NULL, NULL);
    if (i > 1) worst = fmax(worst, fabs(t[1] - t[0]));  // the first step has no increment before it
    double unused;
    pl_law_step_one(&linearised, theta, &s, history, NULL, &unused, NULL, history);
  }
  return worst;
}

TEST(dahl_linearised_step_agrees) {
  start();
  // Within a step, eq. 9 is right to first order, so its error falls with h^2. The explicit stress is its constant part, and its error
  // falls with h.
  double coarse = step_error(0.001, 0), fine = step_error(0.0005, 0), coarse_explicit = step_error(0.001, 1),
         fine_explicit = step_error(0.0005, 1);
  CHECK_NEAR(log2(coarse / fine), 2, 0.1);
  CHECK_NEAR(log2(coarse_explicit / fine_explicit), 1, 0.1);
  CHECK_LESS(20 * coarse, coarse_explicit);
  // What it keeps in its history is the exact path.
  pl_law exact = read_law("dahl", "{}"), linearised = read_law("dahl", "{\"step\": \"linearised\"}");
  CHECK(exact.row->n_history == 2 && linearised.row->n_history == 3);
  double theta[3] = {2.1, 5.41, 0.031}, history[PL_LAW_MAX_HISTORY] = {0}, other[2] = {0}, t;
  for (int i = 0; i < 50; i++) {
    double s = 0.03 * sin(0.3 * i);
    pl_law_step_one(&linearised, theta, &s, history, NULL, &t, NULL, history);
    pl_law_step_one(&exact, theta, &s, other, NULL, &t, NULL, other);
    CHECK(history[1] == other[1]);
  }
  stop();
}

// ---- diagnostics ----

TEST(dahl_diagnostics) {
  // The tables of the paper: k1, a, b, tau; spandex and the bending of paper have b > k1.
  static const struct {
    const char *name;
    double k1, a, b, tau;
    bool softens;
  } table[] = {
      {"cotton", 135.6, 2.22, 3.16, 0.006, false},
      {"spandex", 4.42, 0.40, 4.84, 0.088, true},
      {"polyester", 26.62, 2.10, 5.41, 0.031, false},
      {"felt", 145.3e-7, 5.12e-4, 0.15e-4, 29.9, true},
      {"doublecloth", 62.19e-7, 12.84e-4, 0.05e-4, 7.67, false},
      {"paper", 479.7e-7, 0.04e-4, 0.64e-4, 10.2, true},
  };
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    double limit = pl_dahl_smallest_tangent(table[i].a, table[i].b, table[i].tau, table[i].k1, INFINITY);
    if ((limit < 0) != table[i].softens) test_fail(__FILE__, __LINE__, "%s: tangent %g", table[i].name, limit);
  }
  // From a finite strain, against the law itself at the end of the unloading.
  start();
  pl_law law = read_law("dahl", "{}");
  double theta[3] = {0.40, 4.84, 0.088}, history[2] = {0.4, 0.40 + 4.84 * 0.4}, zero = 0, s = 1e-9, t, k;
  pl_law_step_one(&law, theta, &s, history, NULL, &t, &k, NULL);
  CHECK_CLOSE(pl_dahl_smallest_tangent(0.40, 4.84, 0.088, 4.42, 0.4), 4.42 + k, 1e-6);
  for (int i = 0; i < 40; i++) {
    double at = 0.01 * i, tangent;
    pl_law_step_one(&law, theta, &at, history, NULL, &t, &tangent, NULL);
    CHECK(tangent >= k - 1e-6 || at == zero);  // at zero itself sigma_max turns up again
  }
  stop();
  CHECK(pl_dahl_saturation(0.01, 0.03) > PL_DAHL_SATURATED);
  CHECK(pl_dahl_saturation(0.01, 0.029) < PL_DAHL_SATURATED);
}

// ---- in a material ----

static pl_material *cloth_with(const char *friction) {
  pl_material *material;
  REQUIRE(pl_material_create(ctx, "cloth", 0.1, &material) == PL_OK);
  REQUIRE(pl_material_add_term(material, "{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"linear\", "
                                         "\"parameters\": {\"k\": \"100 N/m\"}}") == PL_OK);
  if (pl_material_add_term(material, friction) == PL_OK) return material;
  pl_material_destroy(material);
  return NULL;
}

TEST(dahl_in_a_material) {
  start();
  pl_material *material =
      cloth_with("{\"name\": \"rub\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"dahl\", \"parameters\": "
                 "{\"persistent\": 0.02, \"saturation\": 0.06, \"stiffness\": \"100 N/m\", \"c\": 0.9}}");
  REQUIRE(material != NULL);
  CHECK(material->n_theta == 4);
  CHECK_CLOSE(material->theta[1], 2, 1e-14);
  CHECK(material->theta[2] == 0);
  CHECK_CLOSE(material->theta[3], 0.04 / log(20), 1e-14);
  // Friction is no function of the strain: evaluation and convexity are those of the elastic term.
  const pl_strain *green = material->term[0].strain;
  double s[PL_STRAIN_MAX_VALUE] = {0.05}, psi, t[PL_STRAIN_MAX_VALUE], k[PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_VALUE];
  pl_material_eval(material, green, NULL, s, &psi, t, k);
  CHECK_CLOSE(t[0], 5, 1e-14);
  CHECK_CLOSE(k[0], 100, 1e-14);
  // Written by its own names, and read again.
  pl_json_writer *writer = pl_json_writer_create(ctx);
  REQUIRE(writer != NULL);
  pl_material_write(material, writer);
  const char *text = pl_json_writer_text(writer);
  CHECK_CONTAINS(text, "\"tau\"");
  CHECK(strstr(text, "persistent") == NULL);
  pl_material *again;
  REQUIRE(pl_material_parse(ctx, "again", text, strlen(text), &again) == PL_OK);
  for (int j = 0; j < 4; j++) CHECK_CLOSE(again->theta[j], material->theta[j], 1e-14);
  pl_material_destroy(again);
  pl_json_writer_destroy(writer);
  // A copy keeps the kind of step.
  pl_material *linearised = cloth_with("{\"name\": \"rub\", \"strain\": \"green\", \"values\": [\"shear\"], \"law\": \"dahl\", \"step\": "
                                       "\"linearised\", \"max\": \"constant\"}");
  REQUIRE(linearised != NULL);
  REQUIRE(pl_material_copy(linearised, &again) == PL_OK);
  CHECK(again->term[1].law.row == linearised->term[1].law.row && again->term[1].law.row->n_history == 3 && again->n_theta == 3);
  pl_material_destroy(again);
  pl_material_destroy(linearised);
  pl_material_destroy(material);
  stop();
}

TEST(dahl_refused) {
  static const struct {
    const char *term, *message, *hint;
  } cases[] = {
      {"{\"name\": \"f\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"dahl\", \"rate\": true}", "strain rates", "viscosity"},
      {"{\"name\": \"f\", \"strain\": \"green\", \"values\": [\"bend\"], \"law\": \"dahl\"}", " the law \"dahl\" on \"bend\", which the",
       "choose"},
      {"{\"name\": \"f\", \"strain\": \"green\", \"law\": \"dahl\"}", "\"values\" is missing", "warp"},
      {"{\"name\": \"f\", \"strain\": \"hinge\", \"values\": [\"warp\"], \"law\": \"dahl\"}", "[material.value-unknown]|\"warp\"|\"hinge\"",
       "\"soft\""},
      {"{\"name\": \"f\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"dahl\", \"gamma\": 0.5}", "0.5 is out", "correct"},
      {"{\"name\": \"f\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"dahl\", \"gamma\": 2, \"step\": \"linearised\"}",
       "linearised", "exact"},
      {"{\"name\": \"f\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"dahl\", \"parameters\": {\"persistent\": 0.02}}",
       "[law.friction-parameter-missing]|\"saturation\"", "tau"},
      {"{\"name\": \"f\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"dahl\", \"parameters\": {\"persistent\": 0.02, "
       "\"saturation\": 0.01, \"stiffness\": \"100 N/m\"}}",
       "[law.no-friction]|0.02|0.01|100", "persistent < saturation"},
      {"{\"name\": \"f\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"dahl\", \"parameters\": {\"a\": \"2 N/m\", \"b\": \"1 "
       "N/m\", \"tau\": 0}}",
       "f.tau = 0", "correct"},
  };
  start();
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    CHECK(cloth_with(cases[i].term) == NULL);
    CHECK_CONTAINS(said_error(ctx), cases[i].message);
    CHECK_CONTAINS(pl_context_error(ctx)->hint, cases[i].hint);
    pl_context_clear_error(ctx);
  }
  stop();
}
