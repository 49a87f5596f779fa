// tissue_model.c: see tissue_model.h.
#include "estimate/model/tissue_model.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

// Largest exponent at the visited strains: the stiffness then grows by exp(30), which no measurement spans.
#define MOST_EXPONENT 30.0
#define PI 3.14159265358979323846

#define SHEET "\"strain\": \"green\", \"values\": [\"warp\", \"weft\", \"shear\"], "
#define BLOCK "\"strain\": \"green3\", \"values\": [\"xx\", \"yy\", \"zz\", \"yz\", \"xz\", \"xy\"], "
#define INVARIANTS "\"strain\": \"invariants\", \"values\": [\"i1\", \"i2\", \"j\"], "
#define SHEET_MATRIX "{\"name\": \"matrix\", " SHEET "\"law\": \"rubber-sheet\", \"model\": \"neo-hookean\"}"
#define BLOCK_MATRIX "{\"name\": \"matrix\", " INVARIANTS "\"law\": \"neo-hookean\", \"incompressible\": %s}"

// ---- starts ----

static void set(pl_material *material, const char *name, double value) {
  int j = pl_material_parameter_index(material, name);
  PL_ASSERT(j >= 0);
  const pl_parameter *p = &material->parameter[j];
  material->theta[j] = fmin(fmax(value, p->lower), p->upper);
}

// The form of the linear body, so large that the exponent reaches `most` at the visited strains.
static void start_fung(const pl_tissue_guess *g, int k, pl_material *material) {
  static const double most[] = {0.5, 2, 6};
  const double *c = g->c, *s = g->strain;
  double size = c[0] * s[0] * s[0] + c[2] * s[1] * s[1] + 2 * fmax(c[1], 0) * s[0] * s[1] + c[3] * s[2] * s[2];
  double per = size > 0 ? most[k] / size : 1 / g->modulus, both = sqrt(c[0] * c[2]);
  double shear = sqrt(per * fmax(c[3], 1e-3 * both));
  set(material, "tissue.b1", sqrt(per * c[0]));
  set(material, "tissue.b2", sqrt(per * c[2]));
  set(material, "tissue.b3", g->sheet ? shear : sqrt(per * both));
  for (int i = 4; i <= 6 && !g->sheet; i++) set(material, i == 4 ? "tissue.b4" : i == 5 ? "tissue.b5" : "tissue.b6", shear);
  set(material, "tissue.coupling", both > 0 ? fmin(fmax(c[1] / both, -0.9), 0.9) : 0);
}

// Angles: not 0, 45 or 90 degrees alone, where tests along the axes have no slope by the angle.
static double angle_of(const pl_tissue_guess *g, int k) {
  static const double degrees[] = {10, 40, 75, -40};
  return degrees[k % (g->off_axis ? 4 : 3)] * PI / 180;
}

enum { N_ANGLE = 4, N_EXPONENT = 3, N_KAPPA = 2 };

// The last angle is the mirrored second one, which tests along the axes do not tell apart.
int pl_tissue_starts(const pl_tissue_row *row, const pl_tissue_guess *g) {
  return row->all_angles && !g->off_axis ? row->n_start / N_ANGLE * (N_ANGLE - 1) : row->n_start;
}

static void start_fibres(const pl_tissue_guess *g, int k, pl_material *material) {
  static const double exponent[N_EXPONENT] = {0.1, 1, 4}, kappa[N_KAPPA] = {0.03, 0.2};
  double along = (1 - 2 * kappa[k % N_KAPPA]) * g->fourth;
  set(material, "fibres.kappa", kappa[k % N_KAPPA]);
  set(material, "fibres.k2", exponent[k / N_KAPPA % N_EXPONENT] / (along * along));
  set(material, "fibres.angle", angle_of(g, k / N_KAPPA / N_EXPONENT));
}

