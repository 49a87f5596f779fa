// Sums of the Hessians of pairs: the same bits as one by one, on any number of threads.
#include "model/contact/pair_sum.h"

#include <string.h>

#include "base/rng.h"
#include "test.h"

enum { VERTICES = 60, PAIRS = 5000 };

typedef struct pairs {
  int32_t vertex[PAIRS][4];
  double value[PAIRS];
} pairs;

static void hessian_of(const void *user, int32_t k, int32_t vertex[4], double h[12][12]) {
  const pairs *p = user;
  memcpy(vertex, p->vertex[k], sizeof p->vertex[k]);
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 12; j++) h[i][j] = p->value[k] / (1 + i + j);
}

static void make_pairs(pairs *p, int32_t (*block)[2], size_t *n_block) {
  pl_rng rng;
  pl_rng_init(&rng, 5);
  *n_block = 0;
  for (int k = 0; k < PAIRS; k++) {
    p->value[k] = pl_rng_normal(&rng);
    for (int i = 0; i < 4; i++) p->vertex[k][i] = (int32_t)(15 * i + (int)(pl_rng_uniform(&rng) * 15)) % VERTICES;
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < i; j++) block[*n_block][0] = p->vertex[k][i], block[(*n_block)++][1] = p->vertex[k][j];
  }
}

TEST(pair_sum_equals_the_sum_one_by_one) {
  for (int n_thread = 1; n_thread <= 3; n_thread++) {
    pl_context *ctx = pl_context_create(&(pl_context_options){.n_thread = n_thread});
    pl_arena *arena = pl_arena_create(ctx);
    pairs *p = pl_alloc(ctx, 1, sizeof *p);
    int32_t(*block)[2] = pl_alloc(ctx, 6 * PAIRS, sizeof *block);
    size_t n_block;
    REQUIRE(arena && p && block);
    make_pairs(p, block, &n_block);
    pl_block_pattern pattern;
    pl_block_matrix sum, plain;
    REQUIRE(pl_block_pattern_build(arena, VERTICES, true, 0, NULL, NULL, NULL, &pattern) == PL_OK);
    pl_block_matrix *both[] = {&sum, &plain};
    for (int i = 0; i < 2; i++) {
      REQUIRE(pl_block_matrix_create(arena, &pattern, both[i]) == PL_OK);
      REQUIRE(pl_block_matrix_include(both[i], n_block, (const int32_t(*)[2])block) == PL_OK);
    }
    pl_pair_sum *adder;
    REQUIRE(pl_pair_sum_create(ctx, &adder) == PL_OK);
    REQUIRE(pl_pair_sum_add(adder, PAIRS, hessian_of, p, &sum) == PL_OK);
    for (int k = 0; k < PAIRS; k++) {
      int32_t vertex[4];
      double h[12][12];
      hessian_of(p, k, vertex, h);
      pl_block_matrix_add_dense(&plain, 4, vertex, h[0]);
    }
    CHECK(sum.extra->n_block > 0 && sum.extra->n_block == plain.extra->n_block);
    CHECK(memcmp(sum.value, plain.value, 9 * (size_t)pattern.n_block * sizeof(double)) == 0);
    CHECK(memcmp(sum.extra->value, plain.extra->value, 9 * (size_t)plain.extra->n_block * sizeof(double)) == 0);
    pl_pair_sum_destroy(adder);
    pl_free(ctx, p);
    pl_free(ctx, block);
    pl_arena_destroy(arena);
    pl_context_destroy(ctx);
  }
}
