// energy_sections.c: the energy of a fitted cloth over pairs of strains (Miguel 2016, figure 3), for contour lines, and the visited
// strains.
//
//   W(a, b) = Psi(s) with s_a = a, s_b = b and the third strain of the membrane at rest
// on a grid over the measured strains and a tenth more. The initial model (StVK) is stored beside the result.
#include <math.h>
#include <string.h>

#include "report/result/result_parts.h"

enum { SIDE = 25, N_CELL = SIDE * SIDE, MAX_MODEL = 2, N_PAIR = 3 };

typedef struct section {
  int value[2];                      // which values of the strain measure
  double strain[2][SIDE];            // ascending
  double energy[MAX_MODEL][N_CELL];  // J/m^2, [first][second]
  double share[N_CELL];              // fraction of the elements' strains nearest to a point, with equal weight of every fitted test;
                                     // [first][second]
} section;

typedef struct sections {
  const pl_strain *strain;
  int n_model, n_pair;
  const char *name[MAX_MODEL];
  const pl_material *material[MAX_MODEL];
  section pair[N_PAIR];
} sections;

// Measured strains of each value: the hull of its terms' ranges.
static void measured_range(const pl_material *material, const pl_strain *strain, double range[][2]) {
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    for (int a = 0; a < term->law.row->n_in && term->strain == strain; a++) {
      double *side = range[term->value[a]];
      if (term->range[a][0] < side[0]) side[0] = term->range[a][0];
      if (term->range[a][1] > side[1]) side[1] = term->range[a][1];
    }
  }
}

static void fill_energy(const sections *all, section *out) {
  for (int m = 0; m < all->n_model; m++)
    for (int k = 0; k < N_CELL; k++) {
      double s[PL_STRAIN_MAX_VALUE] = {0}, t[PL_STRAIN_MAX_VALUE], tangent[PL_STRAIN_MAX_VALUE * PL_STRAIN_MAX_VALUE];
      s[out->value[0]] = out->strain[0][k / SIDE];
      s[out->value[1]] = out->strain[1][k % SIDE];
      pl_material_eval(all->material[m], all->strain, NULL, s, &out->energy[m][k], t, tangent);
    }
}

// Bins are centred at the grid's points.
static pl_status fill_share(const pl_fit *fit, const pl_strain *strain, section *out) {
  double box[2][2];
  int n_test = 0;
  for (int a = 0; a < 2; a++) {
    double half = 0.5 * (out->strain[a][1] - out->strain[a][0]);
    box[a][0] = out->strain[a][0] - half;
    box[a][1] = out->strain[a][SIDE - 1] + half;
  }
  for (int i = 0; i < fit->problem.n_fitted; i++) {
    double count[N_CELL] = {0}, sum = 0;
    const pl_rig *rig = fit->work.fit_case[i].rig;
    if (!rig || !rig->memory->x) continue;
    PL_TRY(pl_rig_pair_histogram(rig, strain, out->value, (const double(*)[2])box, SIDE, count));
    for (int k = 0; k < N_CELL; k++) sum += count[k];
    for (int k = 0; k < N_CELL && sum > 0; k++) out->share[k] += count[k] / sum;
    n_test += sum > 0;
  }
  for (int k = 0; k < N_CELL && n_test > 0; k++) out->share[k] /= n_test;
  return PL_OK;
}

// n_pair = 0 when the fit has no such energy.
static pl_status make(const pl_fit *fit, sections *all) {
  memset(all, 0, sizeof *all);
  all->strain = pl_strain_reference(false);
  if (fit->problem.n_fitted == 0 || !fit->solution.additive) return PL_OK;
  if (fit->way.n_step > 0 && fit->way.step[0].material) {
    all->name[all->n_model] = fit->way.step[0].name;
    all->material[all->n_model++] = fit->way.step[0].material;
  }
  all->name[all->n_model] = fit->way.n_step > 0 ? fit->problem.options.addends : fit->solution.model;
  all->material[all->n_model++] = fit->material;
  double range[PL_STRAIN_MAX_VALUE][2] = {{0}};
  measured_range(fit->material, all->strain, range);
  for (int a = 0; a < 2; a++)
    for (int b = a + 1; b < 3; b++) {
      if (!(range[a][0] < range[a][1] && range[b][0] < range[b][1])) continue;
      section *out = &all->pair[all->n_pair++];
      for (int i = 0; i < 2; i++) {
        const double *own = range[out->value[i] = i ? b : a];
        double more = 0.1 * (own[1] - own[0]), low = own[0] - more, high = own[1] + more;
        for (int k = 0; k < SIDE; k++) out->strain[i][k] = low + (high - low) * k / (SIDE - 1);
      }
      fill_energy(all, out);
      PL_TRY(fill_share(fit, all->strain, out));
    }
  return PL_OK;
}

