// `pliant plot` and `pliant render` as a user calls them. Files exist, complete and not blank, with as many marks as points. Errors are
// clear.
#include <cairo.h>
#include <dirent.h>

#include "said.h"
#include "base/json.h"
#include "base/text.h"
#include "failing_memory.h"
#include "golden/command.h"
#include "golden/figure_check.h"
#include "golden/key_check.h"
#include "golden/report_case.h"
#include "report/figure/figures.h"
#include "report/render/render.h"
#include "test.h"
#include "protocol/tensile/tensile.h"

static const pl_run run = {"pliant fit a.json -o out", "fit", ""};

static report_case make(void) {
  char directory[4096];
  snprintf(directory, sizeof directory, "%s/out", test_folder());
  report_case c = report_case_make(true);
  REQUIRE(pl_result_save(c.ctx, directory, c.fit, &run) == PL_OK);
  return c;
}

static int occurrences(const char *text, const char *part) {
  int n = 0;
  for (const char *p = text; (p = strstr(p, part)) != NULL; p += strlen(part)) n++;
  return n;
}

// Share of pixels that are not white.
static double inked(const char *name, int *width, int *height) {
  char path[4200];
  snprintf(path, sizeof path, "%s/%s", test_folder(), name);
  cairo_surface_t *image = cairo_image_surface_create_from_png(path);
  *width = *height = 0;
  if (cairo_surface_status(image) != CAIRO_STATUS_SUCCESS) {
    test_fail(__FILE__, __LINE__, "%s is no PNG", name);
    cairo_surface_destroy(image);
    return 0;
  }
  *width = cairo_image_surface_get_width(image), *height = cairo_image_surface_get_height(image);
  const unsigned char *data = cairo_image_surface_get_data(image);
  double n = 0;
  for (int y = 0; y < *height; y++)
    for (int x = 0; x < *width; x++) {
      uint32_t pixel;
      memcpy(&pixel, data + y * cairo_image_surface_get_stride(image) + 4 * x, sizeof pixel);
      n += (pixel & 0xffffff) != 0xffffff;
    }
  cairo_surface_destroy(image);
  return n / ((double)*width * *height);
}

static int files_in(const char *name) {
  char path[4200];
  snprintf(path, sizeof path, "%s/%s", test_folder(), name);
  DIR *folder = opendir(path);
  int n = 0;
  for (const struct dirent *entry; folder && (entry = readdir(folder)) != NULL;) n += entry->d_name[0] != '.';
  if (folder) closedir(folder);
  return n;
}

// ---- plot ----

// Discs of a colour in an SVG file as cairo writes them.
static int discs(const char *svg, const char *rgb) {
  char part[160];
  snprintf(part, sizeof part, "stroke:none;fill-rule:nonzero;fill:rgb(%s);fill-opacity:1;\" d=\"M", rgb);
  return occurrences(svg, part);
}

TEST(plot_marks_are_points) {
  report_case c = make();
  CHECK(command_run("plot out -o figs --format svg").status == 0);
  const char *svg = command_file("figs/test-weft-force.svg"), *green = "0%,61.960784%,45.098039%",
             *purple = "65.882353%,32.156863%,49.803922%", *blue = "0%,44.705882%,69.803922%";
  CHECK_CONTAINS(svg, "<svg xmlns");
  CHECK_CONTAINS(svg, "</svg>");
  int n_frame = c.fit->work.fit_case[1].test->n_frame;
  CHECK(n_frame > 5);
  CHECK(discs(svg, green) + discs(svg, purple) == n_frame + 2);  // loading and unloading, and their samples in the legend
  CHECK(discs(svg, blue) == n_frame);                            // residuals
  CHECK(strstr(svg, "nan") == NULL && strstr(svg, "inf") == NULL);
  report_case_clear(&c);
}

