// sets.c: node sets: vertices of the body by boxes, planes, lists, nearest points, or unions of sets.
//
//   {"plane": "x", "at": "0 mm"}                        in the plane x = 0; "within": tolerance, default a millionth of the body
//   {"plane": [1, 1, 0], "through": [...]}              any plane
//   {"box": [[...], [...]]}                             lowest and highest corner
//   {"vertices": [0, 5, 7]}                             counted from 0
//   {"nearest": [[...], [...]]}                         the vertex nearest to each place
//   {"sets": ["left", "right"]}                         the vertices of both
// The named groups of a Gmsh file are sets under their names, unless a set of the experiment has the same name. The entry "surface": true
// keeps the vertices on the surface (of a sheet: on its border) only.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "protocol/poses/poses_part.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
#define WITHIN 1e-6  // of the body's size

static pl_status read_plane(pl__poses_reader *r, pl_json *set, pl_json *plane, uint8_t *in) {
  pl_context *ctx = r->label.ctx;
  const pl_mesh *mesh = r->poses->mesh;
  static const char *const axes[] = {"x", "y", "z"};
  double normal[3] = {0}, through[3] = {0}, within = WITHIN * r->size, at = 0;
  pl_json *given = pl_json_find(set, "at"), *point = pl_json_find(set, "through"), *near = pl_json_find(set, "within");
  pl_where where = pl_json_where(set);
  if (plane->kind == PL_JSON_STRING) {
    int axis;
    PL_TRY(pl_json_choice(ctx, plane, 3, axes, &axis));
    normal[axis] = 1;
    if (!given)
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "write \"at\": \"0 mm\"",
                     PL_ID("poses.where-plane-not-said") "where the plane is is not said");
    PL_TRY(pl_json_quantity(ctx, given, PL_DIM_LENGTH, -1e6, 1e6, &at));
  } else {
    PL_TRY(pl__poses_direction(ctx, plane, normal));
    if (!point)
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "write \"through\": [\"0 mm\", \"0 mm\", \"0 mm\"]",
                     PL_ID("poses.where-plane-not-said") "where the plane is is not said");
    PL_TRY(pl__poses_vector(ctx, point, PL_DIM_LENGTH, false, through));
    for (int k = 0; k < 3; k++) at += normal[k] * through[k];
  }
  if (near) PL_TRY(pl_json_quantity(ctx, near, PL_DIM_LENGTH, 0, 1e6, &within));
  for (int32_t v = 0; v < mesh->n_vertex; v++) {
    const double *x = mesh->x0 + 3 * (size_t)v;
    if (fabs(normal[0] * x[0] + normal[1] * x[1] + normal[2] * x[2] - at) <= within) in[v] = 1;
  }
  return PL_OK;
}

static pl_status read_box(pl__poses_reader *r, pl_json *box, uint8_t *in) {
  pl_where where = pl_json_where(box);
  double corner[2][3], slack = WITHIN * r->size;
  if (box->kind != PL_JSON_ARRAY || box->n != 2)
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, "write [[\"0 mm\", \"0 mm\", \"0 mm\"], [\"1 mm\", \"20 mm\", \"20 mm\"]]",
                   "must be two corners, the lowest and the highest");
  PL_TRY(pl__poses_vector(r->label.ctx, box->child, PL_DIM_LENGTH, false, corner[0]));
  PL_TRY(pl__poses_vector(r->label.ctx, box->child->next, PL_DIM_LENGTH, false, corner[1]));
  for (int k = 0; k < 3; k++)
    if (corner[0][k] > corner[1][k])
      return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, "give the lowest corner first",
                     "the box ends at %g mm along %c, before it begins at %g mm", 1e3 * corner[1][k], "xyz"[k], 1e3 * corner[0][k]);
  for (int32_t v = 0; v < r->poses->mesh->n_vertex; v++) {
    bool inside = true;
    for (int k = 0; k < 3; k++) {
      double x = r->poses->mesh->x0[3 * (size_t)v + k];
      inside = inside && x >= corner[0][k] - slack && x <= corner[1][k] + slack;
    }
    if (inside) in[v] = 1;
  }
  return PL_OK;
}

