// test_preamble.c: quantities above a table: how they are read, and that a contradiction with the experiment file is an error with both lines.
#include "measure/table/preamble.h"
#include "said.h"
#include "unit/protocol/suspect_case.h"

#define ROWS "0,0\n1,2\n2,4\n3,7\n4,11\n5,15\n6,19\n7,23\n8,27\n9,31\n10,35\n"
#define TABLE "Extension [mm],Load [N]\n" ROWS

static void expect_entry(int at, char separator, bool comma, const char *text, const char *label, double value, double half) {
  pl_csv csv = {.separator = separator, .decimal_comma = comma};
  pl_preamble_entry entry;
  bool found = pl__preamble_entry(&csv, &(pl_csv_line){text, 3}, &entry);
  if (found != (label != NULL)) test_fail(__FILE__, at, "%s: %s", text, found ? entry.label : "nothing");
  if (!found || !label) return;
  if (strcmp(entry.label, label) != 0) test_fail(__FILE__, at, "%s: label \"%s\"", text, entry.label);
  CHECK(entry.line == 3);
  CHECK_NEAR(entry.value, value, 1e-12 * fabs(value));
  CHECK_NEAR(entry.half_digit, half, 1e-9 * half);
}
#define ENTRY(...) expect_entry(__LINE__, __VA_ARGS__)

TEST(preamble_entries) {
  ENTRY(',', false, "\"Length\",\"50.00000\",\"mm\"", "Length", 0.05, 5e-9);
  ENTRY(',', false, "Dimension : Length,50.0,mm", "Length", 0.05, 5e-5);
  ENTRY(',', false, "Ramp 1 : Rate 1,100,mm/min", "Rate 1", 0.1 / 60, 0.5e-3 / 60);
  ENTRY(';', true, "Vorkraft:;0,5;N", "Vorkraft", 0.5, 0.05);
  ENTRY(';', true, "Einspannlänge;100,123;mm", "Einspannlänge", 0.100123, 5e-7);
  ENTRY(',', false, "Preload (cN): 50", "Preload", 0.5, 5e-3);
  ENTRY('\t', false, "# Gage Length [in] = 2.00", "Gage Length", 0.0508, 0.005 * 0.0254);
  ENTRY(',', false, "Speed 100 mm/min", "Speed", 0.1 / 60, 0.5e-3 / 60);
  ENTRY(',', false, "Width,2.5e1,mm", "Width", 0.025, 5e-4);
  // nothing with a label, a number and a unit
  ENTRY(',', false, "Length,50", NULL, 0, 0);
  ENTRY(',', false, "50,mm", NULL, 0, 0);
  ENTRY(',', false, "Specimen label,B12", NULL, 0, 0);
  ENTRY(',', false, "Start: 12:30:05", NULL, 0, 0);
  ENTRY(',', false, "\"Length", NULL, 0, 0);
  ENTRY(',', false, ",,,:::===", NULL, 0, 0);
  ENTRY(',', false, "Length,nan,mm", NULL, 0, 0);
  ENTRY(',', false, "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,1,mm", NULL, 0, 0);
}

// The experiment of suspect_load, 100 mm x 50 mm, has all its members in line 1.
static void expect_error(int at, const char *csv, const char *head, int bad_line, const char *part) {
  char text[1000], error[2048];
  suspect_put("a.csv", csv);
  snprintf(text, sizeof text,
           "{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\",\n\"specimen\": {\"length\": \"100 mm\",\n\"width\": \"50 mm\"},\n"
           "%s\"tests\": [" SUSPECT_ONE "]}",
           head);
  suspect_put("experiment.json", text);
  pl_measurement *m = NULL;
  pl_status status = pl_measurement_load(suspect_ctx, test_folder(), &m);
  const pl_error *e = pl_context_error(suspect_ctx);
  said_error_format(e, error, sizeof error);
  if (status != PL_ERROR_INPUT && status != PL_ERROR_UNIT) test_fail(__FILE__, at, "status %s: %s", pl_status_text(status), error);
  if (e->line != bad_line || !strstr(e->file, "a.csv")) test_fail(__FILE__, at, "line %d of %s: %s", e->line, e->file, error);
  if (!test_says(error, part)) test_fail(__FILE__, at, "\"%s\" should contain \"%s\"", error, part);
  if (!strstr(e->hint, "preamble")) test_fail(__FILE__, at, "no remedy: %s", error);
  pl_context_clear_error(suspect_ctx);
  pl_measurement_destroy(m);
}
#define EXPECT_ERROR(...) expect_error(__LINE__, __VA_ARGS__)

