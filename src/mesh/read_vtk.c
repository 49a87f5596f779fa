// read_vtk.c: legacy VTK files in ASCII: POLYDATA with POLYGONS, and UNSTRUCTURED_GRID with triangles and quads or with tetrahedra and hexahedra.
//
// Cells are read in both forms: "n i j k ..." per cell (up to version 4) and OFFSETS / CONNECTIVITY (version 5, what ParaView writes).
// Point data are skipped, except TEXTURE_COORDINATES and a field array TCoords (rest coordinates of a sheet) and VECTORS "rest" (rest
// coordinates of a solid).
#include "mesh/read.h"

#include <string.h>

#include "base/text.h"

typedef struct vtk {
  pl__scan *scan;
  pl_arena *arena;
  pl_topology_kind kind;  // stored in the title
  double *x;              // [n_point][3]
  int32_t *point_line;    // [n_point]
  int64_t n_point;        // -1 before POINTS
  int64_t n_cell;         // -1 before POLYGONS or CELLS
  int64_t *offset;        // [n_cell + 1], into index
  int64_t *index;         // corners of all cells
  int32_t *cell_line;     // [n_cell]
  int32_t *cell_type;     // [n_cell], NULL for polygons
  double *uv;             // [n_point][2]
  double *rest;           // [n_point][3]
  int64_t n_tuple;        // of the current POINT_DATA or CELL_DATA
  bool point_data;
} vtk;

static pl_status fail_at(const pl__scan *scan, pl_status status, const char *hint, const char *before, const char *word) {
  pl_where where = pl__scan_where(scan);
  char show[40];
  return pl_fail(scan->ctx, status, &where, hint, "%s '%s'", before, pl__scan_show(word ? word : "", show));
}

static pl_status next_integer(vtk *file, const char *what, int64_t lower, int64_t upper, int64_t *value) {
  return pl__scan_integer(file->scan, pl__scan_next(file->scan), what, lower, upper, value);
}

// Skips n words; the file must have them.
static pl_status skip_words(vtk *file, int64_t n, const char *what) {
  PL_TRY(pl__scan_check_count(file->scan, what, n, 2));
  for (int64_t i = 0; i < n; i++)
    if (!pl__scan_next(file->scan)) return fail_at(file->scan, PL_ERROR_PARSE, "the file is truncated", "the file ends inside", what);
  return PL_OK;
}

static pl_status read_points(vtk *file) {
  pl__scan *scan = file->scan;
  int64_t n;
  if (file->n_point >= 0) return fail_at(scan, PL_ERROR_PARSE, "write one mesh per file", "a second section", "POINTS");
  PL_TRY(next_integer(file, "number of points", 0, INT32_MAX, &n));
  pl__scan_next(scan);  // the type: numbers are text
  PL_TRY(pl__scan_check_count(scan, "points", n, 6));
  file->x = pl_arena_alloc(file->arena, 3 * (size_t)n + 1, sizeof(double));
  file->point_line = pl_arena_alloc(file->arena, (size_t)n + 1, sizeof(int32_t));
  if (!file->x || !file->point_line) return PL_ERROR_MEMORY;
  for (int64_t i = 0; i < 3 * n; i++) {
    PL_TRY(pl__scan_number(scan, pl__scan_next(scan), "a point coordinate", &file->x[i]));
    file->point_line[i / 3] = scan->line;
  }
  file->n_point = n;
  return PL_OK;
}

// Version 5: the two numbers are the lengths of both arrays.
static pl_status read_offsets(vtk *file, int64_t n_offset, int64_t n_index) {
  pl__scan *scan = file->scan;
  int64_t n_cell = n_offset > 0 ? n_offset - 1 : 0, cell = 0;
  pl__scan_word(scan);  // the type
  PL_TRY(pl__scan_check_count(scan, "cell offsets", n_offset, 2));
  PL_TRY(pl__scan_check_count(scan, "cell corners", n_index, 2));
  file->offset = pl_arena_alloc(file->arena, (size_t)n_offset + 1, sizeof(int64_t));
  file->index = pl_arena_alloc(file->arena, (size_t)n_index + 1, sizeof(int64_t));
  file->cell_line = pl_arena_alloc(file->arena, (size_t)n_cell + 1, sizeof(int32_t));
  if (!file->offset || !file->index || !file->cell_line) return PL_ERROR_MEMORY;
  int64_t previous = 0;
  for (int64_t i = 0; i < n_offset; i++) {
    PL_TRY(next_integer(file, "a cell offset", previous, i == 0 ? 0 : n_index, &file->offset[i]));
    previous = file->offset[i];
  }
  char *word = pl__scan_next(scan);
  if (!word || !pl_text_same(word, "CONNECTIVITY"))
    return fail_at(scan, PL_ERROR_PARSE, "export the mesh again", "expected CONNECTIVITY, found", word);
  pl__scan_word(scan);
  for (int64_t i = 0; i < n_index; i++) {
    PL_TRY(next_integer(file, "a cell corner", 0, file->n_point - 1, &file->index[i]));
    // The line of a cell is where its corners begin.
    while (cell < n_cell && file->offset[cell] <= i) file->cell_line[cell++] = scan->line;
  }
  file->n_cell = n_cell;
  return PL_OK;
}

