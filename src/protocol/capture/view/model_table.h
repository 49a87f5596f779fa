// model_table.h: every cloth model in every variant fitted to the same captures (report/models/model_table.h).
#ifndef PL_PROTOCOL_CAPTURE_VIEW_MODEL_TABLE_H
#define PL_PROTOCOL_CAPTURE_VIEW_MODEL_TABLE_H

#include "report/models/model_table.h"

// Fits one after the other; files are written after each, so that an interrupted run keeps its results (missing rows are not `done`). The
// caller destroys the table.
pl_status pl_model_table_run(pl_context *ctx, const pl_model_task *task, pl_model_table **table);

#endif
