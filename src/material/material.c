// material.c: materials in memory: building, copying, evaluating one strain state.
#include "material/material.h"

#include <math.h>
#include <string.h>

#include "material/internal.h"

pl_status pl_material_create(pl_context *ctx, const char *name, double density, pl_material **material) {
  *material = NULL;
  if (!(density >= 0 && isfinite(density)))
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "give the mass per area, such as 0.15 kg/m^2, or 0 when it is not known",
                   "density = %g kg/m^2, must not be negative", density);
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_material *m = pl_arena_alloc(arena, 1, sizeof *m);
  char *own_name = pl_arena_text(arena, name);
  if (!m || !own_name) {
    pl_arena_destroy(arena);
    return PL_ERROR_MEMORY;
  }
  *m = (pl_material){.arena = arena,
                     .name = own_name,
                     .note = "",
                     .density = density,
                     .density_dim = PL_DIM_DENSITY,
                     .topology = PL_TOPOLOGY_OTHER,
                     .certificate = ""};
  *material = m;
  return PL_OK;
}

void pl_material_destroy(pl_material *material) {
  if (material) pl_arena_destroy(material->arena);
}

const char *pl_material_name(const pl_material *material) { return material->name; }

double pl_material_density(const pl_material *material) { return material->density; }

pl_status pl_material_add_term(pl_material *material, const char *description) {
  pl_arena *scratch = pl_arena_create(pl_arena_context(material->arena));
  if (!scratch) return PL_ERROR_MEMORY;
  pl_json *root;
  pl_status status = pl_json_parse(scratch, "term", description, strlen(description), &root);
  if (status == PL_OK) status = pl__material_read_term(material, root);
  pl_arena_destroy(scratch);
  return status;
}

// Terms lay out their parameters as they are added; this only checks that there is a term.
pl_status pl_material_finish(pl_material *material) {
  if (material->n_term == 0)
    return pl_fail(pl_arena_context(material->arena), PL_ERROR_INPUT, NULL, "add a term that pairs a strain with a law",
                   "the material \"%s\" has no terms", material->name);
  return PL_OK;
}

static double *copy_numbers(pl_arena *arena, size_t n, const double *source) {
  double *copy = pl_arena_alloc(arena, n, sizeof *copy);
  if (copy && n > 0) memcpy(copy, source, n * sizeof *copy);
  return copy;
}

pl_status pl_material_copy(const pl_material *source, pl_material **copy) {
  pl_context *ctx = pl_arena_context(source->arena);
  pl_material *m;
  *copy = NULL;
  PL_TRY(pl_material_create(ctx, source->name, source->density, &m));
  m->density_dim = source->density_dim;
  pl_status status = PL_OK;
  // Laws are rebuilt from their description, so that no shape is shared; values are copied, in or out of bounds.
  for (int i = 0; i < source->n_term && status == PL_OK; i++) {
    pl_json_writer *writer = pl_json_writer_create(ctx);
    if (!writer) {
      status = PL_ERROR_MEMORY;
      break;
    }
    pl__material_write_term(source, &source->term[i], false, writer);
    const char *text = pl_json_writer_text(writer);
    status = text ? pl_material_add_term(m, text) : PL_ERROR_MEMORY;
    pl_json_writer_destroy(writer);
  }
  if (status == PL_OK) {
    size_t n = (size_t)source->n_theta;
    m->note = pl_arena_text(m->arena, source->note);
    m->certificate = pl_arena_text(m->arena, source->certificate);
    m->topology = source->topology;
    m->n_certified = source->n_certified;
    m->certified = pl_arena_alloc(m->arena, (size_t)source->n_certified + 1, sizeof *m->certified);
    if (m->certified && m->n_certified > 0) memcpy(m->certified, source->certified, (size_t)m->n_certified * sizeof *m->certified);
    m->theta = copy_numbers(m->arena, n, source->theta);
    if (source->sigma) m->sigma = copy_numbers(m->arena, n, source->sigma);
    if (source->correlation) m->correlation = copy_numbers(m->arena, n * n, source->correlation);
    m->scatter = pl_scatter_copy(m->arena, source->scatter, source->n_term);
    if (!m->note || !m->certificate || !m->certified || !m->theta || (source->sigma && !m->sigma) ||
        (source->correlation && !m->correlation) || (source->scatter && !m->scatter)) {
      status = PL_ERROR_MEMORY;
    } else {
      if (n > 0) memcpy(m->parameter, source->parameter, n * sizeof *m->parameter);
      for (int i = 0; i < source->n_term; i++) memcpy(m->term[i].range, source->term[i].range, sizeof m->term[i].range);
    }
  }
  if (status != PL_OK) {
    pl_material_destroy(m);
    return status;
  }
  *copy = m;
  return PL_OK;
}

