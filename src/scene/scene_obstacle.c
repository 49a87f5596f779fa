// scene_obstacle.c: reads the obstacles of a scene: planes, spheres, capsules, cylinders, boxes and rigid meshes, and how they move.
//
// What touches is exact where it can be: a sphere is one point and a capsule one edge with a radius. A cylinder with ends is a prism of AROUND sides,
// inside the true one by less than 0.1 % of its radius. A plane is one triangle whose edges are far from everything. Each has a shape for pictures
// too.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "scene/scene_part.h"

enum { AROUND = 72, DRAWN_AROUND = 48, MAX_POSE = 100000 };  // 1 - cos(pi/72) = 0.00095
static const double PLANE_REACH = 20;                        // sizes of the bodies

static pl_status read_point(pl__scene_reader *r, pl_json *object, const char *key, double out[3]) {
  pl_json *value;
  PL_TRY(pl_json_need(r->ctx, object, key, "[\"0 mm\", \"0 mm\", \"0 mm\"]", &value));
  return pl__scene_vector(r, value, PL_DIM_LENGTH, PL__SCENE_MAX_LENGTH, out);
}

static pl_status read_radius(pl__scene_reader *r, pl_json *object, double *radius) {
  pl_json *value;
  PL_TRY(pl_json_need(r->ctx, object, "radius", "\"50 mm\"", &value));
  return pl_json_quantity(r->ctx, value, PL_DIM_LENGTH, 1e-4, PL__SCENE_MAX_LENGTH, radius);
}

// "ends": [[x, y, z], [x, y, z]]
static pl_status read_ends(pl__scene_reader *r, pl_json *object, double end[2][3]) {
  pl_json *list;
  PL_TRY(pl_json_get(r->ctx, object, "ends", PL_JSON_ARRAY, &list));
  pl_where where = pl_json_where(list);
  if (list->n != 2)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write \"ends\": [[\"0 m\", \"0 m\", \"0 m\"], [\"0 m\", \"0 m\", \"1 m\"]]",
                   PL_ID("scene.two-ends") "has %d points, must have 2: the ends of the axis", list->n);
  int i = 0;
  double length = 0;
  for (pl_json *m = list->child; m; m = m->next) PL_TRY(pl__scene_vector(r, m, PL_DIM_LENGTH, PL__SCENE_MAX_LENGTH, end[i++]));
  for (int k = 0; k < 3; k++) length = hypot(length, end[1][k] - end[0][k]);
  if (!(length > 1e-6))
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "give two different points; a sphere has \"center\" and \"radius\"",
                   PL_ID("scene.ends-coincide") "both ends are the same point");
  return PL_OK;
}

// ---- shapes ----

