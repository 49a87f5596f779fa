// result_rigidity.c: the member "rigidities" of fit.json: the bending rigidity of the sheet by cut (estimate/judge/rigidity.h).
#include "estimate/judge/rigidity.h"
#include "report/result/result_parts.h"

static void write_one(pl_json_writer *w, const pl_fit *fit, const pl_rigidity *r) {
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "name", r->name);
  pl_json_begin_array(w, "cut");
  for (int k = 0; k < r->n_cut; k++) pl_json_put_integer(w, NULL, r->cut[k]);
  pl_json_end_array(w);
  pl_json_begin_array(w, "terms");
  for (int t = 0; t < fit->material->n_term; t++)
    if (r->term[t]) pl_json_put_text(w, NULL, fit->material->term[t].name);
  pl_json_end_array(w);
  pl_json_put_text(w, "unit", pl__si_unit(PL_DIM_ENERGY));
  pl_json_put_number(w, "value", r->value);
  pl_json_put_number(w, "sigma", r->sigma);
  if (r->lost) pl_json_put_bool(w, "not_determined", true);
  if (r->bounded) pl_json_put_bool(w, "at_bound", true);
  pl_json_end_object(w);
}

pl_status pl__result_rigidities_json(pl_json_writer *w, pl_arena *arena, const pl_fit *fit) {
  pl_rigidity rigidity[PL_RIGIDITY_MAX];
  int n;
  PL_TRY(pl_rigidities_make(arena, fit, &n, rigidity));
  pl_json_begin_array(w, "rigidities");
  for (int i = 0; i < n; i++) write_one(w, fit, &rigidity[i]);
  pl_json_end_array(w);
  return PL_OK;
}
