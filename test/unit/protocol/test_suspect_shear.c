// test_suspect_shear.c: pulls and fixed-length shears of one cloth, which stretch the same yarns: displacements ten times off are found.
#include "unit/protocol/suspect_case.h"
#include "protocol/tensile/tensile.h"

// s_uu = stiffness e_uu along warp and weft, s_uv = shear g, N/m. Specimens have 50 mm x 200 mm; eqs. 15 and 16 of tensile_convert.c
// convert.
typedef struct cloth {
  double stiffness[2], shear;
  double factor[2];   // of the displacements of the pulls, as written
  double along_weft;  // of the force of the shear along weft, as written; 0: 1
  bool slack;         // sheared with clamps that approach: the yarns are not stretched
  int n_way;          // 1: warp only
  const char *head;   // further members of the experiment
} cloth;

static pl_measurement *measured(const cloth *c) {
  enum { N = 40 };
  static const char *const name[2] = {"warp", "weft"};
  const pl_sample sample = {0.05, 0.2};
  char tests[1000] = "", text[1600];
  for (int way = 0; way < c->n_way; way++) {
    pl_text pull, shear;
    pl_text_init(&pull, suspect_ctx);
    pl_text_init(&shear, suspect_ctx);
    pl_text_add(&pull, "displacement [mm],force [N]\n");
    pl_text_add(&shear, "shear-displacement [mm],shear-force [N]\n");
    for (int i = 0; i <= N; i++) {
      double du = 1.5e-3 * i / N, dv = 7e-3 * i / N, elongation, angle, fu, fv;
      pl_tensile_strain(&sample, du, 0, &elongation, &angle);
      pl_tensile_force(&sample, du, 0, c->stiffness[way] * elongation, 0, &fu, &fv);
      pl_text_printf(&pull, "%.8f,%.8f\n", 1e3 * du * c->factor[way], fu);
      pl_tensile_strain(&sample, 0, dv, &elongation, &angle);
      pl_tensile_force(&sample, 0, dv, c->slack ? 0 : c->stiffness[way] * elongation, c->shear * angle, &fu, &fv);
      double own = way == 0 ? 1 : 1.01 * (c->along_weft > 0 ? c->along_weft : 1);  // two specimens
      pl_text_printf(&shear, "%.8f,%.8f\n", 1e3 * dv, own * fv);
    }
    char file[40];
    snprintf(file, sizeof file, "pull-%s.csv", name[way]);
    suspect_put(file, pull.data);
    snprintf(file, sizeof file, "shear-%s.csv", name[way]);
    suspect_put(file, shear.data);
    size_t used = strlen(tests);
    snprintf(tests + used, sizeof tests - used,
             "%s{\"name\": \"%s\", \"file\": \"pull-%s.csv\", \"direction\": \"%s\"}, {\"name\": \"shear %s\", \"file\": \"shear-%s.csv\", "
             "\"direction\": \"%s\"}",
             way > 0 ? ", " : "", name[way], name[way], name[way], name[way], name[way], name[way]);
    pl_text_clear(&pull);
    pl_text_clear(&shear);
  }
  snprintf(text, sizeof text,
           "{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"specimen\": {\"length\": \"50 mm\", \"width\": \"200 mm\"}, "
           "\"shear\": \"%s\", %s\"tests\": [%s]}",
           c->slack && !c->head ? "keep-length" : "fixed-length", c->head ? c->head : "", tests);
  return suspect_load_text(text);
}

// Stiff in warp, softer in weft, as a gabardine; isotropic; and a knit, whose yarns carry nothing.
static const cloth right[] = {
    {{12000, 4000}, 60, {1, 1}, .n_way = 2}, {{3000, 3100}, 60, {1, 1}, .n_way = 2}, {{300, 900}, 60, {1, 1}, .n_way = 2}};

TEST(suspect_shear_right_cloth_passes) {
  suspect_start();
  for (int i = 0; i < 3; i++) {
    cloth c = right[i];
    EXPECT_CLEAN(measured(&c));
    c.n_way = 1;
    EXPECT_CLEAN(measured(&c));
    c.n_way = 2;
    c.slack = true;  // and said so
    EXPECT_CLEAN(measured(&c));
  }
  suspect_finish();
}

