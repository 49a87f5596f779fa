// choose.c: see choose.h.
//
// For a given rate tau of friction, moments are linear in all other numbers. Every candidate is solved exactly over the whole range of tau
// (pl_friction_scan). Its score is Schwarz' criterion of n readings and p numbers:
//   chi^2 + p log n  with a known sigma,   n log(chi^2 / n) + p log n  with an unknown one.
// The candidate with the fewest numbers is taken among those within 6 of the smallest score. A difference above 6 is strong evidence: twice the
// logarithm of a Bayes factor of 20 (Kass and Raftery 1995). By the smallest score alone, one of several needless candidates often wins by chance.
#include "protocol/moment-curvature/choose.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const pl_bend_law rows[] = {
    {.model = "rigidity", .help = "one rigidity by direction; by face or over curvature where the readings support it"},
    {.model = "rigidity-constant", .help = "one rigidity by direction", .law = "linear"},
    {.model = "rigidity-faces",
     .help = "one rigidity by direction and face",
     .law = "stress-spline",
     .shape = ", \"order\": 1, \"compression\": \"free\"",
     .faces = true,
     .n_knot = 3,
     .knot = {-1, 0, 1}},
    {.model = "rigidity-curve",
     .help = "a moment that rises with curvature, the same for both faces",
     .law = "convex-spline",
     .n_knot = 4,
     .knot = {0, 1.0 / 3, 2.0 / 3, 1}},
    {.model = "rigidity-curve-faces",
     .help = "the same with separate faces",
     .law = "convex-spline",
     .shape = ", \"compression\": \"free\"",
     .faces = true,
     .n_knot = 7,
     .knot = {-1, -2.0 / 3, -1.0 / 3, 0, 1.0 / 3, 2.0 / 3, 1}},
};

int pl_bend_law_count(void) { return (int)(sizeof rows / sizeof rows[0]); }
const pl_bend_law *pl_bend_law_at(int index) { return &rows[index]; }

const pl_bend_law *pl_bend_law_find(const char *model) {
  for (int i = 0; i < pl_bend_law_count(); i++)
    if (strcmp(rows[i].model, model) == 0) return &rows[i];
  return NULL;
}

pl_status pl_bend_add_terms(pl_material *material, const char *name, const char *value, const pl_bend_choice *choice) {
  char text[512];
  int n = snprintf(text, sizeof text, "{\"name\": \"%s\", \"strain\": \"curvature\", \"values\": [\"%s\"], \"law\": \"%s\"%s", name, value,
                   choice->law->law, choice->law->shape ? choice->law->shape : "");
  for (int k = 0; k < choice->law->n_knot; k++)
    n += snprintf(text + n, sizeof text - (size_t)n, "%s%.9g%s", k ? ", " : ", \"knots\": {\"unit\": \"1/m\", \"values\": [",
                  choice->top * choice->law->knot[k], k + 1 < choice->law->n_knot ? "" : "]}");
  snprintf(text + n, sizeof text - (size_t)n, "}");
  PL_TRY(pl_material_add_term(material, text));
  return choice->friction == PL_FRICTION_NONE ? PL_OK : pl_friction_add_term(material, name, choice->friction);
}

// ---- candidates ----

#define STRONG 6.0
enum { MAX_CANDIDATE = 12 };

#define ROUND_OFF 1e-8  // of chi^2 over n, with sigma 1 % of the largest moment: differences below are not of the cloth

static pl_status try(pl_context *ctx, const pl_bend_ask *ask, pl_bend_choice *candidate) {
  pl_material *material;
  PL_TRY(pl_material_create(ctx, "bent", 0, &material));
  pl_status status = PL_OK;
  double chi2 = 0;
  int n = 0;
  PL_TRY_CLEAN(pl_bend_add_terms(material, "bend", ask->value, candidate));
  PL_TRY_CLEAN(pl_material_finish(material));
  PL_ASSERT(material->n_theta <= (int)(sizeof candidate->theta / sizeof candidate->theta[0]));
  PL_TRY_CLEAN(pl_friction_scan(ctx, material, "bend", ask->n_path, ask->path, material->theta, &chi2, NULL));
  candidate->n = material->n_theta;
  memcpy(candidate->theta, material->theta, (size_t)candidate->n * sizeof candidate->theta[0]);
  chi2 *= 2;
  for (int p = 0; p < ask->n_path; p++) n += ask->path[p].n;
  candidate->score = (ask->sigma_known ? chi2 : n * log(fmax(chi2 / n, ROUND_OFF))) + candidate->n * log(n);
cleanup:
  pl_material_destroy(material);
  return status;
}

// The candidates of a question; returns their number.
static int list_candidates(const pl_bend_ask *ask, double top, pl_bend_choice out[MAX_CANDIDATE]) {
  static const pl_friction kinds[] = {PL_FRICTION_NONE, PL_FRICTION_CONSTANT, PL_FRICTION_DAHL};
  int n = 0, n_kind = ask->friction != PL_FRICTION_AUTO || !ask->turns ? 1 : 3;
  for (int i = 1; i < pl_bend_law_count(); i++) {
    if (ask->law->law ? &rows[i] != ask->law : rows[i].faces && !ask->both) continue;
    for (int k = 0; k < n_kind; k++)
      out[n++] = (pl_bend_choice){.law = &rows[i], .friction = ask->friction == PL_FRICTION_AUTO ? kinds[k] : ask->friction, .top = top};
  }
  return n;
}

pl_status pl_bend_choose(pl_context *ctx, const pl_bend_ask *ask, pl_bend_choice *out) {
  pl_bend_choice candidate[MAX_CANDIDATE];
  double top = 0, least = INFINITY;
  for (int p = 0; p < ask->n_path; p++)
    for (int i = 0; i < ask->path[p].n; i++) top = fmax(top, fabs(ask->path[p].strain[i]));
  int n = list_candidates(ask, top, candidate), best = -1;
  for (int i = 0; i < n; i++) {
    PL_TRY(try(ctx, ask, &candidate[i]));
    least = fmin(least, candidate[i].score);
  }
  for (int i = 0; i < n; i++) {
    const pl_bend_choice *c = &candidate[i], *b = best < 0 ? NULL : &candidate[best];
    if (c->score <= least + STRONG && (!b || c->n < b->n || (c->n == b->n && c->score < b->score))) best = i;
  }
  *out = candidate[best];
  return PL_OK;
}
