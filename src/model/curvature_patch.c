// curvature_patch.c: see curvature_patch.h.
#include "model/curvature_patch.h"

#include <math.h>
#include <string.h>

#include "math/eigen_small.h"

enum { MAX_NEAR = 9 };

// The mesh as triangles joined by hinges.
typedef struct joints {
  const pl_mesh *mesh;
  pl_flat_parts flat;
  int32_t *hinge;          // [n_triangle][3], of the edge from corner k to k + 1; -1 on the border
  int32_t (*triangle)[2];  // [n_hinge], first and second
} joints;

static double share_of(const joints *j, int32_t t) { return j->flat.free_share ? j->flat.free_share[t] : 1; }
static bool is_held(const joints *j, int32_t t) { return share_of(j, t) <= 0; }
static bool is_crossed(const joints *j, int32_t t) { return share_of(j, t) > 0 && share_of(j, t) < 1; }

static int32_t find_hinge(const pl_mesh *mesh, int32_t a, int32_t b) {
  int32_t low = a < b ? a : b, high = a < b ? b : a, first = 0, last = mesh->n_hinge - 1;
  while (first <= last) {
    int32_t middle = first + (last - first) / 2;
    const int32_t *v = mesh->hinge + 4 * (size_t)middle;
    if (v[0] == low && v[1] == high) return middle;
    if (v[0] < low || (v[0] == low && v[1] < high))
      first = middle + 1;
    else
      last = middle - 1;
  }
  return -1;
}

static pl_status find_joints(pl_arena *arena, joints *j) {
  const pl_mesh *mesh = j->mesh;
  j->hinge = pl_arena_alloc(arena, 3 * (size_t)mesh->n_triangle + 1, sizeof *j->hinge);
  j->triangle = pl_arena_alloc(arena, (size_t)mesh->n_hinge + 1, sizeof *j->triangle);
  if (!j->hinge || !j->triangle) return PL_ERROR_MEMORY;
  for (int32_t t = 0; t < mesh->n_triangle; t++)
    for (int k = 0; k < 3; k++) {
      const int32_t *corner = mesh->triangle + 3 * (size_t)t;
      int32_t h = find_hinge(mesh, corner[k], corner[(k + 1) % 3]);
      j->hinge[3 * (size_t)t + k] = h;
      if (h >= 0) j->triangle[h][mesh->hinge[4 * (size_t)h] != corner[k]] = t;
    }
  return PL_OK;
}

// ---- surfaces on which alpha is known, in coordinates whose origin is the middle of an edge and whose unit is its length ----

typedef enum surface_kind { U_U, V_V, U_V, N_QUADRATIC, OVER_TABLE = N_QUADRATIC } surface_kind;

typedef struct surface {
  const joints *j;
  double origin[2], unit;  // m
  surface_kind kind;       // u^2/2, v^2/2, u v; or d^2/2 beyond the edge of the table, d the distance from it, and 0 on the table
} surface;

static double distance_of(const surface *s, int32_t v) { return s->j->flat.distance[v] / s->unit; }

static void place(const surface *s, int32_t v, double out[2]) {
  for (int k = 0; k < 2; k++) out[k] = (s->j->mesh->rest[2 * (size_t)v + k] - s->origin[k]) / s->unit;
}

static double height(const surface *s, int32_t v) {
  double p[2];
  place(s, v, p);
  switch (s->kind) {
  case U_U: return 0.5 * p[0] * p[0];
  case V_V: return 0.5 * p[1] * p[1];
  case U_V: return p[0] * p[1];
  default: {
    double d = fmax(distance_of(s, v), 0);
    return 0.5 * d * d;
  }
  }
}

// Slope of the plane through three heights over the corners of a triangle.
static void plane_slope(const surface *s, int32_t t, double (*of)(const surface *s, int32_t v), double out[2]) {
  const int32_t *v = s->j->mesh->triangle + 3 * (size_t)t;
  double a[2], b[2], c[2];
  place(s, v[0], a), place(s, v[1], b), place(s, v[2], c);
  double ab[2] = {b[0] - a[0], b[1] - a[1]}, ac[2] = {c[0] - a[0], c[1] - a[1]}, det = ab[0] * ac[1] - ab[1] * ac[0];
  double up_b = of(s, v[1]) - of(s, v[0]), up_c = of(s, v[2]) - of(s, v[0]);
  out[0] = (up_b * ac[1] - up_c * ab[1]) / det;
  out[1] = (up_c * ab[0] - up_b * ac[0]) / det;
}

