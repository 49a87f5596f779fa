// body.c: the mesh of a body: a file of a solid or a sheet, or a generated box, cylinder or rectangle of cloth.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "mesh/build.h"
#include "protocol/poses/poses_part.h"
#include "measure/record.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
#define MIN_SIZE 1e-6  // m
#define MAX_SIZE 1e3   // m

// ---- generated bodies ----

static pl_status read_cells(pl__poses_reader *r, pl_json *mesh, int n, const char *example, int32_t *cells) {
  pl_json *value = pl_json_find(mesh, "cells");
  pl_where where = pl_json_where(value ? value : mesh);
  if (!value || value->kind != PL_JSON_ARRAY || value->n != n)
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, example, "\"cells\" must be %d numbers", n);
  for (pl_json *c = value->child; c; c = c->next) {
    int64_t number;
    PL_TRY(pl_json_integer(r->label.ctx, c, 1, 500, &number));
    *cells++ = (int32_t)number;
  }
  return PL_OK;
}

static pl_status read_elements(pl__poses_reader *r, pl_json *mesh, bool round, pl_block_specimen *s) {
  static const char *const names[] = {"tetrahedra", "hexahedra"};
  pl_json *value = pl_json_find(mesh, "elements"), *jitter = pl_json_find(mesh, "jitter");
  int index = 0;
  if (value) PL_TRY(pl_json_choice(r->label.ctx, value, COUNT(names), names, &index));
  s->kind = index == 1 ? PL_SOLID_HEX : round ? PL_SOLID_TET6 : PL_SOLID_TET5;
  s->seed = 1;
  return jitter ? pl_json_number(r->label.ctx, jitter, 0, 0.3, &s->jitter) : PL_OK;
}

// Checks the edges of a box or a sheet, as written.
static pl_status check_edges(pl_context *ctx, pl_json *size, int n, const double *edge) {
  pl_where where = pl_json_where(size);
  for (int k = 0; k < n; k++)
    if (!(edge[k] >= MIN_SIZE && edge[k] <= MAX_SIZE))
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "write the lengths of all edges with their unit, for example \"20 mm\"",
                     PL_ID("poses.edge-along-mm-long") "the edge along %c is %.4g mm long, must be 0.001 mm to 1 km", "xyz"[k],
                     1e3 * edge[k]);
  return PL_OK;
}

static pl_status make_box(pl__poses_reader *r, pl_json *mesh, pl_json *size, pl_mesh **made) {
  static const char *const keys[] = {"box", "cells", "elements", "jitter"};
  pl_block_specimen s = {0};
  PL_TRY(pl__poses_keys(r->label.ctx, mesh, COUNT(keys), keys));
  PL_TRY(pl__poses_vector(r->label.ctx, size, PL_DIM_LENGTH, false, s.size));
  PL_TRY(check_edges(r->label.ctx, size, 3, s.size));
  PL_TRY(read_cells(r, mesh, 3, "write \"cells\": [8, 2, 2], along x, y and z", s.n));
  PL_TRY(read_elements(r, mesh, false, &s));
  return pl_mesh_block(r->label.ctx, &s, made);
}

static pl_status make_cylinder(pl__poses_reader *r, pl_json *mesh, pl_json *size, pl_mesh **made) {
  static const char *const keys[] = {"cylinder", "cells", "elements", "jitter"}, *const sizes[] = {"diameter", "length"};
  pl_context *ctx = r->label.ctx;
  pl_block_specimen s = {0};
  pl_json *diameter, *length;
  PL_TRY(pl__poses_keys(ctx, mesh, COUNT(keys), keys));
  PL_TRY(pl__poses_keys(ctx, size, COUNT(sizes), sizes));
  PL_TRY(pl_json_need(ctx, size, "diameter", "\"20 mm\"", &diameter));
  PL_TRY(pl_json_need(ctx, size, "length", "\"60 mm\", along z", &length));
  PL_TRY(pl_json_quantity(ctx, diameter, PL_DIM_LENGTH, MIN_SIZE, MAX_SIZE, &s.size[0]));
  PL_TRY(pl_json_quantity(ctx, length, PL_DIM_LENGTH, MIN_SIZE, MAX_SIZE, &s.size[2]));
  PL_TRY(read_cells(r, mesh, 3, "write \"cells\": [2, 2, 8]: across the core, rings around it, along z", s.n));
  PL_TRY(read_elements(r, mesh, true, &s));
  return pl_mesh_cylinder(ctx, &s, made);
}