static pl_status make_plane(pl__scene_reader *r, pl_json *object, pl_scene_obstacle *o) {
  pl_json *normal;
  PL_TRY(read_point(r, object, "point", o->point));
  PL_TRY(pl_json_need(r->ctx, object, "normal", "[0, 0, 1]", &normal));
  PL_TRY(pl__scene_direction(r, normal, o->normal));
  // box of the bodies
  const pl_scene *scene = r->scene;
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, size = 0, away = 0, across[2][3];
  for (int b = 0; b < scene->n_body; b++)
    for (int32_t i = 0; i < 3 * scene->body[b].mesh->n_vertex; i++) {
      low[i % 3] = fmin(low[i % 3], scene->body[b].x[i]);
      high[i % 3] = fmax(high[i % 3], scene->body[b].x[i]);
    }
  for (int k = 0; k < 3; k++) size = fmax(size, high[k] - low[k]);
  int least = fabs(o->normal[0]) < fabs(o->normal[1]) ? 0 : 1;
  if (fabs(o->normal[2]) < fabs(o->normal[least])) least = 2;
  double norm = sqrt(1 - o->normal[least] * o->normal[least]);
  for (int k = 0; k < 3; k++) across[0][k] = ((k == least) - o->normal[least] * o->normal[k]) / norm;
  for (int k = 0; k < 3; k++)
    across[1][k] = o->normal[(k + 1) % 3] * across[0][(k + 2) % 3] - o->normal[(k + 2) % 3] * across[0][(k + 1) % 3];
  for (int k = 0; k < 3; k++) away += o->normal[k] * (0.5 * (low[k] + high[k]) - o->point[k]);
  static const double far[3][2] = {{-1, -1}, {3, -1}, {-1, 3}}, near[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  static const int32_t triangle[6] = {0, 1, 2, 0, 2, 3};
  double x[4][3], reach = PLANE_REACH * (size + fabs(away)) + 1;
  for (int drawn = 0; drawn < 2; drawn++) {
    for (int c = 0; c < 3 + drawn; c++) {
      const double *at = drawn ? near[c] : far[c];
      for (int k = 0; k < 3; k++)
        x[c][k] = 0.5 * (low[k] + high[k]) - away * o->normal[k] + (drawn ? size : reach) * (at[0] * across[0][k] + at[1] * across[1][k]);
    }
    PL_TRY(pl_mesh_create_rigid(r->ctx, 3 + drawn, x[0], 1 + drawn, triangle, drawn ? &o->shape : &o->body));
  }
  return PL_OK;
}

static pl_status make_sphere(pl__scene_reader *r, pl_json *object, pl_scene_obstacle *o) {
  double center[3];
  PL_TRY(read_point(r, object, "center", center));
  PL_TRY(read_radius(r, object, &o->radius));
  PL_TRY(pl_mesh_create_rigid(r->ctx, 1, center, 0, NULL, &o->body));
  return pl_mesh_rigid_capsule(r->ctx, center, center, o->radius, DRAWN_AROUND, &o->shape);
}

static pl_status make_capsule(pl__scene_reader *r, pl_json *object, pl_scene_obstacle *o) {
  double end[2][3];
  PL_TRY(read_ends(r, object, end));
  PL_TRY(read_radius(r, object, &o->radius));
  PL_TRY(pl_mesh_create_rigid(r->ctx, 2, end[0], 0, NULL, &o->body));
  return pl_mesh_rigid_capsule(r->ctx, end[0], end[1], o->radius, DRAWN_AROUND, &o->shape);
}

static pl_status make_cylinder(pl__scene_reader *r, pl_json *object, pl_scene_obstacle *o) {
  double end[2][3], radius;
  PL_TRY(read_ends(r, object, end));
  PL_TRY(read_radius(r, object, &radius));
  return pl_mesh_rigid_cylinder(r->ctx, end[0], end[1], radius, AROUND, &o->body);
}

static pl_status make_box(pl__scene_reader *r, pl_json *object, pl_scene_obstacle *o) {
  double low[3], high[3];
  PL_TRY(read_point(r, object, "min", low));
  PL_TRY(read_point(r, object, "max", high));
  pl_where where = pl_json_where(object);
  for (int k = 0; k < 3; k++)
    if (!(high[k] > low[k]))
      return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "let every coordinate of \"max\" exceed that of \"min\"",
                     PL_ID("scene.flat-box") "the box has no size along %c: from %g to %g m", "xyz"[k], low[k], high[k]);
  return pl_mesh_rigid_box(r->ctx, low, high, &o->body);
}

// ---- meshes ----

static pl_status load_surface(pl__scene_reader *r, pl_json *value, const char *name, pl_mesh **mesh) {
  const char *file;
  PL_TRY(pl_json_text(r->ctx, value, &file));
  char *path = pl_path_join(r->scratch, r->directory, file);
  if (!path) return PL_ERROR_MEMORY;
  pl_where where = pl_json_where(value);
  if (!pl_file_exists(path))
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "check the name; it is relative to the scene file",
                   PL_ID("scene.mesh-file-absent") "the mesh file \"%s\" is not there", path);
  pl_surface_report report;
  PL_TRY(pl_mesh_load_surface(r->ctx, path, mesh, &report));
  if (report.n_border > 0)
    pl_log(r->ctx, PL_LOG_WARNING, "%s: the surface of \"%s\" has holes (%d edges with one triangle); cloth can pass through them", path,
           name, (int)report.n_border);
  if (report.n_turned > 0)
    pl_log(r->ctx, PL_LOG_WARNING, "%s: %d triangles of \"%s\" were flipped and have been turned; both sides of a surface hold cloth back",
           path, (int)report.n_turned, name);
  if (report.n_flat > 0)
    pl_log(r->ctx, PL_LOG_WARNING, "%s: %d triangles of \"%s\" have no area and are left out", path, (int)report.n_flat, name);
  if (report.n_tangle > 0)
    pl_log(r->ctx, PL_LOG_WARNING,
           "%s: %d edges of \"%s\" have more than two triangles, or no consistent sides; contact does not need them", path,
           (int)report.n_tangle, name);
  return PL_OK;
}

