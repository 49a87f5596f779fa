// test_swap.c: a law replaced by its name alone in a material file: numbers projected, knots dropped with a note, sigmas carried over.
#include "material/project.h"

#include <stdlib.h>

#include "base/sentence/say_material.h"
#include "base/sentence/sentence.h"
#include "base/text.h"
#include "test.h"

enum { MAX_LINE = 16 };

typedef struct notes {
  int n;
  char line[MAX_LINE][400];
} notes;

static void keep(void *user, pl_log_level level, const char *line) {
  notes *own = user;
  if (level == PL_LOG_WARNING && own->n < MAX_LINE) snprintf(own->line[own->n++], sizeof own->line[0], "%s", line);
}

static bool noted(const notes *own, const char *part) {
  for (int i = 0; i < own->n; i++)
    if (strstr(own->line[i], part)) return true;
  return false;
}

static pl_context *listening(notes *own) {
  *own = (notes){0};
  pl_context_options options = pl_context_options_default();
  options.log = keep;
  options.log_user = own;
  return pl_context_create(&options);
}

static pl_material *parse(pl_context *ctx, const char *text) {
  pl_material *material;
  if (pl_material_parse(ctx, "swap.json", text, strlen(text), &material) != PL_OK) {
    test_fail(__FILE__, __LINE__, "%s (%s): %s", pl_context_error(ctx)->message, pl_context_error(ctx)->hint, text);
    test_stop();
  }
  return material;
}

#define FILE_OF(terms) "{\"pliant\": \"material 1\", \"name\": \"cloth\", \"terms\": [" terms "]}"

// The text of a material with the first "law" replaced: what a user does in an editor.
static char *renamed(pl_context *ctx, const pl_material *material, const char *law) {
  pl_json_writer *writer = pl_json_writer_create(ctx);
  pl_material_write(material, writer);
  const char *text = pl_json_writer_text(writer), *at = strstr(text, "\"law\": \"");
  REQUIRE(at != NULL);
  at += strlen("\"law\": \"");
  size_t size = strlen(text) + 100;
  char *out = malloc(size);
  snprintf(out, size, "%.*s%s%s", (int)(at - text), text, law, strchr(at, '"'));
  pl_json_writer_destroy(writer);
  return out;
}

static pl_material *swapped(pl_context *ctx, const pl_material *material, const char *law) {
  char *text = renamed(ctx, material, law);
  pl_material *out = parse(ctx, text);
  free(text);
  return out;
}

TEST(swap_linear_spline_linear_is_exact) {
  static const char *const splines[] = {"stress-spline", "convex-spline", "stiffness-spline", "energy-spline"};
  notes said;
  pl_context *ctx = listening(&said);
  pl_material *linear = parse(ctx, FILE_OF("{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"linear\", "
                                           "\"parameters\": [\"1234.5 N/m\"], \"sigma\": [\"12 N/m\"], \"range\": [[0, 0.03]]}"));
  for (int i = 0; i < 4; i++) {
    pl_material *spline = swapped(ctx, linear, splines[i]), *back = swapped(ctx, spline, "linear");
    CHECK_TEXT(spline->term[0].law.row->name, splines[i]);
    CHECK(spline->n_theta > 1);
    for (int m = -6; m <= 6; m++) {
      double s = 0.01 * m, t;
      pl_law_eval_one(&spline->term[0].law, spline->theta, &s, NULL, &t, NULL);
      CHECK_NEAR(t, 1234.5 * s, 1e-12 * 1234.5 * 0.06);
    }
    CHECK_TEXT(back->term[0].law.row->name, "linear");
    CHECK_CLOSE(back->theta[0], 1234.5, 1e-12);
    // all numbers of the spline have the one number's error: it comes back
    REQUIRE(back->sigma != NULL);
    CHECK_CLOSE(spline->sigma[0], i == 3 ? spline->sigma[0] : 12, 1e-9);
    pl_material_destroy(spline);
    pl_material_destroy(back);
  }
  char line[400];
  snprintf(line, sizeof line, PL_TEXT(SAY_SWAPPED_EXACTLY), "warp", "stress-spline", "linear");
  CHECK(noted(&said, line));
  snprintf(line, sizeof line, PL_TEXT(SAY_SWAP_DROPPED), "warp", "linear", "order\", \"knots\", \"compression");
  CHECK(noted(&said, line));
  pl_material_destroy(linear);
  pl_context_destroy(ctx);
}

