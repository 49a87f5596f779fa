// places.c: see places.h.
#include "model/places.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void pl_element_place(const pl_mesh *mesh, const pl_strain *strain, const int32_t *vertex, double place[3]) {
  int nv = pl_element_is_patch(strain->element) ? 3 : strain->n_vertex;  // a patch is where its triangle is
  bool solid = pl_element_is_solid(strain->element);
  place[0] = place[1] = place[2] = 0;
  for (int a = 0; a < nv; a++) {
    double weight = 1.0 / nv;
    if (strain->element == PL_ELEMENT_HEX_POINT) {
      // Trilinear weights at the Gauss point nearest vertex 0: corner a differs from it along the axes of the set bits.
      static const double near = 0.5 + 0.5 * 0.57735026918962576, far = 0.5 - 0.5 * 0.57735026918962576;
      int corner = a ^ (a >> 1 & 1);
      weight = (corner & 1 ? far : near) * (corner & 2 ? far : near) * (corner & 4 ? far : near);
    }
    const double *at = solid ? mesh->rest3 + 3 * (size_t)vertex[a] : mesh->rest + 2 * (size_t)vertex[a];
    for (int k = 0; k < (solid ? 3 : 2); k++) place[k] += weight * at[k];
  }
}

typedef struct keyed {
  uint64_t key;
  int32_t index;
} keyed;

static int compare_keyed(const void *a, const void *b) {
  const keyed *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return x->index < y->index ? -1 : 1;
}

// The bits of three numbers of 20 bits interleaved (Morton's curve).
static uint64_t interleave(const uint32_t cell[3]) {
  uint64_t key = 0;
  for (int bit = 19; bit >= 0; bit--)
    for (int k = 0; k < 3; k++) key = key << 1 | (cell[k] >> bit & 1);
  return key;
}

pl_status pl_places_order(pl_arena *arena, const pl_mesh *mesh, const pl_strain *strain, int32_t n, const int32_t *list, int32_t *order) {
  keyed *row = pl_arena_alloc(arena, (size_t)n + 1, sizeof *row);
  double *place = pl_arena_alloc(arena, 3 * (size_t)n + 1, sizeof *place);
  if (!row || !place) return PL_ERROR_MEMORY;
  double low[3] = {INFINITY, INFINITY, INFINITY}, size = 0;
  for (int32_t e = 0; e < n; e++) {
    pl_element_place(mesh, strain, list + (size_t)e * strain->n_vertex, place + 3 * (size_t)e);
    for (int k = 0; k < 3; k++) low[k] = fmin(low[k], place[3 * (size_t)e + k]);
  }
  for (int32_t e = 0; e < n; e++)
    for (int k = 0; k < 3; k++) size = fmax(size, place[3 * (size_t)e + k] - low[k]);
  for (int32_t e = 0; e < n; e++) {
    uint32_t cell[3];
    for (int k = 0; k < 3; k++) cell[k] = size > 0 ? (uint32_t)(1048575 * (place[3 * (size_t)e + k] - low[k]) / size) : 0;
    row[e] = (keyed){interleave(cell), e};
  }
  if (n > 0) qsort(row, (size_t)n, sizeof *row, compare_keyed);
  for (int32_t e = 0; e < n; e++) order[e] = row[e].index;
  return PL_OK;
}

static bool sampled(const pl_material *material, int n, const int *term) {
  for (int i = 0; i < n; i++)
    if (material->term[term[i]].samples) return true;
  return false;
}

bool pl_group_sampled(const pl_material *material, const pl_group *group) {
  return sampled(material, group->n_term, group->term) || sampled(material, group->n_rate_term, group->rate_term);
}

static void block_places(const pl_mesh *mesh, const pl_group *group, int32_t block, pl_lanes *x) {
  int nv = group->strain->n_vertex;
  PL_EACH_LANE(l) {
    int32_t vertex[PL_STRAIN_MAX_VERTEX];
    double place[3];
    for (int a = 0; a < nv; a++) vertex[a] = group->vertex[((size_t)block * nv + a) * PL_BLOCK + l];
    pl_element_place(mesh, group->strain, vertex, place);
    for (int k = 0; k < 3; k++) x[k][l] = place[k];
  }
}

