// protocol.c: the row of the protocol `capture`: its channels and its parts.
#include <stddef.h>

#include "estimate/problem/protocol_fit.h"
#include "measure/protocol.h"
#include "measure/table/column_names.h"
#include "protocol/capture/capture_part.h"
#include "protocol/capture/fit/mesh_error.h"
#include "protocol/capture/fit/prepare.h"
#include "rig/rig.h"

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

static const pl_channel_row capture_channels[] = {
    [PL_CAPTURE_CLIP_FORCE] = {"clip-force",
                               {1, 1, -2, 0},
                               true,
                               pl__no_names,
                               "force of each clip on the cloth, three components per clip",
                               .misfit = PL_MISFIT_FORCE,
                               .misfit_width = 3,
                               .drawing = PL_DRAW_CLIP_FORCES},
    [PL_CAPTURE_POSITIONS] = {"positions",
                              {0, 1, 0, 0},
                              true,
                              pl__no_names,
                              "captured surface at the vertices of the simulation mesh",
                              .misfit = PL_MISFIT_POSITION,
                              .misfit_width = 3,
                              .drawing = PL_DRAW_SURFACE},
    [PL_CAPTURE_CLIP_PARALLEL] = {"clip-parallel",
                                  {1, 1, -2, 0},
                                  true,
                                  pl__no_names,
                                  "force of each clip on the cloth along the clip's own axis",
                                  .drawing = PL_DRAW_NOT},
};

static const pl_protocol_thing things[] = {{"mesh", "cloth"}, {NULL, NULL}};
static const pl_protocol_files files = {.read = pl__capture_read,
                                        .save = pl__capture_save,
                                        .describe = pl__capture_describe,
                                        .any_density = true,
                                        .new_folder = pl__capture_new,
                                        .has = "meshes, clips and forces",
                                        .things = things};

static const pl_protocol_fit fit_part = {.models = &pl__capture_models,
                                         .prepare = pl__capture_on_mesh,
                                         .mesh_error = pl_fit_mesh_error,
                                         .density = pl__capture_density,
                                         .begin = pl__capture_begin,
                                         .unfitted = pl__capture_unfitted,
                                         .unfitted_remedy =
                                             "give stretch, picture-frame or table-edge to fit, and this file with --validate",
                                         .sheet = true};

const pl_protocol pl_protocol_capture = {.name = "capture",
                                         .help = "a full capture of shape and force: a mesh per frame, clips and cords",
                                         .n_channel = COUNT(capture_channels),
                                         .channel = capture_channels,
                                         .files = &files,
                                         .rig = &pl__capture_rig,
                                         .view = &pl__capture_view,
                                         .plan = &pl__capture_plan,
                                         .fit = &fit_part,
                                         .words = &pl__capture_words};
