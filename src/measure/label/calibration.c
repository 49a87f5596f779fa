// calibration.c: from pixels of a photograph to metres on the board: a scale, or a plane map from marks with known positions.
//
// Board coordinates have x to the right and y up. By default y of pixels points down and y of lengths up.
#include "measure/label/label.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "measure/record.h"

#define MIN_SCALE 1e-7  // m per pixel
#define MAX_SCALE 1e-1
#define MIN_SIZE 1e-3  // m, of the rectangle
#define MAX_SIZE 1e2
#define MAX_PIXEL 1e6
enum { MAX_MARK = 10000 };

static bool is_pixel(const char *unit) {
  static const char *const names[] = {"px", "pixel", "pixels", "pix"};
  for (int i = 0; i < 4; i++)
    if (pl_text_same(unit, names[i])) return true;
  return false;
}

// ---- a scale ----

// "0.25 mm/px" or "4 px/mm".
static bool parse_scale(const char *text, double *scale) {
  char copy[80];
  double number;
  pl_dim dim;
  bool has_unit;
  const char *slash = strrchr(text, '/');
  if (!slash || strlen(text) >= sizeof copy) return false;
  snprintf(copy, sizeof copy, "%.*s", (int)(slash - text), text);
  const char *below = slash + 1 + strspn(slash + 1, " ");
  if (is_pixel(below)) {
    if (!pl_quantity_parse(copy, scale, &dim, &has_unit) || !pl_dim_equal(dim, PL_DIM_LENGTH)) return false;
    return true;
  }
  // the unit before the slash is that of pixels: remove it
  char *end = copy + strlen(copy);
  while (end > copy && end[-1] == ' ') *--end = '\0';
  char *unit = end;
  while (unit > copy && ((unit[-1] >= 'a' && unit[-1] <= 'z') || (unit[-1] >= 'A' && unit[-1] <= 'Z'))) unit--;
  pl_unit length;
  if (!is_pixel(unit) || !pl_unit_parse(below, &length) || !pl_dim_equal(length.dim, PL_DIM_LENGTH)) return false;
  while (unit > copy && unit[-1] == ' ') unit--;
  *unit = '\0';
  if (!pl_number_parse(copy, &number)) return false;
  *scale = length.factor / number;
  return true;
}

static pl_status read_scale(pl__label_reader *r, pl_json *value, pl__calibration *c) {
  const char *text;
  PL_TRY(pl_json_text(r->ctx, value, &text));
  pl_where where = pl_json_where(value);
  if (!parse_scale(text, &c->scale))
    return pl_fail(r->ctx, PL_ERROR_UNIT, &where, "write \"0.25 mm/px\" or \"4 px/mm\"",
                   PL_ID("experiment.no-length-per-pixel") "\"%.60s\" is no length per pixel", text);
  if (!(c->scale >= MIN_SCALE && c->scale <= MAX_SCALE))
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "divide a known length by its pixels",
                   PL_ID("experiment.mm-px-must-lie") "\"%.60s\" is %g mm/px, must lie between %g and %g", text, 1e3 * c->scale,
                   1e3 * MIN_SCALE, 1e3 * MAX_SCALE);
  c->kind = PL_CALIBRATION_SCALE;
  return PL_OK;
}

// ---- a plane ----

static pl_status read_pixels(pl__label_reader *r, pl_json *value, const char *example, double pixel[2]) {
  pl_where where = pl_json_where(value);
  bool fine = value->kind == PL_JSON_ARRAY && value->n == 2;
  for (int k = 0; fine && k < 2; k++) {
    pl_json *number = k == 0 ? value->child : value->child->next;
    fine = number->kind == PL_JSON_NUMBER && fabs(number->number) <= MAX_PIXEL;
    if (fine) pixel[k] = number->number;
  }
  if (fine) return PL_OK;
  char hint[120];
  snprintf(hint, sizeof hint, "write %s, in pixels, without a unit", example);
  return pl_fail(r->ctx, PL_ERROR_INPUT, &where, hint, "must be two numbers");
}

static pl_status fit_plane(pl__label_reader *r, const pl_where *where, int n, const double *pixel, const double *board,
                           pl__calibration *c) {
  bool determined;
  PL_TRY(pl_homography_fit(r->scratch, n, pixel, board, &c->plane, &determined));
  if (!determined)
    return pl_fail(r->ctx, PL_ERROR_INPUT, where, "give four corners around the cloth, or marks that are spread over the board",
                   PL_ID("experiment.marks-do-not-fix") "the %d marks do not fix a map: too many lie on one line, or they are in another "
                                                        "order than on the board",
                   n);
  double sum = 0;
  for (int k = 0; k < 2; k++) {
    c->low[k] = INFINITY;
    c->high[k] = -INFINITY;
  }
  for (int i = 0; i < n; i++) {
    double q[2];
    pl_homography_map(&c->plane, pixel + 2 * i, q);
    for (int k = 0; k < 2; k++) {
      sum += (q[k] - board[2 * i + k]) * (q[k] - board[2 * i + k]);
      c->low[k] = fmin(c->low[k], board[2 * i + k]);
      c->high[k] = fmax(c->high[k], board[2 * i + k]);
    }
  }
  c->error = n > 4 ? sqrt(sum / n) : 0;
  c->n_mark = n;
  c->kind = PL_CALIBRATION_PLANE;
  return PL_OK;
}

