// real_data.c: the shared real data as experiment files, written into a scratch folder and read back by the public reader.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv/csv.h"
#include "base/text.h"
#include "scenes/scenes.h"

const char *scene_shared_data(pl_arena *arena, const char *member) {
  const char *path = getenv("PLIANT_SHARED_DATA");
  if (!path || !path[0]) path = PLIANT_SOURCE_DIR "/../shared/data";
  const char *full = pl_path_join(arena, path, member);
  return full && pl_directory_exists(full) ? full : NULL;
}

static pl_status save_and_load(pl_context *ctx, pl_text *text, const char *folder, const char *name, pl_measurement **measurement) {
  *measurement = NULL;
  if (text->failed) return PL_ERROR_MEMORY;
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  const char *path = pl_path_join(arena, folder, name);
  pl_status status = path ? pl_file_write(ctx, path, text->data, text->size) : PL_ERROR_MEMORY;
  if (status == PL_OK) status = pl_measurement_load(ctx, path, measurement);
  pl_arena_destroy(arena);
  return status;
}

// Twelve parallel strips of 2.25 mm, 97 mm long; loading only. The curves start at a preload of 0.15-0.64 N.
pl_status scene_nylon(pl_context *ctx, const char *data, const char *folder, const char *name, int n_angle, const int *angle,
                      bool fit_offset, pl_measurement **measurement) {
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_add(&text, "{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"name\": \"woven nylon\", \"density\": \"61.6 g/m^2\", "
                     "\"branch\": \"load\", \"fit-offset\": ");
  pl_text_add(&text, fit_offset ? "true" : "false");
  pl_text_add(&text, ",\n"
                     " \"specimen\": {\"length\": \"97 mm\", \"width\": \"2.25 mm\", \"strips\": 12},\n"
                     " \"columns\": {\"displacement\": {\"name\": \"displacement_mm\", \"unit\": \"mm\", \"as\": \"displacement\"},\n"
                     "              \"force\": {\"name\": \"force_N\", \"unit\": \"N\", \"as\": \"force\"}},\n"
                     " \"tests\": [\n");
  for (int i = 0; i < n_angle; i++)
    pl_text_printf(&text, "  {\"name\": \"%d deg\", \"angle\": \"%d deg\", \"file\": \"%s/nylon_uniaxial_exp_%02ddeg.csv\"}%s\n", angle[i],
                   angle[i], data, angle[i], i + 1 < n_angle ? "," : "");
  pl_text_add(&text, " ]}\n");
  pl_status status = save_and_load(ctx, &text, folder, name, measurement);
  pl_text_clear(&text);
  return status;
}

// First clamp distance and clamp width (mm) of one run; false when the table has no such run.
static bool knit_specimen(const pl_csv *csv, const int column[5], const char *sample, const char *direction, int run, double *length,
                          double *width) {
  for (int i = 0; i < csv->n_row; i++) {
    const char **cell = csv->cell[i];
    if (strcmp(cell[column[0]], sample) != 0 || strcmp(cell[column[1]], direction) != 0 || atoi(cell[column[2]]) != run) continue;
    return pl_number_parse(cell[column[3]], length) && pl_number_parse(cell[column[4]], width);
  }
  return false;
}

static pl_status knit_tests(pl_arena *arena, const char *path, const char *sample, int first_run, int last_run, pl_text *text) {
  static const char *const header[5] = {"sample", "direction", "run", "clamp_length_mm", "clamp_width_mm"};
  pl_csv *csv;
  int column[5], n = 0;
  PL_TRY(pl_csv_load(arena, path, &csv));
  for (int i = 0; i < 5; i++) PL_TRY(pl_csv_find(pl_arena_context(arena), csv, header[i], NULL, &column[i]));
  for (int side = 0; side < 2; side++)
    for (int run = first_run; run <= last_run; run++) {
      const char *direction = side ? "Y" : "X";
      double length, width;
      if (!knit_specimen(csv, column, sample, direction, run, &length, &width)) continue;
      pl_text_printf(text,
                     "%s  {\"name\": \"%s run %d\", \"direction\": \"%s\", \"file\": \"%s\",\n"
                     "   \"where\": {\"sample\": \"%s\", \"direction\": \"%s\", \"run\": %d},\n"
                     "   \"specimen\": {\"length\": \"%.9g mm\", \"width\": \"%.9g mm\"}}",
                     n++ ? ",\n" : "", direction, run, side ? "weft" : "warp", path, sample, direction, run, length, width);
    }
  return text->failed ? PL_ERROR_MEMORY : PL_OK;
}

