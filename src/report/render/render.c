// render.c: see render.h. A picture is a grid of tiles, one per frame and side, with one camera and one colour scale.
#include "report/render/render.h"

#include <cairo.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/figure/draw.h"
#include "report/render/render_parts.h"

enum { MAX_PIXEL = 1 << 28, COUNT_SHEET = 6 };

#define ROW(field) offsetof(pl_render_options, field)
static const pl_option option_rows[] = {
    {"width", ROW(width), PL_OPTION_INT, 640, 16, 8192, PL_DIM_NONE, NULL, "maximum width in pixels of one picture of a shape"},
    {"height", ROW(height), PL_OPTION_INT, 480, 16, 8192, PL_DIM_NONE, NULL, "maximum height in pixels"},
    {"trim", ROW(whole), PL_OPTION_CHOICE, 0, 0, 0, PL_DIM_NONE, "on|off",
     "remove white space common to all frames; off: every picture is width x height"},
    {"samples", ROW(samples), PL_OPTION_INT, 3, 1, 8, PL_DIM_NONE, NULL, "samples per pixel, across and down: smooth edges"},
    {"azimuth", ROW(azimuth), PL_OPTION_TEXT, 0, 0, 0, PL_DIM_NONE, "auto",
     "direction of the camera around the vertical, 0 deg is along +y with x to the right"},
    {"elevation", ROW(elevation), PL_OPTION_TEXT, 0, 0, 0, PL_DIM_NONE, "auto",
     "angle of the camera above the horizon; 90 deg looks straight down"},
    {"zoom", ROW(zoom), PL_OPTION_REAL, 1, 0.01, 1000, PL_DIM_NONE, NULL, "1: everything fits into the picture"},
    {"cut", ROW(cut), PL_OPTION_TEXT, 0, 0, 0, PL_DIM_NONE, NULL,
     "plane through solids whose nearer part is removed: a fraction of their bounding box, x=0.5, or a position, \"x=12 mm\""},
    {"shading", ROW(flat), PL_OPTION_CHOICE, 0, 0, 0, PL_DIM_NONE, "smooth|flat", "smooth shading, or one shade per triangle"},
    {"wireframe", ROW(wireframe), PL_OPTION_BOOL, 0, 0, 1, PL_DIM_NONE, NULL, "draw the edges of the triangles"},
    {"checker", ROW(checker), PL_OPTION_BOOL, 0, 0, 1, PL_DIM_NONE, NULL, "a checkerboard along warp and weft"},
    {"square", ROW(square), PL_OPTION_REAL, 0, 0, 100, PL_DIM_LENGTH, NULL,
     "size of its squares; 0 m: a round number, about 12 over the cloth"},
    {"colour", ROW(colour), PL_OPTION_CHOICE, PL_RENDER_PLAIN, 0, 0, PL_DIM_NONE, "plain|strain|warp|weft|shear|residual|stress|stiffness",
     "field on surfaces and cuts. strain: the largest one. warp, weft: those strains. shear: the shear angle. residual: the distance of "
     "measured and simulated shape. stress: of simulated shapes, the largest tension, for solids von Mises. stiffness: of a heterogeneous "
     "material"},
    {"limit", ROW(limit), PL_OPTION_REAL, 0, 0, 1e9, PL_DIM_NONE, NULL,
     "end of the colour scale in its unit (%, degrees, mm, N/m, kPa); 0: the scale spans all but 2 % of the values at either end"},
    {"show", ROW(side), PL_OPTION_CHOICE, 0, 0, 0, PL_DIM_NONE, "both|measured|simulated", "which shapes; both: side by side"},
    {"test", ROW(test), PL_OPTION_TEXT, 0, 0, 0, PL_DIM_NONE, NULL, "name of the test, if there are several; default: the first"},
    {"frames", ROW(frames), PL_OPTION_TEXT, 0, 0, 0, PL_DIM_NONE, NULL,
     "all, first, last, or numbers and ranges as in the files: 0,10,20-40:5"},
    {"count", ROW(count), PL_OPTION_INT, 0, 0, 100000, PL_DIM_NONE, NULL,
     "number of evenly spread frames if none are named; 0: 6 in one picture, all into a folder"},
    {"font", ROW(font), PL_OPTION_TEXT, 0, 0, 0, PL_DIM_NONE, "DejaVu Sans", "font family; the nearest installed one is used"},
};
const pl_option_table pl_render_option_table = {.name = "render",
                                                .title = "Pictures of shapes (`pliant render`)",
                                                .struct_size = sizeof(pl_render_options),
                                                .n_option = sizeof option_rows / sizeof option_rows[0],
                                                .option = option_rows};

