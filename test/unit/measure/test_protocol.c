// test_protocol.c: the table of protocols is consistent, and its order is the one the enumerators promise.
#include "test.h"

#include "base/text.h"
#include "protocol/cantilever/cantilever.h"
#include "measure/protocol.h"
#include "protocol/biaxial-hang/hang.h"
#include "protocol/roll/roll.h"
#include "protocol/weights/weights.h"
#include "protocol/tensile/tensile.h"
#include "protocol/disk-push/disk.h"
#include "protocol/capture/capture.h"

TEST(measure_protocol_rows) {
  CHECK(pl_protocol_count() >= 2);
  for (int p = 0; p < pl_protocol_count(); p++) {
    const pl_protocol *protocol = pl_protocol_at(p);
    CHECK(pl_protocol_find(protocol->name) == protocol);
    CHECK(*protocol->help != '\0');
    CHECK(protocol->n_channel <= PL_MAX_CHANNEL);
    // protocols with separate files have no forms of columns, and imposed values may be part of the test
    bool control = false, observed = false, own = protocol->files->curve == NULL;
    for (int c = 0; c < protocol->n_channel; c++) {
      const pl_channel_row *row = &protocol->channel[c];
      CHECK(pl_protocol_channel(protocol, row->name) == c);
      CHECK(*row->help != '\0');
      control = control || !row->observed;
      observed = observed || row->observed;
      if (own) continue;
      CHECK(row->n_form > 0 && row->usual == row->form[0].usual);
      CHECK(pl_dim_equal(row->dim, row->form[0].dim));
      CHECK(row->form[0].form == PL_FORM_PLAIN);
      CHECK_TEXT(row->usual[0], row->name);
    }
    CHECK((control || own) && observed);
  }
}

// A column name means one channel of its protocol only.
TEST(measure_protocol_names_are_unique) {
  for (int p = 0; p < pl_protocol_count(); p++) {
    const pl_protocol *protocol = pl_protocol_at(p);
    const char *seen[200];
    int n = 0;
    for (int c = 0; c < protocol->n_channel; c++) {
      for (int f = 0; f < protocol->channel[c].n_form; f++) {
        for (const char *const *name = protocol->channel[c].form[f].usual; *name; name++) {
          for (int i = 0; i < n; i++) {
            if (pl_text_same(seen[i], *name)) test_fail(__FILE__, __LINE__, "%s is listed twice in %s", *name, protocol->name);
          }
          REQUIRE(n < 200);
          seen[n++] = *name;
        }
      }
    }
  }
}

TEST(measure_protocol_order) {
  const pl_protocol *tensile = pl_protocol_find("tensile"), *push = pl_protocol_find("disk-push");
  REQUIRE(tensile && push);
  CHECK(pl_protocol_channel(tensile, "displacement") == PL_TENSILE_DISPLACEMENT);
  CHECK(pl_protocol_channel(tensile, "shear-displacement") == PL_TENSILE_SHEAR_DISPLACEMENT);
  CHECK(pl_protocol_channel(tensile, "force") == PL_TENSILE_FORCE);
  CHECK(pl_protocol_channel(tensile, "shear-force") == PL_TENSILE_SHEAR_FORCE);
  CHECK(pl_protocol_channel(tensile, "lateral-stretch") == PL_TENSILE_LATERAL);
  CHECK(pl_protocol_channel(push, "displacement") == PL_DISK_DISPLACEMENT);
  CHECK(pl_protocol_channel(push, "force") == PL_DISK_FORCE);
  const pl_protocol *capture = pl_protocol_find("capture");
  REQUIRE(capture);
  CHECK(pl_protocol_channel(capture, "clip-force") == PL_CAPTURE_CLIP_FORCE);
  CHECK(pl_protocol_channel(capture, "positions") == PL_CAPTURE_POSITIONS);
  CHECK(pl_protocol_channel(capture, "clip-parallel") == PL_CAPTURE_CLIP_PARALLEL);
  const pl_protocol *hang = pl_protocol_find("biaxial-hang"), *cantilever = pl_protocol_find("cantilever");
  REQUIRE(hang && cantilever);
  CHECK(pl_protocol_channel(hang, "points") == PL_HANG_POINTS);
  CHECK(pl_protocol_channel(cantilever, "profile") == PL_CANTILEVER_PROFILE);
  CHECK(pl_protocol_channel(cantilever, "tip") == PL_CANTILEVER_TIP);
  CHECK(pl_protocol_channel(cantilever, "angle") == PL_CANTILEVER_ANGLE);
  const pl_protocol *weights = pl_protocol_find("weights"), *roll = pl_protocol_find("roll");
  REQUIRE(weights && roll);
  CHECK(pl_protocol_channel(weights, "force") == PL_WEIGHTS_FORCE);
  CHECK(pl_protocol_channel(weights, "length") == PL_WEIGHTS_LENGTH);
  CHECK(pl_protocol_channel(roll, "profile") == PL_ROLL_PROFILE);
  CHECK(pl_protocol_find("tensil") == NULL);
  CHECK(pl_protocol_channel(tensile, "Force") == -1);
}
