// protocol_fit.c: see protocol_fit.h.
#include "estimate/problem/protocol_fit.h"

int pl_one_kind(const pl_test *test) {
  (void)test;
  return 0;
}

const pl_protocol_fit *pl_case_part(const pl_fit_case *c) {
  static const pl_protocol_fit nothing = {0};
  const pl_protocol_fit *part = c->given ? c->given->measurement->protocol->fit : NULL;
  return part ? part : &nothing;
}