static pl_status read_list(pl__poses_reader *r, pl_json *list, uint8_t *in) {
  pl_where where = pl_json_where(list);
  if (list->kind != PL_JSON_ARRAY) return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, "write [0, 5, 7]", "must be a list of vertices");
  for (pl_json *c = list->child; c; c = c->next) {
    int64_t v;
    PL_TRY(pl_json_integer(r->label.ctx, c, 0, r->poses->mesh->n_vertex - 1, &v));
    in[v] = 1;
  }
  return PL_OK;
}

static pl_status read_nearest(pl__poses_reader *r, pl_json *list, uint8_t *in) {
  const pl_mesh *mesh = r->poses->mesh;
  pl_where where = pl_json_where(list);
  if (list->kind != PL_JSON_ARRAY)
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, "write [[\"80 mm\", \"10 mm\", \"10 mm\"], ...]", "must be a list of places");
  for (pl_json *c = list->child; c; c = c->next) {
    double place[3], least = INFINITY;
    int32_t best = 0;
    PL_TRY(pl__poses_vector(r->label.ctx, c, PL_DIM_LENGTH, false, place));
    for (int32_t v = 0; v < mesh->n_vertex; v++) {
      const double *x = mesh->x0 + 3 * (size_t)v;
      double d = (x[0] - place[0]) * (x[0] - place[0]) + (x[1] - place[1]) * (x[1] - place[1]) + (x[2] - place[2]) * (x[2] - place[2]);
      if (d < least) least = d, best = v;
    }
    in[best] = 1;
  }
  return PL_OK;
}

static pl_status read_union(pl__poses_reader *r, pl_json *list, uint8_t *in) {
  pl_where where = pl_json_where(list);
  if (list->kind != PL_JSON_ARRAY)
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, "write [\"left\", \"right\"]", "must be a list of names");
  for (pl_json *c = list->child; c; c = c->next) {
    int other;
    PL_TRY(pl__poses_need_set(r, c, &other));
    for (int32_t i = 0; i < r->poses->set[other].n; i++) in[r->poses->set[other].vertex[i]] = 1;
  }
  return PL_OK;
}

// ---- faces, elements and shares ----

static bool all_in(int n, const int32_t *v, const uint8_t *in) {
  for (int k = 0; k < n; k++)
    if (v[k] >= 0 && !in[v[k]]) return false;
  return true;
}

// Faces, elements and shares of a set, from its vertices. only_count: only their number.
static void list_parts(const pl_mesh *mesh, const uint8_t *in, int32_t *face, int32_t *n_face, int32_t *element, int32_t *n_element) {
  bool solid = pl_mesh_is_solid(mesh);
  *n_face = *n_element = 0;
  for (int32_t f = 0; f < (solid ? mesh->n_face : mesh->n_triangle); f++)
    if (all_in(solid ? 4 : 3, solid ? mesh->face + 4 * (size_t)f : mesh->triangle + 3 * (size_t)f, in)) {
      if (face) face[*n_face] = f;
      ++*n_face;
    }
  for (int32_t e = 0; e < mesh->n_tet + mesh->n_hex; e++) {
    bool tet = e < mesh->n_tet;
    if (!all_in(tet ? 4 : 8, tet ? mesh->tet + 4 * (size_t)e : mesh->hex + 8 * (size_t)(e - mesh->n_tet), in)) continue;
    if (element) element[*n_element] = e;
    ++*n_element;
  }
}

static double face_area(const double *x, const int32_t *c, int n) {
  const double *a = x + 3 * (size_t)c[0], *b = x + 3 * (size_t)c[1], *d = x + 3 * (size_t)c[2], *e = n == 4 ? x + 3 * (size_t)c[3] : NULL;
  double u[3], w[3];
  for (int k = 0; k < 3; k++) {
    u[k] = e ? d[k] - a[k] : b[k] - a[k];
    w[k] = e ? e[k] - b[k] : d[k] - a[k];
  }
  double cross[3] = {u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]};
  return 0.5 * sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
}

