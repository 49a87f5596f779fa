// test_hostile_poses.c: a bad experiment of the protocol `poses` is one clear error with file, line and remedy.
#include "fault/failing_measurement.h"
#include "fault/hostile_experiment.h"
#include "test.h"

#define PLACES "a/positions.csv"
#define MARKS "a/landmarks.csv"

TEST(poses_hostile_body) {
  hostile_start("poses");
  BAD_SETTING("\"box\": [\"80 mm\"", "\"box\": [\"80 s\"", PL_ERROR_UNIT, "80 s");
  BAD_SETTING("\"box\": [\"80 mm\", ", "\"box\": [", PL_ERROR_INPUT, "[poses.must-three-components]");
  BAD_SETTING("\"box\": [\"80 mm\", \"20 mm\", \"20 mm\"]", "\"box\": [\"80 mm\", \"20 mm\", \"0 mm\"]", PL_ERROR_INPUT,
              "[poses.edge-along-mm-long]|0 mm|0.001 mm|1");
  BAD_SETTING("\"box\": [\"80 mm\", \"20 mm\", \"20 mm\"]", "\"sheet\": [\"0 mm\", \"20 mm\"]", PL_ERROR_INPUT, "unknown key");
  BAD_SETTING("\"box\": [\"80 mm\", \"20 mm\", \"20 mm\"]", "\"cylinder\": {\"diameter\": \"0 mm\", \"length\": \"80 mm\"}", PL_ERROR_INPUT,
              "0 mm");
  BAD_SETTING("\"cells\": [20, 5, 5]", "\"cells\": [20, 5]", PL_ERROR_INPUT, "\"cells\" must be 3 numbers");
  BAD_SETTING("\"cells\": [20, 5, 5]", "\"cels\": [20, 5, 5]", PL_ERROR_INPUT, "[poses.unknown-key]|\"cells\"");
  BAD_SETTING("\"elements\": \"hexahedra\"", "\"elements\": \"bricks\"", PL_ERROR_INPUT, "tetrahedra, hexahedra");
  BAD_SETTING("\"mesh\": {\"box\"", "\"mesh\": {\"bax\"", PL_ERROR_INPUT, "unknown key");
  BAD_SETTING("\"density\": \"1020 kg/m^3\"", "\"density\": \"200 g/m^2\"", PL_ERROR_UNIT, "[poses.given-per-body]");
  BAD(EXPERIMENT, "\"density\": \"1020 kg/m^3\",", "", PL_ERROR_INPUT, EXPERIMENT, NULL, "[poses.gravity-acts-body-density]");
  BAD_SETTING("\"sigma\": {\"positions\": \"0.1 mm\"", "\"sigma\": {\"positions\": \"0.1 N\"", PL_ERROR_UNIT, "positions");
  BAD_SETTING("\"sigma\": {\"positions\"", "\"sigma\": {\"position\"", PL_ERROR_INPUT, " you mean \"positions\"?");
  hostile_finish();
}

// Meshes from files: inverted and flat elements, units.
TEST(poses_hostile_mesh_files) {
  hostile_start("poses");
  static const char good[] =
      "# vtk DataFile Version 3.0\nx\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 double\n0 0 0\n80 0 0\n0 20 0\n0 0 20\n80 20 20\n"
      "CELLS 2 10\n4 0 1 2 3\n4 1 2 3 4\nCELL_TYPES 2\n10\n10\n";
  hostile_put("a/body.vtk", good);
  const char *mesh = "\"mesh\": {\"box\": [\"80 mm\", \"20 mm\", \"20 mm\"], \"cells\": [20, 5, 5], \"elements\": \"hexahedra\"}";
  BAD_SETTING(mesh, "\"mesh\": {\"file\": \"body.vtk\"}", PL_ERROR_UNIT, "[poses.unit-coordinates-not-said]");
  BAD_SETTING(mesh, "\"mesh\": {\"file\": \"body.vtk\", \"unit\": \"kg\"}", PL_ERROR_UNIT, "[poses.unit-of-length]|\"kg\"");
  BAD_SETTING(mesh, "\"mesh\": {\"file\": \"bdy.vtk\", \"unit\": \"mm\"}", PL_ERROR_FILE, "[poses.does-not-exist-looked]");
  BAD(EXPERIMENT, mesh, "\"mesh\": {\"file\": \"landmarks.csv\", \"unit\": \"mm\"}", PL_ERROR_INPUT, MARKS, NULL,
      "[mesh.mesh-files-type-cannot]");
  hostile_edit(EXPERIMENT, mesh, "\"mesh\": {\"file\": \"body.vtk\", \"unit\": \"mm\"}");
  hostile_edit("a/body.vtk", "4 0 1 2 3\n4 1 2 3 4", "4 0 1 2 3\n4 1 3 2 4");
  hostile_expect(__FILE__, __LINE__, PL_ERROR_INPUT, "a/body.vtk", "4 1 3 2 4", "[mesh.vertices-inverted-rest-signed]|1|3|2|4|-10666.7");
  hostile_edit("a/body.vtk", "80 20 20", "40 10 0");
  hostile_expect(__FILE__, __LINE__, PL_ERROR_INPUT, "a/body.vtk", NULL, "rest");
  hostile_finish();
}