// The shaded range of a law reaches as far as fit.json says. The axis follows from its first and last sample with a margin of 2 %.
TEST(plot_valid_range) {
  report_case c = make();
  CHECK(command_run("plot out -o figs --format svg").status == 0);
  char path[4200];
  snprintf(path, sizeof path, "%s/out/fit.json", test_folder());
  pl_arena *arena = pl_arena_create(c.ctx);
  pl_json *fit;
  REQUIRE(pl_json_load(arena, path, &fit) == PL_OK);
  pl_json *curve = pl_json_find(fit, "curves")->child, *strain = pl_json_find(curve, "strain")->child,
          *range = pl_json_find(curve, "range")->child;
  double first = strain->number, last, expected = range->next->number - range->number;
  while (strain->next) strain = strain->next;
  last = strain->number;
  expected /= 1.04 * (last - first);
  // the first faint rectangle is the range, clipped to the data area; the axis is the long line of 0.6 pt under it
  const char *rectangle = strstr(command_file("figs/law-warp.svg"), "fill-opacity:0.07"), *axis;
  double x0, x1, y;
  REQUIRE(rectangle && sscanf(strstr(rectangle, " d=\"M") + 5, "%lf %lf L %lf", &x0, &y, &x1) == 3);
  double longest = 0;
  for (axis = rectangle; (axis = strstr(axis, "stroke-width:0.6;")) != NULL; axis++) {
    double a0, b0, a1, b1;
    if (sscanf(strstr(axis, " d=\"M") + 5, "%lf %lf L %lf %lf", &a0, &b0, &a1, &b1) == 4 && b0 == b1)
      longest = fmax(longest, fabs(a1 - a0));
  }
  REQUIRE(longest > 100);
  CHECK_NEAR(fabs(x1 - x0) / longest, expected, 0.02);
  pl_arena_destroy(arena);
  report_case_clear(&c);
}

TEST(plot_all_formats) {
  report_case c = make();
  command_outcome o = command_run("plot out -o figs --dpi 100 --width \"90 mm\" --json");
  CHECK(o.status == 0);
  static const char *const names[] = {"law-warp",        "law-weft",        "law-shear",           "test-warp-strip-force",
                                      "test-weft-force", "test-bias-force", "test-held-out-force", "parameters",
                                      "correlation",     "convergence",     "singular-values"};
  enum { N = sizeof names / sizeof names[0] };
  for (int i = 0; i < N; i++) {
    char path[200];
    int width, height;
    snprintf(path, sizeof path, "figs/%s.png", names[i]);
    CHECK_CONTAINS(o.out, path);
    double share = inked(path, &width, &height);
    if (!(share > 0.02 && share < 0.7)) test_fail(__FILE__, __LINE__, "%s: %.3f of the pixels have ink", names[i], share);
    snprintf(path, sizeof path, "figs/%s.pdf", names[i]);
    CHECK(strncmp(command_file(path), "%PDF-1.", 7) == 0);
    snprintf(path, sizeof path, "figs/%s.svg", names[i]);
    CHECK_CONTAINS(command_file(path), "</svg>");
  }
  CHECK(files_in("figs") == 3 * N && occurrences(o.out, "\"file\"") == 3 * N);
  int width, height;
  inked("figs/test-weft-force.png", &width, &height);
  CHECK(abs(width - 354) <= 1);  // 90 mm at 100 dpi
  inked("figs/law-warp.png", &width, &height);
  CHECK(abs(width - 709) <= 1);  // two columns
  // letters go along: SVG has outlines, PDF the font
  CHECK_CONTAINS(command_file("figs/law-warp.svg"), "<symbol");
  pl_arena *arena = pl_arena_create(c.ctx);
  char path[4200], *pdf;
  size_t size, found = 0;
  snprintf(path, sizeof path, "%s/figs/law-warp.pdf", test_folder());
  REQUIRE(pl_file_read(arena, path, 1 << 24, &pdf, &size) == PL_OK);
  for (size_t i = 0; i + 9 < size; i++) found += memcmp(pdf + i, "/FontFile", 9) == 0;
  CHECK(found > 0);
  CHECK(memcmp(pdf + size - 6, "%%EOF", 5) == 0);
  pl_arena_destroy(arena);
  report_case_clear(&c);
}

// Every protocol that is quick to fit; the others are drawn by `make gallery`.
LONG_TEST(plot_every_protocol) {
  static const struct {
    const char *protocol, *has[3];
  } cases[] = {{"tensile", {"law-warp", "test-warp-force", "correlation"}},
               {"cantilever", {"strip-strip-0-30-mm", "law-bend-twist", "law-bend-warp"}},
               {"weights", {"loop-warp-friction", "test-warp-length", "profile-warp-friction-tau"}},
               {"homogeneous", {"test-uniaxial-stress", "modes-stress", "law-stretch"}}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const char *name = cases[i].protocol;
    CHECK(command_run("new %s %s-new", name, name).status == 0);
    CHECK(command_run("fit %s-new -o %s -q", name, name).status == 0);
    CHECK(command_run("plot %s -o %s-figs --format png --dpi 72", name, name).status == 0);
    char fit[64];
    snprintf(fit, sizeof fit, "%s/fit.json", name);
    check_keys(fit);
    for (int k = 0; k < 3; k++) {
      char path[200];
      int width, height;
      snprintf(path, sizeof path, "%s-figs/%s.png", name, cases[i].has[k]);
      CHECK(inked(path, &width, &height) > 0.02);
    }
  }
}