static pl_status read_cells(vtk *file) {
  pl__scan *scan = file->scan;
  int64_t n, size;
  if (file->n_cell >= 0) return fail_at(scan, PL_ERROR_PARSE, "write one mesh per file", "a second section of cells", "");
  if (file->n_point < 0) return fail_at(scan, PL_ERROR_PARSE, "write the points first", "cells come before", "POINTS");
  PL_TRY(next_integer(file, "number of cells", 0, INT32_MAX, &n));
  PL_TRY(next_integer(file, "size of the cell list", 0, INT32_MAX, &size));
  char *word = pl__scan_next(scan);
  if (word && pl_text_same(word, "OFFSETS")) return read_offsets(file, n, size);

  // One number has been read already.
  PL_TRY(pl__scan_check_count(scan, "cells", n > 0 ? n - 1 : 0, 2));
  PL_TRY(pl__scan_check_count(scan, "numbers of the cell list", size > 0 ? size - 1 : 0, 2));
  file->offset = pl_arena_alloc(file->arena, (size_t)n + 1, sizeof(int64_t));
  file->index = pl_arena_alloc(file->arena, (size_t)size + 1, sizeof(int64_t));
  file->cell_line = pl_arena_alloc(file->arena, (size_t)n + 1, sizeof(int32_t));
  if (!file->offset || !file->index || !file->cell_line) return PL_ERROR_MEMORY;
  int64_t n_index = 0;
  for (int64_t i = 0; i < n; i++) {
    int64_t corners;
    if (i > 0) word = pl__scan_next(scan);
    PL_TRY(pl__scan_integer(scan, word, "number of corners of a cell", 0, size - n_index, &corners));
    file->cell_line[i] = scan->line;
    for (int64_t k = 0; k < corners; k++) PL_TRY(next_integer(file, "a cell corner", 0, file->n_point - 1, &file->index[n_index++]));
    file->offset[i + 1] = n_index;
  }
  // With no cell at all the word just read is the next keyword, but then there is nothing to simulate either.
  file->n_cell = n;
  return PL_OK;
}

static pl_status read_cell_types(vtk *file) {
  int64_t n, type;
  if (file->n_cell < 0) return fail_at(file->scan, PL_ERROR_PARSE, "write the cells first", "CELL_TYPES come before", "CELLS");
  PL_TRY(next_integer(file, "number of cell types", file->n_cell, file->n_cell, &n));
  file->cell_type = pl_arena_alloc(file->arena, (size_t)n + 1, sizeof(int32_t));
  if (!file->cell_type) return PL_ERROR_MEMORY;
  for (int64_t i = 0; i < n; i++) {
    PL_TRY(next_integer(file, "a cell type", 0, 255, &type));
    file->cell_type[i] = (int32_t)type;
  }
  return PL_OK;
}

static pl_status read_texture(vtk *file, int64_t n_component, int64_t n_tuple) {
  if (!file->point_data || n_component < 2 || n_tuple != file->n_point)
    return skip_words(file, n_component * n_tuple, "texture coordinates");
  PL_TRY(pl__scan_check_count(file->scan, "texture coordinates", n_component * n_tuple, 2));
  file->uv = pl_arena_alloc(file->arena, 2 * (size_t)n_tuple + 1, sizeof(double));
  if (!file->uv) return PL_ERROR_MEMORY;
  for (int64_t i = 0; i < n_tuple; i++) {
    for (int64_t k = 0; k < n_component; k++) {
      double value;
      PL_TRY(pl__scan_number(file->scan, pl__scan_next(file->scan), "a texture coordinate", &value));
      if (k < 2) file->uv[2 * i + k] = value;
    }
  }
  return PL_OK;
}

