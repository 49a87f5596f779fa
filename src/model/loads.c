// loads.c: see loads.h.
//
// With a, b, c from o: dV/da = (b x c)/6 and in turn; d2V/da db = -[c]x/6, d2V/db da = [c]x/6, in turn, [c]x w = c x w.
// The wall b a A B, the mean of its two ways to be split: V = (b.(a x S) + (a + b).(A x B))/12 with S = A + B; dV/da = (S x b + A x B)/12,
// dV/db = (a x S + A x B)/12, d2V/da db = [S]x/12.
#include "model/loads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int32_t pl_loads_face_count(const pl_mesh *mesh) { return pl_mesh_is_solid(mesh) ? mesh->n_face : mesh->n_triangle; }

// The triangles a face counts as, and the part of each: a quad is the mean of its two ways to be split.
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

static pl_status add_triangles(pl_model *model, const double *pressure) {
  const pl_mesh *mesh = model->mesh;
  int32_t most = 0, n = 0, n_face = pl_loads_face_count(mesh);
  for (int32_t f = 0; f < n_face; f++)
    if (pressure[f] != 0) most += 4;
  model->pressed = pl_arena_alloc(model->arena, (size_t)most, sizeof *model->pressed);
  if (!model->pressed) return PL_ERROR_MEMORY;
  for (int32_t f = 0; f < n_face; f++) {
    if (pressure[f] == 0) continue;
    if (!isfinite(pressure[f]))
      return pl_fail(model->ctx, PL_ERROR_INPUT, NULL, "give it in pascal", "the pressure on face %d is %g Pa", (int)f, pressure[f]);
    int32_t piece[4][3];
    double part;
    for (int i = 0, n_piece = pieces(mesh, f, piece, &part); i < n_piece; i++) {
      pl_pressed *to = &model->pressed[n++];
      memcpy(to->vertex, piece[i], sizeof to->vertex);
      to->pressure = part * pressure[f];
      for (int k = 0; k < 3; k++) {
        int32_t a = piece[i][k], b = piece[i][(k + 1) % 3];
        to->position[k] = place(&model->pattern, a, b);
        to->opposite[k] = model->pattern.symmetric ? -1 : pl_block_position(&model->pattern, b, a);
      }
    }
  }
  model->n_pressed = n;
  return PL_OK;
}

// An edge of a pressed face, from -> to as the face has it.
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
  for (int32_t f = 0; f < pl_loads_face_count(mesh); f++) {
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

static void set_wall(const pl_model *model, const half_edge *edge, double pressure, pl_wall *w) {
  const double *A = model->mesh->x0 + 3 * (size_t)edge->low, *B = model->mesh->x0 + 3 * (size_t)edge->high, *o = model->pressure_center;
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

// Edges of faces whose neighbours press as hard have no wall.
static pl_status add_walls(pl_model *model, const double *pressure) {
  size_t most = 4 * (size_t)pl_loads_face_count(model->mesh);
  half_edge *edge = pl_alloc(model->ctx, most + 1, sizeof *edge);
  if (!edge) return PL_ERROR_MEMORY;
  int32_t n = list_edges(model->mesh, pressure, edge);
  model->wall = pl_arena_alloc(model->arena, (size_t)n + 1, sizeof *model->wall);
  pl_status status = model->wall ? PL_OK : PL_ERROR_MEMORY;
  for (int32_t begin = 0, end; begin < n && model->wall; begin = end) {
    double sum = 0;
    for (end = begin; end < n && by_edge(&edge[begin], &edge[end]) == 0; end++) sum += edge[end].pressure;
    if (sum != 0) set_wall(model, &edge[begin], sum, &model->wall[model->n_wall++]);
  }
  pl_free(model->ctx, edge);
  return status;
}

static pl_status add_springs(pl_model *model, const double *spring, const double *anchor) {
  size_t n = (size_t)model->n_dof;
  double *k = pl_arena_alloc(model->arena, n, sizeof *k), *at = pl_arena_alloc(model->arena, n, sizeof *at);
  int32_t *position = pl_arena_alloc(model->arena, (size_t)model->n_vertex, sizeof *position);
  if (!k || !at || !position) return PL_ERROR_MEMORY;
  memcpy(k, spring, n * sizeof *k);
  memcpy(at, anchor ? anchor : model->mesh->x0, n * sizeof *at);
  for (size_t i = 0; i < n; i++)
    if (!(k[i] >= 0 && isfinite(k[i]) && isfinite(at[i])))
      return pl_fail(model->ctx, PL_ERROR_INPUT, NULL, "give a stiffness in N/m, 0 for none, and a place in m",
                     "the spring at vertex %d has the stiffness %g N/m and the anchor %g m", (int)(i / 3), k[i], at[i]);
  for (int32_t v = 0; v < model->n_vertex; v++) position[v] = pl_block_position(&model->pattern, v, v);
  model->spring = k;
  model->anchor = at;
  model->diagonal = position;
  return PL_OK;
}

pl_status pl_loads_create(pl_model *model, const pl_model_options *options) {
  memcpy(model->pressure_center, options->pressure_center, sizeof model->pressure_center);
  if (options->pressure) {
    PL_TRY(add_triangles(model, options->pressure));
    PL_TRY(add_walls(model, options->pressure));
  }
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

static void add_pressed(const pl_pressed *t, const double *center, const double *x, double *energy, double *gradient,
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

static void add_wall(const pl_wall *w, const double *center, const double *x, double *energy, double *gradient, pl_block_matrix *hessian) {
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

void pl_loads_add(const pl_model *model, const double *x, pl_hess_mode mode, double *energy, double *gradient, pl_block_matrix *hessian) {
  for (int32_t i = 0; i < model->n_pressed; i++)
    add_pressed(&model->pressed[i], model->pressure_center, x, energy, gradient, mode == PL_HESS_PSD ? NULL : hessian);
  for (int32_t i = 0; i < model->n_wall; i++)
    add_wall(&model->wall[i], model->pressure_center, x, energy, gradient, mode == PL_HESS_PSD ? NULL : hessian);
  for (int32_t i = 0; model->spring && i < model->n_dof; i++) {
    double k = model->spring[i], d = x[i] - model->anchor[i];
    if (energy) *energy += 0.5 * k * d * d;
    if (gradient) gradient[i] += k * d;
    if (hessian) hessian->value[9 * (size_t)model->diagonal[i / 3] + 4 * (size_t)(i % 3)] += k;
  }
}

double pl_loads_volume(const pl_mesh *mesh, const uint8_t *faces, const double center[3], const double *x) {
  double sum = 0;
  for (int32_t f = 0; f < pl_loads_face_count(mesh); f++) {
    if (faces && !faces[f]) continue;
    int32_t piece[4][3];
    double part;
    for (int i = 0, n = pieces(mesh, f, piece, &part); i < n; i++) {
      double p[3][3], c[3];
      from_center(x, piece[i], center, p);
      cross(p[1], p[2], c);
      sum += part / 6 * (p[0][0] * c[0] + p[0][1] * c[1] + p[0][2] * c[2]);
    }
  }
  return sum;
}
