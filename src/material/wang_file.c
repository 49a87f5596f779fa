// wang_file.c: see wang_file.h.
#include "material/wang_file.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "law/piecewise.h"
#include "law/polar/polar.h"
#include "material/internal.h"
#include "material/plate.h"

static const double bend_knot[PL_WANG_BEND] = {0, 5, 10, 15, 20};  // 1/m, alpha of the columns
static const char *const bend_name[PL_WANG_DIRECTION] = {"bend-0", "bend-45", "bend-90"};

static const pl_option wang_option[] = {
    {"factor",
     offsetof(pl_wang_options, factor),
     PL_OPTION_REAL,
     1,
     1e-6,
     1e6,
     {0, 0, 0, 0},
     NULL,
     "what the table's stretching is multiplied with (default 1; the public simulator: 2)"},
    {"negative",
     offsetof(pl_wang_options, zero),
     PL_OPTION_CHOICE,
     0,
     0,
     1,
     {0, 0, 0, 0},
     "keep|zero",
     "how a simulation takes interpolated stretching below zero. keep: as it is. zero: as zero, like the public simulator. The table's "
     "entries are unchanged"},
    {"ring",
     offsetof(pl_wang_options, ring),
     PL_OPTION_REAL,
     PL_POLAR_RING,
     1e-6,
     10,
     {0, 0, 0, 0},
     NULL,
     "extension of the table's outer points (default 1/6)"},
};
const pl_option_table pl_wang_option_table = {.name = "wang2011",
                                              .title = "Tables of Wang 2011",
                                              .struct_size = sizeof(pl_wang_options),
                                              .n_option = sizeof wang_option / sizeof wang_option[0],
                                              .option = wang_option};

pl_wang_options pl_wang_options_default(void) {
  pl_wang_options options;
  pl_options_default(&pl_wang_option_table, &options);
  return options;
}

// ---- files ----

// Layout of one of the two tables of a file.
typedef struct layout {
  const char *key, *unit;
  int n_row, n_column;
  const char *rows, *columns;  // what they are, for messages
} layout;

static const layout stretching = {
    "stretching", "N/m", PL_WANG_POINT, PL_WANG_COMPONENT, "at rest, then along 0, 22.5, 45, 67.5 and 90 degrees", "c11, c12, c22, c33"};
static const layout bending = {"bending",
                               "N m",
                               PL_WANG_DIRECTION,
                               PL_WANG_BEND,
                               "fold lines at 0, 45 and 90 degrees",
                               "stiffness at alpha = 0, 5, 10, 15 and 20 1/m"};

static pl_status read_table(pl_context *ctx, pl_json *root, const layout *of, double *out) {
  pl_json *table;
  PL_TRY(pl_json_get(ctx, root, of->key, PL_JSON_ARRAY, &table));
  pl_where where = pl_json_where(table);
  if (table->n != of->n_row)
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give one row [...] for each", PL_ID("material.rows-expected") "%d rows, expected %d: %s",
                   table->n, of->n_row, of->rows);
  for (pl_json *row = table->child; row; row = row->next) {
    where = pl_json_where(row);
    row->used = true;
    if (row->kind != PL_JSON_ARRAY)
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "write the row as [...]", PL_ID("material.not-row-numbers") "not a row of %d numbers: %s",
                     of->n_column, of->columns);
    if (row->n != of->n_column)
      return pl_fail(ctx, PL_ERROR_INPUT, &where, "give one number for each",
                     PL_ID("material.numbers-row-expected-2") "%d numbers in the row, expected %d: %s", row->n, of->n_column, of->columns);
    for (pl_json *item = row->child; item; item = item->next) {
      where = pl_json_where(item);
      item->used = true;
      if (item->kind != PL_JSON_NUMBER)
        return pl_fail(ctx, PL_ERROR_INPUT, &where, "these files have plain numbers, without quotes and units",
                       PL_ID("material.not-number-expected-stiffness") "not a number; expected a stiffness in %s", of->unit);
      *out++ = item->number;
    }
  }
  return PL_OK;
}