pl_render_options pl_render_options_default(void) {
  pl_render_options options;
  pl_options_default(&pl_render_option_table, &options);
  return options;
}

// ---- scene ----

// What is drawn, and how. members: the parts of one picture, made together and used for all of its tiles.
typedef struct scene {
  pl_context *ctx;
  pl_arena *arena;
  const pl_render_options *options;
  pl_film film;
  bool side[2];
  int n_side;
  pl_camera camera;
  int width, height;  // px of a tile
  pl_look look[2];    // by side
  pl_cut cut;
  pl_render_field field;
  pl_raster raster;
  double *value, *weight;  // [largest n_vertex]
  double letter;           // px
} scene;

static pl_status read_angle(pl_context *ctx, const char *key, const char *text, double *rad) {
  pl_dim dim;
  bool has_unit;
  pl_where where = {.key = key};
  *rad = NAN;
  if (strcmp(text, "auto") == 0) return PL_OK;
  if (!pl_quantity_parse(text, rad, &dim, &has_unit) || !has_unit || !pl_dim_equal(dim, PL_DIM_ANGLE) || !isfinite(*rad))
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "write it with its unit: \"30 deg\"", "\"%.40s\" is neither an angle nor auto", text);
  return PL_OK;
}

static pl_status choose_sides(scene *s, const char *source) {
  bool any[2] = {false, false};
  static const char *const name[2] = {"measured", "simulated"};
  for (int b = 0; b < s->film.n_body; b++)
    for (int k = 0; k < 2; k++) any[k] = any[k] || s->film.body[b].x[k];
  pl_where where = {.file = source};
  int wanted = s->options->side - 1;
  if (wanted >= 0 && !any[wanted])
    return pl_fail(s->ctx, PL_ERROR_INPUT, &where, "leave --show out", PL_ID("render.no-such-shapes") "there are no %s shapes here",
                   name[wanted]);
  for (int k = 0; k < 2; k++) s->side[k] = any[k] && (wanted < 0 || wanted == k), s->n_side += s->side[k];
  if (s->options->colour == PL_RENDER_RESIDUAL && !(any[0] && any[1]))
    return pl_fail(s->ctx, PL_ERROR_INPUT, &where, "colour by strain, or render the result of a fit to measured meshes",
                   PL_ID("render.no-residual") "the residual needs measured and simulated shapes, and there are only %s ones",
                   name[any[1]]);
  return PL_OK;
}

// Error: the shapes cannot be coloured this way, with the alternatives.
static pl_status no_field(scene *s, const char *source) {
  pl_where where = {.file = source};
  switch (s->options->colour) {
  case PL_RENDER_STRESS:
    return pl_fail(s->ctx, PL_ERROR_INPUT, &where,
                   "render the result of a fit or prediction, made again when it is older than this program",
                   PL_ID("render.no-stress") "there is no stress here: only simulated shapes of a result have it");
  case PL_RENDER_STIFFNESS:
    return pl_fail(s->ctx, PL_ERROR_INPUT, &where, "fit with --samples for a map",
                   PL_ID("render.no-map") "the material is homogeneous: there is no stiffness map");
  default:
    return pl_fail(s->ctx, PL_ERROR_INPUT, &where, "colour a solid by strain, a mesh by what its rest shape allows",
                   "the shapes have nothing to colour by %s", s->field.title);
  }
}

// The values of everything shown, at most some millions, into memory that the caller frees; n = 0: there are none.
static pl_status all_values(scene *s, double **out, int *n) {
  enum { MOST = 4000000 };
  double total = 0;
  for (int b = 0; b < s->film.n_body; b++) total += (double)s->n_side * s->film.n_frame * s->film.body[b].n_vertex;
  int every = (int)fmax(1, ceil(total / MOST)), count = 0;
  *n = 0;
  *out = pl_alloc(s->ctx, (size_t)(total / every) + (size_t)(2 * s->film.n_body * s->film.n_frame) + 1, sizeof **out);
  if (!*out) return PL_ERROR_MEMORY;
  for (int b = 0; b < s->film.n_body; b++)
    for (int k = 0; k < 2; k++)
      for (int f = 0; f < s->film.n_frame; f++) {
        if (!s->side[k]) continue;
        if (!pl__render_field(&s->film.body[b], k, f, &s->field, (pl_render_colour)s->options->colour, s->value, s->weight)) continue;
        for (int32_t v = 0; v < s->film.body[b].n_vertex; v++)
          if (isfinite(s->value[v]) && count++ % every == 0) (*out)[(*n)++] = s->value[v];
      }
  return PL_OK;
}

