// fit_knots.c: the strains at which bending curves have parameters.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/cantilever/fit_strips.h"

enum { ROWS = PL__STRIP_ROWS, MAX_KNOT = PL__STRIP_KNOTS, VISITED_KNOTS = 5, PLATE_KNOTS = 3 };
static const double plate_knot[PLATE_KNOTS] = {0, 1.0 / 3, 1};  // of the largest strain

static pl_status read_knots(const pl_fit *fit, pl__bend_curve *out) {
  const char *text = fit->problem.options.bend_knots;
  out->n = 0;
  bool good = true;
  while (*text && good) {
    char *end;
    double value = strtod(text, &end);
    good = end > text && isfinite(value) && out->n < MAX_KNOT && (out->n == 0 ? value == 0 : value > out->at[out->n - 1]);
    if (good) out->at[out->n++] = value;
    text = end + strspn(end, ", ");
  }
  if (good && out->n > 0) return PL_OK;
  return pl_fail(fit->ctx, PL_ERROR_USAGE, NULL,
                 "write rising numbers from 0 on, such as 0,5,10,15,20 (1/m, half the curvature in models of fold lines), visited or auto",
                 "bend-knots = '%s' is no list of 1 to %d numbers that rise from 0", fit->problem.options.bend_knots, MAX_KNOT);
}

// The largest curvature of the strips, which is at the clamp. It is no artefact there (pl_rig_term_range would exclude the outermost
// elements). 0: no term, no bend.
static pl_status largest_alpha(const pl_fit *fit, const pl_term *term, double *largest) {
  *largest = 0;
  for (int i = 0; i < fit->problem.n_fitted && term; i++) {
    if (!pl__strip(fit, i)) continue;
    const pl_rig *rig = fit->work.fit_case[i].rig;
    double *alpha = pl_alloc(fit->ctx, (size_t)(rig->body.mesh->n_hinge + rig->body.mesh->n_triangle) + 1, sizeof *alpha);
    if (!alpha) return PL_ERROR_MEMORY;
    int32_t n = rig->memory->have_x[0] ? pl_solver_term_strains(pl_rig_frame_solver(rig, 0), term, rig->memory->x, alpha) : 0;
    for (int32_t e = 0; e < n; e++) *largest = fmax(*largest, fabs(alpha[e]));
    pl_free(fit->ctx, alpha);
  }
  return PL_OK;
}

// Number of readings that determine row j.
static int readings(const pl_fit *fit, const pl__strips *strips, int j) {
  int n = 0;
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    const pl_test *test = fit->work.fit_case[i].test;
    if (!pl__strip(fit, i)) continue;
    double share[ROWS];
    pl__strip_weights(strips, test, share);
    if (share[j] > 0)
      n += test->channel[PL_CANTILEVER_PROFILE].value ? pl_cantilever_of(test)->n_point : test->channel[PL_CANTILEVER_TIP].value ? 2 : 1;
  }
  return n;
}

// The option's knots, or for each row even ones up to the largest strain of its strips. The choice "auto" uses the paper's, unless a row
// hardly reaches or far exceeds them. A row with fewer than two readings per knot is one constant. Plates have three knots: the curvature
// decreases from clamp to tip, and most of a strip is below a third of the largest.
pl_status pl__strip_choose_knots(const pl_fit *fit, const pl__strips *strips, pl__bend_curve own[ROWS]) {
  static const pl__bend_curve paper = {.n = 5, .at = {0, 5, 10, 15, 20}};
  const char *option = fit->problem.options.bend_knots;
  bool automatic = strcmp(option, "auto") == 0, plate = strips->row->plate,
       visited = strcmp(option, "visited") == 0 || (automatic && plate);
  int n_visited = automatic && plate ? PLATE_KNOTS : VISITED_KNOTS;
  double largest[ROWS];
  pl__bend_curve given = paper;
  if (!automatic && !visited) PL_TRY(read_knots(fit, &given));
  if (strips->isotropic) return PL_OK;  // one constant
  for (int j = 0; j < ROWS; j++) {
    const pl_term *term = pl__strip_term(fit->material, strips, j);
    PL_TRY(largest_alpha(fit, term, &largest[j]));
    largest[j] = fmax(largest[j], 1e-3);
    visited = visited || (automatic && term && (largest[j] < 0.6 * paper.at[4] || largest[j] > 1.75 * paper.at[4]));
  }
  for (int j = 0; j < ROWS; j++) {
    if (own[j].n == 0) continue;
    own[j].n = visited ? n_visited : given.n;
    memcpy(own[j].at, given.at, sizeof given.at);
    for (int i = 1; i < own[j].n; i++) own[j].value[i] = own[j].scale[i] = own[j].value[0];
    int n_reading = readings(fit, strips, j);
    if (n_reading == 0 || (automatic && n_reading < 2 * own[j].n)) own[j].n = 1;
    for (int i = 0; i < n_visited && visited; i++)
      own[j].at[i] = largest[j] * (n_visited == PLATE_KNOTS ? plate_knot[i] : i / (n_visited - 1.0));
  }
  return PL_OK;
}