// The sigma of a linear law made of a curve: d k / d theta_j times their covariance, correlation included.
TEST(swap_carries_standard_errors) {
  notes said;
  pl_context *ctx = listening(&said);
  static const char text[] = FILE_OF(
      "{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"%s\", \"parameters-of\": \"convex-spline\", "
      "\"knots\": "
      "[0, 0.05], \"parameters\": {\"unit\": \"N/m\", \"values\": [%.17g, %.17g]}, \"sigma\": {\"unit\": \"N/m\", \"values\": [30, 20]}, "
      "\"range\": [[0, 0.05]]}") "%s";
  char own[900];
  double slope[2];
  for (int j = 0; j < 2; j++) {
    double k[2];
    for (int side = 0; side < 2; side++) {
      snprintf(own, sizeof own, text, "linear", 1000 + (j == 0 ? 2.0 * side - 1 : 0), 800 + (j == 1 ? 2.0 * side - 1 : 0), "");
      pl_material *m = parse(ctx, own);
      k[side] = m->theta[0];
      pl_material_destroy(m);
    }
    slope[j] = 0.5 * (k[1] - k[0]);
  }
  snprintf(own, sizeof own, text, "linear", 1000.0, 800.0, "");
  char *end = strrchr(own, '}');
  strcpy(end, ", \"correlation\": [[1, -0.5], [-0.5, 1]]}");
  pl_material *m = parse(ctx, own);
  double a = 30 * slope[0], b = 20 * slope[1];
  CHECK_CLOSE(m->sigma[0], sqrt(a * a + b * b - a * b), 1e-6);
  CHECK(m->n_theta == 1 && m->correlation && m->correlation[0] == 1);
  CHECK(m->theta[0] > 800 && m->theta[0] < 1000);
  CHECK(strstr(m->note, "convex-spline") != NULL);
  pl_material_destroy(m);
  pl_context_destroy(ctx);
}

// Without "parameters-of" the members tell which law the numbers are of, where only one law can have them.
TEST(swap_infers_the_law_of_the_numbers) {
  notes said;
  pl_context *ctx = listening(&said);
  pl_material *m =
      parse(ctx, FILE_OF("{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"linear\", \"order\": 3, "
                         "\"knots\": [0, 0.1], \"parameters\": {\"unit\": \"N/m\", \"values\": [900, 900, 900]}}"));
  CHECK(m->term[0].swap && strcmp(m->term[0].swap->from->name, "stress-spline") == 0);
  CHECK_CLOSE(m->theta[0], 900, 1e-12);
  pl_material_destroy(m);
  // a number too few is a mistake, not another law
  static const char wrong[] = FILE_OF("{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"stress-spline\", "
                                      "\"knots\": [0, 0.1, 0.2], \"parameters\": {\"unit\": \"N/m\", \"values\": [900, 900]}}");
  CHECK(pl_material_parse(ctx, "swap.json", wrong, strlen(wrong), &m) == PL_ERROR_INPUT);
  CHECK_TEXT(pl_context_error(ctx)->id, "material.values-count");
  pl_context_clear_error(ctx);
  // several laws can: the message names them
  static const char several[] = FILE_OF("{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"linear\", "
                                        "\"knots\": [0, 0.1], \"parameters\": {\"unit\": \"N/m\", \"values\": [900, 900]}}");
  CHECK(pl_material_parse(ctx, "swap.json", several, strlen(several), &m) != PL_OK);
  CHECK_CONTAINS(pl_context_error(ctx)->hint, "\"parameters-of\"");
  CHECK_CONTAINS(pl_context_error(ctx)->hint, "\"convex-spline\"");
  pl_context_clear_error(ctx);
  // a misspelt member is still reported as such
  static const char misspelt[] = FILE_OF("{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"linear\", "
                                         "\"rnge\": [[0, 0.1]], \"parameters\": [\"900 N/m\"]}");
  CHECK(pl_material_parse(ctx, "swap.json", misspelt, strlen(misspelt), &m) != PL_OK);
  CHECK_CONTAINS(pl_context_error(ctx)->hint, "range");
  pl_context_destroy(ctx);
}

