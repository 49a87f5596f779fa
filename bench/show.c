// show.c: `pliant reproduce` and `pliant bench`: run cases, print their tables.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/progress.h"
#include "bench/command.h"
#include "bench/evidence.h"
#include "cli.h"

// Five digits, so that an R2 of 0.99999 is not shown as 1.
static void print_value(pl_table *table, double value) {
  double size = fabs(value);
  if (isnan(value))
    pl_table_cell(table, "-");
  else if (size > 0 && size < 1e-3)
    pl_table_cell(table, "%.1e", value);
  else
    pl_table_cell(table, size >= 1e5 ? "%.0f" : "%.5g", value);
}

static void print_figures(cli *c, const evidence *e) {
  static const char *const verdict[] = {"", "holds", "does not hold"};
  pl_table *table = pl_table_create(c->arena, "figure|>ours|unit|target|");
  for (int i = 0; i < e->n_figure; i++) {
    const evidence_figure *f = &e->figure[i];
    pl_table_cell(table, "%s", f->name);
    print_value(table, f->value);
    pl_table_cell(table, "%s", f->unit);
    pl_table_cell(table, "%s", f->target);
    pl_table_cell(table, "%s", verdict[f->verdict]);
  }
  cli_print_table(c, table);
}

// Words wrapped at a width people read.
static void print_note(const char *text) {
  int column = 0;
  for (const char *word = text; *word;) {
    size_t n = strcspn(word, " ");
    if (column > 0 && column + (int)n + 1 > 100) {
      printf("\n");
      column = 0;
    }
    column += printf("%s%.*s", column ? " " : "  ", (int)n, word);
    word += n;
    while (*word == ' ') word++;
  }
  printf("\n");
}

static void print_case(cli *c, const evidence_case *row, const evidence *e) {
  cli_clear_bar(c);
  printf("%s: %s\n  %s\n\n", row->name, row->title, row->source);
  if (e->absent) {
    printf("  skipped: %s\n\n", e->absent);
    return;
  }
  print_figures(c, e);
  if (e->n_note) printf("\n");
  for (int i = 0; i < e->n_note; i++) print_note(e->note[i]);
  int n_target = 0, n_hold = 0;
  for (int i = 0; i < e->n_figure; i++) {
    n_target += e->figure[i].verdict != EVIDENCE_INFORMS;
    n_hold += e->figure[i].verdict == EVIDENCE_HOLDS;
  }
  printf("\n  %d of %d targets hold; %.1f s on %d thread%s\n\n", n_hold, n_target, e->seconds, pl_context_threads(c->ctx),
         pl_context_threads(c->ctx) == 1 ? "" : "s");
  fflush(stdout);
}

static void write_case(cli *c, const evidence_case *row, const evidence *e, const char *key, pl_json_writer *writer) {
  pl_json_begin_object(writer, key);
  pl_json_put_text(writer, "case", row->name);
  pl_json_put_text(writer, "source", row->source);
  if (e->absent) pl_json_put_text(writer, "skipped", e->absent);
  pl_json_put_bool(writer, "holds", !e->absent && evidence_holds(e));
  pl_json_begin_array(writer, "figures");
  for (int i = 0; i < e->n_figure; i++) {
    const evidence_figure *f = &e->figure[i];
    pl_json_begin_object(writer, NULL);
    pl_json_put_text(writer, "name", f->name);
    pl_json_put_number(writer, "value", f->value);
    pl_json_put_text(writer, "unit", f->unit);
    pl_json_put_text(writer, "target", f->target);
    // without a verdict there is nothing to hold: null
    if (f->verdict == EVIDENCE_INFORMS)
      pl_json_put_number(writer, "holds", (double)NAN);
    else
      pl_json_put_bool(writer, "holds", f->verdict == EVIDENCE_HOLDS);
    pl_json_end_object(writer);
  }
  pl_json_end_array(writer);
  pl_json_begin_array(writer, "notes");
  for (int i = 0; i < e->n_note; i++) pl_json_put_text(writer, NULL, e->note[i]);
  pl_json_end_array(writer);
  pl_json_put_number(writer, "seconds", e->seconds);
  pl_json_put_integer(writer, "threads", pl_context_threads(c->ctx));
  pl_json_end_object(writer);
}

static int list_cases(cli *c, int n_case, const evidence_case *cases) {
  if (!c->json) {
    pl_table *table = pl_table_create(c->arena, "case|what|source");
    for (int i = 0; i < n_case; i++) {
      pl_table_cell(table, "%s", cases[i].name);
      pl_table_cell(table, "%s", cases[i].title);
      pl_table_cell(table, "%s", cases[i].source);
    }
    cli_print_table(c, table);
    return CLI_DONE;
  }
  pl_json_writer *writer = pl_json_writer_create(c->ctx);
  if (!writer) return cli_fail(c, PL_ERROR_MEMORY);
  pl_json_begin_object(writer, NULL);
  pl_json_begin_array(writer, "cases");
  for (int i = 0; i < n_case; i++) {
    pl_json_begin_object(writer, NULL);
    pl_json_put_text(writer, "case", cases[i].name);
    pl_json_put_text(writer, "title", cases[i].title);
    pl_json_put_text(writer, "source", cases[i].source);
    pl_json_end_object(writer);
  }
  pl_json_end_array(writer);
  pl_json_end_object(writer);
  return cli_print_json(c, writer, CLI_DONE);
}

// The worst of two exit statuses of cases: a figure that fails counts more than data that are absent.
static int worse(int a, int b) { return a == CLI_GOAL_MISSED || b == CLI_GOAL_MISSED ? CLI_GOAL_MISSED : a ? a : b; }