// Pictures call the frames of a known state of deformation by how far each goes.
static void check_states(void) {
  char path[4200];
  snprintf(path, sizeof path, "%s/out", test_folder());
  pl_context *ctx = pl_context_create(NULL);
  pl_arena *arena = pl_arena_create(ctx);
  pl_film film;
  REQUIRE(arena && pl_film_load(arena, path, "uniaxial", "last", 0, &film) == PL_OK);
  REQUIRE(film.n_frame == 1 && film.pose);
  CHECK_TEXT(film.pose[0], "stretch 6");
  pl_arena_destroy(arena);
  pl_context_destroy(ctx);
}

// All tests of rubber in one plot: a point per frame, in the colour of its mode.
TEST(plot_modes_of_rubber) {
  CHECK(command_run("new homogeneous rubber").status == 0);
  CHECK(command_run("fit rubber -o out -q").status == 0);
  CHECK(command_run("plot out -o figs --format svg").status == 0);
  static const char *const colour[] = {"0%,44.705882%,69.803922%", "83.529412%,36.862745%,0%", "0%,61.960784%,45.098039%"};
  static const char *const file[] = {"rubber/uniaxial.csv", "rubber/equibiaxial.csv", "rubber/planar.csv"};
  const char *svg = command_file("figs/modes-stress.svg");
  for (int k = 0; k < 3; k++) {
    int n_point = -1;  // the head
    for (const char *p = command_file(file[k]); (p = strchr(p, '\n')) != NULL; p++) n_point++;
    CHECK(n_point > 10 && discs(svg, colour[k]) == n_point);
  }
  command_outcome o = command_run("show out --laws");
  CHECK(o.status == 0);
  CHECK_CONTAINS(o.out, "Laws of rubber");
  CHECK(figures_beginning("out", "law-stretch") == 1);
  check_states();
}

// Where the discs of a colour are, [n][2], pt; returns how many there are.
static int disc_places(const char *svg, const char *rgb, int most, double *place) {
  char part[160];
  int n = 0;
  snprintf(part, sizeof part, "stroke:none;fill-rule:nonzero;fill:rgb(%s);fill-opacity:1;\" d=\"M", rgb);
  for (const char *p = svg; n < most && (p = strstr(p, part)) != NULL; n++) {
    p += strlen(part);
    if (sscanf(p, "%lf %lf", &place[2 * n], &place[2 * n + 1]) != 2) break;
  }
  return n;
}

// The same test twice, as nominal and as Cauchy stress (nominal times the stretch, since the volume is constant). It gives one picture with
// the same positions.
TEST(plot_modes_in_one_measure) {
  static const char *const colour[] = {"0%,44.705882%,69.803922%", "83.529412%,36.862745%,0%"};
  CHECK(command_run("new homogeneous rubber").status == 0);
  char cauchy[4096] = "stretch,stress [MPa]\n";
  double stretch, stress, place[2][2 * 64];
  for (const char *p = strchr(command_file("rubber/uniaxial.csv"), '\n'); p && sscanf(p + 1, "%lf,%lf", &stretch, &stress) == 2;
       p = strchr(p + 1, '\n')) {
    size_t n = strlen(cauchy);
    snprintf(cauchy + n, sizeof cauchy - n, "%.6f,%.9f\n", stretch, stretch * stress);
  }
  command_put("rubber/true.csv", cauchy);
  command_put("rubber/experiment.json",
              "{\"pliant\": \"experiment 1\", \"protocol\": \"homogeneous\", \"name\": \"r\", \"stress\": \"nominal\", "
              "\"incompressible\": true, \"tests\": [{\"name\": \"nominal\", \"mode\": \"uniaxial\", \"file\": \"uniaxial.csv\"}, "
              "{\"name\": \"true\", \"mode\": \"uniaxial\", \"stress\": \"cauchy\", \"file\": \"true.csv\"}]}");
  CHECK(command_run("fit rubber --model yeoh -o out -q").status <= 1);
  CHECK(command_run("plot out -o figs --format svg").status == 0);
  const char *svg = command_file("figs/modes-stress.svg");
  int n = disc_places(svg, colour[0], 64, place[0]);
  CHECK(n > 10 && disc_places(svg, colour[1], 64, place[1]) == n);
  for (int i = 0; i < 2 * n; i++) CHECK_NEAR(place[0][i], place[1][i], 0.01);
}

