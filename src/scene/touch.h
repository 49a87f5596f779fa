// touch.h: contact of the bodies and obstacles of a system: its surface and its potentials.
#ifndef PL_SCENE_TOUCH_H
#define PL_SCENE_TOUCH_H

#include "model/potential.h"
#include "scene/scene.h"

typedef struct pl_touch pl_touch;
struct pl_simulation_system;

// The system's parts are set; mesh: theirs, x [n_vertex][3]: first positions, m. Fails where they intersect or are too close, and names the pair.
pl_status pl_touch_create(pl_simulation *simulation, const struct pl_simulation_system *system, const pl_mesh *mesh, const double *x,
                          pl_touch **touch);
void pl_touch_destroy(pl_touch *touch);
// For pl_model_options; borrowed from it.
int pl_touch_count(const pl_touch *touch);
const pl_potential *pl_touch_potentials(const pl_touch *touch);

// Names of what two vertices belong to, the body first; unchanged without contact or if both are the same vertex.
void pl_touch_names(const pl_simulation *simulation, const struct pl_simulation_system *system, const int32_t vertex[2], const char **body,
                    const char **other);

#endif