// What the flags choose for all cases.
typedef struct run_size {
  bool full;
  uint64_t seed;
} run_size;

// Run one case and show it. *outcome: CLI_DONE, CLI_GOAL_MISSED or CLI_SKIPPED.
static pl_status run_case(cli *c, const evidence_case *row, run_size size, const char *key, pl_json_writer *writer, int *outcome) {
  evidence e;
  PL_TRY(evidence_init(&e, c->ctx, size.full));
  e.seed = size.seed;
  if (size.seed > 0) evidence_note(&e, "Virtual data of seed %llu, not those of the documented figures.", (unsigned long long)size.seed);
  if (cli_has(c, "output")) {
    e.keep = pl_path_join(e.arena, cli_value(c, "output"), row->name);
    if (!e.keep) {
      evidence_clear(&e);
      return PL_ERROR_MEMORY;
    }
  }
  pl_progress(c->ctx, row->name, -1, "%s", row->title);
  double start = pl_seconds();
  pl_status status = row->run(&e);
  e.seconds = pl_seconds() - start;
  *outcome = e.absent ? CLI_SKIPPED : evidence_holds(&e) ? CLI_DONE : CLI_GOAL_MISSED;
  if (status == PL_OK && writer) write_case(c, row, &e, key, writer);
  if (status == PL_OK && !writer) print_case(c, row, &e);
  evidence_clear(&e);
  return status;
}

static int run_cases(cli *c, int n, const evidence_case *const *chosen, run_size size) {
  pl_json_writer *writer = NULL;
  if (c->json && !(writer = pl_json_writer_create(c->ctx))) return cli_fail(c, PL_ERROR_MEMORY);
  int exit_status = CLI_DONE;
  pl_status status = PL_OK;
  if (writer && n != 1) {
    pl_json_begin_object(writer, NULL);
    pl_json_begin_array(writer, "cases");
  }
  for (int i = 0; i < n && status == PL_OK; i++) {
    int outcome = CLI_DONE;
    if (n > 1) pl_progress_task(c->ctx, i, n, chosen[i]->name);
    status = run_case(c, chosen[i], size, NULL, writer, &outcome);
    exit_status = worse(exit_status, outcome);
  }
  pl_progress_task(c->ctx, 0, 0, NULL);
  if (status != PL_OK) {
    if (writer) pl_json_writer_destroy(writer);
    return cli_fail(c, status);
  }
  if (!writer) return exit_status;
  if (n != 1) {
    pl_json_end_array(writer);
    pl_json_put_bool(writer, "holds", exit_status == CLI_DONE);
    pl_json_end_object(writer);
  }
  return cli_print_json(c, writer, exit_status);
}

// --seed: a number below 2^31, for cases whose data have seeds.
static int read_seed(cli *c, int n, const evidence_case *const *chosen, uint64_t *seed) {
  const char *text = cli_value(c, "seed");
  if (!text) return CLI_CONTINUE;
  char *end;
  long long value = strtoll(text, &end, 10);
  if (end == text || *end || value < 1 || value > INT32_MAX)
    return cli_fail(c, pl_fail(c->ctx, PL_ERROR_USAGE, NULL, "write a whole number, such as --seed 7",
                               "--seed = '%s' is no number from 1 to %d", text, INT32_MAX));
  for (int i = 0; i < n; i++)
    if (!evidence_seeded(chosen[i]))
      return cli_fail(c, pl_fail(c->ctx, PL_ERROR_USAGE, NULL, "leave out --seed, or name cases that have seeds",
                                 "--seed has no effect on the case %s: its data are fixed", chosen[i]->name));
  *seed = (uint64_t)value;
  return CLI_CONTINUE;
}

int evidence_command(cli *c, int argc, char **argv, evidence_kind kind, const char *more) {
  const evidence_case *cases = kind == EVIDENCE_BENCH ? bench_case : reproduce_case;
  int n_case = kind == EVIDENCE_BENCH ? n_bench_case : n_reproduce_case;
  static const cli_flag flags[] = {
      {.name = "list", .help = "list the cases and stop"},
      {.name = "full", .help = "the papers' sizes and the longer studies instead of the quick ones"},
      {.name = "seed", .value = "N", .help = "other virtual data, from 1 on: figures that were never looked at (cases with seeds only)"},
      {.name = "output", .letter = 'o', .value = "DIR", .help = "keep the files that cases make, each in DIR/CASE"},
  };
  int status = cli_parse(c, argc, argv, sizeof flags / sizeof flags[0], flags, 0, NULL, 0, -1, more);
  if (status != CLI_CONTINUE) return status;
  if (cli_has(c, "list")) return list_cases(c, n_case, cases);
  enum { MAX_CASE = 64 };
  const evidence_case *chosen[MAX_CASE];
  const char *names[MAX_CASE];
  for (int i = 0; i < n_case; i++) names[i] = cases[i].name;
  int n = 0;
  for (int a = 0; a < c->n_arg && n < MAX_CASE; a++) {
    int found = -1;
    for (int i = 0; i < n_case; i++)
      if (strcmp(cases[i].name, c->arg[a]) == 0) found = i;
    if (found < 0) return cli_unknown(c, "case", c->arg[a], n_case, names);
    chosen[n++] = &cases[found];
  }
  for (int i = 0; i < n_case && c->n_arg == 0; i++) chosen[n++] = &cases[i];
  run_size size = {.full = cli_has(c, "full")};
  status = read_seed(c, n, chosen, &size.seed);
  return status == CLI_CONTINUE ? run_cases(c, n, chosen, size) : status;
}
