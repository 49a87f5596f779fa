// scene_warn.c: warns about stiffnesses that a scene's materials lack. A sheet without some stiffness can still be simulated.
#include <math.h>

#include "base/sentence/say_material.h"
#include "base/sentence/sentence.h"
#include "scene/scene.h"

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
    if (unknown) pl_log(scene->ctx, PL_LOG_WARNING, PL_TEXT(SAY_NOT_DETERMINED), material->name);
  }
}
