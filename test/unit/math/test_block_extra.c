// test_block_extra.c: blocks outside the pattern, against dense matrices.
#include <stdlib.h>

#include "base/rng.h"
#include "failing_memory.h"
#include "math/block_matrix.h"
#include "test.h"

enum { N_VERTEX = 40, N = 3 * N_VERTEX, N_AT = 60 };

typedef struct fixture {
  pl_context *ctx;
  pl_arena *arena;
  pl_rng rng;
  pl_block_pattern pattern;
} fixture;

// A chain: vertex v is joined with v + 1.
static void open(bool symmetric, fixture *f) {
  static int32_t edge[2 * (N_VERTEX - 1)];
  const int32_t count[] = {N_VERTEX - 1}, *const element[] = {edge};
  const int size[] = {2};
  for (int32_t e = 0; e < N_VERTEX - 1; e++) edge[2 * e] = e, edge[2 * e + 1] = e + 1;
  f->ctx = pl_context_create(NULL);
  f->arena = pl_arena_create(f->ctx);
  pl_rng_init(&f->rng, 5);
  REQUIRE(pl_block_pattern_build(f->arena, N_VERTEX, symmetric, 1, count, size, element, &f->pattern) == PL_OK);
}

static void close(fixture *f) {
  pl_arena_destroy(f->arena);
  pl_context_destroy(f->ctx);
}

// Blocks anywhere: unordered, some repeated, some of the pattern.
static void random_places(fixture *f, int n, int32_t (*at)[2]) {
  for (int k = 0; k < n; k++) {
    int32_t r = (int32_t)(pl_rng_next(&f->rng) % N_VERTEX), c = (int32_t)(pl_rng_next(&f->rng) % N_VERTEX);
    bool turn = f->pattern.symmetric && r < c;
    at[k][0] = turn ? c : r;
    at[k][1] = turn ? r : c;
  }
  at[n - 1][0] = at[0][0], at[n - 1][1] = at[0][1];
}

// Random numbers into every block of the matrix.
static void fill(fixture *f, pl_block_matrix *m) {
  for (int32_t k = 0; k < f->pattern.n_block * 9; k++) m->value[k] = pl_rng_normal(&f->rng);
  for (int32_t c = 0; c < N_VERTEX && f->pattern.symmetric; c++) {
    double *d = pl_block_matrix_at(m, c, c);
    d[3] = d[1], d[6] = d[2], d[7] = d[5];
  }
  for (int32_t k = 0; m->extra && k < m->extra->n_block * 9; k++) m->extra->value[k] = pl_rng_normal(&f->rng);
}

static void make(fixture *f, int n, int32_t (*at)[2], pl_block_matrix *m) {
  REQUIRE(pl_block_matrix_create(f->arena, &f->pattern, m) == PL_OK);
  random_places(f, n, at);
  REQUIRE(pl_block_matrix_include(m, (size_t)n, (const int32_t(*)[2])at) == PL_OK);
  fill(f, m);
}

static void to_dense(const pl_block_matrix *m, double (*dense)[N]) {
  memset(dense, 0, sizeof(double) * N * N);
  for (int32_t c = 0; c < N_VERTEX; c++)
    for (int32_t r = m->pattern->symmetric ? c : 0; r < N_VERTEX; r++) {
      const double *block = pl_block_matrix_at(m, r, c);
      for (int i = 0; i < 9 && block; i++) {
        dense[3 * r + i / 3][3 * c + i % 3] = block[i];
        if (m->pattern->symmetric) dense[3 * c + i % 3][3 * r + i / 3] = block[i];
      }
    }
}

static void check_products(bool symmetric) {
  static double dense[N][N], x[N], y[N], t[N], part[N], diagonal[N];
  uint8_t wanted[N] = {[1] = 1, [6] = 1, [7] = 1, [60] = 1};
  int32_t at[N_AT][2];
  fixture f;
  pl_block_matrix m;
  open(symmetric, &f);
  make(&f, N_AT, at, &m);
  CHECK(m.extra->n_block > N_AT / 2 && m.extra->n_block < N_AT);
  for (int k = 0; k < N_AT; k++) CHECK(pl_block_matrix_at(&m, at[k][0], at[k][1]) != NULL);
  for (int32_t c = 0; c < N_VERTEX; c++)
    for (int32_t k = m.extra->start[c]; k < m.extra->start[c + 1]; k++) {
      CHECK(pl_block_position(&f.pattern, m.extra->row[k], c) < 0);
      CHECK(k == m.extra->start[c] || m.extra->row[k - 1] < m.extra->row[k]);
    }
  to_dense(&m, dense);
  for (int i = 0; i < N; i++) x[i] = pl_rng_normal(&f.rng);
  pl_block_matrix_multiply(&m, x, y);
  pl_block_matrix_multiply_transposed(&m, x, t);
  pl_block_matrix_multiply_at(&m, wanted, x, part);
  pl_block_matrix_diagonal(&m, diagonal);
  for (int i = 0; i < N; i++) {
    double sum = 0, across = 0;
    for (int j = 0; j < N; j++) sum += dense[i][j] * x[j], across += dense[j][i] * x[j];
    CHECK_NEAR(y[i], sum, 1e-13);
    CHECK_NEAR(t[i], across, 1e-13);
    CHECK(!wanted[i] || part[i] == y[i]);
    CHECK(diagonal[i] == dense[i][i]);
  }
  // an element of four vertices of which no two are joined
  const int32_t vertex[4] = {30, 2, 17, 9};
  static double h[12][12];
  for (int i = 0; i < 12; i++)
    for (int j = 0; j <= i; j++) h[i][j] = h[j][i] = pl_rng_normal(&f.rng);
  int32_t pairs[16][2];
  int n_pair = 0;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      if (!symmetric || vertex[i] >= vertex[j]) pairs[n_pair][0] = vertex[i], pairs[n_pair++][1] = vertex[j];
  REQUIRE(pl_block_matrix_include(&m, (size_t)n_pair, (const int32_t(*)[2])pairs) == PL_OK);
  pl_block_matrix_add_dense(&m, 4, vertex, h[0]);
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 12; j++) dense[3 * vertex[i / 3] + i % 3][3 * vertex[j / 3] + j % 3] += h[i][j];
  static double after[N][N];
  to_dense(&m, after);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) CHECK_NEAR(after[i][j], dense[i][j], 1e-15);
  pl_block_matrix_zero(&m);
  CHECK(m.extra->n_block == 0 && pl_block_matrix_at(&m, 30, 2) == NULL);
  pl_block_matrix_multiply(&m, x, y);
  for (int i = 0; i < N; i++) CHECK(y[i] == 0);
  close(&f);
}

