// Wrong, truncated and hostile material files: each is refused with its place and a remedy, and nothing leaks.
#include <stdlib.h>

#include "said.h"
#include "material/material.h"
#include "test.h"

#define HEAD "{\"pliant\": \"material 1\", \"name\": \"x\", \"density\": \"150 g/m^2\",\n\"terms\": [\n"
#define TAIL "\n]}"
#define TERM(rest) HEAD "{\"name\": \"a\", \"strain\": \"green\", " rest "}" TAIL
#define SPLINE(rest) TERM("\"values\": [\"warp\"], \"law\": \"stress-spline\", " rest)
#define CONVEXITY(list) HEAD "{\"name\": \"a\", \"strain\": \"hinge\", \"law\": \"linear\"}],\n\"convexity\": " list "}"

static const struct hostile {
  const char *text;
  pl_status status;
  int line;             // 0: not checked
  const char *message;  // part of message, key or hint
} files[] = {
    {"", PL_ERROR_PARSE, 0, ""},
    {"[]", PL_ERROR_INPUT, 1, "object"},
    {"{}", PL_ERROR_INPUT, 1, "pliant"},
    {"{\"pliant\": \"material 2\"}", PL_ERROR_INPUT, 1, "newer"},
    {"{\"pliant\": \"scene 1\"}", PL_ERROR_INPUT, 1, "[material.not-material-file]"},
    {"{\"pliant\": \"material 1\", \"name\": \"x\",\n\"density\": 150, \"terms\": []}", PL_ERROR_UNIT, 2, "density"},
    {"{\"pliant\": \"material 1\", \"name\": \"x\",\n\"density\": \"150 N\", \"terms\": []}", PL_ERROR_UNIT, 2, "density"},
    {"{\"pliant\": \"material 1\", \"name\": \"x\",\n\"density\": \"-1 g/m^2\", \"terms\": []}", PL_ERROR_INPUT, 2, "density"},
    {"{\"pliant\": \"material 1\", \"name\": \"x\", \"density\": \"1 g/m^2\",\n\"terms\": []}", PL_ERROR_INPUT, 2, "no terms"},
    {"{\"pliant\": \"material 1\", \"name\": \"x\", \"density\": \"1 g/m^2\",\n\"terms\": {}}", PL_ERROR_INPUT, 2, "terms"},
    {HEAD "3" TAIL, PL_ERROR_INPUT, 3, "object"},
    {HEAD "{}" TAIL, PL_ERROR_INPUT, 3, "name"},
    {TERM("\"values\": [\"warp\"], \"law\": \"linear\"") "x", PL_ERROR_PARSE, 4, ""},
    {HEAD "{\"name\": \"a.b\", \"strain\": \"green\"}" TAIL, PL_ERROR_INPUT, 3, "dot"},
    {HEAD "{\"name\": \"\", \"strain\": \"green\"}" TAIL, PL_ERROR_INPUT, 3, "name"},
    {HEAD "{\"name\": \"0123456789012345678901234567890123456789012345678901234567890123456789\"}" TAIL, PL_ERROR_INPUT, 3, "40"},
    {HEAD
     "{\"name\": \"a\", \"strain\": \"hinge\", \"law\": \"linear\"},\n{\"name\": \"a\", \"strain\": \"hinge\", \"law\": \"linear\"}" TAIL,
     PL_ERROR_INPUT, 4, "already"},
    {HEAD "{\"name\": \"a\", \"strain\": \"gren\", \"law\": \"linear\"}" TAIL, PL_ERROR_INPUT, 3, "green"},
    {TERM("\"law\": \"stres-spline\""), PL_ERROR_INPUT, 3, "stress-spline"},
    {TERM("\"law\": 3"), PL_ERROR_INPUT, 3, "law"},
    {TERM("\"law\": \"linear\""), PL_ERROR_INPUT, 3, "values"},
    {TERM("\"law\": \"linear\", \"values\": [\"wrap\"]"), PL_ERROR_INPUT, 3, "warp"},
    {TERM("\"law\": \"linear\", \"values\": \"warp\""), PL_ERROR_INPUT, 3, "list"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\", \"weft\"]"), PL_ERROR_INPUT, 3, "takes 1"},
    {TERM("\"law\": \"cross\", \"values\": [\"warp\", \"warp\"]"), PL_ERROR_INPUT, 3, "twice"},
    {HEAD "{\"name\": \"a\", \"strain\": \"hinge\", \"law\": \"isotropic\"}" TAIL, PL_ERROR_INPUT, 3, "has 1"},
    {HEAD "{\"name\": \"a\", \"strain\": \"hinge\", \"law\": \"linear\", \"elements\": \"wept\"}" TAIL, PL_ERROR_INPUT, 3, "weft"},
    {CONVEXITY("5"), PL_ERROR_INPUT, 4, "list"},
    {CONVEXITY("[5]"), PL_ERROR_INPUT, 4, "object"},
    {CONVEXITY("[{\"strain\": \"gren\"}]"), PL_ERROR_INPUT, 4, "[material.there-no-strain-measure]"},
    {CONVEXITY("[{\"strain\": \"green\", \"smallest\": 3}]"), PL_ERROR_UNIT, 4, "smallest"},
    {CONVEXITY("[{\"strain\": \"green\", \"smallest\": \"3 N/m\", \"proven\": 1}]"), PL_ERROR_INPUT, 4, "proven"},
    {CONVEXITY("[{\"strain\": \"green\", \"smallest\": \"3 N/m\", \"proven\": true, \"where\": {\"warp\": 0}}]"), PL_ERROR_INPUT, 4,
     "weft"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"rate\": 1"), PL_ERROR_INPUT, 3, "rate"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"paramters\": []"), PL_ERROR_INPUT, 3, "parameters"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"knots\": [0, 1]"), PL_ERROR_INPUT, 3, "knots"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"parameters\": 5"), PL_ERROR_INPUT, 3, "object"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"parameters\": {\"k\": 5}"), PL_ERROR_UNIT, 3, "k"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"parameters\": {\"k\": \"5 N\"}"), PL_ERROR_UNIT, 3, "[json.expected-2]"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"parameters\": {\"k\": \"-5 N/m\"}"), PL_ERROR_INPUT, 3, ">= 0"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"parameters\": {}"), PL_ERROR_INPUT, 3, "missing"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"rate\": true, \"parameters\": {\"k\": \"5 N/m\"}"), PL_ERROR_UNIT, 3, "k"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"sigma\": {\"k\": \"-5 N/m\"}"), PL_ERROR_INPUT, 3, "sigma"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"range\": [0, 1]"), PL_ERROR_INPUT, 3, "range"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"range\": [[1, 0]]"), PL_ERROR_INPUT, 3, "reversed"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"range\": [[0, 1, 2]]"), PL_ERROR_INPUT, 3, "2 numbers"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"samples\": 3"), PL_ERROR_INPUT, 3, "object"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"samples\": {\"points\": [[0, 0]]}"), PL_ERROR_INPUT, 3, "radius"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"samples\": {\"radius\": 5, \"points\": [[0, 0]]}"), PL_ERROR_UNIT, 3, "radius"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"samples\": {\"radius\": \"0 mm\", \"unit\": \"mm\", \"points\": [[0, 0]]}"),
     PL_ERROR_INPUT, 3, "must be > 0"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"samples\": {\"radius\": \"-5 mm\", \"unit\": \"mm\", \"points\": [[0, 0]]}"),
     PL_ERROR_INPUT, 3, "must be > 0"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"samples\": {\"radius\": \"5 mm\", \"unit\": \"mm\", \"points\": []}"),
     PL_ERROR_INPUT, 3, "1 to 256"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"samples\": {\"radius\": \"5 mm\", \"unit\": \"N\", \"points\": [[0, 0]]}"),
     PL_ERROR_UNIT, 3, "[material.not-unit-length]"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"samples\": {\"radius\": \"5 mm\", \"points\": [[0, 0]]}"), PL_ERROR_UNIT, 3,
     "points"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"samples\": {\"radius\": \"5 mm\", \"unit\": \"mm\", \"points\": [[0]]}"),
     PL_ERROR_INPUT, 3, "[u, v]"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"samples\": {\"radius\": \"5 mm\", \"unit\": \"mm\", \"points\": [3]}"),
     PL_ERROR_INPUT, 3, "[u, v]"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"samples\": {\"radius\": \"5 mm\", \"unit\": \"mm\", \"points\": [[0, 0, 1]]}"),
     PL_ERROR_INPUT, 3, "[material.sample-of-sheet]|1 m"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"samples\": {\"radius\": \"5 mm\", \"unit\": \"mm\", \"points\": [[0, 0], [1, 2], "
          "[0, 0]]}"),
     PL_ERROR_INPUT, 3, "samples 1 and 3"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"samples\": {\"radius\": \"5 mm\", \"unit\": \"mm\", \"points\": [[0, 1e12]]}"),
     PL_ERROR_INPUT, 3, "beyond"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"samples\": {\"radius\": \"5 mm\", \"unit\": \"mm\", \"point\": [[0, 0]]}"),
     PL_ERROR_INPUT, 3, "points"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"samples\": {\"radius\": \"5 mm\", \"unit\": \"mm\", \"points\": [[0, 0], [1, "
          "2]]}, \"parameters\": [{\"k\": \"5 N/m\"}]"),
     PL_ERROR_INPUT, 3, "1 entries"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"samples\": {\"radius\": \"5 mm\", \"unit\": \"mm\", \"points\": [[0, 0], [1, "
          "2]]}, \"parameters\": [{\"k\": \"5 N/m\"}, {\"k\": \"-5 N/m\"}]"),
     PL_ERROR_INPUT, 3, "a.k@2"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"samples\": {\"radius\": \"5 mm\", \"unit\": \"mm\", \"points\": [[0, 0], [1, "
          "2]]}, \"sigma\": [{\"k\": \"5 N/m\"}, {\"q\": \"5 N/m\"}]"),
     PL_ERROR_INPUT, 3, "q"},
    {TERM("\"law\": \"linear\", \"values\": [\"warp\"], \"parameters\": [{\"k\": \"5 N/m\"}, {\"k\": \"5 N/m\"}]"), PL_ERROR_INPUT, 3,
     "[material.term-list-entries-term]"},
    {TERM("\"law\": \"dahl\", \"values\": [\"warp\"], \"samples\": {\"radius\": \"5 mm\", \"unit\": \"mm\", \"points\": [[0, 0]]}"),
     PL_ERROR_INPUT, 3, "memory"},
    {HEAD "{\"name\": \"a\", \"strain\": \"green3\", \"law\": \"isotropic3\", \"samples\": {\"radius\": \"5 mm\", \"unit\": \"mm\", "
          "\"points\": [[0, 0]]}}" TAIL,
     PL_ERROR_INPUT, 3, "[material.sample-coordinates]|2|3"},
    {HEAD "{\"name\": \"a\", \"strain\": \"hinge\", \"law\": \"linear\"},\n{\"name\": \"b\", \"strain\": \"hinge\", \"law\": \"linear\", "
          "\"shares\": \"a\", "
          "\"samples\": {}}" TAIL,
     PL_ERROR_INPUT, 4, "[material.has-parameters-samples-own]"},
    {TERM("\"law\": \"isotropic\", \"parameters\": {\"young\": \"1 N/m\", \"poison\": 0.3}"), PL_ERROR_INPUT, 3, "poisson"},
    {TERM("\"law\": \"isotropic\", \"parameters\": {\"young\": \"1 N/m\"}"), PL_ERROR_INPUT, 3, "poisson"},
    {TERM("\"law\": \"isotropic\", \"parameters\": {\"young\": \"1 N/m\", \"poisson\": 1}"), PL_ERROR_INPUT, 3, "0.99"},
    {TERM("\"law\": \"isotropic\", \"parameters\": {\"unit\": \"N/m\", \"values\": [1, 0.3]}"), PL_ERROR_INPUT, 3, "different units"},
    {TERM("\"law\": \"orthotropic\", \"parameters\": {\"unit\": \"N/m\", \"values\": [1, 0, 1]}"), PL_ERROR_INPUT, 3, "4 parameters"},
    {TERM("\"law\": \"orthotropic\", \"shear-coupling\": \"yes\""), PL_ERROR_INPUT, 3, "shear-coupling"},
    {SPLINE("\"order\": 3"), PL_ERROR_INPUT, 3, "knots"},
    {SPLINE("\"knots\": [0]"), PL_ERROR_INPUT, 3, "at least 2"},
    {SPLINE("\"knots\": [0, 0.1, 0.1]"), PL_ERROR_INPUT, 3, "ascend"},
    {SPLINE("\"knots\": [0, 0.2, 0.1]"), PL_ERROR_INPUT, 3, "ascend"},
    {SPLINE("\"knots\": [0.01, 0.2]"), PL_ERROR_INPUT, 3, "start at 0"},
    {SPLINE("\"knots\": [0.01, 0.2], \"compression\": \"free\""), PL_ERROR_INPUT, 3, "leave out 0"},
    {SPLINE("\"knots\": [0, 0.2], \"compression\": \"fre\""), PL_ERROR_INPUT, 3, "free"},
    {SPLINE("\"knots\": [0, 0.2], \"order\": 7"), PL_ERROR_INPUT, 3, "order"},
    {SPLINE("\"knots\": [0, 0.2], \"order\": 0"), PL_ERROR_INPUT, 3, "order"},
    {SPLINE("\"knots\": [0, 0.2], \"order\": 2.5"), PL_ERROR_INPUT, 3, "order"},
    {SPLINE("\"knots\": {\"unit\": \"mm\", \"values\": [0, 1]}"), PL_ERROR_UNIT, 3, "knots"},
    {SPLINE("\"knots\": [0, 0.2], \"parameters\": {\"unit\": \"N/m\", \"values\": [1, 2]}"), PL_ERROR_INPUT, 3, "3 parameters"},
    {SPLINE("\"knots\": [0, 0.2], \"parameters\": {\"unit\": \"kPa\", \"values\": [1, 2, 3]}"), PL_ERROR_UNIT, 3, "[json.expected-2]"},
    {TERM("\"values\": [\"warp\"], \"law\": \"convex-spline\", \"knots\": [0, 0.2], \"parameters\": {\"unit\": \"N/m\", \"values\": [1, "
          "-1]}"),
     PL_ERROR_INPUT, 3, ">= 0"},
    {"{\"pliant\": \"material 1\", \"name\": \"x\", \"density\": \"1 g/m^2\", \"terms\": [{\"name\": \"a\", \"strain\": \"hinge\", "
     "\"law\": "
     "\"linear\"}],\n\"topolgy\": \"uniform\"}",
     PL_ERROR_INPUT, 2, "topology"},
    {"{\"pliant\": \"material 1\", \"name\": \"x\", \"density\": \"1 g/m^2\", \"terms\": [{\"name\": \"a\", \"strain\": \"hinge\", "
     "\"law\": "
     "\"linear\"}],\n\"topology\": \"unform\"}",
     PL_ERROR_INPUT, 2, "uniform"},
    {"{\"pliant\": \"material 1\", \"name\": \"x\", \"density\": \"1 g/m^2\", \"terms\": [{\"name\": \"a\", \"strain\": \"hinge\", "
     "\"law\": "
     "\"linear\"}],\n\"correlation\": [[1, 0]]}",
     PL_ERROR_INPUT, 2, "row"},
    {"{\"pliant\": \"material 1\", \"name\": \"x\", \"density\": \"1 g/m^2\", \"terms\": [{\"name\": \"a\", \"strain\": \"hinge\", "
     "\"law\": "
     "\"linear\"}],\n\"correlation\": [[2]]}",
     PL_ERROR_INPUT, 2, "-1 .. 1"},
};

