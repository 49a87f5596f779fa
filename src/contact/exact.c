// exact.c: see exact.h. The search sorts along one axis and sweeps: simple, and unlike that of the detection.
#include "contact/exact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/predicate.h"

// ---- one pair ----

// p within the closed segment a b, in a plane; all three on one line.
static bool within(const double p[2], const double a[2], const double b[2]) {
  for (int k = 0; k < 2; k++)
    if ((p[k] < a[k] && p[k] < b[k]) || (p[k] > a[k] && p[k] > b[k])) return false;
  return true;
}

static bool segments_meet(const double p[2], const double q[2], const double a[2], const double b[2]) {
  int pa = pl_orient2d(p, q, a), pb = pl_orient2d(p, q, b), ap = pl_orient2d(a, b, p), aq = pl_orient2d(a, b, q);
  if (pa * pb < 0 && ap * aq < 0) return true;
  return (pa == 0 && within(a, p, q)) || (pb == 0 && within(b, p, q)) || (ap == 0 && within(p, a, b)) || (aq == 0 && within(q, a, b));
}

static bool inside(const double p[2], const double t[3][2]) {
  int s[3];
  for (int i = 0; i < 3; i++) s[i] = pl_orient2d(t[i], t[(i + 1) % 3], p);
  bool left = s[0] >= 0 && s[1] >= 0 && s[2] >= 0, right = s[0] <= 0 && s[1] <= 0 && s[2] <= 0;
  return (left || right) && (s[0] || s[1] || s[2]);  // a triangle without area has no inside; its edges are tested
}

// All five points in one plane: they meet if their shadows on every coordinate plane do. (One on which the plane is not edge-on is enough, and the
// shadows of things that meet always meet.)
static bool flat_meet(const double *const point[5]) {
  for (int drop = 0; drop < 3; drop++) {
    double s[5][2];
    for (int i = 0; i < 5; i++)
      for (int k = 0, at = 0; k < 3; k++)
        if (k != drop) s[i][at++] = point[i][k];
    bool meet = inside(s[0], s + 2) || inside(s[1], s + 2);
    for (int i = 0; i < 3 && !meet; i++) meet = segments_meet(s[0], s[1], s[2 + i], s[2 + (i + 1) % 3]);
    if (!meet) return false;
  }
  return true;
}

bool pl_exact_meet(const double p[3], const double q[3], const double a[3], const double b[3], const double c[3]) {
  int above = pl_orient3d(a, b, c, p), below = pl_orient3d(a, b, c, q);
  if (above * below > 0) return false;
  int s[3] = {pl_orient3d(p, q, a, b), pl_orient3d(p, q, b, c), pl_orient3d(p, q, c, a)};
  if (above == 0 && below == 0) {
    // a triangle without area is in every plane through its line: the segment may still be skew to it
    return !s[0] && !s[1] && !s[2] && flat_meet((const double *const[5]){p, q, a, b, c});
  }
  return (s[0] >= 0 && s[1] >= 0 && s[2] >= 0) || (s[0] <= 0 && s[1] <= 0 && s[2] <= 0);
}

// ---- all pairs ----

typedef struct range {
  double lo[3], hi[3];
  int32_t number;
} range;

static range range_of(const double *x, const int32_t *vertex, int n, int32_t number, int axis) {
  range r = {.number = number};
  for (int k = 0; k < 3; k++) {
    int from = (axis + k) % 3;  // the axis of the sweep first
    r.lo[k] = r.hi[k] = x[3 * (size_t)vertex[0] + (size_t)from];
    for (int i = 1; i < n; i++) {
      double at = x[3 * (size_t)vertex[i] + (size_t)from];
      r.lo[k] = fmin(r.lo[k], at);
      r.hi[k] = fmax(r.hi[k], at);
    }
  }
  return r;
}

static int compare_ranges(const void *a, const void *b) {
  const range *r = a, *s = b;
  if (r->lo[0] != s->lo[0]) return r->lo[0] < s->lo[0] ? -1 : 1;
  return (r->number > s->number) - (r->number < s->number);
}

