// What a number may be called by its sigma, and the least known combination against closed forms.
#include <math.h>

#include "estimate/judge/judge.h"
#include "estimate/judge/marks.h"
#include "fit/virtual_tests.h"
#include "test.h"

enum { C11, C12, C22, C33, N };

static const char membrane[] =
    "{\"pliant\": \"material 1\", \"name\": \"t\", \"terms\": [{\"name\": \"m\", \"strain\": \"green\", \"law\": \"orthotropic\", "
    "\"parameters\": {\"unit\": \"N/m\", \"values\": [100, 1, 100, 39]}}]}";

typedef struct marked {
  pl_context *ctx;
  pl_fit *fit;
  double sigma[N], covariance[N * N], worst[N];
  bool identified[N], weak[N];
} marked;

// A fit that ended with these values and sigmas, N/m, all of them determined better than by the prior.
static void open_marked(marked *m, const double theta[N], const double sigma[N]) {
  *m = (marked){.ctx = pl_context_create(NULL)};
  pl_arena *arena = pl_arena_create(m->ctx);
  m->fit = pl_arena_alloc(arena, 1, sizeof *m->fit);
  REQUIRE(m->fit);
  m->fit->ctx = m->ctx;
  m->fit->arena = arena;
  m->fit->material = truth_from_text(m->ctx, membrane);
  m->fit->solution.n_parameter = N;
  m->fit->evidence.covariance = m->covariance;
  m->fit->known = (pl_fit_known){.worst_direction = m->worst, .identified = m->identified, .weak = m->weak};
  REQUIRE(m->fit->material->n_theta == N);
  for (int j = 0; j < N; j++) {
    m->fit->material->theta[j] = theta[j];
    m->sigma[j] = sigma[j];
    m->covariance[j * N + j] = sigma[j] * sigma[j];
    m->identified[j] = true;
  }
  m->fit->material->sigma = m->sigma;
}

static void close_marked(marked *m) {
  m->fit->material->sigma = NULL;
  pl_material_destroy(m->fit->material);
  pl_arena_destroy(m->fit->arena);
  pl_context_destroy(m->ctx);
}

// The mean size is 60: a number near zero is known when its sigma is below 6.
TEST(marks_of_parameters) {
  marked m;
  open_marked(&m, (double[N]){100, 1, -100, 39}, (double[N]){7, 3, 20, 1});
  REQUIRE(pl_mark_parameters(m.fit) == PL_OK);
  for (int j = 0; j < N; j++) CHECK(m.identified[j]);
  CHECK(!m.weak[C11] && m.weak[C12] && m.weak[C22] && !m.weak[C33]);
  CHECK(pl_mark_near_zero(m.fit, C12) && !pl_mark_near_zero(m.fit, C22));
  close_marked(&m);
  // noise: neither distinguishable from zero nor small compared with the others
  open_marked(&m, (double[N]){100, 1, 100, 39}, (double[N]){51, 7, 49, 1});
  REQUIRE(pl_mark_parameters(m.fit) == PL_OK);
  CHECK(!m.identified[C11] && !m.weak[C11]);
  CHECK(!m.identified[C12] && !m.weak[C12]);
  CHECK(m.identified[C22] && m.weak[C22]);
  close_marked(&m);
}

// Two numbers of one size and sigma with correlation rho: the eigenvalues of their relative covariance are s^2 (1 +- rho), along (1, +-1)/sqrt(2).
TEST(marks_worst_direction) {
  const double rho = -0.6, s = 0.1;
  marked m;
  open_marked(&m, (double[N]){100, 1, 100, 39}, (double[N]){100 * s, 1, 100 * s, 1});
  m.covariance[C11 * N + C22] = m.covariance[C22 * N + C11] = rho * 100 * s * 100 * s;
  REQUIRE(pl_mark_parameters(m.fit) == PL_OK);
  CHECK_NEAR(m.fit->known.worst_sigma, s * sqrt(1 - rho), 1e-12);
  CHECK_NEAR(m.worst[C11] * m.worst[C22], -0.5, 1e-12);
  close_marked(&m);
  // alone it is the relative sigma of the table
  open_marked(&m, (double[N]){100, 1, 100, 39}, (double[N]){20, 1, 1, 1});
  REQUIRE(pl_mark_parameters(m.fit) == PL_OK);
  CHECK_NEAR(m.fit->known.worst_sigma, 0.2, 1e-12);
  CHECK_NEAR(fabs(m.worst[C11]), 1, 1e-12);
  close_marked(&m);
}

// Rounding never puts a score on the other side of the limit it is judged by.
TEST(judge_scores_are_printed_on_their_side) {
  static const struct {
    double score, limit;
    int decimals;
    const char *text;
  } row[] = {{0.94795, 0.95, 2, "0.948"}, {0.9499996, 0.95, 2, "0.9499996"}, {0.95, 0.95, 2, "0.95"}, {0.9512, 0.95, 2, "0.95"},
             {0.5, 0.95, 3, "0.500"},     {0.9496, 0.9498, 3, "0.9496"},     {-20.4, 0.95, 0, "-20"}};
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    char text[32];
    CHECK_TEXT(pl_judge_print(row[i].score, row[i].limit, row[i].decimals, text), row[i].text);
  }
}
