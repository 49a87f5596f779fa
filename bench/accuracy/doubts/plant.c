// plant.c: see plant.h.
#include "bench/accuracy/doubts/plant.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

const plant planted[] = {
    {"lengths of the tables x 1000 (mm read as m)", PLANT_TABLES, "mm", "m", 90},
    {"lengths of the tables x 0.001 (um for mm)", PLANT_TABLES, "mm", "um", 0},
    {"lengths of the tables x 10 (mm read as cm)", PLANT_TABLES, "mm", "cm", 0},
    {"lengths of one table of several x 1000", PLANT_ONE_TABLE, "mm", "m", 90},
    {"lengths of one table of several x 10", PLANT_ONE_TABLE, "mm", "cm", 0},
    {"forces of the tables x 1000 (N read as kN)", PLANT_TABLES, "N", "kN", 0},
    {"forces of the tables x 0.001 (N read as mN)", PLANT_TABLES, "N", "mN", 0},
    {"forces of the tables x 0.01 (N read as cN)", PLANT_TABLES, "N", "cN", 0},
    {"forces of the tables x 9.81 (N read as kgf)", PLANT_TABLES, "N", "kgf", 0},
    {"forces of one table of several x 1000", PLANT_ONE_TABLE, "N", "kN", 80},
    {"forces of one table of several x 10", PLANT_ONE_TABLE, "N", "daN", 0},
    {"masses of the tables x 1000 (g read as kg)", PLANT_TABLES, "g", "kg", 0},
    {"stresses x 1000 (MPa read as GPa)", PLANT_TABLES, "MPa", "GPa", 0},
    {"stresses x 0.001 (MPa read as kPa)", PLANT_TABLES, "MPa", "kPa", 0},
    {"stresses of one table of several x 0.001", PLANT_ONE_TABLE, "MPa", "kPa", 90},
    {"pressures x 1000 (kPa read as MPa)", PLANT_TABLES, "kPa", "MPa", 0},
    {"pressures x 0.001 (kPa read as Pa)", PLANT_TABLES, "kPa", "Pa", 0},
    {"sizes of the specimen x 1000 (mm read as m)", PLANT_SIZES, "mm", "m", 95},
    {"sizes of the specimen x 10 (mm read as cm)", PLANT_SIZES, "mm", "cm", 0},
    {"sizes of the specimen x 0.001 (um for mm)", PLANT_SIZES, "mm", "um", 95},
    {"density x 1000 (g/m^2 read as kg/m^2)", PLANT_VALUES, "g/m^2", "kg/m^2", 95},
    {"density x 0.001 (g/m^2 read as mg/m^2)", PLANT_VALUES, "g/m^2", "mg/m^2", 95},
    {"density of a body x 1000 (kg/m^3 read as g/cm^3)", PLANT_VALUES, "kg/m^3", "g/cm^3", 95},
    {"scale of photographs x 10 (mm/px read as cm/px)", PLANT_VALUES, "mm/px", "cm/px", 0},
    {"forces of the file x 1000 (N read as kN)", PLANT_VALUES, "N", "kN", 0},
    {"masses of the file x 1000 (g read as kg)", PLANT_VALUES, "g", "kg", 95},
    {"angles in rad instead of deg", PLANT_TABLES, "deg", "rad", 95},
    {"columns exchanged", PLANT_COLUMNS, "", "", 0},
    {"warp and weft exchanged", PLANT_DIRECTIONS, "", "", 80},
};
const int n_planted = (int)(sizeof planted / sizeof planted[0]);

// Every `from` of a text [0, size) becomes `to`; at most `most` of them. Returns how many.
static int replace(pl_text *out, const char *text, size_t size, const char *from, const char *to, int most) {
  size_t n = strlen(from);
  int count = 0;
  for (size_t i = 0; i < size;) {
    if (count < most && i + n <= size && memcmp(text + i, from, n) == 0) {
      pl_text_add(out, to);
      i += n;
      count++;
    } else {
      pl_text_add_bytes(out, text + i++, 1);
    }
  }
  return count;
}

static pl_status keep(pl_arena *arena, pl_text *text, folder_file *file) {
  file->text = text->failed ? NULL : pl_arena_text(arena, text->data);
  file->size = text->size;
  pl_text_clear(text);
  return file->text ? PL_OK : PL_ERROR_MEMORY;
}