static pl_status near_blocks(pl_arena *arena, const pl_mesh *mesh, const pl_group *group, const pl_samples *samples,
                             const pl_near_samples **out) {
  pl_near_samples *near = pl_arena_alloc(arena, (size_t)group->n_block, sizeof *near);
  if (!near) return PL_ERROR_MEMORY;
  for (int32_t b = 0; b < group->n_block; b++) {
    pl_lanes x[3];
    block_places(mesh, group, b, x);
    PL_TRY(pl_samples_near(arena, samples, (const pl_lanes *)x, &near[b]));
  }
  *out = near;
  return PL_OK;
}

// The table of one list of terms; `known` are the n_known terms that already have one.
static pl_status near_terms(pl_arena *arena, const pl_mesh *mesh, const pl_material *material, const pl_group *group, int n,
                            const int *term, int n_known, const int *known, const pl_near_samples *const *known_near,
                            const pl_near_samples *const **out) {
  const pl_near_samples **near = pl_arena_alloc(arena, (size_t)n + 1, sizeof *near);
  if (!near) return PL_ERROR_MEMORY;
  for (int i = 0; i < n; i++) {
    const pl_samples *own = material->term[term[i]].samples;
    if (!own) continue;
    for (int k = 0; k < n_known && !near[i]; k++)
      if (pl_samples_same(material->term[known[k]].samples, own)) near[i] = known_near[k];
    for (int k = 0; k < i && !near[i]; k++)
      if (pl_samples_same(material->term[term[k]].samples, own)) near[i] = near[k];
    if (!near[i]) PL_TRY(near_blocks(arena, mesh, group, own, &near[i]));
  }
  *out = near;
  return PL_OK;
}

pl_status pl_group_near(pl_arena *arena, const pl_mesh *mesh, const pl_material *material, pl_group *group) {
  PL_TRY(near_terms(arena, mesh, material, group, group->n_term, group->term, 0, NULL, NULL, &group->near));
  return near_terms(arena, mesh, material, group, group->n_rate_term, group->rate_term, group->n_term, group->term, group->near,
                    &group->rate_near);
}

// The largest weight of each sample in any element, most[n].
static void largest_weights(const pl_model *model, const pl_term *term, int index, double *most, double *phi, bool *acts) {
  *acts = false;
  for (int i = 0; i < model->n_group; i++) {
    const pl_group *group = &model->group[i];
    bool own = false;
    for (int k = 0; k < group->n_term; k++) own = own || group->term[k] == index;
    for (int k = 0; k < group->n_rate_term; k++) own = own || group->rate_term[k] == index;
    for (int32_t b = 0; own && b < group->n_block; b++) {
      pl_lanes x[3];
      block_places(model->mesh, group, b, x);
      PL_EACH_LANE(l) {
        double at[3] = {x[0][l], x[1][l], x[2][l]};
        pl_samples_weights(term->samples, at, phi);
        for (int m = 0; m < term->samples->n; m++) most[m] = fmax(most[m], phi[m]);
      }
      *acts = true;
    }
  }
}

pl_status pl_model_check_samples(const pl_model *model) {
  for (int t = 0; t < model->material->n_term; t++) {
    const pl_term *term = &model->material->term[t];
    double most[PL_SAMPLES_MAX] = {0}, phi[PL_SAMPLES_MAX];
    bool acts;
    if (!term->samples || term->shares >= 0) continue;
    largest_weights(model, term, t, most, phi, &acts);
    for (int m = 0; acts && m < term->samples->n; m++) {
      const double *at = term->samples->point + 3 * m;
      if (most[m] > PL_SAMPLES_LEAST) continue;
      return pl_fail(model->ctx, PL_ERROR_INPUT, NULL, "move the sample into the body, enlarge the radius, or leave it out",
                     PL_ID("model.sample-term-mm-felt") "sample %d of the term \"%s\" at (%g, %g, %g) mm affects no element: the "
                                                        "largest weight is %.2g",
                     m + 1, term->name, 1e3 * at[0], 1e3 * at[1], 1e3 * at[2], most[m]);
    }
  }
  return PL_OK;
}