// "files": [...] with "interval" and optionally "from": shapes in time, with the same vertices.
static pl_status load_sequence(pl__scene_reader *r, pl_json *object, pl_json *list, pl_scene_obstacle *o) {
  PL_TRY(pl_json_get(r->ctx, object, "files", PL_JSON_ARRAY, &list));
  pl_where where = pl_json_where(list);
  if (list->n < 2 || list->n > MAX_POSE)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "name one mesh per pose; a single one is \"file\"",
                   PL_ID("scene.poses") "has %d files, must have 2 to %d", list->n, MAX_POSE);
  double interval, from = 0, *time = pl_arena_alloc(r->scene->arena, (size_t)list->n, sizeof *time);
  const double **pose = pl_arena_alloc(r->scene->arena, (size_t)list->n, sizeof *pose);
  pl_json *value;
  if (!time || !pose) return PL_ERROR_MEMORY;
  PL_TRY(pl_json_need(r->ctx, object, "interval", "\"40 ms\", the time from one file to the next", &value));
  PL_TRY(pl_json_quantity(r->ctx, value, PL_DIM_TIME, 1e-6, PL__SCENE_MAX_TIME, &interval));
  PL_TRY(pl_json_optional_quantity(r->ctx, object, "from", PL_DIM_TIME, 0, PL__SCENE_MAX_TIME, &from));
  for (pl_json *m = list->child; m; m = m->next) {
    pl_mesh *mesh;
    PL_TRY(load_surface(r, m, o->name, &mesh));
    size_t n = 3 * (size_t)mesh->n_vertex;
    double *x = pl_arena_alloc(r->scene->arena, n, sizeof *x);
    if (x) memcpy(x, mesh->x0, n * sizeof *x);
    bool same = !o->body || o->body->n_vertex == mesh->n_vertex;
    if (o->body)
      pl_mesh_destroy(mesh);
    else
      o->body = mesh;
    if (!x) return PL_ERROR_MEMORY;
    where = pl_json_where(m);
    if (!same)
      return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "export all poses of one mesh, with the same vertices in the same order",
                     PL_ID("scene.poses-differ") "has other vertices than the first file, which has %d", (int)o->body->n_vertex);
    time[o->n_pose] = from + o->n_pose * interval;
    pose[o->n_pose++] = x;
  }
  o->pose_time = time;
  o->pose = pose;
  return PL_OK;
}

static pl_status make_mesh(pl__scene_reader *r, pl_json *object, pl_scene_obstacle *o) {
  pl_json *file = pl_json_find(object, "file"), *files = pl_json_find(object, "files");
  pl_where where = pl_json_where(object);
  if ((file != NULL) == (files != NULL))
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write \"file\": \"body.obj\", or \"files\": [...] with \"interval\": \"40 ms\"",
                   PL_ID("scene.obstacle-file") "needs one of \"file\" and \"files\"");
  return file ? load_surface(r, file, o->name, &o->body) : load_sequence(r, object, files, o);
}

// ---- motion ----

static pl_status read_push(pl__scene_reader *r, pl_json *object, pl_scene_obstacle *o) {
  pl_json *push = pl_json_find(object, "push"), *force, *mass;
  if (!push) return PL_OK;
  PL_TRY(pl_json_get(r->ctx, object, "push", PL_JSON_OBJECT, &push));
  PL_TRY(pl_json_need(r->ctx, push, "force", "[\"0 N\", \"0 N\", \"-1 N\"]", &force));
  PL_TRY(pl__scene_vector(r, force, PL_DIM_FORCE, 1e6, o->force));
  PL_TRY(pl_json_need(r->ctx, push, "mass", "\"0.1 kg\"", &mass));
  PL_TRY(pl_json_quantity(r->ctx, mass, PL_DIM_MASS, 1e-6, 1e6, &o->mass));
  pl_where where = pl_json_where(push);
  if (o->motion.n_keyframe > 0 || o->n_pose > 0)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "let keyframes move it, or a force",
                   PL_ID("scene.pushed-and-moved") "the obstacle \"%s\" is both moved and pushed", o->name);
  for (int k = 0; k < 3; k++) o->free[k] = o->force[k] != 0;
  o->pushed = o->free[0] || o->free[1] || o->free[2];
  if (!o->pushed)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "give the force that pushes it; it moves along the axes of its components",
                   PL_ID("scene.push-without-force") "the force is zero");
  return PL_OK;
}