// Brackets of the header, or "unit": "mm" of "columns".
static pl_status change_tables(pl_arena *arena, const plant *p, folder *f, bool *changed) {
  char from[80], to[80];
  int n_table = 0, n = 0;
  for (int i = 0; i < f->n_file; i++) {
    bool table = folder_is_table(&f->file[i]), json = strcmp(f->file[i].name, f->experiment) == 0;
    n_table += table && strstr(f->file[i].text, "[") != NULL;
    if (!table && !(json && p->where == PLANT_TABLES)) continue;
    if (p->where == PLANT_ONE_TABLE && n > 0) continue;
    snprintf(from, sizeof from, table ? "[%s]" : "\"unit\": \"%s\"", p->from);
    snprintf(to, sizeof to, table ? "[%s]" : "\"unit\": \"%s\"", p->to);
    size_t header = table ? strcspn(f->file[i].text, "\n") : f->file[i].size;
    pl_text text;
    pl_text_init(&text, pl_arena_context(arena));
    n += replace(&text, f->file[i].text, header, from, to, 100);
    pl_text_add_bytes(&text, f->file[i].text + header, f->file[i].size - header);
    PL_TRY(keep(arena, &text, &f->file[i]));
  }
  *changed = n > 0 && (p->where == PLANT_TABLES || n_table > 1);
  return PL_OK;
}

// "length": "50 mm": the quantity that follows one of these keys.
static pl_status change_sizes(pl_arena *arena, const plant *p, folder_file *file, bool *changed) {
  static const char *const keys[] = {
      "\"length\":",   "\"width\":",  "\"height\":", "\"frame-diameter\":", "\"disk-diameter\":", "\"diameter\":",
      "\"overhang\":", "\"radius\":", "\"box\":"};
  pl_text text;
  pl_text_init(&text, pl_arena_context(arena));
  char from[40], to[40];
  snprintf(from, sizeof from, " %s\"", p->from);
  snprintf(to, sizeof to, " %s\"", p->to);
  for (const char *at = file->text; *at;) {
    size_t n = 0;
    for (size_t k = 0; k < sizeof keys / sizeof keys[0] && n == 0; k++)
      if (strncmp(at, keys[k], strlen(keys[k])) == 0) n = strlen(keys[k]);
    if (n > 0) {
      n += strcspn(at + n, at[n + strspn(at + n, " ")] == '[' ? "]\n" : ",}\n");
      *changed = replace(&text, at, n, from, to, 3) > 0 || *changed;
    } else {
      n = 1;
      pl_text_add_bytes(&text, at, 1);
    }
    at += n;
  }
  return keep(arena, &text, file);
}

static pl_status change_values(pl_arena *arena, const plant *p, folder_file *file, bool *changed) {
  char from[40], to[40];
  pl_text text;
  pl_text_init(&text, pl_arena_context(arena));
  snprintf(from, sizeof from, " %s\"", p->from);
  snprintf(to, sizeof to, " %s\"", p->to);
  *changed = replace(&text, file->text, file->size, from, to, 1000) > 0;
  return keep(arena, &text, file);
}

static pl_status change_directions(pl_arena *arena, folder_file *file, bool *changed) {
  static const char *const step[3][2] = {{"\"direction\": \"warp\"", "\"direction\": \"?\""},
                                         {"\"direction\": \"weft\"", "\"direction\": \"warp\""},
                                         {"\"direction\": \"?\"", "\"direction\": \"weft\""}};
  for (int i = 0; i < 3; i++) {
    pl_text text;
    pl_text_init(&text, pl_arena_context(arena));
    *changed = replace(&text, file->text, file->size, step[i][0], step[i][1], 1000) > 0 || *changed;
    PL_TRY(keep(arena, &text, file));
  }
  return PL_OK;
}

// Of tables of two columns.
static pl_status change_columns(pl_arena *arena, folder *f, bool *changed) {
  for (int i = 0; i < f->n_file; i++) {
    const char *text = f->file[i].text;
    size_t first = strcspn(text, ",\n"), end = strcspn(text, "\n");
    if (!folder_is_table(&f->file[i]) || first == end || memchr(text + first + 1, ',', end - first - 1)) continue;
    pl_text out;
    pl_text_init(&out, pl_arena_context(arena));
    pl_text_add_bytes(&out, text + first + 1, end - first - 1);
    pl_text_add(&out, ",");
    pl_text_add_bytes(&out, text, first);
    pl_text_add_bytes(&out, text + end, f->file[i].size - end);
    *changed = true;
    PL_TRY(keep(arena, &out, &f->file[i]));
  }
  return PL_OK;
}

pl_status plant_into(pl_arena *arena, const folder *f, const plant *p, folder *out, bool *changed) {
  *out = *f;
  *changed = false;
  folder_file *experiment = NULL;
  for (int i = 0; i < f->n_file; i++)
    if (strcmp(f->file[i].name, f->experiment) == 0) experiment = &out->file[i];
  PL_ASSERT(experiment);
  switch (p->where) {
  case PLANT_TABLES:
  case PLANT_ONE_TABLE: return change_tables(arena, p, out, changed);
  case PLANT_SIZES: return change_sizes(arena, p, experiment, changed);
  case PLANT_VALUES: return change_values(arena, p, experiment, changed);
  case PLANT_COLUMNS: return change_columns(arena, out, changed);
  case PLANT_DIRECTIONS: return change_directions(arena, experiment, changed);
  }
  return PL_OK;
}
