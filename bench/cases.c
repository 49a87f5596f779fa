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
    {"wang-recovery",
     "hung samples made by the fitted law on another mesh: its 24 stiffnesses and the errors of cutting found again from any start",
     "Wang et al. 2011, section 4.1", reproduce_wang_recovery},
    {"wang-schemes", "convergence, fitting and validation error of every number of data points, of an isotropic and of an uncoupled model",
     "Wang et al. 2011, figures 9 and 10", reproduce_wang_schemes},
    {"wang-validation", "unbalanced weights, and samples cut at 22.5 (in truth 28.5) and 67.5 degrees",
     "Wang et al. 2011, section 6.1, I and II", reproduce_wang_validation},
    {"conservative-twin",
     "Wang's tensor field and a convex energy of as many numbers on the same tests, and the energy a led triangle gains",
     "Wang et al. 2011, section 3.1; thesis figure 4.1", reproduce_conservative_twin},
    {"elastica", "strips of constant bending stiffness against the heavy elastica over two decades of weight",
     "Wang et al. 2011, section 4.2; Peirce 1930", reproduce_elastica},
    {"wang-bending", "strips of published cloths, made on another mesh with noise: 15 bending stiffnesses each found again",
     "Wang et al. 2011, sections 3.2 and 4.2 (data arcsim-wang2011)", reproduce_wang_bending},
    {"bendstiff-photo", "moment over curvature of a photographed glass fabric strip", "Broberg et al. 2022 (data bendstiff-cantilever)",
     reproduce_bendstiff_photo},
    {"wang-hanging", "a square metre of each published cloth held at two points: ten fabrics, two directions, all at rest",
     "Wang et al. 2011, section 6.1, validation III (data arcsim-wang2011)", reproduce_wang_hanging},
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
    {"wang-fit", "24 stiffnesses and 6 intrinsic parameters fitted to 105 hung tests, share of time inside factorise and solve",
     "Wang et al. 2011, section 5, this machine", bench_wang_fit},
};
const int n_bench_case = (int)(sizeof bench_case / sizeof bench_case[0]);
