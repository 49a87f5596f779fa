// detail.c: see detail.h.
#include "estimate/problem/detail.h"

static void *find(const pl_fit_findings *findings, const pl_protocol *protocol) {
  const pl_finding_detail *d = findings->detail;
  while (d && d->protocol != protocol) d = d->next;
  return d ? d->data : NULL;
}

void *pl_fit_detail(const pl_fit *fit, const pl_protocol *protocol) { return find(&fit->findings, protocol); }

void *pl_fit_detail_make(pl_fit_findings *findings, const pl_protocol *protocol, size_t size) {
  void *data = find(findings, protocol);
  if (data) return data;
  pl_finding_detail *d = pl_arena_alloc(findings->arena, 1, sizeof *d);
  data = pl_arena_alloc(findings->arena, 1, size);
  if (!d || !data) return NULL;
  *d = (pl_finding_detail){protocol, data, findings->detail};
  findings->detail = d;
  return data;
}
