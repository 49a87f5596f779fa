// save.c: writes captures into an experiment folder: a virtual capture reads like a laboratory's.
//
// Written: DIR/experiment.json, and per test a folder with rest.obj, frames.bin (float64, metres), poses.csv, cords.csv and, with a table,
// supported.bin. Numbers are exact: loading gives the same measurement.
#include <string.h>

#include "base/text.h"
#include "protocol/capture/capture_part.h"
#include "measure/record.h"
#include "measure/table/curve.h"
#include "protocol/capture/capture.h"

typedef struct saver {
  pl_context *ctx;
  pl_arena *arena;
  const char *folder;  // of the test
} saver;

static pl_status write_text(const saver *s, const char *name, const pl_text *text) {
  char *path = pl_path_join(s->arena, s->folder, name);
  return path && !text->failed ? pl_file_write(s->ctx, path, text->data, text->size) : PL_ERROR_MEMORY;
}

static void add_numbers(pl_text *out, int n, const double *value) {
  char number[40];
  for (int k = 0; k < n; k++) {
    pl_text_add(out, ",");
    pl_text_add(out, pl_number_print(value[k], number, sizeof number));
  }
}

// Names in cells are quoted if they contain a separator.
static void add_name(pl_text *out, const char *name) { pl_text_printf(out, strpbrk(name, ",;\t") ? "\"%s\"" : "%s", name); }

static void poses_text(const pl_capture *capture, pl_text *out) {
  pl_text_add(out, "clip,frame,r11,r12,r13,r21,r22,r23,r31,r32,r33,x [m],y [m],z [m]\n");
  for (int c = 0; c < capture->n_clip; c++)
    for (int f = 0; f < capture->n_frame; f++) {
      add_name(out, capture->clip[c].name);
      pl_text_printf(out, ",%d", f);
      add_numbers(out, 12, capture->clip[c].pose + 12 * (size_t)f);
      pl_text_add(out, "\n");
    }
}

static void cords_text(const pl_capture *capture, pl_text *out) {
  pl_text_add(out, "cord,frame,dx,dy,dz,tension [N]\n");
  for (int c = 0; c < capture->n_cord; c++)
    for (int f = 0; f < capture->n_frame; f++) {
      add_name(out, capture->cord[c].name);
      pl_text_printf(out, ",%d", f);
      add_numbers(out, 3, capture->cord[c].direction + 3 * (size_t)f);
      add_numbers(out, 1, &capture->cord[c].tension[f]);
      pl_text_add(out, "\n");
    }
}

static pl_status save_table(const saver *s, const char *name, const pl_capture *capture, void (*fill)(const pl_capture *, pl_text *)) {
  pl_text text;
  pl_text_init(&text, s->ctx);
  fill(capture, &text);
  pl_status status = write_text(s, name, &text);
  pl_text_clear(&text);
  return status;
}

static bool little_endian(void) {
  const uint16_t one = 1;
  return *(const unsigned char *)&one == 1;
}

static pl_status save_frames(const saver *s, const pl_capture *capture) {
  size_t n = 3 * (size_t)capture->mesh->n_vertex * (size_t)capture->n_frame;
  char *path = pl_path_join(s->arena, s->folder, "frames.bin");
  if (!path) return PL_ERROR_MEMORY;
  const char *bytes = (const char *)capture->x;
  if (!little_endian()) {
    char *turned = pl_arena_alloc(s->arena, n, sizeof(double));
    if (!turned) return PL_ERROR_MEMORY;
    for (size_t i = 0; i < n * sizeof(double); i++) turned[i] = bytes[i / 8 * 8 + 7 - i % 8];
    bytes = turned;
  }
  return pl_file_write(s->ctx, path, bytes, n * sizeof(double));
}

static pl_status save_files(const saver *s, const pl_capture *capture) {
  PL_TRY(pl_directory_create(s->ctx, s->folder));
  char *rest = pl_path_join(s->arena, s->folder, "rest.obj"), *flags = pl_path_join(s->arena, s->folder, "supported.bin");
  if (!rest || !flags) return PL_ERROR_MEMORY;
  PL_TRY(pl_mesh_save(s->ctx, rest, capture->mesh, NULL, 0, NULL));
  PL_TRY(save_frames(s, capture));
  if (capture->n_clip > 0) PL_TRY(save_table(s, "poses.csv", capture, poses_text));
  if (capture->n_cord > 0) PL_TRY(save_table(s, "cords.csv", capture, cords_text));
  if (!capture->supported) return PL_OK;
  return pl_file_write(s->ctx, flags, (const char *)capture->supported, (size_t)capture->n_frame * (size_t)capture->mesh->n_vertex);
}