// Two boxes that share no vertex, one of them held: the other is named.
TEST(poses_hostile_loose_part) {
  hostile_start("poses");
  hostile_put("a/body.vtk",
              "# vtk DataFile Version 3.0\nx\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 9 double\n0 0 0\n80 0 0\n0 20 0\n0 0 20\n80 20 20\n"
              "0 40 0\n80 40 0\n0 60 0\n0 40 20\nCELLS 3 15\n4 0 1 2 3\n4 1 2 3 4\n4 5 6 7 8\nCELL_TYPES 3\n10\n10\n10\n");
  hostile_put(
      EXPERIMENT,
      "{\"pliant\": \"experiment 1\", \"protocol\": \"poses\", \"tests\": [{\"name\": \"b\", \"mesh\": {\"file\": \"body.vtk\", \"unit\": "
      "\"mm\"}, \"sets\": {\"low\": {\"box\": [[\"0 mm\", \"0 mm\", \"0 mm\"], [\"1 mm\", \"20 mm\", \"20 mm\"]]}},\n\"poses\": "
      "[{\"name\": \"s\", "
      "\"supports\": [{\"set\": \"low\"}], \"measured\": {\"forces\": [{\"set\": \"low\", \"force\": [\"1 N\", null, null]}]}}]}]}\n");
  hostile_expect(__FILE__, __LINE__, PL_ERROR_INPUT, EXPERIMENT, "supports", "[poses.body-has-parts-share]|2|5|4|1|84.9 mm|20");
  hostile_finish();
}

TEST(poses_hostile_landmarks) {
  hostile_start("poses");
  BAD(MARKS, "end,80,10,20", "end,80,10,25", PL_ERROR_INPUT, MARKS, "end,80,10,25",
      "[poses.landmark-mm-mm-outside]|\"end\"|80|10|25|5 mm|20");
  BAD(MARKS, "end,80,10,20", "end,80,10,25", PL_ERROR_INPUT, MARKS, "end,80,10,25",
      "[poses.landmark-mm-mm-outside]|\"tolerance\"|\"5.3 mm\"");
  BAD(MARKS, "end,80,10,20", "end,80,10,35", PL_ERROR_INPUT, MARKS, "end,80,10,35",
      "[poses.landmark-mm-mm-outside]|\"tolerance\"|\"16 mm\"");
  BAD(MARKS, "x [mm]", "x [m]", PL_ERROR_INPUT, MARKS, NULL, "[poses.landmark-mm-mm-outside]|1000");
  BAD(MARKS, "x [mm]", "x", PL_ERROR_UNIT, MARKS, NULL, "no unit");
  BAD(MARKS, "x [mm]", "x [N]", PL_ERROR_UNIT, MARKS, NULL, "N");
  BAD(MARKS, "name,", "nam,", PL_ERROR_INPUT, MARKS, "nam,", "[poses.there-no-column-name]|\"name\"");
  BAD(MARKS, "end,80", "top-1,80", PL_ERROR_INPUT, MARKS, "top-1,80", "two landmarks \"top-1\"");
  BAD(MARKS, "end,80", ",80", PL_ERROR_INPUT, MARKS, NULL, "[poses.name-landmark-empty]");
  BAD(PLACES, "stretched,top-2", "stretched,tip-2", PL_ERROR_INPUT, PLACES, "tip-2", "[poses.there-no-landmark]|\"tip-2\"");
  BAD(PLACES, "stretched,top-2", "stretched,top-1", PL_ERROR_INPUT, PLACES, NULL, "[poses.given-twice-one-pose]|\"top-1\"");
  BAD(PLACES, "x [mm]", "x [kg]", PL_ERROR_UNIT, PLACES, NULL, "[poses.column-unit]|\"x\"|kg");
  BAD(PLACES, "x [mm]", "x", PL_ERROR_UNIT, PLACES, NULL, "no unit");
  BAD(PLACES, "x [mm]", "x [km]", PL_ERROR_UNIT, PLACES, "stretched,top-1", "[poses.landmark-where-rest-body]");
  // rows that would be ignored silently
  BAD(PLACES, "stretched,top-2", "streched,top-2", PL_ERROR_INPUT, PLACES, "streched,top-2",
      "[poses.there-no-pose]|\"streched\"|\"stretched\"");
  BAD(PLACES, "stretched,top-2", "thrown away,top-2", PL_ERROR_INPUT, PLACES, "thrown away,top-2",
      "[poses.there-no-pose]|\"thrown away\"|\"poses\"");
  BAD(PLACES, "stretched,top-2,", "stretched,top-2,nan", PL_ERROR_PARSE, PLACES, "stretched,top-2,nan", "[poses.column-has]");
  BAD(PLACES, "stretched,top-2,44.94", "stretched,top-2,\"44,94\"", PL_ERROR_INPUT, PLACES, "44,94", "[csv.has-decimal-rest-file]");
  BAD(MARKS, "x [mm],y [mm],z [mm]", "y [mm],x [mm],z [mm]", PL_ERROR_INPUT, MARKS, NULL, "[poses.landmark-mm-mm-outside]");
  BAD(MARKS, "x [mm],y [mm],z [mm]", "x [cm],y [cm],z [cm]", PL_ERROR_INPUT, MARKS, NULL, "[poses.landmark-mm-mm-outside]|10");
  BAD(MARKS, "x [mm],y [mm],z [mm]", "x [m],y [m],z [m]", PL_ERROR_INPUT, MARKS, NULL, "[poses.landmark-mm-mm-outside]|1000");
  BAD(EXPERIMENT, "\"name\": \"stretched\"", "\"name\": \"pulled\"", PL_ERROR_INPUT, EXPERIMENT, NULL,
      "[poses.has-no-row-pose]|\"pulled\"");
  hostile_finish();
}