static int longest_axis(const pl_contact_surface *s, const double *x) {
  double lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (int32_t i = 0; i < pl_contact_count(s, s->point_first); i++)
    for (int k = 0; k < 3; k++) {
      double at = x[3 * (size_t)s->point[i] + (size_t)k];
      lo[k] = fmin(lo[k], at);
      hi[k] = fmax(hi[k], at);
    }
  int axis = 0;
  for (int k = 1; k < 3; k++)
    if (hi[k] - lo[k] > hi[axis] - lo[axis]) axis = k;
  return axis;
}

static void test_pair(const pl_contact_surface *s, const double *x, const range *e, const range *t, pl_exact_hit *hit) {
  for (int k = 1; k < 3; k++)
    if (e->lo[k] > t->hi[k] || t->lo[k] > e->hi[k]) return;
  if (hit->found && (e->number > hit->edge || (e->number == hit->edge && t->number > hit->triangle))) return;
  const int32_t *edge = s->edge[e->number], *triangle = s->triangle[t->number];
  for (int i = 0; i < 2; i++)
    if (!pl_contact_may_touch(s, PL_PAIR_POINT_TRIANGLE, (int32_t[4]){edge[i], triangle[0], triangle[1], triangle[2]})) return;
  const double *p = x + 3 * (size_t)edge[0], *q = x + 3 * (size_t)edge[1];
  if (!pl_exact_meet(p, q, x + 3 * (size_t)triangle[0], x + 3 * (size_t)triangle[1], x + 3 * (size_t)triangle[2])) return;
  *hit = (pl_exact_hit){.found = true, .edge = e->number, .triangle = t->number};
  for (int k = 0; k < 3; k++) hit->place[k] = 0.5 * (p[k] + q[k]);
}

// Drops the active ranges that end before `at`.
static int32_t still_active(range *active, int32_t n, double at) {
  int32_t kept = 0;
  for (int32_t i = 0; i < n; i++)
    if (active[i].hi[0] >= at) active[kept++] = active[i];
  return kept;
}

static void sweep(const pl_contact_surface *s, const double *x, range *edge, int32_t n_edge, range *triangle, int32_t n_triangle,
                  range *active_edge, range *active_triangle, pl_exact_hit *hit) {
  int32_t n_e = 0, n_t = 0;
  for (int32_t i = 0, j = 0; i < n_edge || j < n_triangle;) {
    if (j == n_triangle || (i < n_edge && edge[i].lo[0] <= triangle[j].lo[0])) {
      n_t = still_active(active_triangle, n_t, edge[i].lo[0]);
      for (int32_t k = 0; k < n_t; k++) test_pair(s, x, &edge[i], &active_triangle[k], hit);
      active_edge[n_e++] = edge[i++];
    } else {
      n_e = still_active(active_edge, n_e, triangle[j].lo[0]);
      for (int32_t k = 0; k < n_e; k++) test_pair(s, x, &active_edge[k], &triangle[j], hit);
      active_triangle[n_t++] = triangle[j++];
    }
  }
}

pl_status pl_exact_find(const pl_contact_surface *s, const double *x, pl_exact_hit *hit) {
  *hit = (pl_exact_hit){0};
  int32_t n_edge = pl_contact_count(s, s->edge_first), n_triangle = pl_contact_count(s, s->triangle_first);
  int axis = longest_axis(s, x);
  range *all = pl_alloc(s->ctx, 2 * ((size_t)n_edge + (size_t)n_triangle) + 1, sizeof *all);
  if (!all) return PL_ERROR_MEMORY;
  range *edge = all, *triangle = all + n_edge, *active_edge = triangle + n_triangle, *active_triangle = active_edge + n_edge;
  for (int32_t i = 0; i < n_edge; i++) edge[i] = range_of(x, s->edge[i], 2, i, axis);
  for (int32_t i = 0; i < n_triangle; i++) triangle[i] = range_of(x, s->triangle[i], 3, i, axis);
  qsort(edge, (size_t)n_edge, sizeof *edge, compare_ranges);
  qsort(triangle, (size_t)n_triangle, sizeof *triangle, compare_ranges);
  sweep(s, x, edge, n_edge, triangle, n_triangle, active_edge, active_triangle, hit);
  pl_free(s->ctx, all);
  return PL_OK;
}
