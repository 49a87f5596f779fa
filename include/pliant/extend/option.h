// option.h: one table row per setting. The rows produce defaults, JSON keys, command-line flags, validation messages,
// docs/options.md and the "settings used" table of a report.
#ifndef PLIANT_EXTEND_OPTION_H
#define PLIANT_EXTEND_OPTION_H

#include <stdint.h>

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

// Bit i: option i of the table was set by name (pl_options_set, pl_options_read), whatever its value.
typedef uint64_t pl_options_given;

// An option that has an effect only beside a value of another one.
typedef struct pl_option_need {
  const char *name;
  const char *other;  // "samples": any value but the default; "addends auto": this one
} pl_option_need;

// Of a table whose options are not read by everyone who takes them.
typedef struct pl_option_audience {
  size_t given;                // offset of a pl_options_given in the options
  const char *const *shared;   // options that are always read; all others only where they are listed as read. NULL at the end
  const pl_option_need *need;  // NULL at the end
} pl_option_audience;

typedef struct pl_option_table {
  const char *name;   // "solver"
  const char *title;  // "Equilibrium solver"
  size_t struct_size;
  int n_option;
  const pl_option *option;
  const pl_option_audience *audience;  // NULL: every option is read wherever the table is taken
} pl_option_table;

PL_API void pl_options_default(const pl_option_table *table, void *options);
PL_API const pl_option *pl_options_find(const pl_option_table *table, const char *name);  // NULL when absent
// Set from text as a user writes it ("1e-9 N", "hybrid", "true"). Strings are copied into the arena.
PL_API pl_status pl_options_set(pl_arena *arena, const pl_option_table *table, void *options, const char *name, const char *text,
                                const pl_where *where);
PL_API void pl_options_write(const pl_option_table *table, const void *options, pl_json_writer *writer, const char *key);
// Is it read wherever the table is taken?
PL_API bool pl_options_is_shared(const pl_option_table *table, const pl_option *option);
// Was it set by name, or has it another value than its default?
PL_API bool pl_options_is_given(const pl_option_table *table, const pl_option *option, const void *options);
// What it would need of another option to have an effect (pl_option_need.other); NULL: nothing.
PL_API const char *pl_options_needs(const pl_option_table *table, const pl_option *option, const void *options);
// The text of one option's current value ("1e-09 N", "hybrid").
PL_API void pl_options_print(const pl_option *option, const void *options, char *buffer, size_t size);
// A Markdown section for docs/options.md, appended to a text. readers: writes who reads an option; NULL: no such column.
PL_API void pl_options_document(const pl_option_table *table,
                                void (*readers)(const pl_option_table *table, const pl_option *option, pl_text *out), pl_text *out);

#ifdef __cplusplus
}
#endif
#endif
