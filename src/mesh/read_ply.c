// read_ply.c: PLY (Stanford polygon files), ascii and binary little endian.
//
// The header lists elements, each with typed properties in order. Used: vertex x y z, texture coordinates under one of their usual names,
// and the list of corners in face. All others are skipped. Nothing is allocated from a count in the header before the rest of the file is
// known to be long enough.
#include "mesh/read.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { MAX_ELEMENT = 16, MAX_PROPERTY = 64 };

typedef enum ply_type { PLY_NONE, PLY_I8, PLY_U8, PLY_I16, PLY_U16, PLY_I32, PLY_U32, PLY_F32, PLY_F64 } ply_type;

static const struct {
  const char *name;
  ply_type type;
} type_name[] = {{"char", PLY_I8},   {"int8", PLY_I8},     {"uchar", PLY_U8},   {"uint8", PLY_U8},
                 {"short", PLY_I16}, {"int16", PLY_I16},   {"ushort", PLY_U16}, {"uint16", PLY_U16},
                 {"int", PLY_I32},   {"int32", PLY_I32},   {"uint", PLY_U32},   {"uint32", PLY_U32},
                 {"float", PLY_F32}, {"float32", PLY_F32}, {"double", PLY_F64}, {"float64", PLY_F64}};
static const size_t type_size[] = {0, 1, 1, 2, 2, 4, 4, 4, 8};

// What a property is used for.
typedef enum ply_use { USE_NONE, USE_X, USE_Y, USE_Z, USE_U, USE_V, USE_CORNERS } ply_use;

typedef struct ply_property {
  ply_type type, list;  // list: type of the length, PLY_NONE for a scalar
  ply_use use;
} ply_property;

typedef enum ply_kind { PLY_OTHER, PLY_VERTEX, PLY_FACE } ply_kind;

typedef struct ply_element {
  ply_kind kind;
  int64_t count;
  int n_property;
  size_t least;  // minimum bytes of one row
  ply_property property[MAX_PROPERTY];
} ply_element;

typedef struct ply {
  pl__scan *scan;
  bool binary;
  int n_element;
  ply_element *element;  // [MAX_ELEMENT]
} ply;

static pl_status parse_failed(const pl__scan *scan, const char *hint, const char *message) {
  pl_where where = pl__scan_where(scan);
  return pl_fail(scan->ctx, PL_ERROR_PARSE, &where, hint, "%s", message);
}

static pl_status read_type(pl__scan *scan, const char *word, ply_type *type) {
  for (size_t i = 0; word && i < sizeof type_name / sizeof type_name[0]; i++) {
    if (strcmp(word, type_name[i].name) != 0) continue;
    *type = type_name[i].type;
    return PL_OK;
  }
  pl_where where = pl__scan_where(scan);
  char show[40];
  return pl_fail(scan->ctx, PL_ERROR_PARSE, &where, "use char, uchar, short, ushort, int, uint, float or double",
                 "property type '%s' is unknown", pl__scan_show(word ? word : "", show));
}

static ply_use use_of(ply_kind kind, const char *name, bool list) {
  static const struct {
    const char *name;
    ply_use use;
  } known[] = {{"x", USE_X}, {"y", USE_Y}, {"z", USE_Z},         {"u", USE_U},        {"s", USE_U},
               {"v", USE_V}, {"t", USE_V}, {"texture_u", USE_U}, {"texture_v", USE_V}};
  if (kind == PLY_FACE && list) return strcmp(name, "vertex_indices") == 0 || strcmp(name, "vertex_index") == 0 ? USE_CORNERS : USE_NONE;
  if (kind != PLY_VERTEX || list) return USE_NONE;
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    if (strcmp(name, known[i].name) == 0) return known[i].use;
  return USE_NONE;
}

static pl_status read_property(ply *file) {
  pl__scan *scan = file->scan;
  if (file->n_element == 0)
    return parse_failed(scan, "repair the header", PL_ID("mesh.property-early") "a property before the first element");
  ply_element *element = &file->element[file->n_element - 1];
  if (element->n_property == MAX_PROPERTY) return parse_failed(scan, "remove properties", "an element has more than 64 properties");
  ply_property *property = &element->property[element->n_property++];
  char *word = pl__scan_word(scan);
  bool list = word && strcmp(word, "list") == 0;
  if (list) {
    PL_TRY(read_type(scan, pl__scan_word(scan), &property->list));
    if (property->list == PLY_F32 || property->list == PLY_F64)
      return parse_failed(scan, "use uchar or int", "the length of a list cannot be a floating-point number");
    word = pl__scan_word(scan);
  }
  PL_TRY(read_type(scan, word, &property->type));
  char *name = pl__scan_word(scan);
  if (!name) return parse_failed(scan, "repair the header", "a property without a name");
  property->use = use_of(element->kind, name, list);
  for (int i = 0; i + 1 < element->n_property; i++)
    if (property->use != USE_NONE && element->property[i].use == property->use) property->use = USE_NONE;  // u and s: the first counts
  // A word and its separator in ascii; a list may be empty.
  element->least += file->binary ? type_size[list ? property->list : property->type] : 2;
  return PL_OK;
}

