// view.c: the report view of the protocol `tensile`. The moving clamp pulls with the measured force (f_u, f_v, 0), which the fixed clamp
// balances.
//
// A uniform specimen is simulated as the triangle (0,0), (length,0), (0,width) and shown as the rectangle symmetric about its first leg.
// The first two corners are the centres of its ends.
#include <math.h>

#include "measure/direction_words.h"
#include "protocol/tensile/tensile_part.h"
#include "report/result/protocol_view.h"

static void direction(const pl_test *test, pl_text *out) { pl__direction_along(test->angle, out); }

static pl_status loads(pl_load_maker *m) {
  static const char *const name[2] = {"fixed clamp", "moving clamp"};
  const pl_fit_case *c = m->of;
  const pl_mesh *mesh = c->rig->body.mesh;
  for (int moving = 0; moving < 2; moving++) {
    pl_shape_load *load = pl__load_add(m, name[moving], "N", false);
    if (!load) return PL_ERROR_MEMORY;
    for (int32_t v = 0; v < mesh->n_vertex; v++)
      m->chosen[v] = mesh->n_triangle == 1 ? v == moving : fabs(mesh->x0[3 * v] - moving * c->test->length) < 1e-9 * c->test->length;
    pl__load_at_chosen(m, load);
    pl__load_channel(m, PL_TENSILE_FORCE, 0, moving ? 1 : -1, load);
    pl__load_channel(m, PL_TENSILE_SHEAR_FORCE, 1, moving ? 1 : -1, load);
    pl__load_zero(m, 2, load);
  }
  return PL_OK;
}

static const char *compared(const pl_fit *fit) {
  const pl_tensile_findings *found = pl__tensile_findings_of(fit);
  return found ? found->shear_words : NULL;
}

static void fit_members(pl_json_writer *w, const pl_fit *fit) {
  const pl_tensile_findings *found = pl__tensile_findings_of(fit);
  const char *words = compared(fit);
  pl_json_begin_object(w, "shear_check");
  pl_json_put_number(w, "mismatch", found ? found->shear_mismatch : NAN);
  pl_json_put_text(w, "words", words ? words : "");
  pl_json_end_object(w);
}

const pl_protocol_view pl__tensile_view = {
    .state = "point", .sized = true, .direction = direction, .compared = compared, .fit_members = fit_members, .loads = loads};