static pl_status read_field(vtk *file) {
  int64_t n_array, n_component, n_tuple;
  pl__scan_next(file->scan);  // the name of the field
  PL_TRY(next_integer(file, "number of field arrays", 0, 10000, &n_array));
  for (int64_t i = 0; i < n_array; i++) {
    char *name = pl__scan_next(file->scan);
    // METADATA may follow an array; it ends with an empty line.
    if (name && pl_text_same(name, "METADATA")) {
      while (pl__scan_line(file->scan) && file->scan->word[0]) {
      }
      name = pl__scan_next(file->scan);
    }
    bool texture = name && (pl_text_same(name, "TCoords") || pl_text_same(name, "TextureCoordinates"));
    PL_TRY(next_integer(file, "components of a field array", 0, 10000, &n_component));
    PL_TRY(next_integer(file, "tuples of a field array", 0, INT32_MAX, &n_tuple));
    char *type = pl__scan_next(file->scan);
    // A string may hold spaces, one per line.
    if (type && pl_text_same(type, "string")) {
      for (int64_t k = 0; k < n_component * n_tuple; k++)
        if (!pl__scan_line(file->scan)) break;
      file->scan->word = NULL;  // go on with the next line
      continue;
    }
    if (texture)
      PL_TRY(read_texture(file, n_component, n_tuple));
    else
      PL_TRY(skip_words(file, n_component * n_tuple, "a field array"));
  }
  return PL_OK;
}

// VECTORS "rest" of the points.
static pl_status read_rest(vtk *file) {
  pl__scan_next(file->scan);  // type
  PL_TRY(pl__scan_check_count(file->scan, "vectors", 3 * file->n_point, 2));
  file->rest = pl_arena_alloc(file->arena, 3 * (size_t)file->n_point + 1, sizeof(double));
  if (!file->rest) return PL_ERROR_MEMORY;
  for (int64_t i = 0; i < 3 * file->n_point; i++)
    PL_TRY(pl__scan_number(file->scan, pl__scan_next(file->scan), "a rest coordinate", &file->rest[i]));
  return PL_OK;
}

// The data attributes of points and cells.
static pl_status read_attribute(vtk *file, const char *word) {
  pl__scan *scan = file->scan;
  static const struct {
    const char *name;
    int n_component;
  } fixed[] = {{"VECTORS", 3}, {"NORMALS", 3}, {"TENSORS", 9}, {"TENSORS6", 6}};
  for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) {
    if (!pl_text_same(word, fixed[i].name)) continue;
    char *name = pl__scan_next(scan);
    if (i == 0 && name && strcmp(name, "rest") == 0 && file->point_data && file->n_point >= 0 && file->n_tuple == file->n_point)
      return read_rest(file);
    PL_TRY(skip_words(file, 1, "an attribute"));  // type
    return skip_words(file, fixed[i].n_component * file->n_tuple, "an attribute");
  }
  int64_t n = 1;
  if (pl_text_same(word, "SCALARS")) {
    PL_TRY(skip_words(file, 2, "SCALARS"));  // name, type
    char *count = pl__scan_word(scan);
    if (count) PL_TRY(pl__scan_integer(scan, count, "number of components", 1, 10000, &n));
    char *table = pl__scan_next(scan);
    int64_t left = n * file->n_tuple;
    if (table && pl_text_same(table, "LOOKUP_TABLE"))
      pl__scan_next(scan);
    else if (left > 0)
      left--;  // it was the first value
    return skip_words(file, left, "SCALARS");
  }
  if (pl_text_same(word, "TEXTURE_COORDINATES")) {
    pl__scan_next(scan);  // name
    PL_TRY(next_integer(file, "dimension of texture coordinates", 1, 3, &n));
    pl__scan_next(scan);  // type
    return read_texture(file, n, file->n_tuple);
  }
  if (pl_text_same(word, "COLOR_SCALARS")) {
    pl__scan_next(scan);
    PL_TRY(next_integer(file, "number of components", 1, 10000, &n));
    return skip_words(file, n * file->n_tuple, "COLOR_SCALARS");
  }
  if (pl_text_same(word, "LOOKUP_TABLE")) {
    pl__scan_next(scan);
    PL_TRY(next_integer(file, "size of a lookup table", 0, INT32_MAX, &n));
    return skip_words(file, 4 * n, "LOOKUP_TABLE");
  }
  return fail_at(scan, PL_ERROR_PARSE, "the file may be damaged; export it again as legacy ASCII VTK", "unknown or misplaced word", word);
}

