// certificate.c: see certificate.h.
#include "material/certificate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "material/internal.h"

// Convexity in the strain is a question for strains, which are 0 at rest.
static bool asked(const pl_term *term, const pl_strain *strain, unsigned classes) {
  return pl__term_counts(term, strain, classes) && !term->law.row->rest;
}

// The box that the scan covers: the hull of the terms' ranges, the values at rest included. False when no elastic term acts on the class.
static bool scan_box(const pl_material *material, const pl_strain *strain, unsigned classes, double box[][2]) {
  bool any = false;
  for (int v = 0; v < PL_STRAIN_MAX_VALUE; v++) box[v][0] = box[v][1] = strain->rest_value[v];
  for (int i = 0; i < material->n_term; i++) {
    const pl_term *term = &material->term[i];
    if (!asked(term, strain, classes)) continue;
    any = true;
    double own[PL_LAW_MAX_IN][2];
    for (int a = 0; a < term->law.row->n_in; a++)
      for (int end = 0; end < 2; end++) own[a][end] = strain->rest_value[term->value[a]] + (end ? 0.1 : -0.1);
    if (term->law.row->range) term->law.row->range(&term->law, own);
    for (int a = 0; a < term->law.row->n_in; a++) {
      const double *range = term->range[a][0] < term->range[a][1] ? term->range[a] : own[a];
      double *side = box[term->value[a]];
      if (range[0] < side[0]) side[0] = range[0];
      if (range[1] > side[1]) side[1] = range[1];
    }
  }
  return any;
}

enum { MAX_PART = 64, MAX_SET = 8, MAX_CHOICE = 256 };

// The different sets of material samples among the terms asked about, at most MAX_SET; returns how many there are, -1: more than that.
static int sample_sets(const pl_material *material, const pl_strain *strain, unsigned classes, const pl_samples *set[MAX_SET]) {
  int n = 0;
  for (int i = 0; i < material->n_term; i++) {
    const pl_samples *own = material->term[i].samples;
    if (!asked(&material->term[i], strain, classes) || !own) continue;
    int k = 0;
    while (k < n && !pl_samples_same(set[k], own)) k++;
    if (k == MAX_SET) return -1;
    set[k] = own;
    if (k == n) n++;
  }
  return n;
}

// The parts of one class with one sample chosen per set: choice counts through the sets, the first fastest. False: some did not fit.
static bool choose_parts(const pl_material *material, const pl_strain *strain, unsigned classes, const double *theta, int n_set,
                         const pl_samples *const *set, int choice, int *n_part, pl_convex_part *part) {
  *n_part = 0;
  for (int i = 0; i < material->n_term; i++) {
    const pl_term *term = &material->term[i];
    if (!asked(term, strain, classes)) continue;
    if (*n_part == MAX_PART) return false;
    int sample = choice;
    for (int k = 0; k < n_set; sample /= set[k++]->n)
      if (pl_samples_same(set[k], term->samples)) break;
    if (term->samples) sample %= term->samples->n;
    const double *own = theta + term->theta + (term->samples ? (size_t)sample * (size_t)term->law.n_param : 0);
    part[(*n_part)++] = (pl_convex_part){&term->law, own, term->value};
  }
  return true;
}

// The worse of two statements.
static void worsen(pl_convexity *all, bool first, const pl_convexity *own) {
  double bound = first ? own->bound : fmin(all->bound, own->bound);
  bool proven = own->proven && (first || all->proven);
  if (first || own->smallest < all->smallest) *all = *own;
  all->bound = bound;
  all->proven = proven;
}

// With material samples the tangent at a place is a mean of the samples' tangents with weights >= 0 that sum to 1, and the smallest eigenvalue is a
// concave function of a matrix: nowhere is it below the smallest at a sample. Terms with the same samples have the same weights and are looked at
// together, sample by sample; sets of samples that differ are combined, each with each.
bool pl_material_certify(const pl_material *material, const pl_strain *strain, const double *theta, pl_convexity *convexity) {
  bool any = false;
  if (!theta) theta = material->theta;
  for (int c = 0; c < strain->n_class; c++) {
    double box[PL_STRAIN_MAX_VALUE][2];
    const pl_samples *set[MAX_SET];
    if (!scan_box(material, strain, 1u << c, box)) continue;
    int n_set = sample_sets(material, strain, 1u << c, set);
    bool whole = n_set >= 0;
    double n_choice = 1;
    for (int k = 0; k < n_set; k++) n_choice *= set[k]->n;
    if (n_choice > MAX_CHOICE) n_choice = MAX_CHOICE, whole = false;
    for (int choice = 0; choice < (int)n_choice; choice++) {
      pl_convex_part part[MAX_PART];
      int n_part;
      bool all_parts = choose_parts(material, strain, 1u << c, theta, whole ? n_set : 0, set, choice, &n_part, part);
      pl_convexity own = pl_convexity_scan(strain->n_value, n_part, part, (const double(*)[2])box);
      own.proven = own.proven && whole && all_parts;
      // a strain that is not coupled with the ones of `smallest` has no place of its own: it is at rest
      for (int v = 0; v < strain->n_value; v++)
        if (own.where[v] < box[v][0] || own.where[v] > box[v][1]) own.where[v] = strain->rest_value[v];
      worsen(convexity, !any, &own);
      any = true;
    }
  }
  return any;
}

