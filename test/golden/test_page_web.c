// The page of web/ with its data inside: what a browser unpacks is what the folder holds, shapes.bin holds every frame, histograms are shares.
// Browsers look at the page itself in test/browser.
#include "report/page/page.h"

#include <math.h>
#include <stdlib.h>
#include <zlib.h>

#include "base/text.h"
#include "failing_memory.h"
#include "golden/markup_check.h"
#include "golden/report_case.h"
#include "report/page/deflate.h"
#include "report/result/result.h"
#include "report/result/shapes.h"
#include "test.h"

static const pl_run run = {"pliant fit \"a <b>.json\" -o out", "fit", "pliant predict out/material.json b.json"};

static char *read_file(pl_arena *arena, const char *name, size_t *size) {
  char path[4200], *text;
  snprintf(path, sizeof path, "%s/out/%s", test_folder(), name);
  if (pl_file_read(arena, path, 1u << 26, &text, size) != PL_OK) {
    test_fail(__FILE__, __LINE__, "no %s", name);
    test_stop();
  }
  return text;
}

static report_case make(void) {
  char directory[4096];
  snprintf(directory, sizeof directory, "%s/out", test_folder());
  report_case c = report_case_make(true);
  if (pl_result_save(c.ctx, directory, c.fit, &run) != PL_OK) {
    test_fail(__FILE__, __LINE__, "%s", pl_context_error(c.ctx)->message);
    test_stop();
  }
  return c;
}

static bool have_page(void) {
  if (!pl_report_built()) test_skip("built without the page of web/");
  return pl_report_built();
}

// ---- as a browser unpacks it ----

static int digit(char c) {
  return c >= 'A' && c <= 'Z' ? c - 'A' : c >= 'a' && c <= 'z' ? c - 'a' + 26 : c >= '0' && c <= '9' ? c - '0' + 52 : c == '+' ? 62 : 63;
}

// Base64 up to the next '<', then zlib's inflate into `size` bytes at most. Returns how many came out.
static size_t unpack(pl_arena *arena, const char *text, char *out, size_t size) {
  size_t n = strcspn(text, "<"), n_byte = 0;
  unsigned char *bytes = pl_arena_alloc(arena, n + 4, 1);
  REQUIRE(bytes != NULL && n % 4 == 0);
  for (size_t i = 0; i < n; i += 4) {
    int pad = (text[i + 2] == '=') + (text[i + 3] == '=');
    unsigned long bits = (unsigned long)digit(text[i]) << 18 | (unsigned long)digit(text[i + 1]) << 12 |
                         (unsigned long)(pad > 1 ? 0 : digit(text[i + 2])) << 6 | (unsigned long)(pad > 0 ? 0 : digit(text[i + 3]));
    for (int k = 0; k < 3 - pad; k++) bytes[n_byte++] = (unsigned char)(bits >> (16 - 8 * k) & 255);
  }
  uLongf n_out = (uLongf)size;
  REQUIRE(uncompress((Bytef *)out, &n_out, bytes, (uLong)n_byte) == Z_OK);
  return n_out;
}

static void check_data(pl_arena *arena, const char *page, const char *id, const char *file) {
  size_t size;
  char mark[64], *kept = read_file(arena, file, &size), *out = pl_arena_alloc(arena, size + 1, 1);
  snprintf(mark, sizeof mark, "<script type=\"text/plain\" id=\"%s\">", id);
  CHECK(markup_count(page, mark) == 1);
  const char *at = strstr(page, mark);
  REQUIRE(at != NULL && out != NULL);
  CHECK(unpack(arena, at + strlen(mark), out, size) == size);
  CHECK(memcmp(out, kept, size) == 0);
}

