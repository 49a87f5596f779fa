// result_keys.h: the table of the keys of fit.json: path, type, unit, meaning. A test compares every fit.json with it; the page's types
// (web/src/fit.d.ts) and docs/fit-json.md are generated from it (`pliant docs fit-types`, `pliant docs fit-json`). The view of a
// protocol has the rows of the members that it adds.
#ifndef PL_REPORT_RESULT_RESULT_KEYS_H
#define PL_REPORT_RESULT_RESULT_KEYS_H

#include <stdbool.h>

struct pl_text;

typedef enum pl_key_type {
  PL_KEY_TEXT,
  PL_KEY_NUMBER,  // null: undefined
  PL_KEY_FLAG,
  PL_KEY_TEXTS,  // lists
  PL_KEY_NUMBERS,
  PL_KEY_FLAGS,
  PL_KEY_ROWS,     // a list of lists of numbers or texts
  PL_KEY_OBJECT,   // its members have separate rows
  PL_KEY_OBJECTS,  // a list of such
  PL_KEY_MAP,      // an object whose keys are names
  PL_KEY_TYPE_COUNT
} pl_key_type;

typedef struct pl_key {
  const char *path;  // from the root, [] for the members of a list: "tests[].channels[].r2"
  pl_key_type type;
  const char *unit;  // SI; "unit": given by the member of that name beside it; "": none
  bool optional;
  const char *help;
} pl_key;

// The rows that all results share, then those of every protocol.
int pl_result_key_count(void);
const pl_key *pl_result_key_at(int index);

void pl_result_keys_document(struct pl_text *out);    // docs/fit-json.md
void pl_result_keys_typescript(struct pl_text *out);  // web/src/fit.d.ts

#endif
