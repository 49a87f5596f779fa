// keys.c: the allowed keys of an experiment file of curves, and messages about others.
//
// A key that is valid elsewhere is reported with its place; otherwise the nearest known key is suggested; otherwise all known ones are
// listed.
#include "measure/table/format.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "measure/table/times.h"

enum { MAX_KEY = 32 };

static const char *const file_keys[] = {"pliant", "protocol", "name",   "density", "tests", "file",       "speed",   "preamble", "specimen",
                                        "sigma",  "columns",  "branch", "method",  "sign",  "max-frames", "comment", NULL};
static const char *const test_keys[] = {"specimen", "sigma",      "columns", "where", "branch",   "method",
                                        "sign",     "max-frames", "comment", "speed", "preamble", NULL};
static const char *const offset_keys[] = {"fit-offset", NULL};
static const char *const first_keys[] = {"name", "file", NULL};

// The kinds of objects, in the order in which a misplaced key is searched.
typedef enum place { PLACE_SPECIMEN, PLACE_TEST, PLACE_FILE, PLACE_COLUMNS, PLACE_SIGMA, N_PLACE } place;

typedef struct key_list {
  int n;
  const char *key[MAX_KEY];
} key_list;

// keys: NULL-terminated; NULL: none.
static void add_keys(key_list *list, const char *const *keys) {
  for (; keys && *keys; keys++) {
    PL_ASSERT(list->n < MAX_KEY);
    list->key[list->n++] = *keys;
  }
}

static const char *const name_keys[] = {"name", NULL};

static void list_keys(const pl_protocol *protocol, key_list list[N_PLACE]) {
  const pl_curve_format *format = protocol->files->curve;
  const char *const sizes[] = {format->length_key, format->width_key, NULL};
  for (int p = 0; p < N_PLACE; p++) list[p].n = 0;
  add_keys(&list[PLACE_FILE], file_keys);
  add_keys(&list[PLACE_FILE], format->keys);
  if (!format->no_offset) add_keys(&list[PLACE_FILE], offset_keys);
  add_keys(&list[PLACE_TEST], first_keys);
  add_keys(&list[PLACE_TEST], format->test_keys);
  add_keys(&list[PLACE_TEST], test_keys);
  add_keys(&list[PLACE_TEST], format->keys);
  if (!format->no_offset) add_keys(&list[PLACE_TEST], offset_keys);
  add_keys(&list[PLACE_SPECIMEN], sizes);
  add_keys(&list[PLACE_SPECIMEN], name_keys);
  add_keys(&list[PLACE_SPECIMEN], format->specimen_keys);
  for (int c = 0; c < protocol->n_channel; c++) {
    const pl_channel_row *row = &protocol->channel[c];
    list[PLACE_COLUMNS].key[list[PLACE_COLUMNS].n++] = row->name;
    if (row->observed) list[PLACE_SIGMA].key[list[PLACE_SIGMA].n++] = row->name;
  }
  list[PLACE_COLUMNS].key[list[PLACE_COLUMNS].n++] = pl__time_key;
}

static bool has_key(const key_list *list, const char *key) {
  for (int k = 0; k < list->n; k++) {
    if (strcmp(list->key[k], key) == 0) return true;
  }
  return false;
}

// "it belongs in ..." for a key that is known elsewhere.
static bool hint_elsewhere(const key_list list[N_PLACE], place here, const char *key, char *hint, size_t size) {
  for (place other = 0; other < N_PLACE; other++) {
    if (other == here || !has_key(&list[other], key)) continue;
    switch (other) {
    case PLACE_SPECIMEN: snprintf(hint, size, "it belongs in the specimen: \"specimen\": {\"%s\": ...}", key); return true;
    case PLACE_TEST:
      snprintf(hint, size, "it belongs in a test%s", here == PLACE_FILE ? ": \"tests\": [{...}]" : ", outside of these braces");
      return true;
    case PLACE_FILE: snprintf(hint, size, "it belongs at the top of the file, outside of the tests"); return true;
    case PLACE_COLUMNS:
      if (here == PLACE_SIGMA) return false;
      snprintf(hint, size, "it is a channel: name its column with \"columns\": {\"%s\": ...}", key);
      return true;
    default: return false;
    }
  }
  return false;
}

static pl_status check_object(pl_context *ctx, const key_list list[N_PLACE], place here, pl_json *object) {
  if (!object || object->kind != PL_JSON_OBJECT) return PL_OK;  // another kind is reported where it is read
  for (pl_json *member = object->child; member; member = member->next) {
    const key_list *known = &list[here];
    if (has_key(known, member->key)) continue;
    char hint[400];
    const char *nearest = pl_text_nearest(member->key, known->n, known->key);
    if (hint_elsewhere(list, here, member->key, hint, sizeof hint)) {
      // done
    } else if (nearest) {
      snprintf(hint, sizeof hint, "did you mean \"%s\"?", nearest);
    } else {
      snprintf(hint, sizeof hint, "known here:");
      for (int k = 0; k < known->n; k++) {
        size_t n = strlen(hint);
        snprintf(hint + n, sizeof hint - n, "%s %s", k > 0 ? "," : "", known->key[k]);
      }
    }
    pl_where where = pl_json_where(member);
    return pl_fail(ctx, PL_ERROR_INPUT, &where, hint, PL_ID("experiment.unknown-key") "unknown key \"%.80s\"", member->key);
  }
  return PL_OK;
}

static pl_status check_groups(pl_context *ctx, const key_list list[N_PLACE], pl_json *object) {
  PL_TRY(check_object(ctx, list, PLACE_SPECIMEN, pl_json_find(object, "specimen")));
  PL_TRY(check_object(ctx, list, PLACE_COLUMNS, pl_json_find(object, "columns")));
  return check_object(ctx, list, PLACE_SIGMA, pl_json_find(object, "sigma"));
}

pl_status pl__curve_check_keys(pl_context *ctx, pl_json *root, const pl_protocol *protocol) {
  key_list list[N_PLACE];
  list_keys(protocol, list);
  PL_TRY(check_object(ctx, list, PLACE_FILE, root));
  PL_TRY(check_groups(ctx, list, root));
  pl_json *tests = pl_json_find(root, "tests");
  if (!tests || tests->kind != PL_JSON_ARRAY) return PL_OK;
  for (pl_json *test = tests->child; test; test = test->next) {
    PL_TRY(check_object(ctx, list, PLACE_TEST, test));
    PL_TRY(check_groups(ctx, list, test));
  }
  return PL_OK;
}
