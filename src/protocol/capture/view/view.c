// view.c: the report view of the protocol `capture`: the motion, clip forces and distances of the shapes frame by frame, clips on the
// shape.
#include "protocol/capture/capture.h"
#include "protocol/capture/view/clip_travel.h"
#include "protocol/capture/view/model_table.h"
#include "protocol/capture/view/result_capture.h"
#include "protocol/capture/capture_part.h"
#include "report/result/protocol_view.h"
#include "report/result/result_parts.h"
#include "rig/starts.h"

#include <math.h>
#include <string.h>

// "stretch along warp".
static void direction(const pl_test *test, pl_text *out) {
  pl_text_add(out, pl_capture_of(test)->motion);
  if (pl_capture_of(test)->direction[0]) pl_text_printf(out, " along %s", pl_capture_of(test)->direction);
}

// ---- fit.json ----

static const char *const start_name[] = {[PL_START_ANY] = "any", [PL_START_MEASURED] = "captured", [PL_START_BEFORE] = "before"};

// Where the equilibria of held-out frames were sought from, with the distances that both starts gave.
static void put_starts(pl_json_writer *w, int n_frame, const pl_start_choice *start) {
  if (!start) return;
  pl_json_begin_array(w, "start");
  for (int f = 0; f < n_frame; f++) pl_json_put_text(w, NULL, start_name[start[f].start]);
  pl_json_end_array(w);
  pl_json_begin_array(w, "distance_from_captured");
  for (int f = 0; f < n_frame; f++) pl_json_put_number(w, NULL, start[f].measured);
  pl_json_end_array(w);
  pl_json_begin_array(w, "distance_from_before");
  for (int f = 0; f < n_frame; f++) pl_json_put_number(w, NULL, start[f].before);
  pl_json_end_array(w);
}

// The same in words for tables: "any start", or how many frames have which.
static const char *start_words(pl_arena *arena, const pl_fit_case *c) {
  int n[3] = {0};
  if (!c->start) return "";
  for (int f = 0; f < c->test->n_frame; f++) n[c->start[f].start]++;
  if (n[PL_START_ANY] == c->test->n_frame) return "any start";
  const char *text =
      pl_arena_printf(arena, "%d any, %d captured shape, %d frame before", n[PL_START_ANY], n[PL_START_MEASURED], n[PL_START_BEFORE]);
  return text ? text : "";
}

// A capture frame by frame.
static pl_status test_members(pl_json_writer *w, pl_arena *arena, const pl_fit *fit, const pl_fit_case *c) {
  (void)fit;
  pl_capture_result r;
  if (!pl_resampled_of(c->test)) return PL_OK;
  const pl_capture *capture = pl_capture_of(c->test);
  PL_TRY(pl_result_capture(arena, c, &r));
  pl_json_begin_object(w, "surface");
  pl_json_put_text(w, "motion", capture->motion);
  pl_json_put_text(w, "direction", capture->direction);
  if (!c->given->held_out) pl_json_put_text(w, "compared", pl_capture_compared_words(pl_case_compared(c)));
  pl_json_put_integer(w, "captured_vertices", capture->mesh->n_vertex);
  pl_json_put_integer(w, "vertices", pl_resampled_of(c->test)->mesh->n_vertex);
  pl_json_put_number(w, "interpolation_error", pl_resampled_of(c->test)->error);
  pl_json_put_number(w, "force_rms", r.force_rms);
  pl_json_put_number(w, "parallel_rms", r.parallel_rms);
  pl_json_put_number(w, "force_largest", r.force_largest);
  pl_json_put_number(w, "distance_rms", r.distance_rms);
  pl_json_put_number(w, "distance_largest", r.distance_worst);
  pl_json_put_integer(w, "worst_frame", r.worst_frame);
  put_starts(w, r.n_frame, c->start);
  pl_json_begin_array(w, "file_frame");
  for (int f = 0; f < r.n_frame; f++) pl_json_put_integer(w, NULL, pl_capture_file_frame(capture, f));
  pl_json_end_array(w);
  size_t n_middle = 3 * (size_t)r.n_clip * (size_t)r.n_frame;
  double *middle = pl_arena_alloc(arena, n_middle + (size_t)r.n_frame + 1, sizeof *middle);
  if (!middle) return PL_ERROR_MEMORY;
  double *travel = middle + n_middle;
  pl_clip_middles(pl_resampled_of(c->test), r.n_clip, r.n_frame, middle);
  pl_json_begin_array(w, "clips");
  for (int clip = 0; clip < r.n_clip; clip++) {
    int opposite;
    pl_json_begin_object(w, NULL);
    pl_json_put_text(w, "name", capture->clip[clip].name);
    if (pl_clip_travel(r.n_clip, r.n_frame, middle, clip, travel, &opposite)) {
      pl_json_put_text(w, "opposite", capture->clip[opposite].name);
      pl_json_put_numbers(w, "travel", r.n_frame, travel);
    }
    pl_json_put_numbers(w, "force_measured", r.n_frame, r.measured + (size_t)clip * (size_t)r.n_frame);
    pl_json_put_numbers(w, "force_predicted", r.n_frame, r.predicted + (size_t)clip * (size_t)r.n_frame);
    pl_json_end_object(w);
  }
  pl_json_end_array(w);
  if (r.force) pl_json_put_numbers(w, "force_difference", r.n_frame, r.force);
  pl_json_put_numbers(w, "distance", r.n_frame, r.distance);
  pl_json_put_numbers(w, "distance_at_most", r.n_frame, r.distance_largest);
  pl_json_end_object(w);
  return PL_OK;
}

