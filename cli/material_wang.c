// material_wang.c: see material_wang.h.
#include "material_wang.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "material/polar_field.h"
#include "material/wang_file.h"
#include "material_check.h"
#include "show.h"

// "2", "0.25", "1/6". CLI_CONTINUE, or CLI_USAGE with a message.
static int read_number(cli *c, const char *flag, double lower, double upper, double *value) {
  const char *text = cli_value(c, flag);
  if (!text) return CLI_CONTINUE;
  char above[64];
  double number, below = 1;
  size_t n = strcspn(text, "/");
  snprintf(above, sizeof above, "%.*s", (int)(n < sizeof above ? n : sizeof above - 1), text);
  bool read = pl_number_parse(above, &number) && (!text[n] || (pl_number_parse(text + n + 1, &below) && below > 0));
  if (!read || !(number / below >= lower && number / below <= upper))
    return cli_usage(c, "--%s %s: expected a number or a fraction from %g to %g", flag, text, lower, upper);
  *value = number / below;
  return CLI_CONTINUE;
}

static int read_options(cli *c, pl_wang_options *options) {
  static const char *const rules[] = {"keep", "zero"};
  *options = pl_wang_options_default();
  int status = read_number(c, "factor", 1e-6, 1e6, &options->factor);
  if (status == CLI_CONTINUE) status = read_number(c, "ring", 1e-6, 10, &options->ring);
  const char *negative = cli_value(c, "negative");
  if (status != CLI_CONTINUE || !negative) return status;
  if (strcmp(negative, rules[0]) != 0 && strcmp(negative, rules[1]) != 0) return cli_unknown(c, "value of --negative", negative, 2, rules);
  options->zero = strcmp(negative, rules[1]) == 0;
  return CLI_CONTINUE;
}

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
    pl_json_put_text(w, "name", material->name);
    pl_json_put_text(w, "file", output);
    pl_json_put_text(w, "note", material->note);
    material_write_warnings(c, material, w);
    pl_json_end_object(w);
    return cli_print_json(c, w, CLI_DONE);
  }
  printf("%s  %s, %d terms, %d parameters, written to %s\n%s\n", material->name, shown(c, material->density, PL_DIM_DENSITY),
         material->n_term, material->n_theta, output, material->note);
  material_print_warnings(c, material);
  printf("\nnext    %s material show %s\n", c->program, output);
  return CLI_DONE;
}

int material_import(cli *c) {
  pl_wang_options options;
  int status = read_options(c, &options);
  if (status != CLI_CONTINUE) return status;
  if (c->n_arg != 2) return cli_usage(c, "'material import' needs one file");
  const char *input = c->arg[1], *output = cli_value(c, "output"), *name = own_name(c, input);
  if (!output) return cli_usage(c, "-o FILE is missing: where the material is written");
  if (strcmp(input, output) == 0) return cli_usage(c, "-o %s would replace the table that is imported", output);
  pl_wang_table table;
  pl_material *material = NULL;
  pl_status done = name ? pl_wang_load(c->ctx, input, &table) : PL_ERROR_MEMORY;
  if (done == PL_OK) done = pl_wang_material(c->ctx, name, pl_path_name(input), &table, &options, &material);
  if (done == PL_OK) done = pl_material_save(c->ctx, output, material);
  status = done == PL_OK ? say_imported(c, material, output) : cli_fail(c, done);
  pl_material_destroy(material);
  return status;
}

// What the material says and the file cannot hold: "name, note, sigma".
static const char *left_out(cli *c, const pl_material *material) {
  bool smoothing = false, range = false;
  for (int t = 0; t < material->n_term; t++) {
    const pl_polar_scheme *scheme = pl_polar_scheme_of(&material->term[t]);
    smoothing = smoothing || scheme;
    range = range || material->term[t].range[0][0] < material->term[t].range[0][1];
  }
  return pl_arena_printf(c->arena, "name%s%s%s%s%s%s", *material->note ? ", note" : "", smoothing ? ", smoothing" : "",
                         range ? ", measured ranges" : "", material->sigma ? ", sigma" : "", material->correlation ? ", correlation" : "",
                         *material->certificate ? ", certificate" : "");
}

static int say_exported(cli *c, const pl_material *material, const pl_wang_options *options, const char *output) {
  const char *lost = left_out(c, material);
  if (!lost) return cli_fail(c, PL_ERROR_MEMORY);
  material_warn_undetermined(c, material, "exported");
  if (c->json) {
    pl_json_writer *w = pl_json_writer_create(c->ctx);
    if (!w) return cli_fail(c, PL_ERROR_MEMORY);
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", material->name);
    pl_json_put_text(w, "file", output);
    pl_json_put_text(w, "format", "wang2011");
    pl_json_put_number(w, "factor", options->factor);
    pl_json_put_text(w, "negative", options->zero ? "zero" : "keep");
    pl_json_put_number(w, "ring", options->ring);
    pl_json_put_text(w, "left-out", lost);
    pl_json_end_object(w);
    return cli_print_json(c, w, CLI_DONE);
  }
  printf("%s  written to %s, for readers that take stretching times %g, outer points at the extension %.4g, negative values %s\n",
         material->name, output, options->factor, options->ring, options->zero ? "as zero" : "as they are");
  printf("not in the file: %s\n", lost);
  return CLI_DONE;
}

int material_export(cli *c) {
  static const char *const formats[] = {"wang2011"};
  pl_wang_options options;
  int status = read_options(c, &options);
  if (status != CLI_CONTINUE) return status;
  if (c->n_arg != 2) return cli_usage(c, "'material export' needs one material");
  const char *output = cli_value(c, "output"), *format = cli_value(c, "format");
  if (!format) return cli_usage(c, "--format is missing; there is 'wang2011'");
  if (strcmp(format, formats[0]) != 0) return cli_unknown(c, "format", format, 1, formats);
  if (!output) return cli_usage(c, "-o FILE is missing: where the table is written");
  if (strcmp(c->arg[1], output) == 0) return cli_usage(c, "-o %s would replace the material that is exported", output);
  pl_material *material;
  pl_wang_table table;
  pl_status done = cli_load_material(c, c->arg[1], &material);
  if (done == PL_OK) done = pl_wang_table_of(material, &options, &table);
  if (done == PL_OK) done = pl_wang_save(c->ctx, output, &table);
  status = done == PL_OK ? say_exported(c, material, &options, output) : cli_fail(c, done);
  pl_material_destroy(material);
  return status;
}
