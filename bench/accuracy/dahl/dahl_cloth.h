// dahl_cloth.h: cloth with internal friction as a material file, with all of it or with parts only, and scenes made of it.
#ifndef PL_BENCH_DAHL_CLOTH_H
#define PL_BENCH_DAHL_CLOTH_H

#include "base/text.h"
#include "bench/evidence.h"
#include "scene/simulation.h"

typedef struct dahl_cloth {
  double density;      // kg/m^2
  double stretch[2];   // N/m, k1 and k2 of warp and weft
  double shear, bend;  // N/m, N m
  // Dahl's a, b, tau; a = 0: no friction. Membrane strains: N/m, N/m, 1. Bending: N, N m, 1/m.
  double stretch_friction[3], shear_friction[3], bend_friction[3];
} dahl_cloth;

// Of the friction paper (tables of sections 4.2 and 4.3), warp, the same along weft. What it does not print is ours: cotton's shear and
// bending, and the membrane of doublecloth. The latter only has to be stiff enough that folds are bending.
dahl_cloth dahl_cotton(void);       // friction of stretch
dahl_cloth dahl_doublecloth(void);  // friction of bending
// The same cloth with friction of shear, as large beside its stiffness as that of stretch: the paper prints none.
dahl_cloth dahl_shear_friction(dahl_cloth cloth);

enum { DAHL_ELASTIC = 1, DAHL_FRICTION = 2 };
// The file `name`.json in the folder of the case, with these parts of the cloth.
pl_status dahl_cloth_save(evidence *e, const dahl_cloth *cloth, int parts, const char *name);

// The scene is kept as `name`.json beside its materials, parsed, and put in motion. The caller destroys both.
pl_status dahl_scene_begin(evidence *e, const char *name, const pl_text *text, pl_scene **scene, pl_simulation **simulation);

// Root of the mean squared distance of the vertices of two shapes [n_vertex][3], m.
double dahl_difference(int32_t n_vertex, const double *a, const double *b);

#endif
