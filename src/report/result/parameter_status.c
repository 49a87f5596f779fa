// parameter_status.c: see parameter_status.h.
#include "report/result/parameter_status.h"

#include "estimate/judge/judge.h"
#include "estimate/judge/marks.h"
#include "report/result/result_parts.h"

pl_parameter_status pl__parameter_status(const pl_fit *fit, int j) {
  const pl_parameter *p = &fit->material->parameter[j];
  if (pl__term_assumed(fit, &fit->material->term[p->term])) return (pl_parameter_status){"assumed, not measured", ""};
  if (p->frozen) return (pl_parameter_status){"held, not fitted", ""};
  if (!fit->known.identified) return (pl_parameter_status){"", ""};
  if (fit->known.at_bound[j]) return (pl_parameter_status){"at a bound", "partly"};
  if (pl_judge_on_border(fit, j)) return (pl_parameter_status){"held by convexity", "partly"};
  if (!fit->known.identified[j])
    return (pl_parameter_status){fit->evidence.resolution ? "not determined here" : "not determined by these data", "bad"};
  if (fit->known.weak[j] && pl_mark_near_zero(fit, j)) return (pl_parameter_status){"indistinguishable from zero", "partly"};
  if (fit->known.weak[j]) return (pl_parameter_status){"weakly determined", "partly"};
  return (pl_parameter_status){"determined", "good"};
}
