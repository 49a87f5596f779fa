// view.c: the report view of the protocol `weights`. It shows the load on the lower side, weight + clip g, along x, which points down, and
// the weight of the cloth.
#include "measure/direction_words.h"
#include "protocol/weights/weights_part.h"
#include "protocol/weights/weights.h"
#include "report/result/protocol_view.h"

static void direction(const pl_test *test, pl_text *out) { pl__direction_along(test->angle, out); }

static pl_status loads(pl_load_maker *m) {
  const pl_fit_case *c = m->of;
  const pl_weights *w = pl_weights_of(c->test);
  pl_shape_load *hung = pl__load_add(m, "weights and clip (downwards)", "N", true),
                *cloth = w->cloth > 0 ? pl__load_add(m, "weight of the cloth", "N", true) : NULL;
  if (!hung || (w->cloth > 0 && !cloth)) return PL_ERROR_MEMORY;
  for (int f = 0; f < c->test->n_frame; f++) {
    const double *x = pl__load_shape(m, f);
    pl__load_set(f, w->weight[f] + w->clip * w->gravity, 1, 0, hung);
    if (cloth) pl__load_set(f, w->cloth * w->gravity, 1, 0, cloth);
    for (int k = 0; k < 3 && x; k++) {
      hung->at[3 * f + k] = x[3 + k];
      if (cloth) cloth->at[3 * f + k] = 0.5 * (x[k] + x[3 + k]);
    }
  }
  return PL_OK;
}

const pl_protocol_view pl__weights_view = {.state = "load", .sized = true, .direction = direction, .loads = loads};
