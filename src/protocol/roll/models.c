// models.c: the models for rolled strips.
#include "estimate/model/registry.h"

#include <math.h>
#include <string.h>

#include "estimate/problem/fit.h"
#include "protocol/roll/fit_roll.h"
#include "protocol/roll/roll_part.h"

#define PI 3.14159265358979323846
static const char *const roll_reads[] = {"friction", NULL};
static const pl_schedule spirals = {.name = "rolled strips", .run = pl__roll_fit, .reads = roll_reads};

static const pl_roll_model rows[] = {
    {"curvature",
     "bending (k1 + k2 |s|) s of warp, weft and twist over curvature, with internal friction",
     "curvature",
     "values",
     {"warp", "weft", "twist"},
     true},
    {"quadratic",
     "the same on hinges, s three times the curvature (Miguel et al. 2013), of diagonal strips too",
     "hinge",
     "elements",
     {"warp", "weft", "diagonal"},
     false},
};
enum { N_ROW = sizeof rows / sizeof rows[0], PLATE = 0, HINGES = 1 };

const pl_roll_model *pl_roll_model_find(const char *name) {
  for (int i = 0; i < N_ROW; i++)
    if (strcmp(rows[i].name, name) == 0) return &rows[i];
  return &rows[PLATE];
}

static int list(pl_fit_model *model) {
  for (int i = 0; i < N_ROW; i++) model[i] = (pl_fit_model){.name = rows[i].name, .help = rows[i].help, .schedule = &spirals};
  return N_ROW;
}

// A diagonal strip bends along warp and weft and twists at once. Without strips along both yarns its torque cannot be divided among the three.
static const char *usual(const pl_fit *fit, const pl_test *test) {
  (void)test;
  bool diagonal = false, warp = false, weft = false;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_test *other = fit->work.fit_case[i].test;
    if (!pl_roll_of(other)) continue;
    bool between = fabs(sin(2 * other->angle)) > 1e-6, across = fabs(sin(other->angle)) > 0.5;
    diagonal = diagonal || between;
    warp = warp || (!between && !across);
    weft = weft || (!between && across);
  }
  return rows[diagonal && !(warp && weft) ? HINGES : PLATE].name;
}

const pl_protocol_models pl__roll_models = {.list = list, .usual = usual};
