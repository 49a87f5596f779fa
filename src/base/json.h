// json.h: JSON documents whose every value remembers its line, with // and /* */ comments allowed; <pliant/extend/json.h> has the writer.
//
// The chosen JSON library keeps no positions of values, and messages such as "biaxial.json:14: force.sigma = ..." need them; so this reader
// is our own. Duplicate keys, trailing garbage, NaN and nesting deeper than 64 are errors.
#ifndef PL_BASE_JSON_H
#define PL_BASE_JSON_H

#include <pliant/extend/json.h>

#include "base/unit.h"

typedef enum pl_json_kind { PL_JSON_NULL, PL_JSON_BOOL, PL_JSON_NUMBER, PL_JSON_STRING, PL_JSON_ARRAY, PL_JSON_OBJECT } pl_json_kind;

typedef struct pl_json {
  pl_json_kind kind;
  int line, column;  // of the key for members of objects; columns count characters from 1
  const char *file;  // borrowed from the document
  const char *key;   // member name inside an object, else NULL
  const char *path;  // dotted path from the root, "tests[0].force"; "" for the root
  bool boolean;
  double number;
  const char *text;       // strings, UTF-8, NUL-terminated
  int n;                  // members of an array or object
  struct pl_json *child;  // first member
  struct pl_json *next;   // next sibling
  bool used;              // set by the getters below; pl_json_done() reports unused members
} pl_json;

// Parse a file or a text (name is used in messages). The tree lives in the arena. Files over 64 MB are refused.
pl_status pl_json_load(pl_arena *arena, const char *path, pl_json **root);
pl_status pl_json_parse(pl_arena *arena, const char *name, const char *text, size_t size, pl_json **root);

pl_where pl_json_where(const pl_json *value);

// Members. `find` returns NULL when absent; `get` fails with "missing field" naming the object and the expected kind.
pl_json *pl_json_find(pl_json *object, const char *key);
pl_status pl_json_get(pl_context *ctx, pl_json *object, const char *key, pl_json_kind kind, pl_json **value);
// PL_JSON_NULL as kind accepts any kind.
// Any kind; the failure shows an example of the value.
pl_status pl_json_need(pl_context *ctx, pl_json *object, const char *key, const char *example, pl_json **value);
// Marks a value and everything below it as read: free-form content that is traversed by hand or kept.
void pl_json_use(pl_json *value);
// Typed values with checks. The value must not be NULL.
pl_status pl_json_text(pl_context *ctx, pl_json *value, const char **text);
pl_status pl_json_number(pl_context *ctx, pl_json *value, double lower, double upper, double *number);  // dimensionless
pl_status pl_json_integer(pl_context *ctx, pl_json *value, int64_t lower, int64_t upper, int64_t *number);
pl_status pl_json_bool(pl_context *ctx, pl_json *value, bool *boolean);
// One of the names; an unknown one is an error that suggests the nearest and lists all.
pl_status pl_json_choice(pl_context *ctx, pl_json *value, int n_name, const char *const *name, int *index);
// "100 mm" checked against the dimension and the closed range [lower, upper] (SI). A bare number is accepted only for dimensionless values.
pl_status pl_json_quantity(pl_context *ctx, pl_json *value, pl_dim dim, double lower, double upper, double *si);
// {"unit": "N/m", "values": [1, 2, 3]} or ["1 N/m", "2 N/m"] (or plain numbers when dimensionless) into arena memory.
pl_status pl_json_quantities(pl_arena *arena, pl_json *value, pl_dim dim, int *n, double **si);
// Optional members: *out keeps its default when the key is absent.
pl_status pl_json_optional_quantity(pl_context *ctx, pl_json *object, const char *key, pl_dim dim, double lower, double upper, double *si);
pl_status pl_json_optional_text(pl_context *ctx, pl_json *object, const char *key, const char **text);
// Error for the first member that no getter has read (depth first, in this object and all used sub-objects). It suggests the nearest of the
// n_known names. Call it last for each object read.
pl_status pl_json_done(pl_context *ctx, pl_json *object, int n_known, const char *const *known);

#endif
