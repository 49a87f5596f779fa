// touch.c: see touch.h.
#include "scene/touch.h"

#include <math.h>
#include <string.h>

#include "contact/barrier.h"
#include "contact/exact.h"
#include "contact/mesh_surface.h"
#include "model/contact/contact.h"
#include "scene/simulation.h"

struct pl_touch {
  pl_context *ctx;
  pl_arena *arena;
  pl_contact_surface *surface;
  pl_contact contact;
  double *friction;  // [n_part][n_part]
  int n_potential;
  pl_potential potential[2];
};

// ---- names ----

static const char *part_name(const pl_simulation *sim, const pl_simulation_system *s, int32_t part) {
  return part < s->n_body ? sim->scene->body[s->first_body + part].name : sim->scene->obstacle[s->obstacle[part - s->n_body]].name;
}

void pl_touch_names(const pl_simulation *sim, const pl_simulation_system *s, const int32_t vertex[2], const char **body,
                    const char **other) {
  if (!s->touch || vertex[0] == vertex[1]) return;
  int32_t p = s->touch->surface->part[vertex[0]], q = s->touch->surface->part[vertex[1]];
  *body = part_name(sim, s, p < q ? p : q);
  *other = part_name(sim, s, p < q ? q : p);
}

// Number of a body or obstacle in the arrays of pl_scene_contact.
static int item_of(const pl_simulation *sim, const pl_simulation_system *s, int32_t part) {
  return part < s->n_body ? s->first_body + part : sim->scene->n_body + s->obstacle[part - s->n_body];
}

// ---- the surface ----

// Sewn vertices count as one: groups are numbered by their first vertex.
static pl_status make_welds(const pl_simulation *sim, const pl_simulation_system *s, pl_arena *scratch, const int32_t **weld) {
  int32_t *own = NULL, n = s->first[s->n_part];
  for (int i = 0; i < s->n_body; i++) {
    const int32_t *tie = sim->scene->body[s->first_body + i].tie, count = s->first[i + 1] - s->first[i];
    if (!tie) continue;
    if (!own) {
      if (!(own = pl_arena_alloc(scratch, (size_t)n, sizeof *own))) return PL_ERROR_MEMORY;
      for (int32_t v = 0; v < n; v++) own[v] = v;
    }
    for (int32_t v = 0; v < count; v++)
      if (tie[v] >= 0) own[s->first[i] + v] = s->first[i] + tie[v];
  }
  *weld = own;
  return PL_OK;
}

static pl_status make_surface(const pl_simulation *sim, const pl_simulation_system *s, const pl_mesh *mesh, const double *x, pl_touch *t) {
  const pl_scene *scene = sim->scene;
  size_t n_part = (size_t)s->n_part;
  double *radius = pl_arena_alloc(t->arena, n_part, sizeof *radius);
  uint8_t *rigid = pl_arena_alloc(t->arena, n_part, sizeof *rigid), *touch = pl_arena_alloc(t->arena, n_part * n_part, sizeof *touch);
  int32_t *edge = pl_arena_alloc(t->arena, 2 * n_part, sizeof *edge), *point = pl_arena_alloc(t->arena, n_part, sizeof *point);
  if (!radius || !rigid || !touch || !edge || !point) return PL_ERROR_MEMORY;
  pl_mesh_surface_options options = {
      .radius = radius, .rigid = rigid, .touch = touch, .reach = scene->contact.gap, .start = x, .edge = edge, .point = point};
  for (int32_t p = 0; p < s->n_part; p++) {
    const pl_scene_obstacle *o = p < s->n_body ? NULL : &scene->obstacle[s->obstacle[p - s->n_body]];
    radius[p] = 0.5 * scene->contact.thickness[item_of(sim, s, p)] + (o ? o->radius : 0);
    rigid[p] = o != NULL;
    for (int32_t q = 0; q < s->n_part; q++) touch[(size_t)p * n_part + (size_t)q] = p != q || scene->contact.self;
    if (o && o->kind == PL_SCENE_SPHERE) point[options.n_point++] = s->first[p];
    if (!o || o->kind != PL_SCENE_CAPSULE) continue;
    edge[2 * options.n_edge] = s->first[p];
    edge[2 * options.n_edge++ + 1] = s->first[p] + 1;
  }
  PL_TRY(make_welds(sim, s, t->arena, &options.weld));
  return pl_mesh_surface_create(sim->ctx, mesh, &options, &t->surface);
}

// ---- the start ----

static pl_status refuse(const pl_simulation *sim, const char *a, const char *b, const double place[3], const char *how) {
  pl_where where = {.file = sim->scene->file, .key = "contact"};
  return pl_fail(sim->ctx, PL_ERROR_INPUT, &where,
                 "move one of them with \"place\", or make \"thickness\" smaller; contact needs a start without intersections",
                 PL_ID("scene.start-intersects") "\"%s\" and \"%s\" %s at the start, near (%.4g, %.4g, %.4g) m", a, b, how, place[0],
                 place[1], place[2]);
}