static pl_status read_element(ply *file) {
  pl__scan *scan = file->scan;
  if (file->n_element == MAX_ELEMENT) return parse_failed(scan, "remove elements", "more than 16 elements");
  ply_element *element = &file->element[file->n_element++];
  char *name = pl__scan_word(scan);
  if (!name) return parse_failed(scan, "repair the header", "an element without a name");
  element->kind = strcmp(name, "vertex") == 0 ? PLY_VERTEX : strcmp(name, "face") == 0 ? PLY_FACE : PLY_OTHER;
  for (int i = 0; i + 1 < file->n_element; i++)
    if (element->kind != PLY_OTHER && file->element[i].kind == element->kind)
      return parse_failed(scan, "merge them", "a second vertex or face element");
  return pl__scan_integer(scan, pl__scan_word(scan), "number of elements", 0, INT32_MAX, &element->count);
}

static pl_status read_header(ply *file, pl__polygons *p) {
  pl__scan *scan = file->scan;
  bool format = false;
  if (!pl__scan_line(scan) || strcmp(scan->word, "ply") != 0) {
    scan->line = 1;
    return parse_failed(scan, "export the mesh again", "a PLY file begins with the line 'ply'");
  }
  while (pl__scan_line(scan)) {
    pl__read_kind(scan->word, &p->kind);
    char *word = pl__scan_word(scan);
    if (!word || strcmp(word, "comment") == 0 || strcmp(word, "obj_info") == 0) continue;
    if (strcmp(word, "end_header") == 0) {
      if (!format) return parse_failed(scan, "repair the header", "the header has no format line");
      return PL_OK;
    }
    if (strcmp(word, "format") == 0) {
      char *name = pl__scan_word(scan);
      if (!name || (strcmp(name, "ascii") != 0 && strcmp(name, "binary_little_endian") != 0)) {
        pl_where where = pl__scan_where(scan);
        char show[40];
        return pl_fail(scan->ctx, PL_ERROR_PARSE, &where, "export as ascii or binary little endian", "format '%s' cannot be read",
                       pl__scan_show(name ? name : "", show));
      }
      if (file->n_element > 0) return parse_failed(scan, "repair the header", "the format line must come before the elements");
      file->binary = strcmp(name, "ascii") != 0;
      format = true;
    } else if (strcmp(word, "element") == 0) {
      PL_TRY(read_element(file));
    } else if (strcmp(word, "property") == 0) {
      PL_TRY(read_property(file));
    } else {
      pl_where where = pl__scan_where(scan);
      char show[40];
      return pl_fail(scan->ctx, PL_ERROR_PARSE, &where, "repair the header", "header line '%s' is unknown", pl__scan_show(word, show));
    }
  }
  return parse_failed(scan, "the file is truncated", "the header has no 'end_header' line");
}

static bool has_use(const ply_element *element, ply_use use) {
  for (int i = 0; i < element->n_property; i++)
    if (element->property[i].use == use) return true;
  return false;
}

// One value of a binary file. The caller has found it to be inside the file.
static double binary_value(const char *at, ply_type type) {
  unsigned char b[8];
  uint64_t bits = 0;
  memcpy(b, at, type_size[type]);
  for (size_t i = type_size[type]; i-- > 0;) bits = bits << 8 | b[i];
  switch (type) {
  case PLY_I8: return (int8_t)bits;
  case PLY_I16: return (int16_t)bits;
  case PLY_I32: return (int32_t)bits;
  case PLY_F32: {
    uint32_t narrow = (uint32_t)bits;
    float value;
    memcpy(&value, &narrow, sizeof value);
    return value;
  }
  case PLY_F64: {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
  }
  default: return (double)bits;
  }
}

// The next value of a row, from the text line or the bytes.
static pl_status next_value(ply *file, ply_type type, const char *what, double *value) {
  pl__scan *scan = file->scan;
  if (!file->binary) return pl__scan_number(scan, pl__scan_word(scan), what, value);
  if (scan->size - scan->at < type_size[type]) {
    pl_where where = {.file = scan->file};
    *value = 0;
    return pl_fail(scan->ctx, PL_ERROR_PARSE, &where, "the file is truncated", "the file ends at byte %zu inside %s", scan->size, what);
  }
  *value = binary_value(scan->data + scan->at, type);
  scan->at += type_size[type];
  return PL_OK;
}