bool pl_material_convexity(const pl_material *material, const pl_strain *strain, double *smallest, double where[PL_STRAIN_MAX_VALUE]) {
  pl_convexity convexity;
  if (!pl_material_certify(material, strain, NULL, &convexity)) return false;
  *smallest = convexity.smallest;
  for (int i = 0; i < strain->n_value; i++) where[i] = convexity.where[i];
  return true;
}

bool pl_material_polyconvex(const pl_material *material, const double *theta) {
  bool any = false;
  if (!theta) theta = material->theta;
  for (int i = 0; i < material->n_term; i++) {
    const pl_term *term = &material->term[i];
    if (!term->law.row->rest || !pl__term_counts(term, term->strain, ~0u)) continue;
    any = true;
    if (!(term->law.row->flags & PL_LAW_POLYCONVEX)) return false;
    for (int j = 0; j < pl_term_theta_count(term); j++) {
      const pl_parameter *p = &material->parameter[term->theta + j];
      double value = theta[term->theta + j];
      if (!(value >= p->lower && value <= p->upper)) return false;
    }
  }
  return any;
}

static bool used(const pl_material *material, const pl_strain *strain) {
  for (int i = 0; i < material->n_term; i++)
    if (material->term[i].strain == strain) return true;
  return false;
}

pl_dim pl_strain_tangent_dim(const pl_strain *strain) {
  return pl_dim_divide(PL_DIM_ENERGY, pl_dim_multiply(strain->weight_dim, pl_dim_power(strain->value_dim, 2)));
}

int pl_material_certify_all(const pl_material *material, const double *theta, pl_certified certified[PL_MAX_CERTIFIED]) {
  int n = 0;
  for (int s = 0; s < pl_strain_count() && n < PL_MAX_CERTIFIED; s++) {
    const pl_strain *strain = pl_strain_at(s);
    pl_convexity c;
    if (!used(material, strain) || !pl_material_certify(material, strain, theta, &c)) continue;
    certified[n] = (pl_certified){.strain = strain, .smallest = c.smallest, .bound = c.bound, .proven = c.proven};
    memcpy(certified[n++].where, c.where, sizeof c.where);
  }
  return n;
}

const char *pl_certified_words(const pl_certified *certified) {
  return certified->proven          ? "convex over the range, proven"
         : certified->smallest >= 0 ? "convex at all samples of the range, not proven between them"
                                    : "not convex over the range";
}

const char *pl_material_certificate(pl_arena *arena, const pl_material *material, const double *theta) {
  char text[2000] = "";
  pl_certified certified[PL_MAX_CERTIFIED];
  int n_certified = pl_material_certify_all(material, theta, certified);
  for (int k = 0; k < n_certified; k++) {
    const pl_certified *c = &certified[k];
    pl_dim tangent = pl_strain_tangent_dim(c->strain);
    size_t n = strlen(text);
    snprintf(text + n, sizeof text - n, "%s%s: %s; smallest eigenvalue of the tangent %.3g %s at", n > 0 ? ". " : "", c->strain->name,
             pl_certified_words(c), pl_dim_display(tangent, c->smallest), pl_dim_unit(tangent));
    for (int i = 0; i < c->strain->n_value; i++) {
      n = strlen(text);
      snprintf(text + n, sizeof text - n, "%s %s %.3g", i > 0 ? "," : "", c->strain->value_name[i], c->where[i]);
    }
  }
  if (pl_material_polyconvex(material, theta)) {
    size_t n = strlen(text);
    snprintf(text + n, sizeof text - n, "%spolyconvex by its bounds on stretches and invariants", n > 0 ? ". " : "");
  }
  return pl_arena_text(arena, text);
}

pl_status pl_material_set_certificate(pl_material *material) {
  pl_certified certified[PL_MAX_CERTIFIED];
  int n = pl_material_certify_all(material, NULL, certified);
  const char *text = pl_material_certificate(material->arena, material, NULL);
  pl_certified *own = pl_arena_alloc(material->arena, (size_t)n + 1, sizeof *own);
  if (!text || !own) return PL_ERROR_MEMORY;
  memcpy(own, certified, (size_t)n * sizeof *own);
  material->certificate = text;
  material->n_certified = n;
  material->certified = own;
  return PL_OK;
}
