// page.c: see page.h.
#include "report/page/page.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

double pl__page_number(pl_json *object, const char *key) {
  pl_json *value = object && object->kind == PL_JSON_OBJECT ? pl_json_find(object, key) : NULL;
  return value && value->kind == PL_JSON_NUMBER ? value->number : NAN;
}

const char *pl__page_text(pl_json *object, const char *key) {
  pl_json *value = object && object->kind == PL_JSON_OBJECT ? pl_json_find(object, key) : NULL;
  return value && value->kind == PL_JSON_STRING ? value->text : "";
}

bool pl__page_flag(pl_json *object, const char *key) {
  pl_json *value = object && object->kind == PL_JSON_OBJECT ? pl_json_find(object, key) : NULL;
  return value && value->kind == PL_JSON_BOOL && value->boolean;
}

static pl_json *container(pl_json *object, const char *key) {
  pl_json *value = object && object->kind == PL_JSON_OBJECT ? pl_json_find(object, key) : NULL;
  return value && (value->kind == PL_JSON_ARRAY || value->kind == PL_JSON_OBJECT) ? value : NULL;
}

pl_json *pl__page_list(pl_json *object, const char *key) {
  pl_json *value = container(object, key);
  return value ? value->child : NULL;
}

int pl__page_count(pl_json *object, const char *key) {
  pl_json *value = container(object, key);
  return value ? value->n : 0;
}

double *pl__page_values(pl_page *page, pl_json *object, const char *key, double factor, int most, int *n) {
  static double none[1];
  int count = pl__page_count(object, key), every = most > 0 && count > most ? (count + most - 1) / most : 1;
  double *value = pl_arena_alloc(page->arena, (size_t)count + 1, sizeof *value);
  *n = 0;
  if (!value) {
    page->failed = true;
    return none;
  }
  int i = 0;
  for (pl_json *item = pl__page_list(object, key); item; item = item->next, i++)
    if (i % every == 0 || i == count - 1)
      value[(*n)++] = item->kind == PL_JSON_NUMBER ? factor * item->number : item->kind == PL_JSON_BOOL ? item->boolean : NAN;
  return value;
}

pl_json *pl__page_channel(pl_json *test, const char *name) {
  for (pl_json *channel = pl__page_list(test, "channels"); channel; channel = channel->next)
    if (strcmp(pl__page_text(channel, "name"), name) == 0) return channel;
  return NULL;
}

pl_shown pl__page_unit(const char *si_unit, double largest) {
  pl_unit unit;
  if (!si_unit[0] || !pl_unit_parse(si_unit, &unit)) return (pl_shown){1, si_unit};
  pl_shown scale = pl_dim_shown(unit.dim, unit.factor * largest);
  return (pl_shown){unit.factor * scale.factor, scale.unit};
}

double pl__page_largest(pl_json *object, const char *key) {
  double largest = fabs(pl__page_number(object, key));
  for (pl_json *item = pl__page_list(object, key); item; item = item->next)
    if (item->kind == PL_JSON_NUMBER) largest = fmax(largest, fabs(item->number));  // a NAN gives way
  return isfinite(largest) ? largest : 0;
}

pl_shown pl__page_parameter_unit(pl_page *page, pl_json *parameter) {
  const char *name = pl__page_text(parameter, "name"), *unit = pl__page_text(parameter, "unit");
  size_t term = strcspn(name, ".");
  double largest = 0;
  for (pl_json *other = pl__page_list(page->fit, "parameters"); other; other = other->next) {
    const char *of = pl__page_text(other, "name");
    if (strcspn(of, ".") == term && strncmp(of, name, term) == 0 && strcmp(pl__page_text(other, "unit"), unit) == 0)
      largest = fmax(largest, pl__page_largest(other, "value"));
  }
  return pl__page_unit(unit, largest > 0 ? largest : pl__page_largest(parameter, "sigma"));
}

pl_shown pl__page_strain_unit(const char *si_unit) {
  pl_shown shown = pl__page_unit(si_unit, 0);
  return shown.unit[0] ? shown : (pl_shown){100 * shown.factor, "%"};
}

const char *pl__page_material(pl_page *page) {
  static const char *const names[] = {"material.json", PL_USED_MATERIAL};
  for (int i = 0; i < 2; i++) {
    const char *path = pl_path_join(page->arena, page->directory, names[i]);
    if (!path) page->failed = true;
    if (path && pl_file_exists(path)) return path;
  }
  return NULL;
}

void pl__page_add(pl_page *page, const char *html) { pl_text_add(page->out, html); }
void pl__page_escape(pl_page *page, const char *text) { pl__markup_text(page->out, text); }

void pl__page_head(pl_page *page, const char *name, const char *kind) {
  pl__page_add(page, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
                     "content=\"width=device-width,initial-scale=1\">"
                     "<meta name=\"color-scheme\" content=\"light dark\"><link rel=\"icon\" href=\"data:,\"><title>");
  pl__page_escape(page, name);
  pl_text_printf(page->out, " \xC2\xB7 %s</title><style>\n", kind);
  pl__page_add(page, pl__page_style);
  pl__page_add(page, "</style></head><body>\n<header><div class=\"in\"><h1>");
  pl__page_escape(page, name);
  pl__page_add(page, "</h1>");
}

