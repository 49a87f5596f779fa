// cases.c: the tables of cases, one row each.
#include "bench/cases.h"

const evidence_case reproduce_case[] = {
    {"volino-virtual-tensile", "virtual tensile test of a 20 cm x 5 cm gabardine sample against its own curves",
     "Volino et al. 2009, section 4.1 and figure 9", reproduce_virtual_tensile},
    {"volino-poisson", "a square at 150 % of its length for three Poisson coefficients", "Volino et al. 2009, section 2.1 and figure 3",
     reproduce_poisson},
    {"volino-disk-push", "cloth on a circular frame pushed by a disc against an axisymmetric membrane solution",
     "Volino et al. 2009, section 4.2 and figure 10", reproduce_disk_push},
    {"nylon-angles", "woven nylon cut at seven angles: fit three, predict four",
     "Farrell et al., textile metamaterials (data nylon-strips-angles)", reproduce_nylon_angles},
    {"knit-uniaxial", "four knits pulled both ways: force and lateral contraction, one material each",
     "Singal et al. 2024 (data knit-stitch-by-stitch)", reproduce_knit_uniaxial},
    {"capture-tables", "three cloth models in four variants fitted to captures of four virtual fabrics", "thesis tables A.1-A.4",
     reproduce_capture_tables},
    {"capture-recovery", "captures made by the fitted cloth model on another mesh: its parameters found again from any start", "thesis 3.4",
     reproduce_capture_recovery},
    {"capture-validation", "fitted cloth models judged on motions and on a specimen they were not fitted to", "thesis 3.5, figure 3.6",
     reproduce_capture_validation},
};
const int n_reproduce_case = (int)(sizeof reproduce_case / sizeof reproduce_case[0]);

const evidence_case bench_case[] = {
    {"elements", "elements per second on one core against the machine's limits", "this machine", bench_elements},
    {"implicit-solve", "an implicit step of a 1 m x 1 m sheet: nonlinear against linear, triangles against springs",
     "Volino et al. 2009, section 4.3", bench_implicit_solve},
    {"virtual-tensile", "the virtual tensile test of 2 500 triangles, time per state", "Volino et al. 2009, section 4.1",
     bench_virtual_tensile},
    {"tensile-fit", "a whole fit of five tensile curves, share of time inside factorise and solve", "this machine", bench_tensile_fit},
    {"capture-fit", "one cloth model fitted to five captured sequences, share of time inside factorise and solve",
     "thesis 3.4, this machine", bench_capture_fit},
};
const int n_bench_case = (int)(sizeof bench_case / sizeof bench_case[0]);