TEST(web_page_holds_the_files_of_its_folder) {
  if (!have_page()) return;
  report_case c = make();
  pl_arena *arena = pl_arena_create(c.ctx);
  size_t size, fit_size, shape_size;
  char *page = read_file(arena, "report.html", &size);
  check_data(arena, page, "pliant-fit", "fit.json");
  check_data(arena, page, "pliant-shapes", PL_SHAPES_FILE);
  read_file(arena, "fit.json", &fit_size);
  read_file(arena, PL_SHAPES_FILE, &shape_size);
  CHECK(strlen(pl__web_page) < 3000000 && size < strlen(pl__web_page) + fit_size + shape_size);
  CHECK(strstr(page, "<!--PLIANT") == NULL);
  // the title and the sentence for readers without script
  CHECK_CONTAINS(page, "<title>fab&lt;ric&gt; &amp; &quot;co&quot; \xC2\xB7 Pliant fit</title>");
  CHECK(strstr(page, "fab<ric>") == NULL && strstr(page, "a <b>.json") == NULL);
  pl_arena_destroy(arena);
  report_case_clear(&c);
}

// Nothing in the document's own markup leads out of it; a browser test watches what the script does.
TEST(web_page_refers_to_nothing_outside) {
  if (!have_page()) return;
  static const char *const never[] = {"<script src", "<link rel=\"stylesheet", "@import", "url(http", "<iframe", "<object", "<img"};
  for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
    if (strstr(pl__web_page, never[i])) test_fail(__FILE__, __LINE__, "the page holds %s", never[i]);
  CHECK(markup_count(pl__web_page, "<link ") == 1);  // an empty icon, so that browsers do not request one
  CHECK_CONTAINS(pl__web_page, "<link rel=\"icon\" href=\"data:,\">");
}

TEST(web_page_is_made_from_the_folder_alone) {
  if (!have_page()) return;
  report_case c = make();
  pl_arena *arena = pl_arena_create(c.ctx);
  char directory[4096];
  size_t size, size_again;
  snprintf(directory, sizeof directory, "%s/out", test_folder());
  char *page = read_file(arena, "report.html", &size);
  REQUIRE(pl_report_write(c.ctx, directory) == PL_OK);
  char *again = read_file(arena, "report.html", &size_again);
  CHECK(size == size_again && memcmp(page, again, size) == 0);
  pl_arena_destroy(arena);
  report_case_clear(&c);
}

// ---- shapes.bin, unpacked as its description says ----

