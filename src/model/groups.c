// groups.c: see groups.h.
#include "model/groups.h"

#include <math.h>
#include <string.h>

#include "model/elements.h"
#include "model/places.h"
#include "model/potential.h"
#include "model/ring2.h"

static bool in_group(const pl_term *term, const pl_group *group) {
  return term->strain == pl_strain_measure(group->strain) && (term->classes >> group->class_index & 1) &&
         pl_term_acts_on(term, group->part);
}

// True if any term acts on this class of this strain, in this part.
static bool group_wanted(const pl_material *material, const pl_group *group) {
  for (int i = 0; i < material->n_term; i++)
    if (in_group(&material->term[i], group)) return true;
  return false;
}

static pl_status group_terms(pl_arena *arena, const pl_material *material, pl_group *group) {
  int *elastic = pl_arena_alloc(arena, (size_t)material->n_term, sizeof *elastic);
  int *rate = pl_arena_alloc(arena, (size_t)material->n_term, sizeof *rate);
  if (!elastic || !rate) return PL_ERROR_MEMORY;
  for (int i = 0; i < material->n_term; i++) {
    const pl_term *term = &material->term[i];
    if (!in_group(term, group)) continue;
    if (term->rate)
      rate[group->n_rate_term++] = i;
    else
      elastic[group->n_term++] = i;
  }
  group->term = elastic;
  group->rate_term = rate;
  int *at = pl_arena_alloc(arena, (size_t)material->n_term, sizeof *at);
  if (!at) return PL_ERROR_MEMORY;
  for (int k = 0; k < group->n_term; k++) {
    at[k] = group->n_history;
    group->n_history += pl_term_history(&material->term[elastic[k]]);
  }
  group->history_at = at;
  return PL_OK;
}

// The classes with a share of an element, as bits.
static unsigned classes_of(const pl_strain *strain, const pl_mesh *mesh, const int32_t *vertex) {
  unsigned classes = 0;
  for (int c = 0; c < strain->n_class; c++)
    if (pl_strain_share(strain, mesh, vertex, c) > 0) classes |= 1u << c;
  return classes;
}

// At the edge of cloth that is held flat, only the fraction p of a hinge's two triangles bends. With angle theta the curvature is theta/(p
// h) over the area p A, which is what prepare computes for the area p A. A spring over two edges shortens with theta^2. For a linear law
// its energy p A psi(s/p^2) is that of the area A/p^3. That is limited: a spring a thousand times stiffer is effectively rigid.
static double bending_area(pl_element_kind kind, double area, double part) {
  return kind == PL_ELEMENT_HINGE ? part * area : kind == PL_ELEMENT_RING2 ? area / fmax(part * part * part, 1e-3) : area;
}

// The part of each element that can bend, *part [n]; NULL: all of all. free_part: see pl_model_options.
static pl_status bending_parts(pl_arena *arena, const pl_mesh *mesh, const pl_elements *all, const pl_strain *strain,
                               const double *free_part, const double **part) {
  *part = pl_strain_bends(strain) ? free_part : NULL;
  if (!*part || !all->middle) return PL_OK;
  double *of_spring;
  PL_TRY(pl_ring2_parts(arena, mesh, all, free_part, &of_spring));
  *part = of_spring;
  return PL_OK;
}

// Rest data and weights of the elements of a group. The last element is repeated with weight 0 to fill its block. part: of bending_parts.
static void group_rest(const pl_mesh *mesh, const pl_elements *all, const double *part, pl_group *group) {
  const pl_strain *strain = group->strain;
  int nv = strain->n_vertex, n_rest = strain->n_rest;
  pl_lanes *rest = (pl_lanes *)(uintptr_t)group->rest, *weight = (pl_lanes *)(uintptr_t)group->weight;  // our own
  for (int32_t b = 0; b < group->n_block; b++) PL_EACH_LANE(l) {
      int32_t at = b * PL_BLOCK + l, e = group->element[at < group->n_element ? at : group->n_element - 1];
      const int32_t *vertex = all->vertex + (size_t)e * nv;
      double numbers[PL_STRAIN_MAX_REST], area = all->area[e], w = area;
      if (all->rest)
        memcpy(numbers, all->rest + (size_t)e * (size_t)n_rest, (size_t)n_rest * sizeof *numbers);
      else
        strain->prepare(mesh, vertex, part ? bending_area(strain->element, area, part[e]) : area, numbers, &w);
      for (int i = 0; i < n_rest; i++) rest[(size_t)b * n_rest + i][l] = numbers[i];
      weight[b][l] = at < group->n_element ? w * pl_strain_share(strain, mesh, vertex, group->class_index) : 0;
    }
}

