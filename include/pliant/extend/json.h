// json.h: a JSON writer: indented, keys in call order, numbers shortest-round-trip.
#ifndef PLIANT_EXTEND_JSON_H
#define PLIANT_EXTEND_JSON_H

#include <pliant/extend/unit.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_json_writer pl_json_writer;
PL_API pl_json_writer *pl_json_writer_create(pl_context *ctx);
PL_API void pl_json_writer_destroy(pl_json_writer *writer);
// key is NULL inside arrays and for the root.
PL_API void pl_json_begin_object(pl_json_writer *writer, const char *key);
PL_API void pl_json_end_object(pl_json_writer *writer);
PL_API void pl_json_begin_array(pl_json_writer *writer, const char *key);  // arrays of scalars are written on one line
PL_API void pl_json_end_array(pl_json_writer *writer);
PL_API void pl_json_put_text(pl_json_writer *writer, const char *key, const char *text);
PL_API void pl_json_put_number(pl_json_writer *writer, const char *key, double number);  // NaN and infinity become null
// An array of them; value NULL: all null.
PL_API void pl_json_put_numbers(pl_json_writer *writer, const char *key, int n, const double *value);
PL_API void pl_json_put_integer(pl_json_writer *writer, const char *key, int64_t number);
PL_API void pl_json_put_bool(pl_json_writer *writer, const char *key, bool boolean);
PL_API void pl_json_put_quantity(pl_json_writer *writer, const char *key, double si, pl_dim dim);                  // "100 mm"
PL_API void pl_json_put_quantities(pl_json_writer *writer, const char *key, pl_dim dim, int n, const double *si);  // {"unit":, "values":}
// The text written so far, NUL-terminated, valid until the next call; NULL after a memory failure (recorded in the context).
PL_API const char *pl_json_writer_text(pl_json_writer *writer);
// Write to a temporary name and rename: nothing half-written is ever seen.
PL_API pl_status pl_json_writer_save(pl_json_writer *writer, const char *path);

#ifdef __cplusplus
}
#endif
#endif