static void start_may_newman(const pl_tissue_guess *g, int k, pl_material *material) {
  static const double exponent[N_EXPONENT] = {0.1, 1, 4};
  double e = sqrt(1 + g->fourth) - 1;
  set(material, "tissue.c1", exponent[k % N_EXPONENT] / (g->invariant * g->invariant));
  set(material, "tissue.c2", exponent[k / N_EXPONENT % N_EXPONENT] / (e * e * e * e));
  set(material, "tissue.angle", angle_of(g, k / N_EXPONENT / N_EXPONENT));
}

static void start_curves(const pl_tissue_guess *g, int k, pl_material *material) {
  (void)g;
  set(material, "fibres.angle", (10 + 14 * k) * PI / 180);
}

// ---- rows ----

static const pl_tissue_row rows[] = {
    // Two families are mirrored about the axes, as an orthotropic body is. Tests along the axes do not tell them from one family of twice the
    // stiffness; the first of equal models is kept.
    {.name = "hgo-2",
     .help = "an isotropic matrix and two mirrored families of exponential, dispersed fibres (Holzapfel, Gasser and Ogden)",
     .term = {{BLOCK_MATRIX, "{\"name\": \"fibres\", " BLOCK "\"law\": \"fibre-exponential3\", \"families\": 2}"},
              {SHEET_MATRIX, "{\"name\": \"fibres\", " SHEET "\"law\": \"fibre-exponential\", \"families\": 2}"}},
     .n_start = (N_ANGLE - 1) * N_EXPONENT * N_KAPPA,
     .start = start_fibres},
    {.name = "fung",
     .help = "one exponential of a quadratic form of the strains: tissue and knits whose directions stiffen each other",
     .term = {{"{\"name\": \"tissue\", " BLOCK "\"law\": \"fung3\"}"}, {"{\"name\": \"tissue\", " SHEET "\"law\": \"fung\"}"}},
     .n_start = 3,
     .start = start_fung},
    {.name = "hgo-1",
     .help = "an isotropic matrix and one family of exponential, dispersed fibres",
     .term = {{BLOCK_MATRIX, "{\"name\": \"fibres\", " BLOCK "\"law\": \"fibre-exponential3\"}"},
              {SHEET_MATRIX, "{\"name\": \"fibres\", " SHEET "\"law\": \"fibre-exponential\"}"}},
     .n_start = N_ANGLE * N_EXPONENT * N_KAPPA,
     .all_angles = true,
     .start = start_fibres},
    {.name = "may-newman",
     .help = "matrix and one family of fibres in one exponential (May-Newman and Yin)",
     .keeps_volume = true,
     .term = {{"{\"name\": \"tissue\", " BLOCK "\"law\": \"may-newman3\"}"}, {"{\"name\": \"tissue\", " SHEET "\"law\": \"may-newman\"}"}},
     .n_start = N_ANGLE * N_EXPONENT * N_EXPONENT,
     .all_angles = true,
     .start = start_may_newman},
    {.name = "fibre-additive",
     .help = "convex curves of I1 and of two families of fibres, as many segments as held-out tests support",
     .curves = true,
     .term = {{"{\"name\": \"matrix\", " INVARIANTS "\"law\": \"invariant-spline\", \"incompressible\": %s, \"knots1\": ",
               "{\"name\": \"fibres\", " BLOCK "\"law\": \"fibre-spline3\", \"families\": 2, \"knots\": "},
              {"{\"name\": \"matrix\", " SHEET "\"law\": \"invariant-sheet\", \"knots\": ",
               "{\"name\": \"fibres\", " SHEET "\"law\": \"fibre-spline\", \"families\": 2, \"knots\": "}},
     .n_start = 6,
     .start = start_curves},
};

int pl_tissue_count(void) { return (int)(sizeof rows / sizeof rows[0]); }
const pl_tissue_row *pl_tissue_at(int index) { return &rows[index]; }

const pl_tissue_row *pl_tissue_find(const char *name) {
  for (int i = 0; i < pl_tissue_count(); i++)
    if (strcmp(rows[i].name, name) == 0) return &rows[i];
  return NULL;
}

