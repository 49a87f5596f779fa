// loads.c: see loads.h.
//
// With a, b, c from o: dV/da = (b x c)/6 and in turn. The second derivatives are d2V/da db = -[c]x/6, d2V/db da = [c]x/6, in turn, [c]x w =
// c x w.
// The wall b a A B is the mean of its two ways to be split. Its volume is V = (b.(a x S) + (a + b).(A x B))/12 with S = A + B. Hence dV/da
// = (S x b + A x B)/12, dV/db = (a x S + A x B)/12, d2V/da db = [S]x/12.
#include "model/loads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/potential.h"

// A triangle of the surface under pressure.
typedef struct pressed {
  int32_t vertex[3];    // counter-clockwise seen from the side where the pressure acts
  double pressure;      // Pa, times the fraction of the face that the triangle represents
  int32_t position[3];  // block (vertex k, vertex k + 1); -1 - p where it is stored transposed
  int32_t opposite[3];  // block (vertex k + 1, vertex k) of an unsymmetric pattern, else -1
} pressed;

// An edge at which the pressure ends or changes, and the wall that it sweeps from its initial position.
typedef struct wall {
  int32_t vertex[2];           // in the order of the face under pressure
  double pressure;             // Pa, the face's minus that of its neighbour
  double sum[3], cross[3];     // A + B and A x B of the initial positions, from the centre, m and m^2
  int32_t position, opposite;  // as in pressed
} wall;

// Data of the pressure potential.
typedef struct surface {
  int32_t n_pressed, n_wall;
  pressed *pressed;  // [n_pressed]
  wall *wall;        // [n_wall]
  double center[3];  // m
} surface;

typedef struct springs {
  const double *stiffness, *anchor;  // [n_dof], N/m and m
  const int32_t *diagonal;           // [n_vertex], positions of diagonal blocks
} springs;

// The faces that pressure acts on: those of a solid's surface, the triangles of a sheet.
static int32_t face_count(const pl_mesh *mesh) { return pl_mesh_is_solid(mesh) ? mesh->n_face : mesh->n_triangle; }

// The triangles of a face, and the fraction of each: a quad is the mean of its two ways to be split.
static int pieces(const pl_mesh *mesh, int32_t f, int32_t piece[4][3], double *part) {
  static const int split[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 1, 3}, {1, 2, 3}};
  const int32_t *face = pl_mesh_is_solid(mesh) ? mesh->face + 4 * (size_t)f : mesh->triangle + 3 * (size_t)f;
  bool quad = pl_mesh_is_solid(mesh) && face[3] >= 0;
  *part = quad ? 0.5 : 1;
  for (int i = 0; i < (quad ? 4 : 1); i++)
    for (int k = 0; k < 3; k++) piece[i][k] = face[split[i][k]];
  return quad ? 4 : 1;
}

