// test_cli_homogeneous.c: what the program says of rubber whose volume, units or numbers the data do not tell.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "golden/command.h"
#include "test.h"

// A file of the test's folder with the first `from` in it replaced.
static void replace_in(const char *name, const char *from, const char *to) {
  static char out[20000];
  const char *text = command_file(name), *at = strstr(text, from);
  REQUIRE(at && strlen(text) + strlen(to) < sizeof out);
  size_t head = (size_t)(at - text);
  memcpy(out, text, head);
  strcpy(out + head, to);
  strcat(out, at + strlen(from));
  command_put(name, out);
}

// Incompressible rubber that is said to be compressible: the bulk modulus creeps to its bound, every frame has an equilibrium, and the remedy is named.
TEST(cli_homogeneous_bulk_not_told_from_infinite) {
  CHECK(command_run("new homogeneous rubber").status == 0);
  replace_in("rubber/experiment.json", "\"incompressible\": true", "\"incompressible\": false");
  command_outcome o = command_run("fit rubber -o out --max-iterations 400");
  CHECK(!command_said("out", "verdict.frames-failed") && !command_said("out", "numbers.upper-bound"));
  CHECK(command_said("out", "numbers.bulk-infinite") && command_said("out", "remedy.state-incompressible"));
  CHECK_CONTAINS(o.out, "Invariant and stretch ");
}

// A foam that loses most of its force on the way back: no elastic law is green, and the loss is the first sentence. One branch alone is.
// A held-out test twice as far as the fit is the first sentence too, though the law goes on as before.
TEST(cli_homogeneous_verdict_of_losses_and_extrapolation) {
  static char cycle[4000], load[4000], far[4000];
  enum { N = 20 };
  cycle[0] = load[0] = far[0] = 0;
  for (int i = 1; i < 2 * N; i++) {
    double share = (double)(i > N ? 2 * N - i : i) / N, l = 1 + 0.5 * share, p = 100 * (l - pow(l, -2));
    double kept = i > N ? 1 - 0.68 * (1 - pow(share, 8)) : 1, m = 1 + 1.0 * share;
    sprintf(cycle + strlen(cycle), "%.5f,%.5f\n", l, kept * p);
    if (i > N) continue;
    sprintf(load + strlen(load), "%.5f,%.5f\n", l, p * (1 + 0.002 * (i % 3 - 1)));
    sprintf(far + strlen(far), "%.5f,%.5f\n", m, 100 * (m - pow(m, -2)));
  }
  const char *const name[] = {"cycle", "load", "far"}, *const rows[] = {cycle, load, far};
  for (int k = 0; k < 3; k++) {
    static char text[5000], file[40];
    snprintf(text, sizeof text, "stretch,stress [kPa]\n%s", rows[k]);
    snprintf(file, sizeof file, "%s.csv", name[k]);
    command_put(file, text);
    snprintf(text, sizeof text,
             "{\"pliant\": \"experiment 1\", \"protocol\": \"homogeneous\", \"name\": \"%s\", \"stress\": \"nominal\", \"incompressible\": "
             "true,\n"
             " \"tests\": [{\"name\": \"%s\", \"mode\": \"uniaxial\", \"file\": \"%s.csv\"}]}\n",
             name[k], name[k], name[k]);
    snprintf(file, sizeof file, "%s.json", name[k]);
    command_put(file, text);
  }
  command_outcome o = command_run("fit cycle.json --model neo-hookean -o lossy");
  CHECK(command_said("lossy", "verdict.loss") && command_said("lossy", "readings.hysteresis"));
  CHECK(strstr(o.out, "'cycle' loses ") != NULL);
  CHECK(!strstr(command_file("lossy/fit.json"), "\"state\": \"good\""));
  CHECK(command_run("fit load.json --model neo-hookean -o elastic").status == 0);
  CHECK(!command_said("elastic", "verdict.loss") && strstr(command_file("elastic/fit.json"), "\"state\": \"good\""));
  static const char *const model[] = {"neo-hookean", "mooney-rivlin", "ogden-1", "ogden-2", "yeoh", "additive"};
  for (size_t k = 0; k < sizeof model / sizeof model[0]; k++) {
    command_run("fit load.json --validate far.json --model %s --further off -o beyond", model[k]);
    CHECK(command_said("beyond", "verdict.extrapolates") && !strstr(command_file("beyond/fit.json"), "\"state\": \"good\""));
  }
  command_run("predict elastic/material.json far.json -o predicted");
  CHECK(command_said("predicted", "verdict.extrapolates"));
}

// With a very large sigma no parameter is determined, but curves were fitted.
TEST(cli_homogeneous_verdict_of_a_huge_sigma) {
  CHECK(command_run("new homogeneous rubber").status == 0);
  replace_in("rubber/experiment.json", "\"0.006 MPa\"", "\"6 MPa\"");
  command_outcome o = command_run("fit rubber -o out");
  CHECK(!strstr(o.out, "No curve"));
  CHECK(command_said("out", "verdict.not-identifiable"));
}

