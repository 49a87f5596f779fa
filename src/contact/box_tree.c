// box_tree.c: see box_tree.h.
#include "contact/box_tree.h"

#include <math.h>
#include <stdlib.h>

enum { LEAF = 4 };

static const pl_box empty = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

static void include(const pl_box *part, pl_box *whole) {
  for (int k = 0; k < 3; k++) {
    if (part->lo[k] < whole->lo[k]) whole->lo[k] = part->lo[k];
    if (part->hi[k] > whole->hi[k]) whole->hi[k] = part->hi[k];
  }
}

pl_status pl_box_tree_init(pl_arena *arena, int32_t n, pl_box_tree *tree) {
  *tree = (pl_box_tree){.n = n, .n_leaf = 1};
  while ((int64_t)tree->n_leaf * LEAF < n) tree->n_leaf *= 2;
  tree->order = pl_arena_alloc(arena, (size_t)n + 1, sizeof *tree->order);
  tree->box = pl_arena_alloc(arena, (size_t)n + 1, sizeof *tree->box);
  tree->node = pl_arena_alloc(arena, 2 * (size_t)tree->n_leaf, sizeof *tree->node);
  tree->key = pl_arena_alloc(arena, (size_t)n + 1, sizeof *tree->key);
  if (!tree->order || !tree->box || !tree->node || !tree->key) return PL_ERROR_MEMORY;
  for (int32_t i = 0; i < n; i++) tree->order[i] = i;
  return PL_OK;
}

// Bits of a 21-bit number with two zeros after each.
static uint64_t spread(uint64_t v) {
  v = (v | v << 32) & 0x1f00000000ffff;
  v = (v | v << 16) & 0x1f0000ff0000ff;
  v = (v | v << 8) & 0x100f00f00f00f00f;
  v = (v | v << 4) & 0x10c30c30c30c30c3;
  return (v | v << 2) & 0x1249249249249249;
}

static int compare_keys(const void *a, const void *b) {
  const uint64_t *x = a, *y = b;
  if (x[0] != y[0]) return x[0] < y[0] ? -1 : 1;
  return x[1] < y[1] ? -1 : x[1] > y[1];
}

// By the Morton code of the centres, then by number.
static void renew_order(pl_box_tree *tree, const pl_box *box) {
  pl_box all = empty;
  for (int32_t i = 0; i < tree->n; i++) include(&box[i], &all);
  double size = 0;
  for (int k = 0; k < 3; k++) size = fmax(size, all.hi[k] - all.lo[k]);
  double scale = size > 0 && isfinite(size) ? 2097151.0 / size : 0;
  for (int32_t i = 0; i < tree->n; i++) {
    uint64_t code = 0;
    for (int k = 0; k < 3; k++) {
      double cell = (0.5 * (box[i].lo[k] + box[i].hi[k]) - all.lo[k]) * scale;
      code |= spread(cell > 0 && cell < 2097152 ? (uint64_t)cell : 0) << k;
    }
    tree->key[i][0] = code;
    tree->key[i][1] = (uint64_t)i;
  }
  qsort(tree->key, (size_t)tree->n, sizeof *tree->key, compare_keys);
  for (int32_t i = 0; i < tree->n; i++) tree->order[i] = (int32_t)tree->key[i][1];
}

void pl_box_tree_update(pl_box_tree *tree, const pl_box *box, bool renew) {
  if (renew) renew_order(tree, box);
  for (int32_t leaf = 0; leaf < tree->n_leaf; leaf++) {
    pl_box whole = empty;
    for (int32_t i = LEAF * leaf; i < LEAF * (leaf + 1) && i < tree->n; i++) {
      tree->box[i] = box[tree->order[i]];
      include(&tree->box[i], &whole);
    }
    tree->node[tree->n_leaf + leaf] = whole;
  }
  for (int32_t i = tree->n_leaf - 1; i > 0; i--) {
    tree->node[i] = tree->node[2 * i];
    include(&tree->node[2 * i + 1], &tree->node[i]);
  }
}

static pl_status grow(pl_box_hits *hits) {
  int32_t capacity = hits->capacity < 64 ? 64 : 2 * hits->capacity;
  int32_t *number = pl_realloc(hits->ctx, hits->number, (size_t)capacity, sizeof *number);
  if (!number) return PL_ERROR_MEMORY;
  hits->number = number;
  hits->capacity = capacity;
  return PL_OK;
}

pl_status pl_box_tree_query(const pl_box_tree *tree, const pl_box *query, pl_box_hits *hits) {
  int32_t stack[64], n_stack = 0;
  hits->n = 0;
  if (tree->n > 0 && pl_box_meet(query, &tree->node[1])) stack[n_stack++] = 1;
  while (n_stack > 0) {
    int32_t i = stack[--n_stack];
    if (i < tree->n_leaf) {
      if (pl_box_meet(query, &tree->node[2 * i + 1])) stack[n_stack++] = 2 * i + 1;
      if (pl_box_meet(query, &tree->node[2 * i])) stack[n_stack++] = 2 * i;
      continue;
    }
    int32_t first = LEAF * (i - tree->n_leaf);
    if (hits->n + LEAF > hits->capacity) PL_TRY(grow(hits));
    for (int32_t k = first; k < first + LEAF && k < tree->n; k++)
      if (pl_box_meet(query, &tree->box[k])) hits->number[hits->n++] = tree->order[k];
  }
  return PL_OK;
}
