// save.c: writes hung cloths into an experiment folder: a virtual board reads like a real one.
//
// Written: DIR/experiment.json and one DIR/NAME.csv per test, in metres and newtons. Positions are exact, loads and directions to rounding.
// Cords are written, as two points 100 mm apart, where they do not pull straight down, left or right.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "protocol/biaxial-hang/hang_part.h"
#include "protocol/biaxial-hang/hang.h"

#define CORD 0.1  // m

static void add_number(pl_text *out, double value) {
  char number[40];
  pl_text_add(out, pl_number_print(value, number, sizeof number));
  pl_text_add(out, ",");
}

// Names in cells are quoted if they contain a separator.
static void add_row(const pl_test *test, int frame, const char *body, const char *cord, const char *point, const double x[2],
                    pl_text *out) {
  char number[40];
  pl_text_printf(out, "%d,", frame + 1);
  for (int load = 0; load < PL_HANG_LOADS; load++) {
    double weight, unused[2];
    pl__hang_weight(pl_hang_of(test), frame, load, &weight, unused);
    add_number(out, weight);
  }
  pl_text_printf(out, strpbrk(point, ",;\t") ? "%s%s,\"%s\"," : "%s%s,%s,", body, cord, point);
  add_number(out, x[0]);
  pl_text_printf(out, "%s\n", pl_number_print(x[1], number, sizeof number));
}

static bool usual_cord(const pl_test *test, int load) {
  for (int f = 0; f < test->n_frame; f++) {
    double weight, cord[2];
    pl__hang_weight(pl_hang_of(test), f, load, &weight, cord);
    if (cord[0] != pl__hang_default_cord[load][0] || cord[1] != pl__hang_default_cord[load][1]) return false;
  }
  return true;
}

static void add_cord(const pl_test *test, int frame, int load, pl_text *out) {
  double weight, cord[2], from[2];
  pl_hang_body body = pl__hang_loaded_body(load);
  if (usual_cord(test, load) || !pl__hang_centre(test, body, frame, from)) return;
  pl__hang_weight(pl_hang_of(test), frame, load, &weight, cord);
  double to[2] = {from[0] + CORD * cord[0], from[1] + CORD * cord[1]};
  add_row(test, frame, pl__hang_body_name[body], "-cord", "1", from, out);
  add_row(test, frame, pl__hang_body_name[body], "-cord", "2", to, out);
}

static void table_text(const pl_test *test, struct pl_text *out) {
  const pl_hang *hang = pl_hang_of(test);
  pl_text_add(out, "frame,bottom [N],left [N],right [N],body,point,x [m],y [m]\n");
  for (int f = 0; f < test->n_frame; f++) {
    const double *x = test->channel[PL_HANG_POINTS].value + 2 * (size_t)hang->n_point * (size_t)f;
    for (int i = 0; i < hang->n_point; i++)
      if (!isnan(x[2 * i])) add_row(test, f, pl__hang_body_name[hang->point[i].body], "", hang->point[i].name, x + 2 * (size_t)i, out);
    for (int load = 0; load < PL_HANG_LOADS; load++) add_cord(test, f, load, out);
  }
}

static void write_test(pl_json_writer *w, const pl_test *test, const char *file) {
  const pl_hang *hang = pl_hang_of(test);
  pl_json_put_quantity(w, "cut", test->angle, PL_DIM_ANGLE);
  pl_json_put_quantity(w, "width", hang->width, PL_DIM_LENGTH);
  pl_json_put_quantity(w, "height", hang->height, PL_DIM_LENGTH);
  pl_json_put_quantity(w, "clip", hang->clip, PL_DIM_LENGTH);
  pl_json_put_quantity(w, "slat", hang->slat / hang->gravity, PL_DIM_MASS);
  pl_json_put_quantity(w, "holder", hang->holder / hang->gravity, PL_DIM_MASS);
  if (hang->clip_weight > 0) pl_json_put_quantity(w, "clip-mass", hang->clip_weight / hang->gravity, PL_DIM_MASS);
  pl_json_put_quantity(w, "gravity", hang->gravity, PL_DIM_ACCELERATION);
  if (test->channel[PL_HANG_POINTS].sigma > 0) pl_json_put_quantity(w, "sigma", test->channel[PL_HANG_POINTS].sigma, PL_DIM_LENGTH);
  pl_json_put_quantity(w, "cut-sigma", hang->cut_sigma, PL_DIM_ANGLE);
  pl_json_put_number(w, "stretch-sigma", hang->stretch_sigma);
  pl_json_put_text(w, "points", file);
}

pl_status pl__hang_save(pl_context *ctx, const char *directory, const pl_measurement *m) {
  static const pl__label_writer writer = {.test = write_test, .table = table_text};
  return pl__label_save(ctx, directory, m, &writer);
}
