// reach.c: the strains that the frames of a rig visit, and whether they are within the measured range.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rig/rig_rows.h"

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// Widens a range by n values, without the outermost 2 % at either end. Sorts them.
static void widen(int32_t n, double *value, double range[2]) {
  if (n <= 0) return;
  qsort(value, (size_t)n, sizeof *value, by_value);
  int32_t tail = n / 50;
  range[0] = fmin(range[0], value[tail]);
  range[1] = fmax(range[1], value[n - 1 - tail]);
}

typedef struct weighed {
  double value, weight;
} weighed;

static int by_weighed_value(const void *a, const void *b) { return by_value(&((const weighed *)a)->value, &((const weighed *)b)->value); }

static int by_weight(const void *a, const void *b) { return by_value(&((const weighed *)a)->weight, &((const weighed *)b)->weight); }

// At the edge of a table or clip only a small part of a hinge can bend. Its curvature is many times that of the cloth, and such a mesh
// cannot resolve it. Hinges with less than two fifths of the usual weight are excluded. Returns the number that remains.
static int32_t without_slivers(int32_t n, weighed *element) {
  int32_t first = 0;
  if (n <= 0) return 0;
  qsort(element, (size_t)n, sizeof *element, by_weight);
  while (element[first].weight < 0.4 * element[n / 2].weight) first++;
  memmove(element, element + first, (size_t)(n - first) * sizeof *element);
  return n - first;
}

// Widens a range by elements without the outermost 2 % of their weight at either end. Sorts them.
static void widen_weighed(int32_t n, weighed *element, double range[2]) {
  double total = 0, low = 0, high = 0;
  for (int32_t e = 0; e < n; e++) total += element[e].weight;
  if (!(total > 0)) return;
  qsort(element, (size_t)n, sizeof *element, by_weighed_value);
  const double tail = 0.02 * (1 + 1e-9) * total;
  int32_t first = 0, last = n - 1;
  while (first < n - 1 && (low += element[first].weight) <= tail) first++;
  while (last > 0 && (high += element[last].weight) <= tail) last--;
  range[0] = fmin(range[0], element[first].value);
  range[1] = fmax(range[1], element[last].value);
}

// Upper limit of the number of elements with a strain: a hexahedron has eight Gauss points.
static int32_t most_elements(const pl_mesh *mesh) {
  return mesh->n_triangle + mesh->n_edge + mesh->n_hinge + mesh->n_tet + 8 * mesh->n_hex;
}

// Ranges of n_out quantities computed from the strain values of an element.
static void range_over(const pl_rig *rig, const pl_strain *strain, int n_out, double (*of)(const double *value, int i), double range[][2]) {
  int32_t n_max = most_elements(rig->body.mesh);
  double *value = pl_alloc(rig->ctx, (size_t)n_max * (PL_STRAIN_MAX_VALUE + 1), sizeof *value);
  if (!value) return;
  double *one = value + (size_t)n_max * PL_STRAIN_MAX_VALUE;
  for (int f = 0; f < rig->test->n_frame; f++) {
    if (!rig->memory->have_x[f]) continue;
    int32_t n = pl_solver_strains(pl_rig_frame_solver(rig, f), strain, rig->memory->x + (size_t)f * rig->body.model->n_dof, value);
    for (int i = 0; i < n_out; i++) {
      for (int32_t e = 0; e < n; e++) one[e] = of(value + (size_t)e * (size_t)strain->n_value, i);
      widen(n, one, range[i]);
    }
  }
  pl_free(rig->ctx, value);
}

static double plain(const double *value, int i) { return value[i]; }
static double without_volume(const double *value, int i) { return value[i] * pow(value[2], -2.0 / 3 * (i + 1)); }

void pl_rig_strain_range(const pl_rig *rig, const pl_strain *strain, double range[PL_STRAIN_MAX_VALUE][2]) {
  range_over(rig, strain, strain->n_value, plain, range);
}

void pl_rig_invariant_range(const pl_rig *rig, double range[2][2]) {
  range_over(rig, pl_strain_find("invariants"), 2, without_volume, range);
}

void pl_rig_term_range(const pl_rig *rig, const pl_term *term, double range[PL_LAW_MAX_IN][2]) {
  if (term->law.row->n_in > 1) {
    double all[PL_STRAIN_MAX_VALUE][2];
    for (int i = 0; i < term->strain->n_value; i++) all[i][0] = all[i][1] = term->strain->rest_value[i];
    pl_rig_strain_range(rig, term->strain, all);
    for (int a = 0; a < term->law.row->n_in; a++) {
      range[a][0] = fmin(range[a][0], all[term->value[a]][0]);
      range[a][1] = fmax(range[a][1], all[term->value[a]][1]);
    }
    return;
  }
  int32_t n_max = most_elements(rig->body.mesh);
  double *value = pl_alloc(rig->ctx, 2 * (size_t)n_max, sizeof *value), *weight = value ? value + n_max : NULL;
  weighed *element = value ? pl_alloc(rig->ctx, (size_t)n_max, sizeof *element) : NULL;
  for (int f = 0; f < rig->test->n_frame && element; f++) {
    if (!rig->memory->have_x[f]) continue;
    pl_solver *solver = pl_rig_frame_solver(rig, f);
    int32_t n = pl_solver_term_strains(solver, term, rig->memory->x + (size_t)f * rig->body.model->n_dof, value);
    pl_solver_term_weights(solver, term, weight);
    for (int32_t e = 0; e < n; e++) element[e] = (weighed){value[e], weight[e]};
    if (term->strain->element == PL_ELEMENT_HINGE) n = without_slivers(n, element);
    widen_weighed(n, element, range[0]);
  }
  pl_free(rig->ctx, element);
  pl_free(rig->ctx, value);
}

