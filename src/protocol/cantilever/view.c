// view.c: the report view of the protocol `cantilever`: the strip from the side, and the weight of the part outside the clamp.
#include <math.h>

#include "measure/direction_words.h"
#include "protocol/cantilever/cantilever.h"
#include "protocol/cantilever/cantilever_part.h"
#include "report/result/protocol_view.h"

static void direction(const pl_test *test, pl_text *out) { pl__direction_cut(test->angle, out); }

// The strip bends as a cylinder: the vertices of one of its long edges, in order from inside the clamp, are its midline.
static pl_status test_members(pl_json_writer *w, pl_arena *arena, const pl_fit *fit, const pl_fit_case *c) {
  (void)fit;
  (void)arena;
  if (!c->rig || !c->rig->body.mesh || !c->rig->memory->x) return PL_OK;
  const pl_mesh *mesh = c->rig->body.mesh;
  double side = INFINITY;
  for (int32_t v = 0; v < mesh->n_vertex; v++) side = fmin(side, mesh->x0[3 * v + 2]);
  pl_json_begin_object(w, "side_view");
  pl_json_put_text(w, "strip", pl_cantilever_of(c->test)->strip ? pl_cantilever_of(c->test)->strip : c->test->name);
  pl_json_put_number(w, "overhang", pl_cantilever_of(c->test)->overhang);
  pl_json_begin_array(w, "midline");  // m, x and y
  for (int32_t v = 0; v < mesh->n_vertex && c->rig->memory->have_x[0]; v++)
    for (int k = 0; k < 2 && mesh->x0[3 * v + 2] == side; k++) pl_json_put_number(w, NULL, c->rig->memory->x[3 * (size_t)v + (size_t)k]);
  pl_json_end_array(w);
  pl_json_end_object(w);
  return PL_OK;
}

static pl_status loads(pl_load_maker *m) {
  return pl__load_own_weight(m, "weight of the overhang", pl_cantilever_of(m->of->test)->gravity);
}

static const pl_key keys[] = {
    {"tests[].side_view", PL_KEY_OBJECT, "", true, "a strip from the side"},
    {"tests[].side_view.strip", PL_KEY_TEXT, "", false, "name of the strip"},
    {"tests[].side_view.overhang", PL_KEY_NUMBER, "m", false, "length outside the clamp"},
    {"tests[].side_view.midline", PL_KEY_NUMBERS, "m", false, "simulated midline, x and y"},
};

const pl_protocol_view pl__cantilever_view = {.state = "shape",
                                              .sized = true,
                                              .direction = direction,
                                              .test_members = test_members,
                                              .loads = loads,
                                              .draw = pl__cantilever_draw,
                                              .n_key = sizeof keys / sizeof keys[0],
                                              .key = keys};