static bool acts_on(const pl_term *term, const pl_strain *strain, int value) {
  for (int i = 0; i < term->law.row->n_in && term->strain == strain && !term->rate; i++)
    if (term->value[i] == value) return true;
  return false;
}

bool pl_material_has_energy(const pl_material *material) {
  for (int i = 0; i < material->n_term; i++)
    if (!(material->term[i].law.row->flags & PL_LAW_CONSERVATIVE)) return false;
  return true;
}

int pl_material_lacks(const pl_material *material, const pl_strain *strain) {
  for (int v = 0; v < strain->n_value; v++) {
    bool found = false;
    for (int t = 0; t < material->n_term; t++) found = found || acts_on(&material->term[t], strain, v);
    if (!found) return v;
  }
  return -1;
}

bool pl_material_remembers(const pl_material *material) {
  for (int i = 0; i < material->n_term; i++)
    if (pl_term_history(&material->term[i]) > 0) return true;
  return false;
}

bool pl_material_relaxes(const pl_material *material) {
  for (int i = 0; i < material->n_term; i++)
    if (material->term[i].n_prony > 0) return true;
  return false;
}

const pl_term *pl_material_term(const pl_material *material, const char *name) {
  for (int i = 0; i < material->n_term; i++)
    if (strcmp(material->term[i].name, name) == 0) return &material->term[i];
  return NULL;
}

int pl_material_parameter_index(const pl_material *material, const char *name) {
  for (int i = 0; i < material->n_theta; i++)
    if (strcmp(material->parameter[i].name, name) == 0) return i;
  return -1;
}

pl_dim pl_term_stress_dim(const pl_term *term) {
  return pl_dim_divide(PL_DIM_ENERGY, pl_dim_multiply(term->strain->weight_dim, term->strain->value_dim));
}

pl_dim pl_term_strain_dim(const pl_term *term) {
  return term->rate ? pl_dim_divide(term->strain->value_dim, PL_DIM_TIME) : term->strain->value_dim;
}

bool pl__term_counts(const pl_term *term, const pl_strain *strain, unsigned classes) {
  return term->strain == strain && pl_term_is_elastic(term) && (term->classes & classes);
}

// The sum over the elastic terms on `strain` that act on one of the classes.
static void eval_classes(const pl_material *material, const pl_strain *strain, unsigned classes, const double *theta, const double *s,
                         double *psi, double *t, double *k) {
  int n = strain->n_value;
  if (psi) *psi = 0;
  if (t) memset(t, 0, (size_t)n * sizeof *t);
  if (k) memset(k, 0, (size_t)(n * n) * sizeof *k);
  for (int i = 0; i < material->n_term; i++) {
    const pl_term *term = &material->term[i];
    if (!pl__term_counts(term, strain, classes)) continue;
    int n_in = term->law.row->n_in;
    double s_in[PL_LAW_MAX_IN], psi_in, t_in[PL_LAW_MAX_IN], k_in[PL_LAW_MAX_IN * PL_LAW_MAX_IN];
    for (int a = 0; a < n_in; a++) s_in[a] = s[term->value[a]];
    pl_term_eval_mean(term, theta, s_in, &psi_in, t_in, k ? k_in : NULL);
    if (psi) *psi += psi_in;
    for (int a = 0; a < n_in; a++) {
      if (t) t[term->value[a]] += t_in[a];
      if (k)
        for (int b = 0; b < n_in; b++) k[term->value[a] * n + term->value[b]] += k_in[a * n_in + b];
    }
  }
}

void pl_material_eval(const pl_material *material, const pl_strain *strain, const double *theta, const double *s, double *psi, double *t,
                      double *k) {
  eval_classes(material, strain, ~0u, theta ? theta : material->theta, s, psi, t, k);
}