static pl_status read_list(ply *file, const ply_property *property, pl__polygons *p, int32_t row) {
  pl__scan *scan = file->scan;
  pl_where where = {.file = scan->file, .line = file->binary ? 0 : scan->line};
  double length, value;
  PL_TRY(next_value(file, property->list, "the length of a list", &length));
  // In a text the words must be there; in bytes next_value checks each.
  if (!(length >= 0) || length != floor(length) || length > (double)scan->size)
    return pl_fail(scan->ctx, PL_ERROR_INPUT, &where, "the file may be damaged", "the length of a list is %g, must be 0 to %zu", length,
                   scan->size);
  bool corners = property->use == USE_CORNERS;
  if (corners && length != 3 && length != 4)
    return pl_fail(scan->ctx, PL_ERROR_INPUT, &where, "triangulate the mesh when exporting it", "face %d has %g corners, must be 3 or 4",
                   (int)row, length);
  for (int64_t k = 0; k < (int64_t)length; k++) {
    PL_TRY(next_value(file, property->type, corners ? "a face" : "a list", &value));
    if (!corners) continue;
    if (!(value >= 0 && value < p->n_vertex) || value != floor(value))
      return pl_fail(scan->ctx, PL_ERROR_INPUT, &where, "vertices are counted from 0",
                     "face %d refers to vertex %g, but the file has %d vertices", (int)row, value, (int)p->n_vertex);
    p->corner[4 * (size_t)row + (size_t)k] = (int32_t)value;
  }
  if (corners && length == 3) p->corner[4 * (size_t)row + 3] = -1;
  return PL_OK;
}

static pl_status read_row(ply *file, const ply_element *element, pl__polygons *p, int32_t row) {
  pl__scan *scan = file->scan;
  if (!file->binary) {
    do {
      if (!pl__scan_line(scan)) return parse_failed(scan, "the file is truncated", "the file ends before all announced rows");
    } while (scan->word[strspn(scan->word, " \t")] == 0);
    if (element->kind == PLY_VERTEX) p->vertex_line[row] = scan->line;
    if (element->kind == PLY_FACE) p->polygon_line[row] = scan->line;
  }
  for (int i = 0; i < element->n_property; i++) {
    const ply_property *property = &element->property[i];
    if (property->list != PLY_NONE) {
      PL_TRY(read_list(file, property, p, row));
      continue;
    }
    double value;
    // An unused property may be NaN.
    if (property->use == USE_NONE && !file->binary) {
      if (!pl__scan_word(scan)) return parse_failed(scan, "the file may be truncated", "a property is missing");
      continue;
    }
    PL_TRY(next_value(file, property->type, element->kind == PLY_VERTEX ? "a vertex" : "an element", &value));
    if (property->use != USE_NONE && !isfinite(value)) {
      pl_where where = {.file = scan->file};
      return pl_fail(scan->ctx, PL_ERROR_INPUT, &where, "repair the mesh", "a coordinate of vertex %d is %g, must be finite", (int)row,
                     value);
    }
    if (property->use >= USE_X && property->use <= USE_Z) p->x[3 * (size_t)row + (size_t)(property->use - USE_X)] = value;
    if (p->uv && (property->use == USE_U || property->use == USE_V)) p->uv[2 * (size_t)row + (size_t)(property->use - USE_U)] = value;
  }
  return PL_OK;
}

pl_status pl__read_ply(pl__scan *scan, pl__polygons *p) {
  ply file = {.scan = scan, .element = pl_arena_alloc(p->arena, MAX_ELEMENT, sizeof(ply_element))};
  if (!file.element) return PL_ERROR_MEMORY;
  PL_TRY(read_header(&file, p));
  scan->word = NULL;
  if (!file.binary) PL_TRY(pl__scan_check_text(scan, "PLY"));

  const ply_element *vertex = NULL, *face = NULL;
  for (int i = 0; i < file.n_element; i++) {
    ply_element *element = &file.element[i];
    if (element->kind == PLY_VERTEX) vertex = element;
    if (element->kind == PLY_FACE) face = element;
    if (element->n_property == 0 && element->count > 0) return parse_failed(scan, "repair the header", "an element without properties");
    if (element->count > 0) PL_TRY(pl__scan_check_count(scan, "rows of an element", element->count, element->least));
    if (element->kind == PLY_FACE && !vertex) return parse_failed(scan, "write the vertices first", "faces come before the vertices");
  }
  if (!vertex || !has_use(vertex, USE_X) || !has_use(vertex, USE_Y) || !has_use(vertex, USE_Z))
    return parse_failed(scan, "export a mesh", PL_ID("mesh.no-vertex-element") "the file has no vertex element with properties x, y and z");
  if (!face || !has_use(face, USE_CORNERS))
    return parse_failed(scan, "export a mesh, not a point cloud",
                        PL_ID("mesh.no-face-element") "the file has no face element with a list property vertex_indices");

  PL_TRY(pl__polygons_alloc(p, vertex->count, face->count, !file.binary));
  if (has_use(vertex, USE_U) && has_use(vertex, USE_V)) {
    p->uv = pl_arena_alloc(p->arena, 2 * (size_t)vertex->count + 1, sizeof(double));
    if (!p->uv) return PL_ERROR_MEMORY;
  }
  for (int i = 0; i < file.n_element; i++)
    for (int64_t row = 0; row < file.element[i].count; row++) PL_TRY(read_row(&file, &file.element[i], p, (int32_t)row));
  return PL_OK;
}
