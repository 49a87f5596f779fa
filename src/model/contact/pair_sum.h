// pair_sum.h: adds the Hessians of many pairs to a matrix, on several threads.
//
// Hessians are evaluated in batches. Then each thread adds the blocks in one range of columns, pair after pair. Every block is summed in the
// order of the pairs, so the sums do not depend on the number of threads.
#ifndef PL_MODEL_CONTACT_PAIR_SUM_H
#define PL_MODEL_CONTACT_PAIR_SUM_H

#include "math/block_matrix.h"

// The vertices and the Hessian (N/m) of pair k.
typedef void (*pl_pair_hessian)(const void *user, int32_t k, int32_t vertex[4], double hessian[12][12]);

typedef struct pl_pair_sum pl_pair_sum;
pl_status pl_pair_sum_create(pl_context *ctx, pl_pair_sum **sum);
void pl_pair_sum_destroy(pl_pair_sum *sum);

// All blocks of the n pairs exist in the matrix.
pl_status pl_pair_sum_add(pl_pair_sum *sum, int32_t n, pl_pair_hessian eval, const void *user, pl_block_matrix *matrix);

#endif
