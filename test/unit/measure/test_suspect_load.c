// test_suspect_load.c: templates with one unit wrong are doubted, each as it should be; as they are, they pass.
#include "said.h"
#include "unit/protocol/suspect_case.h"

// One of the suspicions is this.
static void expect_among(int line, const char *protocol, const char *file, const char *from, const char *to, const char *part,
                         const char *remedy) {
  pl_measurement *m = suspect_template(protocol, file, suspect_replace, (const char *[]){from, to});
  bool found = false;
  for (int i = 0; i < m->n_suspicion; i++)
    found = found || (test_says(said_text(&m->suspicion[i]), part) && test_says(said_do(&m->suspicion[i]), remedy));
  if (!found) {
    test_fail(__FILE__, line, "%s, %s: none of %d suspicions is \"%s\"", protocol, to, m->n_suspicion, part);
    for (int i = 0; i < m->n_suspicion; i++) test_fail(__FILE__, line, "found: %s; %s", m->suspicion[i].text, m->suspicion[i].remedy);
  }
  pl_measurement_destroy(m);
}
#define EXPECT_AMONG(...) expect_among(__LINE__, __VA_ARGS__)
#define FILE_ "experiment.json"

TEST(suspect_load_templates_pass) {
  suspect_start();
  for (int p = 0; p < pl_protocol_count(); p++) {
    pl_measurement *m = suspect_template(pl_protocol_at(p)->name, NULL, NULL, NULL);
    if (m->n_suspicion > 0) test_fail(__FILE__, __LINE__, "%s: %s", pl_protocol_at(p)->name, m->suspicion[0].text);
    pl_measurement_destroy(m);
  }
  suspect_finish();
}

TEST(suspect_load_density_of_every_sheet) {
  static const char *const sheet[][2] = {{"tensile", "150 g"},    {"disk-push", "150 g"}, {"biaxial-hang", "190 g"},
                                         {"cantilever", "190 g"}, {"weights", "143 g"},   {"roll", "200 g"}};
  suspect_start();
  for (size_t i = 0; i < sizeof sheet / sizeof sheet[0]; i++) {
    EXPECT_AMONG(sheet[i][0], FILE_, sheet[i][1], "0.15 g", "[load.density]|0.15 g|2", "unit of \"density\"");
    EXPECT_AMONG(sheet[i][0], FILE_, sheet[i][1], "15 kg", "[load.density]|15000 g|2", "unit of \"density\"");
  }
  suspect_finish();
}

TEST(suspect_load_weights_and_gravity) {
  suspect_start();
  EXPECT_AMONG("weights", FILE_, "\"clip\": \"12 g\"", "\"clip\": \"12 kg\"", "[weights.clip]|19.62", "\"clip\"");
  EXPECT_AMONG("biaxial-hang", FILE_, "\"45 g\"", "\"45 kg\"", "[hang.slat]|75", "\"slat\"");
  EXPECT_AMONG("biaxial-hang", "cut-0.csv", "bottom [g]", "bottom [mg]", "[hang.light]|0.01974", "[remedy.hang-load]");
  EXPECT_AMONG("weights", FILE_, "\"width\"", "\"gravity\": \"0.981 m/s^2\", \"width\"", "\"gravity\" is 0.981 m/s^2",
               "[remedy.load-gravity]");
  EXPECT_AMONG("capture", FILE_, "-9.81", "-0.00981", "\"gravity\" is 0.00981 m/s^2", "[remedy.load-gravity]");
  suspect_finish();
}

TEST(suspect_load_weights_too_heavy) {
  static const char experiment[] = "{\"pliant\": \"experiment 1\", \"protocol\": \"weights\", \"density\": \"143 g/m^2\", \"clip\": "
                                   "\"12 g\", \"length\": \"100 mm\", \"width\": \"100 mm\", \"sigma\": \"0.1 mm\", \"tests\": [{\"name\": "
                                   "\"a\", \"direction\": \"warp\", \"file\": \"a.csv\"}]}";
  static const char *const unit[] = {"N", "kN"};
  suspect_start();
  for (int k = 0; k < 2; k++) {
    char table[200];
    snprintf(table, sizeof table, "weight [%s],length [mm]\n0,100.5\n1,105\n2,108\n1,107\n0,102\n1,105\n0,102\n", unit[k]);
    suspect_put("a.csv", table);
    pl_measurement *m = suspect_load_text(experiment);
    CHECK(suspect_count(m, "[weights.heavy]|2000 N") == k);
    pl_measurement_destroy(m);
  }
  suspect_finish();
}

TEST(suspect_load_forces_and_rolls) {
  suspect_start();
  EXPECT_AMONG("disk-push", "push.csv", "force [N]", "force [kN]", "[disk.stiffness]", "(mN, N, kN)");
  EXPECT_AMONG("roll", FILE_, "43.5e-6 N m", "43.5e-3 N m", "[roll.bending-length]", "\"rigidity\"");
  EXPECT_AMONG("roll", "warp-face.csv", "radius [mm]", "radius [cm]", "[roll.tight]", "\"radius\"");
  suspect_finish();
}

TEST(suspect_load_captured_clips) {
  suspect_start();
  EXPECT_AMONG("capture", "stretch-warp/poses.csv", "x [m],y [m],z [m]", "x [mm],y [mm],z [mm]", "[capture.clip-unit]|1000",
               "[remedy.capture-clip-unit]");
  EXPECT_AMONG("capture", "stretch-warp/poses.csv", "x [m],y [m],z [m]", "x [dm],y [dm],z [dm]", "[capture.clip-unit]|10",
               "[remedy.capture-clip-unit]");
  EXPECT_AMONG("capture", "stretch-warp/cords.csv", "tension [N]", "tension [kN]", "[capture.carried]", "[remedy.capture-carried]");
  suspect_finish();
}