static void cross(const double *a, const double *b, double *c) {
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

// Position of the block (row, column); one that is stored the other way round is given as -1 - position.
static int32_t place(const pl_block_pattern *pattern, int32_t row, int32_t column) {
  bool turned = pattern->symmetric && row < column;
  int32_t at = turned ? pl_block_position(pattern, column, row) : pl_block_position(pattern, row, column);
  PL_ASSERT(at >= 0);
  return turned ? -1 - at : at;
}

static pl_status add_triangles(const pl_model *model, const double *pressure, surface *out) {
  const pl_mesh *mesh = model->mesh;
  int32_t most = 0, n = 0, n_face = face_count(mesh);
  for (int32_t f = 0; f < n_face; f++)
    if (pressure[f] != 0) most += 4;
  out->pressed = pl_arena_alloc(model->arena, (size_t)most, sizeof *out->pressed);
  if (!out->pressed) return PL_ERROR_MEMORY;
  for (int32_t f = 0; f < n_face; f++) {
    if (pressure[f] == 0) continue;
    if (!isfinite(pressure[f]))
      return pl_fail(model->ctx, PL_ERROR_INPUT, NULL, "give it in pascal", "the pressure on face %d is %g Pa", (int)f, pressure[f]);
    int32_t piece[4][3];
    double part;
    for (int i = 0, n_piece = pieces(mesh, f, piece, &part); i < n_piece; i++) {
      pressed *to = &out->pressed[n++];
      memcpy(to->vertex, piece[i], sizeof to->vertex);
      to->pressure = part * pressure[f];
      for (int k = 0; k < 3; k++) {
        int32_t a = piece[i][k], b = piece[i][(k + 1) % 3];
        to->position[k] = place(&model->pattern, a, b);
        to->opposite[k] = model->pattern.symmetric ? -1 : pl_block_position(&model->pattern, b, a);
      }
    }
  }
  out->n_pressed = n;
  return PL_OK;
}

// An edge of a face under pressure, from -> to in the face's orientation.
typedef struct half_edge {
  int32_t low, high;
  double pressure;  // > 0 counts low -> high
} half_edge;

static int by_edge(const void *a, const void *b) {
  const half_edge *p = a, *q = b;
  return p->low != q->low ? (p->low > q->low) - (p->low < q->low) : (p->high > q->high) - (p->high < q->high);
}

static int32_t list_edges(const pl_mesh *mesh, const double *pressure, half_edge *edge) {
  bool solid = pl_mesh_is_solid(mesh);
  int32_t n = 0;
  for (int32_t f = 0; f < face_count(mesh); f++) {
    const int32_t *face = solid ? mesh->face + 4 * (size_t)f : mesh->triangle + 3 * (size_t)f;
    int corners = solid && face[3] >= 0 ? 4 : 3;
    for (int k = 0; k < corners && pressure[f] != 0; k++) {
      int32_t a = face[k], b = face[(k + 1) % corners];
      edge[n++] = (half_edge){a < b ? a : b, a < b ? b : a, a < b ? pressure[f] : -pressure[f]};
    }
  }
  qsort(edge, (size_t)n, sizeof *edge, by_edge);
  return n;
}

static void set_wall(const pl_model *model, const double *o, const half_edge *edge, double pressure, wall *w) {
  const double *A = model->mesh->x0 + 3 * (size_t)edge->low, *B = model->mesh->x0 + 3 * (size_t)edge->high;
  double a[3], b[3];
  for (int c = 0; c < 3; c++) {
    a[c] = A[c] - o[c];
    b[c] = B[c] - o[c];
    w->sum[c] = a[c] + b[c];
  }
  cross(a, b, w->cross);
  w->vertex[0] = edge->low;
  w->vertex[1] = edge->high;
  w->pressure = pressure;
  w->position = place(&model->pattern, edge->low, edge->high);
  w->opposite = model->pattern.symmetric ? -1 : pl_block_position(&model->pattern, edge->high, edge->low);
}

// Edges between faces with equal pressure have no wall.
static pl_status add_walls(const pl_model *model, const double *pressure, surface *out) {
  size_t most = 4 * (size_t)face_count(model->mesh);
  half_edge *edge = pl_alloc(model->ctx, most + 1, sizeof *edge);
  if (!edge) return PL_ERROR_MEMORY;
  int32_t n = list_edges(model->mesh, pressure, edge);
  out->wall = pl_arena_alloc(model->arena, (size_t)n + 1, sizeof *out->wall);
  pl_status status = out->wall ? PL_OK : PL_ERROR_MEMORY;
  for (int32_t begin = 0, end; begin < n && out->wall; begin = end) {
    double sum = 0;
    for (end = begin; end < n && by_edge(&edge[begin], &edge[end]) == 0; end++) sum += edge[end].pressure;
    if (sum != 0) set_wall(model, out->center, &edge[begin], sum, &out->wall[out->n_wall++]);
  }
  pl_free(model->ctx, edge);
  return status;
}

static pl_status add_springs(pl_model *model, const double *spring, const double *anchor) {
  size_t n = (size_t)model->n_dof;
  double *k = pl_arena_alloc(model->arena, n, sizeof *k), *at = pl_arena_alloc(model->arena, n, sizeof *at);
  int32_t *position = pl_arena_alloc(model->arena, (size_t)model->n_vertex, sizeof *position);
  springs *own = pl_arena_alloc(model->arena, 1, sizeof *own);
  if (!k || !at || !position || !own) return PL_ERROR_MEMORY;
  memcpy(k, spring, n * sizeof *k);
  memcpy(at, anchor ? anchor : model->mesh->x0, n * sizeof *at);
  for (size_t i = 0; i < n; i++)
    if (!(k[i] >= 0 && isfinite(k[i]) && isfinite(at[i])))
      return pl_fail(model->ctx, PL_ERROR_INPUT, NULL, "give a stiffness in N/m, 0 for none, and a place in m",
                     "the spring at vertex %d has the stiffness %g N/m and the anchor %g m", (int)(i / 3), k[i], at[i]);
  for (int32_t v = 0; v < model->n_vertex; v++) position[v] = pl_block_position(&model->pattern, v, v);
  *own = (springs){k, at, position};
  pl_model_add_potential(model, &(pl_potential){.row = &pl_potential_springs, .data = own});
  return PL_OK;
}

static pl_status add_pressure(pl_model *model, const double *pressure, const double center[3]) {
  surface *own = pl_arena_alloc(model->arena, 1, sizeof *own);
  if (!own) return PL_ERROR_MEMORY;
  *own = (surface){.center = {center[0], center[1], center[2]}};
  PL_TRY(add_triangles(model, pressure, own));
  PL_TRY(add_walls(model, pressure, own));
  if (own->n_pressed > 0) pl_model_add_potential(model, &(pl_potential){.row = &pl_potential_pressure, .data = own});
  return PL_OK;
}

pl_status pl_loads_create(pl_model *model, const pl_model_options *options) {
  if (options->pressure) PL_TRY(add_pressure(model, options->pressure, options->pressure_center));
  return options->spring ? add_springs(model, options->spring, options->anchor) : PL_OK;
}

static void from_center(const double *x, const int32_t *vertex, const double *center, double p[3][3]) {
  for (int k = 0; k < 3; k++)
    for (int c = 0; c < 3; c++) p[k][c] = x[3 * (size_t)vertex[k] + c] - center[c];
}

// block += factor [w]x
static void add_cross_matrix(double *block, double factor, const double *w) {
  block[1] -= factor * w[2];
  block[2] += factor * w[1];
  block[3] += factor * w[2];
  block[5] -= factor * w[0];
  block[6] -= factor * w[1];
  block[7] += factor * w[0];
}

static void add_pressed(const pressed *t, const double *center, const double *x, double *energy, double *gradient,
                        pl_block_matrix *hessian) {
  double p[3][3], n[3], pressure = t->pressure;
  from_center(x, t->vertex, center, p);
  for (int k = 0; k < 3; k++) {
    cross(p[(k + 1) % 3], p[(k + 2) % 3], n);
    if (k == 0 && energy) *energy += pressure / 6 * (p[0][0] * n[0] + p[0][1] * n[1] + p[0][2] * n[2]);
    for (int c = 0; gradient && c < 3; c++) gradient[3 * (size_t)t->vertex[k] + c] += pressure / 6 * n[c];
    if (!hessian) continue;
    // E's block (a, b) is -p/6 [c]x; transposed it changes its sign
    int32_t at = t->position[k];
    add_cross_matrix(hessian->value + 9 * (size_t)(at < 0 ? -1 - at : at), (at < 0 ? pressure : -pressure) / 6, p[(k + 2) % 3]);
    if (t->opposite[k] >= 0) add_cross_matrix(hessian->value + 9 * (size_t)t->opposite[k], pressure / 6, p[(k + 2) % 3]);
  }
}

static void add_wall(const wall *w, const double *center, const double *x, double *energy, double *gradient, pl_block_matrix *hessian) {
  double a[3], b[3], at_a[3], at_b[3], part = w->pressure / 12;
  for (int c = 0; c < 3; c++) {
    a[c] = x[3 * (size_t)w->vertex[0] + c] - center[c];
    b[c] = x[3 * (size_t)w->vertex[1] + c] - center[c];
  }
  cross(w->sum, b, at_a);
  cross(a, w->sum, at_b);
  for (int c = 0; c < 3; c++) {
    if (energy) *energy += part * (b[c] * at_b[c] + (a[c] + b[c]) * w->cross[c]);
    if (!gradient) continue;
    gradient[3 * (size_t)w->vertex[0] + c] += part * (at_a[c] + w->cross[c]);
    gradient[3 * (size_t)w->vertex[1] + c] += part * (at_b[c] + w->cross[c]);
  }
  if (!hessian) return;
  int32_t at = w->position;
  add_cross_matrix(hessian->value + 9 * (size_t)(at < 0 ? -1 - at : at), at < 0 ? -part : part, w->sum);
  if (w->opposite >= 0) add_cross_matrix(hessian->value + 9 * (size_t)w->opposite, -part, w->sum);
}

static void pressure_add(const pl_model *model, const pl_potential *own, const double *theta, const double *x, pl_hess_mode mode,
                         double *energy, double *gradient, pl_block_matrix *hessian, pl_work *work) {
  (void)model, (void)theta, (void)work;
  const surface *s = own->data;
  if (mode == PL_HESS_PSD) hessian = NULL;  // it is indefinite
  for (int32_t i = 0; i < s->n_pressed; i++) add_pressed(&s->pressed[i], s->center, x, energy, gradient, hessian);
  for (int32_t i = 0; i < s->n_wall; i++) add_wall(&s->wall[i], s->center, x, energy, gradient, hessian);
}

const pl_potential_row pl_potential_pressure = {.name = "pressure", .add = pressure_add};

static void springs_add(const pl_model *model, const pl_potential *own, const double *theta, const double *x, pl_hess_mode mode,
                        double *energy, double *gradient, pl_block_matrix *hessian, pl_work *work) {
  (void)theta, (void)mode, (void)work;
  const springs *s = own->data;
  for (int32_t i = 0; i < model->n_dof; i++) {
    double k = s->stiffness[i], d = x[i] - s->anchor[i];
    if (energy) *energy += 0.5 * k * d * d;
    if (gradient) gradient[i] += k * d;
    if (hessian) hessian->value[9 * (size_t)s->diagonal[i / 3] + 4 * (size_t)(i % 3)] += k;
  }
}

const pl_potential_row pl_potential_springs = {.name = "springs", .add = springs_add};

// E = -f . x with the loads of this thread.
static void dead_load_add(const pl_model *model, const pl_potential *own, const double *theta, const double *x, pl_hess_mode mode,
                          double *energy, double *gradient, pl_block_matrix *hessian, pl_work *work) {
  (void)own, (void)theta, (void)mode, (void)hessian;
  const double *load = pl_work_load(model, work);
  for (int32_t i = 0; gradient && i < model->n_dof; i++) gradient[i] -= load[i];
  for (int32_t i = 0; energy && i < model->n_dof; i++) *energy -= load[i] * x[i];
}

const pl_potential_row pl_potential_dead_load = {.name = "dead-load", .energy_last = true, .add = dead_load_add};
