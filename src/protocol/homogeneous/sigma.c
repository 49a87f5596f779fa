// sigma.c: standard deviations of stresses and lateral stretches: a column of the table, or "sigma" of the experiment file.
//
// "sigma" is a stress, a force (over the area) or a force per width (over the thickness). It may also be a fraction of the largest stress
// of the test ("2 %"). An object has one per channel.
#include <math.h>
#include <string.h>

#include "protocol/homogeneous/homogeneous_part.h"

// A sigma of "stress" applies to both directions, unless the second has its own.
static pl_json *named_sigma(pl_json *object, const char *channel) {
  pl_json *own = pl_json_find(object, channel);
  return own || strcmp(channel, "stress-2") != 0 ? own : pl_json_find(object, "stress");
}

static pl_json *given_sigma(const pl__label_reader *r, const char *channel) {
  pl_json *const source[] = {pl_json_find(r->entry, "sigma"), pl_json_find(r->root, "sigma")};
  for (int s = 0; s < 2; s++) {
    if (!source[s]) continue;
    pl_json *value = source[s]->kind == PL_JSON_OBJECT ? named_sigma(source[s], channel) : source[s];
    if (value) return value;
  }
  return NULL;
}

static double largest(const pl_test *test, int channel) {
  double high = 0;
  for (int i = 0; i < test->n_frame; i++) high = fmax(high, fabs(test->channel[channel].value[i]));
  return high;
}

static pl_status stress_sigma(const pl__label_reader *r, pl_json *given, const pl__homogeneous_size *size, const pl_test *test, int channel,
                              double *sigma) {
  double si, area = size->area[channel == PL_HOMOGENEOUS_STRESS_2];
  pl_dim dim = PL_DIM_PRESSURE;
  bool has_unit = false;
  if (given->kind == PL_JSON_STRING) pl_quantity_parse(given->text, &si, &dim, &has_unit);
  if (has_unit && pl_dim_equal(dim, PL_DIM_NONE)) {
    PL_TRY(pl_json_quantity(r->ctx, given, PL_DIM_NONE, 1e-9, 1, sigma));
    *sigma *= largest(test, channel);
  } else if (pl_dim_equal(dim, PL_DIM_FORCE) && area > 0) {
    PL_TRY(pl_json_quantity(r->ctx, given, PL_DIM_FORCE, 1e-12, 1e9, sigma));
    *sigma /= area;
  } else if (pl_dim_equal(dim, PL_DIM_LINE_FORCE) && size->thickness > 0) {
    PL_TRY(pl_json_quantity(r->ctx, given, PL_DIM_LINE_FORCE, 1e-12, 1e9, sigma));
    *sigma /= size->thickness;
  } else {
    PL_TRY(pl_json_quantity(r->ctx, given, PL_DIM_PRESSURE, 1e-9, 1e12, sigma));
  }
  return PL_OK;
}

// True if the column "sigma" is a stress, as in mechanics: "columns" then names it as one.
static bool is_stress(const pl_test *test, const double *sigma) {
  for (int c = PL_HOMOGENEOUS_STRESS; c <= PL_HOMOGENEOUS_SHEAR_STRESS; c++) {
    const double *stress = test->channel[c].value;
    if (stress && memcmp(stress, sigma, (size_t)test->n_frame * sizeof *stress) == 0) return true;
  }
  return false;
}

// One per row, of every stress.
static pl_status read_column(pl__label_reader *r, const pl_csv *csv, pl_test *test) {
  static const char *const names[] = {"sigma", "sigma stress", "stress sigma", NULL};
  int index;
  PL_TRY(pl_csv_guess(r->ctx, csv, names, &index));
  if (index < 0) return PL_OK;
  double *sigma, sum = 0;
  PL_TRY(pl_csv_numbers(r->m->arena, csv, index, PL_DIM_PRESSURE, NULL, &sigma));
  if (is_stress(test, sigma)) return PL_OK;
  for (int i = 0; i < csv->n_row; i++) {
    if (!(sigma[i] > 0))
      return pl__label_fail_row(r, csv, i, "write what one reading scatters; leave the column out when it is unknown",
                                PL_ID("homogeneous.sigma-pa-must-more") "a sigma of %g Pa, must be more than 0", sigma[i]);
    sum += sigma[i] * sigma[i];
  }
  for (int c = PL_HOMOGENEOUS_STRESS; c <= PL_HOMOGENEOUS_SHEAR_STRESS; c++)
    if (test->channel[c].value) test->channel[c].sigma = sqrt(sum / csv->n_row), test->channel[c].value_sigma = sigma;
  return PL_OK;
}

pl_status pl__homogeneous_sigma(pl__label_reader *r, const pl_csv *csv, const pl__homogeneous_size *size, pl_test *test) {
  for (int c = PL_HOMOGENEOUS_STRESS; c < PL_HOMOGENEOUS_CHANNELS; c++) {
    pl_channel *channel = &test->channel[c];
    pl_json *given = channel->value ? given_sigma(r, channel->row->name) : NULL;
    bool lateral = c == PL_HOMOGENEOUS_LATERAL;
    // a single quantity applies to stresses
    if (!given || (lateral && pl_json_find(r->entry, "sigma") == given) || (lateral && pl_json_find(r->root, "sigma") == given)) continue;
    if (lateral)
      PL_TRY(pl_json_quantity(r->ctx, given, PL_DIM_NONE, 1e-9, 1, &channel->sigma));
    else
      PL_TRY(stress_sigma(r, given, size, test, c, &channel->sigma));
  }
  return read_column(r, csv, test);
}