// What says nothing to rubber is refused, not left aside; so are stresses that are zero in every row.
TEST(cli_homogeneous_refuses_what_says_nothing) {
  static const char *const given[] = {"--progressive false", "--max-points 3", "--segments 5", "--elements hexahedra", "--cells 8"};
  CHECK(command_run("new homogeneous rubber").status == 0);
  for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
    command_outcome o = command_run("fit rubber -o r %s --json", given[i]);
    CHECK(o.status == 2 && !command_wrote("r/material.json"));
    CHECK_CONTAINS(o.failure, "[option.no-effect]");
  }
  command_put("rubber/uniaxial.csv", "stretch,stress [MPa]\n1.1,0\n1.2,0\n1.3,0\n1.4,0\n");
  command_outcome o = command_run("fit rubber -o r --json");
  CHECK(o.status == 3 && !command_wrote("r/material.json"));
  CHECK_CONTAINS(o.failure, "[state.zero-stress]");
}

// All stresses a thousand times too large, which no comparison of tests shows; and one test of the four.
TEST(cli_homogeneous_check_stiffness) {
  static const char *const file[] = {"uniaxial", "equibiaxial", "planar", "shear"};
  char name[80];
  CHECK(command_run("new homogeneous rubber").status == 0);
  CHECK(!strstr(command_run("check rubber").out, "Look at these"));
  for (int i = 3; i >= 0; i--) {
    snprintf(name, sizeof name, "rubber/%s.csv", file[i]);
    replace_in(name, "[MPa]", i == 3 ? "[kPa]" : "[GPa]");
    if (i == 3) CHECK_CONTAINS(command_run("check rubber").out, "shear: a shear modulus of ");
    if (i == 3) replace_in(name, "[kPa]", "[GPa]");
  }
  command_outcome o = command_run("check rubber");
  CHECK_CONTAINS(o.out, " I1 - 3 = ");
  CHECK_CONTAINS(o.out, " unit of \"stress\" [GPa]");
}

// At rest J is 1: where nothing was measured curves begin there.
TEST(cli_material_show_begins_at_rest) {
  command_put("m.json", "{\"pliant\": \"material 1\", \"name\": \"gel\", \"terms\": [{\"name\": \"rubber\", \"strain\": \"invariants\", "
                        "\"law\": \"neo-hookean\", \"parameters\": {\"mu\": \"20 kPa\", \"bulk\": \"1 MPa\"}}]}");
  command_outcome o = command_run("material show m.json");
  CHECK(o.status == 0);
  const char *row = strstr(o.out, "rubber (j)");
  REQUIRE(row);
  double from, to;
  REQUIRE(sscanf(row, "rubber (j) %*s %*s %lf %lf", &from, &to) == 2);
  CHECK_NEAR(from, 1, 1e-9);
  CHECK_NEAR(to, 1.1, 1e-9);
}

// A body of I2 alone, P = 2 c (1 - l^-3): the slope of I1 ends at zero, and it is not called a curvature.
TEST(cli_homogeneous_slope_at_its_bound) {
  char text[2000] = "stretch,stress [MPa]\n";
  for (int k = 1; k <= 20; k++) {
    double l = 1 + 0.25 * k;
    size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "%g,%.5f\n", l, 0.34 * (1 - 1 / (l * l * l)));
  }
  CHECK(command_run("new homogeneous rubber").status == 0);
  command_put("rubber/uniaxial.csv", text);
  replace_in("rubber/experiment.json", "{ \"name\": \"equibiaxial\", \"mode\": \"equibiaxial\", \"file\": \"equibiaxial.csv\" },", "");
  replace_in("rubber/experiment.json", "{ \"name\": \"planar\", \"mode\": \"planar\", \"file\": \"planar.csv\" },", "");
  command_outcome o = command_run("fit rubber -o out");
  CHECK_CONTAINS(o.out, " bound: invariant.slope1");
  CHECK(command_said("out", "numbers.lower-bound") && command_said("out", "remedy.state-no-such-stiffness"));
}

// Nothing in a fit of uniform states needs a density: it is noted, and no warning.
TEST(cli_homogeneous_density_is_a_note) {
  CHECK(command_run("new homogeneous rubber").status == 0);
  CHECK_CONTAINS(command_run("check rubber").out, "\"density\" is not");
  CHECK(!strstr(command_run("fit rubber -o out --model yeoh").out, "density"));
}

