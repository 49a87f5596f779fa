// plane_grid.c: see plane_grid.h.
#include "law/plane_grid.h"

#include <math.h>
#include <string.h>

pl_status pl_grid_read(pl_arena *arena, pl_json *object, pl_dim strain_dim, int least, int most, const char *example,
                       pl_grid_axis axis[2]) {
  pl_context *ctx = pl_arena_context(arena);
  pl_json *lists;
  PL_TRY(pl_json_need(ctx, object, "knots", example, &lists));
  pl_where where = pl_json_where(lists);
  if (lists->kind != PL_JSON_ARRAY || lists->n != 2)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give one list of ascending strains for each of the two strains",
                   "\"knots\" must hold two lists, such as %s", example);
  pl_json *list = lists->child;
  for (int a = 0; a < 2; a++, list = list->next) {
    int n;
    double *value;
    where = pl_json_where(list);
    PL_TRY(pl_json_quantities(arena, list, strain_dim, &n, &value));
    if (n < least || n > most)
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "few control points are enough: each adds a row of parameters",
                     "%d knots of strain %d, there must be %d to %d", n, a, least, most);
    for (int i = 0; i < n; i++)
      if (!isfinite(value[i]) || (i > 0 && !(value[i] > value[i - 1])))
        return pl_fail(ctx, PL_ERROR_INPUT, &where, "sort the knots and leave out repeated ones",
                       "knot %d = %g of strain %d; knots must be finite and ascend strictly", i, value[i], a);
    axis[a].n = n;
    memcpy(axis[a].knot, value, (size_t)n * sizeof *value);
  }
  pl_json_use(lists);
  return PL_OK;
}

void pl_grid_write(const pl_grid_axis axis[2], pl_dim strain_dim, pl_json_writer *writer) {
  pl_json_begin_array(writer, "knots");
  for (int a = 0; a < 2; a++) {
    if (!pl_dim_equal(strain_dim, PL_DIM_NONE)) {
      pl_json_put_quantities(writer, NULL, strain_dim, axis[a].n, axis[a].knot);
      continue;
    }
    pl_json_begin_array(writer, NULL);
    for (int i = 0; i < axis[a].n; i++) pl_json_put_number(writer, NULL, axis[a].knot[i]);
    pl_json_end_array(writer);
  }
  pl_json_end_array(writer);
}