// Distribution of a total: by faces, else (sheets) by border edges, else evenly; weight [n_vertex].
static void share_out(const pl_mesh *mesh, const pl_node_set *set, const uint8_t *in, double *weight) {
  bool solid = pl_mesh_is_solid(mesh);
  for (int32_t i = 0; i < set->n_face; i++) {
    const int32_t *c = solid ? mesh->face + 4 * (size_t)set->face[i] : mesh->triangle + 3 * (size_t)set->face[i];
    int n = solid && c[3] >= 0 ? 4 : 3;
    for (int k = 0; k < n; k++) weight[c[k]] += face_area(mesh->x0, c, n) / n;
  }
  for (int32_t e = 0; e < mesh->n_edge && set->n_face == 0; e++) {
    const int32_t *v = mesh->edge + 2 * (size_t)e;
    if (!in[v[0]] || !in[v[1]] || !mesh->boundary[v[0]] || !mesh->boundary[v[1]]) continue;
    const double *a = mesh->x0 + 3 * (size_t)v[0], *b = mesh->x0 + 3 * (size_t)v[1];
    double length = hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
    weight[v[0]] += length;
    weight[v[1]] += length;
  }
  double sum = 0;
  for (int32_t i = 0; i < set->n; i++) sum += weight[set->vertex[i]];
  for (int32_t i = 0; i < set->n; i++) weight[set->vertex[i]] = sum > 0 ? weight[set->vertex[i]] / sum : 1.0 / set->n;
}

pl_status pl__poses_finish_set(pl_arena *arena, pl_arena *scratch, const pl_mesh *mesh, const uint8_t *in, pl_node_set *set) {
  int32_t *vertex = pl_arena_alloc(arena, (size_t)set->n, sizeof *vertex), at = 0;
  double *share = pl_arena_alloc(arena, (size_t)set->n, sizeof *share);
  double *weight = pl_arena_alloc(scratch, (size_t)mesh->n_vertex, sizeof *weight);
  list_parts(mesh, in, NULL, &set->n_face, NULL, &set->n_element);
  int32_t *face = pl_arena_alloc(arena, (size_t)set->n_face + 1, sizeof *face);
  int32_t *element = pl_arena_alloc(arena, (size_t)set->n_element + 1, sizeof *element);
  if (!vertex || !share || !weight || !face || !element) return PL_ERROR_MEMORY;
  for (int32_t v = 0; v < mesh->n_vertex; v++)
    if (in[v]) vertex[at++] = v;
  list_parts(mesh, in, face, &set->n_face, element, &set->n_element);
  set->vertex = vertex;
  set->face = face;
  set->element = element;
  set->share = share;
  share_out(mesh, set, in, weight);
  for (int32_t i = 0; i < set->n; i++) share[i] = weight[vertex[i]];
  return PL_OK;
}

// The vertices of a set on the present mesh of the body; in [n_vertex], all 0 on entry. *n: their number.
static pl_status select_vertices(pl__poses_reader *r, pl_json *value, uint8_t *in, int32_t *n) {
  static const char *const keys[] = {"plane", "at", "through", "within", "box", "vertices", "nearest", "sets", "surface"};
  pl_context *ctx = r->label.ctx;
  const pl_mesh *mesh = r->poses->mesh;
  pl_where where = pl_json_where(value);
  bool surface = false;
  PL_TRY(pl__poses_keys(ctx, value, COUNT(keys), keys));
  pl_json *plane = pl_json_find(value, "plane"), *box = pl_json_find(value, "box"), *list = pl_json_find(value, "vertices");
  pl_json *nearest = pl_json_find(value, "nearest"), *sets = pl_json_find(value, "sets"), *only = pl_json_find(value, "surface");
  if (!!plane + !!box + !!list + !!nearest + !!sets != 1)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "write {\"plane\": \"x\", \"at\": \"0 mm\"}",
                   "a set needs exactly one of \"plane\", \"box\", \"vertices\", \"nearest\", \"sets\"");
  if (plane) PL_TRY(read_plane(r, value, plane, in));
  if (box) PL_TRY(read_box(r, box, in));
  if (list) PL_TRY(read_list(r, list, in));
  if (nearest) PL_TRY(read_nearest(r, nearest, in));
  if (sets) PL_TRY(read_union(r, sets, in));
  if (only) PL_TRY(pl_json_bool(ctx, only, &surface));
  *n = 0;
  for (int32_t v = 0; v < mesh->n_vertex; v++) {
    if (surface && !mesh->boundary[v]) in[v] = 0;
    *n += in[v];
  }
  return PL_OK;
}

