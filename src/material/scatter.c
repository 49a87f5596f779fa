// scatter.c: see scatter.h.
#include "material/scatter.h"

#include <math.h>
#include <string.h>

#include "material/material.h"
#include "math/student.h"

static const double SAME_ANGLE = 0.01;  // rad: cuts are rarely truer than half a degree

pl_scatter *pl_scatter_create(pl_arena *arena, int n_kind, int n_specimen, int n_parameter, int n_term) {
  pl_scatter *out = pl_arena_alloc(arena, 1, sizeof *out);
  if (!out) return NULL;
  *out = (pl_scatter){.n_kind = n_kind,
                      .n_specimen = n_specimen,
                      .n_parameter = n_parameter,
                      .kind = pl_arena_alloc(arena, (size_t)n_kind + 1, sizeof *out->kind),
                      .specimen_kind = pl_arena_alloc(arena, (size_t)n_specimen + 1, sizeof *out->specimen_kind),
                      .influence = pl_arena_alloc(arena, (size_t)n_specimen * (size_t)n_parameter + 1, sizeof *out->influence),
                      .term_kind = pl_arena_alloc(arena, (size_t)n_term + 1, sizeof *out->term_kind)};
  if (!out->kind || !out->specimen_kind || !out->influence || !out->term_kind) return NULL;
  for (int t = 0; t < n_term; t++) out->term_kind[t] = -1;
  return out;
}

pl_scatter *pl_scatter_copy(pl_arena *arena, const pl_scatter *scatter, int n_term) {
  if (!scatter) return NULL;
  size_t n = (size_t)scatter->n_specimen;
  pl_scatter *out = pl_scatter_create(arena, scatter->n_kind, scatter->n_specimen, scatter->n_parameter, n_term);
  if (!out) return NULL;
  memcpy(out->specimen_kind, scatter->specimen_kind, n * sizeof *out->specimen_kind);
  memcpy(out->influence, scatter->influence, n * (size_t)scatter->n_parameter * sizeof *out->influence);
  memcpy(out->term_kind, scatter->term_kind, (size_t)n_term * sizeof *out->term_kind);
  for (int g = 0; g < scatter->n_kind; g++) {
    out->kind[g] = scatter->kind[g];
    out->kind[g].key.protocol = pl_arena_text(arena, scatter->kind[g].key.protocol);
    out->kind[g].key.control = pl_arena_text(arena, scatter->kind[g].key.control);
    if (!out->kind[g].key.protocol || !out->kind[g].key.control) return NULL;
  }
  return out;
}

// ---- kinds ----

bool pl_scatter_same(const pl_scatter_key *a, const pl_scatter_key *b, bool any_speed) {
  bool speeds = !any_speed && a->speed > 0 && b->speed > 0;
  if (speeds && fmax(a->speed, b->speed) > PL_SAME_SPEED * fmin(a->speed, b->speed)) return false;
  if (strcmp(a->protocol, b->protocol) != 0 || strcmp(a->mode, b->mode) != 0 || strcmp(a->control, b->control) != 0) return false;
  return fabs(a->angle - b->angle) < SAME_ANGLE;
}

int pl_scatter_find(const pl_scatter *scatter, const pl_scatter_key *key) {
  for (int g = 0; scatter && g < scatter->n_kind; g++)
    if (pl_scatter_same(&scatter->kind[g].key, key, false)) return g;
  return -1;
}

// ---- intervals ----

double pl_scatter_change(const pl_material *material, pl_slopes slope) {
  double change = 0;
  for (int j = 0; j < slope.n && slope.first + j < material->n_theta; j++)
    if (material->parameter[slope.first + j].dim.kg == 1)
      change += slope.at[(size_t)j * (size_t)slope.step] * material->theta[slope.first + j];
  return change;
}

// Degrees of freedom of variance + more, more the variance of one more effect of `kind`.
static double freedom_of(const pl_scatter *all, pl_slopes slope, double variance, int kind, double more) {
  double sum = 0, total = variance + more;
  for (int g = 0; all && g < all->n_kind; g++) {
    double part = g == kind ? more : 0, freedom = all->kind[g].freedom;
    for (int s = 0; s < all->n_specimen; s++) {
      if (all->specimen_kind[s] != g) continue;
      const double *influence = all->influence + (size_t)s * (size_t)all->n_parameter;
      double shift = 0;
      for (int j = 0; j < slope.n && slope.first + j < all->n_parameter; j++)
        shift += slope.at[(size_t)j * (size_t)slope.step] * influence[slope.first + j];
      part += shift * shift;
    }
    if (part > 0 && freedom > 0) sum += part * part / freedom;
  }
  return sum > 0 ? total * total / sum : INFINITY;
}

double pl_scatter_freedom(const pl_material *material, pl_slopes slope, double variance) {
  return freedom_of(material->scatter, slope, variance, -1, 0);
}

double pl_scatter_95(const pl_material *material, pl_slopes slope, double variance) {
  return pl_student_95(pl_scatter_freedom(material, slope, variance));
}

pl_next pl_scatter_next(const pl_material *material, int kind, pl_slopes slope, double variance) {
  const pl_scatter *all = material->scatter;
  double scatter = all && kind >= 0 ? all->kind[kind].value : NAN;
  if (isnan(scatter)) return (pl_next){NAN, NAN};
  double more = pow(scatter * pl_scatter_change(material, slope), 2), sigma = sqrt(variance + more);
  return (pl_next){sigma, sigma * pl_student_95(freedom_of(all, slope, variance, kind, more))};
}
