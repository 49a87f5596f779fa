// reader.h: reading fit.json and other result files that are parsed as JSON: for figures, the terminal, comparisons and the page.
//
// The reader is lenient below the members that pl_result_load demands: what is absent reads as NAN, "", false or empty, so that results of
// other versions open too.
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
pl_json *pl__member_list(pl_json *object, const char *key);     // first member of an array or object, NULL when absent or empty
int pl__member_count(pl_json *object, const char *key);
// The largest size among the numbers of a member, an array or a number; 0 without any. What is not finite does not count.
double pl__member_largest(pl_json *object, const char *key);
pl_json *pl__test_channel(pl_json *test, const char *name);  // a channel of a test, NULL when absent
// Numbers of an array times `factor`, null as NAN. Never NULL.
double *pl__reader_values(pl_reader *reader, pl_json *object, const char *key, double factor, int *n);

// ---- the fit ----
// The state that fit.json tells; of older results, which do not, by the outcomes that they have.
pl_verdict_state pl__fit_state(pl_json *fit);
// The lowest R² of the fitted and of the held-out scores of fit.json that are judged, NAN without any.
void pl__fit_lowest_r2(pl_json *fit, double lowest[2]);
// Path of the material of the folder: material.json, or what a prediction was made with; NULL when there is none.
const char *pl__reader_material(pl_reader *reader);

#define PL_SHOWN_INTERVAL 1.96  // sigmas to either side of a 95 % interval: what half-widths of fit.json are

// ---- units: fit.json has SI, people are shown what they use ----
// By the largest of the values that are shown in it, SI; 0: not known (base/unit.h).
pl_shown pl__shown_unit(const char *si_unit, double largest);
pl_shown pl__shown_strain_unit(const char *si_unit);  // percent for strains without a unit

#endif
