// scene_warn.c: warns about stiffnesses that materials lack, coarse meshes, and clamps that do not hold the direction of the cloth. Such sheets can
// still be simulated.
#include <math.h>

#include "base/sentence/say_material.h"
#include "base/sentence/sentence.h"
#include "material/plate.h"
#include "scene/clamp_depth.h"
#include "scene/scene.h"

// Error of plates on cells of size h: about SHARE (h/l)^2, l = (D/w)^(1/3), w the weight per area. Measured 0.3 to 0.6 on strips, clamped
// plates and table edges (docs/theory/bending.md).
static const double SHARE = 0.45, COARSE = 0.1;

// The longest edge over sqrt(2): the side of a square cell, m. Folds may run in any direction, so the longest counts.
static double cell_size(const pl_mesh *mesh) {
  double longest = 0;
  for (int32_t e = 0; e < mesh->n_edge; e++) {
    const double *a = mesh->rest + 2 * (size_t)mesh->edge[2 * (size_t)e], *b = mesh->rest + 2 * (size_t)mesh->edge[2 * (size_t)e + 1];
    longest = fmax(longest, hypot(b[0] - a[0], b[1] - a[1]));
  }
  return longest / sqrt(2);
}

// The smaller of the rigidities along warp and weft of a material that bends by curvatures, N m; 0: it does not.
static double plate_rigidity(const pl_material *material) {
  double least = INFINITY;
  bool plate = false;
  for (int t = 0; t < material->n_term; t++)
    plate = plate || (pl_strain_bends(material->term[t].strain) && material->term[t].strain->n_value == PL_PLATE_VALUES);
  for (double cut = 0; cut <= 90; cut += 90) {
    double rigidity;
    if (plate && pl_material_bending(material, cut, 0, NULL, &rigidity)) least = fmin(least, rigidity);
  }
  return isfinite(least) ? fmax(least, 0) : 0;
}

static void warn_coarse(const pl_scene *scene, const pl_scene_body *body) {
  const double *g = scene->gravity;
  double rigidity = plate_rigidity(body->material), weight = body->material->density * sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  if (!(rigidity > 0 && weight > 0)) return;
  double length = cbrt(rigidity / weight), cell = cell_size(body->mesh), error = SHARE * (cell / length) * (cell / length);
  if (!(error > COARSE)) return;
  pl_log(scene->ctx, PL_LOG_WARNING, PL_TEXT(SAY_COARSE_CELLS), body->name, 1e3 * length, 1e3 * cell, 100 * fmin(error, 1),
         1e3 * length * sqrt(COARSE / SHARE));
}

static void warn_shallow(const pl_scene *scene) {
  for (int c = 0; c < scene->n_clip; c++) {
    const pl_scene_clip *clip = &scene->clip[c];
    const pl_scene_body *body = &scene->body[clip->body];
    double loose = clip->distance ? pl_clamp_loose(body->mesh, clip->distance) : 0;
    if (pl_clamp_is_loose(loose)) pl_log(scene->ctx, PL_LOG_WARNING, PL_TEXT(SAY_CLAMP_SHALLOW), clip->name, body->name, 100 * loose);
  }
}

void pl_scene_warn(const pl_scene *scene) {
  const pl_strain *green = pl_strain_reference(false);
  for (int i = 0; i < scene->n_body; i++) {
    const pl_material *material = scene->body[i].material;
    bool membrane = false, bends = false, unknown = false;
    for (int t = 0; t < material->n_term; t++) {
      membrane = membrane || (material->term[t].strain->reference && !pl_strain_is_solid(material->term[t].strain));
      bends = bends || pl_strain_bends(material->term[t].strain);
    }
    for (int j = 0; j < material->n_theta && material->sigma; j++) unknown = unknown || material->sigma[j] > fabs(material->theta[j]);
    int lacking = membrane ? pl_material_lacks(material, green) : -1;
    if (lacking >= 0) pl_log(scene->ctx, PL_LOG_WARNING, PL_TEXT(SAY_NO_STIFFNESS_IN), material->name, green->value_name[lacking]);
    if (!bends && !pl_mesh_is_solid(scene->body[i].mesh)) pl_log(scene->ctx, PL_LOG_WARNING, PL_TEXT(SAY_NO_BENDING), material->name);
    if (!pl_mesh_is_solid(scene->body[i].mesh)) warn_coarse(scene, &scene->body[i]);
    if (unknown) pl_log(scene->ctx, PL_LOG_WARNING, PL_TEXT(SAY_NOT_DETERMINED), material->name);
    if (!pl_material_has_energy(material)) pl_log(scene->ctx, PL_LOG_WARNING, PL_TEXT(SAY_NO_ENERGY), material->name);
  }
  warn_shallow(scene);
}
