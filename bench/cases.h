// cases.h: the functions that cases.c lists. A new case adds one line here and one row there.
#ifndef PL_BENCH_CASES_H
#define PL_BENCH_CASES_H

#include "bench/evidence.h"

pl_status reproduce_virtual_tensile(evidence *e);
pl_status reproduce_poisson(evidence *e);
pl_status reproduce_disk_push(evidence *e);
pl_status reproduce_nylon_angles(evidence *e);
pl_status reproduce_knit_uniaxial(evidence *e);
pl_status reproduce_capture_tables(evidence *e);
pl_status reproduce_capture_recovery(evidence *e);
pl_status reproduce_capture_validation(evidence *e);
pl_status reproduce_wang_recovery(evidence *e);
pl_status reproduce_wang_schemes(evidence *e);
pl_status reproduce_wang_validation(evidence *e);
pl_status reproduce_conservative_twin(evidence *e);
pl_status reproduce_elastica(evidence *e);
pl_status reproduce_contact_friction(evidence *e);
pl_status reproduce_contact_drops(evidence *e);
pl_status reproduce_bending_plates(evidence *e);
pl_status reproduce_bending_transfer(evidence *e);
pl_status reproduce_wang_bending(evidence *e);
pl_status reproduce_bendstiff_photo(evidence *e);

pl_status reproduce_wang_hanging(evidence *e);
pl_status reproduce_dahl_weights(evidence *e);
pl_status reproduce_dahl_roll(evidence *e);
pl_status reproduce_dahl_coverage(evidence *e);
pl_status reproduce_moment_curvature(evidence *e);
pl_status reproduce_specimens_coverage(evidence *e);
pl_status reproduce_rate_noticed(evidence *e);
pl_status reproduce_dahl_persistence(evidence *e);
pl_status reproduce_dahl_cycles(evidence *e);
pl_status reproduce_dahl_twist(evidence *e);
pl_status reproduce_dahl_preferred_wrinkle(evidence *e);
pl_status reproduce_rubber_treloar(evidence *e);
pl_status reproduce_rubber_jones(evidence *e);
pl_status reproduce_tissue_biaxial(evidence *e);
pl_status reproduce_additive_cloth(evidence *e);
pl_status reproduce_additive_stvk(evidence *e);
pl_status reproduce_additive_convexity(evidence *e);
pl_status reproduce_additive_coverage(evidence *e);
pl_status reproduce_additive_friction(evidence *e);
pl_status reproduce_knit_additive(evidence *e);
pl_status reproduce_additive_heterogeneous(evidence *e);

pl_status reproduce_doubts(evidence *e);
pl_status reproduce_verdicts(evidence *e);

pl_status bench_elements(evidence *e);
pl_status bench_kernels_solid(evidence *e);
pl_status bench_implicit_solve(evidence *e);
pl_status bench_virtual_tensile(evidence *e);
pl_status bench_tensile_fit(evidence *e);
pl_status bench_curve_models(evidence *e);
pl_status bench_capture_fit(evidence *e);
pl_status bench_wang_fit(evidence *e);
pl_status bench_friction_step(evidence *e);
pl_status bench_bending_step(evidence *e);
pl_status bench_field_step(evidence *e);
pl_status bench_contact_step(evidence *e);
pl_status bench_additive_fit(evidence *e);

#endif
