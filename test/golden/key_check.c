// key_check.c: see key_check.h.
#include "golden/key_check.h"

#include "base/json.h"
#include "golden/command.h"
#include "report/result/result_keys.h"
#include "test.h"

enum { MAX_PATH = 300 };

static bool list_of(const pl_json *value, pl_json_kind kind) {
  for (const pl_json *item = value->child; item; item = item->next)
    if (item->kind != kind && !(kind == PL_JSON_NUMBER && item->kind == PL_JSON_NULL)) return false;
  return value->kind == PL_JSON_ARRAY;
}

static bool is_of_type(const pl_json *value, pl_key_type type) {
  switch (type) {
  case PL_KEY_TEXT: return value->kind == PL_JSON_STRING;
  case PL_KEY_NUMBER: return value->kind == PL_JSON_NUMBER || value->kind == PL_JSON_NULL;
  case PL_KEY_FLAG: return value->kind == PL_JSON_BOOL;
  case PL_KEY_TEXTS: return list_of(value, PL_JSON_STRING);
  case PL_KEY_NUMBERS: return list_of(value, PL_JSON_NUMBER);
  case PL_KEY_FLAGS: return list_of(value, PL_JSON_BOOL);
  case PL_KEY_ROWS: return list_of(value, PL_JSON_ARRAY);
  case PL_KEY_OBJECT:
  case PL_KEY_MAP: return value->kind == PL_JSON_OBJECT;
  case PL_KEY_OBJECTS: return list_of(value, PL_JSON_OBJECT);
  case PL_KEY_TYPE_COUNT: break;
  }
  return false;
}

// Required members of an object; path "" is the root.
static void check_required(pl_json *object, const char *path) {
  size_t n = strlen(path);
  for (int i = 0; i < pl_result_key_count(); i++) {
    const pl_key *key = pl_result_key_at(i);
    if (strncmp(key->path, path, n) != 0 || (n && key->path[n] != '.')) continue;
    const char *name = key->path + n + (n > 0);
    if (strpbrk(name, ".[") || key->optional) continue;
    if (!pl_json_find(object, name)) test_fail(__FILE__, __LINE__, "%s is missing", key->path);
  }
}

// NULL: no row has this path.
static const pl_key *find_key(const char *path) {
  for (int i = 0; i < pl_result_key_count(); i++)
    if (strcmp(pl_result_key_at(i)->path, path) == 0) return pl_result_key_at(i);
  return NULL;
}

static void check_object(pl_json *object, const char *path) {
  check_required(object, path);
  for (pl_json *member = object->child; member; member = member->next) {
    char inner[MAX_PATH];
    snprintf(inner, sizeof inner, "%s%s%s", path, *path ? "." : "", member->key);
    const pl_key *key = find_key(inner);
    if (!key) {
      test_fail(__FILE__, __LINE__, "%s is not in the table of keys", inner);
    } else if (!is_of_type(member, key->type)) {
      test_fail(__FILE__, __LINE__, "%s is of another type than the table says", inner);
    } else if (key->type == PL_KEY_OBJECT) {
      check_object(member, inner);
    } else if (key->type == PL_KEY_OBJECTS) {
      char each[MAX_PATH + 4];
      snprintf(each, sizeof each, "%s[]", inner);
      for (pl_json *item = member->child; item; item = item->next) check_object(item, each);
    }
  }
}

void check_keys(const char *file) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  const char *text = command_file(file);
  pl_json *root;
  REQUIRE(pl_json_parse(arena, file, text, strlen(text), &root) == PL_OK && root->kind == PL_JSON_OBJECT);
  check_object(root, "");
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}
