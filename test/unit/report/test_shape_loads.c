// Loads of every protocol that tells where they act, on specimens as they are at rest, against closed forms.
#include "report/result/shape_loads.h"

#include "protocol/cantilever/cantilever.h"
#include "protocol/biaxial-hang/hang.h"
#include "protocol/homogeneous/homogeneous.h"
#include "protocol/weights/weights.h"
#include "test.h"
#include "protocol/tensile/tensile.h"

typedef struct bench {
  pl_context *ctx;
  pl_arena *arena;
  pl_measurement *measurement;
  pl_material *material;
  pl_given_test given;
  pl_fit_case of;
  pl_shape_loads loads;
} bench;

static void must(pl_context *ctx, pl_status status) {
  if (status == PL_OK) return;
  test_fail(__FILE__, __LINE__, "%s", pl_context_error(ctx)->message);
  test_stop();
}

// A test of an experiment, or of the template of a protocol, with all its frames at the initial shape. Predictions are twice what was
// measured.
static void open_bench(bench *b, const char *experiment, const char *protocol, int test, const char *material) {
  char folder[4200];
  *b = (bench){.ctx = pl_context_create(NULL)};
  b->arena = pl_arena_create(b->ctx);
  snprintf(folder, sizeof folder, "%s/%s-%d", test_folder(), protocol, test);
  if (!experiment) must(b->ctx, pl_measurement_new(b->ctx, protocol, folder));
  if (!experiment) strncat(folder, "/experiment.json", sizeof folder - strlen(folder) - 1);
  must(b->ctx, pl_measurement_load(b->ctx, experiment ? experiment : folder, &b->measurement));
  if (material[0] == '{')
    must(b->ctx, pl_material_parse(b->ctx, "material", material, strlen(material), &b->material));
  else
    must(b->ctx, pl_material_load(b->ctx, material, &b->material));
  const pl_test *t = &b->measurement->test[test];
  pl_rig_options options = pl_rig_options_default();
  pl_solve_options solve = pl_solve_options_default();
  options.cells = 8;
  b->given = (pl_given_test){.measurement = b->measurement, .test = t};
  b->of = (pl_fit_case){.given = &b->given, .test = t};
  must(b->ctx, pl_rig_create(b->ctx, b->measurement->protocol, t, b->material, &options, &solve, &b->of.rig));
  size_t n_dof = (size_t)b->of.rig->body.model->n_dof;
  for (int f = 0; f < t->n_frame; f++) {
    memcpy(b->of.rig->memory->x + n_dof * (size_t)f, b->of.rig->body.mesh->x0, n_dof * sizeof(double));
    b->of.rig->memory->have_x[f] = f != 1;  // the second one was not found
  }
  for (int c = 0; c < b->measurement->protocol->n_channel; c++) {
    const pl_channel *channel = &t->channel[c];
    if (!b->of.rig->read.observes[c] || !channel->value || pl_channel_width(channel) > 1) continue;
    b->of.predicted[c] = pl_arena_alloc(b->arena, (size_t)t->n_frame, sizeof(double));
    for (int f = 0; f < t->n_frame; f++) b->of.predicted[c][f] = 2 * channel->value[f];
  }
  must(b->ctx, pl_shape_loads_make(b->arena, &b->of, &b->loads));
}

static void close_bench(bench *b) {
  pl_rig_destroy(b->of.rig);
  pl_material_destroy(b->material);
  pl_measurement_destroy(b->measurement);
  pl_arena_destroy(b->arena);
  pl_context_destroy(b->ctx);
}

static void near3(int line, const double *a, double x, double y, double z, double tolerance) {
  const double b[3] = {x, y, z};
  for (int k = 0; k < 3; k++)
    if (!(fabs(a[k] - b[k]) <= tolerance)) test_fail(__FILE__, line, "component %d: %.12g, expected %.12g", k, a[k], b[k]);
}
#define NEAR3(a, x, y, z, tolerance) near3(__LINE__, a, x, y, z, tolerance)

// Clamps pull apart with the measured force, from the middles of the ends; what was not measured is not known.
TEST(loads_of_a_tensile_strip) {
  for (int mesh = 0; mesh < 2; mesh++) {
    bench b;
    open_bench(&b, NULL, "tensile", mesh ? 2 : 0, "denim-virtual");
    const pl_test *t = b.of.test;
    int channel = mesh ? PL_TENSILE_SHEAR_FORCE : PL_TENSILE_FORCE, axis = mesh ? 1 : 0, last = t->n_frame - 1;
    CHECK((b.of.rig->body.mesh->n_triangle > 1) == mesh);
    REQUIRE(b.loads.n == 2);
    for (int moving = 0; moving < 2; moving++) {
      const pl_shape_load *load = &b.loads.load[moving];
      CHECK_TEXT(load->name, moving ? "moving clamp" : "fixed clamp");
      CHECK_TEXT(load->unit, "N");
      NEAR3(load->at, moving * t->length, 0, 0, 1e-12);
      CHECK(isnan(load->at[3]) && isnan(load->known[3 * last + 1 - axis]) && load->known[3 * last + 2] == 0);
      double force = (moving ? 1 : -1) * t->channel[channel].value[last];
      CHECK(force != 0);
      CHECK_NEAR(load->known[3 * last + axis], force, 0);
      CHECK_NEAR(load->predicted[3 * last + axis], 2 * force, 0);
    }
    close_bench(&b);
  }
}