static pl_status make_sheet(pl__poses_reader *r, pl_json *mesh, pl_json *size, pl_mesh **made) {
  static const char *const keys[] = {"sheet", "cells", "angle", "topology"}, *const kinds[] = {"alternating", "uniform", "irregular"};
  pl_context *ctx = r->label.ctx;
  pl_specimen s = {.seed = 1};
  int32_t cells[2];
  int n, kind = PL_TOPOLOGY_ALTERNATING;
  double *both;
  PL_TRY(pl__poses_keys(ctx, mesh, COUNT(keys), keys));
  PL_TRY(pl_json_quantities(r->label.scratch, size, PL_DIM_LENGTH, &n, &both));
  pl_where where = pl_json_where(size);
  if (n != 2) return pl_fail(ctx, PL_ERROR_INPUT, &where, "write [\"100 mm\", \"50 mm\"], along x and y", "must be two lengths");
  PL_TRY(check_edges(ctx, size, 2, both));
  PL_TRY(read_cells(r, mesh, 2, "write \"cells\": [20, 10], along x and y", cells));
  if (pl_json_find(mesh, "angle")) PL_TRY(pl_json_quantity(ctx, pl_json_find(mesh, "angle"), PL_DIM_ANGLE, -7, 7, &s.angle));
  if (pl_json_find(mesh, "topology")) PL_TRY(pl_json_choice(ctx, pl_json_find(mesh, "topology"), COUNT(kinds), kinds, &kind));
  s.length = both[0];
  s.width = both[1];
  s.n_length = cells[0];
  s.n_width = cells[1];
  s.kind = (pl_topology_kind)kind;
  return pl_mesh_strip(ctx, &s, made);
}

// ---- files ----

// The same mesh with its coordinates in metres.
static pl_status scale_mesh(pl__poses_reader *r, pl_mesh **mesh) {
  pl_mesh *file = *mesh;
  size_t n = (size_t)file->n_vertex;
  int dim = pl_mesh_is_solid(file) ? 3 : 2;
  const double *from = dim == 3 ? file->rest3 : file->rest;
  double *rest = pl_arena_alloc(r->label.scratch, (size_t)dim * n, sizeof *rest), *x0 = pl_arena_alloc(r->label.scratch, 3 * n, sizeof *x0);
  if (!rest || !x0) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < (size_t)dim * n; i++) rest[i] = pl_unit_si(r->unit, from[i]);
  for (size_t i = 0; i < 3 * n; i++) x0[i] = pl_unit_si(r->unit, file->x0[i]);
  pl_mesh *scaled;
  if (dim == 3)
    PL_TRY(pl_mesh_create_solid(r->label.ctx, file->n_vertex, rest, x0, file->n_tet, file->tet, file->n_hex, file->hex, &scaled));
  else
    PL_TRY(pl_mesh_create(r->label.ctx, file->n_vertex, rest, x0, file->n_triangle, file->triangle, file->kind, &scaled));
  pl_mesh_destroy(file);
  *mesh = scaled;
  return PL_OK;
}

static pl_status load_file(pl__poses_reader *r, pl_json *value, pl_json *unit, pl_mesh **made) {
  const char *path, *text;
  PL_TRY(pl__poses_path(r, value, &path));
  pl_where where = pl_json_where(value);
  if (!unit)
    return pl_fail(r->label.ctx, PL_ERROR_UNIT, &where, "write \"unit\": \"mm\" beside it, or \"unit\": \"m\"",
                   PL_ID("poses.unit-coordinates-not-said") "the unit of the coordinates in %s is not said", pl_path_name(path));
  PL_TRY(pl_json_text(r->label.ctx, unit, &text));
  where = pl_json_where(unit);
  if (!pl_unit_parse(text, &r->unit) || !pl_dim_equal(r->unit.dim, PL_DIM_LENGTH))
    return pl_fail(r->label.ctx, PL_ERROR_UNIT, &where, "use mm, cm, m or in", PL_ID("poses.unit-of-length") "\"%s\" is no unit of length",
                   text);
  r->poses->mesh_file = pl_arena_text(r->label.m->arena, path);
  if (!r->poses->mesh_file) return PL_ERROR_MEMORY;
  PL_TRY(pl__mesh_load_any(r->label.scratch, path, made, &r->extra));
  if (r->extra.turned)
    PL_TRY(pl__record_note(r->label.m, r->label.name,
                           "all elements of %s are inverted: their vertices are counted the other way round; they "
                           "were turned",
                           pl_path_name(path)));
  return r->unit.factor == 1 ? PL_OK : scale_mesh(r, made);
}

