// check.c: tables that are impossible for their mode, each an error with file, line and remedy.
//
// It finds (1) excessive shears and stresses (stretches: protocol/homogeneous/range.c); (2) a control that never changes; (3) a second
// stretch against the mode. It finds (4) Cauchy stress of a body whose deformed area is unknown; (5) stresses of the wrong sign. It finds
// (6) an isotropic body with two stresses in two directions of equal stretch.
#include <math.h>

#include "protocol/homogeneous/homogeneous_part.h"
#include "protocol/homogeneous/homogeneous.h"

#define MAX_SHEAR 20.0
#define MAX_STRESS 1e12     // Pa
#define SAME_STRETCH 2e-2   // of a stretch: the accuracy of grips
#define ALIKE 1e-3          // difference of stretches that count as equal
#define FELT 2e-2           // strain beyond which the sign of a stress is checked
#define MANY_SIGMA 6.0      // of a difference
#define UNKNOWN_SIGMA 3e-2  // of the largest stress, when sigma is not given

static double value_at(const pl_test *test, int channel, int i) {
  return test->channel[channel].value ? test->channel[channel].value[i] : NAN;
}

static pl_status check_sizes(pl__label_reader *r, const pl_csv *csv, const pl_test *test) {
  for (int i = 0; i < test->n_frame; i++) {
    double g = value_at(test, PL_HOMOGENEOUS_SHEAR, i);
    if (fabs(g) > MAX_SHEAR)
      return pl__label_fail_row(r, csv, i, "shear is the displacement over the rest distance of the faces: check the unit",
                                PL_ID("homogeneous.shear-must-lie-between") "a shear of %g, must lie between -%g and %g", g, MAX_SHEAR,
                                MAX_SHEAR);
    for (int c = PL_HOMOGENEOUS_STRESS; c <= PL_HOMOGENEOUS_SHEAR_STRESS; c++)
      if (fabs(value_at(test, c, i)) > MAX_STRESS)
        return pl__label_fail_row(r, csv, i, "check the unit of the column",
                                  PL_ID("homogeneous.stress-pa-must-less") "a stress of %g Pa, must be less than %g Pa",
                                  value_at(test, c, i), MAX_STRESS);
  }
  return PL_OK;
}

static pl_status check_control(pl__label_reader *r, const pl_csv *csv, const pl_test *test) {
  const pl_channel *control = &test->channel[test->control];
  double low = control->value[0], high = low;
  bool second = false;  // a biaxial test may keep the first stretch fixed
  for (int i = 1; i < test->n_frame; i++) {
    low = fmin(low, control->value[i]);
    high = fmax(high, control->value[i]);
    second = second || value_at(test, PL_HOMOGENEOUS_STRETCH_2, i) != value_at(test, PL_HOMOGENEOUS_STRETCH_2, 0);
  }
  if (high - low > 1e-6 || (pl_homogeneous_of(test)->mode == PL_BIAXIAL && second)) return PL_OK;
  return pl__label_fail_row(r, csv, 0, "name the column that was imposed with \"columns\" in the experiment file",
                            PL_ID("homogeneous.never-changes") "the %s never changes from %g", control->row->name, low);
}

static pl_status check_second(pl__label_reader *r, const pl_csv *csv, const pl_test *test) {
  const pl_homogeneous *h = pl_homogeneous_of(test);
  const double *second = test->channel[PL_HOMOGENEOUS_STRETCH_2].value;
  pl_where where = pl_json_where(r->entry);
  if (pl__homogeneous_mode[h->mode].holds && !second && !(h->held > 0))
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write \"held\": 1.5, or give a column \"stretch 2\"",
                   PL_ID("homogeneous.stretch-held-missing") "the stretch that '%s' was held at is missing", test->name);
  for (int i = 0; i < test->n_frame && second; i++) {
    double l1 = value_at(test, PL_HOMOGENEOUS_STRETCH, i);
    double expected = h->mode == PL_EQUIBIAXIAL ? l1 : h->mode == PL_PLANAR ? 1 : h->held > 0 ? h->held : second[i];
    if (h->mode == PL_BIAXIAL || fabs(second[i] - expected) <= SAME_STRETCH * expected) continue;
    return pl__label_fail_row(r, csv, i, "write \"mode\": \"biaxial\" for a test with two imposed stretches",
                              PL_ID("homogeneous.stretch-2-where-test-mode") "stretch-2 is %g where a test of mode '%s' has %g", second[i],
                              pl__homogeneous_mode[h->mode].name, expected);
  }
  return PL_OK;
}

static pl_status check_measure(pl__label_reader *r, const pl_test *test) {
  const pl_homogeneous *h = pl_homogeneous_of(test);
  if (h->measure == PL_STRESS_DIFFERENCE) {
    bool two = h->mode == PL_PLANAR || h->mode == PL_STRIP_BIAXIAL || h->mode == PL_BIAXIAL;
    pl_where place = pl_json_where(r->entry);
    if (two && h->incompressible && !test->channel[PL_HOMOGENEOUS_STRESS_2].value) return PL_OK;
    return pl_fail(r->ctx, PL_ERROR_INPUT, &place, "write \"stress\": \"nominal\" or \"cauchy\", and give each stress its column",
                   PL_ID("homogeneous.difference-stresses-read-planar") "a difference of stresses is read from planar, strip-biaxial and "
                                                                        "biaxial tests of incompressible bodies, in the column "
                                                                        "of the first stress alone");
  }
  bool alike = h->mode != PL_UNIAXIAL || h->symmetry == PL_SYMMETRY_ISOTROPIC;  // one lateral stretch determines the area
  if (h->measure == PL_STRESS_NOMINAL || h->incompressible || h->mode == PL_SIMPLE_SHEAR ||
      (alike && test->channel[PL_HOMOGENEOUS_LATERAL].value))
    return PL_OK;
  pl_where where = pl_json_where(r->entry);
  if (!alike || h->mode == PL_COMPOUND_SHEAR)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "give nominal stresses (force over the area at rest)",
                   "Cauchy stress of '%s' needs its deformed area, which requires both lateral stretches of this compressible body",
                   test->name);
  return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "give a column \"lateral stretch\", or nominal stresses (force over the area at rest)",
                 PL_ID("homogeneous.cauchy-stress-compressible-body") "Cauchy stress of a compressible body needs its current area, and no "
                                                                      "lateral stretch of '%s' was measured",
                 test->name);
}

