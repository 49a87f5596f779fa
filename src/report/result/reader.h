// reader.h: reads fit.json and other JSON result files, for figures, the terminal, comparisons and the page.
//
// Only the members that pl_result_load requires must exist. Others read as NAN, "", false or empty when absent, so that results of other
// versions can be opened too.
#ifndef PL_REPORT_RESULT_READER_H
#define PL_REPORT_RESULT_READER_H

#include "base/json.h"
#include "base/text.h"
#include "base/unit.h"
#include "report/result/result.h"

typedef struct pl_reader {
  pl_context *ctx;
  pl_arena *arena;        // of what is read
  pl_json *fit;           // root of fit.json
  const char *directory;  // of the result
  bool failed;            // out of memory
} pl_reader;

// ---- members ----
double pl__member_number(pl_json *object, const char *key);     // NAN when absent or null
const char *pl__member_text(pl_json *object, const char *key);  // "" when absent
bool pl__member_flag(pl_json *object, const char *key);         // false when absent
pl_json *pl__member_object(pl_json *object, const char *key);   // NULL when absent or of another kind
pl_json *pl__member_list(pl_json *object, const char *key);     // first member of an array or object, NULL when absent or empty
int pl__member_count(pl_json *object, const char *key);
// The largest magnitude among the numbers of a member, an array or a number; 0 without any. Non-finite values are ignored.
double pl__member_largest(pl_json *object, const char *key);
pl_json *pl__test_channel(pl_json *test, const char *name);  // a channel of a test, NULL when absent
// How a channel is drawn; a curve if it does not say, as in results of earlier versions.
pl_drawing pl__channel_drawing(pl_json *channel);
// True if the file says of no channel how it is drawn (an earlier version): pl_result_load then takes it from the protocol's row.
bool pl__result_completed(pl_json *fit);
// Numbers of an array times `factor`, null as NAN. Never NULL.
double *pl__reader_values(pl_reader *reader, pl_json *object, const char *key, double factor, int *n);

// ---- the fit ----
// The state stored in fit.json; for older results derived from their outcomes.
pl_verdict_state pl__fit_state(pl_json *fit);
// The lowest R² of the judged fitted and held-out scores of fit.json, NAN without any.
void pl__fit_lowest_r2(pl_json *fit, double lowest[2]);
// Path of the material of the folder: material.json, or the material of a prediction; NULL when there is none.
const char *pl__reader_material(pl_reader *reader);

// ---- units: fit.json has SI, readers see customary units ----
// By the largest value shown, SI; 0: unknown (base/unit.h).
pl_shown pl__shown_unit(const char *si_unit, double largest);
pl_shown pl__shown_strain_unit(const char *si_unit);  // percent for strains without a unit

#endif
