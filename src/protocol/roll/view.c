// view.c: the report view of the protocol `roll`: the weight of the part outside the clamp.
#include "measure/direction_words.h"
#include "protocol/roll/roll.h"
#include "protocol/roll/roll_part.h"
#include "report/result/protocol_view.h"

static void direction(const pl_test *test, pl_text *out) { pl__direction_cut(test->angle, out); }

static pl_status loads(pl_load_maker *m) { return pl__load_own_weight(m, "weight of the strip", pl_roll_of(m->of->test)->gravity); }

const pl_protocol_view pl__roll_view = {.state = "shape", .sized = true, .direction = direction, .loads = loads};
