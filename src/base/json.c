// json.c: the reader. Recursive descent over the text; nodes and texts come from pools inside the arena.
//
// Beyond the standard: // and /* */ comments. Stricter than the standard: duplicate keys, nesting beyond 64, NUL characters, invalid
// UTF-8 and numbers beyond double are errors.
#include "base/json.h"
#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64, MAX_NODE = 4000000, NODE_POOL = 64, TEXT_POOL = 4096, MAX_FILE = 64000000 };

typedef struct reader {
  pl_arena *arena;
  pl_context *ctx;
  const char *file;
  const char *at, *end;
  const char *line_start;
  int line;
  int n_continuation;  // UTF-8 continuation bytes since line_start: columns count characters
  int depth, n_node;
  pl_json *node_pool;
  int n_node_free;
  char *text_pool;
  size_t n_text_free;
} reader;

static pl_where place(const reader *r, const char *key) {
  return (pl_where){.file = r->file, .line = r->line, .column = (int)(r->at - r->line_start) - r->n_continuation + 1, .key = key};
}

// ---- memory ----

static pl_json *new_node(reader *r) {
  if (r->n_node_free == 0) {
    r->node_pool = pl_arena_alloc(r->arena, NODE_POOL, sizeof(pl_json));
    if (r->node_pool == NULL) return NULL;
    r->n_node_free = NODE_POOL;
  }
  r->n_node_free--;
  return r->node_pool++;
}

// At least `size` bytes; give back what is not needed with keep_text.
static char *new_text(reader *r, size_t size) {
  if (r->n_text_free < size) {
    size_t pool = size > TEXT_POOL / 4 ? size : TEXT_POOL;
    char *text = pl_arena_alloc(r->arena, pool, 1);
    if (text == NULL || size > TEXT_POOL / 4) return text;  // large texts stand alone
    r->text_pool = text;
    r->n_text_free = pool;
  }
  char *text = r->text_pool;
  r->text_pool += size;
  r->n_text_free -= size;
  return text;
}

// ---- characters ----

static char peek(const reader *r) { return r->at < r->end ? *r->at : '\0'; }

static void next_line(reader *r) {
  r->line++;
  r->line_start = r->at;
  r->n_continuation = 0;
}

static pl_status skip_comment(reader *r) {
  if (r->at[1] == '/') {
    while (r->at < r->end && *r->at != '\n') r->at++;
    return PL_OK;
  }
  pl_where start = place(r, NULL);
  for (r->at += 2; r->at < r->end; r->at++) {
    if (*r->at == '*' && r->at + 1 < r->end && r->at[1] == '/') {
      r->at += 2;
      return PL_OK;
    }
    if (((unsigned char)*r->at & 0xC0) == 0x80) r->n_continuation++;
    if (*r->at == '\n') {
      r->at++;
      next_line(r);
      r->at--;
    }
  }
  return pl_fail(r->ctx, PL_ERROR_PARSE, &start, "end it with */", "the comment that starts here never ends");
}

static pl_status skip_space(reader *r) {
  for (;;) {
    char c = peek(r);
    if (c == '\n') {
      r->at++;
      next_line(r);
    } else if (c == ' ' || c == '\t' || c == '\r') {
      r->at++;
    } else if (c == '/' && r->at + 1 < r->end && (r->at[1] == '/' || r->at[1] == '*')) {
      PL_TRY(skip_comment(r));
    } else {
      return PL_OK;
    }
  }
}

// What stands at the cursor, for messages: "end of file", "'x'", "character 0x01".
static const char *shown(const reader *r, char buffer[32]) {
  if (r->at >= r->end) return "the end of the file";
  unsigned char c = (unsigned char)*r->at;
  if (c < 0x20 || c == 0x7F) {
    snprintf(buffer, 32, "the control character 0x%02x", c);
  } else {
    int n = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    if (n > r->end - r->at) n = 1;
    snprintf(buffer, 32, "'%.*s'", n, r->at);
  }
  return buffer;
}