// ---- materials ----

// Even knots from rest to the largest visited value; a curve ends its description.
static void add_knots(pl_text *text, double top, int segments) {
  pl_text_add(text, "[0");
  for (int k = 1; k <= segments; k++) pl_text_printf(text, ", %.9g", top * k / segments);
  pl_text_add(text, "]}");
}

static void add_description(pl_text *text, const char *description, const pl_tissue_guess *g) {
  const char *flag = strstr(description, "%s");
  pl_text_printf(text, "%.*s", flag ? (int)(flag - description) : (int)strlen(description), description);
  if (flag) pl_text_printf(text, "%s%s", g->incompressible ? "true" : "false", flag + 2);
}

static pl_status add_term(pl_context *ctx, pl_material *material, const pl_tissue_row *row, const pl_tissue_guess *g, int t) {
  pl_text text;
  pl_text_init(&text, ctx);
  add_description(&text, row->term[g->sheet][t], g);
  if (row->curves) add_knots(&text, t == 0 ? g->invariant : g->fourth, g->segments[t]);
  pl_status status = text.failed ? PL_ERROR_MEMORY : pl_material_add_term(material, text.data);
  pl_text_clear(&text);
  return status;
}

bool pl_tissue_is_modulus(const pl_parameter *p) { return !pl_dim_equal(p->dim, PL_DIM_NONE) && !pl_dim_equal(p->dim, PL_DIM_ANGLE); }

// The part of the exponent that a parameter multiplies, at the largest visited strains; 0: it is no exponent.
static double exponent_of(const pl_parameter *p, const pl_tissue_guess *g) {
  if (p->role != PL_ROLE_GROWTH) return 0;
  double part = 1, strain = p->of[0] == PL_GROWTH_FIBRE ? g->fourth : p->of[0] == PL_GROWTH_FIRST ? g->invariant : sqrt(1 + g->fourth) - 1;
  for (int i = 0; i < p->of[1]; i++) part *= strain;
  return part;
}

// A number of any size that enters squared, such as Fung's b: at 0 its derivative is 0, and no step would leave it. Its bound adds 1e-6 to
// the exponent.
static bool is_squared(const pl_parameter *p) { return pl_dim_equal(p->dim, PL_DIM_NONE) && p->lower == 0 && isinf(p->upper); }

// Curvatures of a curve of I1 have the size of the modulus over the visited range.
static void bound(pl_material *material, const pl_tissue_guess *g) {
  for (int j = 0; j < material->n_theta; j++) {
    pl_parameter *p = &material->parameter[j];
    double part = exponent_of(p, g);
    if (part > 0) p->scale = 1 / part, p->upper = MOST_EXPONENT / part;
    if (is_squared(p)) p->lower = 2e-3 / g->fourth;  // the largest Green strain is half of it
    if (pl_dim_equal(p->dim, PL_DIM_ANGLE) && !g->off_axis) p->lower = 0;
    if (!pl_tissue_is_modulus(p)) continue;
    p->scale = p->bulk ? 20 * g->modulus : g->modulus;
    material->theta[j] = p->scale;
  }
}

pl_status pl_tissue_build(pl_context *ctx, const char *name, double density, pl_dim density_dim, const pl_tissue_row *row,
                          const pl_tissue_guess *guess, pl_material **out) {
  *out = NULL;
  pl_material *material;
  PL_TRY(pl_material_create(ctx, name, density, &material));
  material->density_dim = density_dim;
  pl_status status = PL_OK;
  for (int t = 0; t < 2; t++)
    if (row->term[guess->sheet][t]) PL_TRY_CLEAN(add_term(ctx, material, row, guess, t));
  PL_TRY_CLEAN(pl_material_finish(material));
  bound(material, guess);
  row->start(guess, 0, material);
  *out = material;
  return PL_OK;
cleanup:
  pl_material_destroy(material);
  return status;
}
