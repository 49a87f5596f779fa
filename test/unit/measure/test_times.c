// test_times.c: columns of times: how they are found, checked and kept through thinning; speeds and rests that follow from them.
#include "measure/table/times.h"
#include "unit/measure/scratch_experiment.h"

// A pull of 60 mm/min to 10 mm in rows of 0.1 s, then a rest of 90 s in rows of 1 s.
static char *make_table(const char *header, double per_second, bool rest) {
  pl_text out;
  pl_text_init(&out, ctx);
  pl_text_printf(&out, "%s,Extension [mm],Load [N]\n", header);
  for (int i = 0; i <= 100; i++) pl_text_printf(&out, "%.6g,%g,%g\n", 3 + 0.1 * i * per_second, 0.1 * i, 0.5 * i);
  for (int i = 1; rest && i <= 90; i++) pl_text_printf(&out, "%.6g,10,%g\n", 3 + (10 + i) * per_second, 40 + 10 * exp(-i / 20.0));
  REQUIRE(!out.failed);
  return out.data;
}

static pl_status load(const char *csv, const char *more, pl_measurement **m) {
  char text[600];
  put("a.csv", csv);
  snprintf(text, sizeof text,
           "{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"specimen\": {\"length\": \"100 mm\", \"width\": \"50 mm\"},\n"
           "\"tests\": [{\"name\": \"a\", \"file\": \"a.csv\", \"direction\": \"warp\"%s}]}",
           more);
  put("experiment.json", text);
  return pl_measurement_load(ctx, at("experiment.json"), m);
}

TEST(times_are_found_with_their_unit) {
  start();
  static const struct {
    const char *header;
    double per_second;
  } table[] = {{"Time [s]", 1}, {"Time (min)", 1 / 60.0}, {"Zeit [s]", 1}, {"Time", 1}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    pl_measurement *m;
    char *csv = make_table(table[i].header, table[i].per_second, false);
    require_ok(load(csv, "", &m));
    const pl_test *test = &m->test[0];
    REQUIRE(test->time && test->raw_time);
    CHECK_NEAR(test->time[0], 0, 1e-9);
    CHECK_CLOSE(test->time[test->n_frame - 1], 10, 1e-4);
    CHECK_CLOSE(test->speed, 1e-3, 1e-4);
    CHECK(test->hold == 0);
    pl_measurement_destroy(m);
    pl_free(ctx, csv);
  }
  finish();
}

// Rows of the rest stay apart when the curve is thinned, and the pull keeps its share.
TEST(times_of_a_rest_are_kept) {
  start();
  pl_measurement *m;
  char *csv = make_table("Time [s]", 1, true);
  require_ok(load(csv, ", \"max-frames\": 40", &m));
  const pl_test *test = &m->test[0];
  int rest = 0;
  CHECK_NEAR(test->hold, 90, 2);
  for (int f = 0; f < test->n_frame; f++) {
    rest += test->time[f] > 10.01;
    if (f > 0) CHECK_LESS(test->time[f - 1], test->time[f]);
  }
  CHECK(rest >= 10 && test->n_frame - rest >= 10);
  CHECK_CLOSE(test->speed, 1e-3, 0.01);
  pl_measurement_destroy(m);
  pl_free(ctx, csv);
  finish();
}

TEST(times_from_a_stated_speed) {
  start();
  pl_measurement *m;
  require_ok(load("Extension [mm],Load [N]\n1,1\n2,2\n3,3\n4,4\n5,5\n6,6\n7,7\n8,8\n", ", \"speed\": \"60 mm/min\"", &m));
  REQUIRE(m->test[0].time);
  for (int f = 0; f < 8; f++) CHECK_CLOSE(m->test[0].time[f], f + 1, 1e-9);  // from the unloaded specimen on
  pl_measurement_destroy(m);
  finish();
}

TEST(times_that_contradict_the_speed_are_doubted) {
  start();
  pl_measurement *m;
  char *csv = make_table("Time [s]", 1, false);
  require_ok(load(csv, ", \"speed\": \"600 mm/min\"", &m));
  const pl_suspicion *doubt = said_doubt(m, "curve.time-speed");
  REQUIRE(doubt);
  CHECK(pl_doubt_counts(doubt->doubt));
  CHECK_CONTAINS(doubt->text, "600 mm/min");
  CHECK_CONTAINS(doubt->text, "60 mm/min");
  pl_measurement_destroy(m);
  require_ok(load(csv, ", \"speed\": \"65 mm/min\"", &m));
  CHECK(!said_doubt(m, "curve.time-speed"));
  pl_measurement_destroy(m);
  // ignored on request
  require_ok(load(csv, ", \"columns\": {\"time\": null}", &m));
  CHECK(!m->test[0].time && m->test[0].speed == 0);
  pl_measurement_destroy(m);
  pl_free(ctx, csv);
  finish();
}

#define BACK "Extension [mm],Load [N],Clock [s]\n1,1,0\n2,2,1\n3,3,0.5\n4,4,2\n5,5,3\n6,6,4\n"
TEST(times_must_grow) {
  start();
  pl_measurement *m;
  CHECK(load(BACK, ", \"columns\": {\"time\": \"Clock\"}", &m) == PL_ERROR_INPUT);
  CHECK_CONTAINS(said_error(ctx), "[experiment.time-falls]");
  CHECK_CONTAINS(said_error(ctx), "a.csv:4");
  require_ok(load(BACK, "", &m));  // no usual name
  CHECK(!m->test[0].time);
  pl_measurement_destroy(m);
  // a wrong unit of a named column
  CHECK(load(BACK, ", \"columns\": {\"time\": {\"name\": \"Clock\", \"unit\": \"N\"}}", &m) != PL_OK);
  // clock times and other quantities are not used
  require_ok(load("Time,Extension [mm],Load [N]\n0:01,1,1\n0:02,2,2\n0:03,3,3\n0:04,4,4\n0:05,5,5\n0:06,6,6\n", "", &m));
  CHECK(!m->test[0].time);
  pl_measurement_destroy(m);
  finish();
}

// Written and read again: the same times.
TEST(times_survive_a_file) {
  start();
  pl_measurement *m, *again;
  char *csv = make_table("Time [s]", 1, true);
  require_ok(load(csv, "", &m));
  require_ok(pl_measurement_save(ctx, at("saved"), m));
  require_ok(pl_measurement_load(ctx, at("saved/experiment.json"), &again));
  REQUIRE(again->test[0].time && again->test[0].n_frame == m->test[0].n_frame);
  for (int f = 0; f < m->test[0].n_frame; f++) CHECK_NEAR(again->test[0].time[f], m->test[0].time[f], 1e-9);
  CHECK_CLOSE(again->test[0].hold, m->test[0].hold, 1e-9);
  pl_measurement_destroy(m);
  pl_measurement_destroy(again);
  pl_free(ctx, csv);
  finish();
}
