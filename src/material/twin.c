// twin.c: the conservative material nearest to a table without an energy.
//
// Every term whose stress is no gradient gets a convex law of the same strains with the same convention of shear. The law is fitted to the term's
// stress over its validity (project.h). The loss is stated per direction phi of the largest strain e1,
//
//   loss(phi)^2 = sum |t' - t|^2/|s|^2 / sum |t|^2/|s|^2,   e1 = reach i/8,  e2/e1 = -0.4, -0.1, 0.2, 0.5, 0.8
//
// with |.| the norm of tensors. Division by |s|^2 gives small strains the same weight as large ones.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "material/internal.h"
#include "material/project.h"

static const unsigned WANTED = PL_LAW_CONSERVATIVE | PL_LAW_CONVEX | PL_LAW_LINEAR;

// NULL: there is none.
static const pl_law_row *convex_law(const pl_law_row *of) {
  for (int i = 0; i < pl_law_count(); i++) {
    const pl_law_row *row = pl_law_at(i);
    bool same = pl_laws_alike(row, of) && (row->flags & PL_LAW_TENSOR_SHEAR) == (of->flags & PL_LAW_TENSOR_SHEAR);
    if (same && (row->flags & WANTED) == WANTED) return row;
  }
  return NULL;
}

static bool lacks_energy(const pl_term *term) { return !(term->law.row->flags & PL_LAW_CONSERVATIVE); }

// ---- the twin's file: the same terms under another law, whose numbers the reader fits (swap.c) ----

// text with every  "law": "from"  changed to  "law": "to".
static void rename_law(const char *text, const char *from, const char *to, pl_text *out) {
  char old[128];
  snprintf(old, sizeof old, "\"law\": \"%s\"", from);
  for (const char *at; (at = strstr(text, old)); text = at + strlen(old)) {
    pl_text_add_bytes(out, text, (size_t)(at - text));
    pl_text_printf(out, "\"law\": \"%s\"", to);
  }
  pl_text_add(out, text);
}

static pl_status rewrite(pl_context *ctx, const pl_material *material, const pl_law_row *from, const pl_law_row *to, pl_material **out) {
  pl_text text;
  pl_text_init(&text, ctx);
  pl_json_writer *w = pl_json_writer_create(ctx);
  pl_status status = PL_ERROR_MEMORY;
  if (w) {
    pl_material_write(material, w);
    const char *whole = pl_json_writer_text(w);
    if (whole) rename_law(whole, from->name, to->name, &text);
    if (whole && !text.failed) status = pl_material_parse(ctx, "conservative twin", text.data, text.size, out);
  }
  pl_json_writer_destroy(w);
  pl_text_clear(&text);
  return status;
}

// ---- the loss ----

// Warp, weft and engineering shear of the principal strains e1 along phi and e2 across.
static void strains_of(double e1, double e2, double phi, double s[3]) {
  double c = cos(phi), n = sin(phi);
  s[0] = c * c * e1 + n * n * e2;
  s[1] = n * n * e1 + c * c * e2;
  s[2] = 2 * c * n * (e1 - e2);
}

static double squared(const double t[3]) { return t[0] * t[0] + t[1] * t[1] + 2 * t[2] * t[2]; }

// Adds the sums of one direction, for the term of both materials.
static void add_loss(const pl_term *old, const double *old_theta, const pl_term *twin, const double *twin_theta, double reach, double phi,
                     double sum[2]) {
  for (int i = 1; i <= 8; i++)
    for (int j = 0; j < 5; j++) {
      double e1 = reach * i / 8, e2 = (-0.4 + 0.3 * j) * e1, s[3], t[3], u[3];
      strains_of(e1, e2, phi, s);
      pl_law_eval_one(&old->law, old_theta, s, NULL, t, NULL);
      pl_law_eval_one(&twin->law, twin_theta, s, NULL, u, NULL);
      double weight = 1 / (e1 * e1 + e2 * e2);
      for (int k = 0; k < 3; k++) u[k] -= t[k];
      sum[0] += weight * squared(u);
      sum[1] += weight * squared(t);
    }
}

static double ratio(const double sum[2]) { return sum[1] > 0 ? sqrt(sum[0] / sum[1]) : 0; }

static void find_loss(const pl_material *material, const pl_material *twin, pl_twin_loss *loss) {
  double all[2] = {0};
  for (int d = 0; d < PL_TWIN_DIRECTION; d++) {
    double sum[2] = {0};
    for (int t = 0; t < material->n_term; t++) {
      const pl_term *old = &material->term[t], *now = &twin->term[t];
      double range[PL_LAW_MAX_IN][2] = {{0}};
      if (!lacks_energy(old)) continue;
      old->law.row->range(&old->law, range);
      add_loss(old, material->theta + old->theta, now, twin->theta + now->theta, range[0][1], loss->angle[d], sum);
    }
    loss->part[d] = ratio(sum);
    all[0] += sum[0];
    all[1] += sum[1];
  }
  loss->all = ratio(all);
}

static pl_status check(pl_context *ctx, const pl_material *material, const pl_law_row **from, const pl_law_row **to) {
  *from = *to = NULL;
  for (int t = 0; t < material->n_term; t++) {
    const pl_term *term = &material->term[t];
    if (!lacks_energy(term)) continue;
    if (!*from) *from = term->law.row;
    bool fits = term->law.row->n_in == 3 && term->law.row->range && !term->samples && strcmp(term->law.row->name, (*from)->name) == 0;
    *to = fits ? convex_law(term->law.row) : NULL;
    if (!*to)
      return pl_fail(ctx, PL_ERROR_INPUT, NULL, "fit the tests again with a law that has an energy",
                     PL_ID("material.no-twin") "no convex law can replace \"%s\" in term \"%s\" of the material \"%s\"",
                     term->law.row->name, term->name, material->name);
  }
  if (*from) return PL_OK;
  return pl_fail(ctx, PL_ERROR_INPUT, NULL, "use the material as it is",
                 PL_ID("material.has-energy") "the stress of the material \"%s\" has an energy already", material->name);
}

pl_status pl_material_twin(pl_context *ctx, const pl_material *material, pl_twin_loss *loss, pl_material **twin) {
  const pl_law_row *from, *to;
  *twin = NULL;
  *loss = (pl_twin_loss){.n_angle = PL_TWIN_DIRECTION};
  for (int d = 0; d < PL_TWIN_DIRECTION; d++) loss->angle[d] = 1.57079632679489661923 * d / (PL_TWIN_DIRECTION - 1);
  PL_TRY(check(ctx, material, &from, &to));
  PL_TRY(rewrite(ctx, material, from, to, twin));
  find_loss(material, *twin, loss);
  const char *note =
      pl_arena_printf((*twin)->arena,
                      "%s%sConservative twin: %s fitted to the stress of %s, which has no energy. Its stress is off by %.3g %% "
                      "(root mean square over its table).",
                      material->note, *material->note ? " " : "", to->name, from->name, 100 * loss->all);
  if (note) {
    (*twin)->note = note;
    return PL_OK;
  }
  pl_material_destroy(*twin);
  *twin = NULL;
  return PL_ERROR_MEMORY;
}