static pl_status read_root(pl_context *ctx, pl_json *root, pl_wang_table *table) {
  pl_where where = pl_json_where(root);
  if (root->kind == PL_JSON_OBJECT && pl_json_find(root, "pliant"))
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "use it as it is: there is nothing to import",
                   PL_ID("material.file-pliant-own") "this is a file of Pliant's own");
  pl_json *value;
  PL_TRY(pl_json_get(ctx, root, "density", PL_JSON_NUMBER, &value));
  where = pl_json_where(value);
  table->density = value->number;
  if (!(table->density >= 1e-6 && table->density <= 1e4))
    return pl_fail(ctx, PL_ERROR_INPUT, &where, "give the mass per area in kg/m^2, such as 0.2",
                   PL_ID("material.density-kg-must-lie") "density = %g kg/m^2, must lie between 1e-6 and 1e4", table->density);
  PL_TRY(read_table(ctx, root, &stretching, table->stretching[0]));
  PL_TRY(read_table(ctx, root, &bending, table->bending[0]));
  static const char *const known[] = {"density", "stretching", "bending"};
  return pl_json_done(ctx, root, 3, known);
}

pl_status pl_wang_load(pl_context *ctx, const char *path, pl_wang_table *table) {
  pl_arena *scratch = pl_arena_create(ctx);
  if (!scratch) return PL_ERROR_MEMORY;
  pl_json *root;
  pl_status status = pl_json_load(scratch, path, &root);
  if (status == PL_OK) status = read_root(ctx, root, table);
  pl_arena_destroy(scratch);
  return status;
}

static void write_table(pl_json_writer *writer, const layout *of, const double *value) {
  pl_json_begin_array(writer, of->key);
  for (int i = 0; i < of->n_row; i++) {
    pl_json_begin_array(writer, NULL);
    for (int j = 0; j < of->n_column; j++) pl_json_put_number(writer, NULL, *value++);
    pl_json_end_array(writer);
  }
  pl_json_end_array(writer);
}

pl_status pl_wang_save(pl_context *ctx, const char *path, const pl_wang_table *table) {
  pl_json_writer *writer = pl_json_writer_create(ctx);
  if (!writer) return PL_ERROR_MEMORY;
  pl_json_begin_object(writer, NULL);
  pl_json_put_number(writer, "density", table->density);
  write_table(writer, &stretching, table->stretching[0]);
  write_table(writer, &bending, table->bending[0]);
  pl_json_end_object(writer);
  pl_status status = pl_json_writer_save(writer, path);
  pl_json_writer_destroy(writer);
  return status;
}

// ---- table to material ----

// In SI units, so that a conversion does not change any digit.
static void put_values(pl_json_writer *writer, const char *key, const char *unit, int n, const double *value, double factor) {
  pl_json_begin_object(writer, key);
  pl_json_put_text(writer, "unit", unit);
  pl_json_begin_array(writer, "values");
  for (int i = 0; i < n; i++) pl_json_put_number(writer, NULL, factor * value[i]);
  pl_json_end_array(writer);
  pl_json_end_object(writer);
}

static void describe_stretch(pl_json_writer *writer, const pl_wang_table *table, const pl_wang_options *options) {
  pl_polar_scheme scheme;
  pl_polar_scheme_standard(PL_WANG_POINT, options->ring, &scheme);
  scheme.zero = options->zero;
  pl_json_begin_object(writer, NULL);
  pl_json_put_text(writer, "name", "stretch");
  pl_json_put_text(writer, "strain", "green");
  pl_json_put_text(writer, "law", "polar-tensor");
  pl_polar_scheme_write(&scheme, writer);
  put_values(writer, "parameters", stretching.unit, PL_WANG_POINT * PL_WANG_COMPONENT, table->stretching[0], options->factor);
  pl_json_end_object(writer);
}

