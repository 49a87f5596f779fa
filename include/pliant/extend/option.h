// option.h: one table row per setting. The rows produce defaults, JSON keys, command-line flags, validation messages,
// docs/options.md and the "settings used" table of a report.
#ifndef PLIANT_EXTEND_OPTION_H
#define PLIANT_EXTEND_OPTION_H

#include <pliant/extend/json.h>
#include <pliant/extend/text.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pl_option_type { PL_OPTION_INT, PL_OPTION_REAL, PL_OPTION_BOOL, PL_OPTION_CHOICE, PL_OPTION_TEXT } pl_option_type;

typedef struct pl_option {
  const char *name;  // "max-iterations": the JSON key and, with two dashes, the flag
  size_t offset;     // of the field: int for INT, BOOL and CHOICE (the index); double for REAL; const char * for TEXT
  pl_option_type type;
  double value;         // default of INT, BOOL, CHOICE, REAL (SI)
  double lower, upper;  // closed range, SI
  pl_dim dim;           // of REAL
  const char *choices;  // "auto|hybrid|lbfgs" for CHOICE; the default of TEXT (NULL: "")
  const char *help;     // one sentence
} pl_option;

typedef struct pl_option_table {
  const char *name;   // "solver"
  const char *title;  // "Equilibrium solver"
  size_t struct_size;
  int n_option;
  const pl_option *option;
} pl_option_table;

PL_API void pl_options_default(const pl_option_table *table, void *options);
PL_API const pl_option *pl_options_find(const pl_option_table *table, const char *name);  // NULL when absent
// Set from text as a user writes it ("1e-9 N", "hybrid", "true"). Strings are copied into the arena.
PL_API pl_status pl_options_set(pl_arena *arena, const pl_option_table *table, void *options, const char *name, const char *text,
                                const pl_where *where);
PL_API void pl_options_write(const pl_option_table *table, const void *options, pl_json_writer *writer, const char *key);
// The text of one option's current value ("1e-09 N", "hybrid").
PL_API void pl_options_print(const pl_option *option, const void *options, char *buffer, size_t size);
// A Markdown section for docs/options.md, appended to a text.
PL_API void pl_options_document(const pl_option_table *table, pl_text *out);

#ifdef __cplusplus
}
#endif
#endif
