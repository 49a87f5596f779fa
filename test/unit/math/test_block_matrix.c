// test_block_matrix.c: patterns against brute force, products against a dense matrix.
#include "math/block_matrix.h"

#include <stdlib.h>

#include "base/rng.h"
#include "test.h"

enum { N_VERTEX = 23, N_TRIANGLE = 31, N_QUAD = 17 };

static void random_elements(pl_rng *rng, int32_t n_element, int size, int32_t *element) {
  for (int32_t e = 0; e < n_element; e++) {
    for (int a = 0; a < size; a++) {
      bool fresh;
      do {
        fresh = true;
        element[e * size + a] = (int32_t)(pl_rng_next(rng) % N_VERTEX);
        for (int b = 0; b < a; b++) fresh = fresh && element[e * size + b] != element[e * size + a];
      } while (!fresh);
    }
  }
}

static void mark_pairs(const int32_t *element, int32_t n_element, int size, bool *pair) {
  for (int32_t e = 0; e < n_element; e++) {
    for (int a = 0; a < size; a++) {
      for (int b = 0; b < size; b++) pair[element[e * size + a] * N_VERTEX + element[e * size + b]] = true;
    }
  }
}

static void check_pattern(bool symmetric) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_rng rng;
  pl_rng_init(&rng, 7);
  static int32_t triangle[N_TRIANGLE * 3], quad[N_QUAD * 4];
  random_elements(&rng, N_TRIANGLE, 3, triangle);
  random_elements(&rng, N_QUAD, 4, quad);
  static bool pair[N_VERTEX * N_VERTEX];
  memset(pair, 0, sizeof pair);
  for (int v = 0; v < N_VERTEX; v++) pair[v * N_VERTEX + v] = true;
  mark_pairs(triangle, N_TRIANGLE, 3, pair);
  mark_pairs(quad, N_QUAD, 4, pair);

  pl_block_pattern pattern;
  const int32_t count[] = {N_TRIANGLE, 0, N_QUAD};
  const int size[] = {3, 2, 4};
  const int32_t *const element[] = {triangle, NULL, quad};
  REQUIRE(pl_block_pattern_build(arena, N_VERTEX, symmetric, 3, count, size, element, &pattern) == PL_OK);
  int32_t n_block = 0;
  for (int32_t c = 0; c < N_VERTEX; c++) {
    for (int32_t r = symmetric ? c : 0; r < N_VERTEX; r++) {
      int32_t position = pl_block_position(&pattern, r, c);
      CHECK((position >= 0) == pair[r * N_VERTEX + c]);
      if (position >= 0) CHECK(pattern.row[position] == r && position >= pattern.start[c] && position < pattern.start[c + 1]);
      n_block += position >= 0;
    }
    for (int32_t k = pattern.start[c] + 1; k < pattern.start[c + 1]; k++) CHECK(pattern.row[k - 1] < pattern.row[k]);
  }
  CHECK(n_block == pattern.n_block);

  // the product against a dense one
  pl_block_matrix matrix;
  REQUIRE(pl_block_matrix_create(arena, &pattern, &matrix) == PL_OK);
  enum { N = 3 * N_VERTEX };
  static double dense[N][N], x[N], y[N], diagonal[N];
  memset(dense, 0, sizeof dense);
  for (int32_t c = 0; c < N_VERTEX; c++) {
    for (int32_t k = pattern.start[c]; k < pattern.start[c + 1]; k++) {
      int32_t r = pattern.row[k];
      for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
          double value = pl_rng_normal(&rng);
          if (symmetric && r == c && b < a) value = dense[3 * r + b][3 * c + a];
          matrix.value[9 * k + 3 * a + b] = dense[3 * r + a][3 * c + b] = value;
          if (symmetric) dense[3 * c + b][3 * r + a] = value;
        }
      }
    }
  }
  for (int i = 0; i < N; i++) x[i] = pl_rng_normal(&rng);
  pl_block_matrix_multiply(&matrix, x, y);
  pl_block_matrix_diagonal(&matrix, diagonal);
  for (int i = 0; i < N; i++) {
    double sum = 0;
    for (int j = 0; j < N; j++) sum += dense[i][j] * x[j];
    CHECK_NEAR(y[i], sum, 1e-13);
    CHECK(diagonal[i] == dense[i][i]);
  }
  // only some rows: one whole vertex, and one component of another
  uint8_t wanted[N] = {[1] = 1, [6] = 1, [7] = 1, [8] = 1};
  double part[N];
  pl_block_matrix_multiply_at(&matrix, wanted, x, part);
  for (int i = 0; i < N; i++) CHECK(!wanted[i] || part[i] == y[i]);
  CHECK(part[N - 1] == 0 && y[N - 1] != 0);
  pl_block_matrix_zero(&matrix);
  pl_block_matrix_multiply(&matrix, x, y);
  for (int i = 0; i < N; i++) CHECK(y[i] == 0);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

TEST(block_matrix_symmetric) { check_pattern(true); }
TEST(block_matrix_unsymmetric) { check_pattern(false); }

// A vertex in every element: its column is longer than the insertion sort's limit.
TEST(block_matrix_hub) {
  enum { N = 150 };
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  static int32_t edge[2 * (N - 1)];
  for (int32_t e = 0; e < N - 1; e++) {
    edge[2 * e] = 0;
    edge[2 * e + 1] = N - 1 - e;
  }
  pl_block_pattern pattern;
  const int32_t count[] = {N - 1};
  const int size[] = {2};
  const int32_t *const element[] = {edge};
  REQUIRE(pl_block_pattern_build(arena, N, true, 1, count, size, element, &pattern) == PL_OK);
  CHECK(pattern.n_block == 2 * N - 1);
  for (int32_t r = 0; r < N; r++) CHECK(pl_block_position(&pattern, r, 0) == r);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// No elements at all: the diagonal remains.
TEST(block_matrix_no_elements) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_block_pattern pattern;
  REQUIRE(pl_block_pattern_build(arena, 4, false, 0, NULL, NULL, NULL, &pattern) == PL_OK);
  CHECK(pattern.n_block == 4);
  for (int32_t i = 0; i < 4; i++) CHECK(pl_block_position(&pattern, i, i) == i);
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}