// The hinges of a patch, by their number in the mesh: fold_hinges replaces it by that in pl_model.fold.
static pl_status group_hinges(pl_arena *arena, const pl_elements *all, const int32_t *element, pl_group *group) {
  int n_slot = group->strain->n_rest / 4;
  int32_t *hinge = pl_arena_alloc(arena, (size_t)group->n_block * (size_t)n_slot * PL_BLOCK, sizeof *hinge);
  if (!hinge) return PL_ERROR_MEMORY;
  group->hinge = hinge;
  for (int32_t b = 0; b < group->n_block; b++)
    for (int f = 0; f < n_slot; f++) PL_EACH_LANE(l) {
        int32_t e = b * PL_BLOCK + l;
        *hinge++ = e < group->n_element ? all->hinge[(size_t)element[e] * (size_t)n_slot + (size_t)f] : -1;
      }
  return PL_OK;
}

// Collects the elements of the group's class and part in blocks; a partly filled last block repeats its last element with weight 0. If a term has
// material samples, the elements are put in spatial order first.
static pl_status group_blocks(pl_arena *arena, const pl_mesh *mesh, const pl_material *material, const pl_model_options *options,
                              const pl_curvature_patch *patch, pl_group *group, int32_t **element_list) {
  const pl_strain *strain = group->strain;
  pl_elements all;
  if (pl_element_is_patch(strain->element))
    PL_TRY(pl_elements_patches(arena, mesh, strain, patch, &all));
  else
    PL_TRY(pl_elements_list(arena, mesh, strain->element, &all));
  const double *part;
  PL_TRY(bending_parts(arena, mesh, &all, strain, options->free_part, &part));
  int nv = strain->n_vertex;
  int32_t *list = pl_arena_alloc(arena, (size_t)all.n * nv + 1, sizeof *list);
  uint8_t *classes = pl_arena_alloc(arena, (size_t)all.n + 1, sizeof *classes);
  int32_t *element = pl_arena_alloc(arena, (size_t)all.n + 1, sizeof *element), *order = NULL;
  if (!list || !classes || !element) return PL_ERROR_MEMORY;
  bool sampled = pl_group_sampled(material, group);
  if (sampled) {
    order = pl_arena_alloc(arena, (size_t)all.n + 1, sizeof *order);
    if (!order) return PL_ERROR_MEMORY;
    PL_TRY(pl_places_order(arena, mesh, strain, all.n, all.vertex, order));
  }
  int32_t n = 0;
  for (int32_t i = 0; i < all.n; i++) {
    int32_t e = order ? order[i] : i;
    const int32_t *vertex = all.vertex + (size_t)e * nv;
    if (pl_mesh_part_of(mesh, vertex[0]) != group->part) continue;
    unsigned of = classes_of(strain, mesh, vertex);
    if (!(of >> group->class_index & 1)) continue;
    classes[n] = (uint8_t)of;
    element[n] = e;
    memcpy(list + (size_t)n++ * nv, vertex, (size_t)nv * sizeof *vertex);
  }
  group->n_element = n;
  group->n_block = (n + PL_BLOCK - 1) / PL_BLOCK;
  *element_list = list;

  size_t n_block = (size_t)group->n_block;
  if (all.hinge) PL_TRY(group_hinges(arena, &all, element, group));
  int32_t *vertex = pl_arena_alloc(arena, n_block * nv * PL_BLOCK, sizeof *vertex);
  group->rest = pl_arena_alloc(arena, n_block * strain->n_rest, sizeof *group->rest);
  group->weight = pl_arena_alloc(arena, n_block, sizeof *group->weight);
  if (!vertex || !group->rest || !group->weight) return PL_ERROR_MEMORY;
  for (size_t b = 0; b < n_block; b++)
    for (int i = 0; i < nv; i++) PL_EACH_LANE(l) {
        size_t e = b * PL_BLOCK + l;
        vertex[(b * nv + i) * PL_BLOCK + l] = list[(e < (size_t)n ? e : (size_t)n - 1) * nv + i];
      }
  group->vertex = vertex;
  group->classes = classes;
  group->element = element;
  group_rest(mesh, &all, part, group);
  return sampled ? pl_group_near(arena, mesh, material, group) : PL_OK;
}

