// preamble_check.c: what the machine wrote above its table against the experiment file.
//
// Machines write several lengths (gauge, grips) and several speeds (ramps). The length of the whole specimen, which the clamps cover
// in part, is not compared. A quantity contradicts the experiment file when
// it is stated and no statement agrees. Agreement: within half of the last digit that either of both writes, and within 1 %, so that "0.1 m" does not
// cover 120 mm.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv/csv_part.h"
#include "base/text.h"
#include "measure/record.h"
#include "measure/table/preamble.h"
#include "measure/table/times.h"

#define MOST_ROUNDING 0.01  // of a value

// Labels as machines write them, compared without case, blanks, '-', '_' and digits.
static const char *const length_words[] = {"length",
                                           "gauge length",
                                           "gage length",
                                           "initial length",
                                           "grip separation",
                                           "grip distance",
                                           "clamp distance",
                                           "clamp separation",
                                           "jaw separation",
                                           "nominal gauge length",
                                           "nominal gage length",
                                           "initial gauge length",
                                           "Einspannlänge",
                                           "Messlänge",
                                           "Anfangsmesslänge",
                                           "Klemmenabstand",
                                           "Klemmabstand",
                                           "longueur",
                                           "longueur initiale",
                                           "longueur utile",
                                           "longueur de référence",
                                           "distance entre mâchoires",
                                           "lunghezza",
                                           "lunghezza iniziale",
                                           "lunghezza utile",
                                           "distanza morsetti",
                                           "longitud",
                                           "longitud inicial",
                                           "distancia entre mordazas",
                                           NULL};
static const char *const width_words[] = {"width",   "specimen width",     "sample width", "initial width",     "Breite", "Probenbreite",
                                          "largeur", "largeur éprouvette", "larghezza",    "larghezza provino", "ancho",  "anchura",
                                          NULL};
static const char *const thickness_words[] = {"thickness", "specimen thickness", "sample thickness", "Dicke", "Probendicke",
                                              "épaisseur", "spessore",           "espesor",          NULL};
static const char *const diameter_words[] = {"diameter", "specimen diameter", "Durchmesser", "diamètre", "diametro", "diámetro", NULL};
static const char *const pretension_words[] = {"preload",   "pre load",   "pretension", "Vorkraft",  "Vorspannkraft", "Vorspannung",
                                               "précharge", "prétension", "precarga",   "precarico", "pretensione",   NULL};
static const char *const speed_words[] = {"speed",
                                          "test speed",
                                          "testing speed",
                                          "crosshead speed",
                                          "rate",
                                          "test rate",
                                          "extension rate",
                                          "displacement rate",
                                          "crosshead rate",
                                          "jaw speed",
                                          "Geschwindigkeit",
                                          "Prüfgeschwindigkeit",
                                          "Traversengeschwindigkeit",
                                          "vitesse",
                                          "vitesse d'essai",
                                          "vitesse de traction",
                                          "velocità",
                                          "velocità di prova",
                                          "velocidad",
                                          "velocidad de ensayo",
                                          NULL};

typedef struct quantity {
  const char *group, *key;  // of the experiment file; group NULL: of the test
  const char *const *words;
} quantity;
static const quantity quantities[] = {{"specimen", "length", length_words},       {"specimen", "width", width_words},
                                      {"specimen", "thickness", thickness_words}, {"specimen", "diameter", diameter_words},
                                      {NULL, "pretension", pretension_words},     {NULL, "speed", speed_words}};

static void plain(const char *name, char *out, size_t size) {
  char lower[PL_CSV_NAME];
  size_t n = 0;
  pl__csv_normalise(name, lower);
  for (const char *p = lower; *p && n + 1 < size; p++)
    if (*p < '0' || *p > '9') out[n++] = *p;
  out[n] = '\0';
}

static bool is_named(const char *label, const char *const *words) {
  char ours[PL_CSV_NAME], theirs[PL_CSV_NAME];
  plain(label, ours, sizeof ours);
  for (; *words; words++) {
    plain(*words, theirs, sizeof theirs);
    if (strcmp(ours, theirs) == 0) return true;
  }
  return false;
}

static bool agrees(const pl_preamble_entry *entry, double value, double half_digit) {
  double rounding = fmin(fmax(entry->half_digit, half_digit), MOST_ROUNDING * fmax(fabs(value), fabs(entry->value)));
  return fabs(entry->value - value) <= rounding * (1 + 1e-9);
}

static pl_status fail_differs(const pl_curve_reader *r, const pl_csv *csv, const pl_preamble_entry *entry, const pl_json *given,
                              const char *path, double value) {
  char stated[64], ours[64], hint[300];
  pl_where where = {csv->file, entry->line, 0, entry->label};
  snprintf(hint, sizeof hint,
           "correct \"%s\" in line %d of %.80s; if the line of the export is wrong, write \"preamble\": \"ignore\" in the test", path,
           given->line, pl_path_name(given->file));
  return pl_fail(r->ctx, PL_ERROR_INPUT, &where, hint, PL_ID("experiment.preamble-differs") "is %s here, but \"%s\" is %s in line %d of %s",
                 pl__speed_words(entry->value, entry->dim, stated), path, pl__speed_words(value, entry->dim, ours), given->line,
                 given->file);
}

