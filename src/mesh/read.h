// read.h: shared by the mesh readers: a scanner over text lines, and the polygons they return.
#ifndef PL_MESH_READ_H
#define PL_MESH_READ_H

#include <pliant/extend.h>
#include <pliant/mesh.h>

// A file in memory, split into lines and words in place. Never looks beyond data + size.
typedef struct pl__scan {
  pl_context *ctx;
  const char *file;
  char *data;       // NUL-terminated after size bytes; changed by reading
  size_t size, at;  // at: the byte after the current line
  int line;         // 1-based number of the current line
  char *word;       // the rest of the current line, NULL before the first
} pl__scan;

// The next line becomes current (without its end, "\r" included). False at the end of the file.
bool pl__scan_line(pl__scan *scan);
// The next word of the current line, NULL at its end.
char *pl__scan_word(pl__scan *scan);
// The next word of the file, across lines; NULL at the end.
char *pl__scan_next(pl__scan *scan);
pl_where pl__scan_where(const pl__scan *scan);
// A whole word as an integer, a finite number. word == NULL means the text ended: `what` names the expected item.
pl_status pl__scan_integer(pl__scan *scan, const char *word, const char *what, int64_t lower, int64_t upper, int64_t *value);
pl_status pl__scan_number(pl__scan *scan, const char *word, const char *what, double *value);
// Fails if the unread rest has bytes that no text file contains.
pl_status pl__scan_check_text(pl__scan *scan, const char *format);
// A word shortened and cleaned for a message.
const char *pl__scan_show(const char *word, char buffer[40]);
// Called before arrays are allocated from counts in the file: each of `count` items takes at least `bytes` bytes of the rest of the file.
pl_status pl__scan_check_count(pl__scan *scan, const char *what, int64_t count, size_t bytes);

// Contents of a file. Arrays are in the reader's arena. Corners are numbered from 0 and in range.
typedef struct pl__polygons {
  const char *file;
  pl_arena *arena;
  int32_t n_vertex, n_polygon;
  double *x;              // [n_vertex][3], m
  double *uv;             // [n_vertex][2], m, or NULL
  int32_t *corner;        // [n_polygon][4], the last is -1 in triangles
  int32_t *vertex_line;   // [n_vertex], 1-based, or NULL
  int32_t *polygon_line;  // [n_polygon], or NULL
  pl_topology_kind kind;
} pl__polygons;

// Arrays of the given sizes; lines only if requested.
pl_status pl__polygons_alloc(pl__polygons *p, int64_t n_vertex, int64_t n_polygon, bool lines);
// Of a file by its extension; at least one polygon.
pl_status pl__read_polygons(pl_arena *arena, const char *path, pl__polygons *polygons);
pl_status pl__read_obj(pl__scan *scan, pl__polygons *p);
pl_status pl__read_ply(pl__scan *scan, pl__polygons *p);
pl_status pl__read_vtk(pl__scan *scan, pl__polygons *p);

// Elements with a name in the file ("physical groups" of Gmsh): their vertices.
typedef struct pl__mesh_group {
  const char *name;
  int dim;      // of its elements: 0 points, 1 lines, 2 faces, 3 the body
  int64_t tag;  // of the group
  uint8_t *in;  // [n_vertex], 1: belongs to it
} pl__mesh_group;

// Contents of a file of a solid. Arrays are in the reader's arena. Corners are numbered from 0 and in range.
typedef struct pl__solid_file {
  pl_arena *arena;
  int32_t n_vertex, n_tet, n_hex;
  double *x;                                         // [n_vertex][3], m
  double *rest;                                      // [n_vertex][3], m, or NULL: x
  int32_t *tet, *hex;                                // [n_tet][4], [n_hex][8]
  int32_t *vertex_line, *tet_line, *hex_line;        // 1-based
  int64_t *vertex_number, *tet_number, *hex_number;  // [n_vertex], [n_tet], [n_hex], numbers in the file; NULL: from 0
  int n_group;
  pl__mesh_group *group;  // [n_group]
} pl__solid_file;

pl_status pl__solid_file_vertices(pl__solid_file *s, pl__scan *scan, int64_t n);
pl_status pl__solid_file_elements(pl__solid_file *s, pl__scan *scan, int64_t n_tet, int64_t n_hex);
// Arrays for the file's numbers, once the sizes are known.
pl_status pl__solid_file_numbers(pl__solid_file *s);
pl_status pl__read_gmsh(pl__scan *scan, pl__solid_file *s);
pl_status pl__read_vtk_solid(pl__scan *scan, pl__solid_file *s);
// The two files of TetGen.
pl_status pl__read_tetgen(pl__scan *node, pl__scan *ele, pl__solid_file *s);

// Contents of a file that are not part of the mesh.
typedef struct pl__mesh_extra {
  int n_group;
  pl__mesh_group *group;  // [n_group]
  bool turned;            // all elements of the file were inverted, and were reversed
} pl__mesh_extra;

// A solid or a sheet, by the type of the file and, for .vtk, by its contents. A sheet has no groups. `extra` may be NULL.
pl_status pl__mesh_load_any(pl_arena *arena, const char *path, pl_mesh **mesh, pl__mesh_extra *extra);

// "pliant topology alternating" in a comment stores the kind of a mesh that Pliant wrote; other text leaves *kind unchanged.
void pl__read_kind(const char *comment, pl_topology_kind *kind);
const char *pl__kind_name(pl_topology_kind kind);

#endif
