// shapes.h: shapes.bin, the meshes of a fit frame by frame, small enough for a page to carry.
//
//   "PLSHAPE1"                 8 bytes
//   size of the head           4 bytes, little endian
//   head                       JSON: a list `shapes`, one per test, with sizes, names and the places of its arrays
//   arrays                     little endian, each at a multiple of 4 bytes from the end of the head
// Positions are 16-bit: x = low + step * q, q in 0..65535 over the bounding box of all frames of a test. From frame to frame q changes
// little, so differences to the frame before are stored. They are taken modulo 2^16, and 0, -1, 1, -2, ... become 0, 1, 2, 3, ... (zigzag).
// Low bytes of a frame come first, then high bytes: that compresses well. Stresses are stored likewise, x = step * q. docs/formats.md lists
// the members of the head.
#ifndef PL_REPORT_RESULT_SHAPES_H
#define PL_REPORT_RESULT_SHAPES_H

#include "report/result/result.h"

struct pl_json_writer;
struct pl_text;

#define PL_SHAPES_FILE "shapes.bin"
#define PL_SHAPES_MAGIC "PLSHAPE1"

// State for the protocol's function that adds members to a test of the head.
typedef struct pl_shape_writer {
  pl_arena *arena;
  const pl_fit_case *of;
  int every;                    // one of this many frames is kept
  struct pl_json_writer *json;  // the test's member of the head
  struct pl_text *arrays;
} pl_shape_writer;

bool pl__shape_kept(const pl_shape_writer *s, int frame);
void pl__shape_array(pl_shape_writer *s, const char *key);  // records the offset of an array that starts here
void pl__shape_float(pl_shape_writer *s, double value);
void pl__shape_index(pl_shape_writer *s, uint32_t value);
void pl__shape_byte(pl_shape_writer *s, int value);

// No file when no test has a shape.
pl_status pl__shapes_save(pl_context *ctx, const char *path, const pl_fit *fit);

#endif
