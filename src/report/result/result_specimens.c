// result_specimens.c: the specimens of a fit in fit.json: scatter between those of one kind, and the effect of each.
#include <math.h>

#include "base/text.h"
#include "estimate/judge/repeats.h"
#include "report/result/protocol_view.h"
#include "report/result/result_parts.h"

static void write_kind(pl_json_writer *w, const pl_fit *fit, const pl_repeat_kind *kind) {
  const pl_fit_case *c = &fit->work.fit_case[kind->first];
  const pl_protocol_view *view = pl_case_view(c);
  pl_text direction;
  pl_text_init(&direction, fit->ctx);
  if (view->direction) view->direction(c->test, &direction);
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "protocol", c->given->measurement->protocol->name);
  pl_json_put_text(w, "direction", direction.data);
  pl_json_put_text(w, "test", c->test->name);
  pl_json_put_integer(w, "specimens", kind->n);
  pl_json_put_number(w, "scatter", kind->scatter.value);
  pl_json_put_number(w, "scatter_low", kind->scatter.low);
  pl_json_put_number(w, "scatter_high", kind->scatter.high);
  if (kind->n > 1) pl_json_put_number(w, "degrees_of_freedom", kind->scatter.freedom);
  pl_json_end_object(w);
  pl_text_clear(&direction);
}

void pl__result_specimens_json(pl_json_writer *w, const pl_fit *fit) {
  const pl_repeats *all = fit->evidence.repeats;
  if (!all || all->n_specimen == 0) return;
  pl_json_begin_object(w, "specimens");
  pl_json_begin_array(w, "kinds");
  for (int g = 0; g < all->n_kind; g++) write_kind(w, fit, &all->kind[g]);
  pl_json_end_array(w);
  pl_json_begin_array(w, "list");
  for (int s = 0; s < all->n_specimen; s++) {
    const pl_repeat_specimen *one = &all->specimen[s];
    bool repeated = all->kind[one->kind].n > 1;
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", one->name);
    pl_json_put_integer(w, "kind", one->kind);
    pl_json_put_number(w, "effect", repeated ? one->effect : NAN);
    pl_json_put_number(w, "sigma", repeated ? one->sigma : NAN);
    pl_json_put_number(w, "chance", one->chance);
    pl_json_put_bool(w, "outlying", one->outlying);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  pl_json_end_object(w);
}
