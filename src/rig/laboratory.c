// laboratory.c: see laboratory.h.
#include "rig/laboratory.h"

#include <string.h>

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

const pl_flag pl_lab_usual_flags[PL_LAB_USUAL_FLAGS] = {
    PL_LAB_FLAG_MATERIAL,
    PL_LAB_FLAG_OUTPUT,
    {"plan", 0, "FILE", "the experiment file whose tests are run: specimens, loads and what is read"},
    PL_LAB_FLAG_HYSTERESIS,
    {"noise", 0, "LIST", "standard deviations of normal noise by channel: \"force=0.05 N,lateral-stretch=0.001\""},
    PL_LAB_FLAG_SEED,
    {"observe", 0, "LIST", "which channels are written, or all (default: what the plan has)"},
    PL_LAB_FLAG_OBJ,
};
const pl_laboratory pl_lab_usual = {
    .usage = "--material M --plan FILE -o DIR [--noise LIST]", .n_flag = PL_LAB_USUAL_FLAGS, .flag = pl_lab_usual_flags};

static const pl_flag *find_flag(const pl_laboratory *row, const char *name) {
  for (int i = 0; row && i < row->n_flag; i++)
    if (strcmp(row->flag[i].name, name) == 0) return &row->flag[i];
  return NULL;
}

// ---- words ----

static bool has_word(const pl_laboratory *row, const char *word) {
  const char *name;
  for (int i = 0; row && row->word && (name = row->word(i)) != NULL; i++)
    if (strcmp(name, word) == 0) return true;
  return false;
}

static const pl_laboratory *planned_of(const pl_protocol *protocol) {
  return protocol->plan && protocol->plan->planned ? protocol->plan->planned : &pl_lab_usual;
}

const pl_laboratory *pl_laboratory_of(const char *word, bool planned, const pl_protocol **out) {
  for (int i = 0; i < pl_protocol_count(); i++) {
    const pl_protocol *protocol = *out = pl_protocol_at(i);
    const pl_laboratory *own = protocol->plan ? protocol->plan->laboratory : NULL;
    if (!protocol->rig || !(strcmp(protocol->name, word) == 0 || has_word(own, word))) continue;
    return !own || (planned && find_flag(own, "plan")) ? planned_of(protocol) : own;
  }
  *out = NULL;
  return NULL;
}

static const pl_option_table *const usual[] = {&pl_rig_option_table, &pl_solve_option_table};

bool pl_laboratory_owns(const pl_option_table *table) {
  if (table == usual[0] || table == usual[1]) return false;
  for (int i = 0; i < pl_protocol_count(); i++) {
    const pl_protocol_plan *plan = pl_protocol_at(i)->plan;
    for (int t = 0; plan && plan->laboratory && t < plan->laboratory->n_table; t++)
      if (plan->laboratory->table[t] == table) return true;
  }
  return false;
}

int pl_laboratory_tables(const pl_laboratory *row, const pl_option_table *table[PL_LAB_MAX_TABLE]) {
  int n = row->n_table > 0 ? row->n_table : COUNT(usual);
  memcpy(table, row->n_table > 0 ? row->table : usual, (size_t)n * sizeof *usual);
  return n;
}

// ---- flags without effect ----

static bool reads_force(const pl_protocol *protocol) {
  for (int k = 0; k < protocol->n_channel; k++)
    if (protocol->channel[k].observed && pl_channel_is_force(&protocol->channel[k])) return true;
  return false;
}

// True if the laboratory uses the flag. Hysteresis splits forces: without any to read it has no effect.
static bool takes(const pl_protocol *protocol, const pl_laboratory *row, const char *flag) {
  return find_flag(row, flag) && (strcmp(flag, "hysteresis") != 0 || reads_force(protocol));
}

// The names of the laboratories that take it.
static void add_takers(const char *flag, pl_text *out) {
  const char *lead = "";
  for (int i = 0; i < pl_protocol_count(); i++) {
    const pl_protocol *protocol = pl_protocol_at(i);
    if (!protocol->rig) continue;
    const pl_laboratory *own = protocol->plan ? protocol->plan->laboratory : NULL;
    if (!takes(protocol, own ? own : planned_of(protocol), flag)) continue;
    pl_text_printf(out, "%s%s", lead, protocol->name);
    lead = ", ";
  }
}

static pl_status refuse(const pl_lab *lab, const char *flag) {
  const pl_laboratory *own = lab->protocol->plan ? lab->protocol->plan->laboratory : NULL;
  if (pl_flags_has(&lab->flags, "plan") && own && takes(lab->protocol, own, flag))
    return pl_flags_fail(&lab->flags, "--%s and --plan exclude each other: the plan says it", flag);
  pl_text hint, who;
  pl_text_init(&hint, lab->ctx);
  pl_text_init(&who, lab->ctx);
  pl_text_printf(&who, "the rig %s", lab->word);
  pl_text_add(&hint, "leave it out; it is read for ");
  add_takers(flag, &hint);
  pl_status status = hint.failed || who.failed ? PL_ERROR_MEMORY : pl_refuse_idle(lab->ctx, flag, who.data, hint.data);
  pl_text_clear(&who);
  pl_text_clear(&hint);
  return status;
}

static pl_status check_flags(pl_lab *lab) {
  for (int i = 0; i < lab->flags.n; i++)
    if (!takes(lab->protocol, lab->row, lab->flags.given[i].name)) return refuse(lab, lab->flags.given[i].name);
  if (!pl_flags_has(&lab->flags, "material"))
    return pl_flags_fail(&lab->flags, "--material is missing; 'pliant material list' shows names");
  lab->folder = pl_flags_value(&lab->flags, "output");
  return lab->folder ? PL_OK : pl_flags_fail(&lab->flags, "-o DIR is missing: the folder for the virtual measurement");
}

// ---- the steps ----

pl_status pl_lab_load(pl_lab *lab) {
  return lab->material ? PL_OK : pl_material_load(lab->ctx, pl_flags_value(&lab->flags, "material"), &lab->material);
}

pl_status pl_lab_run(pl_lab *lab) {
  const pl_laboratory *row = lab->row;
  PL_TRY(check_flags(lab));
  PL_TRY((row->plan ? row->plan : pl_lab_plan_file)(lab));
  if (lab->check) PL_TRY(lab->check(lab));
  PL_TRY(pl_lab_load(lab));
  PL_TRY((row->measure ? row->measure : pl_lab_measure)(lab));
  return lab->result.nothing ? PL_OK : (row->save ? row->save : pl_lab_save)(lab);
}

void pl_lab_close(pl_lab *lab) {
  pl_measurement_destroy(lab->result.measurement);
  pl_measurement_destroy(lab->plan.file);
  if (lab->material) pl_material_destroy(lab->material);
}
