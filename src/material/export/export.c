// export.c: the table of exporters, the only list of them.
#include "material/export/export.h"

#include <string.h>

static const pl_exporter *const exporters[] = {&pl_export_wang2011};

int pl_exporter_count(void) { return (int)(sizeof exporters / sizeof exporters[0]); }

const pl_exporter *pl_exporter_at(int index) {
  PL_ASSERT(index >= 0 && index < pl_exporter_count());
  return exporters[index];
}

const pl_exporter *pl_exporter_find(const char *name) {
  for (int i = 0; i < pl_exporter_count(); i++)
    if (strcmp(exporters[i]->name, name) == 0) return exporters[i];
  return NULL;
}