// ---- strings ----

// Four hexadecimal digits at the cursor, -1 if they are not.
static int32_t read_hex4(reader *r) {
  int32_t value = 0;
  if (r->end - r->at < 4) return -1;
  for (int i = 0; i < 4; i++) {
    char c = r->at[i];
    int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    if (digit < 0) return -1;
    value = 16 * value + digit;
  }
  r->at += 4;
  return value;
}

// The cursor is after the backslash.
static pl_status read_escape(reader *r, char **to) {
  pl_where where = place(r, NULL);
  static const char from[] = "\"\\/bfnrt", into[] = "\"\\/\b\f\n\r\t";
  char c = peek(r);
  const char *simple = c != '\0' ? strchr(from, c) : NULL;
  if (simple != NULL) {
    *(*to)++ = into[simple - from];
    r->at++;
    return PL_OK;
  }
  if (c != 'u') {
    char buffer[32];
    return pl_fail(r->ctx, PL_ERROR_PARSE, &where, "write \\\\ for a backslash itself", "\\ is followed by %s, which is no escape",
                   shown(r, buffer));
  }
  r->at++;
  int32_t code = read_hex4(r);
  if (code >= 0xD800 && code < 0xDC00 && r->end - r->at >= 2 && r->at[0] == '\\' && r->at[1] == 'u') {
    r->at += 2;
    int32_t low = read_hex4(r);
    code = low >= 0xDC00 && low < 0xE000 ? 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00) : -1;
  }
  if (code <= 0 || (code >= 0xD800 && code < 0xE000))
    return pl_fail(r->ctx, PL_ERROR_PARSE, &where, "write the character itself instead",
                   "\\u must be followed by four hexadecimal digits of a character (a pair for those beyond U+FFFF, never 0000)");
  *to = pl__utf8_put(*to, (uint32_t)code);
  return PL_OK;
}

// The cursor is at the opening quote.
static pl_status read_string(reader *r, const char **text) {
  pl_where start = place(r, NULL);
  const char *close = r->at + 1;
  while (close < r->end && *close != '"' && *close != '\n') close += *close == '\\' && close + 1 < r->end && close[1] != '\n' ? 2 : 1;
  if (close >= r->end || *close != '"')
    return pl_fail(r->ctx, PL_ERROR_PARSE, &start, "close it with \" on the same line; write \\n for a line break",
                   "the string that starts here never ends");
  // Unescaped text is never longer than escaped text.
  char *to = new_text(r, (size_t)(close - r->at));
  if (to == NULL) return PL_ERROR_MEMORY;
  *text = to;
  r->at++;
  while (*r->at != '"') {
    if (*r->at == '\\') {
      r->at++;
      PL_TRY(read_escape(r, &to));
      continue;
    }
    int n = pl__utf8_length(r->at, (size_t)(r->end - r->at));
    pl_where where = place(r, NULL);
    if (n == 0)
      return pl_fail(r->ctx, PL_ERROR_PARSE, &where, "save the file as UTF-8", "the byte 0x%02x is not valid UTF-8", (unsigned char)*r->at);
    if ((unsigned char)*r->at < 0x20) {
      char buffer[32];
      return pl_fail(r->ctx, PL_ERROR_PARSE, &where, "write it as an escape such as \\t", "a string contains %s", shown(r, buffer));
    }
    memcpy(to, r->at, (size_t)n);
    to += n;
    r->at += n;
    r->n_continuation += n - 1;
  }
  *to = '\0';
  r->at++;
  return PL_OK;
}

// ---- values ----

static bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

