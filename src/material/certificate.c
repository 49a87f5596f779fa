// certificate.c: see certificate.h.
#include "material/certificate.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "material/internal.h"
#include "material/stretch_stability.h"

// Convexity in the strain is defined for strains, which are 0 at rest.
static bool asked(const pl_term *term, const pl_strain *strain, unsigned classes) {
  return pl__term_counts(term, strain, classes) && !term->law.row->rest;
}

// The box of the scan: the hull of the terms' ranges, including the values at rest. False when no elastic term acts on the class.
static bool scan_box(const pl_material *material, const pl_strain *strain, unsigned classes, double box[][2]) {
  bool any = false;
  for (int v = 0; v < PL_STRAIN_MAX_VALUE; v++) box[v][0] = box[v][1] = strain->rest_value[v];
  for (int i = 0; i < material->n_term; i++) {
    const pl_term *term = &material->term[i];
    if (!asked(term, strain, classes)) continue;
    any = true;
    double own[PL_LAW_MAX_IN][2];
    for (int a = 0; a < term->law.row->n_in; a++)
      for (int end = 0; end < 2; end++)
        own[a][end] = strain->rest_value[term->value[a]] + (end ? PL_RANGE_UNMEASURED : -PL_RANGE_UNMEASURED);
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

// The different sets of material samples among the terms concerned, at most MAX_SET; returns their number, -1: more than that.
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

// The parts of one class with one sample chosen per set: choice enumerates the combinations, the first set fastest. False: some did not
// fit.
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

// Keeps the worse of two results.
static void worsen(pl_convexity *all, bool first, const pl_convexity *own) {
  if (first) {
    *all = *own;
    return;
  }
  pl_convexity deepest = own->drop > all->drop ? *own : *all;
  double bound = fmin(all->bound, own->bound);
  bool proven = own->proven && all->proven;
  if (own->smallest < all->smallest) *all = *own;
  all->bound = bound;
  all->proven = proven;
  all->drop = deepest.drop;
  all->drop_axis = deepest.drop_axis;
  memcpy(all->drop_where, deepest.drop_where, sizeof deepest.drop_where);
}

// With material samples the tangent at a place is a mean of the samples' tangents with weights >= 0 that sum to 1. The smallest eigenvalue
// is a concave function of a matrix: it is nowhere below the smallest at a sample. Terms with the same samples have the same weights and
// are examined together, sample by sample; different sets of samples are combined, each with each.
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
      // a strain that is not coupled with those of `smallest` has no position: it is at rest
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
  bool drops = convexity.drop > 0;  // across a drop of the stress the curvature has no lower bound
  *smallest = drops ? -INFINITY : convexity.smallest;
  for (int i = 0; i < strain->n_value; i++) where[i] = drops ? convexity.drop_where[i] : convexity.where[i];
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
    if (pl_strain_is_surface(strain) || !used(material, strain) || !pl_material_certify(material, strain, theta, &c)) continue;
    certified[n] = (pl_certified){
        .strain = strain, .smallest = c.smallest, .bound = c.bound, .proven = c.proven, .drop = c.drop, .drop_axis = c.drop_axis};
    memcpy(certified[n].where, c.where, sizeof c.where);
    memcpy(certified[n++].drop_where, c.drop_where, sizeof c.drop_where);
  }
  return n;
}

bool pl_certified_convex(const pl_certified *certified) { return certified->smallest > 0 && !(certified->drop > 0); }

const char *pl_certified_words(const pl_certified *certified) {
  return certified->drop > 0        ? "not convex over the range: a stress falls where its strain rises"
         : certified->proven        ? "convex over the range, proven"
         : certified->smallest >= 0 ? "convex at all samples of the range, not proven between them"
                                    : "not convex over the range";
}

// " at warp 0.1, weft 0, shear 0"
static void put_place(pl_text *text, const pl_strain *strain, const double *where) {
  for (int i = 0; i < strain->n_value; i++)
    pl_text_printf(text, "%s %s %.3g", i > 0 ? "," : " at", strain->value_name[i] ? strain->value_name[i] : "value", where[i]);
}