static double dot2(const double a[2], const double b[2]) { return a[0] * b[0] + a[1] * b[1]; }

// Unit normal of the edge from a to b, to the right of it: outward of the triangle on its left. Returns the length, m.
static double edge_normal(const pl_mesh *mesh, int32_t a, int32_t b, double n[2]) {
  double du = mesh->rest[2 * (size_t)b] - mesh->rest[2 * (size_t)a], dv = mesh->rest[2 * (size_t)b + 1] - mesh->rest[2 * (size_t)a + 1];
  double length = hypot(du, dv);
  n[0] = dv / length, n[1] = -du / length;
  return length;
}

// Mean over an edge of the positive part of a linear function.
static double mean_positive(double a, double b) {
  double low = fmin(a, b), high = fmax(a, b);
  return low >= 0 ? 0.5 * (a + b) : high <= 0 ? 0 : 0.5 * high * high / (high - low);
}

// Mean slope of the surface along n over the edge (a, b) of triangle t.
static double edge_slope(const surface *s, int32_t t, int32_t a, int32_t b, const double n[2]) {
  double p[2], q[2], slope[2];
  if (s->kind == OVER_TABLE) {
    plane_slope(s, t, distance_of, slope);
    return mean_positive(distance_of(s, a), distance_of(s, b)) * dot2(n, slope);
  }
  place(s, a, p), place(s, b, q);
  for (int k = 0; k < 2; k++) p[k] = 0.5 * (p[k] + q[k]);
  return s->kind == U_U ? n[0] * p[0] : s->kind == V_V ? n[1] * p[1] : n[0] * p[1] + n[1] * p[0];
}

// The angle of a hinge: the slope of its second plane less that of its first, across the edge. A held neighbour has the slope of the surface at
// the edge.
static double hinge_angle(const surface *s, int32_t h) {
  const int32_t *v = s->j->mesh->hinge + 4 * (size_t)h;
  double n[2], across[2], slope[2];
  edge_normal(s->j->mesh, v[0], v[1], n);
  for (int side = 0; side < 2; side++) {
    int32_t t = s->j->triangle[h][side];
    if (is_held(s->j, t))
      across[side] = edge_slope(s, t, v[0], v[1], n);
    else {
      plane_slope(s, t, height, slope);
      across[side] = dot2(n, slope);
    }
  }
  return across[1] - across[0];
}

// ---- the smallest weights that are right for every quadratic surface ----

// x = A^T (A A^T)^-1 b for A [m][n], m at most 3. Directions in which A A^T is nearly singular are left out.
static void least_norm(int m, int n, double a[][MAX_NEAR], const double *b, double *x) {
  double gram[9], value[3], vector[9], y[3] = {0};
  for (int r = 0; r < m; r++)
    for (int c = 0; c < m; c++) {
      gram[m * r + c] = 0;
      for (int i = 0; i < n; i++) gram[m * r + c] += a[r][i] * a[c][i];
    }
  pl_sym_eigen(m, gram, value, vector);
  for (int i = 0; i < m; i++) {
    if (!(value[i] > 1e-10 * value[m - 1])) continue;
    double along = 0;
    for (int k = 0; k < m; k++) along += vector[m * k + i] * b[k];
    for (int k = 0; k < m; k++) y[k] += vector[m * k + i] * along / value[i];
  }
  for (int i = 0; i < n; i++) {
    x[i] = 0;
    for (int k = 0; k < m; k++) x[i] += a[k][i] * y[k];
  }
}

