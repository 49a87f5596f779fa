// check.c: impossible poses, each an error with line and remedy.
//
// It finds (1) a body, or a disconnected part of it, without sufficient supports. It finds (2) a force on a set that is not fixed along
// that axis; (3) a torque that is not the support's alone. It finds (4) gravity without a density; (5) positions and sizes far from those
// at rest, a wrong unit; (6) nothing measured at all.
#include "protocol/poses/poses_check.h"

#include <math.h>
#include <string.h>

#include "protocol/poses/poses_parts.h"

#define FAR 20.0     // body sizes: no landmark moves that far
#define RATIO 1e3    // of a length, area or volume to that at rest
#define LOOSE 1e-12  // of the largest pivot: a rigid motion that no support prevents

static pl_where pose_where(const pl__poses_reader *r, int pose) {
  return (pl_where){.file = r->label.m->file, .line = r->poses->pose[pose].line, .key = r->poses->pose[pose].name};
}

typedef struct parts {
  int n;
  pl_body_part *part;
  int32_t *of_vertex;
  double (*product)[6][6];  // [n]
} parts;

// Products of the rows of fixed coordinates with the six rigid motions of every part, as 6 x 6 matrices. They are definite if no motion
// is free.
static void rigid_products(const pl__poses_reader *r, const pl_pose_frame *f, const parts *all) {
  const pl_mesh *mesh = r->poses->mesh;
  memset(all->product, 0, (size_t)all->n * sizeof *all->product);
  for (int32_t v = 0; v < mesh->n_vertex; v++) {
    const pl_body_part *part = &all->part[all->of_vertex[v]];
    double d[3], (*g)[6] = all->product[all->of_vertex[v]];
    for (int k = 0; k < 3; k++) d[k] = (mesh->x0[3 * (size_t)v + k] - part->middle[k]) / part->size;
    // coordinate k of e_i x d
    const double turn[3][3] = {{0, d[2], -d[1]}, {-d[2], 0, d[0]}, {d[1], -d[0], 0}};
    for (int k = 0; k < 3; k++) {
      size_t dof = 3 * (size_t)v + (size_t)k;
      if (!f->fixed[dof] && !(f->spring && f->spring[dof] > 0)) continue;
      double row[6] = {k == 0, k == 1, k == 2, turn[k][0], turn[k][1], turn[k][2]};
      for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) g[i][j] += row[i] * row[j];
    }
  }
}

// Eliminates; a vanishing pivot is a free motion.
static bool is_loose(double g[6][6]) {
  double largest = 0;
  for (int i = 0; i < 6; i++) largest = fmax(largest, g[i][i]);
  for (int step = 0; step < 6; step++) {
    int p = step;
    for (int i = step; i < 6; i++)
      if (g[i][i] > g[p][p]) p = i;
    if (!(g[p][p] > LOOSE * largest)) return true;
    for (int j = 0; j < 6; j++) {
      double keep = g[p][j];
      g[p][j] = g[step][j];
      g[step][j] = keep;
    }
    for (int i = 0; i < 6; i++) {
      double keep = g[i][p];
      g[i][p] = g[i][step];
      g[i][step] = keep;
    }
    for (int i = step + 1; i < 6; i++) {
      double part = g[i][step] / g[step][step];
      for (int j = step; j < 6; j++) g[i][j] -= part * g[step][j];
    }
  }
  return false;
}

static pl_status fail_loose(const pl__poses_reader *r, int pose, const pl_body_part *part, int n_part) {
  pl_where where = pose_where(r, pose);
  if (n_part == 1)
    return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, "hold more coordinates: three vertices that are not on one line hold a body",
                   PL_ID("poses.supports-leave-body-free") "the supports leave the body free to move or to turn: it has no equilibrium");
  return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where,
                 "hold it too, or join the parts: a mesher that keeps two vertices at one place leaves them apart (Gmsh: Coherence Mesh)",
                 PL_ID("poses.body-has-parts-share") "the body has %d parts that share no vertex, and the supports leave one free to move "
                                                     "or to turn. It is that of vertex %d, with %d vertices and %d elements, %.3g mm from "
                                                     "corner to corner, around (%.4g, %.4g, %.4g) mm",
                 n_part, (int)part->first, (int)part->n_vertex, (int)part->n_element, 1e3 * part->size, 1e3 * part->middle[0],
                 1e3 * part->middle[1], 1e3 * part->middle[2]);
}

// Vertices without an element have no stiffness: the mesh readers report them.
static pl_status check_held(const pl__poses_reader *r, int pose, const parts *all) {
  int n_body = 0;
  for (int p = 0; p < all->n; p++) n_body += all->part[p].n_element > 0;
  rigid_products(r, &r->poses->frame[pose], all);
  for (int p = 0; p < all->n; p++)
    if (all->part[p].n_element > 0 && is_loose(all->product[p])) return fail_loose(r, pose, &all->part[p], n_body);
  return PL_OK;
}

