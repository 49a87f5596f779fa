// fit_text.c: a fit or a prediction, and a result folder, as text for a terminal.
#include <stdio.h>
#include <string.h>

#include "estimate/judge/judge.h"
#include "estimate/advise/further.h"
#include "report/result/protocol_view.h"
#include "report/result/reader.h"
#include "report/result/result.h"
#include "terminal/quick_look.h"
#include "terminal/show.h"

static void fitted(pl_terminal *c, const pl_fit *fit, const char *folder) {
  pl__print(c, "%s: %d %s fitted", fit->material->name, fit->problem.n_fitted, fit->problem.n_fitted == 1 ? "test" : "tests");
  if (fit->problem.n_case > fit->problem.n_fitted) pl__print(c, ", %d held out", fit->problem.n_case - fit->problem.n_fitted);
  int held = 0;
  for (int j = 0; j < fit->material->n_theta; j++) held += fit->material->parameter[j].frozen;
  int n_free = fit->solution.n_parameter - held;
  pl__print(c, "; %d parameter%s", n_free, n_free == 1 ? "" : "s");
  if (held > 0) pl__print(c, " and %d held", held);
  pl__print(c, ", %d reading%s, ", fit->evidence.n_residual, fit->evidence.n_residual == 1 ? "" : "s");
  if (fit->work.n_iteration == 0)
    pl__print(c, "solved directly");  // linear problems need no iterations
  else
    pl__print(c, "%d iteration%s", fit->work.n_iteration, fit->work.n_iteration == 1 ? "" : "s");
  pl__print(c, ", %.2f s\n\nParameters\n", fit->solution.seconds);
  pl__show_parameters(c, fit->material, fit);
  pl__show_curves(c, fit->material, fit, "Curves");
  pl__show_steps(c, fit);
  pl__show_samples(c, fit);
  pl__show_moduli(c, fit);
  pl__show_rigidities(c, fit);
  pl__show_repeats(c, fit);
  pl__show_rates(c, fit);
  pl__print(c, "\nFitted tests\n");
  if (pl__show_figures(c, fit, false)) pl__print(c, "\n");
  pl__show_scores(c, fit, false);
  if (fit->problem.n_case > fit->problem.n_fitted) {
    pl__print(c, "\nHeld-out tests (predicted, not fitted; passed from R² = %g, or within %.0f %% of the level or the noise)\n",
              fit->problem.options.accept_r2, 100 * pl_judge_share(fit));
    if (pl__show_figures(c, fit, true)) pl__print(c, "\n");
    pl__show_scores(c, fit, true);
    pl__show_next(c, fit);
  }
  if (folder) pl__quick_look(c, folder);
  for (int i = 0; i < pl_protocol_count(); i++) {
    const pl_protocol_view *view = pl_protocol_at(i)->view;
    const char *compared = view && view->compared ? view->compared(fit) : NULL;
    if (compared) pl__print(c, "\n%s\n", compared);
  }
  pl__show_warnings(c, fit);
  if (fit->findings.further) pl__show_further(c, fit);
  pl_text verdict;
  pl_text_init(&verdict, c->ctx);
  pl_result_verdict(fit, &verdict);
  pl__print(c, "\n%s %s\n\n", pl_verdict_sign(pl_result_state(fit)), verdict.data);
  pl_text_clear(&verdict);
}

// How each test is predicted; one line if it is the same for all.
static void print_reasons(pl_terminal *c, const pl_fit *fit) {
  bool same = fit->problem.n_case > 1;
  for (int i = 1; i < fit->problem.n_case; i++)
    same = same && strcmp(fit->work.fit_case[i].rig->run.reason, fit->work.fit_case[i - 1].rig->run.reason) == 0;
  for (int i = 0; i < (same ? 1 : fit->problem.n_case); i++)
    pl__print(c, "  %s: %s\n", same ? "all tests" : fit->work.fit_case[i].test->name, fit->work.fit_case[i].rig->run.reason);
}

static void predicted(pl_terminal *c, const pl_fit *fit, const char *folder) {
  pl__print(c, "%s: %d %s predicted, %.2f s\n\n", fit->material->name, fit->problem.n_case, fit->problem.n_case == 1 ? "test" : "tests",
            fit->solution.seconds);
  if (pl__show_figures(c, fit, true)) pl__print(c, "\n");
  pl__show_scores(c, fit, true);
  pl__show_next(c, fit);
  if (folder) pl__quick_look(c, folder);
  pl__print(c, "\n");
  if (pl__show_specimens(c, fit)) pl__print(c, "  (estimated from each specimen with the material fixed)\n\n");
  print_reasons(c, fit);
  pl__show_warnings(c, fit);
  bool few = false;
  for (int i = 0; i < fit->evidence.n_score; i++) few = few || fit->evidence.score[i].few;
  pl__print(c, "\n%s: every channel %s R² = %g, or is within %.0f %% of its level or its noise%s\n",
            fit->findings.validation_passed ? "Passed" : "Failed", fit->findings.validation_passed ? "reaches" : "should reach",
            fit->problem.options.accept_r2, 100 * pl_judge_share(fit), few ? ", single readings as said above" : "");
}

pl_status pl_fit_text(pl_context *ctx, const pl_fit *fit, const char *folder, const pl_text_style *style, char **text) {
  pl_terminal c;
  *text = NULL;
  PL_TRY(pl__terminal_open(&c, ctx, style));
  if (fit->problem.n_fitted > 0)
    fitted(&c, fit, folder);
  else
    predicted(&c, fit, folder);
  return pl__terminal_close(&c, PL_OK, text);
}

// ---- a result folder ----

static pl_status look_at(pl_terminal *c, const char *folder, const pl_result_look *look, int *n_drawn) {
  pl_json *fit;
  PL_TRY(pl_result_load(c->arena, folder, &fit));
  bool laws = look->laws || !look->tests, tests = look->tests || !look->laws;
  int n = 0;
  pl__print(c, "%s %s: %s\n", pl_verdict_sign(pl__fit_state(fit)), pl__member_text(pl_json_find(fit, "material"), "name"),
            pl__member_text(fit, "verdict"));
  if (laws) n += pl__quick_look_laws(c, folder, fit, look->only);
  if (tests) n += pl__quick_look_tests(c, fit, look->only, 0) + pl__quick_look_readings(c, fit, look->only, 0);
  *n_drawn = n;
  pl_json *further = pl_json_find(fit, "further_tests");
  if (further && !look->only) pl__print(c, "\nFurther tests\n  %s\n", pl__member_text(further, "words"));
  return PL_OK;
}

pl_status pl_result_text(pl_context *ctx, const char *folder, const pl_result_look *look, const pl_text_style *style, char **text,
                         int *n_drawn) {
  pl_terminal c;
  *text = NULL;
  *n_drawn = 0;
  PL_TRY(pl__terminal_open(&c, ctx, style));
  pl_result_look all = {0};
  return pl__terminal_close(&c, look_at(&c, folder, look ? look : &all, n_drawn), text);
}