static pl_status group_positions(pl_arena *arena, const pl_block_pattern *pattern, pl_group *group) {
  int nv = group->strain->n_vertex;
  group->n_pair = pattern->symmetric ? nv * (nv + 1) / 2 : nv * nv;
  int32_t *position = pl_arena_alloc(arena, (size_t)group->n_block * group->n_pair * PL_BLOCK, sizeof *position);
  if (!position) return PL_ERROR_MEMORY;
  int32_t *out = position;
  for (int32_t b = 0; b < group->n_block; b++)
    for (int i = 0; i < nv; i++)
      for (int j = 0; j < (pattern->symmetric ? i + 1 : nv); j++) PL_EACH_LANE(l) {
          int32_t row = group->vertex[((size_t)b * nv + i) * PL_BLOCK + l], column = group->vertex[((size_t)b * nv + j) * PL_BLOCK + l];
          bool turned = pattern->symmetric && row < column;
          int32_t place = turned ? pl_block_position(pattern, column, row) : pl_block_position(pattern, row, column);
          PL_ASSERT(place >= 0);
          *out++ = turned ? -1 - place : place;
        }
  group->position = position;
  return PL_OK;
}

// Numbers the hinges of the patches of one part, from *n on, number[n_hinge of the mesh] from 1 on; 0: none yet.
static void number_hinges(pl_model *model, int32_t part, int32_t *number, int32_t *n) {
  for (int i = 0; i < model->n_group; i++) {
    const pl_group *group = &model->group[i];
    if (!group->hinge || group->part != part) continue;
    size_t n_slot = (size_t)group->n_block * (size_t)(group->strain->n_rest / 4) * PL_BLOCK;
    int32_t *hinge = (int32_t *)(uintptr_t)group->hinge;  // our own, not yet published
    for (size_t k = 0; k < n_slot; k++) {
      if (hinge[k] < 0) continue;
      if (number[hinge[k]] == 0) number[hinge[k]] = ++*n;
      hinge[k] = number[hinge[k]] - 1;
    }
  }
}

// pl_model.fold: the hinges that any patch uses, in blocks. Each part begins a block, so that its sums are those of the part alone. Lanes without a
// hinge repeat the one before; nothing puts a moment on them.
static pl_status fold_hinges(pl_model *model) {
  const pl_mesh *mesh = model->mesh;
  int32_t *number = pl_arena_alloc(model->arena, (size_t)mesh->n_hinge + 1, sizeof *number), n = 0;
  if (!number) return PL_ERROR_MEMORY;
  for (int32_t p = 0; p < pl_mesh_part_count(mesh); p++) {
    n = (n + PL_BLOCK - 1) / PL_BLOCK * PL_BLOCK;
    number_hinges(model, p, number, &n);
  }
  model->fold = (pl_group){.strain = pl_strain_find("hinge"), .n_element = n, .n_block = (n + PL_BLOCK - 1) / PL_BLOCK};
  int32_t n_lane = model->fold.n_block * PL_BLOCK;
  int32_t *vertex = pl_arena_alloc(model->arena, (size_t)n_lane * 4 + 1, sizeof *vertex);
  int32_t *of_lane = pl_arena_alloc(model->arena, (size_t)n_lane + 1, sizeof *of_lane);
  if (!vertex || !of_lane) return PL_ERROR_MEMORY;
  for (int32_t e = 0; e < n_lane; e++) of_lane[e] = -1;
  for (int32_t h = 0; h < mesh->n_hinge; h++)
    if (number[h] > 0) of_lane[number[h] - 1] = h;
  for (int32_t e = 0; e < n_lane; e++) {
    if (of_lane[e] < 0) of_lane[e] = of_lane[e - 1];
    for (int k = 0; k < 4; k++) vertex[(e / PL_BLOCK * 4 + k) * PL_BLOCK + e % PL_BLOCK] = mesh->hinge[4 * (size_t)of_lane[e] + (size_t)k];
  }
  model->fold.vertex = vertex;
  return PL_OK;
}

static pl_flat_parts flat_parts(const pl_mesh *mesh, const double *free_part, const uint8_t *may_hold) {
  pl_flat_parts flat = {.may_hold = may_hold};
  if (free_part) flat.free_share = free_part + mesh->n_hinge;
  if (free_part) flat.distance = flat.free_share + mesh->n_triangle;
  return flat;
}

// The lists of vertices that make the pattern.
typedef struct vertex_lists {
  int32_t **list;  // [n], each [count][size]
  int32_t *count;
  int *size;
} vertex_lists;

static pl_status add_group(pl_model *model, const pl_model_options *options, const pl_curvature_patch **patch, pl_group wanted,
                           vertex_lists *lists, size_t *n_history) {
  pl_arena *arena = model->arena;
  const pl_strain *strain = wanted.strain;
  if (!group_wanted(model->material, &wanted) || (options->planar && pl_strain_bends(strain))) return PL_OK;
  pl_group *group = &model->group[model->n_group];
  *group = wanted;
  PL_TRY(group_terms(arena, model->material, group));
  if (pl_element_is_patch(strain->element) && !*patch) {
    pl_curvature_patch *made;
    PL_TRY(pl_curvature_patches(arena, model->mesh, flat_parts(model->mesh, options->free_part, model->may_hold), &made));
    *patch = made;
  }
  PL_TRY(group_blocks(arena, model->mesh, model->material, options, *patch, group, &lists->list[model->n_group]));
  if (group->n_element == 0) return PL_OK;  // no such element in this mesh: the slot is used again
  group->history_first = *n_history;
  *n_history += (size_t)group->n_history * (size_t)group->n_block;
  lists->count[model->n_group] = group->n_element;
  lists->size[model->n_group] = strain->n_vertex;
  model->n_group++;
  return PL_OK;
}