static pl_status check_exact(const pl_simulation *sim, const pl_simulation_system *s, const pl_touch *t, const double *x) {
  pl_exact_hit hit;
  PL_TRY(pl_exact_find(t->surface, x, &hit));
  if (!hit.found) return PL_OK;
  int32_t a = t->surface->part[t->surface->edge[hit.edge][0]], b = t->surface->part[t->surface->triangle[hit.triangle][0]];
  return refuse(sim, part_name(sim, s, a), part_name(sim, s, b), hit.place, "intersect");
}

static pl_status check_near(const pl_simulation *sim, const pl_simulation_system *s, const pl_touch *t, const double *x) {
  pl_broad *broad;
  PL_TRY(pl_broad_create(t->surface, sim->scene->contact.gap, &broad));
  pl_status status = pl_broad_near(broad, x, NULL);
  const pl_contact_pair *pair = status == PL_OK ? pl_broad_pairs(broad) : NULL;
  for (int32_t i = 0; status == PL_OK && i < pl_broad_count(broad); i++) {
    double at[4][3];
    pl_nearest near;
    pl_contact_gather(pair[i].vertex, x, at);
    pl_pair_nearest(pair[i].kind, (const double(*)[3])at, &near);
    if (near.square > pair[i].offset * pair[i].offset) continue;
    int32_t a = t->surface->part[pair[i].vertex[0]], b = t->surface->part[pair[i].vertex[3]];
    double place[3] = {0};  // nearest point of the second primitive
    for (int v = pair[i].kind == PL_PAIR_EDGE_EDGE ? 2 : 1; v < 4; v++)
      for (int k = 0; k < 3; k++) place[k] -= near.w[v] * at[v][k];
    status = refuse(sim, part_name(sim, s, a), part_name(sim, s, b), place, "are closer than their thickness");
  }
  pl_broad_destroy(broad);
  return status;
}

// ---- potentials ----

// kappa from the pressure at half the gap, between surfaces without thickness; mu of each pair of parts.
static pl_status set_contact(const pl_simulation *sim, const pl_simulation_system *s, pl_touch *t) {
  const pl_scene_contact *c = &sim->scene->contact;
  size_t n = (size_t)s->n_part, n_item = (size_t)(sim->scene->n_body + sim->scene->n_obstacle);
  double half = 0.5 * c->gap;
  bool rubs = false;
  t->friction = pl_arena_alloc(t->arena, n * n, sizeof *t->friction);
  if (!t->friction) return PL_ERROR_MEMORY;
  for (size_t p = 0; p < n; p++)
    for (size_t q = 0; q < n; q++) {
      size_t a = (size_t)item_of(sim, s, (int32_t)p), b = (size_t)item_of(sim, s, (int32_t)q);
      t->friction[p * n + q] = c->friction[a * n_item + b];
      rubs = rubs || t->friction[p * n + q] > 0;
    }
  t->contact = (pl_contact){.surface = t->surface,
                            .stiffness = c->pressure / pl_barrier_force(half * half, 0, c->gap),
                            .margin = c->gap,
                            .friction = rubs ? t->friction : NULL,
                            .slip = c->slip * sim->scene->integrate.step,
                            .slip_speed = c->slip};
  t->potential[t->n_potential++] = pl_contact_potential(&t->contact);
  if (rubs) t->potential[t->n_potential++] = pl_rubbing_potential(&t->contact);
  return PL_OK;
}

pl_status pl_touch_create(pl_simulation *sim, const pl_simulation_system *s, const pl_mesh *mesh, const double *x, pl_touch **out) {
  *out = NULL;
  pl_arena *arena = pl_arena_create(sim->ctx);
  pl_touch *t = arena ? pl_arena_alloc(arena, 1, sizeof *t) : NULL;
  pl_status status = PL_ERROR_MEMORY;
  if (!t) goto cleanup;
  *t = (pl_touch){.ctx = sim->ctx, .arena = arena};
  PL_TRY_CLEAN(make_surface(sim, s, mesh, x, t));
  PL_TRY_CLEAN(check_exact(sim, s, t, x));
  PL_TRY_CLEAN(check_near(sim, s, t, x));
  PL_TRY_CLEAN(set_contact(sim, s, t));
  *out = t;
  return PL_OK;
cleanup:
  if (t) pl_contact_surface_destroy(t->surface);
  pl_arena_destroy(arena);
  return status;
}

void pl_touch_destroy(pl_touch *t) {
  if (!t) return;
  pl_contact_surface_destroy(t->surface);
  pl_arena_destroy(t->arena);
}

int pl_touch_count(const pl_touch *t) { return t->n_potential; }
const pl_potential *pl_touch_potentials(const pl_touch *t) { return t->potential; }