TEST(block_extra_products_symmetric) { check_products(true); }
TEST(block_extra_products_unsymmetric) { check_products(false); }

// Present blocks keep their values when others come, again and again.
TEST(block_extra_include_keeps_values) {
  static double before[N][N], after[N][N];
  int32_t at[N_AT][2];
  fixture f;
  pl_block_matrix m;
  open(true, &f);
  make(&f, 3, at, &m);
  for (int round = 0; round < 20; round++) {
    to_dense(&m, before);
    random_places(&f, N_AT, at);
    REQUIRE(pl_block_matrix_include(&m, N_AT, (const int32_t(*)[2])at) == PL_OK);
    to_dense(&m, after);
    CHECK(memcmp(before, after, sizeof before) == 0);
    fill(&f, &m);
  }
  CHECK(m.extra->n_block > 400);
  REQUIRE(pl_block_matrix_include(&m, 0, NULL) == PL_OK);
  close(&f);
}

TEST(block_extra_sums) {
  static double a[N][N], b[N][N], c[N][N];
  int32_t at[N_AT][2];
  fixture f;
  pl_block_matrix ma, mb, mc;
  open(true, &f);
  make(&f, N_AT, at, &ma);
  make(&f, N_AT, at, &mb);
  make(&f, N_AT, at, &mc);
  to_dense(&ma, a);
  to_dense(&mb, b);
  REQUIRE(pl_block_matrix_blend(&ma, 0.25, &mb, &mc) == PL_OK);
  to_dense(&mc, c);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) CHECK_NEAR(c[i][j], 0.75 * a[i][j] + 0.25 * b[i][j], 1e-15);
  REQUIRE(pl_block_matrix_add_scaled(-3, &mb, &ma) == PL_OK);
  to_dense(&ma, c);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) CHECK_NEAR(c[i][j], a[i][j] - 3 * b[i][j], 1e-14);
  REQUIRE(pl_block_matrix_copy(&mb, &ma) == PL_OK);
  to_dense(&ma, c);
  CHECK(memcmp(c, b, sizeof b) == 0 && ma.extra->n_block == mb.extra->n_block);
  pl_block_matrix_zero(&mc);
  REQUIRE(pl_block_matrix_add_extra(&mb, &mc) == PL_OK);
  CHECK(mc.extra->n_block == mb.extra->n_block && mc.value[0] == 0);
  pl_block_matrix_zero(&mb);
  REQUIRE(pl_block_matrix_copy(&mb, &ma) == PL_OK);
  CHECK(ma.extra->n_block == 0);
  close(&f);
}

TEST(block_extra_without_memory) {
  for (int fail_at = 1; fail_at < 60; fail_at++) {
    failing memory = {.fail_at = fail_at};
    const pl_context_options options = {.allocate = failing_allocate, .allocate_user = &memory};
    pl_context *ctx = pl_context_create(&options);
    pl_arena *arena = ctx ? pl_arena_create(ctx) : NULL;
    static const int32_t edge[2] = {0, 1}, count[] = {1}, *const element[] = {edge}, at[2][2] = {{30, 2}, {8, 1}};
    static const int size[] = {2};
    pl_block_pattern pattern;
    pl_block_matrix m;
    pl_status status = PL_ERROR_MEMORY;
    if (arena) status = pl_block_pattern_build(arena, N_VERTEX, true, 1, count, size, element, &pattern);
    if (status == PL_OK) status = pl_block_matrix_create(arena, &pattern, &m);
    if (status == PL_OK) status = pl_block_matrix_include(&m, 2, at);
    CHECK(status == PL_OK || status == PL_ERROR_MEMORY);
    if (status == PL_OK) CHECK(m.extra->n_block == 2);
    pl_arena_destroy(arena);
    pl_context_destroy(ctx);
    CHECK(memory.n_live == 0);
  }
}