static void write_clips(pl_json_writer *w, const pl_capture *capture) {
  pl_json_begin_array(w, "clips");
  for (int c = 0; c < capture->n_clip; c++) {
    const pl_clip *clip = &capture->clip[c];
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", clip->name);
    pl_json_put_quantity(w, "mass", clip->mass, PL_DIM_MASS);
    pl_json_begin_array(w, "vertices");
    for (int32_t i = 0; i < clip->n_vertex; i++) pl_json_put_integer(w, NULL, clip->vertex[i]);
    pl_json_end_array(w);
    pl_json_put_text(w, "poses", "poses.csv");
    if (clip->axis[0] != 0 || clip->axis[1] != 0 || clip->axis[2] != 0) {
      pl_json_begin_array(w, "axis");
      for (int k = 0; k < 3; k++) pl_json_put_number(w, NULL, clip->axis[k]);
      pl_json_end_array(w);
    }
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
}

static void write_cords(pl_json_writer *w, const pl_capture *capture) {
  pl_json_begin_array(w, "cords");
  for (int c = 0; c < capture->n_cord; c++) {
    const pl_cord *cord = &capture->cord[c];
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", cord->name);
    pl_json_put_text(w, "clip", capture->clip[cord->clip].name);
    pl_json_put_quantities(w, "point", PL_DIM_LENGTH, 3, cord->point);
    pl_json_put_text(w, "file", "cords.csv");
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
}

static void write_test(pl_json_writer *w, const pl_test *test, const char *folder) {
  const pl_capture *capture = pl_capture_of(test);
  pl_json_begin_object(w, NULL);
  pl_json_put_text(w, "name", test->name);
  pl_json_put_text(w, "folder", folder);
  if (test->specimen) pl__specimen_write(w, test);
  pl_json_put_text(w, "motion", capture->motion);
  if (*capture->direction) pl_json_put_text(w, "direction", capture->direction);
  pl_json_put_text(w, "rest", "rest.obj");
  pl_json_put_text(w, "frames", "frames.bin");
  pl_json_put_text(w, "format", "float64");
  pl_json_put_text(w, "unit", "m");
  pl_json_put_quantity(w, "mass", capture->mass, PL_DIM_MASS);
  pl_json_put_quantities(w, "gravity", PL_DIM_ACCELERATION, 3, capture->gravity);
  if (capture->compare != PL_COMPARE_DEFAULT) pl_json_put_text(w, "compare", pl_compare_names[capture->compare]);
  if (capture->sigma_position > 0 || capture->sigma_force > 0) {
    pl_json_begin_object(w, "sigma");
    if (capture->sigma_position > 0) pl_json_put_quantity(w, "positions", capture->sigma_position, PL_DIM_LENGTH);
    if (capture->sigma_force > 0) pl_json_put_quantity(w, "clip-force", capture->sigma_force, PL_DIM_FORCE);
    pl_json_end_object(w);
  }
  if (capture->n_clip > 0) write_clips(w, capture);
  if (capture->n_cord > 0) write_cords(w, capture);
  if (capture->supported) pl_json_put_text(w, "supported", "supported.bin");
  if (capture->table.given) {
    static const char *const axes[] = {"x", "y", "z"};
    pl_json_begin_object(w, "table");
    pl_json_put_text(w, "axis", axes[capture->table.axis]);
    pl_json_put_quantity(w, "edge", capture->table.edge, PL_DIM_LENGTH);
    pl_json_put_text(w, "side", capture->table.positive ? "positive" : "negative");
    pl_json_end_object(w);
  }
  pl_json_end_object(w);
}

static pl_status save_captures(const pl__saver *to, const void *user) {
  (void)user;
  for (int t = 0; t < to->m->n_test; t++) {
    to->file[t] = pl__test_file_name(to->arena, to->m, t, to->file, "");
    saver s = {to->ctx, to->arena, to->file[t] ? pl_path_join(to->arena, to->directory, to->file[t]) : NULL};
    PL_TRY(s.folder ? save_files(&s, pl_capture_of(&to->m->test[t])) : PL_ERROR_MEMORY);
    write_test(to->w, &to->m->test[t], to->file[t]);
  }
  return PL_OK;
}

pl_status pl__capture_save(pl_context *ctx, const char *directory, const pl_measurement *m) {
  return pl__experiment_save(ctx, directory, m, save_captures, NULL);
}
