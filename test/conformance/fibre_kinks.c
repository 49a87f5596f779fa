// fibre_kinks.c: see fibre_kinks.h. Tensors are written out: C = I + 2 E, I4 = a.C a, and the thickness of a sheet from det C.
#include "fibre_kinks.h"

#include <stdlib.h>

static double parameter_value(const law_subject *who, const double *theta, const char *name, double otherwise) {
  for (int j = 0; j < who->law.n_param; j++)
    if (strcmp(who->parameter[j].name, name) == 0) return theta[j];
  return otherwise;
}

int fibre_gaps(const law_subject *who, const double *theta, const double *s, double gap[MAX_GAP]) {
  bool matrix = strcmp(who->shape->law, "invariant-sheet") == 0, exponential = strncmp(who->shape->law, "fibre-exponential", 17) == 0;
  if (!matrix && strncmp(who->shape->law, "fibre-", 6) != 0) return 0;
  bool sheet = who->law.row->n_in == 3;
  double c11 = 1 + 2 * s[0], c22 = 1 + 2 * s[1], c12 = sheet ? s[2] : s[5], det = c11 * c22 - c12 * c12;
  double first = c11 + c22 + (sheet ? 1 / det : 1 + 2 * s[2]) - 3;
  const char *text = strstr(who->shape->json, "\"angle\": \"");
  double angle = parameter_value(who, theta, "angle", text ? atof(text + 10) * acos(-1) / 180 : 0);
  double kappa = parameter_value(who, theta, "kappa", 0);
  int families = strstr(who->shape->json, "\"families\": 2") ? 2 : 1, n = 0;
  for (int m = 0; m < families; m++) {
    double c = cos(angle), d = (m == 0 ? 1 : -1) * sin(angle), fourth = c * c * c11 + d * d * c22 + 2 * c * d * c12 - 1;
    double form = matrix ? first : kappa * first + (1 - 3 * kappa) * fourth;
    gap[n++] = matrix ? 1 : form;  // the matrix has no slack side
    for (int j = 0; j < who->law.n_param && !exponential; j++)
      if (!isnan(who->parameter[j].knot)) gap[n++] = form - who->parameter[j].knot;
  }
  REQUIRE(n <= MAX_GAP);
  return n;
}

double fibre_clearance(const law_subject *who, const double *theta, const double *s) {
  double gap[MAX_GAP], nearest = INFINITY;
  int n = fibre_gaps(who, theta, s, gap);
  for (int i = 0; i < n; i++) nearest = fmin(nearest, 0.25 * fabs(gap[i]));
  return nearest;
}

int fibre_cuts(const law_subject *who, const double *theta, const double *s, double *cut, int n, int most) {
  enum { STEPS = 400 };
  double before[MAX_GAP], after[MAX_GAP], at[PL_LAW_MAX_IN];
  int n_gap = fibre_gaps(who, theta, s, before);
  if (n_gap == 0) return n;
  for (int step = 1; step <= STEPS; step++) {
    double ends[2] = {(step - 0.999) / STEPS, (step + 0.001) / STEPS};  // not 0 itself, where every form is 0
    for (int e = 0; e < 2; e++) {
      for (int i = 0; i < who->law.row->n_in; i++) at[i] = ends[e] * s[i];
      fibre_gaps(who, theta, at, e ? after : before);
    }
    for (int g = 0; g < n_gap; g++) {
      if ((before[g] > 0) == (after[g] > 0)) continue;
      double low = ends[0], high = ends[1], middle[MAX_GAP];
      for (int q = 0; q < 60; q++) {
        double f = 0.5 * (low + high);
        for (int i = 0; i < who->law.row->n_in; i++) at[i] = f * s[i];
        fibre_gaps(who, theta, at, middle);
        if ((middle[g] > 0) == (before[g] > 0))
          low = f;
        else
          high = f;
      }
      REQUIRE(n < most);
      if (high < 1) cut[n++] = high;
    }
  }
  return n;
}
