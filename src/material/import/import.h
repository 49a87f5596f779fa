// import.h: the importers that import.c lists.
#ifndef PL_MATERIAL_IMPORT_IMPORT_H
#define PL_MATERIAL_IMPORT_IMPORT_H

#include <pliant/extend/format.h>

extern const pl_importer pl_import_wang2011;

#endif
