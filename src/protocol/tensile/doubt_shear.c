// doubt_shear.c: pulls that contradict shears of the same cloth, though each looks like some cloth by itself: units that are ten times wrong.
//
// Clamps that stay at their distance while they slide stretch the yarns between them. Of the force per width along the clamps, T = f_v /
// width, these carry s_uu(e_uu) d_v/l (eqs. 15 and 16 of tensile_convert.c). The curve s_uu(e) is what a pull along the same yarns
// measured. The rest,
//
//   s_uv(g) = T - s_uu(e_uu) g,   g = d_v/l,   e_uu = d_u/l + (d_u^2 + d_v^2)/(2 l^2),
//
// is the shear of the cloth. It resists, s_uv > 0, and it is one curve whichever yarns run along the length: exactly without a coupling of the modes, else nearly.
// The contradiction is the root mean square of the difference of both s_uv, or the mean of a negative one, of the largest T. Above PL_DOUBT_SHARE, a
// factor of ten in one column may bring them together; then that is doubted. Columns are ordered by how well the curves agree then; all are named.
// Where yarns that are not stretched at all would, "keep-length" was probably meant.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "protocol/tensile/tensile_part.h"
#include "measure/doubt/level.h"
#include "measure/doubt/say_curves.h"

#define ALONG 0.02          // rad, one degree from warp or weft: the yarns run from clamp to clamp
#define LEAST_STRETCH 1e-4  // strain of the yarns below which a shear says nothing about them: slack of yarns and clamps is larger
#define JUST_INSIDE 0.99    // of the largest shear: not beyond the last reading
enum { N_GRID = 10, ENOUGH = 6 };

// Columns that a factor is tried in. Of the shear displacement none is: nearly straight, its curve is the same with the inverse in the force.
typedef enum column { PULL_FORCE, PULL_TRAVEL, SHEAR_FORCE, N_COLUMN } column;

// One direction: a pull and a shear along the same yarns; NULL where there is none.
typedef struct yarns {
  const pl_test *pull, *shear;
  double times[N_COLUMN];  // factors that are tried
  bool stretched;          // else the shear keeps their length
} yarns;

static double total_width(const pl_test *test) { return test->width * test->strips; }

// s_uu at a strain, N/m; NAN where it never was.
static double pull_stress(const yarns *y, double strain) {
  const pl_test *pull = y->pull;
  double d = pull->length * (sqrt(1 + 2 * strain) - 1), force, stress, none;
  if (!pl__curve_at(pull->n_frame, pull->channel[PL_TENSILE_DISPLACEMENT].value, pull->channel[PL_TENSILE_FORCE].value,
                    d / y->times[PULL_TRAVEL], &force))
    return NAN;
  pl_tensile_stress(&(pl_sample){pull->length, total_width(pull)}, d, 0, force * y->times[PULL_FORCE], 0, &stress, &none);
  return stress;
}

// A channel of a shear at g, on whichever side of zero it went; NAN where it never was.
static double shear_value(const pl_test *shear, int channel, double g) {
  const double *x = shear->channel[PL_TENSILE_SHEAR_DISPLACEMENT].value, *y = shear->channel[channel].value;
  double value, at = g * shear->length;
  if (!pl__curve_at(shear->n_frame, x, y, at, &value) && !pl__curve_at(shear->n_frame, x, y, -at, &value)) return NAN;
  return value;
}

static double stretch_at(const pl_test *shear, double g) {
  double du = shear->channel[PL_TENSILE_DISPLACEMENT].value ? shear_value(shear, PL_TENSILE_DISPLACEMENT, g) : 0, stretch, same;
  pl_tensile_strain(&(pl_sample){shear->length, total_width(shear)}, du, g * shear->length, &stretch, &same);
  return stretch;
}

// T at g, N/m.
static double tension_at(const yarns *y, double g) {
  return y->times[SHEAR_FORCE] * fabs(shear_value(y->shear, PL_TENSILE_SHEAR_FORCE, g)) / total_width(y->shear);
}

