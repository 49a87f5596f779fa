// read.c: reads an experiment file of the protocol `cantilever`, one pl_cantilever per strip and overhang.
//
// An entry of "tests" gives the measurement in one of five ways. These are profiles, the tip, the
// angle of the chord, a table of overhangs and angles, or a bending length. The last is half the overhang at which the chord of the strip
// reaches 41.5 degrees (Peirce 1930; ASTM D1388, option A).
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "protocol/cantilever/cantilever_part.h"
#include "protocol/cantilever/cantilever.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
#define PI 3.14159265358979323846
#define MIN_WIDTH 1e-3  // m
#define MAX_WIDTH 10.0
#define STANDARD_ANGLE (41.5 * PI / 180)  // rad, of the inclined plane of the standard tests
#define TURN_SIGMA (2 * PI / 180)         // rad, of a clamp seen in a photograph
#define LENGTH_SHARE 0.02                 // of the overhang: a strip stretches, and lengths are measured with a ruler

static const char *const keys[] = {"name",         "cut",    "width",       "overhang",       "profile",    "tip",
                                   "angle",        "angles", "inclination", "sigma",          "turn-sigma", "strip",
                                   "tip-labelled", "origin", "gravity",     "bending-length", "where",      "comment",
                                   "calibration",  "columns"};
static const char *const ways[] = {"profile", "tip", "angle", "angles", "bending-length"};
enum { WAY_PROFILE, WAY_TIP, WAY_ANGLE, WAY_ANGLES, WAY_BENDING_LENGTH, N_WAY };

// ---- the list ----

static bool is_taken(const pl_measurement *m, const char *name) {
  for (int t = 0; t < m->n_test; t++)
    if (strcmp(m->test[t].name, name) == 0) return true;
  return false;
}

// "warp 80 mm", "warp 80 mm (2)"
static const char *many_name(pl__label_reader *r, const char *entry, double overhang) {
  char length[40];
  pl_number_people(1e3 * overhang, length, sizeof length);
  for (int copy = 1;; copy++) {
    char *name = copy == 1 ? pl_arena_printf(r->m->arena, "%s %s mm", entry, length)
                           : pl_arena_printf(r->m->arena, "%s %s mm (%d)", entry, length, copy);
    if (!name || !is_taken(r->m, name)) return name;
  }
}

pl_status pl__cantilever_add(pl__label_reader *r, const pl__cantilever_entry *entry, double overhang, bool many, pl_test **out,
                             pl_cantilever **cantilever) {
  PL_TRY(pl__label_room(r, PL_CANTILEVER_MAX_TEST));
  pl_test *test = &r->m->test[r->m->n_test];
  pl_cantilever *c = *cantilever = pl_arena_alloc(r->m->arena, 1, sizeof *c);
  int *branch = pl_arena_alloc(r->m->arena, 1, sizeof *branch);
  if (!c || !branch) return PL_ERROR_MEMORY;
  *c = (pl_cantilever){.overhang = overhang, .inclination = entry->inclination, .gravity = entry->gravity, .strip = entry->strip};
  *test = (pl_test){.name = many ? many_name(r, entry->name, overhang) : entry->name,
                    .file = r->m->file,
                    .line = r->entry->line,
                    .length = overhang,
                    .width = entry->width,
                    .specimen = entry->specimen,
                    .strips = 1,
                    .angle = entry->cut,
                    .n_frame = 1,
                    .n_raw = 1,
                    .branch = branch,
                    .raw_branch = branch,
                    .protocol = &pl_protocol_cantilever,
                    .detail = c};
  if (!test->name) return PL_ERROR_MEMORY;
  if (!many) PL_TRY(pl__label_unique(r, test->name));
  r->name = test->name;
  for (int k = 0; k < r->m->protocol->n_channel; k++) test->channel[k].row = &r->m->protocol->channel[k];
  *out = test;
  r->m->n_test++;
  return PL_OK;
}

// ---- tips and angles ----

// A tip or an angle: the whole channel.
static pl_status set_channel(pl__label_reader *r, const pl__cantilever_entry *entry, pl_test *test, pl_cantilever *c, int channel,
                             int width, const double *value) {
  double *copy = pl_arena_alloc(r->m->arena, (size_t)width, sizeof *copy);
  if (!copy) return PL_ERROR_MEMORY;
  memcpy(copy, value, (size_t)width * sizeof *copy);
  test->channel[channel].value = copy;
  test->channel[channel].width = width;
  test->control = test->observed = channel;
  c->turn_sigma = fmax(entry->turn_sigma, 0);  // one or two values cannot determine the clamp's direction
  return PL_OK;
}

