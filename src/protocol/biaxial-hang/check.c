// check.c: hung cloths that cannot be (errors), and those that are probably not what was meant (doubts, each with a remedy).
//
// Errors concern the unloaded frame, which the others are compared with. These are a point not labelled in it, two points of a body in one
// place, the bottom slat above the top one. Likewise no weights at all. Doubts: no frame without weights; the size of the unloaded cloth;
// left and right exchanged; bodies that bend, turn, or, the top one, move. A bottom slat that rises under more weight; a calibration that
// is inaccurate or does not reach all points.
#include <math.h>

#include "base/text.h"
#include "measure/doubt/level.h"
#include "protocol/biaxial-hang/hang_part.h"
#include "protocol/biaxial-hang/say_doubts.h"
#include "protocol/biaxial-hang/hang.h"

#define PI 3.14159265358979323846
#define MIN_APART 1e-3          // m, between two points of a body
#define SIZE_SHARE 0.10         // of the declared width and height: clips hold, and slack hides, some percent of them
#define CLIP_SHARE 0.25         // of the declared clip: its ends are labelled to some millimetres of 20 mm
#define UNLOADED_SHARE 0.01     // of the largest sum of weights: less stretches nothing that could be read
#define MOVES 2e-3              // m, or PL_DOUBT_SIGMAS: supports and camera move so far unnoticed
#define TURNS (5 * PI / 180)    // rad: the weights pull 0.4 % less along the cloth
#define CALIBRATION_ERROR 1e-3  // m: 1 % of a cloth of 100 mm
#define CALIBRATION_REACH 0.25  // of the extent of the marks: a homography extrapolates its error about twofold there

typedef struct view {
  pl__label_reader *r;
  const pl_test *test;
  const pl_hang *hang;
  const double *rest;  // points of the unloaded frame, [n_point][2], m
  double moves;        // m, what noise does not explain
} view;

static const double *frame_points(const view *v, int frame) {
  return v->test->channel[PL_HANG_POINTS].value + 2 * (size_t)v->hang->n_point * (size_t)frame;
}

static double distance(const double *x, int i, int j) { return hypot(x[2 * i] - x[2 * j], x[2 * i + 1] - x[2 * j + 1]); }

static double weights(const view *v, int frame) {
  double sum = 0, weight, cord[2];
  for (int k = 0; k < PL_HANG_LOADS; k++) {
    pl__hang_weight(v->hang, frame, k, &weight, cord);
    sum += weight;
  }
  return sum;
}

static const char *mm(double length, char text[40]) { return pl_number_people(1e3 * length, text, 40); }

// ---- errors ----

static pl_status check_rest(const view *v) {
  const pl_hang *hang = v->hang;
  pl_where where = {.file = v->test->file};
  char frame[120];
  pl__hang_frame_text(v->test, hang->unloaded, frame);
  for (int i = 0; i < hang->n_point; i++) {
    if (isnan(v->rest[2 * i]))
      return pl_fail(v->r->ctx, PL_ERROR_INPUT, &where,
                     "label every point in the photograph with the least weights: the others are compared with it",
                     PL_ID("biaxial-hang.point-body-not-labelled") "point \"%.40s\" of body \"%s\" is not labelled in %s",
                     hang->point[i].name, pl__hang_body_name[hang->point[i].body], frame);
    for (int j = 0; j < i; j++)
      if (hang->point[i].body == hang->point[j].body && distance(v->rest, i, j) < MIN_APART)
        return pl_fail(v->r->ctx, PL_ERROR_INPUT, &where, "label different points of the body, its two ends at least",
                       "points \"%.40s\" and \"%.40s\" of body \"%s\" are in the same place in %s", hang->point[j].name,
                       hang->point[i].name, pl__hang_body_name[hang->point[i].body], frame);
  }
  double top[2], bottom[2];
  pl__hang_centre(v->test, PL_HANG_TOP, hang->unloaded, top);
  pl__hang_centre(v->test, PL_HANG_BOTTOM, hang->unloaded, bottom);
  if (bottom[1] < top[1]) return PL_OK;
  return pl_fail(v->r->ctx, PL_ERROR_INPUT, &where,
                 "write \"y\": \"up\" (or \"down\") in the calibration, or exchange the names of the bodies",
                 PL_ID("biaxial-hang.bottom-slat-lies-above") "the bottom slat lies above the top slat in %s", frame);
}

static pl_status check_weights(const view *v, double *largest) {
  *largest = 0;
  for (int f = 0; f < v->test->n_frame; f++) *largest = fmax(*largest, weights(v, f));
  if (*largest > 0) return PL_OK;
  pl_where where = {.file = v->test->file};
  return pl_fail(v->r->ctx, PL_ERROR_INPUT, &where, "add photographs with weights, and write these into the columns bottom, left and right",
                 PL_ID("biaxial-hang.no-frame-carries-weight") "no frame carries a weight");
}