TEST(poses_hostile_supports) {
  hostile_start("poses");
  BAD_SETTING("{\"set\": \"right\", \"translation\": [\"10 mm\"", "{\"set\": \"rihgt\", \"translation\": [\"10 mm\"", PL_ERROR_INPUT,
              "[poses.there-no-set]|\"rihgt\"");
  BAD_SETTING("\"translation\": [\"10 mm\"", "\"translation\": [\"10 N\"", PL_ERROR_UNIT, "10 N");
  BAD_SETTING("\"translation\": [\"10 mm\"", "\"axes\": \"xw\", \"translation\": [\"10 mm\"", PL_ERROR_INPUT, "[poses.names-no-axes]");
  BAD_SETTING("\"right\": {\"plane\": \"x\", \"at\": \"80 mm\"}", "\"right\": {\"plane\": \"x\", \"at\": \"81 mm\"}", PL_ERROR_INPUT,
              "[poses.set-has-no-vertex]|\"right\"|0|80 mm|20 mm");
  BAD_SETTING("\"right\": {\"plane\": \"x\", \"at\": \"80 mm\"}", "\"right\": {\"plane\": \"x\", \"at\": \"800 mm\"}", PL_ERROR_INPUT,
              "[poses.set-has-no-vertex]|10");
  // 100 times smaller, the plane is one of vertices inside
  BAD(EXPERIMENT, "[\"80 mm\", \"20 mm\", \"20 mm\"], \"cells\"", "[\"80 m\", \"20 m\", \"20 m\"], \"cells\"", PL_ERROR_INPUT, EXPERIMENT,
      NULL, "[poses.set-has-no-vertex]|1000");
  BAD_SETTING("\"right\": {\"plane\": \"x\", \"at\": \"80 mm\"}", "\"right\": {\"plane\": \"x\"}", PL_ERROR_INPUT,
              "[poses.where-plane-not-said]");
  BAD_SETTING("\"right\": {\"plane\": \"x\", \"at\": \"80 mm\"}", "\"right\": {\"plan\": \"x\", \"at\": \"80 mm\"}", PL_ERROR_INPUT,
              "[poses.unknown-key]|\"plane\"");
  BAD_SETTING("\"right\": {\"plane\": \"x\", \"at\": \"80 mm\"}", "\"right\": {\"vertices\": [0, 99999]}", PL_ERROR_INPUT, "99999");
  BAD_SETTING("[\"3.764 N\", null, null]", "[\"3.764 N\", null]", PL_ERROR_INPUT, "[poses.must-three-components]|\"1 N\"|\"0 N\"");
  // both want the same vertices at other places
  BAD(EXPERIMENT, "[{\"set\": \"left\"}, {\"set\": \"right\", \"translation\": [\"10 mm\"",
      "[{\"set\": \"right\"}, {\"set\": \"right\", \"translation\": [\"10 mm\"", PL_ERROR_INPUT, EXPERIMENT, "[{\"set\": \"right\"}",
      "[poses.two-supports-set-contradict]|\"right\"|20|80 mm|90 mm");
  BAD(EXPERIMENT, "\"supports\": [{\"set\": \"left\"}],", "\"supports\": [{\"set\": \"left\", \"axes\": \"x\"}],", PL_ERROR_INPUT,
      EXPERIMENT, NULL, "[poses.supports-leave-body-free]");
  BAD(EXPERIMENT, "\"supports\": [{\"set\": \"left\"}],", "\"supports\": [],", PL_ERROR_INPUT, EXPERIMENT, NULL,
      "[poses.nothing-holds-body-pose]");
  BAD_SETTING("\"angle\": \"45 deg\"", "\"angle\": \"45 mm\"", PL_ERROR_UNIT, "45 mm");
  BAD_SETTING("\"axis\": [1, 0, 0]", "\"axis\": [0, 0, 0]", PL_ERROR_INPUT, "[poses.direction-must-not-zero]");
  BAD_SETTING("\"gravity\": [0, 0, -1]", "\"gravity\": [\"0 m/s^2\", \"0 m/s^2\", \"-9.81 m\"]", PL_ERROR_UNIT, "-9.81 m");
  hostile_finish();
}