static pl_status need_overhang(pl__label_reader *r, double *overhang) {
  return pl__label_need(r, "overhang", "\"80 mm\", length of the strip outside the clamp", PL_DIM_LENGTH, PL_CANTILEVER_MIN_OVERHANG,
                        PL_CANTILEVER_MAX_OVERHANG, overhang);
}

static pl_status read_tip(pl__label_reader *r, const pl__cantilever_entry *entry, pl_json *value) {
  int n;
  double *tip, overhang;
  pl_test *test;
  pl_cantilever *c;
  pl_dim dim;
  PL_TRY(need_overhang(r, &overhang));
  PL_TRY(pl_json_quantities(r->scratch, value, PL_DIM_LENGTH, &n, &tip));
  pl_where where = pl_json_where(value);
  if (n != 2)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write [\"70 mm\", \"-35 mm\"]: how far out, and how far below the clamp",
                   PL_ID("cantilever.has-lengths-must-have") "has %d lengths, must have 2", n);
  double highest = overhang * sin(fmax(-entry->inclination, 0));
  if (tip[1] > highest + LENGTH_SHARE * overhang)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "y counts upwards: below the clamp it is negative",
                   PL_ID("cantilever.tip-mm-above-clamp") "the tip is %g mm above the clamp", 1e3 * tip[1]);
  if (!(hypot(tip[0], tip[1]) <= (1 + LENGTH_SHARE) * overhang))
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "measure from where the strip leaves the clamp; check overhang",
                   "the tip is %g mm from the clamp, the strip outside it only %g mm long", 1e3 * hypot(tip[0], tip[1]), 1e3 * overhang);
  PL_TRY(pl__cantilever_add(r, entry, overhang, false, &test, &c));
  PL_TRY(pl__label_sigma(r, "tip", PL_DIM_LENGTH, PL_DIM_LENGTH, &dim, &test->channel[PL_CANTILEVER_TIP].sigma));
  PL_TRY(set_channel(r, entry, test, c, PL_CANTILEVER_TIP, 2, tip));
  return pl__cantilever_doubt(r, test);
}

// A sigma given as a length is that of the overhang. By Peirce's c = l (cos(a/2) / (8 tan a))^(1/3) with c of the cloth fixed:
//    dl/da = l/3 (tan(a/2)/2 + 2/sin 2a),   sigma_a = sigma_l / (dl/da)
static pl_status angle_sigma(pl__label_reader *r, double overhang, double angle, double *sigma) {
  pl_dim dim;
  PL_TRY(pl__label_sigma(r, "angle", PL_DIM_ANGLE, PL_DIM_LENGTH, &dim, sigma));
  if (pl_dim_equal(dim, PL_DIM_LENGTH)) *sigma /= overhang / 3 * (0.5 * tan(angle / 2) + 2 / sin(2 * angle));
  return PL_OK;
}

static pl_status add_angle(pl__label_reader *r, const pl__cantilever_entry *entry, double overhang, double angle, bool many) {
  pl_test *test;
  pl_cantilever *c;
  PL_TRY(pl__cantilever_add(r, entry, overhang, many, &test, &c));
  PL_TRY(angle_sigma(r, overhang, angle, &test->channel[PL_CANTILEVER_ANGLE].sigma));
  PL_TRY(set_channel(r, entry, test, c, PL_CANTILEVER_ANGLE, 1, &angle));
  return pl__cantilever_doubt(r, test);
}

static pl_status read_angle(pl__label_reader *r, const pl__cantilever_entry *entry, pl_json *value) {
  double overhang, angle;
  PL_TRY(need_overhang(r, &overhang));
  PL_TRY(pl_json_quantity(r->ctx, value, PL_DIM_ANGLE, 1e-3, PI / 2 - 1e-3, &angle));
  return add_angle(r, entry, overhang, angle, false);
}

static pl_status fail_both(pl__label_reader *r, const char *a, const char *b) {
  pl_where where = pl_json_where(pl__label_setting(r, a));
  return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "keep one of them", "both \"%s\" and \"%s\" are given", a, b);
}