// Tests that share a measure are drawn in it, so the joint picture of Cauchy stresses does not need what older results do not have.
TEST(plot_modes_of_cauchy_stress) {
  CHECK(command_run("new homogeneous rubber").status == 0);
  command_put("rubber/experiment.json",
              "{\"pliant\": \"experiment 1\", \"protocol\": \"homogeneous\", \"name\": \"r\", \"stress\": \"cauchy\", "
              "\"incompressible\": true, \"tests\": [{\"name\": \"a\", \"mode\": \"uniaxial\", \"file\": \"uniaxial.csv\"}, "
              "{\"name\": \"b\", \"mode\": \"planar\", \"file\": \"planar.csv\"}]}");
  CHECK(command_run("fit rubber --model yeoh -o out -q").status <= 1);
  CHECK(command_run("plot out -o figs --format svg").status == 0);
  size_t size = strlen(command_file("out/fit.json"));
  char *older = malloc(size + 1), *factor;
  REQUIRE(older && size > 0);
  memcpy(older, command_file("out/fit.json"), size + 1);
  int n_factor = 0;
  for (; (factor = strstr(older, "\"nominal_factor\"")) != NULL; n_factor++) memcpy(factor, "\"another_factor\"", 16);
  CHECK(n_factor >= 2);
  command_put("out/fit.json", older);
  free(older);
  CHECK(command_run("plot out -o again --format svg").status == 0);
  CHECK(discs(command_file("figs/modes-stress.svg"), "0%,44.705882%,69.803922%") > 10);
  CHECK_TEXT(command_file("again/modes-stress.svg"), command_file("figs/modes-stress.svg"));
}

// What the tests of the template do not identify is reported once, in one way: all states were tested, so none is suggested.
TEST(rubber_template_advice_is_one) {
  CHECK(command_run("new homogeneous rubber").status == 0);
  command_outcome o = command_run("fit rubber -o out -q");
  CHECK(o.status == 0 && !command_said("out", "remedy.state-other-or-fewer"));
  int n = 0;
  for (const char *p = command_file("out/fit.json"); (p = strstr(p, "\"remedy.state-use-curves\"")) != NULL; p++) n++;
  CHECK(n == 1);
  // without two of them these are named
  const char *text = command_file("rubber/experiment.json"), *cut = strstr(text, "    { \"name\": \"equibiaxial\""),
             *shear = strstr(text, "    { \"name\": \"shear\"");
  char fewer[8192];
  REQUIRE(cut && shear && strlen(text) < sizeof fewer);
  snprintf(fewer, sizeof fewer, "%.*s%s", (int)(cut - text), text, shear);
  command_put("rubber/experiment.json", fewer);
  o = command_run("fit rubber -o out2 -q");
  CHECK(command_said("out2", "remedy.state-other-or-fewer"));
  CHECK(strstr(o.out, "(equibiaxial, planar)") && strstr(o.out, " --model mooney-rivlin"));
}

// The x coordinates of the marks of a forest plot, filled and drawn around.
static int mark_places(const char *svg, const char *rgb, int most, double *x) {
  char part[160];
  int n = 0;
  snprintf(part, sizeof part, "fill-rule:nonzero;fill:rgb(%s);fill-opacity:1;stroke-width:0.8;", rgb);
  for (const char *p = svg; n < most && (p = strstr(p, part)) != NULL; p++) {
    const char *path = strstr(p, " d=\"M");
    if (path) n += sscanf(path + 5, "%lf", &x[n]) == 1;
  }
  return n;
}

// Values of one unit that are far apart stand on a logarithmic axis, zero at its end. With both signs each is drawn over its own sigma.
TEST(plot_parameters_far_apart) {
  static const char head[] = "{\"pliant\": \"fit 2\", \"outcome\": {}, \"material\": {}, \"scores\": [], \"curves\": [], \"tests\": [], "
                             "\"iterations\": [], \"settings\": {}, \"parameters\": [";
  static const struct {
    const char *rows;
    bool rising;  // equal steps from row to row; else all at one place
  } cases[] = {
      {"{\"name\": \"a\", \"value\": 1, \"unit\": \"N/m\", \"sigma\": 0.1}, {\"name\": \"b\", \"value\": 100, \"unit\": \"N/m\", "
       "\"sigma\": 10}, {\"name\": \"c\", \"value\": 10000, \"unit\": \"N/m\", \"sigma\": 1000}, {\"name\": \"d\", \"value\": 0, "
       "\"unit\": \"N/m\"}",
       true},
      {"{\"name\": \"a\", \"value\": 1, \"unit\": \"N/m\", \"sigma\": 0.1}, {\"name\": \"b\", \"value\": 100, \"unit\": \"N/m\", "
       "\"sigma\": 10}, {\"name\": \"c\", \"value\": 10000, \"unit\": \"N/m\", \"sigma\": 1000}, {\"name\": \"d\", \"value\": -10, "
       "\"unit\": \"N/m\", \"sigma\": 1}",
       false}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char text[2048];
    double x[8];
    snprintf(text, sizeof text, "%s%s]}", head, cases[i].rows);
    command_put("fit.json", text);
    CHECK(command_run("plot . -o figs --format svg").status == 0);
    REQUIRE(mark_places(command_file("figs/parameters.svg"), "0%,44.705882%,69.803922%", 8, x) == 4);
    CHECK_NEAR(x[2] - x[1], x[1] - x[0], 0.01);
    CHECK(cases[i].rising ? x[1] - x[0] > 30 && x[3] < x[0] : fabs(x[1] - x[0]) < 0.01 && x[3] < x[0] - 30);
  }
}

