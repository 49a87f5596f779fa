// laboratory.h: virtual laboratories: what `pliant rig NAME` makes from its flags.
//
// A laboratory is a part of its protocol's plan (usual.h): the flags it takes, and the steps in which it differs from the usual way:
//   plan       reads the flags: which tests are run, what is read of them and how precisely
//   measure    runs them
//   save       writes what was measured
//   summarise  says in rig.json how it was made
//   say        says the same to people
// A step that is NULL is the usual one, for which the functions below are made. The order of the steps is in pl_lab_run.
#ifndef PL_RIG_LABORATORY_H
#define PL_RIG_LABORATORY_H

#include <pliant/simulate.h>

#include "base/flag.h"
#include "base/text.h"
#include "rig/usual.h"

enum { PL_LAB_MAX_TABLE = 4 };

// Which tests are run, and how they are read.
typedef struct pl_lab_plan {
  int n_test;
  pl_test *test;                 // controls set, observed channels not used
  bool keep[PL_MAX_CHANNEL];     // observed channels that are written
  double noise[PL_MAX_CHANNEL];  // SI standard deviation per channel
  double hysteresis;             // fraction
  uint64_t seed;
  pl_measurement *file;  // of --plan, NULL otherwise: owned
} pl_lab_plan;

// What came of it.
typedef struct pl_lab_result {
  pl_measurement *measurement;  // owned; NULL until it is measured
  pl_rig_report report;         // n_failed: frames that were left out
  bool partly;                  // too much was left out: it is written, and does not count as success
  const char *nothing;          // why nothing is written, for people; NULL: it is
} pl_lab_result;

// A virtual measurement under way.
typedef struct pl_lab {
  pl_context *ctx;
  pl_arena *arena;
  const pl_protocol *protocol;
  const struct pl_laboratory *row;
  const char *word;               // as the user named it: the protocol, or a word of its row
  const char *command, *program;  // as typed, and how the program is called
  const char *folder;             // for the measurement
  pl_flags flags;
  const void *options[PL_LAB_MAX_TABLE];  // of the row's tables
  pl_material *material;                  // owned; NULL until it is loaded
  pl_lab_plan plan;
  void *own;                                     // what the row's steps keep for each other
  pl_status (*check)(const struct pl_lab *lab);  // of the plan, before it is measured; NULL: none
  pl_lab_result result;
} pl_lab;

typedef struct pl_laboratory {
  const char *usage;  // what follows its name: "--material M -o DIR [--cut LIST]"
  const char *more;   // the end of its help; NULL: nothing
  int n_flag;
  const pl_flag *flag;  // all that it takes
  int n_table;          // 0: settings are those of rigs and of equilibria
  const pl_option_table *const *table;
  pl_status (*plan)(pl_lab *lab);
  pl_status (*measure)(pl_lab *lab);
  pl_status (*save)(const pl_lab *lab);
  void (*summarise)(const pl_lab *lab, pl_json_writer *w);
  void (*say)(const pl_lab *lab, pl_text *out);
  // Names beside the protocol's own, and what follows them; NULL beyond the last. NULL: there are none.
  const char *(*word)(int index);
  const char *word_usage;
  const char *all_frames;  // what its frames are called, of which none can be left out ("poses"): each has its loads or shape
  // A test of pl_simulate_measurement, whose name, sizes and frames are set; observed channels to keep. NULL: there are none.
  pl_status (*virtual_test)(pl_arena *arena, const pl_virtual_test *from, pl_test *test, bool keep[PL_MAX_CHANNEL]);
} pl_laboratory;

// The laboratory of a word. planned: the tests of an experiment file are run. NULL: there is no such word. *protocol: whose it is.
const pl_laboratory *pl_laboratory_of(const char *word, bool planned, const pl_protocol **protocol);
// The tables of its settings; how many.
int pl_laboratory_tables(const pl_laboratory *row, const pl_option_table *table[PL_LAB_MAX_TABLE]);
// Does some laboratory have it beside or instead of the usual tables?
bool pl_laboratory_owns(const pl_option_table *table);

// Plans, measures and saves into the folder of --output; nothing is written when the result says so. The caller closes the laboratory.
pl_status pl_lab_run(pl_lab *lab);
// What rig.json says. The caller destroys the writer.
pl_status pl_lab_summary(const pl_lab *lab, pl_json_writer **writer);
// The same for people.
void pl_lab_say(const pl_lab *lab, pl_text *out);
void pl_lab_close(pl_lab *lab);
// The usual one: tests of an experiment file.
extern const pl_laboratory pl_lab_usual;
enum { PL_LAB_USUAL_FLAGS = 8 };
extern const pl_flag pl_lab_usual_flags[PL_LAB_USUAL_FLAGS];

// ---- rows of flags that laboratories share ----

#define PL_LAB_FLAG_MATERIAL \
  { "material", 'm', "M", "material file, or a name that 'pliant material list' shows" }
#define PL_LAB_FLAG_OUTPUT \
  { "output", 'o', "DIR", "folder for experiment.json, the curves and rig.json; an earlier virtual measurement there is replaced" }
#define PL_LAB_FLAG_PLAN \
  { "plan", 0, "FILE", "run the tests of this experiment file (specimens, loads and what is read) instead of those from flags" }
