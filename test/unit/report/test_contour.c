// Contour lines against curves that are known: circles, straight lines, a saddle.
#include "report/figure/contour.h"

#include "test.h"

enum { N = 41, M = 31 };

typedef struct lines {
  int n, n_line, n_closed;
  double *x, *y;
} lines;

static double a[N], b[M], value[N * M];

static pl_grid_view grid(double (*f)(double x, double y)) {
  for (int i = 0; i < N; i++) a[i] = -2 + 4.0 * i / (N - 1);
  for (int j = 0; j < M; j++) b[j] = -1.5 + 3.0 * j / (M - 1);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) value[i * M + j] = f(a[i], b[j]);
  return (pl_grid_view){N, M, a, b, value};
}

static lines trace(pl_arena *arena, const pl_grid_view *g, double level) {
  lines l = {0};
  REQUIRE(pl__contour(arena, g, level, &l.n, &l.x, &l.y) == PL_OK);
  int start = 0;
  for (int i = 0; i < l.n; i++) {
    if (!isnan(l.x[i])) continue;
    l.n_line++;
    l.n_closed += i - start > 2 && l.x[start] == l.x[i - 1] && l.y[start] == l.y[i - 1];
    start = i + 1;
  }
  return l;
}

static double circle(double x, double y) { return x * x + y * y; }
static double plane(double x, double y) { return 2 * x - y; }
static double saddle(double x, double y) { return x * y; }
static double holed(double x, double y) { return hypot(x - 1.5, y) < 0.3 ? NAN : plane(x, y); }

TEST(contour_of_known_curves) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  REQUIRE(arena != NULL);
  pl_grid_view g = grid(circle);
  lines l = trace(arena, &g, 1);
  CHECK(l.n_line == 1 && l.n_closed == 1 && l.n > 60);
  double around = 0;
  for (int i = 0; i < l.n - 1; i++) {
    CHECK_NEAR(hypot(l.x[i], l.y[i]), 1, 0.002);  // linear between points 0.1 apart: at most h^2 / 8
    if (i) around += hypot(l.x[i] - l.x[i - 1], l.y[i] - l.y[i - 1]);
  }
  CHECK_NEAR(around, 2 * acos(-1.0), 0.02);
  l = trace(arena, &g, 3);  // leaves the grid above and below: two arcs
  CHECK(l.n_line == 2 && l.n_closed == 0);
  l = trace(arena, &g, 100);
  CHECK(l.n == 0);

  g = grid(plane);
  l = trace(arena, &g, 0.33);
  CHECK(l.n_line == 1 && l.n_closed == 0);
  for (int i = 0; i < l.n - 1; i++) CHECK_NEAR(2 * l.x[i] - l.y[i], 0.33, 1e-12);
  CHECK_NEAR(fabs(l.y[l.n - 2] - l.y[0]), 3, 1e-12);  // from rim to rim

  g = grid(saddle);
  l = trace(arena, &g, 0.2);  // the two branches of a hyperbola do not meet
  CHECK(l.n_line == 2 && l.n_closed == 0);
  l = trace(arena, &g, 1e-9);
  CHECK(l.n_line == 2);

  g = grid(holed);
  l = trace(arena, &g, 3);
  CHECK(l.n_line == 2);  // cut in two where nothing is known
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}