// Adds the hinges of a triangle whose angles are known. Between held triangles there are none. On quadratic surfaces, triangles that the edge
// of a table crosses have none either.
static int add_near(const joints *j, int32_t t, bool over_table, int n, int32_t *near) {
  for (int k = 0; k < 3; k++) {
    int32_t h = j->hinge[3 * (size_t)t + k];
    if (h < 0) continue;
    int32_t a = j->triangle[h][0], b = j->triangle[h][1];
    if ((is_held(j, a) && is_held(j, b)) || (!over_table && (is_crossed(j, a) || is_crossed(j, b)))) continue;
    bool known = false;
    for (int i = 0; i < n; i++) known = known || near[i] == h;
    if (!known && n < MAX_NEAR) near[n++] = h;
  }
  return n;
}

static int32_t across(const joints *j, int32_t h, int32_t t) { return j->triangle[h][j->triangle[h][0] == t]; }

// Do the weights satisfy all conditions?
static bool is_exact(int m, int n, double a[][MAX_NEAR], const double *b, const double *x) {
  double size = 0, worst = 0;
  for (int r = 0; r < m; r++) {
    double rest = b[r];
    for (int i = 0; i < n; i++) rest -= a[r][i] * x[i];
    worst = fmax(worst, fabs(rest));
    size = fmax(size, fabs(b[r]));
  }
  return worst <= 1e-8 * fmax(size, 1);
}

// The edge from a to b. Triangle `first` is on its left, `second` on its right, -1 on the border. own: the share of the edge angle in `first`.
typedef struct edge {
  int32_t a, b, first, second;
  double own;
} edge;

static int edge_near(const joints *j, const edge *e, bool over_table, int32_t *near) {
  int count = add_near(j, e->first, over_table, 0, near);
  if (e->second >= 0) count = add_near(j, e->second, over_table, count, near);
  for (int k = 0; k < 3 && e->second < 0; k++) {
    int32_t h = j->hinge[3 * (size_t)e->first + k];
    if (h >= 0) count = add_near(j, across(j, h, e->first), over_table, count, near);
  }
  return count;
}

// weight[count] for the angles of near[count]. Returns true if all conditions are satisfied.
static bool solve_edge(const joints *j, const edge *e, bool over_table, int count, const int32_t *near, double *weight) {
  surface s = {.j = j};
  int m = over_table ? 1 : N_QUADRATIC;
  double n[2], matrix[N_QUADRATIC][MAX_NEAR], right[N_QUADRATIC], slope[2];
  s.unit = edge_normal(j->mesh, e->a, e->b, n);
  for (int k = 0; k < 2; k++) s.origin[k] = 0.5 * (j->mesh->rest[2 * (size_t)e->a + k] + j->mesh->rest[2 * (size_t)e->b + k]);
  for (int i = 0; i < m; i++) {
    s.kind = over_table ? OVER_TABLE : (surface_kind)i;
    plane_slope(&s, e->first, height, slope);
    right[i] = edge_slope(&s, e->first, e->a, e->b, n) - dot2(n, slope);
    for (int k = 0; k < count; k++) {
      matrix[i][k] = hinge_angle(&s, near[k]);
      if (e->second >= 0 && j->triangle[near[k]][0] == e->first && j->triangle[near[k]][1] == e->second) right[i] -= e->own * matrix[i][k];
    }
  }
  least_norm(m, count, matrix, right, weight);
  return is_exact(m, count, matrix, right, weight);
}

// near[n], weight[n]: alpha of the edge in its first triangle, less the share `own` of the edge angle. Beside triangles that the edge of a table
// crosses, too few hinges may be left for every quadratic surface. All of them are then used for the one surface that is flat on the table.
static int edge_weights(const joints *j, const edge *e, int32_t *near, double *weight) {
  bool over_table = is_crossed(j, e->first) || (e->second >= 0 && is_crossed(j, e->second));
  int count = edge_near(j, e, over_table, near);
  if (solve_edge(j, e, over_table, count, near, weight) || over_table) return count;
  int32_t all[MAX_NEAR];
  int n_all = edge_near(j, e, true, all);
  if (n_all == count) return count;  // no such triangle is near
  memcpy(near, all, sizeof all);
  solve_edge(j, e, true, n_all, near, weight);
  return n_all;
}

// ---- patches ----

// Weights of one triangle on hinges of the mesh.
typedef struct weights {
  int n;
  int32_t hinge[PL_PATCH_MAX_HINGE];
  double m[PL_PATCH_MAX_HINGE][3];
} weights;

