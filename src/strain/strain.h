// strain.h: the interface of strain measures. A strain depends on geometry and never on parameters.
//
// For a block of elements with vertex positions x it returns the strain values s_i and their gradients. Gradients are with respect to the
// element's 3 n_vertex coordinates. On request it adds the contraction  sum_i t_i hess(s_i)  that the geometric stiffness needs. A new
// strain is one file with a pl_strain and one line in strain.c.
#ifndef PL_STRAIN_STRAIN_H
#define PL_STRAIN_STRAIN_H

#include <pliant/extend.h>
#include <pliant/mesh.h>

#include "base/unit.h"
#include "math/lanes.h"

typedef enum pl_element_kind {
  PL_ELEMENT_EDGE,
  PL_ELEMENT_TRIANGLE,
  PL_ELEMENT_HINGE,
  PL_ELEMENT_RING2,
  PL_ELEMENT_PATCH,     // a triangle with the hinges around it, up to 12 vertices (model/curvature_patch.h)
  PL_ELEMENT_PATCH_10,  // the same with at most 10 vertices
  PL_ELEMENT_PATCH_8,   // with at most 8
  PL_ELEMENT_PATCH_6,   // a triangle and the three vertices beyond its edges
  PL_ELEMENT_TET,
  PL_ELEMENT_HEX_POINT,  // one of the 8 Gauss points of a hexahedron, whose vertices are ordered so that the point is nearest the first of
                         // them
  PL_ELEMENT_HEX,        // a hexahedron as a whole
  PL_ELEMENT_CONTACT     // two surfaces that touch: no mesh has them; scenes and tests of friction use the numbers
} pl_element_kind;

enum { PL_STRAIN_MAX_VALUE = 6, PL_STRAIN_MAX_VERTEX = 12, PL_STRAIN_MAX_DOF = 36, PL_STRAIN_MAX_REST = 36, PL_STRAIN_MAX_CLASS = 3 };

// How the geometric part sum_i t_i hess(s_i) enters the Hessian.
typedef enum pl_hess_mode {
  PL_HESS_EXACT,    // exact
  PL_HESS_PSD,      // a positive semidefinite replacement, equal to the exact one where that is semidefinite and easily recognised
  PL_HESS_FILTERED  // Volino 2.3: normal stresses that are negative are set to zero in the geometric part only
} pl_hess_mode;

// Words for one strain value.
typedef struct pl_value_words {
  const char *kind;   // "stretch along"; NULL: the value's name suffices
  const char *which;  // "x"; "" where there is only one of the kind
  const char *axis;   // of a picture: "strain along x"
} pl_value_words;

