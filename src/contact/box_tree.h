// box_tree.h: a complete binary tree of boxes over primitives in the order of a space-filling curve.
//
// Leaves hold up to four primitives. Boxes can be updated in the old order while the primitives move; the order is renewed from time to time.
#ifndef PL_CONTACT_BOX_TREE_H
#define PL_CONTACT_BOX_TREE_H

#include <stdint.h>

#include <pliant/extend.h>

typedef struct pl_box {
  double lo[3], hi[3];  // m; lo > hi: empty
} pl_box;

typedef struct pl_box_tree {
  int32_t n;           // primitives
  int32_t n_leaf;      // a power of two, at least n / 4
  int32_t *order;      // [n]
  pl_box *box;         // [n], of the primitives in this order
  pl_box *node;        // [2 n_leaf], node i has the children 2 i and 2 i + 1; leaf k is node n_leaf + k
  uint64_t (*key)[2];  // [n], scratch of the order
} pl_box_tree;

static inline bool pl_box_meet(const pl_box *a, const pl_box *b) {
  return a->lo[0] <= b->hi[0] && b->lo[0] <= a->hi[0] && a->lo[1] <= b->hi[1] && b->lo[1] <= a->hi[1] && a->lo[2] <= b->hi[2] &&
         b->lo[2] <= a->hi[2];
}

pl_status pl_box_tree_init(pl_arena *arena, int32_t n, pl_box_tree *tree);
// box[n] by number of the primitive. renew: find a new order first.
void pl_box_tree_update(pl_box_tree *tree, const pl_box *box, bool renew);

// The primitives whose boxes meet a query, numbers in no particular order. Grow-only.
typedef struct pl_box_hits {
  pl_context *ctx;
  int32_t n, capacity;
  int32_t *number;
} pl_box_hits;

pl_status pl_box_tree_query(const pl_box_tree *tree, const pl_box *query, pl_box_hits *hits);

#endif