static pl_status read_bending_length(pl__label_reader *r, const pl__cantilever_entry *entry, pl_json *value) {
  double length;
  if (pl__label_setting(r, "overhang")) return fail_both(r, "overhang", "bending-length");
  PL_TRY(pl_json_quantity(r->ctx, value, PL_DIM_LENGTH, PL_CANTILEVER_MIN_OVERHANG / 2, PL_CANTILEVER_MAX_OVERHANG / 2, &length));
  return add_angle(r, entry, 2 * length, STANDARD_ANGLE, false);
}

// A column by its name in "columns", else by its usual names; -1: there is none.
static pl_status find_column(pl__label_reader *r, const pl_csv *csv, const char *const *names, int *index) {
  pl_json *columns = pl__label_setting(r, "columns");
  pl_json *given = columns && columns->kind == PL_JSON_OBJECT ? pl_json_find(columns, names[0]) : NULL;
  const char *name;
  if (!given) return pl_csv_guess(r->ctx, csv, names, index);
  PL_TRY(pl_json_text(r->ctx, given, &name));
  pl_where where = pl_json_where(given);
  return pl_csv_find(r->ctx, csv, name, &where, index);
}

// Rows of overhang and angle, or of bending lengths.
static pl_status read_angles(pl__label_reader *r, const pl__cantilever_entry *entry) {
  static const char *const names[3][3] = {
      {"overhang", "overhanging length", NULL}, {"angle", NULL}, {"bending-length", "bending length", NULL}};
  int index[3];
  const char *path;
  pl_csv *csv;
  double *value[3] = {NULL};
  PL_TRY(pl__label_table(r, "angles", &path, &csv));
  for (int k = 0; k < 3; k++) PL_TRY(find_column(r, csv, names[k], &index[k]));
  pl_where where = {.file = csv->file, .line = csv->header_line};
  bool bending = index[2] >= 0;
  if (bending == (index[0] >= 0) || (!bending && index[1] < 0)) {
    char found[400];
    pl_csv_list_columns(csv, NULL, found, sizeof found);
    return pl_fail(
        r->ctx, PL_ERROR_INPUT, &where,
        "write the header `overhang [mm],angle [deg]`, or \"columns\": {\"overhang\": \"Weg\", \"angle\": \"Winkel\"} in the experiment "
        "file",
        PL_ID(
            "cantilever.table-needs-columns-overhang") "the table needs the columns overhang and angle, or bending-length alone; found: %s",
        found);
  }
  for (int k = 0; k < 3; k++)
    if (index[k] >= 0) PL_TRY(pl_csv_numbers(r->scratch, csv, index[k], k == 1 ? PL_DIM_ANGLE : PL_DIM_LENGTH, NULL, &value[k]));
  for (int i = 0; i < csv->n_row; i++) {
    double overhang = bending ? 2 * value[2][i] : value[0][i], angle = value[1] ? value[1][i] : STANDARD_ANGLE;
    if (!(overhang >= PL_CANTILEVER_MIN_OVERHANG && overhang <= PL_CANTILEVER_MAX_OVERHANG))
      return pl__label_fail_row(r, csv, i, "check the unit of the column",
                                PL_ID("cantilever.overhang-mm-must-lie") "an overhang of %g mm, must lie between %g mm and %g m",
                                1e3 * overhang, 1e3 * PL_CANTILEVER_MIN_OVERHANG, PL_CANTILEVER_MAX_OVERHANG);
    if (!(angle >= 1e-3 && angle <= PI / 2 - 1e-3))
      return pl__label_fail_row(r, csv, i, "give the angle of the chord from clamp to tip below the horizontal",
                                PL_ID("cantilever.angle-deg-must-lie") "an angle of %g deg, must lie between 0 and 90 deg",
                                angle * 180 / PI);
    PL_TRY(add_angle(r, entry, overhang, angle, true));
    r->m->test[r->m->n_test - 1].file = pl_arena_text(r->m->arena, path);
    if (!r->m->test[r->m->n_test - 1].file) return PL_ERROR_MEMORY;
  }
  return PL_OK;
}

// ---- entries ----