// The bin of a value among equal ones over the range; -1 outside.
static int bin_of(double value, const double range[2], int n_bin) {
  double place = (value - range[0]) * n_bin / (range[1] - range[0]);
  if (!(place >= 0 && place <= n_bin)) return -1;
  return place < n_bin ? (int)place : n_bin - 1;
}

// Adds n values, `step` apart in memory, to the bins; values outside the range are ignored.
static void add_to_bins(int32_t n, int step, const double *value, const pl_bins *bins, double *count) {
  double range[2] = {bins->range[0], bins->range[1]};
  for (int k = 0; k < 2 && bins->logarithmic; k++) range[k] = log(range[k]);
  for (int32_t e = 0; e < n; e++) {
    double one = value[(size_t)e * (size_t)step];
    int bin = bin_of(bins->logarithmic ? log(one) : one, range, bins->n);
    if (bin >= 0) count[bin]++;
  }
}

void pl_rig_term_histogram(const pl_rig *rig, const pl_term *term, int input, const pl_bins *bins, double *count) {
  bool joint = term->law.row->n_in > 1;
  int32_t n_max = most_elements(rig->body.mesh);
  double *value =
      bins->range[1] > bins->range[0] ? pl_alloc(rig->ctx, (size_t)n_max * (joint ? PL_STRAIN_MAX_VALUE : 1), sizeof *value) : NULL;
  for (int f = 0; f < rig->test->n_frame && value; f++) {
    if (!rig->memory->have_x[f]) continue;
    pl_solver *solver = pl_rig_frame_solver(rig, f);
    const double *x = rig->memory->x + (size_t)f * rig->body.model->n_dof;
    if (joint)
      add_to_bins(pl_solver_strains(solver, term->strain, x, value), term->strain->n_value, value + term->value[input], bins, count);
    else
      add_to_bins(pl_solver_term_strains(solver, term, x, value), 1, value, bins, count);
  }
  pl_free(rig->ctx, value);
}

pl_status pl_rig_pair_histogram(const pl_rig *rig, const pl_strain *strain, const int value[2], const double range[2][2], int n_bin,
                                double *count) {
  double *all = pl_alloc(rig->ctx, (size_t)most_elements(rig->body.mesh) * PL_STRAIN_MAX_VALUE, sizeof *all);
  if (!all) return PL_ERROR_MEMORY;
  for (int f = 0; f < rig->test->n_frame; f++) {
    if (!rig->memory->have_x[f]) continue;
    int32_t n = pl_solver_strains(pl_rig_frame_solver(rig, f), strain, rig->memory->x + (size_t)f * rig->body.model->n_dof, all);
    for (int32_t e = 0; e < n; e++) {
      const double *s = all + (size_t)e * strain->n_value;
      int first = bin_of(s[value[0]], range[0], n_bin), second = bin_of(s[value[1]], range[1], n_bin);
      if (first >= 0 && second >= 0) count[first * n_bin + second]++;
    }
  }
  pl_free(rig->ctx, all);
  return PL_OK;
}

static double excess_of(double l, double p) { return l * l + pow(l, 2 * p) + pow(l, -2 - 2 * p) - 3; }

double pl_rig_stretch_of_invariant(double p, double excess) {
  double low = 1, high = 2;
  while (excess_of(high, p) < excess && high < 1e3) high *= 2;
  for (int i = 0; i < 60; i++) {
    double middle = 0.5 * (low + high);
    if (excess_of(middle, p) < excess)
      low = middle;
    else
      high = middle;
  }
  return low;
}

// tolerance for round-off and for the outermost elements that a range excludes
#define MARGIN 0.1
#define FELT 1e-4        // strain below which a term is not checked
#define COUNTS 0.1       // of the largest strain of a joint law: smaller inputs do not count
#define FROM_HERE 1e-12  // of a range: a smaller one is empty

static double size_of(const double range[2], double rest) { return fmax(fabs(range[0] - rest), fabs(range[1] - rest)); }

// True if tension and compression differ for this strain. Shear and bending are symmetric.
static bool has_sides(const pl_term *term, int input) { return term->strain->axial >> term->value[input] & 1; }