// What the yarns carry of it.
static double carried_at(const yarns *y, double g) { return y->stretched ? pull_stress(y, stretch_at(y->shear, g)) * g : 0; }

// s_uv at g, N/m; NAN: not known.
static double shear_stress(const yarns *y, double g) { return tension_at(y, g) - carried_at(y, g); }

static double largest_shear(const pl_test *shear) {
  double most = 0;
  for (int i = 0; i < shear->n_frame; i++) most = fmax(most, fabs(shear->channel[PL_TENSILE_SHEAR_DISPLACEMENT].value[i]));
  return most / shear->length;
}

static bool complete(const yarns *y) { return y->pull && y->shear; }

// The largest shear at which both directions are known: that reached, or where the yarns are stretched as far as they were pulled.
static double known_shear(const yarns of[2]) {
  double high = INFINITY;
  for (int k = 0; k < 2; k++) {
    if (!complete(&of[k])) continue;
    double most = 0, g = largest_shear(of[k].shear);
    for (int i = 0; i < of[k].pull->n_frame; i++) most = fmax(most, of[k].pull->channel[PL_TENSILE_DISPLACEMENT].value[i]);
    most = most / of[k].pull->length * (1 + 0.5 * most / of[k].pull->length);
    high = fmin(high, stretch_at(of[k].shear, g) <= most ? g : g * sqrt(most / stretch_at(of[k].shear, g)));
  }
  return high;
}

// How far s_uv is from what it must be, over the upper half of the shears up to `high`. As a fraction of the largest T it is the larger of
// the difference of both directions and of what is below zero. NAN: not known.
static double contradiction(const yarns of[2], double high) {
  double full = 0, square = 0, below[2] = {0, 0};
  int n = 0, n_way[2] = {0, 0}, n_complete = complete(&of[0]) + complete(&of[1]);
  for (int i = 0; i <= N_GRID; i++) {
    double g = high * (0.5 + 0.5 * i / N_GRID), s[2] = {NAN, NAN};
    for (int k = 0; k < 2; k++) {
      if (!complete(&of[k])) continue;
      s[k] = shear_stress(&of[k], g);
      if (isnan(s[k])) continue;
      full = fmax(full, tension_at(&of[k], g));
      below[k] -= s[k];
      n_way[k]++;
    }
    if (isnan(s[0]) || isnan(s[1])) continue;
    square += (s[0] - s[1]) * (s[0] - s[1]);
    n++;
  }
  for (int k = 0; k < 2; k++)
    if (complete(&of[k]) && n_way[k] < ENOUGH) return NAN;
  if (!(full > 0) || (n_complete == 2 && n < ENOUGH)) return NAN;
  double worst = n > 0 ? sqrt(square / n) / full : 0;
  for (int k = 0; k < 2; k++)
    if (n_way[k] > 0) worst = fmax(worst, below[k] / n_way[k] / full);
  return worst;
}

// ---- what would explain it ----

// A factor of one column.
typedef struct explanation {
  int way;
  column in;
  double factor;  // 1: none explains it
  double left;    // of the contradiction
} explanation;

// Of a contradiction a hypothesis must leave less than this: little of it, and no contradiction.
static double explained(double now) { return fmin(PL_DOUBT_SHARE, PL_DOUBT_EXPLAINED * now); }

// The best factor of one column.
static explanation explain(const yarns of[2], int way, column in, double high, double now) {
  static const double factors[] = {0.1, 10, 0.01, 100};
  explanation best = {way, in, .factor = 1, .left = explained(now)};
  for (size_t i = 0; i < sizeof factors / sizeof factors[0] && complete(&of[way]); i++) {
    yarns tried[2] = {of[0], of[1]};
    tried[way].times[in] = factors[i];
    double left = contradiction(tried, high);
    if (left < best.left) best.factor = factors[i], best.left = left;
  }
  return best;
}

