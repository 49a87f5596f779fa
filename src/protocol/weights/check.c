// check.c: tables that cannot be the loading path of one hanging cloth, each an error with file, line and remedy.
//
// It finds (1) an impossible length; (2) loading that restarts before all weights are off, unless declared. Then two rows were exchanged,
// or one is missing. It finds (3) no unloading at all: friction is the difference between the two branches. It finds (4) steps and tops
// other than declared; (5) a cloth that shrinks under more weight, or grows under less.
#include <math.h>

#include "base/text.h"
#include "protocol/weights/weights_part.h"
#include "protocol/weights/weights.h"

#define MIN_STRETCH 0.5  // length over rest length
#define MAX_STRETCH 6.0
#define STEP_SHARE 0.2  // of a declared step: weights are not exact

static const char *newtons(double value, char text[40]) { return pl_number_people(value, text, 40); }
static const char *millimetres(double value, char text[40]) { return pl_number_people(1e3 * value, text, 40); }

static pl_status check_lengths(pl__label_reader *r, const pl_test *test, const pl_csv *csv) {
  const double *length = test->channel[PL_WEIGHTS_LENGTH].value;
  char a[40], b[40];
  for (int i = 0; i < test->n_frame; i++) {
    double stretch = length[i] / test->length;
    if (stretch >= MIN_STRETCH && stretch <= MAX_STRETCH) continue;
    return pl__label_fail_row(
        r, csv, i, "check the unit of the column, the row, and \"length\" of the specimen",
        PL_ID(
            "weights.length-mm-cloth-mm") "a length of %s mm, of a cloth that is %s mm long at rest: must lie between %g and %g times that",
        millimetres(length[i], a), millimetres(test->length, b), MIN_STRETCH, MAX_STRETCH);
  }
  return PL_OK;
}

static pl_status check_turns(pl__label_reader *r, const pl_test *test, const pl_csv *csv, bool partial) {
  const pl_weights *w = pl_weights_of(test);
  double low = pl__weights_low(w, test->n_frame);
  char a[40], b[40], c[40];
  for (int i = 1; i < test->n_frame && !partial; i++) {
    bool turn = test->branch[i] == PL_BRANCH_LOAD && test->branch[i - 1] == PL_BRANCH_UNLOAD;
    if (!turn || pl__weights_same(w->weight[i - 1], low)) continue;
    return pl__label_fail_row(
        r, csv, i, "list the rows in the order in which the weights hung; \"partial-unloading\": true if the weights really went up again",
        PL_ID("weights.out-order-weight-goes") "out of order: the weight goes up from %s to %s N before it has come down to %s N",
        newtons(w->weight[i - 1], a), newtons(w->weight[i], b), newtons(low, c));
  }
  if (w->n_cycle > 0) return PL_OK;
  return pl__label_fail_row(r, csv, test->n_frame - 1,
                            "read the lengths again while the weights are taken off, one by one, and add those rows",
                            PL_ID("weights.unload-branch-missing-weights") "the unload branch is missing: the weights only grow, up to %s "
                                                                           "N; friction shows between loading and unloading",
                            newtons(w->weight[test->n_frame - 1], a));
}

static pl_status check_steps(pl__label_reader *r, const pl_test *test, const pl_csv *csv, double step) {
  const pl_weights *w = pl_weights_of(test);
  char a[40], b[40], c[40];
  for (int i = 1; i < test->n_frame && step > 0; i++) {
    double change = fabs(w->weight[i] - w->weight[i - 1]);
    if (pl__weights_same(w->weight[i], w->weight[i - 1]) || fabs(change - step) <= STEP_SHARE * step) continue;
    return pl__label_fail_row(r, csv, i, "add the rows that are missing, correct the weight, or leave out \"step\"",
                              PL_ID("weights.weight-jumps-declared-step") "the weight jumps from %s to %s N; the declared step is %s N",
                              newtons(w->weight[i - 1], a), newtons(w->weight[i], b), newtons(step, c));
  }
  return PL_OK;
}

