// failing_memory.h: an allocator whose n-th call fails, and that counts what is still held. Give it to pl_context_options.allocate.
#ifndef PLIANT_TEST_FAILING_MEMORY_H
#define PLIANT_TEST_FAILING_MEMORY_H

#include <stdlib.h>

typedef struct failing {
  int n_call;   // allocations so far
  int fail_at;  // the call that fails, counted from 1; 0: none
  int n_live;   // blocks not freed yet
} failing;

static inline void *failing_allocate(void *user, void *old, size_t size) {
  failing *f = user;
  if (size == 0) {
    f->n_live -= old != NULL;
    free(old);
    return NULL;
  }
  if (++f->n_call == f->fail_at) return NULL;
  void *memory = realloc(old, size);
  f->n_live += old == NULL && memory != NULL;
  return memory;
}

#endif