TEST(plot_errors_write_nothing) {
  command_put("fit.json", "{\"pliant\": \"fit 2\"}");
  command_outcome o = command_run("plot nothing -o figs --json");
  CHECK(o.status == 3);
  CHECK_CONTAINS(o.failure, "[result.no-folder]");
  o = command_run("plot . -o figs");
  CHECK(o.status == 3);
  CHECK_CONTAINS(o.err, "outcome");
  CHECK(command_run("plot .").status == 2);
  CHECK(command_run("plot . -o figs --format gif").status == 2);
  CHECK(command_run("plot . -o figs --width 5").status == 2);
  CHECK(command_run("plot . -o figs --dpi 5").status == 2);
  CHECK(!command_wrote("figs"));
}

// Members that are of another kind than expected are skipped, not trusted.
TEST(plot_odd_members) {
  command_put(
      "fit.json",
      "{\"pliant\": \"fit 2\", \"outcome\": {}, \"material\": {\"terms\": [1, {\"name\": \"a\"}]},"
      "\"parameters\": [{\"name\": \"a.k\", \"value\": 1e400}, {\"name\": \"b\", \"value\": 2, \"unit\": \"N/m\"}, 3, {\"name\": 4}],"
      "\"scores\": [], \"curves\": [{}, 7, {\"strain\": [1, 2], \"stress\": [3]}], \"tests\": [null, {\"hang\": 3, \"capture\": [],"
      "\"cantilever\": {\"midline\": \"x\"}, \"channels\": [{\"name\": \"profile\", \"values_per_frame\": 7}]}],"
      "\"iterations\": [{\"objective\": null}], \"settings\": {}, \"correlation\": [[1], 2, 3, 4], \"profiles\": [{}]}");
  command_outcome o = command_run("plot . -o figs --format svg");
  CHECK(o.status == 0 || o.status == 3);
  CHECK(occurrences(o.err, "ERROR") == 0);
}

// ---- render ----

TEST(render_simulation_and_mesh) {
  command_outcome o = command_run("simulate %s/examples/twist -o sim --steps 2 -q", PLIANT_SOURCE_DIR);
  CHECK(o.status == 0);
  int width, height;
  CHECK(command_run("render sim -o all.png --width 200 --height 150 --checker --trim off").status == 0);
  CHECK(inked("all.png", &width, &height) > 0.05);
  CHECK(width % 200 == 0 && height % 150 == 0);
  CHECK(command_run("render sim -o pictures --width 120 --height 90 --colour strain --wireframe").status == 0);
  // two tubes and the cylinder
  CHECK(command_wrote("pictures/frame-00000.png") && 3 * files_in("pictures") == files_in("sim/frames"));
  // the same picture again, byte by byte
  o = command_run(
      "render sim -o one.png --frames first --width 160 --height 120 --azimuth \"20 deg\" --elevation \"40 deg\" --shading flat");
  CHECK(o.status == 0);
  CHECK(command_run(
            "render sim -o two.png --frames first --width 160 --height 120 --azimuth \"20 deg\" --elevation \"40 deg\" --shading flat")
            .status == 0);
  // a tall body: no white space beside it, all of the height
  CHECK(inked("one.png", &width, &height) > 0.05 && width >= 40 && width < 160 && height == 120);
  pl_context *ctx = pl_context_create(NULL);
  char path[2][4200], hash[2][65];
  for (int i = 0; i < 2; i++) {
    snprintf(path[i], sizeof path[i], "%s/%s", test_folder(), i ? "two.png" : "one.png");
    CHECK(pl_hash_file(ctx, path[i], hash[i]) == PL_OK);
  }
  CHECK_TEXT(hash[0], hash[1]);
  pl_context_destroy(ctx);
}

