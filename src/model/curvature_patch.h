// curvature_patch.h: the hinges that give each triangle its three curvatures, and with which weights.
//
//   kappa_T = sum over hinges f of  m_Tf theta_f,      kappa = (k_uu, k_vv, 2 k_uv) in material axes, 1/m
//
// Morley's plate element with the slope at the middle of each edge reconstructed from the angles of nearby hinges. Of a triangle of rest area A
// with edges of length l and outward normals n in (u, v)
//   kappa_T = 1/A sum over edges  l alpha (n_u^2, n_v^2, 2 n_u n_v),
// where alpha is the slope at the middle of the edge, across it and outward, less the slope of the triangle's plane:
//   inner edge    alpha = theta/2 + c.theta in its first triangle, theta/2 - c.theta in its second, over the hinges of the two triangles
//   border        alpha = c.theta over the hinges of the triangle and of its neighbours
//   held edge     alpha = theta: the neighbour lies flat in a clamp or on a table, and its plane is the slope
//   at a triangle that the edge of a table crosses: only the free part p of its area A bends, kappa_T has 1/(p A) for 1/A, and c makes alpha right
//                 for cloth that is flat on the table and has constant curvature beyond its edge
// c is the smallest vector that makes alpha right for every quadratic surface, so that kappa is exact on those (no surface is too stiff). The two
// alphas of an inner edge sum to theta, so that a constant moment is in equilibrium (no mesh relaxes by zigzag).
#ifndef PL_MODEL_CURVATURE_PATCH_H
#define PL_MODEL_CURVATURE_PATCH_H

#include <pliant/extend.h>
#include <pliant/mesh.h>

// Hinges of one patch: its three edges, and the two other edges of each neighbour.
enum { PL_PATCH_MAX_HINGE = 9, PL_PATCH_MAX_VERTEX = 12 };

typedef struct pl_curvature_patch {
  int n_hinge, n_vertex;
  int32_t vertex[PL_PATCH_MAX_VERTEX];  // distinct; the first three are the triangle's
  uint8_t corner[PL_PATCH_MAX_HINGE]
                [4];  // vertices of the hinge, as places in `vertex`: ends of its edge, opposite corners left and right of it
  int32_t hinge[PL_PATCH_MAX_HINGE];  // its number in pl_mesh.hinge
  double m[PL_PATCH_MAX_HINGE][3];    // 1/m
  bool listed;                        // it has a place in a model: it bends, or may bend at another time
  double area;                        // m^2, the part of the triangle that bends; 0: it is held
} pl_curvature_patch;

// Where cloth is held flat. All NULL: nowhere.
typedef struct pl_flat_parts {
  const double *free_share;  // [n_triangle], in [0, 1]: the part of each triangle that is not held
  const double
      *distance;  // [n_vertex], m, from the straight line at which holding ends, positive where cloth is free; read where a share is
                  // neither 0 nor 1
  const uint8_t *may_hold;  // [n_vertex], not 0 where a vertex may be held at another time, 2: up to a line between vertices
} pl_flat_parts;

// patch[n_triangle], in arena memory. Patches that look alike have the same `corner`, so that blocks of them need no gather by lane. Near triangles that may be held, a patch has all hinges that it can ever have. Their order does not
// depend on what is held now; only m and area do.
pl_status pl_curvature_patches(pl_arena *arena, const pl_mesh *mesh, pl_flat_parts flat, pl_curvature_patch **patch);

#endif