static pl_status fail_value(reader *r, const char *key) {
  pl_where where = place(r, key);
  char buffer[32];
  char c = peek(r);
  if (is_word(c)) {
    int n = 0;
    while (n < 40 && r->at + n < r->end && is_word(r->at[n])) n++;
    return pl_fail(r->ctx, PL_ERROR_PARSE, &where,
                   "put texts and quantities in double quotes, \"100 mm\"; NaN and infinity are not allowed",
                   PL_ID("json.not-json-value") "%.*s is not a JSON value", n, r->at);
  }
  const char *hint = c == '\''              ? "use double quotes"
                     : c == ']' || c == '}' ? "remove the comma before it, or add the missing value"
                     : c == '+' || c == '.' ? "write numbers as 0.5 or -2, without a leading + or point"
                                            : "a value is a \"text\", a number, true, false, null, [...] or {...}";
  return pl_fail(r->ctx, PL_ERROR_PARSE, &where, hint, PL_ID("json.expected-value-found") "expected a value, found %s", shown(r, buffer));
}

static pl_status read_number(reader *r, pl_json *value) {
  // The grammar of JSON is stricter than that of decimal numbers: no leading zeros, digits on both sides of the point.
  const char *p = r->at;
  pl_where where = place(r, value->path);
  if (*p == '-') p++;
  const char *digits = p;
  while (p < r->end && *p >= '0' && *p <= '9') p++;
  bool good = p > digits && (*digits != '0' || p == digits + 1);
  if (p < r->end && *p == '.') {
    const char *fraction = ++p;
    while (p < r->end && *p >= '0' && *p <= '9') p++;
    good = good && p > fraction;
  }
  if (p < r->end && (*p == 'e' || *p == 'E')) {
    p++;
    if (p < r->end && (*p == '+' || *p == '-')) p++;
    const char *exponent = p;
    while (p < r->end && *p >= '0' && *p <= '9') p++;
    good = good && p > exponent;
  }
  bool joined = p < r->end && (is_word(*p) || *p == '.');
  while (joined && p < r->end && (is_word(*p) || *p == '.')) p++;
  int n = (int)(p - r->at < 40 ? p - r->at : 40);
  if (!good || joined)
    return pl_fail(r->ctx, PL_ERROR_PARSE, &where, "write numbers as 0.5, -2 or 1e-3, and quantities in quotes, \"100 mm\"",
                   PL_ID("json.not-json-number") "%.*s is not a JSON number", n, r->at);
  if (pl__number_scan(r->at, &value->number) != (size_t)(p - r->at))
    return pl_fail(r->ctx, PL_ERROR_PARSE, &where, "check its exponent", "%.*s is too large for a number", n, r->at);
  value->kind = PL_JSON_NUMBER;
  r->at = p;
  return PL_OK;
}

static pl_status read_value(reader *r, const char *key, const char *path, pl_json **value);

static const char *member_path(reader *r, const char *parent, const char *key, int index) {
  char number[24];
  snprintf(number, sizeof number, "[%d]", index);
  const char *dot = key != NULL && parent[0] != '\0' ? "." : "";
  const char *tail = key != NULL ? key : number;
  size_t n_parent = strlen(parent), n_dot = strlen(dot), n_tail = strlen(tail);
  char *path = new_text(r, n_parent + n_dot + n_tail + 1);
  if (path == NULL) return NULL;
  memcpy(path, parent, n_parent);
  memcpy(path + n_parent, dot, n_dot);
  memcpy(path + n_parent + n_dot, tail, n_tail + 1);
  return path;
}

static int compare_keys(const void *a, const void *b) {
  const pl_json *x = *(pl_json *const *)a, *y = *(pl_json *const *)b;
  int order = strcmp(x->key, y->key);
  return order != 0           ? order
         : x->line != y->line ? (x->line > y->line) - (x->line < y->line)
                              : (x->column > y->column) - (x->column < y->column);
}