TEST(hostile_material_files_are_refused) {
  pl_context *ctx = pl_context_create(NULL);
  REQUIRE(ctx != NULL);
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    const struct hostile *f = &files[i];
    pl_material *material = (pl_material *)&material;  // must become NULL
    pl_context_clear_error(ctx);
    pl_status status = pl_material_parse(ctx, "hostile.json", f->text, strlen(f->text), &material);
    const pl_error *e = pl_context_error(ctx);
    if (status != f->status)
      test_fail(__FILE__, __LINE__, "status %s (%s: %s), expected %s for\n%s", pl_status_text(status), e->key, e->message,
                pl_status_text(f->status), f->text);
    if (material != NULL) {
      test_fail(__FILE__, __LINE__, "a material came out of\n%s", f->text);
      continue;
    }
    char line[2300];
    said_error_format(e, line, sizeof line);
    if (!test_says(line, f->message)) test_fail(__FILE__, __LINE__, "\"%s\" should contain \"%s\" for\n%s", line, f->message, f->text);
    if (f->line && e->line != f->line) test_fail(__FILE__, __LINE__, "line %d, expected %d: %s", e->line, f->line, line);
    if (!strstr(e->file, "hostile.json")) test_fail(__FILE__, __LINE__, "no file name in \"%s\"", line);
    if (e->hint[0] == 0 && !strstr(e->message, "expected")) test_fail(__FILE__, __LINE__, "no remedy in \"%s\"", line);
  }
  pl_context_destroy(ctx);
}