TEST(suspect_shear_finds_the_factor) {
  suspect_start();
  cloth c = right[0];
  c.factor[0] = 10;
  EXPECT(measured(&c), 1, "[curve.yarn-factor]|13.9", "\"displacement\" [mm] in pull-warp.csv (times 0.1)");
  EXPECT(measured(&c), 1, "[curve.yarn-factor]|33|0",
         "\"force\" [N] in pull-warp.csv (times 10)");  // linear: the same
  c = right[0];
  c.factor[1] = 0.1;
  EXPECT(measured(&c), 1, "[curve.yarn-factor]", "\"displacement\" [mm] in pull-weft.csv (times 10)");
  // one direction alone: yarns cannot carry more than all
  c = (cloth){{6000, 6000}, 20, {0.1, 1}, .n_way = 1};
  EXPECT(measured(&c), 1, "[curve.yarn-length]", "[remedy.curve-yarn-length]");
  // nothing is known of a zero that is to be estimated
  c = right[0];
  c.factor[0] = 10;
  c.head = "\"fit-offset\": true, ";
  EXPECT_CLEAN(measured(&c));
  // yarns of a knit carry nothing in either: nothing to tell it by
  c = right[2];
  c.factor[0] = 3;
  EXPECT_CLEAN(measured(&c));
  suspect_finish();
}

// Yarns that are not stretched, by clamps that are said to stay.
TEST(suspect_shear_keep_length) {
  suspect_start();
  cloth c = right[0];
  c.slack = true;
  c.head = "\"comment\": \"a KES machine\", ";
  EXPECT(measured(&c), 1, "[curve.yarn-length]|0.9", "[remedy.curve-yarn-length]|\"shear\"|\"keep-length\"");
  suspect_finish();
}

// The example, as measured, and with one column ten times wrong: the column comes first, then all others that enter.
TEST(suspect_shear_gabardine) {
  static const double ten = 10, tenth = 0.1;
  static const struct {
    const char *file, *test, *column, *others;
    suspect_edit *edit;
    const double *by;
  } wrong[] = {
      {"warp.csv", "warp", "\"force\" [N] in warp.csv (times 0.1)", "warp.csv, shear-warp.csv, weft.csv, shear-weft.csv", suspect_second,
       &ten},
      {"warp.csv", "warp", "\"force\" [N] in warp.csv (times 10)", "", suspect_second, &tenth},
      {"weft.csv", "weft", "\"force\" [N] in weft.csv (times 0.1)", "weft.csv, shear-weft.csv, warp.csv, shear-warp.csv", suspect_second,
       &ten},
      {"shear-warp.csv", "shear along warp", "\"shear-force\" [N] in shear-warp.csv (times 0.1)", "", suspect_second, &ten},
      {"shear-warp.csv", "shear along warp", "\"shear-force\" [N] in shear-warp.csv (times 10)", "", suspect_second, &tenth},
      {"shear-weft.csv", "shear along weft", "\"shear-force\" [N] in shear-weft.csv (times 0.1)", "", suspect_second, &ten},
      {"shear-weft.csv", "shear along weft", "\"shear-force\" [N] in shear-weft.csv (times 10)", "", suspect_second, &tenth},
      {"warp.csv", "warp", "\"displacement\" [mm] in warp.csv (times 0.1)", "", suspect_scale, &ten},
      {"weft.csv", "weft", "\"displacement\" [mm] in weft.csv (times 10)", "", suspect_scale, &tenth},
  };
  suspect_start();
  EXPECT_CLEAN(suspect_example("gabardine", NULL, NULL, NULL));
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    char text[200], remedy[200], others[200];
    snprintf(text, sizeof text, "%s: contradicts other tests. Sheared by 1", wrong[i].test);
    snprintf(remedy, sizeof remedy, "check the unit of %s", wrong[i].column);
    snprintf(others, sizeof others, "; then of force and displacement in all of %s", wrong[i].others);
    EXPECT(suspect_example("gabardine", wrong[i].file, wrong[i].edit, wrong[i].by), 1, text, remedy);
    EXPECT(suspect_example("gabardine", wrong[i].file, wrong[i].edit, wrong[i].by), 1, "and by 1 % with ", others);
  }
  // what was compared, in words
  EXPECT(suspect_example("gabardine", "weft.csv", suspect_second, &ten), 1,
         "[curve.yarn-factor]|13.9|\"shear along warp\"|16.51 N|9.39 N|\"warp\"|\"shear along weft\"",
         "[remedy.curve-yarn-factor]|0.1|\"displacement\"|100");
  suspect_finish();
}

// Shears of clamps that approach, with no yarns to tell by: both files and both columns are named.
TEST(suspect_shears_alone_name_both_files) {
  static const char *const keep[2] = {"\"fixed-length\"", "\"keep-length\""};
  suspect_start();
  EXPECT_CLEAN(suspect_example("gabardine", "experiment.json", suspect_replace, keep));
  cloth c = {{12000, 4000}, 60, {1, 1}, .along_weft = 10, .slack = true, .n_way = 2};
  EXPECT(measured(&c), 1, "[curve.travel-ratio]|10|\"shear weft\"",
         "[remedy.curve-travel-ratio]|\"shear-force\"|\"shear-displacement\"|10");
  suspect_finish();
}
