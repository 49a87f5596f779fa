// draw.c: see draw.h.
#include "report/figure/draw.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/figure/markup.h"
#include "report/figure/plot_frame.h"

const char *const pl_format_name[PL_N_FORMAT] = {"svg", "pdf", "png"};

// ---- files ----

static cairo_status_t append(void *user, const unsigned char *data, unsigned n) {
  pl_text *out = user;
  pl_text_add_bytes(out, (const char *)data, n);
  return out->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

// Converts a cairo status to our error.
static pl_status outcome(pl_context *ctx, cairo_status_t status) {
  if (status == CAIRO_STATUS_SUCCESS) return PL_OK;
  if (status == CAIRO_STATUS_NO_MEMORY)
    return pl_fail(ctx, PL_ERROR_MEMORY, NULL, "make the picture smaller", "out of memory while a picture was drawn");
  return pl_fail(ctx, PL_ERROR_INTERNAL, NULL, "try another --format or --font", "the picture could not be drawn: %s",
                 cairo_status_to_string(status));
}

static cairo_surface_t *open_surface(pl_format format, double width, double height, double dpi, const char *title, pl_text *out) {
  if (format == PL_FORMAT_SVG) {
    cairo_surface_t *surface = cairo_svg_surface_create_for_stream(append, out, width, height);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PT);
    return surface;
  }
  if (format == PL_FORMAT_PDF) {
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(append, out, width, height);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title);
    return surface;
  }
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)lround(width * dpi / 72), (int)lround(height * dpi / 72));
  cairo_surface_set_device_scale(surface, dpi / 72, dpi / 72);
  return surface;
}

