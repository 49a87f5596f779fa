// idle_options.c: see idle_options.h. A setting counts as given when its text is not that of the default.
#include "estimate/problem/idle_options.h"
#include "protocol/homogeneous/homogeneous.h"

#include <stdio.h>
#include <string.h>

static bool is_given(const pl_option *option, const void *options, const void *usual) {
  char own[200], other[200];
  pl_options_print(option, options, own, sizeof own);
  pl_options_print(option, usual, other, sizeof other);
  return strcmp(own, other) != 0;
}

static pl_status refuse(const pl_fit *fit, const char *name) {
  char hint[120];
  const pl_fit_case *first = &fit->problem.fit_case[0];
  snprintf(hint, sizeof hint, "leave --%s out", name);
  return pl_fail(fit->ctx, PL_ERROR_USAGE, NULL, hint, "--%s has no effect on model %s of '%s' (%s)", name, fit->problem.options.model,
                 first->test->name, first->measurement->protocol->name);
}

pl_status pl_refuse_idle_options(const pl_fit *fit) {
  // a homogeneous schedule looks at neither motions, meshes, labels nor directions of threads; its curves choose their own segments
  static const char *const idle[] = {"variant",         "compare",    "max-points",       "refine",      "start",    "sample-radius",
                                     "sample-contrast", "points",     "components",       "ring",        "weights",  "path",
                                     "progressive",     "bend-knots", "order-elongation", "order-shear", "segments", "cross",
                                     "monotone",        "mesh-error", "mesh-correction"};
  pl_fit_options usual = pl_fit_options_default();
  for (size_t i = 0; i < sizeof idle / sizeof *idle; i++) {
    const pl_option *option = pl_options_find(&pl_fit_option_table, idle[i]);
    PL_ASSERT(option);
    if (is_given(option, &fit->problem.options, &usual)) return refuse(fit, idle[i]);
  }
  // a held-out test of another kind has a specimen with a mesh
  for (int i = 0; i < fit->problem.n_case; i++)
    if (!pl_homogeneous_of(fit->problem.fit_case[i].test)) return PL_OK;
  for (int i = 0; i < pl_rig_option_table.n_option; i++)
    if (is_given(&pl_rig_option_table.option[i], &fit->problem.options.rig, &usual.rig))
      return refuse(fit, pl_rig_option_table.option[i].name);
  return PL_OK;
}
