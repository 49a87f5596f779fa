// read_tetgen.c: the .node and .ele files of TetGen.
//
//   .node: n 3 n_attribute has_marker    then n lines  number x y z attributes... marker
//   .ele:  n 4 n_attribute               then n lines  number v0 v1 v2 v3 attributes...
// '#' begins a comment. Numbering starts at 0 or 1, by the first node. Ten nodes per tetrahedron (second order) are an error.
#include <string.h>

#include "mesh/read.h"

// The next line that has a word; its first word. NULL at the end.
static char *next_line(pl__scan *scan) {
  while (pl__scan_line(scan)) {
    char *comment = strchr(scan->word, '#');
    if (comment) *comment = 0;
    char *word = pl__scan_word(scan);
    if (word) return word;
  }
  return NULL;
}

static pl_status read_header(pl__scan *scan, const char *what, size_t bytes, const char *second, int64_t expected, int64_t *n) {
  int64_t given;
  PL_TRY(pl__scan_integer(scan, next_line(scan), what, 0, INT32_MAX, n));
  PL_TRY(pl__scan_integer(scan, pl__scan_word(scan), second, 1, 10, &given));
  if (given != expected) {
    pl_where where = pl__scan_where(scan);
    return pl_fail(scan->ctx, PL_ERROR_INPUT, &where, "write linear tetrahedra in space", PL_ID("mesh.must") "%s is %lld, must be %lld",
                   second, (long long)given, (long long)expected);
  }
  return pl__scan_check_count(scan, what, *n, bytes);
}

static pl_status read_nodes(pl__scan *scan, pl__solid_file *s, int64_t *first) {
  int64_t n, number;
  PL_TRY(read_header(scan, "number of nodes", 8, "dimension of the nodes", 3, &n));
  PL_TRY(pl__solid_file_vertices(s, scan, n));
  *first = 0;
  for (int64_t i = 0; i < n; i++) {
    char *word = next_line(scan);
    PL_TRY(pl__scan_integer(scan, word, "number of a node", i == 0 ? 0 : *first + i, i == 0 ? 1 : *first + i, &number));
    if (i == 0) *first = number;
    for (int k = 0; k < 3; k++) PL_TRY(pl__scan_number(scan, pl__scan_word(scan), "a node coordinate", &s->x[3 * i + k]));
    s->vertex_line[i] = scan->line;
  }
  return PL_OK;
}

pl_status pl__read_tetgen(pl__scan *node, pl__scan *ele, pl__solid_file *s) {
  int64_t first, n, number, vertex;
  PL_TRY(pl__scan_check_text(node, "TetGen"));
  PL_TRY(pl__scan_check_text(ele, "TetGen"));
  PL_TRY(read_nodes(node, s, &first));
  PL_TRY(read_header(ele, "number of tetrahedra", 10, "number of nodes per tetrahedron", 4, &n));
  PL_TRY(pl__solid_file_elements(s, ele, n, 0));
  PL_TRY(pl__solid_file_numbers(s));
  for (int32_t i = 0; i < s->n_vertex; i++) s->vertex_number[i] = first + i;
  for (int64_t i = 0; i < n; i++) {
    PL_TRY(pl__scan_integer(ele, next_line(ele), "number of a tetrahedron", 0, INT32_MAX, &number));
    for (int k = 0; k < 4; k++) {
      PL_TRY(pl__scan_integer(ele, pl__scan_word(ele), "a node of a tetrahedron", first, first + s->n_vertex - 1, &vertex));
      s->tet[4 * i + k] = (int32_t)(vertex - first);
    }
    s->tet_line[i] = ele->line;
    s->tet_number[i] = number;
  }
  return PL_OK;
}
