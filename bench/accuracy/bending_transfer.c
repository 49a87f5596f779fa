// bending_transfer.c: a rigidity in `simulate`, on meshes of every kind. Strips are a heavy cantilever and a column that buckles under its own
// weight, run from scene files.
#include <math.h>

#include "bench/cases.h"
#include "scene/clamp_depth.h"
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

// Clamps of every depth on irregular meshes: how far off strips are, and whether the warning about shallow clamps says so. The membrane is
// soft, so that its locking does not hide the error.
static pl_status shallow_clamps(evidence *e, const char *folder) {
  static const double cell[][2] = {{2e-3, 2e-3}, {2e-3, 5e-3}, {2e-3, 1e-2}, {5e-3, 2e-3}}, depth[] = {1, 1.5, 2};
  int n_seed = e->full ? 20 : 4, n_right = 0, n_wrong = 0, n_false = 0, n_missed = 0;
  double quiet = 0, deep = 0;
  for (int c = 0; c < 4; c++)
    for (int d = 0; d < 3; d++)
      for (int seed = 1; seed <= n_seed; seed++) {
        const scene_strip_mesh mesh = {
            .topology = "irregular", .cell = {cell[c][0], cell[c][1]}, .n = {20, 5}, .clamped = depth[d], .seed = seed, .membrane = 100};
        double error, loose;
        PL_TRY(scene_transfer_cantilever(e->ctx, folder, &mesh, 4, &error));
        PL_TRY(scene_transfer_loose(e->ctx, folder, &mesh, &loose));
        bool warned = pl_clamp_is_loose(loose), right = fabs(error) < 0.02, wrong = !(fabs(error) < 0.05);
        n_right += right, n_wrong += wrong;
        n_false += right && warned, n_missed += wrong && !warned;
        if (!warned) quiet = fmax(quiet, fabs(error));
        if (depth[d] == 2) deep = fmax(deep, fabs(error));
      }
  evidence_at_most(e, 100 * deep, "%", 2, "irregular meshes of four shapes, two cells in the clamp: largest error of %d strips",
                   4 * n_seed);
  evidence_inform(e, n_wrong, "", "", "clamps of 1 to 2 cells: strips more than 5 %% off, of %d", 12 * n_seed);
  evidence_at_most(e, n_missed, "", 0, "of these, without the warning about the clamp's depth");
  evidence_at_most(e, 100.0 * n_false / fmax(n_right, 1), "%", 5, "strips within 2 %% that have the warning, of %d", n_right);
  evidence_inform(e, 100 * quiet, "%", "", "largest error without the warning");
  return PL_OK;
}

// A fold strains triangles of irregular meshes in their plane, which makes it stiffer; the parts of a regular mesh stay plane.
static pl_status locking(evidence *e, const char *folder) {
  static const double membrane[] = {300, 3000, 30000};
  for (int heavy = 0; heavy < 2; heavy++)
    for (int i = 0; i < 3; i++) {
      double error[2], ratio = heavy ? 30 : 4;
      for (int t = 0; t < 2; t++) {
        const scene_strip_mesh mesh = {
            .topology = t ? "irregular" : "alternating", .cell = {5e-3, 5e-3}, .n = {20, 8}, .membrane = membrane[i]};
        PL_TRY(scene_transfer_cantilever(e->ctx, folder, &mesh, ratio, &error[t]));
      }
      evidence_inform(e, 100 * (error[1] - error[0]), "%", "", "locking: irregular less alternating, w L^3/B = %g, membrane of %g N/m",
                      ratio, membrane[i]);
    }
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
  PL_TRY(shallow_clamps(e, folder));
  PL_TRY(locking(e, folder));
  evidence_note(e,
                "%d cells along the free length, two in the clamp; static equilibria of scene files. The rigidity is that of the elastica "
                "with the same drop of the tip. Membrane 1000 N/m, 100 N/m for clamps of other depths.",
                finer * 20);
  return PL_OK;
}