// One scale for all shapes. Clamp corners are singular: the extreme few per cent of the values would leave the rest in one colour.
static pl_status make_field(scene *s, const char *source) {
  pl_render_colour colour = (pl_render_colour)s->options->colour;
  if (colour == PL_RENDER_PLAIN) return PL_OK;
  if (!pl__render_field_row(s->arena, &s->film, colour, &s->field)) return no_field(s, source);
  double *value;
  int n;
  PL_TRY(all_values(s, &value, &n));
  if (n > 0) pl__render_scale(n, value, colour == PL_RENDER_STIFFNESS, &s->field);
  pl_free(s->ctx, value);
  if (n == 0) return no_field(s, source);
  if (s->options->limit > 0) {
    s->field.high = s->options->limit, s->field.clipped = false;
    s->field.low = s->field.colours == PL_SCALE_STRAIN ? -s->field.high : fmin(s->field.low, 0.5 * s->field.high);
  }
  for (int k = 0; k < 2; k++) s->look[k].field = &s->field;
  return PL_OK;
}

// About 12 squares of 1, 2 or 5 times a power of ten over the larger side of the first cloth.
static double choose_square(const pl_film *film) {
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  const pl_film_body *body = &film->body[0];
  for (int32_t v = 0; v < body->n_vertex; v++)
    for (int k = 0; k < 2; k++) {
      double at = body->rest[body->n_rest * v + k];
      low[k] = fmin(low[k], at), high[k] = fmax(high[k], at);
    }
  double wanted = fmax(high[0] - low[0], high[1] - low[1]) / 12, power = pow(10, floor(log10(wanted)));
  if (!(wanted > 0)) return 0;
  return power * (wanted < 1.5 * power ? 1 : wanted < 3.5 * power ? 2 : wanted < 7.5 * power ? 5 : 10);
}

// "hang, frame 12, measured": the label of a tile.
static void tile_label(const scene *s, int frame, int side, pl_text *text) {
  bool there = false;
  for (int b = 0; b < s->film.n_body; b++) there = there || (s->film.body[b].x[side] && s->film.body[b].has[side][frame]);
  if (s->film.name[0]) pl_text_printf(text, "%s, ", s->film.name);
  if (s->film.pose)
    pl_text_add(text, s->film.pose[frame]);
  else
    pl_text_printf(text, "frame %d", s->film.number[frame]);
  if (s->n_side == 2 || s->film.name[0]) pl_text_add(text, side == PL_FILM_MEASURED ? ", measured" : ", simulated");
  if (!there) pl_text_add(text, ": no equilibrium");
}

static bool is_labelled(const scene *s) { return s->film.n_frame > 1 || s->n_side == 2 || s->film.name[0]; }

static void choose_font(const scene *s, pl_pen *pen) {
  cairo_select_font_face(pen->cr, s->options->font, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  pl__draw_size(pen, s->letter);
}

// The widest label, px.
static pl_status label_width(scene *s, double *width) {
  cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1);
  pl_pen pen = {.cr = cairo_create(image)};
  pl_text_init(&pen.text, s->ctx);
  choose_font(s, &pen);
  *width = 0;
  for (int f = 0; f < s->film.n_frame; f++)
    for (int k = 0; k < 2; k++) {
      if (!s->side[k]) continue;
      pl_text *text = pl__draw_fresh(&pen);
      tile_label(s, f, k, text);
      if (!text->failed) *width = fmax(*width, pl__draw_width(&pen, text->data));
    }
  pl_status status = pen.text.failed || cairo_status(pen.cr) != CAIRO_STATUS_SUCCESS ? PL_ERROR_MEMORY : PL_OK;
  cairo_destroy(pen.cr);
  pl_text_clear(&pen.text);
  cairo_surface_destroy(image);
  return status;
}

// The camera, and the tile size that its contents need: a cube in a wide tile would be mostly white.
static pl_status aim(scene *s, double azimuth, double elevation) {
  const pl_render_options *o = s->options;
  double label = is_labelled(s) ? 1.6 * s->letter : 0, least = 0, size[2] = {o->width, o->height};
  s->camera = pl__render_camera(&s->film, s->side, azimuth, elevation, o->zoom, o->width, o->height, label);
  if (!o->whole) {
    if (is_labelled(s)) PL_TRY(label_width(s, &least));
    pl__camera_trim(&s->film, s->side, &s->camera, label, least + s->letter, size);
  }
  // even, as video encoders require
  s->width = o->whole ? o->width : 2 * (int)ceil(0.5 * size[0]);
  s->height = o->whole ? o->height : 2 * (int)ceil(0.5 * size[1]);
  return PL_OK;
}

