// view.c: the report view of the protocol `slide`.
#include "base/text.h"
#include "measure/direction_words.h"
#include "protocol/slide/slide_part.h"
#include "report/result/protocol_view.h"

static void direction(const pl_test *test, pl_text *out) {
  pl__direction_along(test->angle, out);
  pl_text_printf(out, ", on %s", pl_slide_of(test)->against ? pl_slide_of(test)->against : "itself");
}

const pl_protocol_view pl__slide_view = {.state = "pull", .direction = direction};
