// reader.c: see reader.h.
#include "report/result/reader.h"

#include <math.h>
#include <string.h>

double pl__member_number(pl_json *object, const char *key) {
  pl_json *value = object && object->kind == PL_JSON_OBJECT ? pl_json_find(object, key) : NULL;
  return value && value->kind == PL_JSON_NUMBER ? value->number : NAN;
}

const char *pl__member_text(pl_json *object, const char *key) {
  pl_json *value = object && object->kind == PL_JSON_OBJECT ? pl_json_find(object, key) : NULL;
  return value && value->kind == PL_JSON_STRING ? value->text : "";
}

bool pl__member_flag(pl_json *object, const char *key) {
  pl_json *value = object && object->kind == PL_JSON_OBJECT ? pl_json_find(object, key) : NULL;
  return value && value->kind == PL_JSON_BOOL && value->boolean;
}

pl_json *pl__member_object(pl_json *object, const char *key) {
  pl_json *member = object && object->kind == PL_JSON_OBJECT ? pl_json_find(object, key) : NULL;
  return member && member->kind == PL_JSON_OBJECT ? member : NULL;
}

static pl_json *container(pl_json *object, const char *key) {
  pl_json *value = object && object->kind == PL_JSON_OBJECT ? pl_json_find(object, key) : NULL;
  return value && (value->kind == PL_JSON_ARRAY || value->kind == PL_JSON_OBJECT) ? value : NULL;
}

pl_json *pl__member_list(pl_json *object, const char *key) {
  pl_json *value = container(object, key);
  return value ? value->child : NULL;
}

int pl__member_count(pl_json *object, const char *key) {
  pl_json *value = container(object, key);
  return value ? value->n : 0;
}

double *pl__reader_values(pl_reader *reader, pl_json *object, const char *key, double factor, int *n) {
  static double none[1];
  double *value = pl_arena_alloc(reader->arena, (size_t)pl__member_count(object, key) + 1, sizeof *value);
  *n = 0;
  if (!value) {
    reader->failed = true;
    return none;
  }
  for (pl_json *item = pl__member_list(object, key); item; item = item->next)
    value[(*n)++] = item->kind == PL_JSON_NUMBER ? factor * item->number : item->kind == PL_JSON_BOOL ? item->boolean : NAN;
  return value;
}

pl_json *pl__test_channel(pl_json *test, const char *name) {
  for (pl_json *channel = pl__member_list(test, "channels"); channel; channel = channel->next)
    if (strcmp(pl__member_text(channel, "name"), name) == 0) return channel;
  return NULL;
}

pl_drawing pl__channel_drawing(pl_json *channel) {
  const char *name = pl__member_text(channel, "drawing");
  for (int i = 0; i < PL_DRAWINGS; i++)
    if (strcmp(pl_drawing_name((pl_drawing)i), name) == 0) return (pl_drawing)i;
  return PL_DRAW_CURVE;
}

pl_shown pl__shown_unit(const char *si_unit, double largest) {
  pl_unit unit;
  if (!si_unit[0] || !pl_unit_parse(si_unit, &unit)) return (pl_shown){1, si_unit};
  pl_shown scale = pl_dim_shown(unit.dim, unit.factor * largest);
  return (pl_shown){unit.factor * scale.factor, scale.unit};
}

double pl__member_largest(pl_json *object, const char *key) {
  double largest = fabs(pl__member_number(object, key));
  for (pl_json *item = pl__member_list(object, key); item; item = item->next)
    if (item->kind == PL_JSON_NUMBER) largest = fmax(largest, fabs(item->number));  // a NAN is ignored
  return isfinite(largest) ? largest : 0;
}

pl_shown pl__shown_strain_unit(const char *si_unit) {
  pl_shown shown = pl__shown_unit(si_unit, 0);
  return shown.unit[0] ? shown : (pl_shown){100 * shown.factor, "%"};
}

const char *pl__reader_material(pl_reader *reader) {
  static const char *const names[] = {"material.json", PL_USED_MATERIAL};
  for (int i = 0; i < 2; i++) {
    const char *path = pl_path_join(reader->arena, reader->directory, names[i]);
    if (!path) reader->failed = true;
    if (path && pl_file_exists(path)) return path;
  }
  return NULL;
}

pl_verdict_state pl__fit_state(pl_json *fit) {
  pl_json *outcome = pl_json_find(fit, "outcome");
  const char *name = pl__member_text(outcome, "state");
  for (int state = PL_VERDICT_BAD; state <= PL_VERDICT_GOOD; state++)
    if (strcmp(name, pl_verdict_name((pl_verdict_state)state)) == 0) return (pl_verdict_state)state;
  bool good =
      pl__member_flag(outcome, "converged") && pl__member_flag(outcome, "fit_passed") && pl__member_flag(outcome, "validation_passed");
  return good ? PL_VERDICT_GOOD : PL_VERDICT_BAD;
}

// True if a score decides whether its test passes. Older results do not store this: a held-out score that neither passed nor failed does
// not.
static bool judged(pl_json *score) {
  if (score->kind != PL_JSON_OBJECT || *pl__member_text(score, "not_judged")) return false;
  return !pl__member_flag(score, "held_out") || pl_json_find(score, "passed");
}

void pl__fit_lowest_r2(pl_json *fit, double lowest[2]) {
  lowest[0] = lowest[1] = NAN;
  for (pl_json *score = pl__member_list(fit, "scores"); score; score = score->next) {
    bool held_out = pl__member_flag(score, "held_out");
    if (!judged(score)) continue;
    lowest[held_out] = fmin(lowest[held_out], pl__member_number(score, "r2"));  // a NAN is ignored
  }
}
