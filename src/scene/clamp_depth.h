// clamp_depth.h: how much of a clamp's edge does not hold the direction of the cloth.
#ifndef PL_SCENE_CLAMP_DEPTH_H
#define PL_SCENE_CLAMP_DEPTH_H

#include <pliant/mesh.h>

// The part of the clamp's edge, by length, that lies in triangles whose back is the border of the sheet. distance: [n_vertex], m, from the
// clamp's edge, at most 0 where cloth is held.
double pl_clamp_loose(const pl_mesh *mesh, const double *distance);
// Is that part so large that the cloth is noticeably softer?
bool pl_clamp_is_loose(double share);

#endif