static void describe_bend(pl_json_writer *writer, const pl_wang_table *table, int row) {
  pl_json_begin_object(writer, NULL);
  pl_json_put_text(writer, "name", bend_name[row]);
  pl_json_put_text(writer, "strain", "fold");
  pl_json_put_text(writer, "elements", pl_strain_find("fold")->class_name[row]);
  pl_json_put_text(writer, "law", "stiffness-spline");
  pl_json_put_integer(writer, "degree", 1);
  put_values(writer, "knots", "1/m", PL_WANG_BEND, bend_knot, 1);
  put_values(writer, "parameters", bending.unit, PL_WANG_BEND, table->bending[row], 1);
  pl_json_begin_array(writer, "range");  // the range of the table
  put_values(writer, NULL, "1/m", 2, (double[]){-bend_knot[PL_WANG_BEND - 1], bend_knot[PL_WANG_BEND - 1]}, 1);
  pl_json_end_array(writer);
  pl_json_end_object(writer);
}

// Term 0 is the stretching, 1 + i row i of the bending table.
static pl_status add_term(pl_material *material, int term, const pl_wang_table *table, const pl_wang_options *options) {
  pl_json_writer *writer = pl_json_writer_create(pl_arena_context(material->arena));
  if (!writer) return PL_ERROR_MEMORY;
  if (term == 0)
    describe_stretch(writer, table, options);
  else
    describe_bend(writer, table, term - 1);
  const char *text = pl_json_writer_text(writer);
  pl_status status = text ? pl_material_add_term(material, text) : PL_ERROR_MEMORY;
  pl_json_writer_destroy(writer);
  return status;
}

// `file` is the source of the table, NULL for a material.
static pl_status check_options(pl_context *ctx, const pl_wang_options *options, const pl_wang_table *table, const char *file) {
  pl_where where = {.file = file, .key = bending.key};
  if (!(options->factor > 0 && isfinite(options->factor)))
    return pl_fail(ctx, PL_ERROR_USAGE, NULL, "1 keeps the numbers, 2 is the public simulator's", "factor = %g, must be > 0",
                   options->factor);
  if (!(options->ring >= 1e-6 && options->ring <= 10))
    return pl_fail(ctx, PL_ERROR_USAGE, NULL, "the published files have their ring at 1/6", "ring = %g, must lie in 1e-6 .. 10",
                   options->ring);
  for (int i = 0; i < PL_WANG_DIRECTION && options->zero; i++)
    for (int j = 0; j < PL_WANG_BEND; j++)
      if (table->bending[i][j] < 0)
        return pl_fail(ctx, PL_ERROR_INPUT, file ? &where : NULL, "correct the entry, or keep negative values",
                       PL_ID("material.row-column-negative-values") "row %d, column %d: %g N m; negative values can be taken as zero in "
                                                                    "\"stretching\" only",
                       i + 1, j + 1, table->bending[i][j]);
  return PL_OK;
}

pl_status pl_wang_material(pl_context *ctx, const char *name, const char *source, const pl_wang_table *table,
                           const pl_wang_options *options, pl_material **material) {
  *material = NULL;
  PL_TRY(check_options(ctx, options, table, source));
  pl_material *m;
  PL_TRY(pl_material_create(ctx, name, table->density, &m));
  char factor[32], ring[32];
  pl_status status = PL_OK;
  const char *note =
      pl_arena_printf(m->arena,
                      "imported from %s, a table in the form of Wang, O'Brien and Ramamoorthi 2011: stretching %s%s, outer points at the "
                      "extension %s, negative values %s",
                      source, options->factor == 1 ? "as written" : "times ",
                      options->factor == 1 ? "" : pl_number_print(options->factor, factor, sizeof factor),
                      options->ring == PL_POLAR_RING ? "1/6" : pl_number_print(options->ring, ring, sizeof ring),
                      options->zero ? "count as zero where they are interpolated" : "kept");
  if (note)
    m->note = note;
  else
    status = PL_ERROR_MEMORY;
  for (int i = 0; i <= PL_WANG_DIRECTION && status == PL_OK; i++) status = add_term(m, i, table, options);
  if (status == PL_OK) status = pl_material_finish(m);
  if (status != PL_OK) {
    pl_material_destroy(m);
    return status;
  }
  *material = m;
  return PL_OK;
}