static pl_status prepare(scene *s, const char *source) {
  const pl_render_options *o = s->options;
  double azimuth, elevation;
  int32_t n_vertex = 0;
  PL_TRY(read_angle(s->ctx, "--azimuth", o->azimuth, &azimuth));
  PL_TRY(read_angle(s->ctx, "--elevation", o->elevation, &elevation));
  PL_TRY(choose_sides(s, source));
  if (o->cut[0]) PL_TRY(pl__render_cut(s->ctx, source, o->cut, &s->film, s->side, &s->cut));
  for (int b = 0; b < s->film.n_body; b++) n_vertex = s->film.body[b].n_vertex > n_vertex ? s->film.body[b].n_vertex : n_vertex;
  s->value = pl_arena_alloc(s->arena, (size_t)n_vertex + 1, sizeof *s->value);
  s->weight = pl_arena_alloc(s->arena, (size_t)n_vertex + 1, sizeof *s->weight);
  if (!s->value || !s->weight) return PL_ERROR_MEMORY;
  PL_TRY(make_field(s, source));
  s->letter = fmax(10, fmin(0.034 * o->height, 0.03 * o->width));
  PL_TRY(aim(s, azimuth, elevation));
  // the camera is that of the whole body, so that several cuts can be compared. The part on the viewer's side of the plane is removed
  int axis = s->cut.axis;
  s->cut.above = s->camera.centre[axis] + s->camera.distance * s->camera.toward[axis] < s->cut.level;
  // measured is grey, simulated the blue of predictions, both light enough for shades
  double blue[3];
  pl__colour(1, blue);
  for (int k = 0; k < 3; k++) s->look[0].base[k] = 0.84 - 0.02 * k, s->look[1].base[k] = 0.4 * blue[k] + 0.6;
  for (int k = 0; k < 2; k++) {
    s->look[k].options = o, s->look[k].cut = o->cut[0] ? &s->cut : NULL;
    if (o->checker) s->look[k].square = o->square > 0 ? o->square : choose_square(&s->film);
  }
  static const double white[3] = {1, 1, 1};
  return pl_raster_create(s->arena, s->width * o->samples, s->height * o->samples, white, &s->raster);
}

// ---- pictures ----

// Draws one tile at (x, y) px of the image.
static pl_status draw_tile(scene *s, cairo_surface_t *image, int frame, int side, int x, int y) {
  static const double white[3] = {1, 1, 1};
  const pl_render_options *o = s->options;
  pl_raster_clear(&s->raster, white);
  for (int b = 0; b < s->film.n_body; b++) {
    const pl_film_body *body = &s->film.body[b];
    bool coloured =
        o->colour != PL_RENDER_PLAIN && pl__render_field(body, side, frame, &s->field, (pl_render_colour)o->colour, s->value, s->weight);
    PL_TRY(pl__render_body(s->ctx, &s->raster, &s->camera, &s->look[side], body, side, frame, coloured ? s->value : NULL));
  }
  cairo_surface_flush(image);
  int stride = cairo_image_surface_get_stride(image);
  pl_raster_resolve(&s->raster, o->samples, cairo_image_surface_get_data(image) + (size_t)y * (size_t)stride + 4 * (size_t)x, stride);
  cairo_surface_mark_dirty(image);
  return PL_OK;
}

static void label_tile(scene *s, pl_pen *pen, int frame, int side, int x, int y) {
  pl_text *text = pl__draw_fresh(pen);
  tile_label(s, frame, side, text);
  pl__draw_ink(pen, 0, 1);
  pl__draw_text(pen, x + 0.5 * s->letter, y + 1.2 * s->letter, 0, text->data);
}

// Columns that make the picture about twice as wide as high, without a much shorter row; a frame is n_side shapes above each other.
static int grid_columns(const scene *s, int n) {
  int columns = (int)lround(sqrt(n * 2.0 * s->n_side * s->height / s->width));
  columns = columns > n ? n : columns < 1 ? 1 : columns;
  int rows = (n + columns - 1) / columns;
  return (n + rows - 1) / rows;
}

