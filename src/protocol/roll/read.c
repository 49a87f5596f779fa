// read.c: reads an experiment file of the protocol `roll`, one pl_roll per released spiral.
#include <math.h>

#include "base/text.h"
#include "measure/record.h"
#include "protocol/roll/roll_part.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
#define PI 3.14159265358979323846
#define MIN_SIZE 1e-3  // m, of the strip
#define MAX_SIZE 10.0
#define USUAL_LENGTH 0.1    // m, of the paper's strips
#define USUAL_WIDTH 0.025   // m
#define MIN_RIGIDITY 1e-12  // N m
#define MAX_RIGIDITY 1e3

static const char *const keys[] = {"name",    "profile", "cut",         "length",    "width", "side",     "radius",         "repetition",
                                   "held",    "down",    "tilt",        "stiffness", "strip", "rigidity", "rigidity-sigma", "bending",
                                   "samples", "sigma",   "calibration", "gravity",   "where", "comment"};

static pl_status read_side_length(pl__label_reader *r, const char *key, double usual, double *value) {
  *value = usual;
  if (!pl__label_setting(r, key)) return pl__record_note(r->m, r->name, "\"%s\" is not given: %g mm", key, 1e3 * usual);
  return pl__label_optional(r, key, PL_DIM_LENGTH, MIN_SIZE, MAX_SIZE, value);
}

// "down": direction of gravity in the photograph, y upwards; "tilt": deviation of a plumb line from it, counterclockwise.
static pl_status read_orientation(pl__label_reader *r, pl__roll_entry *entry) {
  static const char *const ends[] = {"first", "last"}, *const ways[] = {"-y", "+x", "+y", "-x"}, *const sides[] = {"positive", "negative"};
  pl_json *held = pl__label_setting(r, "held"), *down = pl__label_setting(r, "down"), *side = pl__label_setting(r, "side");
  int end = 0, way = 0, index;
  double tilt = 0;
  if (held) PL_TRY(pl_json_choice(r->ctx, held, 2, ends, &end));
  if (!held) PL_TRY(pl__record_note(r->m, r->name, "\"held\" is not given: the first point is the held end"));
  if (down) PL_TRY(pl_json_choice(r->ctx, down, 4, ways, &way));
  PL_TRY(pl__label_optional(r, "tilt", PL_DIM_ANGLE, -PI / 4, PI / 4, &tilt));
  entry->held_last = end == 1;
  entry->down = (way - 1) * PI / 2 + tilt;
  pl_where where = pl_json_where(r->entry);
  if (!side)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where,
                   "write \"side\": \"positive\" (one face outside) or \"negative\" (the other face); each has separate parameters",
                   "\"side\" is missing: to which side the strip was rolled");
  PL_TRY(pl_json_choice(r->ctx, side, 2, sides, &index));
  entry->side = index == 0 ? 1 : -1;
  return PL_OK;
}

// k of the paper (torque per width 3 k kappa), the rigidity B = 3 k, or the file that contains it.
static pl_status read_bending(pl__label_reader *r, pl__roll_entry *entry) {
  pl_json *k = pl__label_setting(r, "stiffness"), *b = pl__label_setting(r, "rigidity"), *file = pl__label_setting(r, "bending");
  pl_where where = pl_json_where(file ? file : b ? b : r->entry);
  if ((k != NULL) + (b != NULL) + (file != NULL) > 1)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "keep one of them: rigidity = 3 x stiffness",
                   PL_ID("roll.more-one-stiffness-rigidity") "more than one of \"stiffness\", \"rigidity\" and \"bending\" is given");
  if (k) {
    PL_TRY(pl_json_quantity(r->ctx, k, PL_DIM_ENERGY, MIN_RIGIDITY, MAX_RIGIDITY, &entry->rigidity));
    entry->rigidity *= 3;
  }
  if (b) PL_TRY(pl_json_quantity(r->ctx, b, PL_DIM_ENERGY, MIN_RIGIDITY, MAX_RIGIDITY, &entry->rigidity));
  PL_TRY(pl__label_optional(r, "rigidity-sigma", PL_DIM_ENERGY, MIN_RIGIDITY, MAX_RIGIDITY, &entry->rigidity_sigma));
  if (!file) return PL_OK;
  const char *name;
  PL_TRY(pl_json_text(r->ctx, file, &name));
  const char *path = pl_path_join(r->m->arena, r->directory, name);
  if (!path) return PL_ERROR_MEMORY;
  if (!pl_file_exists(path) && !pl_directory_exists(path))
    return pl_fail(r->ctx, PL_ERROR_FILE, &where, "name a cantilever experiment or a material, relative to the folder of this file",
                   PL_ID("roll.file-absent") "\"%s\" does not exist (looked for %s)", name, path);
  entry->bending = path;
  return PL_OK;
}

static pl_status read_entry(pl__label_reader *r, pl_json *object) {
  pl__roll_entry entry = {0};
  int64_t n_sample = PL_ROLL_DEFAULT_SAMPLES;
  PL_TRY(pl__label_open(r, object, "profile", "strip", &entry.name));
  PL_TRY(pl__label_cut(r, &entry.cut));
  PL_TRY(read_side_length(r, "length", USUAL_LENGTH, &entry.length));
  PL_TRY(read_side_length(r, "width", USUAL_WIDTH, &entry.width));
  PL_TRY(pl__label_gravity(r, &entry.gravity));
  PL_TRY(read_orientation(r, &entry));
  PL_TRY(read_bending(r, &entry));
  pl_json *samples = pl__label_setting(r, "samples"), *strip = pl__label_setting(r, "strip");
  if (samples) PL_TRY(pl_json_integer(r->ctx, samples, 1, PL_ROLL_MAX_SAMPLES, &n_sample));
  entry.n_sample = (int)n_sample;
  entry.strip = entry.name;
  if (strip) PL_TRY(pl_json_text(r->ctx, strip, &entry.strip));
  entry.strip = pl_arena_text(r->m->arena, entry.strip);
  if (!entry.strip) return PL_ERROR_MEMORY;
  PL_TRY(pl__calibration_read(r, &entry.calibration));
  return pl__roll_read_profiles(r, &entry);
}

pl_status pl__roll_read(pl_context *ctx, pl_arena *scratch, pl_measurement *m, pl_json *root, const char *directory) {
  pl__label_reader r = {.ctx = ctx, .scratch = scratch, .m = m, .root = root, .directory = directory, .suspicions = {.arena = m->arena}};
  pl_json *tests;
  PL_TRY(pl__label_check_keys(&r, COUNT(keys), keys));
  PL_TRY(pl__label_tests(&r, "{\"cut\": \"warp\", \"side\": \"positive\", \"profile\": \"warp.csv\"}", &tests));
  pl_where where = {.file = m->file, .line = root->line, .key = "density"};
  if (!(m->density > 0))
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "weigh a piece of known size and write \"density\": \"200 g/m^2\" at the top of the file",
                   PL_ID("roll.missing-gravity-opens-spiral") "is missing: gravity opens the spiral");
  for (pl_json *entry = tests->child; entry; entry = entry->next) PL_TRY(read_entry(&r, entry));
  m->n_suspicion = r.suspicions.n;
  m->suspicion = r.suspicions.item;
  return PL_OK;
}