static pl_status create(pl_arena *arena, const pl_fit *fit, sections **all) {
  *all = pl_arena_alloc(arena, 1, sizeof **all);
  return *all ? make(fit, *all) : PL_ERROR_MEMORY;
}

// Six digits suffice for any contour line.
static double rounded(double value) {
  if (value == 0 || !isfinite(value)) return value;
  double scale = pow(10, 5 - floor(log10(fabs(value))));
  return round(value * scale) / scale;
}

static void put_array(pl_json_writer *w, const char *key, int n, const double *value) {
  pl_json_begin_array(w, key);
  for (int i = 0; i < n; i++) pl_json_put_number(w, NULL, rounded(value[i]));
  pl_json_end_array(w);
}

pl_status pl__result_sections_json(pl_json_writer *w, pl_arena *arena, const pl_fit *fit) {
  sections *all;
  PL_TRY(create(arena, fit, &all));
  if (all->n_pair == 0) return PL_OK;
  pl_json_begin_object(w, "energy_sections");
  pl_json_put_text(w, "strain", all->strain->name);
  pl_json_put_text(w, "strain_unit", pl__si_unit(all->strain->value_dim));
  pl_json_put_text(w, "energy_unit", "J/m^2");
  pl_json_begin_array(w, "models");
  for (int m = 0; m < all->n_model; m++) pl_json_put_text(w, NULL, all->name[m]);
  pl_json_end_array(w);
  pl_json_begin_array(w, "pairs");
  for (int p = 0; p < all->n_pair; p++) {
    const section *s = &all->pair[p];
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "first", all->strain->value_name[s->value[0]]);
    pl_json_put_text(w, "second", all->strain->value_name[s->value[1]]);
    put_array(w, "first_strain", SIDE, s->strain[0]);
    put_array(w, "second_strain", SIDE, s->strain[1]);
    pl_json_begin_array(w, "energy");
    for (int m = 0; m < all->n_model; m++) put_array(w, NULL, N_CELL, s->energy[m]);
    pl_json_end_array(w);
    put_array(w, "share", N_CELL, s->share);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  pl_json_end_object(w);
  return PL_OK;
}

pl_status pl_result_sections(pl_arena *arena, const pl_fit *fit, pl_text *out) {
  sections *all;
  PL_TRY(create(arena, fit, &all));
  if (all->n_pair == 0) return PL_OK;
  pl_text_add(out, "model,first,second,first strain [1],second strain [1],energy [J/m^2],share,populated\n");
  for (int m = 0; m < all->n_model; m++)
    for (int p = 0; p < all->n_pair; p++)
      for (int k = 0; k < N_CELL; k++) {
        const section *s = &all->pair[p];
        const char *const *name = all->strain->value_name;
        const double row[] = {s->strain[0][k / SIDE], s->strain[1][k % SIDE], s->energy[m][k], s->share[k], s->share[k] > 0};
        pl__csv_cell(out, all->name[m]);
        pl_text_printf(out, ",%s,%s", name[s->value[0]], name[s->value[1]]);
        for (int j = 0; j < 5; j++) {
          pl_text_add(out, ",");
          pl__csv_number(out, rounded(row[j]));
        }
        pl_text_add(out, "\n");
      }
  return out->failed ? PL_ERROR_MEMORY : PL_OK;
}

pl_status pl__result_sections_csv(pl_context *ctx, const pl_fit *fit, const char *path) {
  pl_arena *arena = pl_arena_create(ctx);
  if (!arena) return PL_ERROR_MEMORY;
  pl_text text;
  pl_text_init(&text, ctx);
  pl_status status = pl_result_sections(arena, fit, &text);
  if (status == PL_OK && text.size > 0) status = pl_file_write(ctx, path, text.data, text.size);
  pl_text_clear(&text);
  pl_arena_destroy(arena);
  return status;
}