// A body pulled from rest cannot push back.
static pl_status check_signs(pl__label_reader *r, const pl_csv *csv, const pl_test *test) {
  if (!pl__homogeneous_mode[pl_homogeneous_of(test)->mode].pulls_rest) return PL_OK;
  double rest = test->control == PL_HOMOGENEOUS_SHEAR ? 0 : 1;
  int n_wrong = 0, n_felt = 0, first = 0;
  for (int i = 0; i < test->n_frame; i++) {
    double strain = value_at(test, test->control, i) - rest, stress = value_at(test, test->observed, i);
    if (fabs(strain) < FELT) continue;
    n_felt++;
    if (strain * stress < 0 && n_wrong++ == 0) first = i;
  }
  if (2 * n_wrong <= n_felt) return PL_OK;
  return pl__label_fail_row(r, csv, first, "count tension as positive and compression as negative; subtract any offset",
                            "stress and strain have opposite signs here and in %d of %d rows", n_wrong, n_felt);
}

static pl_status check_symmetry(pl__label_reader *r, const pl_csv *csv, const pl_test *test) {
  const pl_homogeneous *h = pl_homogeneous_of(test);
  const pl_channel *a = &test->channel[PL_HOMOGENEOUS_STRESS], *b = &test->channel[PL_HOMOGENEOUS_STRESS_2];
  if (h->symmetry != PL_SYMMETRY_ISOTROPIC || !a->value || !b->value) return PL_OK;
  double high = 0;
  for (int i = 0; i < test->n_frame; i++) high = fmax(high, fmax(fabs(a->value[i]), fabs(b->value[i])));
  double sigma = a->sigma > 0 ? hypot(a->sigma, b->sigma > 0 ? b->sigma : a->sigma) : UNKNOWN_SIGMA * high;
  for (int i = 0; i < test->n_frame; i++) {
    double l1 = value_at(test, PL_HOMOGENEOUS_STRETCH, i), l2 = h->mode == PL_EQUIBIAXIAL ? l1 : pl_homogeneous_at(test, i).stretch[1];
    if (fabs(l1 - l2) > ALIKE * l1 || fabs(a->value[i] - b->value[i]) <= MANY_SIGMA * sigma) continue;
    return pl__label_fail_row(r, csv, i, "write \"symmetry\": \"orthotropic\", or check the two columns and \"sigma\"",
                              PL_ID("homogeneous.isotropic-body-stretched-alike") "an isotropic body stretched alike by %g in both "
                                                                                  "directions cannot carry %g and %g MPa",
                              l1, 1e-6 * a->value[i], 1e-6 * b->value[i]);
  }
  return PL_OK;
}

pl_status pl__homogeneous_check(pl__label_reader *r, const pl_csv *csv, const pl_test *test) {
  PL_TRY(check_sizes(r, csv, test));
  PL_TRY(check_control(r, csv, test));
  PL_TRY(check_second(r, csv, test));
  PL_TRY(check_measure(r, test));
  PL_TRY(check_signs(r, csv, test));
  return check_symmetry(r, csv, test);
}

// One file is about one material. The fit makes the same check for tests of several files.
pl_status pl__homogeneous_one_body(const pl__label_reader *r) {
  const pl_test *first = &r->m->test[0];
  for (const pl_test *test = first + 1; test < first + r->m->n_test; test++) {
    const pl_homogeneous *a = pl_homogeneous_of(first), *b = pl_homogeneous_of(test);
    pl_where where = {.file = r->m->file, .line = test->line, .key = test->name};
    bool axes = a->symmetry != PL_SYMMETRY_ISOTROPIC;
    if (a->symmetry != b->symmetry)
      return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "say the same \"symmetry\" about all tests of one material, at the top of the file",
                     PL_ID("homogeneous.line") "'%s' is %s, but '%s' of line %d is %s", test->name, axes ? "isotropic" : "orthotropic",
                     first->name, first->line, axes ? "orthotropic" : "isotropic");
    if (a->incompressible != b->incompressible)
      return pl_fail(r->ctx, PL_ERROR_INPUT, &where,
                     "say the same \"incompressible\" about all tests of one material, at the top of the file",
                     PL_ID("homogeneous.compressible-line-compressible") "'%s' is %scompressible, but '%s' of line %d is %scompressible",
                     test->name, b->incompressible ? "in" : "", first->name, first->line, a->incompressible ? "in" : "");
    if (axes && (a->thickness > 0) != (b->thickness > 0))
      return pl_fail(r->ctx, PL_ERROR_INPUT, &where,
                     "give the \"thickness\" of every test of a sheet, and of no test of a block (\"area\" instead)",
                     "'%s' has %s thickness, but '%s' of line %d has %s", test->name, b->thickness > 0 ? "a" : "no", first->name,
                     first->line, a->thickness > 0 ? "one" : "none");
  }
  return PL_OK;
}
