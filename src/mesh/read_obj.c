// read_obj.c: Wavefront OBJ: v, vt and f; everything else (normals, groups, materials, lines) is skipped.
//
// A mesh vertex is a v. Its rest coordinates come from the vt that faces pair with it. Two different vt for one v are a texture seam, where
// the cloth was cut. Such a vertex has no single rest position, which is an error.
#include "mesh/read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct obj_count {
  int64_t n_v, n_vt, n_f;
} obj_count;

// Counts by the first word of each line without changing the text; each counted line is at least two bytes of the file.
static obj_count count_lines(const pl__scan *scan) {
  obj_count count = {0};
  const char *at = scan->data, *end = scan->data + scan->size;
  while (at < end) {
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    size_t left = (size_t)(end - at);
    if (left > 1 && at[0] == 'v' && (at[1] == ' ' || at[1] == '\t')) count.n_v++;
    if (left > 2 && at[0] == 'v' && at[1] == 't' && (at[2] == ' ' || at[2] == '\t')) count.n_vt++;
    if (left > 1 && at[0] == 'f' && (at[1] == ' ' || at[1] == '\t')) count.n_f++;
    at = memchr(at, '\n', left);
    at = at ? at + 1 : end;
  }
  return count;
}

// One index of a face corner: counted from 1, or from the end of what was read so far if negative. Out: counted from 0.
static pl_status face_index(pl__scan *scan, const char *word, const char *what, int64_t so_far, int64_t total, int32_t *index) {
  int64_t value;
  PL_TRY(pl__scan_integer(scan, word, what, -so_far, total, &value));
  if (value == 0) {
    pl_where where = pl__scan_where(scan);
    return pl_fail(scan->ctx, PL_ERROR_INPUT, &where, "OBJ counts from 1", "%s is 0", what);
  }
  *index = (int32_t)(value > 0 ? value - 1 : so_far + value);
  return PL_OK;
}

// State of the texture coordinates while faces are read.
typedef struct obj_texture {
  const double *vt;       // [n_vt][2]
  int64_t n_vt;           // in the file
  int32_t *of_vertex;     // [n_v], the vt of each vertex, -1: none yet
  int n_with, n_without;  // corners
  int line_without;
} obj_texture;

static pl_status pair_texture(pl__scan *scan, obj_texture *texture, int32_t vertex, int32_t vt) {
  int32_t known = texture->of_vertex[vertex];
  if (known >= 0) {
    const double *a = texture->vt + 2 * (size_t)known, *b = texture->vt + 2 * (size_t)vt;
    if (a[0] == b[0] && a[1] == b[1]) return PL_OK;
    pl_where where = pl__scan_where(scan);
    return pl_fail(scan->ctx, PL_ERROR_INPUT, &where,
                   "cut the mesh open along the seam (duplicate its vertices), or give it one texture coordinate per vertex",
                   "texture seam: vertex %d has two texture coordinates, vt %d (%g, %g) and vt %d (%g, %g)", (int)vertex + 1,
                   (int)known + 1, a[0], a[1], (int)vt + 1, b[0], b[1]);
  }
  texture->of_vertex[vertex] = vt;
  return PL_OK;
}

static pl_status read_corner(pl__scan *scan, char *word, int64_t v_so_far, int64_t n_v, int64_t vt_so_far, obj_texture *texture,
                             int32_t *corner) {
  // v, v/vt, v//vn or v/vt/vn; the normal is ignored.
  char *vt = strchr(word, '/');
  if (vt) {
    *vt++ = 0;
    char *vn = strchr(vt, '/');
    if (vn) *vn = 0;
  }
  PL_TRY(face_index(scan, word, "vertex index", v_so_far, n_v, corner));
  if (!vt || !*vt) {
    if (texture->n_without++ == 0) texture->line_without = scan->line;
    return PL_OK;
  }
  int32_t index = -1;
  texture->n_with++;
  PL_TRY(face_index(scan, vt, "texture index", vt_so_far, texture->n_vt, &index));
  // A vt further down in the file has no value yet.
  if (index >= vt_so_far) {
    pl_where where = pl__scan_where(scan);
    return pl_fail(scan->ctx, PL_ERROR_INPUT, &where, "write all vt lines before the faces",
                   PL_ID("mesh.texture-later") "texture index %d is used before its vt line", (int)index + 1);
  }
  return pair_texture(scan, texture, *corner, index);
}

