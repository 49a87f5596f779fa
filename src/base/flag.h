// flag.h: the values of flags, for code that plans from them.
#ifndef PL_BASE_FLAG_H
#define PL_BASE_FLAG_H

#include <pliant/extend/flag.h>

// What was given. Borrowed.
typedef struct pl_flags {
  pl_context *ctx;
  int n;
  const pl_flag_given *given;  // [n]
} pl_flags;

bool pl_flags_has(const pl_flags *flags, const char *flag);
const char *pl_flags_value(const pl_flags *flags, const char *flag);  // NULL: absent, or a switch
// A failure of usage.
pl_status pl_flags_fail(const pl_flags *flags, const char *format, ...) PL_PRINTF(2, 3);
// The failure of an option that nothing uses. who: "the rig roll"; hint: what to do, "leave it out; ...".
pl_status pl_refuse_idle(pl_context *ctx, const char *option, const char *who, const char *hint);

// Values that are checked; absent flags leave them alone.
pl_status pl_flags_quantity(const pl_flags *flags, const char *flag, pl_dim dim, double lower, double upper, double *si);
pl_status pl_flags_integer(const pl_flags *flags, const char *flag, int64_t lower, int64_t upper, int64_t *value);

// "0..4 mm", "-4 mm..4 mm", or "4 mm" for 0 to 4 mm. example: a range as it is meant. The flag must be there.
pl_status pl_flags_range(const pl_flags *flags, const char *flag, pl_dim dim, const double limit[2], const char *example, double range[2]);

enum { PL_FLAGS_LIST = 64 };
// "0, 45, 90 deg", or with steps > 0 also a range "0..600 g" of steps + 1 values. The flag must be there.
pl_status pl_flags_list(const pl_flags *flags, const char *flag, pl_dim dim, const double limit[2], int steps, int *n,
                        double value[PL_FLAGS_LIST]);
// The next part of a list with commas, trimmed and cut to `size` bytes. False at the end.
bool pl_flags_part(const char **list, char *part, size_t size);

#endif
