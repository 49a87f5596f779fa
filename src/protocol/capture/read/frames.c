// frames.c: the positions of all frames: mesh files (a pattern or a list), one binary array, or one CSV table.
//
// Frames are read one at a time into the final array, so that memory stays near its size (24 bytes per vertex and frame).
//   "frames/*.ply"          sorted by the number in the name, which is the frame's number
//   ["a.obj", "b.obj"]      in this order; numbered by their names if those increase, else 0, 1, ...
//   "frames.bin"            [n_frame][n_vertex][3] little-endian, "format": "float64" (default) or "float32", with a "unit"
//   "frames.csv"            columns x, y, z, optionally frame and vertex; one row per vertex, frame after frame
// Positions that are not finite stay in the array: the frame is excluded later, with a note.
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/csv/csv_part.h"
#include "base/text.h"
#include "protocol/capture/capture_part.h"
#include "measure/record.h"
#include "mesh/read.h"

enum { MAX_FRAMES = 100000, MAX_CELL = 16 };
static const size_t max_mesh_size = (size_t)1 << 30;

int pl__frame_find(const pl__frames *frames, double number) {
  int low = 0, high = frames->n_frame - 1;
  while (low <= high) {
    int middle = (low + high) / 2;
    if (frames->number[middle] == number) return middle;
    if (frames->number[middle] < number)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}

pl_status pl__capture_unit(const pl__capture_reader *r, bool *given, pl_unit *unit) {
  *unit = (pl_unit){1, PL_DIM_LENGTH};
  pl_json *value = pl__capture_setting(r, "unit");
  *given = value != NULL;
  if (!value) return PL_OK;
  const char *text;
  PL_TRY(pl_json_text(r->ctx, value, &text));
  if (pl_unit_parse(text, unit) && pl_dim_equal(unit->dim, PL_DIM_LENGTH)) return PL_OK;
  pl_where where = pl_json_where(value);
  return pl_fail(r->ctx, PL_ERROR_UNIT, &where, "write \"mm\" or \"m\": the unit of the numbers in the mesh files and arrays",
                 PL_ID("capture.not-unit-length") "\"%.60s\" is not a unit of length", text);
}

static pl_status alloc_frames(pl__capture_reader *r, size_t n_frame, int32_t n_vertex, pl__frames *frames) {
  if (n_frame == 0 || n_frame > MAX_FRAMES)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &frames->where, "check the file", "%zu frames, must be 1 to %d", n_frame, MAX_FRAMES);
  frames->n_frame = (int)n_frame;
  frames->number = pl_arena_alloc(r->m->arena, n_frame, sizeof *frames->number);
  frames->x = pl_arena_alloc(r->m->arena, 3 * n_frame * (size_t)n_vertex, sizeof *frames->x);
  if (!frames->number || !frames->x) return PL_ERROR_MEMORY;
  for (int f = 0; f < frames->n_frame; f++) frames->number[f] = f;
  return PL_OK;
}

// ---- mesh files ----

// The last run of digits in a file's name before its extension; -1 without one (or with more than 9 digits).
static int name_number(const char *path) {
  const char *name = pl_path_name(path), *dot = strrchr(name, '.'), *end = dot ? dot : name + strlen(name);
  while (end > name && (end[-1] < '0' || end[-1] > '9')) end--;
  const char *start = end;
  while (start > name && start[-1] >= '0' && start[-1] <= '9') start--;
  return start < end && end - start <= 9 ? atoi(start) : -1;
}

static int compare_names(const void *a, const void *b) {
  const char *p = *(const char *const *)a, *q = *(const char *const *)b;
  int i = name_number(p), j = name_number(q);
  return i != j ? (i > j) - (i < j) : strcmp(p, q);
}