typedef struct pl_strain {
  const char *name;
  const char *help;    // one line with the formula
  const char *source;  // paper and equation
  const char *words;   // what it measures, in words: "the stretch and shear of the cloth"
  const char *note;    // optional sentence: the convention of its stress
  pl_element_kind element;
  // The same measure on another element kind has a separate row that points to the measure here. Terms name the measure and act on all its
  // rows. NULL: this row is the measure.
  const struct pl_strain *measure;
  int n_vertex, n_value, n_rest;
  const char *value_name[PL_STRAIN_MAX_VALUE];  // "warp", "weft", "shear"
  pl_value_words value_words[PL_STRAIN_MAX_VALUE];
  unsigned axial;  // bit i: value i is a stretch along a material axis, whose tension and compression are measured separately
  bool reference;  // the measure used for the convexity and the stiffness of a sheet, or of a solid
  bool volume;     // the change of volume alone
  // A law of it has a stress at rest, which a constraint or another term balances (dpsi/dI1 = mu/2 of a neo-Hookean body). Such a stress may
  // stay constant in a motion, so it cannot be the one that relaxes (law/prony.h).
  bool rest_stress;
  double rest_value[PL_STRAIN_MAX_VALUE];  // at rest: 0, but 1 for stretches and 3, 3, 1 for invariants
  pl_dim value_dim;                        // of the strain
  pl_dim weight_dim;                       // of the element's weight (area, length): psi has the dimension energy / weight
  // Rest data of one element (n_rest numbers) and its weight. The array `vertex` has its n_vertex mesh vertices. The `area` (m^2) is the
  // rest area of all triangles it touches: one for a triangle, two for an inner edge or a hinge. It is unused for solids. NULL for patches.
  void (*prepare)(const pl_mesh *mesh, const int32_t *vertex, double area, double *rest, double *weight);
  // Elements have classes by their direction in the material (a warp spring, a diagonal hinge); a term may act on one class only. Each
  // element belongs to one class (classify), or partly to several. Its membership is the share in [0, 1] of its weight that belongs to
  // class_index, and the shares sum to 1. n_class = 1 and both NULL if there is only one class.
  int n_class;
  const char *class_name[PL_STRAIN_MAX_CLASS];
  int (*classify)(const pl_mesh *mesh, const int32_t *vertex);
  double (*membership)(const pl_mesh *mesh, const int32_t *vertex, int class_index);
  // Bending only. For a cylinder of curvature kappa across the edges s = c kappa, and the weights are a fraction w of the area. So a law of
  // stiffness k has the energy 1/2 k w c^2 kappa^2 per area. Then rigidity = w c^2 is the plate rigidity B (N m: moment per width over
  // curvature) over k. 0: no bending.
  double rigidity;
  double per_curvature;                // the factor c above; of several curvatures each has 1
  int class_cut[PL_STRAIN_MAX_CLASS];  // deg from warp: strips with this cut bend about the edges of the class
  // s: [n_value]; ds: [n_value * 3 n_vertex] or NULL: ds[i * 3 n_vertex + 3 vertex + axis].
  void (*eval)(const pl_lanes *rest, const pl_lanes *x, pl_lanes *s, pl_lanes *ds);
  // h += sum_i t_i hess(s_i), h: [(3 n_vertex)^2] row-major, both triangles; symmetric. t: [n_value].
  void (*add_hess)(const pl_lanes *rest, const pl_lanes *x, const pl_lanes *t, pl_hess_mode mode, pl_lanes *h);
  // Optional, for strains whose hess(s_i) are unbounded somewhere although their sum over a symmetric law is not (equal principal
  // stretches). The same with the law's tangent k [n_value^2], which replaces undefined quotients (t_i - t_j)/(s_i - s_j).
  void (*add_hess_law)(const pl_lanes *rest, const pl_lanes *x, const pl_lanes *t, const pl_lanes *k, pl_hess_mode mode, pl_lanes *h);
  // Optional, if there is a faster way than products of ds. h = sum_ij k_ij ds_i ds_j^T + sum_i t_i hess(s_i), symmetric k, the blocks of
  // the vertex pairs a >= b only.
  void (*full_hess)(const pl_lanes *rest, const pl_lanes *x, const pl_lanes *t, const pl_lanes *k, pl_hess_mode mode, pl_lanes *h);
} pl_strain;

// Four places below 16 as one number: how the rest data of a patch name the corners of a hinge.
double pl_curvature_corners(const uint8_t corner[4]);

// All rows. The measures, which terms may name, are the first pl_strain_measure_count() of them.
int pl_strain_count(void);
int pl_strain_measure_count(void);
const pl_strain *pl_strain_at(int index);
// The measure of a row: itself, or the one it represents on another element kind.
const pl_strain *pl_strain_measure(const pl_strain *row);
const pl_strain *pl_strain_find(const char *name);  // NULL when unknown
const pl_strain *pl_strain_reference(bool solid);   // Green strain of sheets or of solids
// The words of value i, derived from its name where the row has none: "warp", "", "warp strain". `axis` is written into the buffer.
pl_value_words pl_strain_value_words(const pl_strain *strain, int i, char axis[64]);
// Share of an element's weight that belongs to a class: 0 or 1 with classify, in [0, 1] with membership, 1 with neither.
double pl_strain_share(const pl_strain *strain, const pl_mesh *mesh, const int32_t *vertex, int class_index);
// The elements of sheets and of solids.
static inline bool pl_element_is_solid(pl_element_kind kind) {
  return kind == PL_ELEMENT_TET || kind == PL_ELEMENT_HEX_POINT || kind == PL_ELEMENT_HEX;
}
static inline bool pl_strain_is_solid(const pl_strain *strain) { return pl_element_is_solid(strain->element); }
// True if it acts across edges: folding changes it.
static inline bool pl_strain_bends(const pl_strain *strain) {
  return strain->element >= PL_ELEMENT_HINGE && strain->element <= PL_ELEMENT_PATCH_6;
}
// Of the surface, not of the body: its terms are the friction against other surfaces.
static inline bool pl_strain_is_surface(const pl_strain *strain) { return strain->element == PL_ELEMENT_CONTACT; }
// On a patch of hinges: its rest data come with the list of elements, not from `prepare`.
static inline bool pl_element_is_patch(pl_element_kind kind) { return kind >= PL_ELEMENT_PATCH && kind <= PL_ELEMENT_PATCH_6; }
// True if its classes are directions of the fold line that share elements: a stiffness by direction.
static inline bool pl_strain_by_direction(const pl_strain *strain) { return strain->rigidity > 0 && strain->membership; }

#endif