void pl__page_begin(pl_page *page, const char *id, const char *title) {
  pl_text_printf(page->out, "\n<section id=\"%s\" aria-labelledby=\"%s-title\"><h2 id=\"%s-title\">%s</h2>\n", id, id, id, title);
}

void pl__page_end(pl_page *page) { pl__page_add(page, "</section>\n"); }

void pl__page_capital(pl_page *page, const char *text) {
  char first[2] = {(char)toupper((unsigned char)text[0]), 0};
  if (!text[0]) return;
  pl__page_escape(page, first);
  pl__page_escape(page, text + 1);
}

void pl__page_cell(pl_page *page, double value) {
  pl__page_add(page, "<td class=\"num\">");
  pl__markup_number(page->out, value);
  pl__page_add(page, "</td>");
}

void pl__page_cell_text(pl_page *page, const char *text) {
  pl__page_add(page, "<td>");
  pl__page_escape(page, text);
  pl__page_add(page, "</td>");
}

void pl__page_cell_unit(pl_page *page, const char *unit) {
  pl__page_add(page, "<td>");
  pl__markup_unit(page->out, unit);
  pl__page_add(page, "</td>");
}

pl_verdict_state pl__page_state(pl_json *fit) {
  pl_json *outcome = pl_json_find(fit, "outcome");
  const char *told = pl__page_text(outcome, "state");
  for (int state = PL_VERDICT_BAD; state <= PL_VERDICT_GOOD; state++)
    if (strcmp(told, pl_verdict_name((pl_verdict_state)state)) == 0) return (pl_verdict_state)state;
  bool good = pl__page_flag(outcome, "converged") && pl__page_flag(outcome, "fit_passed") && pl__page_flag(outcome, "validation_passed");
  return good ? PL_VERDICT_GOOD : PL_VERDICT_BAD;
}

bool pl__page_judged(pl_json *score) {
  if (score->kind != PL_JSON_OBJECT || *pl__page_text(score, "not_judged")) return false;
  return !pl__page_flag(score, "held_out") || pl_json_find(score, "passed");
}

void pl__page_lowest_r2(pl_json *fit, double lowest[2]) {
  lowest[0] = lowest[1] = NAN;
  for (pl_json *score = pl__page_list(fit, "scores"); score; score = score->next) {
    bool held_out = pl__page_flag(score, "held_out");
    if (!pl__page_judged(score)) continue;
    lowest[held_out] = fmin(lowest[held_out], pl__page_number(score, "r2"));  // a NAN gives way
  }
}

void pl__page_r2(pl_page *page, double r2) {
  double gap = 1 - r2;
  pl__markup_fixed(page->out, r2, gap >= 10 ? 0 : gap >= 0.001 ? 3 : gap >= 0.0001 ? 4 : 5);
}

void pl__page_mark(pl_page *page, bool good, const char *yes, const char *no) {
  pl_text_printf(page->out, "<span class=\"mark %s\">%s %s</span>", good ? "good" : "bad", good ? "\xE2\x9C\x93" : "\xE2\x9C\x97",
                 good ? yes : no);
}

void pl__page_direction(pl_page *page, pl_json *test) {
  double angle, degree;
  pl_dim dim;
  bool has_unit;
  pl_json *capture = pl_json_find(test, "capture");
  if (capture) {
    pl__page_escape(page, pl__page_text(capture, "motion"));
    if (*pl__page_text(capture, "direction")) pl__page_add(page, " along "), pl__page_escape(page, pl__page_text(capture, "direction"));
    return;
  }
  const char *protocol = pl__page_text(test, "protocol");
  bool cut = strcmp(protocol, "biaxial-hang") == 0 || strcmp(protocol, "cantilever") == 0;
  if ((!cut && strcmp(protocol, "tensile") != 0) || !pl_quantity_parse(pl__page_text(test, "angle"), &angle, &dim, &has_unit)) {
    pl__page_add(page, "\xE2\x80\x93");
    return;
  }
  degree = pl_dim_display(PL_DIM_ANGLE, angle);
  if (cut) {
    pl__page_add(page, "cut at ");
    pl__markup_number(page->out, degree);
    pl__page_add(page, "\xC2\xB0");
    return;
  }
  if (fabs(degree) < 0.01) {
    pl__page_add(page, "along warp");
  } else if (fabs(fabs(degree) - 90) < 0.01) {
    pl__page_add(page, "along weft");
  } else {
    pl__markup_number(page->out, degree);
    pl__page_add(page, "\xC2\xB0 from warp");
  }
}

void pl__page_plot(pl_page *page, const pl_plot *plot) { pl_plot_write(plot, page->out); }

void pl__page_range(int n, const double *value, double range[2]) {
  for (int i = 0; i < n; i++)
    if (isfinite(value[i])) range[0] = fmin(range[0], value[i]), range[1] = fmax(range[1], value[i]);
}

void pl__page_limit(pl_plot *plot, const double curve[2], const double band[2]) {
  double size = curve[1] - curve[0];
  if (!(size > 1e-9 * fabs(curve[1]))) size = fabs(curve[1]);  // of a constant the rounding is no height
  if (!(size > 0 && isfinite(size)) || !(band[1] - band[0] > 3 * size)) return;
  plot->y_range[0] = fmax(band[0], curve[0] - size);
  plot->y_range[1] = fmin(band[1], curve[1] + size);
}
