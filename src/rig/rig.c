// rig.c: the table of rigs, their options, creation.
#include "rig/rig.h"

#include <string.h>

#include "rig/rig_rows.h"

#define FIELD(name) offsetof(pl_rig_options, name)
static const pl_option options[] = {
    {"method",
     FIELD(method),
     PL_OPTION_CHOICE,
     PL_TEST_AUTO,
     0,
     3,
     {0},
     "auto|clamped|free|mesh",
     "how a tensile test is predicted: as one homogeneous deformation (width fixed or free) or simulated on a mesh; auto decides from the "
     "specimen"},
    {"cells",
     FIELD(cells),
     PL_OPTION_INT,
     0,
     0,
     1000,
     {0},
     NULL,
     "cells along the longer side of a simulated specimen; 0: the usual number of the protocol"},
    {"cells-short",
     FIELD(cells_short),
     PL_OPTION_INT,
     0,
     0,
     1000,
     {0},
     NULL,
     "cells along the shorter side; 0 makes them as square as possible"},
    {"edges",
     FIELD(edges),
     PL_OPTION_CHOICE,
     PL_EDGES_FREE,
     0,
     1,
     {0},
     "free|guided",
     "unclamped sides of a strip: free as in the laboratory, or guided along with the clamps (uniform state)"},
    {"topology",
     FIELD(topology),
     PL_OPTION_CHOICE,
     PL_TOPOLOGY_ALTERNATING,
     0,
     2,
     {0},
     "alternating|uniform|irregular",
     "triangulation of a simulated specimen"},
    {"elements",
     FIELD(elements),
     PL_OPTION_CHOICE,
     PL_ELEMENTS_GIVEN,
     0,
     1,
     {0},
     "given|hexahedra",
     "elements of a solid in poses: those of its mesh, or four hexahedra per tetrahedron, which do not lock when the volume "
     "hardly "
     "changes"},
    {"wide",
     FIELD(wide),
     PL_OPTION_REAL,
     10,
     1,
     1e6,
     {0},
     NULL,
     "width/length above which a specimen counts as wide: homogeneous, width fixed"},
    {"narrow",
     FIELD(narrow),
     PL_OPTION_REAL,
     8,
     1,
     1e6,
     {0},
     NULL,
     "length/width above which a specimen counts as narrow: homogeneous, free to contract"},
};
static const pl_option_audience audience = {.given = FIELD(given)};
const pl_option_table pl_rig_option_table = {.name = "rig",
                                             .title = "Virtual experiments",
                                             .struct_size = sizeof(pl_rig_options),
                                             .n_option = (int)(sizeof options / sizeof options[0]),
                                             .option = options,
                                             .audience = &audience};

int pl_rig_cells(const pl_rig_options *asked, int usual) { return asked->cells > 0 ? asked->cells : usual; }

// Fewer cells than its mesh can have.
static pl_status refuse_few_cells(pl_context *ctx, const pl_protocol *protocol, const pl_rig_options *asked) {
  int least = protocol->rig->least_cells > 0 ? protocol->rig->least_cells : 2;
  if (asked->cells == 0 || asked->cells >= least) return PL_OK;
  return pl_fail(ctx, PL_ERROR_USAGE, NULL, "give more, or leave it out for the usual number",
                 PL_ID("rig.few-cells") "--cells = %d must be at least %d for %s", asked->cells, least, protocol->name);
}

pl_rig_options pl_rig_options_default(void) {
  pl_rig_options result;
  pl_options_default(&pl_rig_option_table, &result);
  return result;
}

// The nonzero entries of a dense vector.
static pl_status compress(pl_rig *rig, const double *dense, int32_t *n, const int32_t **dof, const double **weight) {
  int32_t count = 0, n_dof = 3 * rig->body.mesh->n_vertex;
  for (int32_t i = 0; dense && i < n_dof; i++) count += dense[i] != 0;
  int32_t *index = pl_arena_alloc(rig->arena, (size_t)count + 1, sizeof *index);
  double *value = pl_arena_alloc(rig->arena, (size_t)count + 1, sizeof *value);
  if (!index || !value) return PL_ERROR_MEMORY;
  for (int32_t i = 0; dense && i < n_dof; i++) {
    if (dense[i] == 0) continue;
    index[*n] = i;
    value[(*n)++] = dense[i];
  }
  *dof = index;
  *weight = value;
  return PL_OK;
}

// A list of n items with room for one more. It is full at 0, 1, 3, 7, ... items and then doubles its capacity; NULL: out of memory.
static void *room_for_one(pl_arena *arena, int n, void *list, size_t size) {
  if ((n & (n + 1)) != 0) return list;
  void *larger = pl_arena_alloc(arena, 2 * (size_t)n + 1, size);
  if (larger && n > 0) memcpy(larger, list, (size_t)n * size);
  return larger;
}

static pl_observer *add_observer(pl_rig *rig, int channel, int component, int frame) {
  rig->memory->observer = room_for_one(rig->arena, rig->read.n_observer, rig->memory->observer, sizeof *rig->memory->observer);
  if (!rig->memory->observer) return NULL;
  pl_observer *observer = &rig->memory->observer[rig->read.n_observer++];
  *observer = (pl_observer){.channel = channel, .component = component, .frame = frame};
  rig->read.observes[channel] = true;
  return observer;
}

pl_status pl_rig_observe(pl_rig *rig, int channel, int component, int frame, const double *force_weight, const double *position_weight) {
  pl_observer *observer = add_observer(rig, channel, component, frame);
  if (!observer) return PL_ERROR_MEMORY;
  PL_TRY(compress(rig, force_weight, &observer->n_force, &observer->force_dof, &observer->force_weight));
  return compress(rig, position_weight, &observer->n_position, &observer->position_dof, &observer->position_weight);
}