TEST(poses_hostile_readings) {
  hostile_start("poses");
  BAD(EXPERIMENT, "[{\"set\": \"right\", \"force\": [\"3.764 N\", null, null]}]",
      "[{\"set\": \"middle\", \"force\": [\"3.764 N\", null, null]}]", PL_ERROR_INPUT, EXPERIMENT, "middle",
      "[poses.there-no-set]|\"middle\"");
  hostile_edit(EXPERIMENT, "\"left\": {", "\"middle\": {\"plane\": \"x\", \"at\": \"40 mm\"}, \"left\": {");
  BAD(EXPERIMENT, "[{\"set\": \"right\", \"force\": [\"3.764 N\", null, null]}]",
      "[{\"set\": \"middle\", \"force\": [\"3.764 N\", null, null]}]", PL_ERROR_INPUT, EXPERIMENT, NULL,
      "[poses.force-along-measured-nothing]|\"middle\"");
  BAD(EXPERIMENT, "\"torques\": [{\"set\": \"right\"", "\"torques\": [{\"set\": \"middle\"", PL_ERROR_INPUT, EXPERIMENT, NULL,
      "[poses.torque-about-measured-vertices]|\"middle\"");
  BAD(EXPERIMENT, "\"about\": [\"80 mm\", \"10 mm\", \"10 mm\"], ", "", PL_ERROR_INPUT, EXPERIMENT, "\"torques\"",
      "missing field \"about\"");
  BAD_SETTING("\"3.764 N\"", "\"3.764 mm\"", PL_ERROR_UNIT, "3.764 mm");
  BAD_SETTING("\"along\": [\"side-2\", \"back-2\"]", "\"along\": [\"side-2\", \"back-22\"]", PL_ERROR_INPUT,
              "[poses.there-no-landmark]|\"back-2\"");
  BAD_SETTING("\"along\": [\"side-2\", \"back-2\"]", "\"along\": [\"side-2\"]", PL_ERROR_INPUT, "[poses.length-needs-two-landmarks]");
  BAD(EXPERIMENT, "[{\"volume\": \"", "[{\"set\": \"left\", \"volume\": \"", PL_ERROR_INPUT, EXPERIMENT, NULL, "the set \"left\" holds no");
  BAD(EXPERIMENT, "cm^3\"}]", "m^3\"}]", PL_ERROR_UNIT, EXPERIMENT, NULL, "volume of \"body\" is 3.23e+07 cm^3, but 32 cm^3 at rest");
  BAD(EXPERIMENT, "\"measured\": {\"positions\": \"positions.csv\"}", "\"measured\": {}", PL_ERROR_INPUT, EXPERIMENT, NULL,
      "[poses.nothing-measured-pose]");
  BAD_SETTING("\"measured\": {\"positions\": \"positions.csv\"}", "\"measured\": {\"position\": \"positions.csv\"}", PL_ERROR_INPUT,
              " you mean \"positions\"?");
  BAD_SETTING("\"held-out\": true", "\"held-out\": 1", PL_ERROR_INPUT, "held-out");
  BAD_SETTING("\"held-out\": true", "\"Held-out\": true", PL_ERROR_INPUT, "[poses.unknown-key]|\"held-out\"");
  BAD(EXPERIMENT, "\"name\": \"twisted\"", "\"name\": \"stretched\"", PL_ERROR_INPUT, EXPERIMENT, NULL, "[poses.also-pose-line]");
  hostile_finish();
}