// *agreed: the line that agrees, 0: none is there.
static pl_status check_quantity(const pl_curve_reader *r, const pl_csv *csv, const pl_test *test, const pl_curve_settings *settings,
                                const quantity *q, int *agreed) {
  pl_json *given = q->group ? pl__curve_member(r, settings->object, q->group, q->key) : pl__curve_setting(r, settings->object, q->key);
  double value, strips = q->words == width_words ? test->strips : 1;
  pl_dim dim;
  bool has_unit;
  *agreed = 0;
  if (!given || given->kind != PL_JSON_STRING || !pl_quantity_parse(given->text, &value, &dim, &has_unit)) return PL_OK;
  double number = strtod(given->text, NULL), half = number != 0 ? fabs(value / number) * pl__preamble_half_digit(given->text) : 0;
  if (pl_dim_equal(dim, PL_DIM_LINE_FORCE)) value *= test->width * test->strips, half *= test->width * test->strips, dim = PL_DIM_FORCE;
  pl_preamble_entry entry, other;
  bool differs = false;
  for (int i = 0; i < csv->n_above && !*agreed; i++) {
    if (!pl__preamble_entry(csv, &csv->above[i], &entry) || !pl_dim_equal(entry.dim, dim) || !is_named(entry.label, q->words)) continue;
    if (!(entry.value > 0)) continue;  // not filled in
    if (agrees(&entry, value, half) || agrees(&entry, value * strips, half * strips))
      *agreed = entry.line;
    else if (!differs)
      other = entry, differs = true;
  }
  if (*agreed || !differs) return PL_OK;
  char path[64];
  snprintf(path, sizeof path, "%s%s%s", q->group ? q->group : "", q->group ? "." : "", q->key);
  return fail_differs(r, csv, &other, given, path, value);
}

// ---- units ----

// "Load units,N", "Force unit: N": the unit of a column by its name, or by a usual name of its channel.
static bool unit_line(const pl_csv *csv, const pl_csv_line *line, const pl_channel_row *row, const char *column, pl_unit *unit, char *text,
                      size_t size) {
  static const char *const words[] = {"units", "unit", "Einheit", "unité", "unità", "unidad"};
  const char between[] = {csv->separator, ':', '=', '\0'};
  const char *start = line->text + strspn(line->text, "# \""), *end = start + strcspn(start, between);
  char label[PL_CSV_NAME], name[PL_CSV_NAME], cell[PL_CSV_NAME], word[PL_CSV_NAME];
  snprintf(label, sizeof label, "%.*s", (int)(end - start), start);
  for (char *p = label + strlen(label); p > label && (p[-1] == '"' || p[-1] == ' '); p--) p[-1] = '\0';
  end += strspn(end, between), end += strspn(end, " \"\t");
  snprintf(cell, sizeof cell, "%.*s", (int)strcspn(end, "\""), end);
  cell[strcspn(cell, between)] = '\0';
  for (char *p = cell + strlen(cell); p > cell && p[-1] == ' '; p--) p[-1] = '\0';
  if (!cell[0] || !pl__csv_bare_unit(cell, text, size, unit)) return false;
  plain(label, name, sizeof name);
  for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
    plain(words[k], word, sizeof word);
    size_t n = strlen(name), m = strlen(word);
    if (n <= m || strcmp(name + n - m, word) != 0) continue;
    name[n - m] = '\0';
    return is_named(name, (const char *const[]){column, NULL}) || is_named(name, row->usual);
  }
  return false;
}

static pl_status check_unit(const pl_curve_reader *r, const pl_csv *csv, const pl_curve_settings *settings, const pl_channel_row *row,
                            int column) {
  pl_json *given = pl__curve_member(r, settings->object, "columns", row->name);
  pl_json *named = given && given->kind == PL_JSON_OBJECT ? pl_json_find(given, "unit") : NULL;
  pl_unit ours = csv->column[column].unit, stated;
  if (named ? named->kind != PL_JSON_STRING || !pl_unit_parse(named->text, &ours) : !csv->column[column].has_unit) return PL_OK;
  for (int i = 0; i < csv->n_above; i++) {
    char text[64], hint[300];
    if (!unit_line(csv, &csv->above[i], row, csv->column[column].name, &stated, text, sizeof text)) continue;
    if (pl_dim_equal(stated.dim, ours.dim) && fabs(stated.factor - ours.factor) <= 1e-9 * ours.factor) continue;
    pl_where where = {csv->file, csv->above[i].line, 0, csv->column[column].name};
    int line = named ? named->line : csv->header_line;
    const char *file = named ? named->file : csv->file;
    snprintf(hint, sizeof hint,
             "correct the unit of \"%.40s\" in line %d of %.80s; if the line above the table is wrong, write \"preamble\": \"ignore\" in "
             "the test",
             row->name, line, pl_path_name(file));
    return pl_fail(r->ctx, PL_ERROR_UNIT, &where, hint,
                   PL_ID("experiment.preamble-unit") "the unit is \"%.40s\" here, but \"%.40s\" in line %d of %s", text,
                   named ? named->text : csv->column[column].unit_text, line, file);
  }
  return PL_OK;
}

pl_status pl__preamble_check(const pl_curve_reader *r, const pl_csv *csv, const pl_test *test, const pl_curve_settings *settings,
                             const int *used) {
  char names[200] = "", lines[120] = "";
  int n = 0;
  for (size_t k = 0; k < sizeof quantities / sizeof quantities[0]; k++) {
    int line;
    PL_TRY(check_quantity(r, csv, test, settings, &quantities[k], &line));
    if (!line) continue;
    snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", n > 0 ? ", " : "", quantities[k].key);
    snprintf(lines + strlen(lines), sizeof lines - strlen(lines), "%s%d", n > 0 ? ", " : "", line);
    n++;
  }
  for (int c = 0; c < r->m->protocol->n_channel; c++)
    if (used[c] >= 0) PL_TRY(check_unit(r, csv, settings, &r->m->protocol->channel[c], used[c]));
  if (n == 0) return PL_OK;
  return pl__record_note(r->m, test->name, "%s as stated in line%s %s of %s", names, n > 1 ? "s" : "", lines, pl_path_name(csv->file));
}