static pl_status read_obstacle(pl__scene_reader *r, pl_json *object, int index) {
  static const char *const kinds[] = {"plane", "sphere", "capsule", "cylinder", "box", "mesh"};
  static pl_status (*const make[])(pl__scene_reader *, pl_json *, pl_scene_obstacle *) = {make_plane,    make_sphere, make_capsule,
                                                                                          make_cylinder, make_box,    make_mesh};
  pl_scene_obstacle *o = &r->scene->obstacle[index];
  pl_json *kind, *motion, *comment;
  int chosen;
  *o = (pl_scene_obstacle){.motion = {.axis = {0, 0, 1}}};
  char *usual = pl_arena_printf(r->scene->arena, "obstacle-%d", index + 1);
  if (!usual) return PL_ERROR_MEMORY;
  PL_TRY(pl__scene_read_name(r, object, usual, &o->name));
  PL_TRY(pl_json_need(r->ctx, object, "kind", "\"plane\", \"sphere\", \"capsule\", \"cylinder\", \"box\" or \"mesh\"", &kind));
  PL_TRY(pl_json_choice(r->ctx, kind, 6, kinds, &chosen));
  o->kind = (pl_scene_obstacle_kind)chosen;
  r->scene->n_obstacle = index + 1;  // its meshes are destroyed with the scene
  PL_TRY(make[chosen](r, object, o));
  if ((motion = pl_json_find(object, "motion"))) PL_TRY(pl__scene_read_motion(r, motion, &o->motion));
  PL_TRY(read_push(r, object, o));
  const char *surface = NULL;
  PL_TRY(pl_json_optional_text(r->ctx, object, "surface", &surface));
  if (surface && !(o->surface = pl_arena_text(r->scene->arena, surface))) return PL_ERROR_MEMORY;
  if ((comment = pl_json_find(object, "comment"))) pl_json_use(comment);
  return PL_OK;
}

pl_status pl__scene_read_obstacles(pl__scene_reader *r) {
  pl_json *list = pl_json_find(r->root, "obstacles");
  if (!list) return PL_OK;
  PL_TRY(pl_json_get(r->ctx, r->root, "obstacles", PL_JSON_ARRAY, &list));
  r->scene->obstacle = pl_arena_alloc(r->scene->arena, (size_t)list->n + 1, sizeof *r->scene->obstacle);
  if (!r->scene->obstacle) return PL_ERROR_MEMORY;
  int index = 0;
  for (pl_json *m = list->child; m; m = m->next) PL_TRY(read_obstacle(r, m, index++));
  return PL_OK;
}

// ---- where they are ----

void pl_scene_obstacle_at(const pl_scene_obstacle *o, double time, int32_t n_vertex, const double *from, double *x) {
  if (o->n_pose > 0) {
    int next = 0;
    while (next < o->n_pose && o->pose_time[next] <= time) next++;
    const double *a = o->pose[next > 0 ? next - 1 : 0], *b = o->pose[next < o->n_pose ? next : o->n_pose - 1];
    double u = next > 0 && next < o->n_pose ? (time - o->pose_time[next - 1]) / (o->pose_time[next] - o->pose_time[next - 1]) : 0;
    for (size_t i = 0; i < 3 * (size_t)n_vertex; i++) x[i] = a[i] + u * (b[i] - a[i]);
    return;
  }
  for (int32_t v = 0; v < n_vertex; v++) pl_keyed_move(&o->motion, time, from + 3 * (size_t)v, x + 3 * (size_t)v);
}