// Weights along their cords; the cloth weighs density x area x g, in the middle of the rectangle under the top slat.
TEST(loads_of_a_hung_sample) {
  bench b;
  open_bench(&b, PLIANT_SOURCE_DIR "/examples/hang-interlock/experiment.json", "biaxial-hang", 0, "interlock-virtual");
  const pl_hang *h = pl_hang_of(b.of.test);
  REQUIRE(b.loads.n == 4);
  const double *top = b.loads.load[3].at;
  NEAR3(b.loads.load[0].at, top[0], top[1] - 0.5 * h->height, 0, 1e-9);
  NEAR3(b.loads.load[1].at, top[0] - 0.5 * h->width, top[1], 0, 1e-9);
  NEAR3(b.loads.load[2].at, top[0] + 0.5 * h->width, top[1], 0, 1e-9);
  for (int f = 0; f < b.of.test->n_frame; f++) {
    for (int i = 0; i < 3; i++) {
      const double *toward = h->direction + 2 * (3 * f + i), size = h->load[3 * f + i];
      NEAR3(b.loads.load[i].known + 3 * f, size * toward[0], size * toward[1], 0, 1e-15);
      CHECK(b.loads.load[i].predicted == NULL);
    }
    NEAR3(b.loads.load[3].known + 3 * f, 0, -b.material->density * h->width * h->height * h->gravity, 0, 1e-12);
  }
  CHECK(b.loads.load[0].known[3 * b.of.test->n_frame - 2] < 0);  // down
  close_bench(&b);
}

// Of a strip in a clamp what hangs out counts: density x overhang x width x g. It acts at half of the overhang while that is straight.
TEST(loads_of_a_bent_strip) {
  bench b;
  open_bench(&b, NULL, "cantilever", 0, "denim-virtual");
  const pl_cantilever *c = pl_cantilever_of(b.of.test);
  REQUIRE(b.loads.n == 1);
  NEAR3(b.loads.load[0].known, 0, -b.material->density * c->overhang * b.of.test->width * c->gravity, 0, 1e-12);
  NEAR3(b.loads.load[0].at, 0.5 * c->overhang, 0, 0, 1e-9);
  close_bench(&b);
}

// What hangs on the lower side and the cloth's own weight; half of the latter is what the force of the test counts.
TEST(loads_of_hung_weights) {
  bench b;
  open_bench(&b, NULL, "weights", 0, "denim-virtual");
  const pl_weights *w = pl_weights_of(b.of.test);
  REQUIRE(b.loads.n == 2 && w->cloth > 0);
  const double *hung = b.loads.load[0].known, *cloth = b.loads.load[1].known, *force = b.of.test->channel[PL_WEIGHTS_FORCE].value;
  for (int f = 0; f < b.of.test->n_frame; f++) CHECK_NEAR(hung[3 * f] + 0.5 * cloth[3 * f], force[f], 1e-12);
  NEAR3(b.loads.load[0].at, b.of.test->length, 0, 0, 1e-12);
  NEAR3(b.loads.load[1].at, 0.5 * b.of.test->length, 0, 0, 1e-12);
  close_bench(&b);
}

// The unit cube: nominal stress on both faces across a direction, away from each other; sheared faces are dragged along.
TEST(loads_of_homogeneous_states) {
  static const char rubber[] =
      "{\"pliant\": \"material 1\", \"name\": \"rubber\", \"terms\": [{\"name\": \"solid\", \"strain\": \"green3\", \"law\": "
      "\"isotropic3\", \"parameters\": {\"young\": \"1 MPa\", \"poisson\": 0.4}}]}";
  for (int shear = 0; shear < 2; shear++) {
    bench b;
    open_bench(&b, NULL, "homogeneous", shear ? 3 : 0, rubber);
    int channel = shear ? PL_HOMOGENEOUS_SHEAR_STRESS : PL_HOMOGENEOUS_STRESS, last = b.of.test->n_frame - 1;
    double stress = b.of.test->channel[channel].value[last], *far = b.loads.load[1].known + 3 * last;
    REQUIRE(b.loads.n == 2 && stress != 0);
    CHECK_TEXT(b.loads.load[0].unit, "Pa");
    NEAR3(b.loads.load[0].at, shear ? 0.5 : 0, shear ? 0 : 0.5, 0.5, 1e-12);
    NEAR3(b.loads.load[1].at, shear ? 0.5 : 1, shear ? 1 : 0.5, 0.5, 1e-12);
    CHECK_NEAR(far[0], stress, 0);
    CHECK_NEAR(b.loads.load[0].known[3 * last], -stress, 0);
    CHECK_NEAR(b.loads.load[1].predicted[3 * last], 2 * stress, 0);
    CHECK(far[2] == 0 && (shear ? isnan(far[1]) : far[1] == 0));  // the stress across a sheared face was not measured
    close_bench(&b);
  }
}