pl_status pl__read_obj(pl__scan *scan, pl__polygons *p) {
  PL_TRY(pl__scan_check_text(scan, "OBJ"));
  obj_count count = count_lines(scan);
  PL_TRY(pl__polygons_alloc(p, count.n_v, count.n_f, true));
  double *vt = pl_arena_alloc(p->arena, 2 * (size_t)count.n_vt + 1, sizeof(double));
  obj_texture texture = {.vt = vt, .n_vt = count.n_vt};
  texture.of_vertex = pl_arena_alloc(p->arena, (size_t)count.n_v + 1, sizeof(int32_t));
  if (!vt || !texture.of_vertex) return PL_ERROR_MEMORY;
  for (int64_t i = 0; i < count.n_v; i++) texture.of_vertex[i] = -1;

  int64_t n_v = 0, n_vt = 0, n_f = 0;
  while (pl__scan_line(scan)) {
    if (scan->word[0] == '#') pl__read_kind(scan->word, &p->kind);
    char *word = pl__scan_word(scan);
    if (!word) continue;
    if (strcmp(word, "v") == 0 && n_v < count.n_v) {
      const char *what[3] = {"x of a vertex", "y of a vertex", "z of a vertex"};
      for (int k = 0; k < 3; k++) PL_TRY(pl__scan_number(scan, pl__scan_word(scan), what[k], &p->x[3 * (size_t)n_v + k]));
      p->vertex_line[n_v++] = scan->line;
    } else if (strcmp(word, "vt") == 0 && n_vt < count.n_vt) {
      for (int k = 0; k < 2; k++) PL_TRY(pl__scan_number(scan, pl__scan_word(scan), "a texture coordinate", &vt[2 * (size_t)n_vt + k]));
      n_vt++;
    } else if (strcmp(word, "f") == 0 && n_f < count.n_f) {
      int32_t *corner = p->corner + 4 * (size_t)n_f;
      int n = 0;
      corner[3] = -1;
      while ((word = pl__scan_word(scan)) && n <= 4) {
        if (n < 4) PL_TRY(read_corner(scan, word, n_v, count.n_v, n_vt, &texture, &corner[n]));
        n++;
      }
      if (n < 3 || n > 4) {
        pl_where where = pl__scan_where(scan);
        return pl_fail(scan->ctx, PL_ERROR_INPUT, &where, "triangulate the mesh when exporting it", "a face has %s corners, must be 3 or 4",
                       n < 3 ? "less than 3" : "more than 4");
      }
      p->polygon_line[n_f++] = scan->line;
    } else if (strcmp(word, "v") == 0 || strcmp(word, "vt") == 0 || strcmp(word, "f") == 0) {
      // A line of this kind that the count above did not see: a keyword without numbers.
      pl_where where = pl__scan_where(scan);
      return pl_fail(scan->ctx, PL_ERROR_PARSE, &where, "the file may be truncated", "'%s' without numbers", word);
    }
  }
  p->n_vertex = (int32_t)n_v;
  p->n_polygon = (int32_t)n_f;

  if (texture.n_with == 0) return PL_OK;
  if (texture.n_without > 0) {
    pl_where where = {.file = scan->file, .line = texture.line_without};
    return pl_fail(scan->ctx, PL_ERROR_INPUT, &where, "give every face texture coordinates, or none",
                   PL_ID("mesh.texture-missing") "this face has no texture coordinates, but others have");
  }
  p->uv = pl_arena_alloc(p->arena, 2 * (size_t)n_v + 1, sizeof(double));
  if (!p->uv) return PL_ERROR_MEMORY;
  for (int64_t i = 0; i < n_v; i++) {
    // A vertex without a face keeps (0, 0); the mesh check reports it.
    if (texture.of_vertex[i] < 0) continue;
    p->uv[2 * i] = vt[2 * (size_t)texture.of_vertex[i]];
    p->uv[2 * i + 1] = vt[2 * (size_t)texture.of_vertex[i] + 1];
  }
  return PL_OK;
}