// A capture by itself, and beside its prediction by the true material: the same shape, so hardly any residual.
TEST(render_capture_and_result) {
  CHECK(command_run("rig stretch --material fabric-knit --direction warp --cells 8 --frames 3 -o cap -q").status == 0);
  CHECK(command_run("predict fabric-knit cap -o pred --cells 8 -q").status == 0);
  int width, height;
  CHECK(command_run("render cap -o cap.png --width 100 --height 80 --wireframe --trim off").status == 0);
  CHECK(inked("cap.png", &width, &height) > 0.1 && width % 100 == 0 && height % 80 == 0);
  CHECK(command_run("render pred -o both.png --frames last --width 120 --height 90 --colour residual --trim off").status == 0);
  CHECK(inked("both.png", &width, &height) > 0.1 && width > 2 * 120 && height == 90);  // beside each other, and the scale
  CHECK(command_run("render pred -o whole.png --frames last --show simulated --width 120 --height 90 --trim off").status == 0);
  double whole = inked("whole.png", &width, &height);
  CHECK(whole > 0.1 && width == 120 && height == 90);
  // without the white space that no frame needs; even, as films want it
  CHECK(command_run("render pred -o one.png --frames last --show simulated --width 120 --height 90").status == 0);
  CHECK(inked("one.png", &width, &height) >= whole && width == 120 && height >= 60 && height < 90 && height % 2 == 0);
  // six frames of both sides are no strip: about twice as wide as high at most
  CHECK(command_run("render pred -o wrapped.png --frames all --width 120 --height 90").status == 0);
  CHECK(inked("wrapped.png", &width, &height) > 0.05 && width <= 3 * height && width >= height);
  CHECK(command_run("render pred -o stress.png --frames last --show simulated --width 120 --height 90 --colour stress --trim off").status ==
        0);
  CHECK(inked("stress.png", &width, &height) > 0.1 && width > 120);
  command_outcome o = command_run("render pred -o none.png --colour stiffness --json");
  CHECK(o.status == 3 && !command_wrote("none.png"));
  CHECK_CONTAINS(o.failure, "[render.no-map]");
  o = command_run("render cap -o none.png --colour stress --json");
  CHECK(o.status == 3);
  CHECK_CONTAINS(o.failure, "[render.no-stress]");
  o = command_run("render cap -o none.png --colour residual --json");
  CHECK(o.status == 3 && !command_wrote("none.png"));
  CHECK_CONTAINS(o.failure, "[render.no-residual]| measured ");
  o = command_run("render cap -o none.png --show simulated --json");
  CHECK(o.status == 3);
  CHECK_CONTAINS(o.failure, "[render.no-such-shapes]| simulated ");
}

