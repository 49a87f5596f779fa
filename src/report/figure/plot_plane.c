// plot_plane.c: what plots of points in a plane have in common.
#include "report/figure/plots.h"

int pl__read_pairs(pl_reader *reader, pl_json *object, const char *key, double **x, double **y) {
  int n;
  double *both = pl__reader_values(reader, object, key, 1e3, &n);
  double *memory = pl_arena_alloc(reader->arena, (size_t)n + 2, sizeof *memory);
  if (!memory) {
    reader->failed = true;
    return 0;
  }
  *x = memory, *y = memory + n / 2 + 1;
  for (int i = 0; i < n / 2; i++) (*x)[i] = both[2 * i], (*y)[i] = both[2 * i + 1];
  return n / 2;
}

pl_json *pl__predicted_drawn(pl_json *test, pl_drawing drawing) {
  for (pl_json *channel = pl__member_list(test, "channels"); channel; channel = channel->next)
    if (pl__channel_drawing(channel) == drawing && pl_json_find(channel, "predicted")) return channel;
  return NULL;
}

int pl__test_colour(pl_json *test) { return pl__member_flag(test, "held_out") ? 2 : 1; }