static pl_status match_files(pl__capture_reader *r, const pl_json *value, const char *pattern, int *n_path, const char ***path) {
  pl_where where = pl_json_where(value);
  char *folder = pl_path_directory(r->scratch, pattern);
  if (!folder) return PL_ERROR_MEMORY;
  int n = 0, capacity = 0;
  const char **found = NULL;
  DIR *handle = opendir(folder);
  if (!handle)
    return pl_fail(r->ctx, PL_ERROR_FILE, &where, "names are relative to the folder of the test",
                   PL_ID("capture.cannot-open-folder") "cannot open the folder %s: %s", folder, strerror(errno));
  pl_status status = PL_OK;
  for (const struct dirent *entry; status == PL_OK && (entry = readdir(handle)) != NULL;) {
    if (fnmatch(pl_path_name(pattern), entry->d_name, FNM_PERIOD) != 0) continue;
    if (n == capacity) {
      capacity = capacity ? 2 * capacity : 64;
      const char **longer = pl_arena_alloc(r->scratch, (size_t)capacity, sizeof *longer);
      if (longer && n > 0) memcpy(longer, found, (size_t)n * sizeof *longer);
      found = longer;
    }
    if (found) found[n] = pl_path_join(r->scratch, folder, entry->d_name);
    status = found && found[n] ? PL_OK : PL_ERROR_MEMORY;
    n++;
  }
  closedir(handle);
  PL_TRY(status);
  if (n == 0)
    return pl_fail(r->ctx, PL_ERROR_FILE, &where, "check the pattern", PL_ID("capture.no-file-matches") "no file matches %s", pattern);
  qsort(found, (size_t)n, sizeof *found, compare_names);
  *n_path = n;
  *path = found;
  return PL_OK;
}

static pl_status list_files(pl__capture_reader *r, pl_json *value, int *n_path, const char ***path) {
  *n_path = value->n;
  *path = pl_arena_alloc(r->scratch, (size_t)value->n + 1, sizeof **path);
  if (!*path) return PL_ERROR_MEMORY;
  int n = 0;
  for (pl_json *item = value->child; item; item = item->next) PL_TRY(pl__capture_path(r, item, &(*path)[n++]));
  return PL_OK;
}

// Positions and polygons of a mesh file, with any rest shape.
static pl_status read_polygons(pl_arena *arena, const char *path, pl__polygons *polygons) {
  pl_context *ctx = pl_arena_context(arena);
  const char *dot = strrchr(pl_path_name(path), '.');
  pl__scan scan = {.ctx = ctx, .file = path};
  *polygons = (pl__polygons){.file = path, .arena = arena};
  pl_where where = {.file = path};
  bool obj = dot && pl_text_same(dot, ".obj"), ply = dot && pl_text_same(dot, ".ply"), vtk = dot && pl_text_same(dot, ".vtk");
  if (!obj && !ply && !vtk)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give .ply, .obj or .vtk meshes, or one .bin or .csv array",
                   "frames of type '%s' cannot be read", dot ? dot : "");
  PL_TRY(pl_file_read(arena, path, max_mesh_size, &scan.data, &scan.size));
  return obj ? pl__read_obj(&scan, polygons) : ply ? pl__read_ply(&scan, polygons) : pl__read_vtk(&scan, polygons);
}

static bool same_corners(const int32_t *a, const int32_t *b) {
  for (int i = 0; i < 4; i++)
    if (a[i] != b[0] && a[i] != b[1] && a[i] != b[2] && a[i] != b[3]) return false;
  return true;
}