// ---- figures ----

static int figures(pl_arena *arena, const pl_fit *fit, const pl_fit_case *c, pl_view_figure figure[PL_VIEW_FIGURES]) {
  (void)fit;
  pl_capture_result r;
  if (!pl_resampled_of(c->test)) return 0;
  if (pl_result_capture(arena, c, &r) != PL_OK) return -1;
  const pl_view_figure all[] = {
      {"force", "N", r.force_largest, NULL},
      {"force rms", "N", r.force_rms, NULL},
      {"distance rms", "m", r.distance_rms, NULL},
      {"largest distance", "m", r.distance_worst, NULL},
      {"resampling", "m", pl_resampled_of(c->test)->error, NULL},
      {c->given->held_out ? "equilibrium from" : "compared by", NULL, NAN,
       c->given->held_out ? start_words(arena, c) : pl_capture_compared_words(pl_case_compared(c))},
  };
  memcpy(figure, all, sizeof all);
  return (int)(sizeof all / sizeof all[0]);
}

// ---- CSV ----

// All positions of all frames would be tens of megabytes: the worst predicted frame shows where the model errs.
static bool one_frame(pl_arena *arena, const pl_fit_case *c, int channel, int *frame) {
  pl_capture_result r = {.worst_frame = -1};
  if (!pl_resampled_of(c->test) || channel != PL_CAPTURE_POSITIONS) return false;
  *frame = arena && pl_result_capture(arena, c, &r) == PL_OK ? (int)fmax(r.worst_frame, 0) : -1;
  return true;
}

static pl_status frames_csv(pl_arena *arena, const pl_fit_case *c, pl_text *out) {
  pl_capture_result r;
  if (!pl_resampled_of(c->test)) return PL_OK;
  PL_TRY(pl_result_capture(arena, c, &r));
  for (int f = 0; f < r.n_frame; f++)
    for (int clip = 0; clip < (r.n_clip ? r.n_clip : 1); clip++) {
      size_t at = (size_t)clip * (size_t)r.n_frame + (size_t)f;
      pl__csv_cell(out, c->test->name);
      pl_text_printf(out, ",%s,%d,%d,", c->given->held_out ? "held-out" : "fitted", f + 1,
                     pl_capture_file_frame(pl_capture_of(c->test), f));
      if (r.n_clip) pl__csv_cell(out, pl_capture_of(c->test)->clip[clip].name);
      double row[] = {r.n_clip ? r.measured[at] : NAN, r.n_clip ? r.predicted[at] : NAN, r.force ? r.force[f] : NAN, r.distance[f],
                      r.distance_largest[f]};
      for (int j = 0; j < 5; j++) {
        pl_text_add(out, ",");
        pl__csv_number(out, row[j]);
      }
      pl_text_add(out, "\n");
    }
  return PL_OK;
}

// ---- shapes.bin ----

static const double *measured_shape(const pl_fit_case *c) {
  const pl_resampled *r = pl_resampled_of(c->test);
  return r && r->mesh->n_vertex == c->rig->body.mesh->n_vertex ? r->x : NULL;
}