// Readings in a wrong unit, or with a wrong sign, that a reader cannot reject. Each gives one sentence, and the unchanged experiment none.
TEST(poses_doubt_places) {
  hostile_start("poses");
  DOUBT(PLACES, "x [mm],y [mm],z [mm]", "x [mm], y [mm],z [mm]", NULL, NULL);
  DOUBT(PLACES, "x [mm],y [mm],z [mm]", "x [cm],y [cm],z [cm]", "[poses.places-unit]|\"stretched\"|467 mm|7|5.42 mm|10",
        "[remedy.poses-places]");
  DOUBT(PLACES, "x [mm],y [mm],z [mm]", "y [mm],x [mm],z [mm]", "[poses.columns]", "[remedy.poses-columns]");
  DOUBT(PLACES, "x [mm],y [mm],z [mm]", "z [mm],y [mm],x [mm]", "[poses.columns]", "[remedy.poses-columns]");
  DOUBT(PLACES, "x [mm],y [mm],z [mm]", "x [um],y [um],z [um]", "[poses.places-unit]|1000", "[remedy.poses-places]");
  DOUBT(EXPERIMENT, "\"translation\": [\"10 mm\"", "\"translation\": [\"1 mm\"", "[poses.motion]|\"stretched\"|7.8|1 mm",
        "[remedy.poses-motion]|\"translation\"");
  DOUBT(EXPERIMENT, "\"translation\": [\"10 mm\"", "\"translation\": [\"10 cm\"", "[poses.motion]|0.078",
        "[remedy.poses-motion]|\"translation\"");
  DOUBT(EXPERIMENT, "\"translation\": [\"10 mm\"", "\"translation\": [\"-10 mm\"", "[poses.motion]|-0.78", "[remedy.poses-motion]");
  DOUBT(EXPERIMENT, "45 deg", "45 rad", "[poses.angle]|2578", "[remedy.poses-angle]");
  DOUBT(EXPERIMENT, "18.84 mm", "18.84 cm", "[poses.length]|\"side-2-back-2\"|188.4 mm|18.7 mm", "check its unit");
  DOUBT(EXPERIMENT, "32.34 cm^3", "323.4 cm^3", "[poses.size]|\"body\"|323.4 cm^3|32 cm^3", "check its unit");
  DOUBT(EXPERIMENT, "\"positions\": \"0.1 mm\"", "\"positions\": \"0.1 m\"", "[poses.sigma]|100 mm", "[remedy.poses-sigma]|\"sigma\"");
  DOUBT(EXPERIMENT, "\"positions\": \"0.1 mm\"", "\"positions\": \"1 mm\"", NULL, NULL);
  hostile_edit(EXPERIMENT, "\"landmarks\":", "\"tolerance\": \"30 mm\", \"landmarks\":");
  DOUBT(MARKS, "end,80,10,20", "end,80,10,40", "[poses.landmark-outside]|\"end\"|20 mm|84.9 mm", "narrow \"tolerance\"");
  hostile_finish();
}

// The unit of the mesh is wrong, and no volume was measured. Landmarks fill only a corner of it, supports move by many bodies or not at
// all, or no body is that large.
TEST(poses_doubt_mesh) {
  hostile_start("poses");
  hostile_edit(EXPERIMENT, ",\n            \"volumes\": [{\"volume\": \"32.34 cm^3\"}]", "");
  static const char body[] = "[\"80 mm\", \"20 mm\", \"20 mm\"]";
  DOUBT(EXPERIMENT, body, "[\"80 mm\", \"20.0 mm\", \"20 mm\"]", NULL, NULL);
  hostile_edit(EXPERIMENT, "\"0.265 N\"", "null");
  hostile_edit(EXPERIMENT, "\"4.84 N mm\"", "null");  // with the body the modulus by the torque becomes that of no matter
  DOUBT(EXPERIMENT, body, "[\"80 cm\", \"20 cm\", \"20 cm\"]", "[poses.landmarks-corner]|8|64.03 mm|848.5 mm|10",
        "check the unit of the mesh");
  DOUBT(EXPERIMENT, "[\"10 mm\", \"0 mm\", \"0 mm\"]", "[\"10 m\", \"0 mm\", \"0 mm\"]", "[poses.supports-far]|117.9",
        "[remedy.poses-supports]|\"translation\"");
  hostile_finish();
}