// ---- material to table ----

static const char expected[] = "the table holds a density, one polar-tensor of 6 points on green, and bending. Bending is that of a plate "
                               "(strain curvature), or of folds: per elements 0, 45, 90 one stiffness-spline of degree 1. Its knots are at "
                               "0, 5, 10, 15, 20 1/m. Fit samples with --model wang --points 6. Fit strips with the default model, or with "
                               "--model wang-bending --bend-knots 0,5,10,15,20. Join the two with 'pliant material combine'";

// for a solid no fit of another kind would help
static const char expected_cloth[] =
    "wang2011 is the only format of export, and one of cloth: stretching and bending as Wang, O'Brien and Ramamoorthi 2011 measured them. "
    "For a solid exchange the material file: JSON with every law by name and every number with its unit (docs/formats.md). Its curves are "
    "in curves.csv of the fit. Incompressible rubber gets a bulk modulus for meshes by 'pliant material volume'";

// "the material "denim" does not fit into a table of Wang 2011: REASON".
#define REFUSE(material, hint, reason, ...)                                \
  pl_fail(pl_arena_context((material)->arena), PL_ERROR_INPUT, NULL, hint, \
          "the material \"%s\" does not fit into a table of Wang 2011: " reason, (material)->name, __VA_ARGS__)

static bool near(double a, double b) { return fabs(a - b) <= 1e-12 * fabs(b); }

static pl_status take_stretch(const pl_material *material, const pl_term *term, const pl_wang_options *options, pl_wang_table *table) {
  const pl_polar_scheme *scheme = term->law.shape;
  pl_polar_scheme wanted;
  pl_polar_scheme_standard(PL_WANG_POINT, options->ring, &wanted);
  bool same = scheme->n_ring == 1 && scheme->n_angle == wanted.n_angle && !scheme->coupling;
  for (int i = 0; i < wanted.n_angle && same; i++) same = fabs(scheme->angle[i] - wanted.angle[i]) < 1e-9;
  for (int i = 0; i < 3; i++) same = same && term->value[i] == i;
  if (!same)
    return REFUSE(material, expected,
                  PL_ID("wang.points") "the %d points of its term \"%s\" are not the origin and 0, 22.5, 45, 67.5, 90 degrees on one ring",
                  pl_polar_point_count(scheme), term->name);
  if (!near(scheme->radius[0], options->ring))
    return REFUSE(material, "give that as the ring if whoever reads the file takes it so; the file does not say",
                  PL_ID("wang.ring") "its outer points lie at the extension %g, not at %g", scheme->radius[0], options->ring);
  if (scheme->zero != options->zero)
    return REFUSE(material, "say so (negative: zero or keep) if whoever reads the file does the same; the file does not say",
                  PL_ID("wang.negative") "its interpolated stiffnesses below zero %s",
                  scheme->zero ? "count as zero" : "are kept, not taken as zero");
  const double *theta = material->theta + term->theta;
  for (int i = 0; i < PL_WANG_POINT; i++)
    for (int j = 0; j < PL_WANG_COMPONENT; j++) table->stretching[i][j] = theta[i * PL_WANG_COMPONENT + j] / options->factor;
  return PL_OK;
}