// One strain against its validity range.
static pl_reach_input reach_of(const pl_term *term, int input, const double used[2], double least) {
  double rest = term->strain->rest_value[term->value[input]];
  const double *valid = term->range[input];
  pl_reach_input r = {.input = input, .known = input, .used = {used[0], used[1]}, .valid = {valid[0], valid[1]}, .times = 1};
  double far = size_of(used, rest), known = size_of(valid, rest);
  if (!(known > FROM_HERE)) {
    r.reach = far > fmax(FELT, least) ? PL_REACH_UNMEASURED : PL_REACH_INSIDE;
    return r;
  }
  if (!(far > least)) return r;
  if (far > (1 + MARGIN) * known) r.reach = PL_REACH_BEYOND, r.times = far / known;
  // compressed where only tension was measured, or the reverse: relative to the measured side
  double below = valid[0] - used[0], above = used[1] - valid[1];
  if (r.reach == PL_REACH_INSIDE && has_sides(term, input) && fmax(below, above) > fmax(MARGIN * known, FELT))
    r.reach = PL_REACH_BEYOND, r.other_side = true, r.times = INFINITY;
  return r;
}

// Laws of invariants and of principal stretches, which are 3 and 1 at rest: reported by the largest stretch. For I1, the uniaxial stretch
// with that value.
static bool stretch_reach(const pl_rig *rig, const pl_term *term, pl_reach_input *r) {
  double range[PL_LAW_MAX_IN][2] = {{0}}, rest = term->strain->rest_value[0], stretch[2];
  int first = 0;
  while (first < term->law.row->n_in && term->value[first] != 0) first++;
  if (first == term->law.row->n_in || (rest != 3 && rest != 1)) return false;
  *r = (pl_reach_input){.input = first, .known = first, .stretch = true, .times = 1};
  if (!(term->range[first][1] > rest)) return true;
  pl_rig_term_range(rig, term, range);
  const double largest[2] = {range[first][1], term->range[first][1]};
  for (int i = 0; i < 2; i++) stretch[i] = rest == 1 ? fmax(largest[i], 1) : pl_rig_stretch_of_invariant(-0.5, largest[i] - 3);
  r->used[1] = stretch[0] - 1;
  r->valid[1] = stretch[1] - 1;
  r->times = r->valid[1] > 0 ? r->used[1] / r->valid[1] : INFINITY;
  r->reach = log(stretch[0]) > (1 + MARGIN) * log(stretch[1]) ? PL_REACH_BEYOND : PL_REACH_INSIDE;
  return true;
}

// An isotropic law has no axes: the largest strain of any input counts.
static int isotropic_reach(const pl_term *term, double used[PL_LAW_MAX_IN][2], pl_reach_input *r) {
  int far = 0, known = 0;
  for (int a = 1; a < term->law.row->n_in; a++) {
    if (size_of(used[a], 0) > size_of(used[far], 0)) far = a;
    if (size_of(term->range[a], 0) > size_of(term->range[known], 0)) known = a;
  }
  double most = size_of(used[far], 0), valid = size_of(term->range[known], 0);
  *r = (pl_reach_input){.input = far,
                        .known = known,
                        .used = {used[far][0], used[far][1]},
                        .valid = {term->range[known][0], term->range[known][1]},
                        .times = valid > FROM_HERE ? most / valid : 1};
  if (!(valid > FROM_HERE))
    r->reach = most > FELT ? PL_REACH_UNMEASURED : PL_REACH_INSIDE;
  else if (most > (1 + MARGIN) * valid)
    r->reach = PL_REACH_BEYOND;
  return 1;
}

int pl_rig_reaches(const pl_rig *rig, const pl_term *term, pl_reach_input out[PL_LAW_MAX_IN]) {
  double used[PL_LAW_MAX_IN][2] = {{0}}, most = 0;
  if (term->rate) return 0;
  if (term->law.row->n_in > 1 && stretch_reach(rig, term, out)) return 1;
  for (int a = 0; a < term->law.row->n_in; a++) used[a][0] = used[a][1] = term->strain->rest_value[term->value[a]];
  pl_rig_term_range(rig, term, used);
  if (term->law.row->flags & PL_LAW_ISOTROPIC) return isotropic_reach(term, used, out);
  for (int a = 0; a < term->law.row->n_in; a++)
    most = fmax(most, fmax(size_of(used[a], term->strain->rest_value[term->value[a]]),
                           size_of(term->range[a], term->strain->rest_value[term->value[a]])));
  for (int a = 0; a < term->law.row->n_in; a++) out[a] = reach_of(term, a, used[a], term->law.row->n_in > 1 ? COUNTS * most : 0);
  return term->law.row->n_in;
}

bool pl_term_has_range(const pl_term *term) {
  for (int a = 0; a < term->law.row->n_in; a++)
    if (term->range[a][1] - term->range[a][0] > FROM_HERE) return true;
  return false;
}