// A body of a mesh file in metres instead of millimetres, or the reverse, with sets that scale with it: no landmarks, no volume.
TEST(poses_doubt_size_of_the_body) {
  static const char experiment[] =
      "{\"pliant\": \"experiment 1\", \"protocol\": \"poses\", \"tests\": [{\"name\": \"block\", \"mesh\": {\"box\": [\"4 u\", \"1 u\", "
      "\"1 u\"], \"cells\": [4, 1, 1]}, \"sets\": {\"left\": {\"plane\": \"x\", \"at\": \"0 u\"}, \"right\": {\"plane\": \"x\", \"at\": "
      "\"4 "
      "u\"}}, \"poses\": [{\"name\": \"pulled\", \"supports\": [{\"set\": \"left\"}, {\"set\": \"right\", \"translation\": [\"5 mm\", \"0 "
      "mm\", "
      "\"0 mm\"]}], \"measured\": {\"forces\": [{\"set\": \"right\", \"force\": [\"1 N\", null, null]}]}}]}]}";
  static const struct {
    const char *unit, *text;
  } row[] = {{" cm", NULL}, {" m", NULL}, {"e1 m", "[poses.body-size]|42426 mm"}, {"e-1 mm", "[poses.body-size]|0.4243 mm"}};
  hostile_start("poses");
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    char text[2000];
    size_t n = 0;
    for (const char *p = experiment; *p; p++) {
      if (p[0] == ' ' && p[1] == 'u' && p[2] == '"')
        n += (size_t)snprintf(text + n, sizeof text - n, "%s", row[i].unit), p++;
      else
        text[n++] = *p;
    }
    text[n] = '\0';
    hostile_put(EXPERIMENT, text);
    DOUBT(EXPERIMENT, "\"pulled\"", "\"drawn\"", row[i].text, "check the unit of the mesh");
  }
  hostile_finish();
}

// A cube pressed thrice, the middle and then further: all signs, some signs, one unit.
TEST(poses_doubt_forces_of_poses_alike) {
  static const char pose[] =
      "%s{\"name\": \"p%d\", \"supports\": [{\"set\": \"bottom\"}, {\"set\": \"top\", \"translation\": [\"0 mm\", \"0 mm\", "
      "\"-%d mm\"]}], \"measured\": {\"forces\": [{\"set\": \"top\", \"force\": [null, null, \"%s\"]}]}}";
  static const struct {
    const char *force[3], *text, *remedy;
  } row[] = {
      {{"-4.7 N", "-10.7 N", "-15.4 N"}, NULL, NULL},
      {{"4.7 N", "10.7 N", "15.4 N"}, "[poses.signs]|3|\"top\"|-9.4", "[remedy.poses-sign]"},
      {{"4.7 N", "10.7 N", "-15.4 N"}, "[poses.signs]|\"p0\"|\"p1\"", "\"of\": \"body\""},
      {{"-4.7 kN", "-10.7 N", "-15.4 N"}, "[poses.moduli-apart]|\"top\"|\"p0\"", "mN, N, kN"},
  };
  hostile_start("poses");
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    char text[3000];
    int n =
        snprintf(text, sizeof text,
                 "{\"pliant\": \"experiment 1\", \"protocol\": \"poses\", \"tests\": [{\"name\": \"cube\", \"mesh\": {\"box\": [\"50 mm\", "
                 "\"50 mm\", \"50 mm\"], \"cells\": [4, 4, 4]}, \"sets\": {\"bottom\": {\"plane\": \"z\", \"at\": \"0 mm\"}, \"top\": "
                 "{\"plane\": \"z\", \"at\": \"50 mm\"}}, \"poses\": [");
    for (int k = 0; k < 3; k++) n += snprintf(text + n, sizeof text - (size_t)n, pose, k ? ", " : "", k, 2 + 3 * k, row[i].force[k]);
    snprintf(text + n, sizeof text - (size_t)n, "]}]}");
    hostile_put(EXPERIMENT, text);
    DOUBT(EXPERIMENT, "\"cube\"", "\"block\"", row[i].text, row[i].remedy);
  }
  hostile_finish();
}