// ---- a set without vertices ----

// The number of surface vertices in all sets that are defined by positions; 0 when one of them is empty. The reader is a copy with the
// scaled mesh.
static pl_status count_filled(pl__poses_reader *r, uint8_t *in, int64_t *on_surface) {
  pl_json *sets = pl__label_setting(&r->label, "sets");
  const pl_mesh *mesh = r->poses->mesh;
  *on_surface = 0;
  for (pl_json *c = sets->child; c; c = c->next) {
    int32_t n = 0;
    if (c->kind == PL_JSON_OBJECT && !pl_json_find(c, "plane") && !pl_json_find(c, "box")) continue;
    memset(in, 0, (size_t)r->poses->mesh->n_vertex * sizeof *in);
    PL_TRY(select_vertices(r, c, in, &n));
    for (int32_t v = 0; v < mesh->n_vertex; v++) *on_surface += in[v] && mesh->boundary[v];
    if (n > 0) continue;
    *on_surface = 0;
    return PL_OK;
  }
  return PL_OK;
}

// The power of ten by which the mesh must be larger for every set to have vertices; 0: none. Of several the one with most vertices on the
// surface, where a body is supported: at other sizes planes of vertices inside may match too.
static pl_status filling_factor(pl__poses_reader *r, double *factor) {
  static const double trial[] = {0.1, 10, 0.01, 100, 1e-3, 1e3};
  const pl_mesh *mesh = r->poses->mesh;
  size_t n = 3 * (size_t)mesh->n_vertex;
  double *x0 = pl_arena_alloc(r->label.scratch, n, sizeof *x0);
  uint8_t *in = pl_arena_alloc(r->label.scratch, (size_t)mesh->n_vertex, sizeof *in);
  if (!x0 || !in) return PL_ERROR_MEMORY;
  pl_mesh scaled = *mesh;
  pl_poses poses = *r->poses;
  pl__poses_reader other = *r;
  scaled.x0 = x0;
  poses.mesh = &scaled;
  other.poses = &poses;
  *factor = 0;
  int64_t most = 0;
  for (int i = 0; i < COUNT(trial); i++) {
    int64_t n_surface;
    for (size_t k = 0; k < n; k++) x0[k] = trial[i] * mesh->x0[k];
    other.size = trial[i] * r->size;
    PL_TRY(count_filled(&other, in, &n_surface));
    if (n_surface > most) most = n_surface, *factor = trial[i];
  }
  return PL_OK;
}

static pl_status fail_empty(pl__poses_reader *r, const pl_json *value) {
  const pl_mesh *mesh = r->poses->mesh;
  double low[3], high[3], factor;
  PL_TRY(filling_factor(r, &factor));
  for (int k = 0; k < 3; k++) {
    low[k] = high[k] = mesh->x0[k];
    for (int32_t v = 1; v < mesh->n_vertex; v++) {
      low[k] = fmin(low[k], mesh->x0[3 * (size_t)v + (size_t)k]);
      high[k] = fmax(high[k], mesh->x0[3 * (size_t)v + (size_t)k]);
    }
  }
  char hint[200] = "check places and units; \"within\": \"1 mm\" widens a plane, \"nearest\" always finds a vertex";
  if (factor > 0)
    snprintf(hint, sizeof hint, "with a mesh %g times %s every set has vertices: check the unit of the mesh, and those of the sets",
             factor > 1 ? factor : 1 / factor, factor > 1 ? "larger" : "smaller");
  pl_where where = pl_json_where(value);
  return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, hint,
                 PL_ID("poses.set-has-no-vertex") "the set \"%.80s\" has no vertex. The mesh reaches from %.6g to %.6g mm along x, %.6g to "
                                                  "%.6g mm along y, %.6g to %.6g mm along z",
                 value->key, 1e3 * low[0], 1e3 * high[0], 1e3 * low[1], 1e3 * high[1], 1e3 * low[2], 1e3 * high[2]);
}

