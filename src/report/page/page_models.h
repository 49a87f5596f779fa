// page_models.h: report.html of a folder that compares models.
#ifndef PL_REPORT_PAGE_PAGE_MODELS_H
#define PL_REPORT_PAGE_PAGE_MODELS_H

#include <pliant/base.h>

#define PL_MODEL_TABLE_FORMAT "models 1"  // the member "pliant" of table.json

// From table.json and the fits beside it (`pliant report DIR`); fails where the page was not built.
pl_status pl_model_page_write(pl_context *ctx, const char *directory);

#endif
