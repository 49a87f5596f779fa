// describe.c: summary of a body in poses (`pliant check`).
#include <math.h>

#include "base/text.h"
#include "measure/protocol.h"
#include "protocol/poses/poses_part.h"
#include "protocol/poses/poses.h"

static const char *people(double value, char buffer[40]) { return pl_number_people(value, buffer, 40); }

static void describe_body(const pl_poses *p, pl_text *out) {
  const pl_mesh *mesh = p->mesh;
  pl__describe_label(out, "body");
  if (pl_mesh_is_solid(mesh))
    pl_text_printf(out, "solid, %d vertices", (int)mesh->n_vertex);
  else
    pl_text_printf(out, "sheet, %d vertices, %d triangles", (int)mesh->n_vertex, (int)mesh->n_triangle);
  if (mesh->n_tet > 0) pl_text_printf(out, ", %d tetrahedra", (int)mesh->n_tet);
  if (mesh->n_hex > 0) pl_text_printf(out, ", %d hexahedra", (int)mesh->n_hex);
  pl_text_add(out, *p->mesh_file ? "\n" : ", generated\n");
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, volume = 0;
  for (int32_t v = 0; v < mesh->n_vertex; v++) {
    for (int k = 0; k < 3; k++) {
      low[k] = fmin(low[k], mesh->x0[3 * (size_t)v + k]);
      high[k] = fmax(high[k], mesh->x0[3 * (size_t)v + k]);
    }
    if (mesh->vertex_volume) volume += mesh->vertex_volume[v];
  }
  char a[40], b[40], c[40], d[40];
  pl__describe_label(out, "");
  pl_text_printf(out, "%s x %s x %s mm", people(1e3 * (high[0] - low[0]), a), people(1e3 * (high[1] - low[1]), b),
                 people(1e3 * (high[2] - low[2]), c));
  if (volume > 0) pl_text_printf(out, ", %s cm^3", people(1e6 * volume, d));
  pl_text_add(out, "\n");
}

static void describe_sets(const pl_poses *p, pl_text *out) {
  for (int i = 0; i < p->n_set; i++) {
    const pl_node_set *s = &p->set[i];
    pl__describe_label(out, i ? "" : "sets");
    pl_text_printf(out, "%s: %d vertices, %d faces\n", s->name, (int)s->n, (int)s->n_face);
  }
}

static int held(const pl_pose_frame *f, int32_t n_vertex) {
  int n = 0;
  for (int32_t v = 0; v < n_vertex; v++) n += f->fixed[3 * (size_t)v] || f->fixed[3 * (size_t)v + 1] || f->fixed[3 * (size_t)v + 2];
  return n;
}

static int readings(const pl_test *test, int channel, int frame) {
  const pl_channel *c = &test->channel[channel];
  int n = 0, width = pl_channel_width(c);
  for (int i = 0; c->value && i < width; i++) n += !isnan(c->value[frame * width + i]);
  return n;
}

static void describe_poses(const pl_test *test, pl_text *out) {
  const pl_poses *p = pl_poses_of(test);
  enum { SHOWN = 12 };
  for (int f = 0; f < p->n_pose && f < SHOWN; f++) {
    const pl_pose *pose = &p->pose[f];
    bool gravity = pose->gravity[0] != 0 || pose->gravity[1] != 0 || pose->gravity[2] != 0, first = true;
    pl__describe_label(out, f ? "" : "poses");
    pl_text_printf(out, "%s: %d vertices held%s%s%s; ", pose->name, held(&p->frame[f], p->mesh->n_vertex),
                   p->frame[f].spring ? ", springs" : "", pose->n_load ? ", loaded" : "", gravity ? ", gravity" : "");
    for (int c = 0; c < PL_POSES_CHANNELS; c++) {
      int n = readings(test, c, f);
      if (n == 0) continue;
      pl_text_printf(out, "%s%s %d", first ? "" : ", ", pl__poses_channel[c].name, n);
      first = false;
    }
    pl_text_add(out, "\n");
  }
  if (p->n_pose <= SHOWN) return;
  pl__describe_label(out, "");
  pl_text_printf(out, "and %d more\n", p->n_pose - SHOWN);
}

void pl__poses_describe(const pl_test *test, struct pl_text *out) {
  const pl_poses *p = pl_poses_of(test);
  describe_body(p, out);
  pl__describe_label(out, "landmarks");
  pl_text_printf(out, "%d\n", p->n_point);
  describe_sets(p, out);
  describe_poses(test, out);
  bool first = true;
  for (int c = 0; c < PL_POSES_CHANNELS; c++) {
    const pl_channel *channel = &test->channel[c];
    char text[64];
    if (!channel->value) continue;
    pl__describe_label(out, first ? "sigma" : "");
    first = false;
    pl_text_printf(out, "%s %s\n", channel->row->name,
                   channel->sigma > 0 ? pl_quantity_print(channel->sigma, channel->row->dim, text, sizeof text)
                                      : "not given: estimated from the residuals");
  }
  if (!test->held_out) return;
  pl__describe_label(out, "held out");
  pl_text_add(out, "predicted, never fitted\n");
}