// "; terms warp, weft": of one measure, or (strain NULL) of all measures of solids or of sheets to which stability applies.
static void put_terms(pl_text *text, const pl_material *material, const pl_strain *strain, bool solid) {
  int n = 0;
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    if (strain ? !asked(term, strain, ~0u) : !pl_term_is_stretched(term, solid)) continue;
    pl_text_printf(text, "%s%s", n++ == 0 ? "; of " : ", ", term->name);
  }
}

static void put_certified(pl_text *text, const pl_material *material, const pl_certified *c) {
  pl_dim tangent = pl_strain_tangent_dim(c->strain), stress = pl_dim_multiply(tangent, c->strain->value_dim);
  pl_text_printf(text, "%s%s: %s", text->size > 0 ? ". " : "", c->strain->name, pl_certified_words(c));
  if (c->drop > 0) {
    pl_text_printf(text, ", that of %s by %.3g %s", c->strain->value_name[c->drop_axis], pl_dim_display(stress, c->drop),
                   pl_dim_unit(stress));
    put_place(text, c->strain, c->drop_where);
  }
  pl_text_printf(text, "; smallest eigenvalue of the tangent %.3g %s", pl_dim_display(tangent, c->smallest), pl_dim_unit(tangent));
  put_place(text, c->strain, c->where);
  put_terms(text, material, c->strain, false);
}

// Terms that are not a function of the strain alone: the certificate does not cover them.
static void put_uncovered(pl_text *text, const pl_material *material) {
  int n = 0;
  for (int t = 0; t < material->n_term; t++)
    if (!material->term[t].rate && material->term[t].law.row->n_history > 0)
      pl_text_printf(text, "%s%s", n++ > 0 ? ", " : text->size > 0 ? ". Not covered: " : "not covered: ", material->term[t].name);
  if (n > 0)
    pl_text_printf(text, " (%s memory: the stress depends on the path, not on the strain alone)", n == 1 ? "it has a" : "they have a");
}

static void put_stability(pl_text *text, pl_arena *arena, const pl_material *material, const double *theta, bool solid) {
  pl_stretch_stability s;
  if (!pl_material_stability(material, theta, solid, &s)) return;
  pl_dim dim = solid ? PL_DIM_PRESSURE : PL_DIM_LINE_FORCE;
  const char *words = pl_stretch_stability_words(arena, &s);
  text->failed = text->failed || !words;
  pl_text_printf(text,
                 "%sstretches: %s. Sampled: stretches of %.3g to %.3g along the axes. The smallest eigenvalue of d(Kirchhoff stress) / "
                 "d(logarithmic stretch) is %.3g %s at stretches of %.3g, %.3g",
                 text->size > 0 ? ". " : "", words ? words : "", s.reach[0], s.reach[1], pl_dim_display(dim, s.smallest), pl_dim_unit(dim),
                 s.stretch[0], s.stretch[1]);
  if (solid) pl_text_printf(text, ", %.3g", s.stretch[2]);
  put_terms(text, material, NULL, solid);
}

static void put_convexity(pl_text *text, const pl_material *material, const double *theta) {
  pl_certified certified[PL_MAX_CERTIFIED];
  int n = pl_material_certify_all(material, theta, certified);
  for (int k = 0; k < n; k++) put_certified(text, material, &certified[k]);
  if (pl_material_polyconvex(material, theta))
    pl_text_printf(text, "%spolyconvex by its bounds on stretches and invariants", text->size > 0 ? ". " : "");
  put_uncovered(text, material);
}

// The text in the arena; NULL: out of memory.
static const char *keep(pl_arena *arena, pl_text *text) {
  const char *kept = text->failed ? NULL : pl_arena_text(arena, text->size > 0 ? text->data : "");
  pl_text_clear(text);
  return kept;
}

const char *pl_material_convexity_words(pl_arena *arena, const pl_material *material, const double *theta) {
  pl_text text;
  pl_text_init(&text, pl_arena_context(arena));
  put_convexity(&text, material, theta);
  return keep(arena, &text);
}

const char *pl_material_certificate(pl_arena *arena, const pl_material *material, const double *theta) {
  pl_text text;
  pl_text_init(&text, pl_arena_context(arena));
  for (int solid = 1; solid >= 0; solid--) put_stability(&text, arena, material, theta, solid);
  put_convexity(&text, material, theta);
  return keep(arena, &text);
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
