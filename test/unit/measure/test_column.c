// test_column.c: columns of tensile curves by name in several languages, by number, by unit words; directions by their names.
#include "unit/protocol/suspect_case.h"
#include "protocol/tensile/tensile.h"

#define ROWS "\n0,0,9\n1,2,8\n2,4,7\n3,6,6\n4,8,5\n5,10,4\n6,12,3\n7,14,2\n8,16,1\n9,18,0\n10,20,-1\n"

static void expect_last(const char *header, const char *head, const char *test, double displacement, double force, double angle) {
  char csv[400];
  snprintf(csv, sizeof csv, "%s" ROWS, header);
  suspect_put("a.csv", csv);
  pl_measurement *m = suspect_load(head, test);
  const pl_test *t = &m->test[0];
  if (t->n_raw != 11 || t->n_frame != 11) test_fail(__FILE__, __LINE__, "%s: %d rows, %d frames", header, t->n_raw, t->n_frame);
  CHECK_NEAR(t->channel[PL_TENSILE_DISPLACEMENT].value[10], displacement, 1e-12);
  CHECK_NEAR(t->channel[PL_TENSILE_FORCE].value[10], force, 1e-9);
  CHECK_NEAR(t->angle, angle, 1e-12);
  pl_measurement_destroy(m);
}

TEST(column_names_of_languages) {
  static const char *const header[] = {"Verlängerung [mm],Zugkraft [N],x",  "Zugweg [mm],Prüfkraft [N],x",
                                       "Allongement (mm),Charge (N),x",     "Standardweg [Millimeter],Kraft [Newton],x",
                                       "DÉPLACEMENT [mm],Force [newton],x", "Allungamento [mm],Forza [N],x",
                                       "Dehnung [%],Zugkraft [N],x",        "Allongement [%],Force [N],x"};
  suspect_start();
  for (size_t k = 0; k < sizeof header / sizeof header[0]; k++) expect_last(header[k], "", SUSPECT_ONE, 0.01, 20, 0);
  suspect_finish();
}

// Two specimens side by side have columns of one name.
TEST(column_by_number) {
  suspect_start();
  expect_last("Extension [mm],Load [N],Load [N]", "\"columns\": {\"force\": 2}, ", SUSPECT_ONE, 0.01, 20, 0);
  expect_last("Extension [mm],Load,Load", "\"columns\": {\"force\": {\"column\": 2, \"unit\": \"cN\"}}, ", SUSPECT_ONE, 0.01, 0.2, 0);
  suspect_finish();
}

TEST(column_directions) {
  static const struct {
    const char *word;
    double angle;
  } row[] = {{"Kette", 0}, {"Schuss", 1.5707963267948966}, {"chaîne", 0}, {"trame", 1.5707963267948966}, {"weft", 1.5707963267948966}};
  suspect_start();
  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
    char test[200];
    snprintf(test, sizeof test, "{\"name\": \"a\", \"file\": \"a.csv\", \"direction\": \"%s\"}", row[k].word);
    expect_last("Weg [mm],Kraft [N],x", "", test, 0.01, 20, row[k].angle);
  }
  suspect_finish();
}