// Top-left, top-right, bottom-right, bottom-left.
static pl_status read_corners(pl__label_reader *r, pl_json *value, pl__calibration *c) {
  pl_json *size = pl_json_find(c->value, "rectangle");
  pl_where where = pl_json_where(value);
  if (value->kind != PL_JSON_ARRAY || value->n != 4)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write [[412, 388], [5602, 391], [5598, 4270], [409, 4263]]",
                   "must be the four corners of the rectangle");
  double pixel[8], *side;
  int n = 0;
  for (pl_json *corner = value->child; corner; corner = corner->next, n++) PL_TRY(read_pixels(r, corner, "[412, 388]", pixel + 2 * n));
  pl_where place = pl_json_where(size ? size : c->value);
  if (!size)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &place, "write \"rectangle\": [\"800 mm\", \"600 mm\"], width and height",
                   PL_ID("experiment.size-rectangle-these-corners") "the size of the rectangle with these corners is missing");
  PL_TRY(pl_json_quantities(r->scratch, size, PL_DIM_LENGTH, &n, &side));
  if (n != 2 || !(side[0] >= MIN_SIZE && side[0] <= MAX_SIZE && side[1] >= MIN_SIZE && side[1] <= MAX_SIZE))
    return pl_fail(r->ctx, PL_ERROR_INPUT, &place, "write [\"800 mm\", \"600 mm\"], width and height",
                   PL_ID("experiment.must-two-lengths-between") "must be two lengths between %g mm and %g m", 1e3 * MIN_SIZE, MAX_SIZE);
  double up = c->y > 0 ? 1 : -1;
  bool right = pixel[0] + pixel[6]<pixel[2] + pixel[4], above = up * (pixel[1] + pixel[3])> up * (pixel[5] + pixel[7]);
  double turn = 0;
  for (int i = 0; i < 4; i++) turn += up * (pixel[2 * i] * pixel[(2 * i + 3) % 8] - pixel[2 * i + 1] * pixel[(2 * i + 2) % 8]);
  if (!right || !above || turn >= 0)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where,
                   "list them top-left, top-right, bottom-right, bottom-left; \"y\": \"up\" if the labelling tool counts y upwards",
                   "the corners are in another order");
  const double board[8] = {0, side[1], side[0], side[1], side[0], 0, 0, 0};
  return fit_plane(r, &where, 4, pixel, board, c);
}

// True if a column is in pixels, by its unit or its name.
static pl_status find_axis(pl__label_reader *r, const pl_csv *csv, char axis, int *index, bool *pixel) {
  char name[6][16];
  static const char *const form[] = {"%c", "%c px", "%c (px)", "%c pixel", "%c (pixel)", "%c (pixels)"};
  const char *names[7] = {NULL};
  for (int i = 0; i < 6; i++) {
    snprintf(name[i], sizeof name[i], form[i], axis);
    names[i] = name[i];
  }
  PL_TRY(pl_csv_guess(r->ctx, csv, names, index));
  if (*index < 0) return pl_csv_find(r->ctx, csv, name[0], NULL, index);  // the message lists the columns found
  const pl_csv_column *column = &csv->column[*index];
  *pixel = is_pixel(column->unit_text) || strlen(column->name) > 1;
  if (*pixel || column->has_unit) return PL_OK;
  pl_where where = {.file = csv->file, .line = csv->header_line, .key = column->header};
  char hint[80];
  snprintf(hint, sizeof hint, "write \"%c [px]\" or \"%c [mm]\" in the header", axis, axis);
  return pl_fail(r->ctx, PL_ERROR_UNIT, &where, hint,
                 PL_ID("experiment.column-has-no-unit") "column \"%s\" has no unit, expected pixels or a length", column->header);
}

pl_status pl__calibration_columns(pl__label_reader *r, const pl_csv *csv, int index[2], bool pixel[2]) {
  for (int k = 0; k < 2; k++) PL_TRY(find_axis(r, csv, k == 0 ? 'x' : 'y', &index[k], &pixel[k]));
  return PL_OK;
}

static pl_status read_axis(pl__label_reader *r, const pl_csv *csv, int index, bool pixel, double **value) {
  return pl_csv_numbers(r->scratch, csv, index, pixel ? PL_DIM_NONE : PL_DIM_LENGTH, pixel ? "1" : NULL, value);
}