// The density of the knits was not published; 300 g/m^2 stands in, since a file must name one. It plays no part in a planar test.
pl_status scene_knit(pl_context *ctx, const char *data, const char *folder, const char *sample, int first_run, int last_run,
                     pl_measurement **measurement) {
  *measurement = NULL;
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_printf(&text,
                 "{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"name\": \"%s\", \"density\": \"300 g/m^2\", \"branch\": "
                 "\"all\", \"method\": \"free\",\n"
                 " \"columns\": {\"displacement\": {\"name\": \"clamp_length_mm\", \"unit\": \"mm\", \"as\": \"length\"},\n"
                 "              \"force\": {\"name\": \"force_N\", \"unit\": \"N\", \"as\": \"force\"},\n"
                 "              \"lateral-stretch\": {\"name\": \"lateral_stretch\", \"as\": \"stretch\"}},\n"
                 " \"tests\": [\n",
                 sample);
  const char *path = pl_path_join(arena, data, "knit_uniaxial_tidy.csv");
  pl_status status = path ? knit_tests(arena, path, sample, first_run, last_run, &text) : PL_ERROR_MEMORY;
  pl_text_add(&text, "\n ]}\n");
  if (status == PL_OK) status = save_and_load(ctx, &text, folder, "knit.json", measurement);
  pl_text_clear(&text);
  pl_arena_destroy(arena);
  return status;
}

// Weight 13.6 N/m^2. A midline holds several hundred points, one per column of pixels, about 0.25 mm from those of the authors. The
// overhang is its length in steps of 5 mm.
pl_status scene_bendstiff(pl_context *ctx, const char *data, const char *folder, const char *midline, double overhang,
                          pl_measurement **measurement) {
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_printf(&text,
                 "{\"pliant\": \"experiment 1\", \"protocol\": \"cantilever\", \"name\": \"glass fabric\", \"density\": \"%.17g kg/m^2\", "
                 "\"gravity\": \"9.81 m/s^2\",\n"
                 " \"tests\": [{\"name\": \"photograph\", \"cut\": \"0 deg\", \"width\": \"50 mm\", \"overhang\": \"%.9g mm\", \"sigma\": "
                 "\"0.25 mm\",\n  \"profile\": \"%s/%s\"}]}\n",
                 13.6 / 9.81, 1e3 * overhang, data, midline);
  pl_status status = save_and_load(ctx, &text, folder, "photograph.json", measurement);
  pl_text_clear(&text);
  return status;
}

// The tips that the authors' finite-element fit aimed at (free lengths 35 and 75 mm, the same along warp and weft).
pl_status scene_nylon_tips(pl_context *ctx, const char *folder, pl_measurement **measurement) {
  pl_text text;
  pl_text_init(&text, ctx);
  pl_text_add(&text,
              "{\"pliant\": \"experiment 1\", \"protocol\": \"cantilever\", \"name\": \"woven nylon\", \"density\": \"61.6 g/m^2\",\n"
              " \"gravity\": \"9.81 m/s^2\", \"width\": \"25 mm\", \"sigma\": \"0.8 mm\", \"cut\": \"0 deg\", \"tests\": [\n"
              "  {\"name\": \"75 mm\", \"overhang\": \"75 mm\", \"tip\": [\"38.1 mm\", \"-63.5 mm\"]}]}\n");
  pl_status status = save_and_load(ctx, &text, folder, "tips.json", measurement);
  pl_text_clear(&text);
  return status;
}