static pl_status shape_members(pl_shape_writer *s) {
  const pl_resampled *r = measured_shape(s->of) ? pl_resampled_of(s->of->test) : NULL;
  const pl_capture *capture = pl_capture_of(s->of->test);
  if (!r || capture->n_clip == 0) return PL_OK;
  pl__shape_array(s, "clip");  // 0: none, else the clip's number from 1
  for (int32_t v = 0; v < r->mesh->n_vertex; v++) pl__shape_byte(s, r->clip[v] + 1);
  pl_json_begin_array(s->json, "clips");
  for (int k = 0; k < capture->n_clip; k++) pl_json_put_text(s->json, NULL, capture->clip[k].name);
  pl_json_end_array(s->json);
  return PL_OK;
}

static const pl_key keys[] = {
    {"tests[].surface", PL_KEY_OBJECT, "", true, "a captured surface, frame by frame"},
    {"tests[].surface.motion", PL_KEY_TEXT, "", false, "motion"},
    {"tests[].surface.direction", PL_KEY_TEXT, "", false, "its direction"},
    {"tests[].surface.compared", PL_KEY_TEXT, "", true, "what the fit compared, in words"},
    {"tests[].surface.captured_vertices", PL_KEY_NUMBER, "", false, "vertices of the capture"},
    {"tests[].surface.vertices", PL_KEY_NUMBER, "", false, "vertices of the simulation"},
    {"tests[].surface.interpolation_error", PL_KEY_NUMBER, "m", false, "error of resampling"},
    {"tests[].surface.force_rms", PL_KEY_NUMBER, "N", false, "rms of the differences of clip forces"},
    {"tests[].surface.parallel_rms", PL_KEY_NUMBER, "N", false, "the same along the clips"},
    {"tests[].surface.force_largest", PL_KEY_NUMBER, "N", false, "largest measured force"},
    {"tests[].surface.distance_rms", PL_KEY_NUMBER, "m", false, "rms distance of free vertices"},
    {"tests[].surface.distance_largest", PL_KEY_NUMBER, "m", false, "largest distance"},
    {"tests[].surface.worst_frame", PL_KEY_NUMBER, "", false, "frame with the largest rms distance, from 0"},
    {"tests[].surface.file_frame", PL_KEY_NUMBERS, "", false, "numbers of the frames in the files"},
    {"tests[].surface.clips", PL_KEY_OBJECTS, "", false, "clips"},
    {"tests[].surface.clips[].name", PL_KEY_TEXT, "", false, "name"},
    {"tests[].surface.clips[].opposite", PL_KEY_TEXT, "", true, "clip that pulls against it"},
    {"tests[].surface.clips[].travel", PL_KEY_NUMBERS, "m", true, "how far it has moved from that clip"},
    {"tests[].surface.clips[].force_measured", PL_KEY_NUMBERS, "N", false, "size of its force on the cloth, measured"},
    {"tests[].surface.clips[].force_predicted", PL_KEY_NUMBERS, "N", false, "the same, predicted"},
    {"tests[].surface.force_difference", PL_KEY_NUMBERS, "N", true, "rms over the clips of the difference"},
    {"tests[].surface.start", PL_KEY_TEXTS, "", true,
     "held out: start of each equilibrium: captured shape, equilibrium before, or any (both give the same)"},
    {"tests[].surface.distance_from_captured", PL_KEY_NUMBERS, "m", true,
     "held out: rms distance of the equilibrium from the captured shape"},
    {"tests[].surface.distance_from_before", PL_KEY_NUMBERS, "m", true, "held out: the same of that from the frame before"},
    {"tests[].surface.distance", PL_KEY_NUMBERS, "m", false, "rms distance of each frame"},
    {"tests[].surface.distance_at_most", PL_KEY_NUMBERS, "m", false, "largest distance of each frame"},
};

const pl_protocol_view pl__capture_view = {
    .state = "frame",
    .sized = true,
    .direction = direction,
    .figures = figures,
    .figures_note = "Force: largest measured. Force rms: difference vectors over clips and frames. Distance: "
                    "free vertices. Scores by channel use single coordinates. Equilibria of held-out folds are sought from the captured "
                    "shape and from the frame before; the nearer one counts",
    .test_members = test_members,
    .one_frame = one_frame,
    .frames_csv_head = "test,use,frame,file_frame,clip,force measured [N],force predicted [N],"
                       "force difference rms over clips [N],distance rms [m],distance largest [m]\n",
    .frames_csv = frames_csv,
    .draw = pl__capture_draw,
    .measured_shape = measured_shape,
    .shape_members = shape_members,
    .film = pl__capture_film,
    .compare_models = pl_model_table_run,
    .n_key = sizeof keys / sizeof keys[0],
    .key = keys};