static pl_status take_bend(const pl_material *material, const pl_term *term, pl_wang_table *table, bool found[PL_WANG_DIRECTION]) {
  const pl_piecewise *piece = term->law.shape;
  bool same = piece->degree == 3 && piece->odd && piece->n_knot == PL_WANG_BEND;  // degree of psi: k has two less
  for (int j = 0; j < PL_WANG_BEND && same; j++) same = fabs(piece->knot[j] - bend_knot[j]) < 1e-9;
  if (!same)
    return REFUSE(material, expected, PL_ID("wang.knots") "its term \"%s\" has no straight pieces between the knots 0, 5, 10, 15, 20 1/m",
                  term->name);
  int row = 0;
  while (row < PL_WANG_DIRECTION && term->classes != 1u << row) row++;
  if (row == PL_WANG_DIRECTION || found[row])
    return REFUSE(material, expected, PL_ID("wang.direction-twice") "its term \"%s\" is not the only one of one direction of the fold line",
                  term->name);
  found[row] = true;
  memcpy(table->bending[row], material->theta + term->theta, sizeof table->bending[row]);
  return PL_OK;
}

// Bending on strain `curvature` is converted: fold lines at 0, 45, 90 degrees belong to strips cut at 90, 45, 0. At alpha, half the curvature, a
// table has the moment per width k alpha / 2.
static pl_status convert_plate(const pl_material *material, pl_wang_table *table, bool found[PL_WANG_DIRECTION]) {
  for (int i = 0; i < PL_WANG_DIRECTION; i++) {
    int cut = 90 - 45 * i;
    for (int j = 0; j < PL_WANG_BEND; j++) {
      double moment, rigidity, kappa = 2 * bend_knot[j];
      if (!pl_material_bending(material, cut, kappa, &moment, &rigidity))
        return REFUSE(material, expected, PL_ID("wang.no-cut") "it has no bending rigidity for strips cut at %d degrees", cut);
      table->bending[i][j] = kappa > 0 ? 4 * moment / kappa : 4 * rigidity;
    }
    found[i] = true;
  }
  return PL_OK;
}

pl_status pl_wang_table_of(const pl_material *material, const pl_wang_options *options, pl_wang_table *table) {
  bool found[PL_WANG_DIRECTION] = {false}, stretch = false, plate = false;
  *table = (pl_wang_table){.density = material->density};
  PL_TRY(check_options(pl_arena_context(material->arena), options, table, NULL));
  for (int i = 0; i < material->n_term; i++) {
    const pl_term *term = &material->term[i];
    const char *law = term->law.row->name;
    bool elastic = !term->rate;
    if (elastic && !stretch && strcmp(term->strain->name, "green") == 0 && strcmp(law, "polar-tensor") == 0) {
      PL_TRY(take_stretch(material, term, options, table));
      stretch = true;
    } else if (elastic && strcmp(term->strain->name, "fold") == 0 && strcmp(law, "stiffness-spline") == 0) {
      PL_TRY(take_bend(material, term, table, found));
    } else if (elastic && pl_element_is_patch(term->strain->element)) {
      plate = true;  // friction is left out: the table has no place for it
    } else {
      bool solid = pl_element_is_solid(term->strain->element);
      return REFUSE(material, solid ? expected_cloth : expected,
                    PL_ID("wang.no-place") "there is no place for its term \"%s\", a %s on %s%s", term->name, law, term->strain->name,
                    term->rate ? " rates" : "");
    }
  }
  for (int i = 0; i < PL_WANG_DIRECTION && plate; i++)
    if (found[i]) return REFUSE(material, expected, PL_ID("wang.two-bendings") "it bends by %s and by %s", "curvatures", "folds");
  if (plate) PL_TRY(convert_plate(material, table, found));
  if (!stretch)
    return REFUSE(material, expected, PL_ID("wang.no-stretching") "it has no polar-tensor on green, so \"%s\" would be empty",
                  stretching.key);
  for (int i = 0; i < PL_WANG_DIRECTION; i++)
    if (!found[i])
      return REFUSE(material, expected, PL_ID("wang.no-direction") "it has no term on the elements \"%s\" of fold",
                    pl_strain_find("fold")->class_name[i]);
  if (!(material->density > 0))
    return REFUSE(material, "add \"density\" to the material file", PL_ID("wang.no-density") "it has no density, so \"%s\" would be empty",
                  "density");
  return check_options(pl_arena_context(material->arena), options, table, NULL);
}