// ---- doubts about the unloaded frame ----

static bool has_unloaded(const view *v, double largest) { return weights(v, v->hang->unloaded) <= UNLOADED_SHARE * largest; }

static pl_status doubt_unloaded(const view *v, double largest) {
  char frame[120];
  if (has_unloaded(v, largest)) return PL_OK;
  return pl__label_suspect(v->r, PL_DOUBT_ADVICE, PL_SAID(SAY_HANG_NO_UNLOADED_DO), SAY_HANG_NO_UNLOADED,
                           pl__hang_frame_text(v->test, v->hang->unloaded, frame));
}

// Size of the cloth, when a frame shows it unstretched, and of the clips.
static pl_status doubt_size(const view *v, bool unstretched) {
  double centre[PL_HANG_BODIES][2];
  char a[40], b[40];
  for (int k = 0; k < PL_HANG_BODIES; k++) pl__hang_centre(v->test, (pl_hang_body)k, v->hang->unloaded, centre[k]);
  double wide = centre[PL_HANG_RIGHT][0] - centre[PL_HANG_LEFT][0], high = centre[PL_HANG_TOP][1] - centre[PL_HANG_BOTTOM][1];
  if (wide < 0) return pl__label_suspect(v->r, PL_DOUBT_SIZES, PL_SAID(SAY_HANG_CLIPS_EXCHANGED_DO), SAY_HANG_CLIPS_EXCHANGED);
  if (unstretched && fabs(wide / v->hang->width - 1) > SIZE_SHARE)
    PL_TRY(pl__label_suspect(v->r, PL_DOUBT_SIZES, PL_SAID(SAY_HANG_SIZE_DO), SAY_HANG_WIDTH, mm(wide, a), mm(v->hang->width, b)));
  if (unstretched && fabs(high / v->hang->height - 1) > SIZE_SHARE)
    PL_TRY(pl__label_suspect(v->r, PL_DOUBT_SIZES, PL_SAID(SAY_HANG_SIZE_DO), SAY_HANG_HEIGHT, mm(high, a), mm(v->hang->height, b)));
  for (int body = PL_HANG_LEFT; body <= PL_HANG_RIGHT; body++) {
    double longest = 0;
    for (int i = 0; i < v->hang->n_point; i++)
      for (int j = 0; j < i; j++)
        if ((int)v->hang->point[i].body == body && (int)v->hang->point[j].body == body) longest = fmax(longest, distance(v->rest, i, j));
    if (fabs(longest / v->hang->clip - 1) > CLIP_SHARE)
      PL_TRY(pl__label_suspect(v->r, PL_DOUBT_SIZES, PL_SAID(SAY_HANG_CLIP_LENGTH_DO), SAY_HANG_CLIP_LENGTH, pl__hang_body_name[body],
                               mm(longest, a), mm(v->hang->clip, b)));
  }
  return PL_OK;
}

// ---- doubts about bodies: the worst frame of each ----

typedef struct worst {
  double size;
  int frame, i, j;
} worst;

static pl_status doubt_body(const view *v, pl_hang_body body) {
  worst bend = {0}, turn = {0};
  for (int f = 0; f < v->test->n_frame; f++) {
    const double *x = frame_points(v, f);
    for (int i = 0; i < v->hang->n_point; i++)
      for (int j = 0; j < i; j++) {
        if (v->hang->point[i].body != body || v->hang->point[j].body != body || isnan(x[2 * i]) || isnan(x[2 * j])) continue;
        double d0 = distance(v->rest, i, j), change = fabs(distance(x, i, j) - d0);
        double a = atan2(v->rest[2 * i + 1] - v->rest[2 * j + 1], v->rest[2 * i] - v->rest[2 * j]);
        double b = atan2(x[2 * i + 1] - x[2 * j + 1], x[2 * i] - x[2 * j]), angle = fabs(remainder(b - a, 2 * PI));
        if (change > bend.size) bend = (worst){change, f, i, j};
        // noise turns two points that are near each other
        if (angle * d0 > v->moves && angle > turn.size) turn = (worst){angle, f, i, j};
      }
  }
  char a[40], frame[120];
  const char *name = pl__hang_body_name[body];
  if (bend.size > v->moves)
    PL_TRY(pl__label_suspect(v->r, PL_DOUBT_ROWS, PL_SAID(SAY_HANG_SLAT_BENT_DO), SAY_HANG_SLAT_BENT, v->hang->point[bend.j].name,
                             v->hang->point[bend.i].name, name, mm(bend.size, a), pl__hang_frame_text(v->test, bend.frame, frame)));
  if (turn.size > PI / 2)
    return pl__label_suspect(v->r, PL_DOUBT_ROWS, PL_SAID(SAY_HANG_BODY_REVERSED_DO), SAY_HANG_BODY_REVERSED, name,
                             pl__hang_frame_text(v->test, turn.frame, frame));
  if (turn.size > TURNS)
    return pl__label_suspect(v->r, PL_DOUBT_ROWS, PL_SAID(SAY_HANG_BODY_TURNS_DO), SAY_HANG_BODY_TURNS, name,
                             pl_number_people(turn.size * 180 / PI, a, sizeof a), pl__hang_frame_text(v->test, turn.frame, frame));
  return PL_OK;
}