static const char good[] =
    SPLINE("\"knots\": [0, 0.1, 0.2], \"parameters\": {\"unit\": \"N/m\", \"values\": [1, 2, 3, 4]}, \"range\": [[0, 0.1]], "
           "\"sigma\": {\"unit\": \"N/m\", \"values\": [1, 1, 1, 1]}");

// Every prefix of a good file is refused: no crash, no material.
TEST(hostile_material_truncated) {
  pl_context *ctx = pl_context_create(NULL);
  for (size_t n = 0; n + 1 < sizeof good - 1; n++) {
    pl_material *material;
    pl_context_clear_error(ctx);
    CHECK(pl_material_parse(ctx, "cut.json", good, n, &material) != PL_OK);
    CHECK(material == NULL);
  }
  pl_context_destroy(ctx);
}

// Every byte replaced by a few nasty ones: either a material or an error, never a crash.
TEST(hostile_material_bytes) {
  static const char nasty[] = {'"', '}', '[', '-', '9', '\0', '\xff', 'e'};
  pl_context *ctx = pl_context_create(NULL);
  char text[sizeof good];
  for (size_t n = 0; n < sizeof good - 1; n++)
    for (size_t k = 0; k < sizeof nasty; k++) {
      pl_material *material;
      memcpy(text, good, sizeof good);
      text[n] = nasty[k];
      pl_context_clear_error(ctx);
      pl_status status = pl_material_parse(ctx, "byte.json", text, sizeof good - 1, &material);
      CHECK((status == PL_OK) == (material != NULL));
      pl_material_destroy(material);
    }
  pl_context_destroy(ctx);
}

