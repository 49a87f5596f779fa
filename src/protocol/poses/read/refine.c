// refine.c: a body in its poses on another mesh: of half the cell size, or hexahedra instead of tetrahedra.
#include <math.h>
#include <string.h>

#include "mesh/build.h"
#include "protocol/poses/poses_locate.h"
#include "protocol/poses/poses_part.h"
#include "mesh/split.h"
#include "protocol/poses/poses.h"

typedef struct refiner {
  pl_arena *arena;
  const pl_poses *coarse;
  pl_poses *fine;
  const pl_mesh_parents *parents;  // [fine n_vertex]
} refiner;

static pl_status refine_sets(refiner *r) {
  const pl_mesh *from = r->coarse->mesh, *to = r->fine->mesh;
  pl_node_set *set = pl_arena_alloc(r->arena, (size_t)r->coarse->n_set + 1, sizeof *set);
  uint8_t *in = pl_arena_alloc(r->arena, (size_t)to->n_vertex, sizeof *in),
          *was = pl_arena_alloc(r->arena, (size_t)from->n_vertex, sizeof *was);
  if (!set || !in || !was) return PL_ERROR_MEMORY;
  for (int i = 0; i < r->coarse->n_set; i++) {
    const pl_node_set *old = &r->coarse->set[i];
    set[i] = (pl_node_set){.name = old->name};
    memset(was, 0, (size_t)from->n_vertex * sizeof *was);
    for (int32_t k = 0; k < old->n; k++) was[old->vertex[k]] = 1;
    for (int32_t v = 0; v < to->n_vertex; v++) {
      in[v] = 1;
      for (int k = 0; k < r->parents[v].n; k++) in[v] = in[v] && was[r->parents[v].vertex[k]];
      set[i].n += in[v];
    }
    PL_TRY(pl__poses_finish_set(r->arena, r->arena, to, in, &set[i]));
  }
  r->fine->set = set;
  return PL_OK;
}

// A point that is a vertex stays one; the others are located again at their given positions.
static pl_status refine_points(refiner *r) {
  pl_body_point *point = pl_arena_alloc(r->arena, (size_t)r->coarse->n_point + 1, sizeof *point);
  if (!point) return PL_ERROR_MEMORY;
  for (int i = 0; i < r->coarse->n_point; i++) {
    point[i] = r->coarse->point[i];
    if (point[i].n == 1) continue;
    pl__body_place place = pl__body_locate(r->fine->mesh, point[i].rest);
    point[i].n = place.n;
    memcpy(point[i].vertex, place.vertex, sizeof place.vertex);
    memcpy(point[i].weight, place.weight, sizeof place.weight);
  }
  r->fine->point = point;
  return PL_OK;
}

// Positions given vertex by vertex: those between are interpolated.
static pl_status refine_places(refiner *r, pl_pose_support *s) {
  const pl_node_set *old = &r->coarse->set[s->set], *set = &r->fine->set[s->set];
  int32_t *index = pl_arena_alloc(r->arena, (size_t)r->coarse->mesh->n_vertex, sizeof *index);
  double *place = pl_arena_alloc(r->arena, 3 * (size_t)set->n, sizeof *place);
  if (!index || !place) return PL_ERROR_MEMORY;
  for (int32_t i = 0; i < old->n; i++) index[old->vertex[i]] = i;
  for (int32_t i = 0; i < set->n; i++) {
    const pl_mesh_parents *p = &r->parents[set->vertex[i]];
    for (int k = 0; k < 3 * p->n; k++)
      place[3 * (size_t)i + (size_t)(k % 3)] += s->place[3 * (size_t)index[p->vertex[k / 3]] + (size_t)(k % 3)] / p->n;
  }
  s->place = place;
  return PL_OK;
}

static pl_status refine_poses(refiner *r, const pl_test *test) {
  int n = r->coarse->n_pose;
  pl_pose *pose = pl_arena_alloc(r->arena, (size_t)n + 1, sizeof *pose);
  pl_pose_frame *frame = pl_arena_alloc(r->arena, (size_t)n + 1, sizeof *frame);
  if (!pose || !frame) return PL_ERROR_MEMORY;
  pl_measurement owner = {.arena = r->arena, .file = test->file};
  pl__poses_reader reader = {
      .label = {.ctx = pl_arena_context(r->arena), .scratch = r->arena, .m = &owner}, .poses = r->fine, .size = test->length};
  for (int i = 0; i < n; i++) {
    pose[i] = r->coarse->pose[i];
    pl_pose_support *support = pl_arena_alloc(r->arena, (size_t)pose[i].n_support + 1, sizeof *support);
    if (!support) return PL_ERROR_MEMORY;
    memcpy(support, pose[i].support, (size_t)pose[i].n_support * sizeof *support);
    for (int k = 0; k < pose[i].n_support; k++)
      if (support[k].kind == PL_SUPPORT_POSITIONS) PL_TRY(refine_places(r, &support[k]));
    pose[i].support = support;
    PL_TRY(pl__poses_resolve(&reader, &pose[i], &frame[i]));
  }
  r->fine->pose = pose;
  r->fine->frame = frame;
  return PL_OK;
}

// The test on a mesh whose vertices have these parents.
static pl_status on_mesh(pl_arena *arena, const pl_test *test, const pl_mesh *mesh, const pl_mesh_parents *parents, pl_test *fine) {
  pl_poses *poses = pl_arena_alloc(arena, 1, sizeof *poses);
  if (!poses) return PL_ERROR_MEMORY;
  *poses = *pl_poses_of(test);
  poses->mesh = mesh;
  refiner r = {arena, pl_poses_of(test), poses, parents};
  PL_TRY(refine_sets(&r));
  PL_TRY(refine_points(&r));
  PL_TRY(refine_poses(&r, test));
  *fine = *test;
  fine->detail = poses;
  return PL_OK;
}

pl_status pl_poses_refine(pl_arena *arena, const pl_test *test, pl_mesh **mesh, const pl_mesh_parents **parents, pl_test *fine) {
  PL_TRY(pl_mesh_split(arena, pl_poses_of(test)->mesh, mesh, parents));
  pl_status status = on_mesh(arena, test, *mesh, *parents, fine);
  if (status == PL_OK) return PL_OK;
  pl_mesh_destroy(*mesh);
  *mesh = NULL;
  return status;
}

pl_status pl_poses_to_hexahedra(pl_arena *arena, int n, const pl_test *test, pl_test *out) {
  const pl_mesh *from = NULL, *to = NULL;
  const pl_mesh_parents *parents = NULL;
  for (int i = 0; i < n; i++) {
    out[i] = test[i];
    if (!pl_poses_of(&test[i]) || pl_poses_of(&test[i])->mesh->n_tet == 0) continue;
    if (from != pl_poses_of(&test[i])->mesh) {
      pl_mesh *made;
      from = pl_poses_of(&test[i])->mesh;
      PL_TRY(pl_mesh_to_hexahedra(arena, from, &made, &parents));
      to = pl__mesh_copy(arena, made);
      pl_mesh_destroy(made);
      if (!to) return PL_ERROR_MEMORY;
    }
    PL_TRY(on_mesh(arena, &test[i], to, parents, &out[i]));
  }
  return PL_OK;
}