// A frame may be a point cloud; polygons, if there are any, must be those of the rest mesh.
static pl_status check_topology(pl_context *ctx, const pl__polygons *rest, const pl__polygons *frame) {
  pl_where where = {.file = frame->file};
  const char *hint = "all frames must be the rest mesh, tracked: the same vertices in the same order";
  if (frame->n_vertex != rest->n_vertex)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, hint,
                   PL_ID("capture.frame-has-vertices-rest") "the frame has %d vertices, the rest mesh %s has %d", (int)frame->n_vertex,
                   pl_path_name(rest->file), (int)rest->n_vertex);
  if (frame->n_polygon == 0) return PL_OK;
  if (frame->n_polygon != rest->n_polygon)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, hint, "the frame has %d polygons, the rest mesh %s has %d", (int)frame->n_polygon,
                   pl_path_name(rest->file), (int)rest->n_polygon);
  for (int32_t i = 0; i < frame->n_polygon; i++) {
    if (same_corners(frame->corner + 4 * (size_t)i, rest->corner + 4 * (size_t)i)) continue;
    if (frame->polygon_line) where.line = frame->polygon_line[i];
    return pl_fail(ctx, PL_ERROR_INPUT, &where, hint, "polygon %d has other corners than in the rest mesh %s", (int)i + 1,
                   pl_path_name(rest->file));
  }
  return PL_OK;
}

static pl_status read_mesh_frame(pl_context *ctx, const char *path, const pl__polygons *rest, pl_unit unit, double *x) {
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl__polygons frame;
  pl_status status;
  PL_TRY_CLEAN(read_polygons(arena, path, &frame));
  PL_TRY_CLEAN(check_topology(ctx, rest, &frame));
  for (size_t i = 0; i < 3 * (size_t)frame.n_vertex; i++) x[i] = pl_unit_si(unit, frame.x[i]);
cleanup:
  pl_arena_destroy(arena);
  return status;
}

static pl_status read_meshes(pl__capture_reader *r, const char *rest_path, int32_t n_vertex, int n_path, const char *const *path,
                             pl__frames *frames) {
  bool given;
  pl_unit unit;
  pl__polygons rest;
  PL_TRY(pl__capture_unit(r, &given, &unit));
  PL_TRY(alloc_frames(r, (size_t)n_path, n_vertex, frames));
  PL_TRY(read_polygons(r->scratch, rest_path, &rest));
  for (int f = 0; f < n_path; f++) PL_TRY(read_mesh_frame(r->ctx, path[f], &rest, unit, frames->x + 3 * (size_t)n_vertex * (size_t)f));
  bool numbered = true;
  for (int f = 0; f < n_path; f++) numbered = numbered && name_number(path[f]) > (f > 0 ? name_number(path[f - 1]) : -1);
  for (int f = 0; f < n_path && numbered; f++) frames->number[f] = name_number(path[f]);
  return PL_OK;
}

// ---- one binary array ----

// Little-endian bytes to a double.
static double number_at(const unsigned char *p, bool wide) {
  uint64_t bits = 0;
  for (int i = wide ? 7 : 3; i >= 0; i--) bits = bits << 8 | p[i];
  double value;
  float narrow;
  uint32_t low = (uint32_t)bits;
  memcpy(&value, &bits, sizeof value);
  memcpy(&narrow, &low, sizeof narrow);
  return wide ? value : (double)narrow;
}