#define PL_LAB_FLAG_SEED \
  { "seed", 0, "N", "of the noise (default 1)" }
#define PL_LAB_FLAG_OBJ \
  { "obj", 0, "DIR", "also write the deformed mesh of every frame as OBJ into this folder" }
#define PL_LAB_FLAG_FRAMES \
  { "frames", 0, "N", "points per branch (default 51)" }
#define PL_LAB_FLAG_CYCLE \
  { "cycle", 0, NULL, "load and unload" }
#define PL_LAB_FLAG_DIRECTION \
  { "direction", 0, "warp|weft", "pulling direction (default warp)" }
#define PL_LAB_FLAG_ANGLE \
  { "angle", 0, "ANGLE", "pulling direction from warp towards weft, instead of --direction: \"45 deg\"" }
#define PL_LAB_FLAG_SPEED \
  { "speed", 0, "SPEED", "of the control, \"100 mm/min\": rows get their times, and a material that relaxes feels them" }
#define PL_LAB_FLAG_HOLD \
  { "hold", 0, "TIME", "hold the last state so long, \"10 min\" (needs --speed): a relaxation test" }
#define PL_LAB_FLAG_HYSTERESIS                                                                             \
  {                                                                                                        \
    "hysteresis", 0, "PERCENT",                                                                            \
        "of a cycle: forces times 1 + h/2 while loading and 1 - h/2 while unloading, closed at the turn. " \
        "It stands for internal friction, and is no model of it"                                           \
  }

// The beginning of its help: what is written.
#define PL_LAB_GETS(readings) \
  "DIR gets experiment.json and " readings ", which 'pliant check', 'fit' and 'predict' read, and rig.json, which says how it was made.\n"

// ---- parts of a plan (lab_plan.c) ----

// The material, for a plan that depends on it; otherwise it is loaded after the plan, so that a wrong flag is reported first.
pl_status pl_lab_load(pl_lab *lab);
// --seed, --noise "force=0.05 N,..." and --hysteresis.
pl_status pl_lab_read_noise(pl_lab *lab);
// --seed, and --noise of labels, which are all that is read: "points=0.5 mm".
pl_status pl_lab_read_label_noise(pl_lab *lab, int channel, const char *example);
// --observe, or what the plan has: of flags the force of each direction that moves.
pl_status pl_lab_read_observe(pl_lab *lab);
// --direction or --angle.
pl_status pl_lab_read_angle(const pl_lab *lab, double *angle);
// The tests of --plan. Flags that describe tests are refused beside it.
pl_status pl_lab_plan_file(pl_lab *lab);
// A plan of one test, still empty.
pl_status pl_lab_plan_one(pl_lab *lab, pl_test **test);
// One test of a curve: --frames and --cycle give its frames and branches; sizes, angle and name are the caller's.
pl_status pl_lab_plan_curve(pl_lab *lab, pl_test **test);
// A control of it from one end of a range to the other, and back.
pl_status pl_lab_drive(pl_lab *lab, pl_test *test, int channel, const double range[2]);
// The same from a flag "0..4 mm".
pl_status pl_lab_drive_by(pl_lab *lab, pl_test *test, int channel, const char *flag, pl_dim dim, const double limit[2],
                          const char *example);
// The same from --displacement or --max-displacement, whichever is given. *given false: neither.
pl_status pl_lab_drive_travel(pl_lab *lab, pl_test *test, int channel, const char *example, bool *given);
// A control from values [n_frame], which are copied; NULL: none.
pl_status pl_lab_copy_control(pl_arena *arena, const double *from, pl_test *test, int channel);
// Fails if no control of the test moves.
pl_status pl_lab_refuse_rest(const pl_lab *lab, const pl_test *test);
// --speed and --hold, for a test whose controls are set: times, and rows at rest, evenly in the logarithm of their time.
pl_status pl_lab_read_times(pl_lab *lab, pl_test *test);
// Do its values differ?
bool pl_lab_moves(const double *value, int n);
// --name, or this one.
const char *pl_lab_name(const pl_lab *lab, const char *usual);
// The same by the direction: "warp", "weft", "45-deg", after `lead`. NULL: out of memory.
const char *pl_lab_name_by_angle(const pl_lab *lab, const char *lead, double angle);

// ---- the usual measurement (lab_measure.c) ----

const pl_rig_options *pl_lab_rig_options(const pl_lab *lab);
const pl_solve_options *pl_lab_solve_options(const pl_lab *lab);
pl_status pl_lab_measure(pl_lab *lab);
// experiment.json and, with --obj, the meshes.
pl_status pl_lab_save(const pl_lab *lab);

// ---- the usual account (lab_account.c) ----

void pl_lab_summarise(const pl_lab *lab, pl_json_writer *w);
// The settings, one object per table.
void pl_lab_put_options(const pl_lab *lab, pl_json_writer *w);
// Frames without equilibrium and iterations.
void pl_lab_put_report(const pl_lab *lab, pl_json_writer *w);
// Its parts: title, largest values and iterations; where it is, and what comes next.
void pl_lab_say_values(const pl_lab *lab, pl_text *out);
void pl_lab_say_next(const pl_lab *lab, pl_text *out);

#endif
