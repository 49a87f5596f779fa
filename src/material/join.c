// join.c: the materials of several bodies as one, for a joined mesh.
#include <stdio.h>
#include <string.h>

#include "material/material.h"

static pl_status add_part(pl_material *to, int part, const pl_material *from, const char *name) {
  int first_term = to->n_term, first_theta = to->n_theta;
  for (int i = 0; i < from->n_term; i++) {
    pl_term *term = &to->term[to->n_term++];
    *term = from->term[i];
    term->name = pl_arena_printf(to->arena, "%s/%s", name, from->term[i].name);
    if (!term->name) return PL_ERROR_MEMORY;
    term->part = part;
    term->theta += first_theta;
    if (term->n_prony > 0) term->prony += first_theta;
    if (term->shares >= 0) term->shares += first_term;
  }
  for (int i = 0; i < from->n_theta; i++) {
    pl_parameter *parameter = &to->parameter[to->n_theta];
    *parameter = from->parameter[i];
    snprintf(parameter->name, sizeof parameter->name, "%.24s/%.38s", name, from->parameter[i].name);
    parameter->term += first_term;
    to->theta[to->n_theta++] = from->theta[i];
  }
  return PL_OK;
}

static pl_status join(pl_material *m, int n, const pl_material *const *materials, const char *const *names) {
  size_t n_term = 0, n_theta = 0;
  for (int i = 0; i < n; i++) {
    n_term += materials[i] ? (size_t)materials[i]->n_term : 0;
    n_theta += materials[i] ? (size_t)materials[i]->n_theta : 0;
  }
  m->term = pl_arena_alloc(m->arena, n_term + 1, sizeof *m->term);
  m->theta = pl_arena_alloc(m->arena, n_theta + 1, sizeof *m->theta);
  m->parameter = pl_arena_alloc(m->arena, n_theta + 1, sizeof *m->parameter);
  const pl_material **part = pl_arena_alloc(m->arena, (size_t)n, sizeof *part);
  if (!m->term || !m->theta || !m->parameter || !part) return PL_ERROR_MEMORY;
  for (int i = 0; i < n; i++) {
    part[i] = materials[i];
    if (materials[i]) PL_TRY(add_part(m, i, materials[i], names[i]));
  }
  m->part = part;
  m->n_part = n;
  return PL_OK;
}

pl_status pl_material_join(pl_context *ctx, int n, const pl_material *const *materials, const char *const *names, pl_material **joined) {
  *joined = NULL;
  pl_material *m;
  PL_TRY(pl_material_create(ctx, "joined", 0, &m));
  pl_status status = join(m, n, materials, names);
  if (status != PL_OK) {
    pl_material_destroy(m);
    return status;
  }
  *joined = m;
  return PL_OK;
}

const pl_material *pl_material_without_density(const pl_material *material) {
  if (material->n_part == 0) return material->density > 0 ? NULL : material;
  for (int i = 0; i < material->n_part; i++)
    if (material->part[i] && !(material->part[i]->density > 0)) return material->part[i];
  return NULL;
}