static pl_status read_array(pl__capture_reader *r, const char *path, int32_t n_vertex, pl__frames *frames) {
  static const char *const formats[] = {"float64", "float32"};
  pl_where where = {.file = path};
  int format = 0;
  bool given;
  pl_unit unit;
  pl_json *value = pl__capture_setting(r, "format");
  if (value) PL_TRY(pl_json_choice(r->ctx, value, 2, formats, &format));
  PL_TRY(pl__capture_unit(r, &given, &unit));
  if (!given)
    return pl_fail(r->ctx, PL_ERROR_UNIT, &frames->where, "write \"unit\": \"mm\" or \"unit\": \"m\" in the test",
                   "the unit of the array %s is missing", path);
  size_t width = format == 0 ? 8 : 4, frame_size = 3 * (size_t)n_vertex * width;
  struct stat info;
  if (stat(path, &info) != 0 || !S_ISREG(info.st_mode))
    return pl_fail(r->ctx, PL_ERROR_FILE, &where, "give a regular file", "cannot be read as an array");
  size_t size = (size_t)info.st_size;
  if (size == 0 || size % frame_size != 0)
    return pl_fail(
        r->ctx, PL_ERROR_INPUT, &where,
        "the array is [n_frame][n_vertex][3] with the vertices of the rest mesh; check \"format\" and the rest mesh",
        PL_ID("capture.has-bytes-not-multiple") "has %zu bytes, not a multiple of the %zu bytes of a frame: %d vertices x 3 x %s", size,
        frame_size, (int)n_vertex, formats[format]);
  PL_TRY(alloc_frames(r, size / frame_size, n_vertex, frames));
  frames->format = formats[format];
  unsigned char *bytes = pl_arena_alloc(r->scratch, frame_size, 1);
  if (!bytes) return PL_ERROR_MEMORY;
  FILE *file = fopen(path, "rb");
  if (!file) return pl_fail(r->ctx, PL_ERROR_FILE, &where, "check the permissions", "cannot open: %s", strerror(errno));
  bool complete = true;
  for (int f = 0; f < frames->n_frame && complete; f++) {
    complete = fread(bytes, 1, frame_size, file) == frame_size;
    double *x = frames->x + 3 * (size_t)n_vertex * (size_t)f;
    for (size_t i = 0; i < 3 * (size_t)n_vertex; i++) x[i] = pl_unit_si(unit, number_at(bytes + i * width, width == 8));
  }
  fclose(file);
  return complete ? PL_OK : pl_fail(r->ctx, PL_ERROR_FILE, &where, "check the disk", "the file ended early");
}

// ---- one CSV table, streamed ----

typedef struct table {
  pl_context *ctx;
  FILE *file;
  pl_where where;   // the line is updated during reading
  char text[4096];  // the current line
  char *cell[MAX_CELL];
  int n_cell;
  int column[5];  // of frame, vertex, x, y, z; -1: absent
  pl_unit unit[3];
} table;

static void split_cells(table *t) {
  char separator = strchr(t->text, ';') ? ';' : strchr(t->text, '\t') ? '\t' : ',';
  t->n_cell = 0;
  for (char *p = t->text; p && t->n_cell < MAX_CELL;) {
    char *next = strchr(p, separator);
    if (next) *next++ = '\0';
    while (*p == ' ' || *p == '"') p++;
    size_t n = strlen(p);
    while (n > 0 && (p[n - 1] == ' ' || p[n - 1] == '"')) p[--n] = '\0';
    t->cell[t->n_cell++] = p;
    p = next;
  }
}

// The next line that is not blank; *more is false at the end.
static pl_status next_line(table *t, bool *more) {
  for (;;) {
    *more = fgets(t->text, sizeof t->text, t->file) != NULL;
    if (!*more) return PL_OK;
    t->where.line++;
    size_t n = strlen(t->text);
    if (n + 1 == sizeof t->text && t->text[n - 1] != '\n')
      return pl_fail(t->ctx, PL_ERROR_PARSE, &t->where, "write one vertex per line", "the line is longer than %zu characters", n);
    while (n > 0 && (t->text[n - 1] == '\n' || t->text[n - 1] == '\r' || t->text[n - 1] == ' ')) t->text[--n] = '\0';
    if (n > 0) return PL_OK;
  }
}

