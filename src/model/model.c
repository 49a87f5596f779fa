// model.c: build a model: groups of elements in blocks, the sparsity pattern and the scatter positions, masses, loads and supports.
#include "model/model.h"

#include <math.h>
#include <string.h>

#include "model/elements.h"
#include "model/loads.h"
#include "model/places.h"
#include "model/potential.h"

// True if any term acts on this class of this strain.
static bool group_wanted(const pl_material *material, const pl_strain *strain, int class_index) {
  for (int i = 0; i < material->n_term; i++)
    if (material->term[i].strain == pl_strain_measure(strain) && (material->term[i].classes >> class_index & 1)) return true;
  return false;
}

static pl_status group_terms(pl_arena *arena, const pl_material *material, pl_group *group) {
  int *elastic = pl_arena_alloc(arena, (size_t)material->n_term, sizeof *elastic);
  int *rate = pl_arena_alloc(arena, (size_t)material->n_term, sizeof *rate);
  if (!elastic || !rate) return PL_ERROR_MEMORY;
  for (int i = 0; i < material->n_term; i++) {
    const pl_term *term = &material->term[i];
    if (term->strain != pl_strain_measure(group->strain) || !(term->classes >> group->class_index & 1)) continue;
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
    group->n_history += material->term[elastic[k]].law.row->n_history;
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
// h) over the area p A, which is what prepare computes for the area p A. A spring across the hinge shortens with theta^2. For a linear law
// its energy p A psi(s/p^2) is that of the area A/p^3. That is limited: a spring a thousand times stiffer is effectively rigid.
static double bending_area(pl_element_kind kind, double area, double part) {
  return kind == PL_ELEMENT_HINGE ? part * area : kind == PL_ELEMENT_RING2 ? area / fmax(part * part * part, 1e-3) : area;
}

static bool bends(const pl_strain *strain) { return strain->element == PL_ELEMENT_HINGE || strain->element == PL_ELEMENT_RING2; }

// Collects the elements of the group's class in blocks; a partly filled last block repeats its last element with weight 0. If a term has
// material samples, the elements are put in spatial order first.
static pl_status group_blocks(pl_arena *arena, const pl_mesh *mesh, const pl_material *material, const double *free_part, pl_group *group,
                              int32_t **element_list) {
  const pl_strain *strain = group->strain;
  pl_elements all;
  PL_TRY(pl_elements_list(arena, mesh, strain->element, &all));
  int nv = strain->n_vertex;
  int32_t *list = pl_arena_alloc(arena, (size_t)all.n * nv + 1, sizeof *list);
  double *area = pl_arena_alloc(arena, (size_t)all.n + 1, sizeof *area);
  uint8_t *classes = pl_arena_alloc(arena, (size_t)all.n + 1, sizeof *classes);
  int32_t *element = pl_arena_alloc(arena, (size_t)all.n + 1, sizeof *element), *order = NULL;
  if (!list || !area || !classes || !element) return PL_ERROR_MEMORY;
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
    unsigned of = classes_of(strain, mesh, vertex);
    if (!(of >> group->class_index & 1)) continue;
    classes[n] = (uint8_t)of;
    element[n] = e;
    memcpy(list + (size_t)n * nv, vertex, (size_t)nv * sizeof *vertex);
    area[n++] = free_part && bends(strain) ? bending_area(strain->element, all.area[e], free_part[e]) : all.area[e];
  }
  group->n_element = n;
  group->n_block = (n + PL_BLOCK - 1) / PL_BLOCK;
  *element_list = list;

  size_t n_block = (size_t)group->n_block;
  int32_t *vertex = pl_arena_alloc(arena, n_block * nv * PL_BLOCK, sizeof *vertex);
  pl_lanes *rest = pl_arena_alloc(arena, n_block * strain->n_rest, sizeof *rest);
  pl_lanes *weight = pl_arena_alloc(arena, n_block, sizeof *weight);
  if (!vertex || !rest || !weight) return PL_ERROR_MEMORY;
  for (size_t b = 0; b < n_block; b++) PL_EACH_LANE(l) {
      int32_t e = (int32_t)b * PL_BLOCK + l;
      bool padding = e >= n;
      if (padding) e = n - 1;
      double numbers[PL_STRAIN_MAX_REST], w;
      strain->prepare(mesh, list + (size_t)e * nv, area[e], numbers, &w);
      for (int i = 0; i < nv; i++) vertex[(b * nv + i) * PL_BLOCK + l] = list[(size_t)e * nv + i];
      for (int i = 0; i < strain->n_rest; i++) rest[b * strain->n_rest + i][l] = numbers[i];
      weight[b][l] = padding ? 0 : w * pl_strain_share(strain, mesh, list + (size_t)e * nv, group->class_index);
    }
  group->vertex = vertex;
  group->rest = (const pl_lanes *)rest;
  group->weight = (const pl_lanes *)weight;
  group->classes = classes;
  group->element = element;
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

// *n_history: rows that the groups keep in a history.
static pl_status build_groups(pl_model *model, const pl_model_options *options, size_t *n_history) {
  pl_arena *arena = model->arena;
  bool planar = options->planar;
  const double *free_part = options->free_part;
  model->group = pl_arena_alloc(arena, (size_t)pl_strain_count() * PL_STRAIN_MAX_CLASS, sizeof *model->group);
  size_t n_list = (size_t)(pl_strain_count() * PL_STRAIN_MAX_CLASS + options->n_potential);
  int32_t **list = pl_arena_alloc(arena, n_list, sizeof *list);
  int32_t *count = pl_arena_alloc(arena, n_list, sizeof *count);
  int *size = pl_arena_alloc(arena, n_list, sizeof *size);
  if (!model->group || !list || !count || !size) return PL_ERROR_MEMORY;
  for (int i = 0; i < pl_strain_count(); i++) {
    const pl_strain *strain = pl_strain_at(i);
    for (int c = 0; c < strain->n_class; c++) {
      if (!group_wanted(model->material, strain, c) || (planar && bends(strain))) continue;
      pl_group *group = &model->group[model->n_group];
      *group = (pl_group){.strain = strain, .class_index = c};
      PL_TRY(group_terms(arena, model->material, group));
      PL_TRY(group_blocks(arena, model->mesh, model->material, free_part, group, &list[model->n_group]));
      if (group->n_element == 0) continue;  // no such element in this mesh: the slot is reused
      group->history_first = *n_history;
      *n_history += (size_t)group->n_history * (size_t)group->n_block;
      count[model->n_group] = group->n_element;
      size[model->n_group] = strain->n_vertex;
      model->n_group++;
    }
  }
  int n = model->n_group;
  for (int i = 0; i < options->n_potential; i++) {
    const pl_potential *p = &options->potential[i];
    if (p->n_couple == 0) continue;
    list[n] = (int32_t *)p->couple, count[n] = p->n_couple, size[n++] = p->couple_size;
  }
  PL_TRY(pl_block_pattern_build(arena, model->n_vertex, model->symmetric, n, count, size, (const int32_t *const *)list, &model->pattern));
  for (int i = 0; i < model->n_group; i++) PL_TRY(group_positions(arena, &model->pattern, &model->group[i]));
  return PL_OK;
}

static pl_status build_loads(pl_model *model, const pl_model_options *options) {
  size_t n_vertex = (size_t)model->n_vertex;
  bool solid = pl_mesh_is_solid(model->mesh);
  const double *size = solid ? model->mesh->vertex_volume : model->mesh->vertex_area;
  bool gravity = options->gravity[0] != 0 || options->gravity[1] != 0 || options->gravity[2] != 0;
  if (gravity && model->material->density == 0)
    return pl_fail(model->ctx, PL_ERROR_INPUT, NULL, "add \"density\" to the material file, or to the experiment it is fitted from",
                   "the material \"%s\" has no density, and gravity acts on it", model->material->name);
  model->mass = pl_arena_alloc(model->arena, n_vertex, sizeof *model->mass);
  model->load = pl_arena_alloc(model->arena, 3 * n_vertex, sizeof *model->load);
  model->fixed = pl_arena_alloc(model->arena, 3 * n_vertex, sizeof *model->fixed);
  if (!model->mass || !model->load || !model->fixed) return PL_ERROR_MEMORY;
  for (size_t v = 0; v < n_vertex; v++) {
    model->mass[v] = model->material->density * size[v];
    for (int k = 0; k < 3; k++)
      model->load[3 * v + k] = model->mass[v] * options->gravity[k] + (options->load ? options->load[3 * v + k] : 0);
  }
  if (options->fixed) memcpy(model->fixed, options->fixed, 3 * n_vertex);
  return pl_model_set_ties(model, options->tie);
}

static pl_status build_potentials(pl_model *model, const pl_model_options *options, size_t n_history) {
  model->potential = pl_arena_alloc(model->arena, PL_MAX_POTENTIAL, sizeof *model->potential);
  if (!model->potential) return PL_ERROR_MEMORY;
  pl_model_add_potential(model, &(pl_potential){.row = &pl_potential_dead_load});
  pl_model_add_potential(model, &(pl_potential){.row = &pl_potential_terms, .n_history = n_history});
  PL_TRY(pl_loads_create(model, options));
  if (options->isochoric) pl_model_add_potential(model, &(pl_potential){.row = &pl_potential_isochoric});
  model->n_own = model->n_potential;
  for (int i = 0; i < options->n_potential; i++) pl_model_add_potential(model, &options->potential[i]);
  return PL_OK;
}

// A sheet needs terms on sheets and a mass per area, a solid terms on solids and a mass per volume.
static pl_status check_material(pl_context *ctx, const pl_mesh *mesh, const pl_material *material) {
  bool solid = pl_mesh_is_solid(mesh), any = false;
  for (int i = 0; i < material->n_term; i++) any = any || pl_element_is_solid(material->term[i].strain->element) == solid;
  if (!any)
    return pl_fail(ctx, PL_ERROR_INPUT, NULL,
                   solid ? "use strains of solids: green3, invariants, isochoric, principal3, volume"
                         : "use strains of sheets: green, soft, hinge, ...",
                   PL_ID("material.no-term-for-body") "the material \"%s\" has no term that acts on a %s", material->name,
                   solid ? "solid" : "sheet");
  pl_dim expected = solid ? PL_DIM_VOLUME_DENSITY : PL_DIM_DENSITY;
  if (material->density > 0 && !pl_dim_equal(material->density_dim, expected))
    return pl_fail(ctx, PL_ERROR_UNIT, NULL, solid ? "give it as in \"1000 kg/m^3\"" : "give it as in \"150 g/m^2\"",
                   PL_ID("material.density-kind") "the density of the material \"%s\" is %g %s, a %s needs a %s", material->name,
                   pl_dim_display(material->density_dim, material->density), pl_dim_unit(material->density_dim), solid ? "solid" : "sheet",
                   pl_dim_name(expected));
  return PL_OK;
}

pl_status pl_model_create(pl_context *ctx, const pl_mesh *mesh, const pl_material *material, const pl_model_options *options,
                          pl_model **out) {
  *out = NULL;
  pl_arena *arena = pl_arena_create(ctx);
  pl_model *model = arena ? pl_arena_alloc(arena, 1, sizeof *model) : NULL;
  pl_status status = PL_ERROR_MEMORY;
  if (!model) goto cleanup;
  *model = (pl_model){.arena = arena,
                      .ctx = ctx,
                      .mesh = mesh,
                      .material = material,
                      .n_vertex = mesh->n_vertex,
                      .n_dof = 3 * mesh->n_vertex,
                      .symmetric = true};
  for (int i = 0; i < material->n_term; i++)
    if (!(material->term[i].law.row->flags & PL_LAW_CONSERVATIVE)) model->symmetric = false;
  PL_TRY_CLEAN(check_material(ctx, mesh, material));
  pl_model_options none = {0};
  if (!options) options = &none;
  PL_ASSERT(!options->isochoric || mesh->n_vertex == 4);
  size_t n_history = 0;
  PL_TRY_CLEAN(build_groups(model, options, &n_history));
  PL_TRY_CLEAN(pl_model_check_samples(model));
  PL_TRY_CLEAN(build_loads(model, options));
  PL_TRY_CLEAN(build_potentials(model, options, n_history));
  *out = model;
  return PL_OK;
cleanup:
  pl_arena_destroy(arena);
  return status;
}

void pl_model_destroy(pl_model *model) {
  if (model) pl_arena_destroy(model->arena);
}