// Those of all columns, the best first.
static void explain_all(const yarns of[2], double high, double now, explanation by[2 * N_COLUMN]) {
  for (int i = 0; i < 2 * N_COLUMN; i++) {
    explanation e = explain(of, i / N_COLUMN, (column)(i % N_COLUMN), high, now);
    int at = i;
    for (; at > 0 && e.factor != 1 && (by[at - 1].factor == 1 || e.left < by[at - 1].left); at--) by[at] = by[at - 1];
    by[at] = e;
  }
}

// By yarns that are not stretched.
static double left_by_slack(const yarns of[2], double high) {
  yarns slack[2] = {of[0], of[1]};
  for (int k = 0; k < 2; k++) slack[k].stretched = false;
  return contradiction(slack, high);
}

// Share of the force that the yarns of one direction would carry; 0: there is no such pair.
static double carried(const yarns *y, double g) { return complete(y) ? carried_at(y, g) / tension_at(y, g) : 0; }

static pl_status report_length(pl_suspicions *list, const yarns of[2], double high) {
  double g = JUST_INSIDE * high;  // not beyond the last point
  const yarns *y = &of[carried(&of[1], g) > carried(&of[0], g)];
  double stretch = stretch_at(y->shear, g), own = total_width(y->shear);
  char text[500], remedy[400], a[64], b[64];
  snprintf(text, sizeof text, PL_TEXT(SAY_CURVE_YARN_LENGTH), 100 * stretch, 100 * g, y->pull->name,
           pl__suspect_number(carried_at(y, g) * own, PL_DIM_FORCE, a), pl__suspect_number(tension_at(y, g) * own, PL_DIM_FORCE, b));
  snprintf(remedy, sizeof remedy, PL_TEXT(SAY_CURVE_YARN_LENGTH_DO), pl_path_name(y->shear->file), pl_path_name(y->pull->file));
  return pl__suspect(list, y->shear->name, PL_DOUBT_SIZES, PL_NAMED(SAY_CURVE_YARN_LENGTH, text),
                     PL_NAMED(SAY_CURVE_YARN_LENGTH_DO, remedy));
}

// "force" [N] in weft.csv (times 0.1)
static void add_explained(pl_text *out, const yarns of[2], const explanation *e) {
  static const int channel[N_COLUMN] = {PL_TENSILE_FORCE, PL_TENSILE_DISPLACEMENT, PL_TENSILE_SHEAR_FORCE};
  char name[160], times[40];
  const pl_test *test = e->in == SHEAR_FORCE ? of[e->way].shear : of[e->way].pull;
  pl_number_people(e->factor, times, sizeof times);
  pl_text_printf(out, "%s in %s (times %s)", pl__suspect_column(&test->channel[channel[e->in]], name), pl_path_name(test->file), times);
}

// What was compared, at the largest shear, how far it is off, and what would bring it together.
static void describe_factor(pl_text *out, const yarns of[2], double high, double now, const explanation *best) {
  double g = JUST_INSIDE * high;  // not beyond the last point
  int n = 0;
  char a[64], b[64];
  pl_text_printf(out, "contradicts other tests. Sheared by %.3g %%, ", 100 * g);
  for (int k = 0; k < 2; k++) {
    if (!complete(&of[k])) continue;
    pl_text_printf(out, "%s\"%s\" has %s per width, and to stretch its yarns takes %s by \"%s\"", n++ > 0 ? "; " : "", of[k].shear->name,
                   pl__suspect_number(tension_at(&of[k], g), PL_DIM_LINE_FORCE, a),
                   pl__suspect_number(carried_at(&of[k], g), PL_DIM_LINE_FORCE, b), of[k].pull->name);
  }
  pl_text_printf(out,
                 ". The difference is the shear of the cloth itself and must %s: it is off by %.0f %% of the force, and by %.0f %% with ",
                 n == 2 ? "be the same in both" : "not be negative", 100 * now, 100 * best->left);
  add_explained(out, of, best);
}