static pl_status check_duplicates(reader *r, const pl_json *object) {
  if (object->n < 2) return PL_OK;
  pl_json *small[32], **member = small;
  if (object->n > 32) {
    member = pl_alloc(r->ctx, (size_t)object->n, sizeof *member);
    if (member == NULL) return PL_ERROR_MEMORY;
  }
  int n = 0;
  for (pl_json *m = object->child; m != NULL; m = m->next) member[n++] = m;
  qsort(member, (size_t)n, sizeof *member, compare_keys);
  pl_status status = PL_OK;
  for (int i = 1; i < n && status == PL_OK; i++) {
    if (strcmp(member[i - 1]->key, member[i]->key) != 0) continue;
    pl_where where = pl_json_where(member[i]);
    status = pl_fail(r->ctx, PL_ERROR_PARSE, &where, "remove one of them",
                     PL_ID("json.key-given-twice-lines") "the key \"%s\" is given twice, on lines %d and %d", member[i]->key,
                     member[i - 1]->line, member[i]->line);
  }
  if (member != small) pl_free(r->ctx, member);
  return status;
}

// After a member: a comma leads on, the closing bracket ends. `opened` is the line of the opening bracket.
static pl_status read_comma(reader *r, char close, int opened, bool *more) {
  PL_TRY(skip_space(r));
  pl_where where = place(r, NULL);
  char buffer[32];
  if (peek(r) == close) {
    r->at++;
    *more = false;
    return PL_OK;
  }
  if (peek(r) != ',') {
    if (r->at >= r->end)
      return pl_fail(r->ctx, PL_ERROR_PARSE, &where, "the file may be cut off",
                     PL_ID("json.opened-line-never-closed") "the %s opened on line %d is never closed, expected '%c'",
                     close == '}' ? "object" : "array", opened, close);
    return pl_fail(r->ctx, PL_ERROR_PARSE, &where, "is a comma missing before it?", "expected ',' or '%c', found %s", close,
                   shown(r, buffer));
  }
  r->at++;
  PL_TRY(skip_space(r));
  if (peek(r) == close)
    return pl_fail(r->ctx, PL_ERROR_PARSE, &where, "remove this comma",
                   PL_ID("json.comma-stands-before-no") "a comma stands before '%c' with no value after it", close);
  *more = true;
  return PL_OK;
}

static pl_status read_key(reader *r, const char **key) {
  char buffer[32];
  pl_where where = place(r, NULL);
  if (peek(r) != '"')
    return pl_fail(r->ctx, PL_ERROR_PARSE, &where, "put keys in double quotes, \"length\": \"100 mm\"",
                   PL_ID("json.expected-key-found") "expected a key, found %s", shown(r, buffer));
  PL_TRY(read_string(r, key));
  PL_TRY(skip_space(r));
  where = place(r, NULL);
  if (peek(r) != ':')
    return pl_fail(r->ctx, PL_ERROR_PARSE, &where, "write \"key\": value", "expected ':' after the key \"%.40s\", found %s", *key,
                   shown(r, buffer));
  r->at++;
  return skip_space(r);
}

static pl_status read_members(reader *r, pl_json *parent) {
  bool object = parent->kind == PL_JSON_OBJECT;
  char close = object ? '}' : ']';
  pl_where where = place(r, parent->path);
  if (++r->depth > MAX_DEPTH)
    return pl_fail(r->ctx, PL_ERROR_PARSE, &where, "check that it is the right file", "nesting deeper than %d levels", MAX_DEPTH);
  r->at++;
  PL_TRY(skip_space(r));
  bool more = peek(r) != close;
  if (!more) r->at++;
  pl_json **tail = &parent->child;
  while (more) {
    const char *key = NULL;
    int line = r->line, column = place(r, NULL).column;
    if (object) PL_TRY(read_key(r, &key));
    const char *path = member_path(r, parent->path, key, parent->n);
    if (path == NULL) return PL_ERROR_MEMORY;
    PL_TRY(read_value(r, key, path, tail));
    // A member is where its key is.
    if (object) (*tail)->line = line, (*tail)->column = column;
    tail = &(*tail)->next;
    parent->n++;
    PL_TRY(read_comma(r, close, parent->line, &more));
  }
  r->depth--;
  return object ? check_duplicates(r, parent) : PL_OK;
}