// From the entry, or else from the top of the file.
static pl_status choose_way(pl__label_reader *r, int *way) {
  pl_json *const place[] = {r->entry, r->root};
  *way = -1;
  for (int p = 0; p < 2 && *way < 0; p++)
    for (int k = 0; k < N_WAY; k++) {
      if (!pl_json_find(place[p], ways[k])) continue;
      if (*way >= 0) return fail_both(r, ways[*way], ways[k]);
      *way = k;
    }
  pl_where where = pl_json_where(r->entry);
  if (*way >= 0) return PL_OK;
  return pl_fail(r->ctx, PL_ERROR_INPUT, &where,
                 "write \"profile\": \"p80.csv\", \"tip\": [\"70 mm\", \"-35 mm\"], \"angle\": \"41.5 deg\", \"angles\": \"peirce.csv\" or "
                 "\"bending-length\": \"25 mm\"",
                 PL_ID("cantilever.measured-missing") "what was measured is missing");
}

static pl_status read_entry(pl__label_reader *r, pl_json *object) {
  pl__cantilever_entry entry = {.tip_labelled = true, .turn_sigma = -1};
  pl_json *value;
  int way;
  r->entry = object;
  PL_TRY(choose_way(r, &way));
  PL_TRY(pl__label_open(r, object, way == WAY_PROFILE || way == WAY_ANGLES ? ways[way] : NULL, "strip", &entry.name));
  PL_TRY(pl__label_cut(r, &entry.cut));
  PL_TRY(pl__label_need(r, "width", "\"40 mm\", of the strip", PL_DIM_LENGTH, MIN_WIDTH, MAX_WIDTH, &entry.width));
  PL_TRY(pl__label_optional(r, "inclination", PL_DIM_ANGLE, -PI / 2, PI / 2, &entry.inclination));
  PL_TRY(pl__label_optional(r, "turn-sigma", PL_DIM_ANGLE, 0, PI / 4, &entry.turn_sigma));
  PL_TRY(pl__label_gravity(r, &entry.gravity));
  entry.strip = entry.name;
  entry.specimen = pl_arena_printf(r->m->arena, "%s in %s", entry.name, pl_path_name(r->m->file));
  value = pl__label_setting(r, "strip");
  if (value) PL_TRY(pl_json_text(r->ctx, value, &entry.strip));
  entry.strip = pl_arena_text(r->m->arena, entry.strip);
  if (value) entry.specimen = entry.strip;
  if (r->specimen) entry.specimen = r->specimen;
  if (!entry.strip || !entry.specimen) return PL_ERROR_MEMORY;
  value = pl__label_setting(r, "tip-labelled");
  if (value) PL_TRY(pl_json_bool(r->ctx, value, &entry.tip_labelled));
  value = pl__label_setting(r, ways[way]);
  switch (way) {
  case WAY_TIP: return read_tip(r, &entry, value);
  case WAY_ANGLE: return read_angle(r, &entry, value);
  case WAY_ANGLES: return read_angles(r, &entry);
  case WAY_BENDING_LENGTH: return read_bending_length(r, &entry, value);
  default: break;
  }
  if (entry.turn_sigma < 0) entry.turn_sigma = TURN_SIGMA;
  PL_TRY(pl__calibration_read(r, &entry.calibration));
  return pl__cantilever_read_profiles(r, &entry);
}

pl_status pl__cantilever_read(pl_context *ctx, pl_arena *scratch, pl_measurement *m, pl_json *root, const char *directory) {
  pl__label_reader r = {.ctx = ctx, .scratch = scratch, .m = m, .root = root, .directory = directory, .suspicions = {.arena = m->arena}};
  pl_json *tests;
  PL_TRY(pl__label_check_keys(&r, COUNT(keys), keys));
  PL_TRY(pl__label_tests(&r, "{\"cut\": \"0 deg\", \"overhang\": \"80 mm\", \"profile\": \"p80.csv\"}", &tests));
  pl_where where = {.file = m->file, .line = root->line, .key = "density"};
  if (!(m->density > 0))
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "weigh a piece of known size and write \"density\": \"180 g/m^2\" at the top of the file",
                   PL_ID("cantilever.missing-strip-bends-under") "is missing: a strip bends under its own weight");
  for (pl_json *entry = tests->child; entry; entry = entry->next) PL_TRY(read_entry(&r, entry));
  m->n_suspicion = r.suspicions.n;
  m->suspicion = r.suspicions.item;
  return PL_OK;
}