static pl_status doubt_top(const view *v) {
  worst most = {0};
  for (int f = 0; f < v->test->n_frame; f++) {
    double shift[2];
    if (!pl__hang_shift(v->test, PL_HANG_TOP, f, shift)) continue;
    double size = hypot(shift[0], shift[1]);
    if (size > most.size) most = (worst){.size = size, .frame = f};
  }
  char a[40], frame[120];
  if (most.size <= v->moves) return PL_OK;
  return pl__label_suspect(v->r, PL_DOUBT_ROWS, PL_SAID(SAY_HANG_TOP_MOVES_DO), SAY_HANG_TOP_MOVES, mm(most.size, a),
                           pl__hang_frame_text(v->test, most.frame, frame));
}

// Of two frames with the same sides, the one with more weight below hangs lower.
static pl_status doubt_rise(const view *v) {
  const double *load = v->hang->load;
  worst most = {0};
  for (int f = 0; f < v->test->n_frame; f++)
    for (int g = 0; g < v->test->n_frame; g++) {
      const double *a = load + PL_HANG_LOADS * f, *b = load + PL_HANG_LOADS * g;
      double low[2], high[2];
      bool comparable = b[0] > a[0] * (1 + PL_DOUBT_ROUNDING) && fabs(a[1] - b[1]) <= PL_DOUBT_ROUNDING * a[1] &&
                        fabs(a[2] - b[2]) <= PL_DOUBT_ROUNDING * a[2];
      if (!comparable || !pl__hang_shift(v->test, PL_HANG_BOTTOM, f, low) || !pl__hang_shift(v->test, PL_HANG_BOTTOM, g, high)) continue;
      if (high[1] - low[1] > most.size) most = (worst){high[1] - low[1], f, g, 0};
    }
  char a[40], light[120], heavy[120];
  if (most.size <= v->moves) return PL_OK;
  return pl__label_suspect(v->r, PL_DOUBT_ROWS, PL_SAID(SAY_HANG_BOTTOM_RISES_DO), SAY_HANG_BOTTOM_RISES, mm(most.size, a),
                           pl__hang_frame_text(v->test, most.i, heavy), pl__hang_frame_text(v->test, most.frame, light));
}

// ---- doubts about the calibration ----

static pl_status doubt_calibration(const view *v, const pl__calibration *c) {
  if (c->kind != PL_CALIBRATION_PLANE) return PL_OK;
  char a[40];
  if (c->error > CALIBRATION_ERROR)
    PL_TRY(pl__label_suspect(v->r, PL_DOUBT_ROWS, PL_SAID(SAY_HANG_CALIBRATION_DO), SAY_HANG_CALIBRATION, mm(c->error, a)));
  int n = 0;
  size_t n_value = (size_t)v->test->n_frame * (size_t)v->hang->n_point;
  for (size_t i = 0; i < n_value; i++) {
    const double *x = v->test->channel[PL_HANG_POINTS].value + 2 * i;
    bool outside = false;
    for (int k = 0; k < 2; k++) {
      double reach = CALIBRATION_REACH * (c->high[k] - c->low[k]);
      outside = outside || x[k] < c->low[k] - reach || x[k] > c->high[k] + reach;
    }
    n += outside;
  }
  if (n == 0) return PL_OK;
  return pl__label_suspect(v->r, PL_DOUBT_ROWS, PL_SAID(SAY_HANG_OUTSIDE_MARKS_DO), SAY_HANG_OUTSIDE_MARKS, n);
}

pl_status pl__hang_check(pl__label_reader *r, const pl__calibration *calibration, const pl_test *test) {
  view v = {.r = r, .test = test, .hang = pl_hang_of(test)};
  double largest;
  v.rest = frame_points(&v, v.hang->unloaded);
  v.moves = fmax(MOVES, PL_DOUBT_SIGMAS * sqrt(2) * test->channel[PL_HANG_POINTS].sigma);
  PL_TRY(check_weights(&v, &largest));
  PL_TRY(check_rest(&v));
  PL_TRY(doubt_calibration(&v, calibration));
  PL_TRY(doubt_unloaded(&v, largest));
  PL_TRY(doubt_size(&v, has_unloaded(&v, largest)));
  for (int body = 0; body < PL_HANG_BODIES; body++) PL_TRY(doubt_body(&v, (pl_hang_body)body));
  PL_TRY(doubt_top(&v));
  return doubt_rise(&v);
}
