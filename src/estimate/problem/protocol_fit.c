// protocol_fit.c: see protocol_fit.h.
#include "estimate/problem/protocol_fit.h"

pl_draws pl_one_kind(const pl_test *test, char mode[PL_KIND_MODE]) {
  (void)test;
  mode[0] = 0;
  return PL_DRAWS_EACH;
}

pl_draws pl_one_kind_named(const pl_test *test, char mode[PL_KIND_MODE]) {
  pl_one_kind(test, mode);
  return PL_DRAWS_NAMED;
}

const pl_protocol_fit *pl_case_part(const pl_fit_case *c) {
  static const pl_protocol_fit nothing = {0};
  const pl_protocol_fit *part = c->given ? c->given->measurement->protocol->fit : NULL;
  return part ? part : &nothing;
}