static bool take_word(reader *r, const char *word) {
  size_t n = strlen(word);
  if ((size_t)(r->end - r->at) < n || memcmp(r->at, word, n) != 0) return false;
  if ((size_t)(r->end - r->at) > n && is_word(r->at[n])) return false;
  r->at += n;
  return true;
}

static pl_status read_value(reader *r, const char *key, const char *path, pl_json **value) {
  pl_where where = place(r, path);
  if (++r->n_node > MAX_NODE)
    return pl_fail(r->ctx, PL_ERROR_PARSE, &where, "put long series into a CSV file", "more than %d values", MAX_NODE);
  pl_json *node = new_node(r);
  if (node == NULL) return PL_ERROR_MEMORY;
  node->line = where.line;
  node->column = where.column;
  node->file = r->file;
  node->key = key;
  node->path = path;
  *value = node;

  char c = peek(r);
  if (c == '{' || c == '[') {
    node->kind = c == '{' ? PL_JSON_OBJECT : PL_JSON_ARRAY;
    return read_members(r, node);
  }
  if (c == '"') {
    node->kind = PL_JSON_STRING;
    return read_string(r, &node->text);
  }
  if (c == '-' || (c >= '0' && c <= '9')) return read_number(r, node);
  if (take_word(r, "null")) return PL_OK;
  node->kind = PL_JSON_BOOL;
  node->boolean = take_word(r, "true");
  if (node->boolean || take_word(r, "false")) return PL_OK;
  return fail_value(r, path);
}

// The text is followed by a NUL at text[size], so that looking one byte ahead is always allowed.
static pl_status parse(pl_arena *arena, const char *name, const char *text, size_t size, pl_json **root) {
  pl_context *ctx = pl_arena_context(arena);
  *root = NULL;
  char *file = pl_arena_text(arena, name);
  if (file == NULL) return PL_ERROR_MEMORY;
  reader r = {.arena = arena, .ctx = ctx, .file = file, .at = text, .end = text + size, .line = 1};
  if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) r.at += 3;  // byte-order mark
  r.line_start = r.at;
  pl_where where = {.file = file, .line = 1};
  if (size >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "\xFE\xFF", 2) == 0))
    return pl_fail(ctx, PL_ERROR_PARSE, &where, "save the file as UTF-8", "the text is UTF-16, expected UTF-8");
  PL_TRY(skip_space(&r));
  if (r.at >= r.end) return pl_fail(ctx, PL_ERROR_PARSE, &where, "a JSON file starts with {", "the file is empty");

  pl_json *value = NULL;
  PL_TRY(read_value(&r, NULL, "", &value));
  PL_TRY(skip_space(&r));
  if (r.at < r.end) {
    char buffer[32];
    where = place(&r, NULL);
    return pl_fail(ctx, PL_ERROR_PARSE, &where, "remove what follows, or check the brackets",
                   PL_ID("json.expected-end-file-found") "expected the end of the file, found %s", shown(&r, buffer));
  }
  *root = value;
  return PL_OK;
}

pl_status pl_json_parse(pl_arena *arena, const char *name, const char *text, size_t size, pl_json **root) {
  *root = NULL;
  char *copy = pl_arena_alloc(arena, size + 1, 1);
  if (copy == NULL) return PL_ERROR_MEMORY;
  if (size > 0) memcpy(copy, text, size);
  return parse(arena, name, copy, size, root);
}

pl_status pl_json_load(pl_arena *arena, const char *path, pl_json **root) {
  *root = NULL;
  char *text;
  size_t size;
  PL_TRY(pl_file_read(arena, path, MAX_FILE, &text, &size));
  return parse(arena, path, text, size, root);
}