static pl_status read_section(vtk *file, const char *word) {
  int64_t n, size;
  if (pl_text_same(word, "POINTS")) return read_points(file);
  if (pl_text_same(word, "POLYGONS") || pl_text_same(word, "CELLS")) return read_cells(file);
  if (pl_text_same(word, "CELL_TYPES")) return read_cell_types(file);
  if (pl_text_same(word, "FIELD")) return read_field(file);
  if (pl_text_same(word, "VERTICES") || pl_text_same(word, "LINES")) {
    PL_TRY(next_integer(file, "number of cells", 0, INT32_MAX, &n));
    PL_TRY(next_integer(file, "size of the cell list", 0, INT32_MAX, &size));
    char *first = pl__scan_next(file->scan);
    if (!first || !pl_text_same(first, "OFFSETS")) return skip_words(file, size > 0 ? size - 1 : 0, "cells");
    PL_TRY(skip_words(file, 1 + n, "cell offsets"));
    return skip_words(file, 2 + size, "cell corners");
  }
  if (pl_text_same(word, "POINT_DATA") || pl_text_same(word, "CELL_DATA")) {
    file->point_data = pl_text_same(word, "POINT_DATA");
    return next_integer(file, "number of data tuples", 0, INT32_MAX, &file->n_tuple);
  }
  if (pl_text_same(word, "METADATA")) {
    while (pl__scan_line(file->scan) && file->scan->word[0]) {
    }
    return PL_OK;
  }
  return read_attribute(file, word);
}

enum { TRIANGLE = 5, POLYGON = 7, QUAD = 9, TETRA = 10, HEXAHEDRON = 12 };

static pl_status fail_cell(const vtk *file, int64_t cell, const char *hint, const char *expected) {
  pl_where where = {.file = file->scan->file, .line = file->cell_line[cell]};
  int type = file->cell_type ? file->cell_type[cell] : POLYGON;
  return pl_fail(file->scan->ctx, PL_ERROR_INPUT, &where, hint,
                 PL_ID("mesh.cell-type") "cell %lld has type %d and %lld corners; %s are read", (long long)cell, type,
                 (long long)(file->offset[cell + 1] - file->offset[cell]), expected);
}

static pl_status to_polygons(vtk *file, pl__polygons *p) {
  int64_t n_point = file->n_point > 0 ? file->n_point : 0, n_cell = file->n_cell > 0 ? file->n_cell : 0;
  PL_TRY(pl__polygons_alloc(p, n_point, n_cell, true));
  p->n_polygon = 0;
  for (int64_t i = 0; i < n_cell; i++) {
    int64_t n = file->offset[i + 1] - file->offset[i];
    int type = file->cell_type ? file->cell_type[i] : POLYGON;
    if (type >= 1 && type <= 4) continue;  // points and lines
    bool fits = (type == TRIANGLE && n == 3) || (type == QUAD && n == 4) || (type == POLYGON && (n == 3 || n == 4));
    if (!fits)
      return fail_cell(file, i,
                       type == TETRA || type == HEXAHEDRON ? "a sheet is needed here, this is a solid"
                                                           : "export the surface as triangles or quads",
                       "triangles (5), quads (9) and polygons (7) of 3 or 4 corners");
    int32_t *corner = p->corner + 4 * (size_t)p->n_polygon;
    corner[3] = -1;
    for (int64_t k = 0; k < n; k++) corner[k] = (int32_t)file->index[file->offset[i] + k];
    p->polygon_line[p->n_polygon++] = file->cell_line[i];
  }
  if (n_point > 0) {
    memcpy(p->x, file->x, 3 * (size_t)n_point * sizeof(double));
    memcpy(p->vertex_line, file->point_line, (size_t)n_point * sizeof(int32_t));
  }
  p->uv = file->uv;
  p->kind = file->kind;
  return PL_OK;
}

