// material_format.c: see material_format.h.
#include "material_format.h"

#include <pliant/extend/format.h>
#include <stdio.h>
#include <string.h>

#include "load.h"

// ---- flags of the formats' options ----

static int n_table(void) { return pl_exporter_count() + pl_importer_count(); }

static const pl_option_table *table_at(int i) {
  return i < pl_exporter_count() ? pl_exporter_at(i)->options : pl_importer_at(i - pl_exporter_count())->options;
}

bool material_format_has(const char *flag) {
  for (int i = 0; i < n_table(); i++)
    if (table_at(i) && pl_options_find(table_at(i), flag)) return true;
  return false;
}

static bool listed(int n, const cli_flag *flag, const char *name) {
  for (int i = 0; i < n; i++)
    if (strcmp(flag[i].name, name) == 0) return true;
  return false;
}

int material_format_flags(int n, cli_flag flag[MATERIAL_MAX_FLAG]) {
  static char help[MATERIAL_MAX_FLAG][400];
  for (int i = 0; i < n_table(); i++) {
    const pl_option_table *table = table_at(i);
    for (int k = 0; table && k < table->n_option && n < MATERIAL_MAX_FLAG; k++) {
      const pl_option *option = &table->option[k];
      if (listed(n, flag, option->name)) continue;
      snprintf(help[n], sizeof help[n], "import, export: %s", option->help);
      flag[n] = (cli_flag){option->name, 0, option->type == PL_OPTION_CHOICE ? "RULE" : "X", false, help[n]};
      n++;
    }
  }
  return n;
}

void material_format_list(char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (int i = 0; i < pl_exporter_count() && used < size; i++) {
    const pl_exporter *e = pl_exporter_at(i);
    used += (size_t)snprintf(text + used, size - used, "%s%s, %s, %s", i ? "; " : "", e->name, e->what, e->takes);
  }
}

// Options of a format as the flags say. CLI_CONTINUE, or an exit status with a message.
static int read_options(cli *c, const char *format, const pl_option_table *table, void **options) {
  *options = table ? pl_arena_alloc(c->arena, 1, table->struct_size) : NULL;
  if (table && !*options) return cli_fail(c, PL_ERROR_MEMORY);
  if (table) pl_options_default(table, *options);
  for (int i = 0; i < c->n_given; i++) {
    const char *name = c->given[i].flag->name;
    if (!material_format_has(name)) continue;
    if (!table || !pl_options_find(table, name)) return cli_usage(c, "--%s is not for the format '%s'", name, format);
    char key[80];
    snprintf(key, sizeof key, "--%s", name);
    pl_where where = {.key = key};
    pl_status status = pl_options_set(c->arena, table, *options, name, cli_value(c, name), &where);
    if (status == PL_OK) continue;
    int failed = cli_fail(c, status);
    return status == PL_ERROR_MEMORY ? failed : CLI_USAGE;
  }
  return CLI_CONTINUE;
}

// ---- import ----

// The file's name without folder and ending.
static const char *own_name(cli *c, const char *path) {
  const char *name = pl_path_name(path), *dot = strrchr(name, '.');
  return pl_arena_printf(c->arena, "%.*s", (int)(dot && dot > name ? dot - name : (long)strlen(name)), name);
}

static int say_imported(cli *c, const pl_material *material, const char *output) {
  if (c->json) {
    pl_json_writer *w = pl_json_writer_create(c->ctx);
    if (!w) return cli_fail(c, PL_ERROR_MEMORY);
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", pl_material_name(material));
    pl_json_put_text(w, "file", output);
    pl_json_put_text(w, "note", pl_material_note(material));
    pl_material_write_warnings(c->ctx, material, w);
    pl_json_end_object(w);
    return cli_print_json(c, w, CLI_DONE);
  }
  printf("%s  %s, %d terms, %d parameters, written to %s\n%s\n", pl_material_name(material),
         cli_shown(c, pl_material_density(material), PL_DIM_DENSITY), pl_material_term_count(material),
         pl_material_parameter_count(material), output, pl_material_note(material));
  pl_text_style style = cli_style(c);
  char *warnings;
  pl_status made = pl_material_warnings_text(c->ctx, material, &style, &warnings);
  if (made != PL_OK) return cli_fail(c, made);
  cli_print_text(c, warnings, CLI_DONE);
  printf("\nnext    %s material show %s\n", c->program, output);
  return CLI_DONE;
}