static pl_status read_set(pl__poses_reader *r, pl_json *value, pl_node_set *set) {
  const pl_mesh *mesh = r->poses->mesh;
  uint8_t *in = pl_arena_alloc(r->label.scratch, (size_t)mesh->n_vertex, sizeof *in);
  if (!in) return PL_ERROR_MEMORY;
  *set = (pl_node_set){.name = pl_arena_text(r->label.m->arena, value->key)};
  if (!set->name) return PL_ERROR_MEMORY;
  PL_TRY(select_vertices(r, value, in, &set->n));
  if (set->n == 0) return fail_empty(r, value);
  return pl__poses_finish_set(r->label.m->arena, r->label.scratch, mesh, in, set);
}

static pl_status add_groups(pl__poses_reader *r, const pl_json *sets, pl_node_set *set) {
  for (int i = 0; i < r->extra.n_group && r->poses->n_set < PL_MAX_SETS; i++) {
    bool taken = false;
    for (const pl_json *c = sets ? sets->child : NULL; c && !taken; c = c->next) taken = strcmp(c->key, r->extra.group[i].name) == 0;
    pl_node_set *to = &set[r->poses->n_set];
    *to = (pl_node_set){.name = pl_arena_text(r->label.m->arena, r->extra.group[i].name)};
    if (!to->name) return PL_ERROR_MEMORY;
    for (int32_t v = 0; v < r->poses->mesh->n_vertex; v++) to->n += r->extra.group[i].in[v];
    if (taken || to->n == 0) continue;
    PL_TRY(pl__poses_finish_set(r->label.m->arena, r->label.scratch, r->poses->mesh, r->extra.group[i].in, to));
    r->poses->n_set++;
  }
  return PL_OK;
}

pl_status pl__poses_sets(pl__poses_reader *r) {
  pl_json *sets = pl__label_setting(&r->label, "sets");
  pl_where where = pl_json_where(sets ? sets : r->label.entry);
  if (!sets) {
    pl_node_set *named = pl_arena_alloc(r->label.m->arena, (size_t)r->extra.n_group + 1, sizeof *named);
    r->poses->set = named;
    return named ? add_groups(r, NULL, named) : PL_ERROR_MEMORY;
  }
  if (sets->kind != PL_JSON_OBJECT || sets->n > PL_MAX_SETS)
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, "write {\"left\": {\"plane\": \"x\", \"at\": \"0 mm\"}}",
                   "must be an object of at most %d sets", PL_MAX_SETS);
  pl_node_set *set = pl_arena_alloc(r->label.m->arena, (size_t)(sets->n + r->extra.n_group) + 1, sizeof *set);
  if (!set) return PL_ERROR_MEMORY;
  r->poses->set = set;
  PL_TRY(add_groups(r, sets, set));
  for (pl_json *c = sets->child; c; c = c->next) {
    PL_TRY(read_set(r, c, &set[r->poses->n_set]));
    r->poses->n_set++;
  }
  return PL_OK;
}

pl_status pl__poses_need_set(pl__poses_reader *r, pl_json *value, int *index) {
  const char *name, *names[PL_MAX_SETS + 1];
  PL_TRY(pl_json_text(r->label.ctx, value, &name));
  int n = r->poses->n_set;
  for (*index = 0; *index < n; ++*index) {
    names[*index] = r->poses->set[*index].name;
    if (strcmp(names[*index], name) == 0) return PL_OK;
  }
  const char *near = pl_text_nearest(name, n, names);
  char hint[400];
  int used = snprintf(hint, sizeof hint,
                      near    ? "did you mean \"%.60s\"?"
                      : n > 0 ? "known sets:"
                              : "add \"sets\" to the test",
                      near ? near : "");
  for (int i = 0; i < n && !near && used < 340; i++)
    used += snprintf(hint + used, sizeof hint - (size_t)used, "%s %.60s", i ? "," : "", names[i]);
  pl_where where = pl_json_where(value);
  return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, hint, PL_ID("poses.there-no-set") "there is no set \"%.80s\"", name);
}
