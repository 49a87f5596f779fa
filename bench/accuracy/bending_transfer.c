// bending_transfer.c: a rigidity in `simulate`, on meshes of every kind. Strips are a heavy cantilever and a column that buckles under its own
// weight, run from scene files.
#include <math.h>

#include "bench/cases.h"
#include "scenes/transfer.h"

// Root of J_{-1/3}(2/3 sqrt(q)) = 0 (Greenhill 1881).
static const double CRITICAL = 7.8373;

// With a target for curvatures; hinges are for comparison.
static void add(evidence *e, const scene_strip_mesh *mesh, double error, const char *what) {
  const char *bends = mesh->hinges ? "hinges" : "curvatures";
  double along = 1e3 * mesh->cell[0], across = 1e3 * mesh->cell[1];
  if (mesh->hinges)
    evidence_inform(e, 100 * error, "%", "", "%s, %s mesh, cells of %g x %g mm: %s", bends, mesh->topology, along, across, what);
  else
    evidence_at_most(e, 100 * fabs(error), "%", 1, "%s, %s mesh, cells of %g x %g mm: %s", bends, mesh->topology, along, across, what);
}

static pl_status strips(evidence *e, const char *folder, scene_strip_mesh mesh) {
  double error, critical;
  PL_TRY(scene_transfer_cantilever(e->ctx, folder, &mesh, 4, &error));
  add(e, &mesh, error, "rigidity of a heavy cantilever, w L^3/B = 4");
  // soft strips buckle early, and both states must be below that
  PL_TRY(scene_transfer_column(e->ctx, folder, &mesh, CRITICAL * (1 + fmin(error, 0)), &critical));
  add(e, &mesh, critical / CRITICAL - 1, "load at which a column buckles, w L^3/B = 7.837");
  return PL_OK;
}

pl_status reproduce_bending_transfer(evidence *e) {
  static const char *const topology[] = {"alternating", "uniform", "irregular"};
  // cells along and across, mm, and their numbers
  static const struct {
    double cell[2];
    int n[2];
  } row[] = {{{2, 2}, {20, 8}}, {{2, 10}, {20, 4}}, {{10, 2}, {20, 8}}};
  const char *folder;
  PL_TRY(evidence_folder(e, &folder));
  int finer = e->full ? 2 : 1;
  for (int hinges = 0; hinges < 2; hinges++)
    for (int i = 0; i < 3; i++)
      for (int t = 0; t < 3; t++) {
        scene_strip_mesh mesh = {.topology = topology[t],
                                 .cell = {1e-3 * row[i].cell[0], 1e-3 * row[i].cell[1]},
                                 .n = {finer * row[i].n[0], row[i].n[1]},
                                 .hinges = hinges};
        PL_TRY(strips(e, folder, mesh));
      }
  PL_TRY(strips(e, folder, (scene_strip_mesh){.topology = "irregular", .cell = {2e-3, 5e-3}, .n = {finer * 20, 8}}));
  evidence_note(e,
                "%d cells along the free length, one in the clamp; static equilibria of scene files. The rigidity is that of the elastica "
                "with the same drop of the tip.",
                finer * 20);
  evidence_note(e, "Irregular meshes of 2 x 10 mm cells have triangles of 10 mm that the clamp's edge cuts at small angles.");
  return PL_OK;
}