// Hundreds of knots: refused above the limit, not crashed.
TEST(hostile_material_many_knots) {
  pl_context *ctx = pl_context_create(NULL);
  for (int n = 255; n <= 258; n++) {
    char text[16384] =
        HEAD "{\"name\": \"a\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"stress-spline\", \"order\": 6, \"knots\": [0";
    size_t length = strlen(text);
    for (int i = 1; i < n; i++) length += (size_t)snprintf(text + length, sizeof text - length, ", %d", i);
    snprintf(text + length, sizeof text - length, "]}" TAIL);
    pl_material *material;
    pl_context_clear_error(ctx);
    pl_status status = pl_material_parse(ctx, "knots.json", text, strlen(text), &material);
    CHECK(status == (n <= 256 ? PL_OK : PL_ERROR_INPUT));
    if (material) {
      double s[3] = {3.7, 0, 0}, psi, t[3];
      pl_material_eval(material, pl_strain_find("green"), NULL, s, &psi, t, NULL);
      CHECK_CLOSE(t[0], 1000 * 3.7, 1e-9);
    }
    pl_material_destroy(material);
  }
  pl_context_destroy(ctx);
}

// ---- memory that runs out at the n-th request ----

typedef struct failing {
  long left;
} failing;

static void *fail_later(void *user, void *old, size_t size) {
  failing *f = user;
  if (size == 0) {
    free(old);
    return NULL;
  }
  if (f->left-- <= 0) return NULL;
  return realloc(old, size);
}

TEST(hostile_material_memory) {
  bool done = false;
  for (long n = 1; n < 5000 && !done; n++) {
    failing f = {n};
    pl_context_options options = pl_context_options_default();
    options.allocate = fail_later;
    options.allocate_user = &f;
    pl_context *ctx = pl_context_create(&options);
    if (!ctx) continue;
    pl_material *material, *copy = NULL;
    pl_status status = pl_material_parse(ctx, "memory.json", good, sizeof good - 1, &material);
    if (status == PL_OK) {
      status = pl_material_copy(material, &copy);
      done = status == PL_OK;
    } else {
      CHECK(material == NULL);
    }
    if (status != PL_OK) {
      CHECK(status == PL_ERROR_MEMORY);
      CHECK(pl_context_error(ctx)->status == PL_ERROR_MEMORY);
      CHECK(copy == NULL);
    }
    pl_material_destroy(copy);
    pl_material_destroy(material);
    pl_context_destroy(ctx);
  }
  CHECK(done);
}