static pl_status make_mesh(pl__poses_reader *r, pl_mesh **made) {
  static const char *const keys[] = {"file", "unit", "elements"}, *const elements[] = {"given", "hexahedra"};
  pl_json *mesh = pl__label_setting(&r->label, "mesh"), *child;
  pl_where where = pl_json_where(mesh ? mesh : r->label.entry);
  static const char example[] =
      "write {\"file\": \"body.msh\", \"unit\": \"mm\"} or {\"box\": [\"80 mm\", \"20 mm\", \"20 mm\"], \"cells\": [8, 2, 2]}; also "
      "\"cylinder\" and \"sheet\"";
  if (!mesh) return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, example, "the mesh of the body is missing: \"mesh\"");
  if (mesh->kind == PL_JSON_STRING) return load_file(r, mesh, pl__label_setting(&r->label, "unit"), made);
  if (mesh->kind != PL_JSON_OBJECT) return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, example, "must be an object {...} or a file name");
  mesh->used = true;
  if ((child = pl_json_find(mesh, "box"))) return make_box(r, mesh, child, made);
  if ((child = pl_json_find(mesh, "cylinder"))) return make_cylinder(r, mesh, child, made);
  if ((child = pl_json_find(mesh, "sheet"))) return make_sheet(r, mesh, child, made);
  PL_TRY(pl__poses_keys(r->label.ctx, mesh, COUNT(keys), keys));
  if (!(child = pl_json_find(mesh, "file"))) return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, example, "names no body");
  pl_json *unit = pl_json_find(mesh, "unit"), *asked = pl_json_find(mesh, "elements");
  int index = 0;
  PL_TRY(load_file(r, child, unit ? unit : pl__label_setting(&r->label, "unit"), made));
  if (asked) PL_TRY(pl_json_choice(r->label.ctx, asked, COUNT(elements), elements, &index));
  if (index == 1 && !pl_mesh_is_solid(*made)) {
    where = pl_json_where(asked);
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, "leave \"elements\" out",
                   PL_ID("poses.sheet-has-no-tetrahedra") "%s is a sheet: it has no tetrahedra to split",
                   pl_path_name(r->poses->mesh_file));
  }
  r->to_hexahedra = index == 1;
  return PL_OK;
}

static double diagonal(const pl_mesh *mesh) {
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    double low = mesh->x0[k], high = low;
    for (int32_t v = 1; v < mesh->n_vertex; v++) {
      low = fmin(low, mesh->x0[3 * (size_t)v + k]);
      high = fmax(high, mesh->x0[3 * (size_t)v + k]);
    }
    sum += (high - low) * (high - low);
  }
  return sqrt(sum);
}

pl_status pl__poses_body(pl__poses_reader *r) {
  pl_mesh *mesh = NULL;
  r->unit = (pl_unit){1, PL_DIM_LENGTH};
  r->poses->mesh_file = "";
  r->extra = (pl__mesh_extra){0};
  r->to_hexahedra = false;
  pl_status status = make_mesh(r, &mesh);
  if (status == PL_OK) {
    r->poses->mesh = pl__mesh_copy(r->label.m->arena, mesh);
    if (!r->poses->mesh) status = PL_ERROR_MEMORY;
  }
  pl_mesh_destroy(mesh);
  PL_TRY(status);
  r->size = diagonal(r->poses->mesh);
  if (r->size < MAX_SIZE && r->size > 1e-5) return PL_OK;
  pl_where where = {.file = r->label.m->file, .line = r->label.entry->line, .key = "mesh"};
  return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, "check the unit of its coordinates",
                 "the body is %g m from corner to corner, must lie between 0.01 mm and 1 km", r->size);
}
