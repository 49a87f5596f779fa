// test_one_sigma.c: one standard error per quantity. Templates are fitted, and the sigma of each quantity is compared on every surface.
// These are fit.json (parameters, moduli, rigidities, curves), material.json, 'fit --json', 'material show' and 'material combine'.
#include "base/json.h"
// the system's headers come after ours: <sys/wait.h> has a macro si
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/unit.h"
#include "golden/command.h"
#include "test.h"

typedef struct surfaces {
  pl_context *ctx;
  pl_arena *arena;
  const char *name;
  pl_json *fit;
} surfaces;

static pl_json *parse(const surfaces *s, const char *what, const char *text) {
  pl_json *root = NULL;
  REQUIRE(pl_json_parse(s->arena, what, text, strlen(text), &root) == PL_OK);
  return root;
}

static double number(pl_json *object, const char *key) {
  pl_json *value = object ? pl_json_find(object, key) : NULL;
  return value && value->kind == PL_JSON_NUMBER ? value->number : NAN;
}

static const char *text(pl_json *object, const char *key) {
  pl_json *value = object ? pl_json_find(object, key) : NULL;
  return value && value->kind == PL_JSON_STRING ? value->text : "";
}

static pl_json *first(pl_json *object, const char *key) {
  pl_json *list = object ? pl_json_find(object, key) : NULL;
  return list ? list->child : NULL;
}

static double si_of(double value, const char *unit_text) {
  pl_unit unit;
  if (*unit_text == '\0' || strcmp(unit_text, "1") == 0) return value;
  REQUIRE(pl_unit_parse(unit_text, &unit));
  return value * unit.factor;
}

static pl_json *parameter(const surfaces *s, const char *name) {
  for (pl_json *p = first(s->fit, "parameters"); p; p = p->next)
    if (strcmp(text(p, "name"), name) == 0) return p;
  return NULL;
}

// Both unknown, or equal to `within`.
static void same(const surfaces *s, const char *where, const char *of, double a, double b, double within) {
  if (isnan(a) && isnan(b)) return;
  if (!(fabs(a - b) <= within * fabs(a)))
    test_fail(__FILE__, __LINE__, "%s, %s: sigma of %s is %.9g, elsewhere %.9g", s->name, where, of, b, a);
}

// 'material show' of a file: every parameter that the fit has, with its sigma.
static void check_material(const surfaces *s, const char *file) {
  command_outcome o = command_run("material show %s --json", file);
  REQUIRE(o.status == 0);
  int n = 0;
  for (pl_json *term = first(parse(s, file, o.out), "terms"); term; term = term->next)
    for (pl_json *p = first(term, "parameters"); p; p = p->next) {
      pl_json *own = parameter(s, text(p, "name"));
      if (!own) continue;
      n++;
      same(s, file, text(p, "name"), si_of(number(own, "sigma"), text(own, "unit")), si_of(number(p, "sigma"), text(p, "unit")), 1e-9);
    }
  if (n == 0) test_fail(__FILE__, __LINE__, "%s: %s has no parameter of the fit", s->name, file);
}

// A quantity that is a parameter, or a fixed multiple of one: its sigma is that multiple. The only parameter with this value decides.
static void check_derived(const surfaces *s, const char *where, const char *of, double value, double sigma, const char *unit_text) {
  pl_json *found = NULL;
  int n = 0;
  for (pl_json *p = first(s->fit, "parameters"); p; p = p->next) {
    bool equal = fabs(number(p, "value") - value) <= 1e-9 * fabs(value) && value != 0 && strcmp(text(p, "unit"), unit_text) == 0;
    if (equal) found = p, n++;
  }
  if (n == 1) same(s, where, of, number(found, "sigma"), sigma, 1e-6);
}