// Top t of the table is top t mod n of the plan.
static pl_status check_tops(pl__label_reader *r, const pl_test *test, const pl_csv *csv, const pl__weights_plan *plan) {
  const pl_weights *w = pl_weights_of(test);
  char a[40], b[40];
  int t = 0;
  for (int i = 0; i < test->n_frame && plan->n_top > 0; i++) {
    bool last = i + 1 == test->n_frame, load = test->branch[i] == PL_BRANCH_LOAD;
    if (!load || (!last && test->branch[i + 1] == PL_BRANCH_LOAD)) continue;
    double expected = plan->top[t % plan->n_top];
    if (fabs(w->weight[i] - expected) > STEP_SHARE * (plan->step > 0 ? plan->step : expected))
      return pl__label_fail_row(
          r, csv, i, "add the rows that are missing, or correct \"tops\"",
          PL_ID("weights.loading-turns-declared-tops") "loading %d turns at %s N; by the declared tops it goes up to %s N", t + 1,
          newtons(w->weight[i], a), newtons(expected, b));
    t++;
  }
  if (plan->n_top == 0 || t % plan->n_top == 0) return PL_OK;
  return pl__label_fail_row(r, csv, test->n_frame - 1, "add the rows that are missing, or correct \"tops\"",
                            PL_ID("weights.table-ends-after-loading") "the table ends after loading %d of %d of a repetition",
                            t % plan->n_top, plan->n_top);
}

static pl_status check_growth(pl__label_reader *r, const pl_test *test, const pl_csv *csv) {
  const double *weight = pl_weights_of(test)->weight, *length = test->channel[PL_WEIGHTS_LENGTH].value;
  char a[40], b[40], c[40], d[40];
  for (int i = 1; i < test->n_frame; i++) {
    double against = pl__weights_against(test, i);
    if (against <= PL_WEIGHTS_IMPOSSIBLE) continue;
    return pl__label_fail_row(r, csv, i, "correct the row; check the order of the rows, and that \"sigma\" is what one reading scatters",
                              PL_ID("weights.cloth-mm-while-weight") "the cloth %s from %s to %s mm while the weight goes from %s to %s N: "
                                                                     "%.1f standard deviations",
                              weight[i] > weight[i - 1] ? "shrinks under load" : "grows while it is unloaded",
                              millimetres(length[i - 1], a), millimetres(length[i], b), newtons(weight[i - 1], c), newtons(weight[i], d),
                              against);
  }
  return PL_OK;
}

pl_status pl__weights_check(pl__label_reader *r, const pl_test *test, const pl_csv *csv, const pl__weights_plan *plan) {
  PL_TRY(check_lengths(r, test, csv));
  PL_TRY(check_turns(r, test, csv, plan->partial));
  PL_TRY(check_steps(r, test, csv, plan->step));
  PL_TRY(check_tops(r, test, csv, plan));
  return check_growth(r, test, csv);
}

pl_status pl__weights_check_counter(pl__label_reader *r, const pl_test *test, const pl_csv *csv, const char *name, const double *counter,
                                    const double *restart) {
  const pl_weights *w = pl_weights_of(test);
  double low = pl__weights_low(w, test->n_frame);
  for (int i = 0; i < test->n_frame; i++) {
    if (!(counter[i] >= 0 && counter[i] <= 1e6) || counter[i] != floor(counter[i]))
      return pl__label_fail_row(r, csv, i, "count 1, 2, 3, ...", PL_ID("weights.must-whole-number") "%s is %g, must be a whole number",
                                name, counter[i]);
    if (i == 0 || counter[i] == counter[i - 1]) continue;
    bool again = restart && restart[i] != restart[i - 1];
    if (counter[i] < counter[i - 1] && !again)
      return pl__label_fail_row(r, csv, i, "list the rows in the order in which they were measured",
                                PL_ID("weights.goes-back") "%s goes back from %g to %g", name, counter[i - 1], counter[i]);
    if (!pl__weights_same(w->weight[i], low) && !pl__weights_same(w->weight[i - 1], low))
      return pl__label_fail_row(r, csv, i, "list the rows in the order in which they were measured",
                                PL_ID("weights.changes-while-weights-hang") "%s changes from %g to %g while weights hang", name,
                                counter[i - 1], counter[i]);
  }
  return PL_OK;
}
