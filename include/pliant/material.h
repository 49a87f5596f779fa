// material.h: a material is a named set of terms, each pairing a strain measure with a law.
#ifndef PLIANT_MATERIAL_H
#define PLIANT_MATERIAL_H

#include <pliant/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_material pl_material;

// Files are JSON with units (docs/formats.md). A name without a slash and extension is looked up in the material database
// ($PLIANT_MATERIALS, the source tree's data/materials, the installed share/pliant/materials).
PL_API pl_status pl_material_load(pl_context *ctx, const char *path_or_name, pl_material **material);
PL_API pl_status pl_material_save(pl_context *ctx, const char *path, const pl_material *material);
PL_API void pl_material_destroy(pl_material *material);
PL_API const char *pl_material_name(const pl_material *material);
PL_API double pl_material_density(const pl_material *material);  // kg/m^2

#ifdef __cplusplus
}
#endif
#endif