pl_status pl_groups_build(pl_model *model, const pl_model_options *options, size_t *n_history) {
  pl_arena *arena = model->arena;
  // a history passes from one model to the next as another part is held: both must have the same elements
  bool passes = options->free_part && pl_material_remembers(model->material);
  if (options->may_hold || passes) {
    uint8_t *may = pl_arena_alloc(arena, (size_t)model->n_vertex, sizeof *may);
    if (!may) return PL_ERROR_MEMORY;
    memset(may, 1, (size_t)model->n_vertex);
    if (options->may_hold) memcpy(may, options->may_hold, (size_t)model->n_vertex);
    model->may_hold = may;
  }
  const pl_curvature_patch *patch = NULL;
  int32_t n_part = pl_mesh_part_count(model->mesh);
  size_t n_group = (size_t)pl_strain_count() * PL_STRAIN_MAX_CLASS * (size_t)n_part, n_list = n_group + (size_t)options->n_potential;
  model->group = pl_arena_alloc(arena, n_group, sizeof *model->group);
  vertex_lists lists = {pl_arena_alloc(arena, n_list, sizeof *lists.list), pl_arena_alloc(arena, n_list, sizeof *lists.count),
                        pl_arena_alloc(arena, n_list, sizeof *lists.size)};
  if (!model->group || !lists.list || !lists.count || !lists.size) return PL_ERROR_MEMORY;
  for (int i = 0; i < pl_strain_count(); i++)
    for (int c = 0; c < pl_strain_at(i)->n_class; c++)
      for (int32_t p = 0; p < n_part; p++)
        PL_TRY(add_group(model, options, &patch, (pl_group){.strain = pl_strain_at(i), .class_index = c, .part = p}, &lists, n_history));
  PL_TRY(fold_hinges(model));
  int n = model->n_group;
  for (int i = 0; i < options->n_potential; i++) {
    const pl_potential *p = &options->potential[i];
    if (p->n_couple == 0) continue;
    lists.list[n] = (int32_t *)p->couple, lists.count[n] = p->n_couple, lists.size[n++] = p->couple_size;
  }
  PL_TRY(pl_block_pattern_build(arena, model->n_vertex, model->symmetric, n, lists.count, lists.size, (const int32_t *const *)lists.list,
                                &model->pattern));
  for (int i = 0; i < model->n_group; i++) PL_TRY(group_positions(arena, &model->pattern, &model->group[i]));
  if (model->fold.n_element > 0) PL_TRY(group_positions(arena, &model->pattern, &model->fold));
  return PL_OK;
}

static pl_status hold_groups(pl_arena *scratch, pl_model *model, const uint8_t *held, const double *distance) {
  const pl_mesh *mesh = model->mesh;
  pl_curvature_patch *patch = NULL;
  double *part = pl_arena_alloc(scratch, pl_model_part_count(mesh), sizeof *part);
  if (!part) return PL_ERROR_MEMORY;
  pl_model_free_parts(mesh, held, distance, part);
  for (int i = 0; i < model->n_group; i++) {
    pl_group *group = &model->group[i];
    pl_elements all;
    if (!pl_strain_bends(group->strain)) continue;
    if (group->hinge && !patch) PL_TRY(pl_curvature_patches(scratch, mesh, flat_parts(mesh, part, model->may_hold), &patch));
    if (group->hinge)
      PL_TRY(pl_elements_patches(scratch, mesh, group->strain, patch, &all));
    else
      PL_TRY(pl_elements_list(scratch, mesh, group->strain->element, &all));
    const double *of_element;
    PL_TRY(bending_parts(scratch, mesh, &all, group->strain, part, &of_element));
    group_rest(mesh, &all, of_element, group);
  }
  return PL_OK;
}

pl_status pl_model_hold(pl_model *model, const uint8_t *held, const double *distance) {
  PL_ASSERT(model->may_hold);
  pl_arena *scratch = pl_arena_create(model->ctx);
  pl_status status = scratch ? hold_groups(scratch, model, held, distance) : PL_ERROR_MEMORY;
  pl_arena_destroy(scratch);
  return status;
}
