// template_curve.c: see measure/template.h.
#include <math.h>

#include "measure/template.h"

enum { N = PL__TEMPLATE_STEPS };

double pl__template_travel(int i) { return (double)(i <= N ? i : 2 * N - i) / N; }

double pl__template_friction_factor(int i) {
  double from_turn = fabs((double)i - N) / N, part = 0.04 * (1 - exp(-8 * from_turn));
  return i <= N ? 1 + part : 1 - part;
}

void pl__template_row(pl_text *out, double control, double observed) { pl_text_printf(out, "%.3f,%.4f\n", control, observed); }