pl_status pl__draw_file(pl_context *ctx, pl_format format, double width, double height, double dpi, const char *font, const char *title,
                        pl_draw_page draw, const void *user, pl_text *out) {
  cairo_surface_t *surface = open_surface(format, width, height, dpi, title, out);
  pl_pen pen = {.cr = cairo_create(surface)};
  pl_text_init(&pen.text, ctx);
  // letters keep their shape at every size: SVG may be enlarged
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options(pen.cr, options);
  cairo_font_options_destroy(options);
  cairo_select_font_face(pen.cr, font, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  pl__draw_size(&pen, PL_TICK_SIZE);
  cairo_set_source_rgb(pen.cr, 1, 1, 1);
  cairo_paint(pen.cr);
  draw(&pen, user);
  cairo_status_t status = cairo_status(pen.cr);
  cairo_destroy(pen.cr);
  if (status == CAIRO_STATUS_SUCCESS && format == PL_FORMAT_PNG) status = cairo_surface_write_to_png_stream(surface, append, out);
  cairo_surface_finish(surface);
  if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(surface);
  cairo_surface_destroy(surface);
  if (out->failed || pen.text.failed) status = CAIRO_STATUS_NO_MEMORY;
  pl_text_clear(&pen.text);
  return outcome(ctx, status);
}

pl_status pl__draw_png(pl_context *ctx, cairo_surface_t *image, pl_text *out) {
  return outcome(ctx, cairo_surface_write_to_png_stream(image, append, out));
}

void pl__draw_forget(void) { cairo_debug_reset_static_data(); }

// Fontconfig keeps its patterns by offsets, which the leak checker does not follow, so its cache is not a leak. FcFini would free it, but
// belongs to the host program.
#if defined(__SANITIZE_ADDRESS__)
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libfontconfig\n"; }
#endif

// ---- ink and letters ----

void pl__draw_ink(pl_pen *pen, int colour, double alpha) {
  double rgb[3];
  pl__colour(colour, rgb);
  cairo_set_source_rgba(pen->cr, rgb[0], rgb[1], rgb[2], alpha);
}

pl_text *pl__draw_fresh(pl_pen *pen) {
  pen->text.size = 0;
  if (pen->text.capacity) pen->text.data[0] = '\0';
  return &pen->text;
}

void pl__draw_grey(pl_pen *pen, double grey) { cairo_set_source_rgb(pen->cr, grey, grey, grey); }

void pl__draw_size(pl_pen *pen, double size) {
  pen->size = size;
  cairo_set_font_size(pen->cr, size);
}

double pl__draw_width(pl_pen *pen, const char *text) {
  cairo_text_extents_t extents;
  cairo_text_extents(pen->cr, text, &extents);
  return extents.x_advance;
}

void pl__draw_text(pl_pen *pen, double x, double y, double anchor, const char *text) {
  if (!text[0]) return;
  cairo_move_to(pen->cr, x - anchor * pl__draw_width(pen, text), y);
  cairo_show_text(pen->cr, text);
  cairo_new_path(pen->cr);
}

void pl__draw_text_up(pl_pen *pen, double x, double y, double anchor, const char *text) {
  cairo_save(pen->cr);
  cairo_translate(pen->cr, x, y);
  cairo_rotate(pen->cr, -acos(-1.0) / 2);
  pl__draw_text(pen, 0, 0, anchor, text);
  cairo_restore(pen->cr);
}

void pl__draw_line(pl_pen *pen, double x0, double y0, double x1, double y1) {
  cairo_move_to(pen->cr, x0, y0);
  cairo_line_to(pen->cr, x1, y1);
  cairo_stroke(pen->cr);
}

void pl__draw_disc(pl_pen *pen, double x, double y, double radius) {
  cairo_new_sub_path(pen->cr);
  cairo_arc(pen->cr, x, y, radius, 0, 2 * acos(-1.0));
  cairo_close_path(pen->cr);
}

const char *pl__draw_fit(pl_pen *pen, const char *text, double width) {
  for (size_t n = strlen(text), all = n;;) {
    pl_text *out = pl__draw_fresh(pen);
    pl_text_add_bytes(out, text, n);
    if (n < all) pl_text_add(out, "\xE2\x80\xA6");
    if (n == 0 || out->failed || pl__draw_width(pen, out->data) <= width) return out->data;
    // remove one character, not one byte
    do n--;
    while (n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80);
  }
}

void pl__draw_log_label(const double decades[2], double value, pl_text *out) {
  if (decades[0] >= -2 && decades[1] < 4) {
    pl__tick_text(value, value, out);
    return;
  }
  int decade = (int)floor(log10(value) + 1e-9);
  double digit = value / pow(10, decade);
  char power[16];
  if (digit > 1.5) pl_text_printf(out, "%ld\xC2\xB7", lround(digit));
  snprintf(power, sizeof power, "10^%d", decade);
  pl__markup_unit(out, power);
}

// ---- colour bars ----

void pl__draw_scale(pl_pen *pen, const pl_scale *scale, pl_box box) {
  enum { N = 64 };
  for (int i = 0; i < N; i++) {
    double rgb[3], part = box.height / N, share = (i + 0.5) / N, value = scale->low + share * (scale->high - scale->low);
    if (scale->colours != PL_SCALE_SIZE) share = 0.5 + 0.5 * value / fmax(fabs(scale->low), fabs(scale->high));
    pl__colour_scale(scale->colours, share, rgb);
    cairo_set_source_rgb(pen->cr, rgb[0], rgb[1], rgb[2]);
    // each part extends under the next one, so that no seam shows
    double top = box.y + box.height - (i + 1) * part;
    cairo_rectangle(pen->cr, box.x, fmax(top - (i < N - 1 ? 0.5 * part : 0), box.y), box.width, part * (i < N - 1 ? 1.5 : 1));
    cairo_fill(pen->cr);
  }
  pl__draw_ink(pen, 0, 1);
  cairo_set_line_width(pen->cr, 0.5);
  cairo_rectangle(pen->cr, box.x, box.y, box.width, box.height);
  cairo_stroke(pen->cr);
  double first, step;
  int n = pl_plot_ticks(scale->low, scale->high, box.height > 80 ? 6 : 4, &first, &step);
  for (int i = 0; i < n; i++) {
    double value = first + i * step, y = box.y + box.height * (1 - (value - scale->low) / (scale->high - scale->low));
    pl__draw_line(pen, box.x + box.width, y, box.x + box.width + 0.3 * pen->size, y);
    pl__tick_text(value, step, pl__draw_fresh(pen));
    pl__draw_text(pen, box.x + box.width + 0.55 * pen->size, y + 0.36 * pen->size, 0, pen->text.data);
  }
  if (scale->title) pl__draw_text(pen, box.x, box.y - 0.7 * pen->size, 0, scale->title);
}