TEST(swap_refuses_other_strains) {
  notes said;
  pl_context *ctx = listening(&said);
  pl_material *m;
  static const char friction[] = FILE_OF("{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"dahl\", "
                                         "\"parameters-of\": \"linear\", \"parameters\": [\"900 N/m\"]}");
  CHECK(pl_material_parse(ctx, "swap.json", friction, strlen(friction), &m) == PL_ERROR_INPUT);
  CHECK_TEXT(pl_context_error(ctx)->id, "material.swap-unlike");
  CHECK_CONTAINS(pl_context_error(ctx)->hint, "energy-spline");
  pl_context_clear_error(ctx);
  static const char plate[] = FILE_OF("{\"name\": \"plate\", \"strain\": \"curvature\", \"law\": \"rubber-sheet\", \"parameters-of\": "
                                      "\"orthotropic\", \"parameters\": {\"unit\": \"N m\", \"values\": [1e-5, 1e-6, 1e-5, 1e-6]}}");
  CHECK(pl_material_parse(ctx, "swap.json", plate, strlen(plate), &m) == PL_ERROR_INPUT);
  CHECK_TEXT(pl_context_error(ctx)->id, "material.swap-green");
  pl_context_destroy(ctx);
}

// A term that shares the swapped one follows; the certificate of the former laws is dropped; samples are projected one by one.
TEST(swap_shares_samples_and_certificate) {
  notes said;
  pl_context *ctx = listening(&said);
  pl_material *m = parse(
      ctx, "{\"pliant\": \"material 1\", \"name\": \"cloth\", \"certificate\": \"convex\", \"terms\": ["
           "{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"linear\", \"parameters-of\": "
           "\"stress-spline\", \"order\": 1, \"knots\": [0, 0.1], \"samples\": {\"radius\": \"10 mm\", \"unit\": \"mm\", \"points\": "
           "[[0, 0], [50, 0]]}, \"parameters\": [{\"unit\": \"N/m\", \"values\": [100]}, {\"unit\": \"N/m\", \"values\": [300]}]}, "
           "{\"name\": \"weft\", \"strain\": \"green\", \"values\": [\"weft\"], \"law\": \"stress-spline\", \"order\": 1, \"knots\": [0, "
           "0.1], \"shares\": \"warp\"}]}");
  CHECK(m->n_theta == 2);
  CHECK_CLOSE(m->theta[0], 100, 1e-12);
  CHECK_CLOSE(m->theta[1], 300, 1e-12);
  CHECK(m->term[1].shares == 0 && m->term[1].law.row == m->term[0].law.row);
  CHECK_TEXT(m->certificate, "");
  char line[400];
  snprintf(line, sizeof line, PL_TEXT(SAY_SWAP_SHARED), "weft", "warp", "linear");
  CHECK(noted(&said, line) && noted(&said, PL_TEXT(SAY_SWAP_CONVEXITY)));
  pl_material_destroy(m);
  pl_context_destroy(ctx);
}

// An unknown law is answered by all of them.
TEST(swap_list_of_laws_is_whole) {
  pl_context *ctx = pl_context_create(NULL);
  pl_material *m;
  static const char text[] = FILE_OF("{\"name\": \"warp\", \"strain\": \"green\", \"values\": [\"warp\"], \"law\": \"lniear\"}");
  CHECK(pl_material_parse(ctx, "swap.json", text, strlen(text), &m) != PL_OK);
  for (int i = 0; i < pl_law_count(); i++) CHECK_CONTAINS(pl_context_error(ctx)->message, pl_law_at(i)->name);
  pl_context_destroy(ctx);
}