static int weight_place(const weights *w, int32_t hinge) {
  int i = 0;
  while (i < w->n && w->hinge[i] != hinge) i++;
  return i;
}

static void add_weight(weights *w, int32_t hinge, double factor, const double part[3]) {
  int i = weight_place(w, hinge);
  if (i == w->n) {
    PL_ASSERT(w->n < PL_PATCH_MAX_HINGE);
    w->hinge[w->n] = hinge;
    memset(w->m[w->n++], 0, sizeof w->m[0]);
  }
  for (int k = 0; k < 3; k++) w->m[i][k] += factor * part[k];
}

// The angle of an inner edge is divided between its triangles as constant curvature divides it in a row of cells. A cell of free part p
// turns by p (1 - p/2) between its plane and its far edge: 1/2 if all of it is free.
static double turn(double p) { return p * (1 - 0.5 * p); }

static void add_edge(const joints *j, int32_t t, int k, double area, weights *w) {
  const int32_t *corner = j->mesh->triangle + 3 * (size_t)t;
  int32_t a = corner[k], b = corner[(k + 1) % 3], h = j->hinge[3 * (size_t)t + k], near[MAX_NEAR];
  double n[2], c[MAX_NEAR], length = edge_normal(j->mesh, a, b, n);
  double part[3] = {length / area * n[0] * n[0], length / area * n[1] * n[1], length / area * 2 * n[0] * n[1]};
  if (h < 0) {
    int count = edge_weights(j, &(edge){a, b, t, -1, 0}, near, c);
    for (int i = 0; i < count; i++) add_weight(w, near[i], c[i], part);
    return;
  }
  int32_t other = across(j, h, t);
  if (is_held(j, other)) {
    add_weight(w, h, 1, part);
    return;
  }
  int32_t first = j->triangle[h][0], second = j->triangle[h][1];
  double own = turn(share_of(j, first)) / (turn(share_of(j, first)) + turn(share_of(j, second)));
  add_weight(w, h, t == first ? own : 1 - own, part);
  const int32_t *v = j->mesh->hinge + 4 * (size_t)h;
  int count = edge_weights(j, &(edge){v[0], v[1], first, second, own}, near, c);
  for (int i = 0; i < count; i++) add_weight(w, near[i], t == first ? c[i] : -c[i], part);
}

// Can any of the triangles that the patch depends on be held at another time?
static bool may_be_held(const joints *j, int32_t t) {
  const int32_t *v = j->mesh->triangle + 3 * (size_t)t;
  const uint8_t *may = j->flat.may_hold;
  return may && ((may[v[0]] && may[v[1]] && may[v[2]]) || may[v[0]] == 2 || may[v[1]] == 2 || may[v[2]] == 2);
}

static bool may_change(const joints *j, int32_t t) {
  bool may = may_be_held(j, t);
  for (int k = 0; k < 3; k++) {
    int32_t h = j->hinge[3 * (size_t)t + k];
    if (h < 0) continue;
    int32_t next = across(j, h, t);
    may = may || may_be_held(j, next);
    for (int i = 0; i < 3; i++) {
      int32_t beyond = j->hinge[3 * (size_t)next + i];
      may = may || (beyond >= 0 && may_be_held(j, across(j, beyond, next)));
    }
  }
  return may;
}

// A hinge of a patch, and a triangle on its left.
typedef struct near_hinge {
  int32_t hinge, left;
} near_hinge;

// The hinges that a patch can ever have, in an order that depends on their places only. Those of the triangle from corner `first` come
// before the two others of each neighbour, counter-clockwise. Returns their number.
static int every_hinge(const joints *j, int32_t t, int first, near_hinge *out) {
  int n = 0;
  for (int k = 0; k < 3; k++) {
    int32_t h = j->hinge[3 * (size_t)t + (size_t)(first + k) % 3];
    if (h >= 0) out[n++] = (near_hinge){h, t};
  }
  for (int k = 0, n_own = n; k < n_own; k++) {
    int32_t next = across(j, out[k].hinge, t);
    int shared = 0;
    while (j->hinge[3 * (size_t)next + shared] != out[k].hinge) shared++;
    for (int i = 1; i < 3; i++) {
      int32_t h = j->hinge[3 * (size_t)next + (shared + i) % 3];
      bool known = h < 0;
      for (int m = 0; m < n; m++) known = known || out[m].hinge == h;
      if (!known) out[n++] = (near_hinge){h, next};
    }
  }
  return n;
}

