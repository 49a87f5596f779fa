// export.h: the exporters that export.c lists.
#ifndef PL_MATERIAL_EXPORT_EXPORT_H
#define PL_MATERIAL_EXPORT_EXPORT_H

#include <pliant/extend/format.h>

extern const pl_exporter pl_export_wang2011;

#endif