TEST(poses_doubt_forces) {
  hostile_start("poses");
  static const char pull[] = "[poses.moduli-apart]|\"right\"|\"stretched\"";
  DOUBT(EXPERIMENT, "3.764 N", "3.764 kN", pull, "[remedy.poses-moduli-apart]");
  DOUBT(EXPERIMENT, "3.764 N", "-3.764 N", "[poses.sign]|\"stretched\"|\"right\"|-37.6", "write \"of\": \"body\"");
  DOUBT(EXPERIMENT, "[\"3.764 N\", null, null]", "[\"-3.764 N\", null, null], \"of\": \"body\"", NULL, NULL);
  DOUBT(EXPERIMENT, "4.84 N mm", "4.84 N m", "[poses.moduli-apart]|\"right\"|\"twisted\"", "[remedy.poses-moduli-apart]");
  DOUBT(EXPERIMENT, "4.84 N mm", "-4.84 N mm", "[poses.sign]|\"twisted\"|\"right\"", "[remedy.poses-sign]");
  DOUBT(EXPERIMENT, "\"gravity\": [0, 0, -1]", "\"gravity\": [0, 0, 1]", "[poses.against-load]|\"hanging\"|11.3 mm",
        "[remedy.poses-against-load]");
  DOUBT(EXPERIMENT, "\"gravity\": [0, 0, -1]", "\"gravity\": [\"0 m/s^2\", \"0 m/s^2\", \"-98.1 m/s^2\"]", "[poses.pose-gravity]|98.1",
        "9.81 m/s^2 on Earth");
  DOUBT(EXPERIMENT, "1020 kg/m^3", "50000 kg/m^3", "[poses.body-density]|50000 kg", "[remedy.poses-body-density]|\"density\"");
  // read on both ends, they must balance
  static const char right[] = "[{\"set\": \"right\", \"force\": [\"3.764 N\", null, null]}]";
  DOUBT(EXPERIMENT, right,
        "[{\"set\": \"right\", \"force\": [\"3.764 N\", null, null]}, {\"set\": \"left\", \"force\": [\"-3.7 N\", null, null]}]", NULL,
        NULL);
  DOUBT(EXPERIMENT, right,
        "[{\"set\": \"right\", \"force\": [\"3.764 N\", null, null]}, {\"set\": \"left\", \"force\": [\"3.7 N\", null, null]}]",
        "[poses.balance]|\"stretched\"|7.46 N|3.76 N", "[remedy.poses-balance]");
  // alone, only what no soft body has
  hostile_edit(EXPERIMENT, "4.84 N mm", "0 N mm");
  hostile_edit(EXPERIMENT, "\"0.265 N\"", "null");
  hostile_edit(EXPERIMENT, "\"gravity\": [0, 0, -1]", "\"gravity\": null");
  DOUBT(EXPERIMENT, "3.764 N", "3.764 kN", NULL, NULL);
  DOUBT(EXPERIMENT, "3.764 N", "3764000 kN", "[poses.body-modulus]|\"right\"|80000 GPa|10 Pa|10 GPa", "[remedy.poses-modulus]");
  hostile_finish();
}

// Across, load cells read a little of what pulls along, and of what turns; virtual ones read rounding. It is no want of balance.
TEST(poses_doubt_balance) {
  hostile_start("poses");
  hostile_edit(EXPERIMENT, "\"force\": \"5 mN\", ", "");
  static const char right[] = "{\"set\": \"right\", \"force\": [\"3.764 N\", null, null]}";
#define BOTH(rx, ry, rz, lx, ly, lz)                                                                                                 \
  "{\"set\": \"right\", \"force\": [\"" rx " N\", \"" ry " N\", \"" rz " N\"]}, {\"set\": \"left\", \"force\": [\"" lx " N\", \"" ly \
  " N\", \"" lz " N\"]}"
  DOUBT(EXPERIMENT, right, BOTH("3.764", "0.004", "-0.003", "-3.75", "-0.001", "0.002"), NULL, NULL);
  DOUBT(EXPERIMENT, right, BOTH("3.764", "-4.44e-16", "0", "-3.75", "0", "1e-17"), NULL, NULL);
  DOUBT(EXPERIMENT, right, BOTH("3.764", "0.004", "0", "-3.75", "1", "0"), "[poses.balance]|1 N|3.76 N", "[remedy.poses-balance]");
  static const char turned[] = "\"torques\": [{\"set\": \"right\"";
  DOUBT(EXPERIMENT, turned, "\"forces\": [" BOTH("0.004", "1e-12", "0", "0", "0", "0") "], \"torques\": [{\"set\": \"right\"", NULL, NULL);
  DOUBT(EXPERIMENT, turned, "\"forces\": [" BOTH("4", "0", "0", "0", "0", "0") "], \"torques\": [{\"set\": \"right\"",
        "[poses.balance]|4 N", "[remedy.poses-balance]");
#undef BOTH
  hostile_finish();
}