// A cube of one hexahedron is cut open: less of it is left, and the colour bar stands beside it.
TEST(render_cut_through_a_solid) {
  command_put("cube.vtk",
              "# vtk DataFile Version 3.0\ncube\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 8 double\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n"
              "0 0 1\n1 0 1\n1 1 1\n0 1 1\nCELLS 1 9\n8 0 1 2 3 4 5 6 7\nCELL_TYPES 1\n12\n");
  command_put("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  int width, height;
  CHECK(command_run("render cube.vtk -o whole.png --width 200 --height 200 --trim off").status == 0);
  double whole = inked("whole.png", &width, &height);
  CHECK(command_run("render cube.vtk -o half.png --width 200 --height 200 --trim off --cut z=0.5").status == 0);
  double half = inked("half.png", &width, &height);
  CHECK(half > 0.1 && half < 0.9 * whole && width == 200 && height == 200);
  CHECK(command_run("render cube.vtk -o strain.png --width 200 --height 200 --trim off --cut \"z=500 mm\" --colour strain").status == 0);
  CHECK(inked("strain.png", &width, &height) > 0.1 && width > 200);
  static const struct {
    const char *arguments, *says;
  } cases[] = {{"render cube.vtk -o a.png --cut z=1.5", " reaches from 0 mm to 1000 mm"},
               {"render cube.vtk -o a.png --cut w=0.5", "--cut: \"w=0.5\" is no"},
               {"render flat.obj -o a.png --cut x=0.5", "flat.obj: a"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    command_outcome o = command_run("%s", cases[i].arguments);
    CHECK(o.status == 3 && !command_wrote("a.png"));
    CHECK_CONTAINS(o.err, cases[i].says);
  }
}

TEST(render_errors_write_nothing) {
  command_put("bad.obj", "v 0 0 0\nf 1 2 3\n");
  static const struct {
    const char *arguments, *says;
    int status;
  } cases[] = {{"render nowhere -o a.png", "[render.absent]|nowhere: ", 3},
               {"render . -o a.png", "[render.nothing-known]", 3},
               {"render bad.obj -o a.png", "bad.obj", 3},
               {"render bad.obj", "-o FILE.png", 2},
               {"render bad.obj -o a.png --colour red", "colour", 2},
               {"render bad.obj -o a.png --width 0", "width", 2}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    command_outcome o = command_run("%s --json", cases[i].arguments);
    CHECK(o.status == cases[i].status);
    CHECK_CONTAINS(o.failure, cases[i].says);
  }
  CHECK(!command_wrote("a.png"));
}

// What shapes.bin gives back is what the rig had, to the step of its 16-bit numbers; a homogeneous test becomes its whole specimen.
TEST(render_shapes_as_saved) {
  report_case c = make();
  char path[4200];
  snprintf(path, sizeof path, "%s/out", test_folder());
  pl_arena *arena = pl_arena_create(c.ctx);
  pl_film film;
  REQUIRE(pl_film_load(arena, path, "weft", "all", 1, &film) == PL_OK);
  const pl_fit_case *of = &c.fit->work.fit_case[1];
  CHECK_TEXT(film.name, "weft");
  REQUIRE(film.n_body == 1 && film.n_frame == of->test->n_frame && of->rig->body.mesh->n_vertex == 3);
  const pl_film_body *body = film.body;
  REQUIRE(body->n_vertex == 4 && body->n_triangle == 2 && body->x[PL_FILM_MEASURED] == NULL);
  for (int f = 0; f < film.n_frame; f++) {
    const double *x = of->rig->memory->x + 9 * f, *y = body->x[PL_FILM_SIMULATED] + 12 * f;
    for (int i = 0; i < 3; i++) {
      CHECK_NEAR(y[i], x[i], 1e-5);
      CHECK_NEAR(y[3 + i], x[3 + i], 1e-5);
      CHECK_NEAR(y[6 + i], x[6 + i], 1e-5);
      CHECK_NEAR(y[9 + i], x[3 + i] + x[6 + i] - x[i], 3e-5);
    }
  }
  // a tension is force over present width, the same at all corners
  const pl_film_field *stress = &body->field[PL_FILM_STRESS];
  REQUIRE(stress->value && stress->n_frame == film.n_frame);
  CHECK_TEXT(stress->unit, "N/m");
  const double *force = of->predicted[PL_TENSILE_FORCE];
  REQUIRE(force != NULL);
  double step = 0;
  for (int i = 0; i < 4 * film.n_frame; i++) step = fmax(step, stress->value[i] / 65535);
  for (int i = 0; i < 4 * film.n_frame; i++) {
    const double *x = of->rig->memory->x + 9 * (i / 4), *r = of->rig->body.mesh->rest;
    double across = INFINITY;  // of the two legs of the triangle the one that does not grow
    for (int k = 1; k < 3; k++)
      across = fmin(across, hypot(x[3 * k] - x[0], x[3 * k + 1] - x[1]) / hypot(r[2 * k] - r[0], r[2 * k + 1] - r[1]));
    CHECK_NEAR(stress->value[i], force[i / 4] / (of->test->width * across), step + 1e-6);
  }
  CHECK(body->field[PL_FILM_STIFFNESS].value == NULL);
  CHECK(pl_film_load(arena, path, "no such", "all", 1, &film) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(c.ctx), "weft");
  pl_context_clear_error(c.ctx);
  pl_arena_destroy(arena);
  report_case_clear(&c);
}

// A file cut anywhere, or with a byte changed in its head, is refused or read, never trusted.
TEST(render_damaged_shapes) {
  report_case c = make();
  char path[4200], *data;
  size_t size;
  snprintf(path, sizeof path, "%s/out/shapes.bin", test_folder());
  pl_arena *arena = pl_arena_create(c.ctx);
  REQUIRE(pl_file_read(arena, path, 1 << 24, &data, &size) == PL_OK);
  int refused = 0;
  for (size_t i = 0; i < 120; i++) {
    char saved = data[i];
    size_t n = i < 60 ? size * i / 60 : size;
    if (i >= 60) data[i] = (char)(data[i] ^ (1 << i % 8));
    pl_arena *scratch = pl_arena_create(c.ctx);
    pl_film film;
    REQUIRE(pl_file_write(c.ctx, path, data, n) == PL_OK);
    refused += pl_film_load(scratch, path, "bias", "all", 1, &film) != PL_OK;
    pl_context_clear_error(c.ctx);
    pl_arena_destroy(scratch);
    data[i] = saved;
  }
  CHECK(refused >= 55);
  pl_arena_destroy(arena);
  report_case_clear(&c);
}

// ---- folders of --all-models ----

static void put_model(const report_case *c, const char *name) {
  char path[4200];
  snprintf(path, sizeof path, "%s/all/%s", test_folder(), name);
  REQUIRE(pl_result_save(c->ctx, path, c->fit, &run) == PL_OK);
}

// A table that was written by somebody else names no folder outside of where figures go.
TEST(plot_refuses_models_elsewhere) {
  static const char *const bad[] = {"../out", "a/../../out", "..", ".", "", "/tmp", "a\\\\b"};
  report_case c = make();
  put_model(&c, "a");
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    char text[200];
    snprintf(text, sizeof text, "{\"rows\": [\n{\"folder\": \"%s\", \"done\": true}]}", bad[i]);
    command_put("all/table.json", text);
    command_outcome o = command_run("plot all -o new/figs --format svg --json");
    CHECK(o.status == 3);
    CHECK_CONTAINS(o.failure, "[result.folder-name]|table.json:2");
    CHECK(files_in("new") == 0);
  }
  report_case_clear(&c);
}

// One of the fits has nothing that could be drawn: then the others are not written, either.
TEST(plot_all_models_or_nothing) {
  report_case c = make();
  put_model(&c, "a");
  put_model(&c, "b");
  command_put("all/table.json", "{\"rows\": [{\"folder\": \"a\", \"done\": true}, {\"folder\": \"b\", \"done\": true}]}");
  CHECK(command_run("plot all -o good --format svg").status == 0);
  CHECK(files_in("good") == 2 && files_in("good/a") > 2 && files_in("good/a") == files_in("good/b"));
  command_put("all/b/fit.json", "{\"pliant\": \"fit 2\", \"outcome\": {}, \"material\": {}, \"parameters\": [], \"scores\": [], "
                                "\"curves\": [], \"tests\": [], \"iterations\": [], "
                                "\"settings\": {}}");
  command_outcome o = command_run("plot all -o figs --format svg --json");
  CHECK(o.status == 3);
  CHECK_CONTAINS(o.failure, "[plot.nothing]|all/b: ");
  CHECK(!command_wrote("figs"));
  report_case_clear(&c);
}

// ---- memory ----

static void fail_each(pl_status (*work)(pl_arena *arena), int step) {
  int fail_at = 1;
  for (bool met = true; met; fail_at += step) {
    failing f = {.fail_at = fail_at};
    pl_context_options options = pl_context_options_default();
    options.allocate = failing_allocate;
    options.allocate_user = &f;
    pl_context *ctx = pl_context_create(&options);
    if (!ctx) continue;
    pl_arena *arena = pl_arena_create(ctx);
    pl_status status = arena ? work(arena) : PL_ERROR_MEMORY;
    met = f.n_call >= fail_at;
    if (status != (met ? PL_ERROR_MEMORY : PL_OK)) test_fail(__FILE__, __LINE__, "allocation %d: %s", fail_at, pl_status_text(status));
    pl_arena_destroy(arena);
    if (f.n_live != 1) test_fail(__FILE__, __LINE__, "allocation %d: %d blocks leak", fail_at, f.n_live - 1);
    pl_context_destroy(ctx);
    REQUIRE(fail_at < 20000);
  }
  CHECK(fail_at > 5 * step);
}

static pl_status plot_out(pl_arena *arena) {
  char in[4200], out[4200];
  snprintf(in, sizeof in, "%s/out", test_folder());
  snprintf(out, sizeof out, "%s/figs", test_folder());
  pl_figure_options options = pl_figure_options_default();
  options.format = 0;
  pl_figure_files files;
  return pl_figures_write(arena, in, out, &options, &files);
}

static pl_status render_out(pl_arena *arena) {
  char in[4200], out[4200];
  snprintf(in, sizeof in, "%s/out", test_folder());
  snprintf(out, sizeof out, "%s/a.png", test_folder());
  pl_render_options options = pl_render_options_default();
  options.width = options.height = 40;
  options.colour = PL_RENDER_STRAIN;
  pl_render_files files;
  return pl_render(arena, in, out, &options, &files);
}

TEST(plot_without_memory) {
  report_case c = make();
  fail_each(plot_out, 17);
  report_case_clear(&c);
}

TEST(render_without_memory) {
  report_case c = make();
  fail_each(render_out, 1);
  report_case_clear(&c);
}

// Every option in docs/plot.md is one of the two commands'.
TEST(plot_document_names_options) {
  const char *text = command_file(PLIANT_SOURCE_DIR "/docs/plot.md"), *plot = command_run("plot --help").out;
  const char *render = command_run("render --help").out;
  int n = 0;
  for (const char *p = text; (p = strstr(p, "`--")) != NULL; p++, n++) {
    char option[64];
    REQUIRE(sscanf(p, "`%60[a-z-]", option) == 1);
    if (!strstr(plot, option) && !strstr(render, option)) test_fail(__FILE__, __LINE__, "%s is no option of plot or render", option);
    if (strstr(render, option)) {
      char after = strstr(render, option)[strlen(option)];
      CHECK(after == ' ' || after == ',' || after == '\n');
    }
  }
  CHECK(n > 10);
}