static pl_status read_marks(pl__label_reader *r, pl_json *value, pl__calibration *c) {
  static const char *const names[] = {"board-x", "board-y"};
  const char *name;
  pl_csv *csv;
  double *column[4];
  PL_TRY(pl_json_text(r->ctx, value, &name));
  char *path = pl_path_join(r->scratch, r->directory, name);
  if (!path) return PL_ERROR_MEMORY;
  pl_where where = pl_json_where(value);
  if (!pl_file_exists(path))
    return pl_fail(r->ctx, PL_ERROR_FILE, &where, "names are relative to the folder of the experiment file",
                   PL_ID("experiment.does-not-exist-looked") "\"%s\" does not exist (looked for %s)", name, path);
  PL_TRY(pl_csv_load(r->scratch, path, &csv));
  PL_TRY(pl__record_input(r->ctx, r->m, path));
  where = (pl_where){.file = csv->file, .line = csv->header_line};
  if (csv->n_row < 4 || csv->n_row > MAX_MARK)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "label at least four marks, better ten or more", "has %d marks, must have 4 to %d",
                   csv->n_row, MAX_MARK);
  int axis[2], index;
  bool in_pixels[2];
  PL_TRY(pl__calibration_columns(r, csv, axis, in_pixels));
  for (int k = 0; k < 2; k++) {
    where.key = csv->column[axis[k]].header;
    if (!in_pixels[k])
      return pl_fail(r->ctx, PL_ERROR_UNIT, &where, "x and y are pixels of the photograph, board-x and board-y lengths on the board",
                     PL_ID("experiment.length-must-pixels") "is a length, must be pixels");
    PL_TRY(read_axis(r, csv, axis[k], true, &column[k]));
    PL_TRY(pl_csv_find(r->ctx, csv, names[k], NULL, &index));
    PL_TRY(pl_csv_numbers(r->scratch, csv, index, PL_DIM_LENGTH, NULL, &column[2 + k]));
  }
  double *pixel = pl_arena_alloc(r->scratch, 2 * (size_t)csv->n_row, sizeof *pixel);
  double *board = pl_arena_alloc(r->scratch, 2 * (size_t)csv->n_row, sizeof *board);
  if (!pixel || !board) return PL_ERROR_MEMORY;
  for (int i = 0; i < csv->n_row; i++)
    for (int k = 0; k < 2; k++) {
      pixel[2 * i + k] = column[k][i];
      board[2 * i + k] = column[2 + k][i];
    }
  where.key = NULL;
  return fit_plane(r, &where, csv->n_row, pixel, board, c);
}

// ---- the calibration ----

pl_status pl__calibration_read(pl__label_reader *r, pl__calibration *c) {
  static const char *const senses[] = {"down", "up"};
  *c = (pl__calibration){.value = pl__label_setting(r, "calibration")};
  if (!c->value) return PL_OK;
  pl_where where = pl_json_where(c->value);
  if (c->value->kind != PL_JSON_OBJECT)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where,
                   "write {\"scale\": \"0.25 mm/px\"} or {\"corners\": [[...], ...], \"rectangle\": [\"800 mm\", \"600 mm\"]}",
                   PL_ID("experiment.must-object") "must be an object {...}");
  pl_json *y = pl_json_find(c->value, "y"), *image = pl_json_find(c->value, "image");
  if (y) {
    int up;
    PL_TRY(pl_json_choice(r->ctx, y, 2, senses, &up));
    c->y = up ? 1 : -1;
  }
  if (image) {
    PL_TRY(read_pixels(r, image, "[6000, 4000]", c->image));
    where = pl_json_where(image);
    if (!(c->image[0] >= 1 && c->image[1] >= 1))
      return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write [6000, 4000], width and height in pixels", "the image has no size");
  }
  pl_json *way[] = {pl_json_find(c->value, "scale"), pl_json_find(c->value, "corners"), pl_json_find(c->value, "marks")};
  static pl_status (*const read[])(pl__label_reader *, pl_json *, pl__calibration *) = {read_scale, read_corners, read_marks};
  pl_json *rectangle = pl_json_find(c->value, "rectangle");
  int n = (way[0] != NULL) + (way[1] != NULL) + (way[2] != NULL);
  where = pl_json_where(c->value);
  if (n > 1)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "keep one of them",
                   PL_ID("experiment.has-more-one-scale") "has more than one of scale, corners and marks");
  if (rectangle && !way[1])
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write \"corners\": [[412, 388], ...], in pixels",
                   "has a rectangle without its corners");
  for (int k = 0; k < 3; k++)
    if (way[k]) return read[k](r, way[k], c);
  return PL_OK;
}