static pl_status read_header(table *t, bool given, pl_unit unit) {
  static const char *const names[] = {"frame", "vertex", "x", "y", "z"};
  bool more;
  PL_TRY(next_line(t, &more));
  if (!more)
    return pl_fail(t->ctx, PL_ERROR_INPUT, &t->where, "write the columns frame, vertex, x [mm], y [mm], z [mm]",
                   PL_ID("experiment.empty") "is empty");
  if (memcmp(t->text, "\xEF\xBB\xBF", 3) == 0) memmove(t->text, t->text + 3, strlen(t->text + 3) + 1);
  split_cells(t);
  for (int k = 0; k < 5; k++) {
    t->column[k] = -1;
    for (int c = 0; c < t->n_cell; c++) {
      char name[80], unit_text[80], header[80];
      pl_unit own;
      bool has_unit;
      snprintf(header, sizeof header, "%.79s", t->cell[c]);
      pl__csv_split_header(header, name, unit_text, sizeof name, &own, &has_unit);
      if (!pl_text_same(name, names[k])) continue;
      t->column[k] = c;
      if (k < 2) continue;
      if (!has_unit && !given)
        return pl_fail(t->ctx, PL_ERROR_UNIT, &t->where, "write \"x [mm]\" in the header, or \"unit\": \"mm\" in the test",
                       "column %s has no unit", names[k]);
      t->unit[k - 2] = has_unit ? own : unit;
      if (!pl_dim_equal(t->unit[k - 2].dim, PL_DIM_LENGTH))
        return pl_fail(t->ctx, PL_ERROR_UNIT, &t->where, "positions are lengths: mm, m", "column %s has the unit \"%s\"", names[k],
                       unit_text);
    }
    if (t->column[k] < 0 && k >= 2)
      return pl_fail(t->ctx, PL_ERROR_INPUT, &t->where, "write the columns frame, vertex, x [mm], y [mm], z [mm]",
                     PL_ID("capture.there-no-column-2") "there is no column %s", names[k]);
  }
  return PL_OK;
}

// A number of the current row; empty and nan are NaN where allowed.
static pl_status cell_number(const table *t, int k, bool may_miss, double *value) {
  static const char *const names[] = {"frame", "vertex", "x", "y", "z"};
  if (t->column[k] >= t->n_cell)
    return pl_fail(t->ctx, PL_ERROR_PARSE, &t->where, "the file may be truncated", "the row has %d cells, column %s is missing", t->n_cell,
                   names[k]);
  const char *text = t->cell[t->column[k]];
  *value = NAN;
  if (may_miss && (*text == '\0' || pl_text_same(text, "nan"))) return PL_OK;
  if (pl_number_parse(text, value)) return PL_OK;
  return pl_fail(t->ctx, PL_ERROR_PARSE, &t->where, "repair the file; decimals have a point", "%s is '%.40s', expected a number", names[k],
                 text);
}

static pl_status read_row(table *t, int row, int32_t n_vertex, pl__frames *frames, double *number) {
  split_cells(t);
  int frame = row / n_vertex, vertex = row % n_vertex;
  double value;
  if (t->column[0] >= 0) {
    PL_TRY(cell_number(t, 0, false, &value));
    if (vertex == 0) {
      if (!(value > *number && value == floor(value) && value < 1e9))
        return pl_fail(t->ctx, PL_ERROR_INPUT, &t->where, "sort the rows by frame, each with every vertex of the rest mesh once",
                       "frame %g follows frame %g, frame numbers must be whole and grow", value, *number);
      *number = value;
      frames->number[frame] = (int)value;
    } else if (value != *number)
      return pl_fail(t->ctx, PL_ERROR_INPUT, &t->where, "each frame needs every vertex of the rest mesh, in order",
                     PL_ID("capture.frame-has-vertices-rest-mesh") "frame %g has %d vertices, the rest mesh has %d", *number, vertex,
                     (int)n_vertex);
  }
  if (t->column[1] >= 0) {
    PL_TRY(cell_number(t, 1, false, &value));
    if (value != vertex)
      return pl_fail(t->ctx, PL_ERROR_INPUT, &t->where, "list the vertices 0, 1, 2, ... of the rest mesh in every frame",
                     "vertex %g, expected %d", value, vertex);
  }
  for (int k = 0; k < 3; k++) {
    PL_TRY(cell_number(t, 2 + k, true, &value));
    frames->x[3 * (size_t)row + (size_t)k] = pl_unit_si(t->unit[k], value);
  }
  return PL_OK;
}

