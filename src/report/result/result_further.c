// result_further.c: which further test would help, in fit.json (docs/formats.md).
#include <math.h>

#include "estimate/advise/further.h"
#include "estimate/judge/marks.h"
#include "report/result/result_parts.h"

// Undefined widths are null: the parameter was unknown.
static double width(double relative) { return isfinite(relative) ? relative : NAN; }

static const char *relative_to(const pl_further *further, int j) { return further->by_usual[j] ? "usual size" : "value"; }

// Parameters whose standard error the test reduces by a percent or more, largest reduction first; unknown ones if it distinguishes them
// from zero.
static void write_narrowed(pl_json_writer *w, const pl_fit *fit, const pl_further_test *test) {
  const pl_further *further = fit->findings.further;
  pl_json_begin_array(w, "parameters");
  double last = -1;
  for (;;) {
    int next = -1;
    double least = INFINITY;
    for (int j = 0; j < further->n_theta; j++) {
      double then = test->width[j], ratio = isfinite(further->width[j]) ? then / further->width[j]
                                            : then < PL_UNDETERMINED    ? 1e-6 * then
                                                                        : 1;
      if (ratio > last && ratio < least && ratio <= 0.99) {
        least = ratio;
        next = j;
      }
    }
    if (next < 0) break;
    last = least;
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "parameter", fit->material->parameter[next].name);
    pl_json_put_number(w, "relative_sigma", width(further->width[next]));
    pl_json_put_number(w, "expected_sigma", test->width[next]);
    pl_json_put_text(w, "relative_to", relative_to(further, next));
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
}

static void write_test(pl_json_writer *w, const pl_fit *fit, const pl_further_test *test) {
  const pl_further *further = fit->findings.further;
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "protocol", test->usual->protocol);
  pl_json_put_text(w, "name", test->usual->name);
  pl_json_put_text(w, "words", test->usual->words);
  if (test->again) pl_json_put_text(w, "again", test->again);
  pl_json_put_text(w, "noise", test->usual->noise);
  pl_json_put_number(w, "relative_sigma", width(test->width[further->worst]));
  pl_json_begin_object(w, "widest");
  pl_json_put_text(w, "parameter", fit->material->parameter[test->widest].name);
  pl_json_put_number(w, "relative_sigma", width(test->width[test->widest]));
  pl_json_put_text(w, "relative_to", relative_to(further, test->widest));
  pl_json_end_object(w);
  pl_json_begin_array(w, "combination");
  pl_json_put_number(w, NULL, further->combination);
  pl_json_put_number(w, NULL, test->combination);
  pl_json_end_array(w);
  write_narrowed(w, fit, test);
  pl_json_put_integer(w, "frames", test->n_frame);
  pl_json_put_integer(w, "failed_frames", test->n_failed);
  pl_json_put_number(w, "seconds", test->seconds);
  pl_json_end_object(w);
}

void pl__result_further_json(pl_json_writer *w, const pl_fit *fit) {
  const pl_further *further = fit->findings.further;
  if (!further) return;
  pl_json_begin_object(w, "further_tests");
  pl_json_put_text(w, "words", further->words);
  pl_json_begin_object(w, "worst");
  pl_json_put_text(w, "parameter", fit->material->parameter[further->worst].name);
  pl_json_put_number(w, "relative_sigma", width(further->width[further->worst]));
  pl_json_put_text(w, "relative_to", relative_to(further, further->worst));
  pl_json_end_object(w);
  pl_json_begin_array(w, "tests");
  for (int i = 0; i < further->n_test; i++)
    if (!further->test[i].reason) write_test(w, fit, &further->test[i]);
  pl_json_end_array(w);
  pl_json_begin_array(w, "left_out");
  for (int i = 0; i < further->n_test; i++) {
    if (!further->test[i].reason) continue;
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "words", further->test[i].usual->words);
    pl_json_put_text(w, "reason", further->test[i].reason);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  pl_json_put_number(w, "seconds", further->seconds);
  pl_json_end_object(w);
}