int material_import(cli *c) {
  const pl_importer *importer = pl_importer_at(0);
  void *options;
  int status = read_options(c, importer->name, importer->options, &options);
  if (status != CLI_CONTINUE) return status;
  if (c->n_arg != 2) return cli_usage(c, PL_ID("usage.one-file") "'material import' needs one file");
  const char *input = c->arg[1], *output = cli_value(c, "output"), *name = own_name(c, input);
  if (!output) return cli_usage(c, "-o FILE is missing: where the material is written");
  if (strcmp(input, output) == 0)
    return cli_usage(c, PL_ID("usage.replaces-input") "-o %s would replace the table that is imported", output);
  pl_material *material = NULL;
  pl_status done = name ? importer->read(c->ctx, input, name, options, &material) : PL_ERROR_MEMORY;
  if (done == PL_OK) done = pl_material_save(c->ctx, output, material);
  status = done == PL_OK ? say_imported(c, material, output) : cli_fail(c, done);
  pl_material_destroy(material);
  return status;
}

// ---- export ----

static int missing_format(cli *c) {
  char names[200] = "";
  for (int i = 0; i < pl_exporter_count(); i++)
    snprintf(names + strlen(names), sizeof names - strlen(names), "%s'%s'", i ? ", " : "", pl_exporter_at(i)->name);
  return cli_usage(c, "--format is missing; there is %s", names);
}

static int unknown_format(cli *c, const char *format) {
  const char *names[MATERIAL_MAX_FLAG];
  int n = 0;
  for (; n < pl_exporter_count() && n < MATERIAL_MAX_FLAG; n++) names[n] = pl_exporter_at(n)->name;
  return cli_unknown(c, "format", format, n, names);
}

static void write_options(pl_json_writer *w, const pl_option_table *table, const void *options) {
  for (int i = 0; table && i < table->n_option; i++) {
    const pl_option *option = &table->option[i];
    char text[80];
    if (option->type == PL_OPTION_REAL) {
      pl_json_put_number(w, option->name, *(const double *)(const void *)((const char *)options + option->offset));
      continue;
    }
    pl_options_print(option, options, text, sizeof text);
    pl_json_put_text(w, option->name, text);
  }
}

static int say_exported(cli *c, const pl_exporter *exporter, const pl_material *material, const void *options, const char *output) {
  pl_text left_out, meaning;
  pl_text_init(&left_out, c->ctx);
  pl_text_init(&meaning, c->ctx);
  exporter->left_out(material, &left_out);
  exporter->meaning(options, &meaning);
  pl_material_warn_undetermined(c->ctx, material, "exported");
  int status = left_out.failed || meaning.failed ? cli_fail(c, PL_ERROR_MEMORY) : CLI_DONE;
  if (c->json && status == CLI_DONE) {
    pl_json_writer *w = pl_json_writer_create(c->ctx);
    if (w) {
      pl_json_begin_object(w, NULL);
      pl_json_put_text(w, "name", pl_material_name(material));
      pl_json_put_text(w, "file", output);
      pl_json_put_text(w, "format", exporter->name);
      write_options(w, exporter->options, options);
      pl_json_put_text(w, "left-out", left_out.data);
      pl_json_end_object(w);
    }
    status = cli_print_json(c, w, CLI_DONE);
  } else if (status == CLI_DONE) {
    printf("%s  written to %s, %s\n", pl_material_name(material), output, meaning.data);
    printf("not in the file: %s\n", left_out.data);
  }
  pl_text_clear(&meaning);
  pl_text_clear(&left_out);
  return status;
}

int material_export(cli *c) {
  const char *output = cli_value(c, "output"), *format = cli_value(c, "format");
  if (c->n_arg != 2) return cli_usage(c, PL_ID("usage.one-material") "'material export' needs one material");
  if (!format) return missing_format(c);
  const pl_exporter *exporter = pl_exporter_find(format);
  if (!exporter) return unknown_format(c, format);
  void *options;
  int status = read_options(c, format, exporter->options, &options);
  if (status != CLI_CONTINUE) return status;
  if (!output) return cli_usage(c, "-o FILE is missing: where the table is written");
  if (strcmp(c->arg[1], output) == 0)
    return cli_usage(c, PL_ID("usage.replaces-input") "-o %s would replace the material that is exported", output);
  pl_material *material;
  pl_status done = cli_load_material(c, c->arg[1], &material);
  if (done == PL_OK) done = exporter->write(c->ctx, material, options, output);
  status = done == PL_OK ? say_exported(c, exporter, material, options, output) : cli_fail(c, done);
  pl_material_destroy(material);
  return status;
}
