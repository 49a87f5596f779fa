// A specimen's direction has one name: `pliant check` says what fit.json, the page and figures say.
#include "base/text.h"
#include "golden/command.h"
#include "measure/protocol.h"
#include "report/result/protocol_view.h"
#include "test.h"

// The words of the view of every test of an experiment stand in what `pliant check` prints.
static int check_words(const char *folder) {
  char path[4200];
  snprintf(path, sizeof path, "%s/%s", test_folder(), folder);
  const char *said = command_run("check %s", folder).out;
  pl_context *ctx = pl_context_create(NULL);
  pl_measurement *m;
  REQUIRE(pl_measurement_load(ctx, path, &m) == PL_OK);
  const pl_protocol_view *view = m->protocol->view;
  REQUIRE(view != NULL && view->state != NULL);
  int n = 0;
  for (int i = 0; i < m->n_test && view->direction; i++, n++) {
    pl_text words;
    pl_text_init(&words, ctx);
    view->direction(&m->test[i], &words);
    CHECK_CONTAINS(said, words.data);
    pl_text_clear(&words);
  }
  pl_measurement_destroy(m);
  pl_context_destroy(ctx);
  return n;
}

TEST(directions_of_every_template_are_named_alike) {
  int n = 0;
  for (int p = 0; p < pl_protocol_count(); p++) {
    const char *name = pl_protocol_at(p)->name;
    if (command_run("new %s %s", name, name).status != 0) continue;
    n += check_words(name);
  }
  CHECK(n > 20);
}