static pl_status check_force(const pl__poses_reader *r, int q, int pose) {
  const pl_quantity *quantity = &r->poses->quantity[q];
  bool torque = quantity->channel == PL_POSES_TORQUE;
  pl_where where = pose_where(r, pose);
  for (int k = 0; k < 3; k++) {
    if (isnan(r->value[q][3 * pose + k])) continue;
    if (!torque && !pl_quantity_feels(r->poses, quantity->set, pose, k))
      return pl_fail(
          r->label.ctx, PL_ERROR_INPUT, &where, "add it to \"supports\", measure another set, or write null for this component",
          PL_ID("poses.force-along-measured-nothing") "the force on \"%.80s\" along %c was measured, but nothing holds the set along %c",
          quantity->name, "xyz"[k], "xyz"[k]);
    if (torque && !pl_quantity_has_torque(r->poses, quantity, pose, k))
      return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where,
                     "hold the set along both axes across it (or all), or write null for this component; springs have no torque",
                     PL_ID("poses.torque-about-measured-vertices") "the torque on \"%.80s\" about %c was measured, but its vertices are "
                                                                   "not held along both %c and %c",
                     quantity->name, "xyz"[k], "xyz"[(k + 1) % 3], "xyz"[(k + 2) % 3]);
  }
  return PL_OK;
}

static pl_status check_size(const pl__poses_reader *r, int q, int pose) {
  const pl_quantity *quantity = &r->poses->quantity[q];
  const double *rest = r->poses->rest[quantity->channel] + quantity->first, *value = r->value[q] + pose * quantity->n;
  pl_where where = pl__poses_reading_where(r, q, pose);
  for (int k = 0; k < 3 && quantity->channel == PL_POSES_POSITIONS; k++)
    if (fabs(value[k] - rest[k]) > FAR * r->size) {
      char a[64], b[64];
      return pl_fail(
          r->label.ctx, PL_ERROR_UNIT, &where, "check the unit in the header of the positions",
          PL_ID("poses.landmark-where-rest-body") "landmark \"%.80s\" is %s from where it is at rest, the body is %s from corner to corner",
          quantity->name, pl__suspect_number(fabs(value[k] - rest[k]), PL_DIM_LENGTH, a), pl__suspect_number(r->size, PL_DIM_LENGTH, b));
    }
  if (quantity->channel >= PL_POSES_LENGTH && !isnan(*value) && (*value > RATIO * *rest || *value < *rest / RATIO)) {
    char a[64], b[64];
    pl_dim dim = pl__poses_dim[quantity->channel];
    return pl_fail(r->label.ctx, PL_ERROR_UNIT, &where, "check its unit", "%s of \"%.80s\" is %s, but %s at rest",
                   pl__poses_channel[quantity->channel].name, quantity->name, pl__suspect_number(*value, dim, a),
                   pl__suspect_number(*rest, dim, b));
  }
  return PL_OK;
}

static pl_status check_gravity(const pl__poses_reader *r, int pose) {
  const double *g = r->poses->pose[pose].gravity;
  if ((g[0] == 0 && g[1] == 0 && g[2] == 0) || r->label.m->density > 0) return PL_OK;
  pl_where where = pose_where(r, pose);
  return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where,
                 pl_mesh_is_solid(r->poses->mesh) ? "write \"density\": \"1000 kg/m^3\" at the top of the file"
                                                  : "write \"density\": \"200 g/m^2\" at the top of the file",
                 PL_ID("poses.gravity-acts-body-density") "gravity acts on the body, and its density is not given");
}

static pl_status check_density(const pl__poses_reader *r) {
  bool solid = pl_mesh_is_solid(r->poses->mesh);
  if (!(r->label.m->density > 0) || r->label.m->per_volume == solid) return PL_OK;
  pl_where where = pl_json_where(pl_json_find(r->label.root, "density"));
  return pl_fail(r->label.ctx, PL_ERROR_UNIT, &where, solid ? "write it per volume: \"1000 kg/m^3\"" : "write it per area: \"200 g/m^2\"",
                 PL_ID("poses.given-per-body") "is given per %s, but the body is a %s", solid ? "area" : "volume",
                 solid ? "solid" : "sheet");
}

pl_status pl__poses_check(pl__poses_reader *r) {
  parts all;
  PL_TRY(check_density(r));
  PL_TRY(pl__body_parts(r->label.scratch, r->poses->mesh, &all.n, &all.part, &all.of_vertex));
  all.product = pl_arena_alloc(r->label.scratch, (size_t)all.n, sizeof *all.product);
  if (!all.product) return PL_ERROR_MEMORY;
  for (int i = 0; i < r->n_pose; i++) {
    bool any = false;
    PL_TRY(check_held(r, i, &all));
    PL_TRY(check_gravity(r, i));
    for (int q = 0; q < r->poses->n_quantity; q++) {
      const pl_quantity *quantity = &r->poses->quantity[q];
      if (!pl__poses_has_value(r, q, i)) continue;
      any = true;
      if (quantity->channel == PL_POSES_FORCE || quantity->channel == PL_POSES_TORQUE) PL_TRY(check_force(r, q, i));
      PL_TRY(check_size(r, q, i));
    }
    pl_where where = pose_where(r, i);
    if (!any)
      return pl_fail(r->label.ctx, PL_ERROR_INPUT, &where, "add readings to \"measured\", or leave the pose out",
                     PL_ID("poses.nothing-measured-pose") "nothing was measured in this pose");
  }
  return PL_OK;
}