bool pl__calibration_map(const pl__calibration *c, const double pixel[2], double board[2]) {
  if (c->kind == PL_CALIBRATION_PLANE) return pl_homography_map(&c->plane, pixel, board);
  board[0] = c->scale * pixel[0];
  board[1] = (c->y > 0 ? c->scale : -c->scale) * pixel[1];
  return true;
}

static const char *source_text(pl__label_reader *r, const pl__calibration *c) {
  char number[40];
  if (c->kind == PL_CALIBRATION_SCALE)
    return pl_arena_printf(r->m->arena, "pixels, %s mm/px", pl_number_people(1e3 * c->scale, number, sizeof number));
  if (c->n_mark == 4) return "pixels, plane map through 4 marks (exact: more marks would show its error)";
  return pl_arena_printf(r->m->arena, "pixels, plane map through %d marks, reprojection error %s mm rms", c->n_mark,
                         pl_number_people(1e3 * c->error, number, sizeof number));
}

static pl_status map_row(pl__label_reader *r, const pl__calibration *c, const pl_csv *csv, int row, double *point) {
  double pixel[2] = {point[0], point[1]};
  bool outside = false;
  for (int k = 0; k < 2; k++) outside = outside || !(pixel[k] >= 0) || (c->image[k] > 0 ? pixel[k] > c->image[k] : pixel[k] > MAX_PIXEL);
  if (outside && c->image[0] > 0)
    return pl__label_fail_row(r, csv, row, "correct the point, or \"image\": [width, height] of the calibration",
                              PL_ID("experiment.point-px-lies-outside") "the point (%g, %g) px lies outside the image of %g x %g px",
                              pixel[0], pixel[1], c->image[0], c->image[1]);
  if (outside) return pl__label_fail_row(r, csv, row, "correct the point", "the point (%g, %g) px lies in no image", pixel[0], pixel[1]);
  if (!pl__calibration_map(c, pixel, point))
    return pl__label_fail_row(r, csv, row, "check the corners of the calibration and the point",
                              "the point (%g, %g) px lies beyond the horizon of the board", pixel[0], pixel[1]);
  return PL_OK;
}

static pl_status check_columns(pl__label_reader *r, const pl__calibration *c, const pl_csv *csv, const int index[2], const bool pixel[2]) {
  pl_where where = {.file = csv->file, .line = csv->header_line, .key = csv->column[index[0]].header};
  if (pixel[0] != pixel[1])
    return pl_fail(r->ctx, PL_ERROR_UNIT, &where, "write both in pixels or both in mm",
                   PL_ID("experiment.not-same-kind-unit") "x and y are not in the same kind of unit");
  if (pixel[0] && c->kind == PL_CALIBRATION_NONE)
    return pl_fail(
        r->ctx, PL_ERROR_INPUT, &where,
        "write \"calibration\": {\"scale\": \"0.25 mm/px\"} or {\"corners\": [...], \"rectangle\": [...]} in the experiment file",
        PL_ID("experiment.points-pixels-there-no") "the points are in pixels, and there is no calibration");
  if (pixel[0] || c->kind == PL_CALIBRATION_NONE) return PL_OK;
  where = pl_json_where(c->value);
  return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "remove it, or give it only in the tests whose points are in pixels",
                 "the points of %s are lengths already: a calibration has nothing to do", csv->file);
}

pl_status pl__calibration_points(pl__label_reader *r, const pl__calibration *c, const pl_csv *csv, pl__board_points *points) {
  int index[2];
  bool pixel[2];
  double *column[2];
  PL_TRY(pl__calibration_columns(r, csv, index, pixel));
  PL_TRY(check_columns(r, c, csv, index, pixel));
  for (int k = 0; k < 2; k++) PL_TRY(read_axis(r, csv, index[k], pixel[k], &column[k]));
  points->pixels = pixel[0];
  points->source = pixel[0] ? source_text(r, c) : "lengths as given";
  points->x = pl_arena_alloc(r->scratch, 2 * (size_t)csv->n_row + 1, sizeof *points->x);
  if (!points->x || !points->source) return PL_ERROR_MEMORY;
  for (int i = 0; i < csv->n_row; i++) {
    double *x = points->x + 2 * (size_t)i;
    for (int k = 0; k < 2; k++) x[k] = column[k][i];
    if (pixel[0])
      PL_TRY(map_row(r, c, csv, i, x));
    else {
      if (c->y < 0) x[1] = -x[1] + 0.0;
      if (!(fabs(x[0]) <= MAX_SIZE && fabs(x[1]) <= MAX_SIZE))
        return pl__label_fail_row(r, csv, i, "check the unit of the columns", "the point (%g, %g) m is further away than %g m", x[0], x[1],
                                  MAX_SIZE);
    }
  }
  return PL_OK;
}
