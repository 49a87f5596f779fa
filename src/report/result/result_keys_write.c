// result_keys_write.c: the table of result_keys.h as a page of the documentation and as types for TypeScript.
#include <string.h>

#include "base/text.h"
#include "report/result/result_keys.h"

static const char *const type_words[PL_KEY_TYPE_COUNT] = {
    "text",          "number",        "true or false", "list of texts",   "list of numbers",
    "list of flags", "list of lists", "object",        "list of objects", "object by name"};
static const char *const type_script[PL_KEY_TYPE_COUNT] = {"string",
                                                           "number | null",
                                                           "boolean",
                                                           "string[]",
                                                           "(number | null)[]",
                                                           "boolean[]",
                                                           "(number | string | null)[][]",
                                                           "",
                                                           "",
                                                           "{ [name: string]: unknown }"};

void pl_result_keys_document(pl_text *out) {
  pl_text_add(out, "# Members of fit.json\n\n"
                   "Made by `pliant docs fit-json` from the table of the writer; do not edit. [Formats](formats.md#fitjson) says what they "
                   "mean together.\n"
                   "Numbers are SI; a number that does not exist is `null`. A unit such as *unit* is what the member of that name beside "
                   "it says. `[]` stands "
                   "for each member of a list.\n\n"
                   "| member | type | unit | always | meaning |\n|---|---|---|---|---|\n");
  for (int i = 0; i < pl_result_key_count(); i++) {
    const pl_key *key = pl_result_key_at(i);
    bool beside = strstr(key->unit, "unit") != NULL;
    pl_text_printf(out, "| `%s` | %s | %s%s%s | %s | %s |\n", key->path, type_words[key->type], beside ? "*" : "", key->unit,
                   beside ? "*" : "", key->optional ? "" : "yes", key->help);
  }
}

// The last name of a path.
static const char *name_of(const char *path) {
  const char *dot = strrchr(path, '.');
  return dot ? dot + 1 : path;
}

// True if `path` is a member of the object or list `parent`.
static bool is_member(const char *path, const pl_key *parent) {
  size_t n = parent ? strlen(parent->path) : 0;
  if (!parent) return !strchr(path, '.');
  if (strncmp(path, parent->path, n) != 0) return false;
  const char *rest = path + n;
  if (parent->type == PL_KEY_OBJECTS && strncmp(rest, "[]", 2) == 0) rest += 2;
  return *rest == '.' && !strchr(rest + 1, '.');
}

static void put_members(pl_text *out, const pl_key *parent, int depth) {
  for (int i = 0; i < pl_result_key_count(); i++) {
    const pl_key *key = pl_result_key_at(i);
    if (!is_member(key->path, parent)) continue;
    pl_text_repeat(out, "  ", depth);
    pl_text_printf(out, "%s%s: ", name_of(key->path), key->optional ? "?" : "");
    if (key->type == PL_KEY_OBJECT || key->type == PL_KEY_OBJECTS) {
      pl_text_add(out, "{\n");
      put_members(out, key, depth + 1);
      pl_text_repeat(out, "  ", depth);
      pl_text_printf(out, "}%s; // %s\n", key->type == PL_KEY_OBJECTS ? "[]" : "", key->help);
    } else {
      pl_text_printf(out, "%s; // %s%s%s\n", type_script[key->type], key->help, *key->unit ? ", " : "", key->unit);
    }
  }
}

// Names of members, each once.
static void put_names(pl_text *out) {
  int n_put = 0;
  for (int i = 0; i < pl_result_key_count(); i++) {
    const char *name = name_of(pl_result_key_at(i)->path);
    bool before = false;
    for (int k = 0; k < i; k++) before = before || strcmp(name_of(pl_result_key_at(k)->path), name) == 0;
    if (!before) pl_text_printf(out, "%s'%s'", n_put++ % 12 ? " | " : "\n  | ", name);
  }
}

void pl_result_keys_typescript(pl_text *out) {
  pl_text_add(
      out, "// fit.d.ts: fit.json. Made by `pliant docs fit-types` from the table of the writer; do not edit.\n\nexport interface Fit {\n");
  put_members(out, NULL, 1);
  pl_text_add(out, "}\n\n// Every name of a member.\nexport type FitKey =");
  put_names(out);
  pl_text_add(out, ";\n");
}