// The columns that a factor would explain, the best first, then all that enter.
static void remedy_factor(pl_text *out, const yarns of[2], const explanation by[2 * N_COLUMN]) {
  pl_text_add(out, "check the unit of ");
  for (int i = 0; i < 2 * N_COLUMN && by[i].factor != 1; i++) {
    if (i > 0) pl_text_add(out, ", then of ");
    add_explained(out, of, &by[i]);
  }
  pl_text_add(out, "; then of force and displacement in all of ");
  for (int i = 0, k = by[0].way; i < 2; i++, k = !k) {
    if (!complete(&of[k])) continue;
    pl_text_printf(out, "%s%s, %s", i > 0 ? ", " : "", pl_path_name(of[k].pull->file), pl_path_name(of[k].shear->file));
  }
  pl_text_add(out, "; then the sizes of the specimens");
}

static pl_status report_factor(pl_suspicions *list, const yarns of[2], double high, double now, const explanation by[2 * N_COLUMN]) {
  const yarns *y = &of[by[0].way];
  pl_text text, remedy;
  pl_text_init(&text, pl_arena_context(list->arena));
  pl_text_init(&remedy, pl_arena_context(list->arena));
  describe_factor(&text, of, high, now, &by[0]);
  remedy_factor(&remedy, of, by);
  pl_status status = text.failed || remedy.failed
                         ? PL_ERROR_MEMORY
                         : pl__suspect(list, (by[0].in == SHEAR_FORCE ? y->shear : y->pull)->name, PL_DOUBT_SIZES,
                                       PL_NAMED(SAY_CURVE_YARN_FACTOR, text.data), PL_NAMED(SAY_CURVE_YARN_FACTOR_DO, remedy.data));
  pl_text_clear(&text);
  pl_text_clear(&remedy);
  return status;
}

// Width against length: in narrow ones the deformation is not uniform. Yarns that were slack, or taut, at zero, say nothing.
static bool comparable(const pl_test *test) { return test->width >= test->length && !(test->pretension > 0) && !test->fit_offset; }

pl_status pl__suspect_shears(pl_suspicions *list, const pl_measurement *m, int n, bool *left_out) {
  yarns of[2] = {{.times = {1, 1, 1}, .stretched = true}, {.times = {1, 1, 1}, .stretched = true}};
  for (int t = 0; t < n; t++) {
    const pl_test *test = &m->test[t];
    int way = fabs(sin(test->angle)) < ALONG ? 0 : fabs(cos(test->angle)) < ALONG ? 1 : -1;
    pl__pull_kind kind = pl__suspect_kind(test);
    if (left_out[t] || way < 0 || !comparable(test)) continue;
    if (kind == PL__PULLED && !of[way].pull) of[way].pull = test;
    if (kind == PL__SHEARED && !of[way].shear && stretch_at(test, largest_shear(test)) > LEAST_STRETCH) of[way].shear = test;
  }
  if (!complete(&of[0]) && !complete(&of[1])) return PL_OK;
  double high = known_shear(of), now = contradiction(of, high);
  if (!(now > PL_DOUBT_SHARE)) return PL_OK;
  explanation by[2 * N_COLUMN];
  explain_all(of, high, now, by);
  bool by_factor = by[0].factor != 1;
  double slack = left_by_slack(of, high);
  // yarns that are stretched or not leave what two specimens differ by; a factor that is right leaves less
  bool by_slack = slack < explained(now) && !(by_factor && by[0].left < PL_DOUBT_EXPLAINED * slack);
  if (!by_slack && !by_factor) return PL_OK;
  for (int t = 0; t < n; t++)
    for (int k = 0; k < 2; k++)
      if (complete(&of[k]) && (&m->test[t] == of[k].pull || &m->test[t] == of[k].shear)) left_out[t] = true;
  return by_slack ? report_length(list, of, high) : report_factor(list, of, high, now, by);
}
