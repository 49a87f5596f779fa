// shapes.h: shapes.bin, the meshes of a fit frame by frame, small enough for a page to carry.
//
//   "PLSHAPE1"                 8 bytes
//   size of the head           4 bytes, little endian
//   head                       JSON: a list `shapes`, one per test, with sizes, names and the places of its arrays
//   arrays                     little endian, each at a multiple of 4 bytes from the end of the head
// Positions are 16-bit: x = low + step * q, q in 0..65535 over the box around all frames of a test. From frame to frame q changes little, so
// differences to the frame before (modulo 2^16, zigzag: 0, -1, 1, -2, ... become 0, 1, 2, 3, ...) are kept, low bytes of a frame first, then high
// bytes: that deflates well.
// Stresses are kept in the same way, x = step * q.
// docs/formats.md lists the members of the head.
#ifndef PL_REPORT_RESULT_SHAPES_H
#define PL_REPORT_RESULT_SHAPES_H

#include "report/result/result.h"

#define PL_SHAPES_FILE "shapes.bin"
#define PL_SHAPES_MAGIC "PLSHAPE1"

// No file when no test has a shape.
pl_status pl__shapes_save(pl_context *ctx, const char *path, const pl_fit *fit);

#endif
