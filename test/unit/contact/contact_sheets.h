// contact_sheets.h: surfaces for the tests of contact: square sheets of n x n cells, each a part, and a few single primitives.
#ifndef PLIANT_TEST_CONTACT_SHEETS_H
#define PLIANT_TEST_CONTACT_SHEETS_H

#include <stdlib.h>

#include "contact/surface.h"

typedef struct contact_sheets {
  pl_contact_shape shape;
  double *x;  // [n_vertex][3], m: sheet p in the plane z = p gap
  int32_t *triangle, *part;
  double *radius;
} contact_sheets;

static inline contact_sheets contact_sheets_make(int n_sheet, int n, double gap, double radius, double reach) {
  int m = (n + 1) * (n + 1), n_vertex = n_sheet * m, n_triangle = 2 * n_sheet * n * n;
  contact_sheets s = {.x = malloc(3 * (size_t)n_vertex * sizeof(double)),
                      .triangle = malloc(3 * (size_t)n_triangle * sizeof(int32_t)),
                      .part = malloc((size_t)n_vertex * sizeof(int32_t)),
                      .radius = malloc((size_t)n_vertex * sizeof(double))};
  for (int v = 0; v < n_vertex; v++) {
    s.part[v] = v / m;
    s.radius[v] = radius;
    s.x[3 * v] = (double)(v % m / (n + 1)) / n;
    s.x[3 * v + 1] = (double)(v % m % (n + 1)) / n;
    s.x[3 * v + 2] = v / m * gap;
  }
  for (int t = 0; t < n_triangle; t++) {
    int sheet = t / (2 * n * n), cell = t % (2 * n * n) / 2, a = sheet * m + cell / n * (n + 1) + cell % n, b = a + n + 1;
    int32_t *v = s.triangle + 3 * t;
    v[0] = a;
    v[1] = t % 2 ? b + 1 : b;
    v[2] = t % 2 ? a + 1 : b + 1;
  }
  s.shape = (pl_contact_shape){.n_vertex = n_vertex,
                               .n_part = n_sheet,
                               .part = s.part,
                               .rest = s.x,
                               .n_triangle = n_triangle,
                               .triangle = s.triangle,
                               .radius = s.radius,
                               .reach = reach};
  return s;
}

static inline void contact_sheets_free(contact_sheets *s) {
  free(s->x);
  free(s->triangle);
  free(s->part);
  free(s->radius);
}

#endif
