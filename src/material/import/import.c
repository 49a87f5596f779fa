// import.c: the table of importers, the only list of them.
#include "material/import/import.h"

#include <string.h>

static const pl_importer *const importers[] = {&pl_import_wang2011};

int pl_importer_count(void) { return (int)(sizeof importers / sizeof importers[0]); }

const pl_importer *pl_importer_at(int index) {
  PL_ASSERT(index >= 0 && index < pl_importer_count());
  return importers[index];
}

const pl_importer *pl_importer_find(const char *name) {
  for (int i = 0; i < pl_importer_count(); i++)
    if (strcmp(importers[i]->name, name) == 0) return importers[i];
  return NULL;
}