static pl_status read_rows(pl__capture_reader *r, table *t, int32_t n_vertex, pl__frames *frames) {
  bool given, more;
  pl_unit unit;
  size_t n_row = 0;
  PL_TRY(pl__capture_unit(r, &given, &unit));
  // once to count, once to read
  PL_TRY(read_header(t, given, unit));
  for (;; n_row++) {
    PL_TRY(next_line(t, &more));
    if (!more) break;
  }
  if (n_row == 0 || n_row % (size_t)n_vertex != 0 || n_row > INT32_MAX)
    return pl_fail(t->ctx, PL_ERROR_INPUT, &t->where, "each frame needs one row for every vertex of the rest mesh",
                   "has %zu rows, not a multiple of the %d vertices of the rest mesh", n_row, (int)n_vertex);
  PL_TRY(alloc_frames(r, n_row / (size_t)n_vertex, n_vertex, frames));
  rewind(t->file);
  t->where.line = 0;
  PL_TRY(read_header(t, given, unit));
  double number = -1;
  for (int row = 0; row < (int)n_row; row++) {
    PL_TRY(next_line(t, &more));
    PL_TRY(read_row(t, row, n_vertex, frames, &number));
  }
  return PL_OK;
}

static pl_status read_table(pl__capture_reader *r, const char *path, int32_t n_vertex, pl__frames *frames) {
  table *t = pl_arena_alloc(r->scratch, 1, sizeof *t);
  if (!t) return PL_ERROR_MEMORY;
  t->ctx = r->ctx;
  t->where.file = path;
  t->file = fopen(path, "rb");
  if (!t->file) return pl_fail(r->ctx, PL_ERROR_FILE, &t->where, "check the permissions", "cannot open: %s", strerror(errno));
  pl_status status = read_rows(r, t, n_vertex, frames);
  fclose(t->file);
  return status;
}

// ---- selection of frames ----

pl_status pl__capture_read_frames(pl__capture_reader *r, const char *rest_path, int32_t n_vertex, pl__frames *frames) {
  *frames = (pl__frames){.where = pl__capture_where(r)};
  const char *text, *path, **many = NULL;
  int n_path = 0;
  pl_json *value = pl__capture_setting(r, "frames");
  if (!value)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &frames->where, "write \"frames\": \"frames/*.ply\" or \"frames\": \"frames.bin\"",
                   "\"frames\" is missing");
  frames->where = pl_json_where(value);
  if (value->kind == PL_JSON_ARRAY) {
    PL_TRY(list_files(r, value, &n_path, &many));
    PL_TRY(read_meshes(r, rest_path, n_vertex, n_path, many, frames));
    for (int f = 0; f < n_path; f++) PL_TRY(pl__record_input(r->ctx, r->m, many[f]));
    return PL_OK;
  }
  PL_TRY(pl_json_text(r->ctx, value, &text));
  const char *name = pl_path_name(text), *dot = strrchr(name, '.');
  if (strpbrk(name, "*?[")) {
    char *pattern = pl_path_join(r->scratch, r->folder, text);
    if (!pattern) return PL_ERROR_MEMORY;
    PL_TRY(match_files(r, value, pattern, &n_path, &many));
    PL_TRY(read_meshes(r, rest_path, n_vertex, n_path, many, frames));
    return pl__record_inputs(r->ctx, r->m, pattern, n_path, many);
  }
  PL_TRY(pl__capture_path(r, value, &path));
  if (dot && pl_text_same(dot, ".bin"))
    PL_TRY(read_array(r, path, n_vertex, frames));
  else if (dot && pl_text_same(dot, ".csv"))
    PL_TRY(read_table(r, path, n_vertex, frames));
  else
    PL_TRY(read_meshes(r, rest_path, n_vertex, 1, &path, frames));
  return pl__record_input(r->ctx, r->m, path);
}
