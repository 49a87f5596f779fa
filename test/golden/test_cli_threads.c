// Results do not depend on the number of threads: the frames of captures and hung samples are dealt out to them.
#include "command.h"
#include "test.h"

static void same_material(const char *experiment, const char *options) {
  command_outcome one = command_run("fit '%s' %s -o one --threads 1 --quiet", experiment, options);
  command_outcome two = command_run("fit '%s' %s -o two --threads 2 --quiet", experiment, options);
  CHECK(one.status == two.status && one.status <= 1);
  CHECK(command_wrote("one/material.json"));
  CHECK_TEXT(command_file("one/material.json"), command_file("two/material.json"));
}

TEST(cli_capture_fit_does_not_depend_on_threads) {
  same_material(PLIANT_SOURCE_DIR "/examples/capture-knit/experiment.json", "--cells 7 --max-points 2");
}

LONG_TEST(cli_hang_fit_does_not_depend_on_threads) {
  same_material(PLIANT_SOURCE_DIR "/examples/hang-interlock/experiment.json", "--cells 12 --points 4");
}
