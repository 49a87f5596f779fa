// failing_measurement.c: see failing_measurement.h.
#include "fault/failing_measurement.h"

#include "failing_memory.h"
#include "measure/protocol.h"
#include "test.h"

void failing_load_and_save(const char *folder, const char *copy, int most) {
  bool done = false;
  for (int fail_at = 2; fail_at < most && !done; fail_at++) {
    failing f = {.fail_at = fail_at};
    pl_context_options options = pl_context_options_default();
    options.allocate = failing_allocate;
    options.allocate_user = &f;
    options.n_thread = 1;
    pl_context *own = pl_context_create(&options);
    REQUIRE(own);
    pl_measurement *m;
    pl_status status = pl_measurement_load(own, folder, &m);
    CHECK((status == PL_OK) == (m != NULL));
    if (status == PL_OK) status = pl_measurement_save(own, copy, m);
    done = f.n_call < fail_at;
    if (status != (done ? PL_OK : PL_ERROR_MEMORY)) test_fail(__FILE__, __LINE__, "allocation %d: %s", fail_at, pl_status_text(status));
    pl_measurement_destroy(m);
    if (f.n_live != 1) test_fail(__FILE__, __LINE__, "allocation %d: %d blocks leak", fail_at, f.n_live - 1);
    pl_context_destroy(own);
  }
  CHECK(done);
}