// A small factor brings any place near the origin to where it was: that says nothing of the unit.
TEST(poses_doubt_places_near_the_origin) {
  hostile_start("poses");
  hostile_put(EXPERIMENT,
              "{\"pliant\": \"experiment 1\", \"protocol\": \"poses\", \"density\": \"1020 kg/m^3\", \"tests\": [{\"name\": \"block\", "
              "\"mesh\": {\"box\": [\"80 mm\", \"20 mm\", \"20 mm\"], \"cells\": [8, 2, 2], \"elements\": \"hexahedra\"}, \"landmarks\": "
              "\"landmarks.csv\", \"sets\": {\"right\": {\"plane\": \"x\", \"at\": \"80 mm\"}}, \"poses\": [{\"name\": \"hanging\", "
              "\"supports\": [{\"set\": \"right\"}], \"gravity\": [0, 0, -1], \"measured\": {\"positions\": \"positions.csv\"}}]}]}");
  hostile_put(MARKS, "name,x [mm],y [mm],z [mm]\ntip,0,0,0\n");
  hostile_put(PLACES, "pose,name,x [mm],y [mm],z [mm]\nhanging,tip,3,0,-30\n");
  DOUBT(PLACES, "-30", "-30.0", NULL, NULL);
  hostile_put(MARKS, "name,x [mm],y [mm],z [mm]\ntip,0,0,0\nedge,0,5,0\n");
  hostile_put(PLACES, "pose,name,x [mm],y [mm],z [mm]\nhanging,tip,3,0,-30\nhanging,edge,3,5,-30\n");
  DOUBT(PLACES, "-30", "-30.0", NULL, NULL);
  hostile_put(MARKS, "name,x [mm],y [mm],z [mm]\ntip,0,0,0\nmiddle,40,0,0\n");
  hostile_put(PLACES, "pose,name,x [mm],y [mm],z [mm]\nhanging,tip,1,0,-8\nhanging,middle,40,0,-2\n");
  DOUBT(PLACES, "x [mm],y [mm],z [mm]", "x [cm],y [cm],z [cm]", "[poses.places-unit]|10", "[remedy.poses-places]");
  hostile_finish();
}

// Every pose is compared, however many there are.
TEST(poses_doubt_many_poses) {
  hostile_start("poses");
  char text[40000];
  int n =
      snprintf(text, sizeof text,
               "{\"pliant\": \"experiment 1\", \"protocol\": \"poses\", \"tests\": [{\"name\": \"block\", \"mesh\": {\"box\": [\"80 "
               "mm\", \"20 mm\", \"20 mm\"], \"cells\": [4, 2, 2], \"elements\": \"hexahedra\"}, \"sets\": {\"left\": {\"plane\": \"x\", "
               "\"at\": \"0 mm\"}, \"right\": {\"plane\": \"x\", \"at\": \"80 mm\"}}, \"poses\": [");
  for (int i = 0; i < 100; i++)
    n += snprintf(text + n, sizeof text - (size_t)n,
                  "%s{\"name\": \"p%d\", \"supports\": [{\"set\": \"left\"}, {\"set\": \"right\", \"translation\": [\"10 mm\", \"0 mm\", "
                  "\"0 mm\"]}], \"measured\": {\"forces\": [{\"set\": \"right\", \"force\": [\"3.764 N\", null, null]%s}]}}",
                  i > 0 ? ", " : "", i, i == 99 ? ", \"comment\": \"last\"" : "");
  snprintf(text + n, sizeof text - (size_t)n, "]}]}");
  hostile_put(EXPERIMENT, text);
  DOUBT(EXPERIMENT, "\"last\"", "\"the last\"", NULL, NULL);
  DOUBT(EXPERIMENT, "[\"3.764 N\", null, null], \"comment\"", "[\"3.764 kN\", null, null], \"comment\"",
        "[poses.moduli-apart]|\"right\"|\"p99\"", "[remedy.poses-moduli-apart]");
  hostile_finish();
}

static const char *const files[] = {EXPERIMENT, PLACES, MARKS, NULL};
TEST(poses_hostile_damage) { hostile_damage("poses", files, 60); }

TEST(poses_hostile_allocation) {
  hostile_start("poses");
  hostile_edit(EXPERIMENT, "[20, 5, 5]", "[4, 2, 2]");
  failing_load_and_save(hostile_path("a"), hostile_path("b"), 6000);
  hostile_finish();
}
