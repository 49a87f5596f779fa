// flag.h: flags of a command as rows, and their values checked: what laboratories and programs share.
//
// A value that is wrong fails with PL_ERROR_USAGE: the flag, the value, what was expected, the remedy.
#ifndef PLIANT_EXTEND_FLAG_H
#define PLIANT_EXTEND_FLAG_H

#include <pliant/extend/text.h>
#include <pliant/extend/unit.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_flag {
  const char *name;   // "output", typed --output
  char letter;        // 'o', typed -o; 0: none
  const char *value;  // what follows, for the help: "DIR"; NULL: a switch
  const char *help;   // one sentence; NULL: the flag is understood, to be refused, and not listed
} pl_flag;

// A flag as it was given.
typedef struct pl_flag_given {
  const char *name;
  const char *value;  // NULL: a switch
} pl_flag_given;

// A number with a unit of this dimension within lower and upper (SI): "4 mm".
PL_API pl_status pl_flag_quantity(pl_context *ctx, const char *flag, const char *text, pl_dim dim, double lower, double upper, double *si);
// A whole number.
PL_API pl_status pl_flag_integer(pl_context *ctx, const char *flag, const char *text, int64_t lower, int64_t upper, int64_t *value);
// The failure of a value that is none of names: "unknown direction 'wrap'; did you mean 'warp'?"
PL_API pl_status pl_flag_unknown(pl_context *ctx, const char *what, const char *given, int n, const char *const *names);

#ifdef __cplusplus
}
#endif
#endif