static void draw_bar(scene *s, pl_pen *pen, double left, double height) {
  pl_scale scale = {.low = s->field.low, .high = s->field.high, .colours = s->field.colours};
  double tall = fmin(0.8 * height - 2 * s->letter, 25 * s->letter), top = 0.5 * (height - tall);
  cairo_set_line_width(pen->cr, fmax(0.06 * s->letter, 1));
  pl__draw_scale(pen, &scale, (pl_box){left + 2.2 * s->letter, top, 1.1 * s->letter, tall});
  pl__draw_text_up(pen, left + 1.4 * s->letter, 0.5 * height, 0.5, s->field.title);
  if (!s->field.clipped) return;
  pl__draw_size(pen, 0.8 * s->letter);
  pl__draw_text(pen, left + 0.6 * s->letter, top + tall + 1.9 * s->letter, 0,
                "2\xE2\x80\x93"
                "98 % of values");
  pl__draw_size(pen, s->letter);
}

// Frames [first, first + n) in a grid, measured above simulated; for a single frame side by side.
static pl_status draw_picture(scene *s, int first, int n, bool labelled, pl_text *out) {
  const pl_render_options *o = s->options;
  bool beside = s->n_side == 2 && n == 1;
  int bar = o->colour != PL_RENDER_PLAIN ? (int)(8.5 * s->letter) : 0, columns = grid_columns(s, n);
  int rows = beside ? 1 : s->n_side * ((n + columns - 1) / columns), width = (beside ? 2 : columns) * s->width + bar,
      height = rows * s->height;
  pl_where where = {.key = "--width"};
  if ((double)width * height > MAX_PIXEL || width > 32767 || height > 32767)
    return pl_fail(s->ctx, PL_ERROR_INPUT, &where, "choose fewer frames, or smaller pictures", "the picture would be %d x %d pixels", width,
                   height);
  cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
  pl_pen pen = {.cr = cairo_create(image)};
  pl_text_init(&pen.text, s->ctx);
  cairo_set_source_rgb(pen.cr, 1, 1, 1);
  cairo_paint(pen.cr);
  choose_font(s, &pen);
  pl_status status = cairo_status(pen.cr) == CAIRO_STATUS_SUCCESS ? PL_OK : PL_ERROR_MEMORY;
  for (int i = 0; i < n && status == PL_OK; i++)
    for (int k = 0, row = 0; k < 2 && status == PL_OK; k++) {
      if (!s->side[k]) continue;
      int x = beside ? row * s->width : i % columns * s->width, y = beside ? 0 : (s->n_side * (i / columns) + row) * s->height;
      status = draw_tile(s, image, first + i, k, x, y);
      if (labelled) label_tile(s, &pen, first + i, k, x, y);
      row++;
    }
  if (bar) draw_bar(s, &pen, width - bar, height);
  if (status == PL_OK && pen.text.failed) status = PL_ERROR_MEMORY;
  cairo_destroy(pen.cr);
  pl_text_clear(&pen.text);
  if (status == PL_OK) status = pl__draw_png(s->ctx, image, out);
  cairo_surface_destroy(image);
  return status;
}

static pl_status one_file(scene *s, int first, int n, bool labelled, const char *path, pl_render_files *files) {
  pl_text png;
  pl_text_init(&png, s->ctx);
  pl_status status = draw_picture(s, first, n, labelled, &png);
  if (status == PL_OK) status = pl_file_write(s->ctx, path, png.data, png.size);
  pl_text_clear(&png);
  if (status == PL_OK) files->path[files->n++] = path;
  return status;
}

pl_status pl_render(pl_arena *arena, const char *source, const char *out, const pl_render_options *options, pl_render_files *files) {
  const char *ending = strrchr(pl_path_name(out), '.');
  bool sheet = ending && strcmp(ending, ".png") == 0;
  scene s = {.ctx = pl_arena_context(arena), .arena = arena, .options = options};
  *files = (pl_render_files){0};
  int count = options->count > 0 ? options->count : sheet ? COUNT_SHEET : INT32_MAX;
  PL_TRY(pl_film_load(arena, source, options->test, options->frames, count, &s.film));
  PL_TRY(prepare(&s, source));
  files->path = pl_arena_alloc(arena, (size_t)s.film.n_frame + 1, sizeof *files->path);
  if (!files->path) return PL_ERROR_MEMORY;
  pl_status status = PL_OK;
  bool labelled = is_labelled(&s);
  if (sheet) {
    status = one_file(&s, 0, s.film.n_frame, labelled, out, files);
  } else {
    status = pl_directory_create(s.ctx, out);
    for (int f = 0; f < s.film.n_frame && status == PL_OK; f++) {
      const char *path = pl_arena_printf(arena, "%s/frame-%05d.png", out, s.film.number[f]);
      status = path ? one_file(&s, f, 1, labelled, path, files) : PL_ERROR_MEMORY;
    }
  }
  pl__draw_forget();
  return status;
}