static void check_result(surfaces *s, const char *folder) {
  char file[200];
  snprintf(file, sizeof file, "%s/fit.json", folder);
  s->fit = parse(s, file, command_file(file));
  snprintf(file, sizeof file, "%s/material.json", folder);
  check_material(s, file);
  for (pl_json *c = first(s->fit, "curves"); c; c = c->next)
    check_derived(s, "curves", text(c, "name"), number(c, "zero_stiffness"), number(c, "zero_stiffness_sigma"), text(c, "stiffness_unit"));
  for (pl_json *r = first(s->fit, "rigidities"); r; r = r->next)
    check_derived(s, "rigidities", text(r, "name"), number(r, "value"), number(r, "sigma"), text(r, "unit"));
  for (pl_json *m = first(s->fit, "moduli"); m; m = m->next) {
    pl_json *value = first(m, "value"), *sigma = first(m, "sigma");
    if (pl_json_find(m, "counts_knots") || !value || value->next) continue;  // the choice of knots is no error of the values at knots
    check_derived(s, "moduli", text(m, "name"), value->number, sigma && sigma->kind == PL_JSON_NUMBER ? sigma->number : NAN,
                  text(m, "unit"));
  }
}

static surfaces begin(const char *name) {
  surfaces s = {.ctx = pl_context_create(NULL), .name = name};
  s.arena = pl_arena_create(s.ctx);
  return s;
}

static void end(surfaces *s) {
  pl_arena_destroy(s->arena);
  pl_context_destroy(s->ctx);
}

// Number of parameters that the fit calls not identifiable.
static int n_lost(pl_json *fit) {
  int n = 0;
  for (pl_json *p = first(fit, "parameters"); p; p = p->next) n += strcmp(text(p, "status_mark"), "bad") == 0;
  return n;
}

// The result as printed by --json has the numbers of fit.json, and the verdict counts the same parameters as not identifiable.
static void check_printed(const surfaces *s, const char *out) {
  pl_json *printed = parse(s, "printed", out);
  for (pl_json *p = first(printed, "parameters"); p; p = p->next) {
    pl_json *own = parameter(s, text(p, "name"));
    if (own)
      same(s, "--json", text(p, "name"), si_of(number(own, "sigma"), text(own, "unit")), si_of(number(p, "sigma"), text(p, "unit")), 1e-9);
  }
  int n = n_lost(s->fit);
  char words[80];
  snprintf(words, sizeof words, "%d of ", n);
  const char *verdict = text(s->fit, "verdict");
  bool said = false;
  for (pl_json *id = first(s->fit, "reasons"); id; id = id->next) said = said || strcmp(id->text, "verdict.not-identifiable") == 0;
  if (said != (n > 0) || (n > 0 && !strstr(verdict, words)))
    test_fail(__FILE__, __LINE__, "%s: %d parameters are not identifiable in fit.json; the verdict: %s", s->name, n, verdict);
}

LONG_TEST(one_sigma_per_quantity_on_every_surface) {
  static const struct {
    const char *protocol, *options;
  } fitted[] = {{"tensile", ""},
                {"homogeneous", "--model neo-hookean"},
                {"homogeneous", "--model mooney-rivlin"},
                {"homogeneous", ""},
                {"weights", ""},
                {"moment-curvature", ""},
                {"poses", ""},
                {"disk-push", ""},
                {"bulge", ""},
                {"cantilever", ""}};
  for (size_t i = 0; i < sizeof fitted / sizeof fitted[0]; i++) {
    surfaces s = begin(fitted[i].protocol);
    char folder[40];
    snprintf(folder, sizeof folder, "result-%d", (int)i);
    if (!command_wrote(fitted[i].protocol)) CHECK(command_run("new %s %s", fitted[i].protocol, fitted[i].protocol).status == 0);
    command_outcome o = command_run("fit %s %s --further off -q --json -o %s", fitted[i].protocol, fitted[i].options, folder);
    REQUIRE(o.status == 0 || o.status == 1);
    check_result(&s, folder);
    check_printed(&s, o.out);
    end(&s);
  }
  // bending of one result beside the membrane of another: the numbers of both keep their sigma
  CHECK(command_run("material combine result-0/material.json result-9/material.json -o both.json").status == 0);
  for (int i = 0; i < 10; i += 9) {
    surfaces s = begin("combine");
    char file[60];
    snprintf(file, sizeof file, "result-%d/fit.json", i);
    s.fit = parse(&s, file, command_file(file));
    check_material(&s, "both.json");
    end(&s);
  }
}