// Numbers of laws over logarithms and invariants stand at a stretch and at I1 - 3, not at per cent of something. Plots are counted as
// plots; a title keeps its unit.
TEST(cli_homogeneous_places_and_plots) {
  CHECK(command_run("new homogeneous rubber").status == 0);
  replace_in("rubber/experiment.json", "\"name\": \"uniaxial\"", "\"name\": \"a uniaxial test with a very long name indeed\"");
  // both stresses of the equibiaxial test: four tests make five plots
  char both[4096] = "stretch,stress [MPa],stress 2 [MPa]\n";
  double stretch, stress;
  for (const char *p = strchr(command_file("rubber/equibiaxial.csv"), '\n'); p && sscanf(p + 1, "%lf,%lf", &stretch, &stress) == 2;
       p = strchr(p + 1, '\n')) {
    size_t n = strlen(both);
    snprintf(both + n, sizeof both - n, "%.3f,%.4f,%.4f\n", stretch, stress, stress);
  }
  command_put("rubber/equibiaxial.csv", both);
  command_outcome o = command_run("fit rubber -o out");
  CHECK_CONTAINS(o.out, "λ = 0.0625");  // exp(-2.7726)
  CHECK_CONTAINS(o.out, "I₁ − 3 = 33.33");
  CHECK_CONTAINS(o.out, "4 of 5 plots; ");
  CHECK_CONTAINS(o.out, "..: stress [MPa]");
  CHECK_CONTAINS(command_file("out/fit.json"), "\"name\": \"λ\"");
}

// True stress that is called nominal: the default model, which is convex, is made to be without stiffness at rest. It is nowhere unstable, the remedy
// is no other word for what is in use, and the data are named.
TEST(cli_homogeneous_cauchy_called_nominal) {
  CHECK(command_run("new homogeneous rubber").status == 0);
  command_put(
      "rubber/experiment.json",
      "{\"pliant\": \"experiment 1\", \"protocol\": \"homogeneous\", \"name\": \"rubber\", \"stress\": \"nominal\", \"tests\": ["
      "{\"name\": \"u\", \"mode\": \"uniaxial\", \"file\": \"u.csv\"}, {\"name\": \"p\", \"mode\": \"planar\", \"file\": \"p.csv\"}]}");
  for (int planar = 0; planar < 2; planar++) {
    char text[2000];
    int used = snprintf(text, sizeof text, "stretch,stress [MPa]\n");
    for (int i = 0; i <= 20; i++) {
      double l = 1 + 0.1 * i, nominal = 0.4 * (planar ? l - pow(l, -3) : (l - pow(l, -2)) * (1 + 0.002 * i * i));
      used += snprintf(text + used, sizeof text - (size_t)used, "%.4f,%.5f\n", l, nominal * l);
    }
    command_put(planar ? "rubber/p.csv" : "rubber/u.csv", text);
  }
  command_outcome o = command_run("fit rubber -o result");
  CHECK(o.status == 1);
  CHECK(!command_said("result", "material.unstable-tension") && !strstr(o.out, "--model additive"));
  CHECK(command_said("result", "material.flat") && command_said("result", "remedy.state-check-stress"));
  CHECK(!strstr(o.out, " shear modulus 0"));  // in the headline; the table has it
  CHECK_CONTAINS(command_file("result/material.json"), "nowhere unstable, proven");
  CHECK_CONTAINS(o.out, ", solved directly, ");
}

// curves.csv has what is drawn of rubber: d psi/d I1 of neo-Hooke is half of mu, its half-width 1.96 times half of sigma.
TEST(cli_homogeneous_curves_are_a_table) {
  CHECK(command_run("new homogeneous rubber").status == 0);
  CHECK(command_run("fit rubber --model neo-hookean -o neo -q").status <= 1);  // both miss these curves
  CHECK(command_run("fit rubber --model ogden-1 -o ogden -q").status <= 1);
  double mu = 0, sigma = 0, i1, value, half, slope, slope_half, in_range;
  const char *json = command_file("neo/fit.json"), *parameters = strstr(json, "\"parameters\"");
  REQUIRE(parameters && sscanf(strstr(parameters, "\"value\"") + 7, ": %lf", &mu) == 1);
  REQUIRE(sscanf(strstr(parameters, "\"sigma\"") + 7, ": %lf", &sigma) == 1);
  const char *csv = command_file("neo/curves.csv"), *row = strchr(csv, '\n');
  CHECK_CONTAINS(csv, "rubber I1 [1],rubber dpsi/dI1 [Pa],rubber dpsi/dI1 half-width 95 % [Pa],rubber d2psi/dI12 [Pa]");
  REQUIRE(row && sscanf(row + 1, "%lf,%lf,%lf,%lf,%lf,%lf", &i1, &value, &half, &slope, &slope_half, &in_range) == 6);
  CHECK_NEAR(i1, 3, 1e-12);
  CHECK_CLOSE(value, 0.5 * mu, 1e-9);
  CHECK_CLOSE(half, 1.959964 * 0.5 * sigma, 1e-4);
  CHECK(in_range == 1);
  csv = command_file("ogden/curves.csv");
  CHECK_CONTAINS(csv, "rubber stretch [1],rubber dw/d ln(stretch) [Pa]");
  int n = 0;
  for (const char *p = csv; (p = strchr(p, '\n')) != NULL; p++) n++;
  CHECK(n == 122);
}