pl_status pl_rig_observe_dof(pl_rig *rig, int channel, int component, double constant, int32_t dof) {
  pl_observer *observer = add_observer(rig, channel, component, -1);
  int32_t *index = pl_arena_alloc(rig->arena, 1, sizeof *index);
  double *one = pl_arena_alloc(rig->arena, 1, sizeof *one);
  if (!observer || !index || !one) return PL_ERROR_MEMORY;
  *index = dof;
  *one = 1;
  observer->constant = constant;
  observer->n_position = 1;
  observer->position_dof = index;
  observer->position_weight = one;
  return PL_OK;
}

pl_status pl_rig_add_model(pl_rig *rig, const pl_model_options *model_options) {
  pl_rig_body *body = &rig->body;
  rig->memory->model = room_for_one(rig->arena, body->n_model, rig->memory->model, sizeof *rig->memory->model);
  if (!rig->memory->model) return PL_ERROR_MEMORY;
  PL_TRY(pl_model_create(rig->ctx, body->mesh, rig->material, model_options, &rig->memory->model[body->n_model]));
  body->model = rig->memory->model[0];
  body->n_model++;
  return PL_OK;
}

void pl_rig_add_offset(pl_rig *rig) {
  double length = rig->test->length;
  if (!rig->test->fit_offset) return;
  rig->n_intrinsic = 1;
  rig->intrinsic[0] =
      (pl_intrinsic){.name = "offset", .dim = PL_DIM_LENGTH, .scale = 1e-3 * length, .lower = -0.1 * length, .upper = 0.1 * length};
}

double *pl_rig_vector(pl_rig *rig) { return pl_arena_alloc(rig->arena, 3 * (size_t)rig->body.mesh->n_vertex, sizeof(double)); }

pl_status pl_rig_create(pl_context *ctx, const pl_protocol *protocol, const pl_test *test, const pl_material *material,
                        const pl_rig_options *rig_options, const pl_solve_options *solve, const pl_rig **out) {
  *out = NULL;
  const pl_rig_row *row = protocol->rig;
  if (!row)
    return pl_fail(ctx, PL_ERROR_INPUT, NULL, "use one of the protocols listed by `pliant rig`", "no rig simulates the protocol '%s'",
                   protocol->name);
  PL_TRY(refuse_few_cells(ctx, protocol, rig_options));
  pl_arena *arena = pl_arena_create(ctx);
  pl_rig *rig = arena ? pl_arena_alloc(arena, 1, sizeof *rig) : NULL;
  pl_rig_memory *memory = rig ? pl_arena_alloc(arena, 1, sizeof *memory) : NULL;
  if (!memory) {
    pl_arena_destroy(arena);
    return PL_ERROR_MEMORY;
  }
  *rig =
      (pl_rig){.arena = arena, .ctx = ctx, .protocol = protocol, .test = test, .material = material, .run.solve = *solve, .memory = memory};
  rig->run.n_seat = pl_context_threads(ctx);
  pl_status status;
  PL_TRY_CLEAN(row->build(rig, rig_options));
  if (!rig->body.any_volume) PL_TRY_CLEAN(pl_model_check_volume(rig->body.model));
  size_t n_dof = (size_t)rig->body.model->n_dof, n_frame = (size_t)test->n_frame, n_seat = (size_t)rig->run.n_seat;
  size_t n_model = (size_t)rig->body.n_model;
  memory->x = pl_arena_alloc(arena, n_frame * n_dof, sizeof *memory->x);
  memory->have_x = pl_arena_alloc(arena, n_frame, sizeof *memory->have_x);
  memory->saved_x = pl_arena_alloc(arena, n_frame * n_dof, sizeof *memory->saved_x);
  memory->saved_have_x = pl_arena_alloc(arena, n_frame, sizeof *memory->saved_have_x);
  memory->frame = pl_arena_alloc(arena, n_frame, sizeof *memory->frame);
  memory->solver = pl_arena_alloc(arena, n_model * n_seat, sizeof(pl_solver *));
  memory->busy = pl_arena_alloc(arena, n_model * n_seat, sizeof *memory->busy);
  memory->desk = pl_arena_alloc(arena, n_seat, sizeof *memory->desk);
  status = PL_ERROR_MEMORY;
  if (!memory->x || !memory->have_x || !memory->saved_x || !memory->saved_have_x || !memory->frame || !memory->solver || !memory->busy ||
      !memory->desk)
    goto cleanup;
  for (size_t i = 0; i < n_model; i++) PL_TRY_CLEAN(pl_solver_create(memory->model[i], solve, &memory->solver[i * n_seat]));
  if (pl_model_remembers(rig->body.model)) PL_TRY_CLEAN(pl_history_create(rig->body.model, &memory->past.history));
  *out = rig;
  return PL_OK;
cleanup:
  pl_rig_destroy(rig);
  return status;
}

void pl_rig_destroy(const pl_rig *rig) {
  if (!rig) return;
  pl_rig_memory *memory = rig->memory;
  for (int i = 0; memory->solver && i < rig->body.n_model * rig->run.n_seat; i++) pl_solver_destroy(memory->solver[i]);
  for (int i = 0; memory->desk && i < rig->run.n_seat; i++) pl_arena_destroy(memory->desk[i].arena);
  for (int i = 0; i < rig->body.n_model; i++) pl_model_destroy(memory->model[i]);
  if (rig->act.clear) rig->act.clear(memory);
  pl_history_destroy(memory->past.history);
  pl_history_slope_destroy(memory->past.history_slope);
  pl_mesh_destroy(memory->mesh);
  pl_arena_destroy(rig->arena);
}
