// model.c: build a model: groups of elements in blocks, the sparsity pattern and the scatter positions, masses, loads and supports.
#include "model/model.h"

#include <math.h>
#include <string.h>

#include "model/groups.h"
#include "model/loads.h"
#include "model/places.h"
#include "model/potential.h"

void pl_model_masses(const pl_model *model, double sheet, double solid, double *out) {
  const pl_mesh *mesh = model->mesh;
  for (int32_t p = 0; p < pl_mesh_part_count(mesh); p++) {
    const pl_material *material = pl_material_part(model->material, p);
    bool is_solid = pl_mesh_part_is_solid(mesh, p);
    const double *size = is_solid ? mesh->vertex_volume : mesh->vertex_area;
    double density = material && material->density > 0 ? material->density : is_solid ? solid : sheet;
    for (int32_t v = pl_mesh_part_first(mesh, p); v < pl_mesh_part_first(mesh, p + 1); v++)
      out[v] = density * size[v] + (model->added_mass ? model->added_mass[v] : 0);
  }
}

static pl_status build_loads(pl_model *model, const pl_model_options *options) {
  size_t n_vertex = (size_t)model->n_vertex;
  bool gravity = options->gravity[0] != 0 || options->gravity[1] != 0 || options->gravity[2] != 0;
  const pl_material *weightless = pl_material_without_density(model->material);
  if (gravity && weightless)
    return pl_fail(model->ctx, PL_ERROR_INPUT, NULL, "add \"density\" to the material file, or to the experiment it is fitted from",
                   "the material \"%s\" has no density, and gravity acts on it", weightless->name);
  double *added = options->mass ? pl_arena_alloc(model->arena, n_vertex, sizeof *added) : NULL;
  model->mass = pl_arena_alloc(model->arena, n_vertex, sizeof *model->mass);
  model->load = pl_arena_alloc(model->arena, 3 * n_vertex, sizeof *model->load);
  model->fixed = pl_arena_alloc(model->arena, 3 * n_vertex, sizeof *model->fixed);
  if (!model->mass || !model->load || !model->fixed || (options->mass && !added)) return PL_ERROR_MEMORY;
  if (added) memcpy(added, options->mass, n_vertex * sizeof *added);
  model->added_mass = added;
  pl_model_masses(model, 0, 0, model->mass);
  for (size_t v = 0; v < n_vertex; v++)
    for (int k = 0; k < 3; k++)
      model->load[3 * v + k] = model->mass[v] * options->gravity[k] + (options->load ? options->load[3 * v + k] : 0);
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
static pl_status check_material(pl_context *ctx, bool solid, const pl_material *material) {
  bool any = false;
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

static pl_status check_materials(pl_context *ctx, const pl_mesh *mesh, const pl_material *material) {
  PL_ASSERT(material->n_part == 0 || material->n_part == pl_mesh_part_count(mesh));
  for (int32_t p = 0; p < pl_mesh_part_count(mesh); p++) {
    const pl_material *of = pl_material_part(material, p);
    if (of) PL_TRY(check_material(ctx, pl_mesh_part_is_solid(mesh, p), of));
  }
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
                      .symmetric = pl_material_has_energy(material)};
  PL_TRY_CLEAN(check_materials(ctx, mesh, material));
  pl_model_options none = {0};
  if (!options) options = &none;
  PL_ASSERT(!options->isochoric || mesh->n_vertex == 4);
  size_t n_history = 0;
  PL_TRY_CLEAN(pl_groups_build(model, options, &n_history));
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
