// laboratory.c: `pliant rig poses`: the poses of an experiment file, and whether the elements of a body lock in them.
#include <pliant/extend/table.h>

#include "estimate/judge/locking.h"
#include "protocol/poses/poses.h"
#include "protocol/poses/rig/usual_body.h"
#include "rig/laboratory.h"
#include "estimate/judge/say_locking.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

static const pl_flag flags[] = {
    PL_LAB_FLAG_MATERIAL,
    PL_LAB_FLAG_OUTPUT,
    {"plan", 0, "FILE", "the experiment file whose poses are run: body, supports, loads and what is read"},
    {"noise", 0, "LIST", "standard deviations of normal noise: \"positions=0.1 mm,force=5 mN\""},
    PL_LAB_FLAG_SEED,
    {"observe", 0, "LIST", "what is written: positions, force, torque, length, area, volume, or all (default: what the plan has)"},
    PL_LAB_FLAG_OBJ,
};

// Elements of a body that lock; poisson 0: none do.
typedef struct locking {
  double poisson;
  const char *remedy;
} locking;

static pl_status find_locking(pl_lab *lab, locking *found) {
  const pl_measurement *m = lab->result.measurement;
  for (int t = 0; t < m->n_test && found->poisson == 0; t++) {
    const pl_rig *rig;
    if (!pl_mesh_is_solid(pl_poses_of(&m->test[t])->mesh)) continue;
    PL_TRY(pl_rig_create(lab->ctx, m->protocol, &m->test[t], lab->material, pl_lab_rig_options(lab), pl_lab_solve_options(lab), &rig));
    pl_status status = pl_locking_of_rig(lab->ctx, lab->material, m, &m->test[t], rig, &found->poisson, &found->remedy);
    pl_rig_destroy(rig);
    PL_TRY(status);
  }
  return PL_OK;
}

static pl_status measure(pl_lab *lab) {
  locking *found = lab->own = pl_arena_alloc(lab->arena, 1, sizeof *found);
  if (!found) return PL_ERROR_MEMORY;
  PL_TRY(pl_lab_measure(lab));
  return lab->result.nothing ? PL_OK : find_locking(lab, found);
}

static void summarise(const pl_lab *lab, pl_json_writer *w) {
  const locking *found = lab->own;
  pl_lab_summarise(lab, w);
  if (found->poisson > 0) pl_json_put_number(w, "poisson-of-locking-elements", found->poisson);
}

static void say(const pl_lab *lab, pl_text *out) {
  const locking *found = lab->own;
  bool noisy = false;
  for (int k = 0; k < lab->protocol->n_channel; k++) noisy = noisy || lab->plan.noise[k] > 0;
  pl_lab_say_values(lab, out);
  if (!noisy)
    pl_text_add(
        out,
        "No noise: give --noise \"positions=0.1 mm,force=5 mN\" for readings like a laboratory's. The sigmas are those of the plan.\n");
  if (found->poisson > 0) pl_text_printf(out, "! " PL_TEXT(SAY_LOCKING_RIG) "\n    → %s\n", found->poisson, found->remedy);
  pl_lab_say_next(lab, out);
}

const pl_laboratory pl__poses_laboratory = {
    .usage = "--material M --plan FILE -o DIR [--noise LIST]",
    .more = PL_LAB_GETS("the readings of the poses") "Example: pliant rig poses --material gel.json --plan gel/experiment.json --noise "
                                                     "\"positions=0.1 mm,force=5 mN\" -o out/gel",
    .n_flag = COUNT(flags),
    .flag = flags,
    .measure = measure,
    .summarise = summarise,
    .say = say,
    .all_frames = "poses"};