TEST(preamble_contradictions) {
  suspect_start();
  EXPECT_ERROR("Test 1\nLength,50.00000,mm\n\n" TABLE, "", 2, "[experiment.preamble-differs]|50 mm|100 mm|line 2");
  EXPECT_ERROR("General : Label,\"x\"\nDimension : Width,\"25.00\",\"mm\"\n" TABLE, "", 2, "[experiment.preamble-differs]|line 3");
  EXPECT_ERROR("Gauge length: 10 cm\nPreload (N): 2\n" TABLE, "\"pretension\": \"0.5 N\", ", 2,
               "[experiment.preamble-differs]|0.5 N|line 4");
  EXPECT_ERROR("Speed,100,mm/min\n" TABLE, "\"speed\": \"10 mm/min\", ", 1, "[experiment.preamble-differs]|100 mm/min|10 mm/min|line 4");
  EXPECT_ERROR("Test 1\nLoad units,N\n\nExtension [mm],Load\n" ROWS, "\"columns\": {\"force\": {\"name\": \"Load\", \"unit\": \"cN\"}}, ",
               2, "[experiment.preamble-unit]|line 4");
  EXPECT_ERROR("Test 1\n\"Force unit\": kN\n\n" TABLE, "", 2, "[experiment.preamble-unit]|\"N\"|line 4");
  EXPECT_ERROR("Prüfung;1\nEinspannlänge;200,0;mm\nWeg;Kraft\nmm;N\n0,0;0,0\n1,0;2,0\n2,0;4,0\n3,0;7,0\n4,0;11,0\n5,0;15,0\n", "", 2,
               "[experiment.preamble-differs]|200 mm");
  suspect_finish();
}

static void expect_agreement(int at, const char *csv, const char *head, const char *note) {
  suspect_put("a.csv", csv);
  pl_measurement *m = suspect_load(head, SUSPECT_ONE);
  bool found = false;
  for (int i = 0; i < m->n_note; i++) found = found || (note && strstr(m->note[i], note));
  if (found != (note != NULL)) test_fail(__FILE__, at, "%d notes, %s", m->n_note, m->n_note > 0 ? m->note[0] : "none");
  if (!note)
    for (int i = 0; i < m->n_note; i++)
      if (strstr(m->note[i], "as stated")) test_fail(__FILE__, at, "%s", m->note[i]);
  pl_measurement_destroy(m);
}
#define AGREEMENT(...) expect_agreement(__LINE__, __VA_ARGS__)

TEST(preamble_agreement) {
  suspect_start();
  AGREEMENT("Test\nLength,100.00000,mm\nWidth,50.00000,mm\nSpeed,100.0,mm/min\n" TABLE, "\"speed\": \"100 mm/min\", ", " 2, 3, 4 ");
  // rounded in one of both; the clamps among several lengths; a ramp among several
  AGREEMENT("Length,100.2,mm\n" TABLE, "", "line 1");
  AGREEMENT("Specimen length: 300 mm\nGrip separation: 100 mm\n" TABLE, "", "line 2");
  AGREEMENT("Specimen length: 300 mm\n" TABLE, "", NULL);  // longer than the distance of the clamps, as strips are
  AGREEMENT("Ramp 1 : Rate,5,mm/min\nRamp 2 : Rate,100,mm/min\n" TABLE, "\"speed\": \"100 mm/min\", ", "line 2");
  // not filled in, without a unit, of another kind, or to be ignored
  AGREEMENT("Length,0.0,mm\nWidth,77\nSpeed,10,%/min\nLength of stay: 3 h\n" TABLE, "\"speed\": \"100 mm/min\", ", NULL);
  AGREEMENT("Length,50.00000,mm\n" TABLE, "\"preamble\": \"ignore\", ", NULL);
  AGREEMENT("Load units,N\n" TABLE, "", NULL);
  suspect_finish();
}
