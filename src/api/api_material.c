// api_material.c: reading a material's parameters and terms from outside the library.
#include <pliant/extend.h>
#include <pliant/material.h>

#include <math.h>
#include <string.h>

#include "report/result/result_parts.h"

_Static_assert((int)PL_TERM_MAX_INPUT == (int)PL_LAW_MAX_IN, "the public limit is the laws'");

const char *pl_material_note(const pl_material *material) { return material->note; }

int pl_material_parameter_count(const pl_material *material) { return material->n_theta; }

pl_parameter_view pl_material_parameter(const pl_material *material, int index) {
  PL_ASSERT(index >= 0 && index < material->n_theta);
  const pl_parameter *p = &material->parameter[index];
  return (pl_parameter_view){.name = p->name,
                             .unit = pl__si_unit(p->dim),
                             .value = material->theta[index],
                             .sigma = material->sigma ? material->sigma[index] : NAN,
                             .lower = p->lower,
                             .upper = p->upper};
}

int pl_material_term_count(const pl_material *material) { return material->n_term; }

pl_term_view pl_material_term_at(const pl_material *material, int index) {
  PL_ASSERT(index >= 0 && index < material->n_term);
  const pl_term *term = &material->term[index];
  pl_term_view view = {.name = term->name,
                       .strain = term->strain->name,
                       .law = term->law.row->name,
                       .n_input = term->law.row->n_in,
                       .strain_unit = pl__si_unit(pl_term_strain_dim(term)),
                       .stress_unit = pl__si_unit(pl_term_stress_dim(term))};
  for (int i = 0; i < view.n_input; i++) view.input[i] = term->strain->value_name[term->value[i]];
  memcpy(view.range, term->range, sizeof view.range);
  return view;
}

void pl_material_stress(const pl_material *material, int term, const double *strain, double *stress, double *stiffness) {
  PL_ASSERT(term >= 0 && term < material->n_term);
  const pl_term *t = &material->term[term];
  pl_term_eval_mean(t, material->theta, strain, NULL, stress, stiffness);
}
