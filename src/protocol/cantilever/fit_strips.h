// fit_strips.h: shared by the files of the strips' fit: curves of the bending rows, first guesses, materials, knots, and the choice between
// constants and curves.
#ifndef PL_PROTOCOL_CANTILEVER_FIT_STRIPS_H
#define PL_PROTOCOL_CANTILEVER_FIT_STRIPS_H

#include "estimate/stage/stage.h"
#include "protocol/cantilever/bending_model.h"
#include "protocol/cantilever/cantilever_part.h"

enum { PL__STRIP_ROWS = PL_BENDING_FOLDS, PL__STRIP_KNOTS = 16 };

// The curve of one row: values at knots. No values: no term.
typedef struct pl__bend_curve {
  int n;
  double at[PL__STRIP_KNOTS];     // 1/m, strain
  double value[PL__STRIP_KNOTS];  // N m
  double scale[PL__STRIP_KNOTS];  // N m
} pl__bend_curve;

// A row of models and how these strips use it.
typedef struct pl__strips {
  const pl_bending_row *row;
  bool isotropic;      // a plate of which one oblique cut was measured: one rigidity for all directions, in the row of 45 degrees
  bool assumed_twist;  // a plate of which only cuts along warp and weft were measured: D66 has a term but no data
} pl__strips;

// NULL for hung samples that are fitted together with strips (estimate/stage/joint.h).
static inline const pl_cantilever *pl__strip(const pl_fit *fit, int i) { return pl_cantilever_of(fit->work.fit_case[i].test); }

// The weight of each row in the bending of a strip.
void pl__strip_weights(const pl__strips *strips, const pl_test *test, double weight[PL__STRIP_ROWS]);
// Looks at the cuts of the strips.
pl__strips pl__strips_of(const pl_fit *fit, const pl_bending_row *row);
// First guesses of the rows' stiffness by Peirce's formula. A row without a strip has no curve.
void pl__strip_guess(const pl_fit *fit, const pl__strips *strips, pl__bend_curve curve[PL__STRIP_ROWS]);
// D66 of a plate that was not measured: that of an isotropic plate without lateral contraction, N m.
double pl__strip_usual_twist(double d11, double d22);

// The membrane, and a bending term with this law for each row that has a curve; `linear` for a curve of one value.
pl_status pl__strip_material(const pl_fit *fit, const pl__strips *strips, const char *law, const pl__bend_curve curve[PL__STRIP_ROWS],
                             pl_material **out);
// The term of a row, NULL: none.
const pl_term *pl__strip_term(const pl_material *material, const pl__strips *strips, int row);

// Knots by the option `bend-knots`, from the strains of the last stage.
pl_status pl__strip_choose_knots(const pl_fit *fit, const pl__strips *strips, pl__bend_curve own[PL__STRIP_ROWS]);

// Chooses the rows of a plate that get their curve: those that predict left-out strips better. The `sums` are the squares of a fit to all
// strips, with constants and with curves. Leaves the values of the fit's material undefined.
pl_status pl__strip_choose(pl_fit *fit, const pl_stage *stage, const pl__strips *strips, const pl__bend_curve constant[PL__STRIP_ROWS],
                           const pl__bend_curve curve[PL__STRIP_ROWS], const pl_goodness sums[2], pl_solution *solution,
                           pl__bend_curve chosen[PL__STRIP_ROWS]);

#endif