static uint32_t le32(const char *bytes) {
  const unsigned char *b = (const unsigned char *)bytes;
  return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static double member(pl_json *object, const char *key) {
  pl_json *value = pl_json_find(object, key);
  REQUIRE(value != NULL && value->kind == PL_JSON_NUMBER);
  return value->number;
}

static void check_shape(pl_json *shape, const char *arrays, const pl_fit_case *c) {
  const pl_rig *rig = c->rig;
  size_t n = (size_t)rig->body.mesh->n_vertex;
  REQUIRE((size_t)member(shape, "vertices") == n && (int)member(shape, "frames") == c->test->n_frame && member(shape, "every") == 1);
  const char *triangle = arrays + (size_t)member(shape, "triangle"), *bytes = arrays + (size_t)member(shape, "simulated");
  for (int32_t i = 0; i < 3 * rig->body.mesh->n_triangle; i++) CHECK(le32(triangle + 4 * i) == (uint32_t)rig->body.mesh->triangle[i]);
  double low[3], step[3];
  for (int k = 0; k < 3; k++) {
    pl_json *a = pl_json_find(shape, "low")->child, *b = pl_json_find(shape, "step")->child;
    for (int j = 0; j < k; j++) a = a->next, b = b->next;
    low[k] = a->number, step[k] = b->number;
  }
  uint16_t *q = pl_alloc(rig->ctx, 3 * n, sizeof *q);
  REQUIRE(q != NULL);
  for (int f = 0; f < c->test->n_frame; f++)
    for (size_t i = 0; i < 3 * n; i++) {
      unsigned zigzag = (unsigned char)bytes[6 * n * (size_t)f + i] | (unsigned)(unsigned char)bytes[6 * n * (size_t)f + 3 * n + i] << 8;
      q[i] = (uint16_t)(q[i] + (zigzag & 1 ? -(int)(zigzag >> 1) - 1 : (int)(zigzag >> 1)));
      double x = low[i / n] + step[i / n] * q[i];
      CHECK_NEAR(x, rig->memory->x[(size_t)f * 3 * n + 3 * (i % n) + i / n], 0.5001 * step[i / n] + 1e-15);
    }
  pl_free(rig->ctx, q);
}

TEST(shapes_file_holds_every_frame) {
  report_case c = make();
  pl_arena *arena = pl_arena_create(c.ctx);
  size_t size;
  char *file = read_file(arena, PL_SHAPES_FILE, &size);
  REQUIRE(size > 12 && memcmp(file, PL_SHAPES_MAGIC, 8) == 0);
  uint32_t head = le32(file + 8);
  REQUIRE(head % 4 == 0 && 12 + head < size);
  pl_json *root;
  REQUIRE(pl_json_parse(arena, "head", file + 12, head, &root) == PL_OK);
  pl_json *shape = pl_json_find(root, "shapes")->child;
  for (int i = 0; i < c.fit->problem.n_case; i++, shape = shape->next) {
    REQUIRE(shape != NULL);
    CHECK(strcmp(pl_json_find(shape, "test")->text, c.fit->work.fit_case[i].test->name) == 0);
    check_shape(shape, file + 12 + head, &c.fit->work.fit_case[i]);
  }
  CHECK(shape == NULL);
  pl_arena_destroy(arena);
  report_case_clear(&c);
}

// ---- histograms ----

// Shares add up to one, and no element was where the validity range says that none was (its own bins at the ends aside).
TEST(curve_histograms_are_shares_of_visited_strains) {
  report_case c = make();
  pl_arena *arena = pl_arena_create(c.ctx);
  size_t size;
  char *text = read_file(arena, "fit.json", &size);
  pl_json *root;
  REQUIRE(pl_json_parse(arena, "fit.json", text, size, &root) == PL_OK);
  int n_curve = 0;
  for (pl_json *curve = pl_json_find(root, "curves")->child; curve; curve = curve->next, n_curve++) {
    pl_json *share = pl_json_find(curve, "histogram"), *strain = pl_json_find(curve, "strain"), *range = pl_json_find(curve, "range");
    REQUIRE(share != NULL && share->n == 40);
    pl_json *last = strain->child;
    while (last->next) last = last->next;
    double low = strain->child->number, width = (last->number - low) / share->n, sum = 0;
    int i = 0;
    for (pl_json *bin = share->child; bin; bin = bin->next, i++) {
      sum += bin->number;
      bool outside = low + width * i > range->child->next->number + 1e-12 || low + width * (i + 1) < range->child->number - 1e-12;
      if (outside && bin->number > 0) test_fail(__FILE__, __LINE__, "bin %d holds %g", i, bin->number);
    }
    CHECK_NEAR(sum, 1, 1e-12);
  }
  CHECK(n_curve == 3);
  pl_arena_destroy(arena);
  report_case_clear(&c);
}

// ---- deflate ----

TEST(deflate_text_unpacks_to_the_same_bytes) {
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  enum { MAX = 5000 };
  char data[MAX], out[MAX];
  for (int i = 0; i < MAX; i++) data[i] = (char)(i * i / 7);
  static const size_t sizes[] = {0, 1, 2, 3, 4, 100, MAX};
  for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
    pl_text text;
    pl_text_init(&text, ctx);
    REQUIRE(pl__deflate_text(ctx, data, sizes[k], &text) == PL_OK);
    CHECK(unpack(arena, text.data, out, MAX) == sizes[k] && memcmp(data, out, sizes[k]) == 0);
    pl_text_clear(&text);
  }
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

TEST(deflate_text_survives_every_failing_allocation) {
  static const char data[] = "abcabcabcabcabcabc, and some more that is not abc";
  int n_ok = 0;
  for (int fail_at = 1; fail_at < 40; fail_at++) {
    failing memory = {.fail_at = 0};
    pl_context *ctx = pl_context_create(&(pl_context_options){.allocate = failing_allocate, .allocate_user = &memory});
    REQUIRE(ctx != NULL);
    pl_text text;
    pl_text_init(&text, ctx);
    memory.fail_at = memory.n_call + fail_at;
    pl_status status = pl__deflate_text(ctx, data, sizeof data, &text);
    CHECK(status == PL_OK || status == PL_ERROR_MEMORY);
    n_ok += status == PL_OK;
    pl_text_clear(&text);
    pl_context_destroy(ctx);
    CHECK(memory.n_live == 0);
  }
  CHECK(n_ok > 0 && n_ok < 39);
}
