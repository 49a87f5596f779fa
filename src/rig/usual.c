// usual.c: see usual.h.
#include "rig/usual.h"

// The rows of one kind, in the order of the protocols: row `index` of them, or NULL and *index minus their number.
static const pl_usual *among(bool slow, int *index) {
  for (int i = 0; i < pl_protocol_count(); i++) {
    const pl_protocol_plan *plan = pl_protocol_at(i)->plan;
    for (int k = 0; plan && k < plan->n_usual; k++)
      if (plan->usual[k].slow == slow && (*index)-- == 0) return &plan->usual[k];
  }
  return NULL;
}

int pl_usual_count(void) {
  int n = 0;
  for (int i = 0; i < pl_protocol_count(); i++) n += pl_protocol_at(i)->plan ? pl_protocol_at(i)->plan->n_usual : 0;
  return n;
}

const pl_usual *pl_usual_at(int index) {
  const pl_usual *quick = among(false, &index);
  return quick ? quick : among(true, &index);
}

unsigned pl_usual_has(const pl_material *material, const pl_test *like) {
  if (like) return like->protocol->plan->body;  // bodies are not hung and draped
  unsigned has = material->density > 0 ? PL_NEEDS_WEIGHT : 0;
  bool other = false;  // springs and soft constraints resist shear by their diagonals
  for (int t = 0; t < material->n_term; t++) {
    pl_element_kind element = material->term[t].strain->element;
    if (material->term[t].rate) continue;
    if (pl_element_is_solid(element)) return 0;
    has |= pl_strain_bends(material->term[t].strain) ? PL_NEEDS_BEND : PL_NEEDS_STRETCH;
    if (pl_strain_bends(material->term[t].strain) && material->term[t].law.row->n_history > 0) has |= PL_NEEDS_MEMORY;
    other = other || (!pl_strain_bends(material->term[t].strain) && !material->term[t].strain->reference);
  }
  if (has & PL_NEEDS_STRETCH && (other || pl_material_lacks(material, pl_strain_reference(false)) < 0)) has |= PL_NEEDS_SHEAR;
  return has;
}