static pl_status to_solid(vtk *file, pl__solid_file *s) {
  int64_t n_point = file->n_point > 0 ? file->n_point : 0, n_cell = file->n_cell > 0 ? file->n_cell : 0, n_tet = 0, n_hex = 0;
  for (int64_t i = 0; i < n_cell; i++) {
    int64_t n = file->offset[i + 1] - file->offset[i];
    int type = file->cell_type ? file->cell_type[i] : POLYGON;
    bool tet = type == TETRA && n == 4, hex = type == HEXAHEDRON && n == 8, flat = type >= 1 && type <= QUAD;
    if (!tet && !hex && !flat)
      return fail_cell(file, i, "export the solid with linear elements", "tetrahedra (10) of 4 and hexahedra (12) of 8 corners");
    n_tet += tet;
    n_hex += hex;
  }
  PL_TRY(pl__solid_file_vertices(s, file->scan, n_point));
  PL_TRY(pl__solid_file_elements(s, file->scan, n_tet, n_hex));
  if (n_point > 0) {
    memcpy(s->x, file->x, 3 * (size_t)n_point * sizeof(double));
    memcpy(s->vertex_line, file->point_line, (size_t)n_point * sizeof(int32_t));
  }
  s->rest = file->rest;
  int32_t i_tet = 0, i_hex = 0;
  for (int64_t i = 0; i < n_cell; i++) {
    int type = file->cell_type ? file->cell_type[i] : POLYGON, n = type == TETRA ? 4 : 8;
    if (type != TETRA && type != HEXAHEDRON) continue;
    int32_t *to = type == TETRA ? s->tet + 4 * (size_t)i_tet : s->hex + 8 * (size_t)i_hex;
    for (int k = 0; k < n; k++) to[k] = (int32_t)file->index[file->offset[i] + k];
    *(type == TETRA ? &s->tet_line[i_tet++] : &s->hex_line[i_hex++]) = file->cell_line[i];
  }
  return PL_OK;
}

static pl_status read_file(pl__scan *scan, vtk *file) {
  if (!pl__scan_line(scan) || strncmp(scan->word, "# vtk DataFile", 14) != 0) {
    scan->line = 1;
    return fail_at(scan, PL_ERROR_PARSE, "export as legacy VTK (.vtk), not as XML (.vtu, .vtp)",
                   "a legacy VTK file begins with '# vtk DataFile', not", scan->word);
  }
  if (!pl__scan_line(scan)) return fail_at(scan, PL_ERROR_PARSE, "the file is truncated", "the file ends before", "DATASET");
  pl__read_kind(scan->word, &file->kind);
  char *word = pl__scan_line(scan) ? pl__scan_word(scan) : NULL;
  if (!word || !pl_text_same(word, "ASCII"))
    return fail_at(scan, PL_ERROR_PARSE, "export it as ASCII", "only ASCII files are read, this one is", word);
  PL_TRY(pl__scan_check_text(scan, "VTK"));
  word = pl__scan_next(scan);
  if (!word || !pl_text_same(word, "DATASET"))
    return fail_at(scan, PL_ERROR_PARSE, "export the mesh again", "expected DATASET, found", word);
  word = pl__scan_next(scan);
  if (!word || (!pl_text_same(word, "POLYDATA") && !pl_text_same(word, "UNSTRUCTURED_GRID")))
    return fail_at(scan, PL_ERROR_PARSE, "export the surface as POLYDATA or UNSTRUCTURED_GRID", "cannot read a DATASET of kind", word);
  bool grid = pl_text_same(word, "UNSTRUCTURED_GRID");
  while ((word = pl__scan_next(scan))) PL_TRY(read_section(file, word));
  if (grid && file->n_cell > 0 && !file->cell_type)
    return fail_at(scan, PL_ERROR_PARSE, "the file is truncated", "the file ends before", "CELL_TYPES");
  return PL_OK;
}

pl_status pl__read_vtk(pl__scan *scan, pl__polygons *p) {
  vtk file = {.scan = scan, .arena = p->arena, .kind = p->kind, .n_point = -1, .n_cell = -1};
  PL_TRY(read_file(scan, &file));
  return to_polygons(&file, p);
}

pl_status pl__read_vtk_solid(pl__scan *scan, pl__solid_file *s) {
  vtk file = {.scan = scan, .arena = s->arena, .n_point = -1, .n_cell = -1};
  PL_TRY(read_file(scan, &file));
  return to_solid(&file, s);
}