static uint8_t vertex_place(pl_curvature_patch *patch, int32_t v) {
  int i = 0;
  while (i < patch->n_vertex && patch->vertex[i] != v) i++;
  if (i == patch->n_vertex) patch->vertex[patch->n_vertex++] = v;
  return (uint8_t)i;
}

// Weights below this part of the largest come from rounding.
static const double NO_WEIGHT = 1e-11;

static void clear_rounding(weights *w) {
  double largest = 0;
  for (int i = 0; i < w->n; i++)
    for (int k = 0; k < 3; k++) largest = fmax(largest, fabs(w->m[i][k]));
  for (int i = 0; i < w->n; i++)
    for (int k = 0; k < 3; k++)
      if (fabs(w->m[i][k]) <= NO_WEIGHT * largest) w->m[i][k] = 0;
}

// The patch of a triangle whose corners are counted from `first`; all: hinges without weight are listed too.
static void lay_patch(const joints *j, int32_t t, int first, bool all, const weights *w, pl_curvature_patch *patch) {
  near_hinge near[PL_PATCH_MAX_HINGE];
  int n = every_hinge(j, t, first, near);
  *patch = (pl_curvature_patch){.n_vertex = 3};
  for (int k = 0; k < 3; k++) patch->vertex[k] = j->mesh->triangle[3 * (size_t)t + (size_t)(first + k) % 3];
  for (int i = 0; i < n; i++) {
    int32_t h = near[i].hinge;
    int from = weight_place(w, h), f = patch->n_hinge;
    bool weighs = from < w->n && (w->m[from][0] != 0 || w->m[from][1] != 0 || w->m[from][2] != 0);
    if (!weighs && !all) continue;
    if (weighs) memcpy(patch->m[f], w->m[from], sizeof w->m[from]);
    patch->hinge[f] = h;
    bool turned = j->triangle[h][0] != near[i].left;
    for (int k = 0; k < 4; k++) patch->corner[f][k] = vertex_place(patch, j->mesh->hinge[4 * (size_t)h + (size_t)(turned ? k ^ 1 : k)]);
    patch->n_hinge++;
  }
}

// Patches with the same hinges around them shall have the same corners: of the three first corners the one with the lowest list counts.
static int compare_corners(const pl_curvature_patch *a, const pl_curvature_patch *b) {
  return a->n_hinge != b->n_hinge ? a->n_hinge - b->n_hinge : memcmp(a->corner, b->corner, sizeof a->corner);
}

static void make_patch(const joints *j, int32_t t, pl_curvature_patch *patch) {
  bool changes = may_change(j, t);
  double area = is_held(j, t) ? 0 : share_of(j, t) * j->mesh->triangle_area[t];
  weights w = {0};
  for (int k = 0; k < 3 && area > 0; k++) add_edge(j, t, k, area, &w);
  clear_rounding(&w);
  lay_patch(j, t, 0, changes, &w, patch);
  for (int first = 1; first < 3; first++) {
    pl_curvature_patch other;
    lay_patch(j, t, first, changes, &w, &other);
    if (compare_corners(&other, patch) < 0) *patch = other;
  }
  patch->area = area;
  patch->listed = area > 0 || changes;
}

pl_status pl_curvature_patches(pl_arena *arena, const pl_mesh *mesh, pl_flat_parts flat, pl_curvature_patch **out) {
  joints j = {.mesh = mesh, .flat = flat};
  PL_TRY(find_joints(arena, &j));
  pl_curvature_patch *patch = pl_arena_alloc(arena, (size_t)mesh->n_triangle + 1, sizeof *patch);
  if (!patch) return PL_ERROR_MEMORY;
  for (int32_t t = 0; t < mesh->n_triangle; t++) make_patch(&j, t, &patch[t]);
  *out = patch;
  return PL_OK;
}
