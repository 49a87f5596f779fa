// broad.c: see broad.h.
//
// A piece of work is a range of the points or edges of one part. They are tested against the tree of triangles or edges of the same or another
// part.
// Pieces are a property of the surface; each writes its own results, which are then joined in order.
//
// Each piece keeps a second, wider list: the numbers of all pairs with D <= xi + dh + wide at an earlier place. Searches that it covers test these
// pairs and leave the trees alone. Both find the same pairs in the same order.
#include "contact/broad.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "base/timer.h"
#include "contact/box_tree.h"
#include "contact/ccd.h"
#include "contact/vector.h"

enum { PIECE = 64, LISTED = 256 };  // queries of a piece; pairs of the list that are tested together
static const double WIDE = 0.25;    // margin of the wide list, part of an edge

typedef struct piece {
  pl_pair_kind kind;
  int32_t part;      // the part of the tree
  int32_t from, to;  // numbers of the points or edges that are tested
  int32_t n_wide, wide_capacity;
  int32_t (*wide)[2];  // [wide_capacity], numbers a and b of the wide list
  // results
  int32_t n, capacity;
  pl_contact_pair *pair;
  pl_broad_limit limit;
} piece;

struct pl_broad {
  const pl_contact_surface *surface;
  pl_arena *arena;
  pl_context *ctx;
  double margin;         // m
  double wide;           // m, >= margin
  pl_box_tree *tree[2];  // [n_part] of triangles and of edges
  pl_box *box;           // scratch of the largest tree
  int32_t n_piece;
  piece *piece;
  int n_worker;
  pl_box_hits *hits;  // [n_worker]
  double (*mean)[3];  // [n_part], m, mean motion of a part in the present step
  bool listed;        // there is a list
  double *listed_at;  // [n_vertex][3], m
  bool widened;       // there is a wide list
  double *wide_at;    // [n_vertex][3], m
  int32_t n_pair, capacity;
  pl_contact_pair *pair;
  pl_broad_limit *limit;  // [capacity / LISTED + 1], of blocks of the list
  // the present search
  const double *x, *dx;  // dx NULL: pairs near each other
  double pad;            // m, of each box
  bool widens;           // it makes the wide list
  pl_broad_times times;
};

// ---- boxes ----

static void include_point(const double *p, const double *shift, const double *mean, double pad, pl_box *box) {
  for (int k = 0; k < 3; k++) {
    double at = p[k] + (shift ? shift[k] - mean[k] : 0);
    box->lo[k] = fmin(box->lo[k], at - pad);
    box->hi[k] = fmax(box->hi[k], at + pad);
  }
}

// Of a primitive along the step, in the frame that moves by `mean`.
static pl_box box_of(const pl_broad *broad, const int32_t *vertex, int n, const double *mean) {
  static const double none[3] = {0, 0, 0};
  pl_box box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
  double pad = broad->pad + broad->surface->radius[vertex[0]];
  for (int i = 0; i < n; i++) {
    size_t at = 3 * (size_t)vertex[i];
    include_point(broad->x + at, NULL, none, pad, &box);
    if (broad->dx) include_point(broad->x + at, broad->dx + at, mean, pad, &box);
  }
  return box;
}

static void mean_motions(pl_broad *broad) {
  const pl_contact_surface *s = broad->surface;
  for (int32_t p = 0; p < s->n_part; p++) {
    double *mean = broad->mean[p];
    int32_t n = s->point_first[p + 1] - s->point_first[p];
    mean[0] = mean[1] = mean[2] = 0;
    for (int32_t i = s->point_first[p]; broad->dx && i < s->point_first[p + 1]; i++)
      for (int k = 0; k < 3; k++) mean[k] += broad->dx[3 * (size_t)s->point[i] + (size_t)k] / n;
  }
}

static void update_trees(pl_broad *broad, bool renew) {
  const pl_contact_surface *s = broad->surface;
  mean_motions(broad);
  for (int32_t p = 0; p < s->n_part; p++) {
    for (int32_t t = s->triangle_first[p]; t < s->triangle_first[p + 1]; t++)
      broad->box[t - s->triangle_first[p]] = box_of(broad, s->triangle[t], 3, broad->mean[p]);
    pl_box_tree_update(&broad->tree[PL_PAIR_POINT_TRIANGLE][p], broad->box, renew);
    for (int32_t e = s->edge_first[p]; e < s->edge_first[p + 1]; e++)
      broad->box[e - s->edge_first[p]] = box_of(broad, s->edge[e], 2, broad->mean[p]);
    pl_box_tree_update(&broad->tree[PL_PAIR_EDGE_EDGE][p], broad->box, renew);
  }
}

// ---- search of one piece ----

static int compare_numbers(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

static void sort_hits(pl_box_hits *hits) {
  if (hits->n > 48) {
    qsort(hits->number, (size_t)hits->n, sizeof *hits->number, compare_numbers);
    return;
  }
  for (int32_t i = 1; i < hits->n; i++) {
    int32_t v = hits->number[i], j = i;
    for (; j > 0 && hits->number[j - 1] > v; j--) hits->number[j] = hits->number[j - 1];
    hits->number[j] = v;
  }
}

static pl_status keep_wide(pl_broad *broad, piece *p, int32_t a, int32_t b) {
  if (p->n_wide == p->wide_capacity) {
    int32_t capacity = p->wide_capacity < 64 ? 64 : 2 * p->wide_capacity;
    int32_t(*grown)[2] = pl_realloc(broad->ctx, p->wide, (size_t)capacity, sizeof *grown);
    if (!grown) return PL_ERROR_MEMORY;
    p->wide = grown;
    p->wide_capacity = capacity;
  }
  p->wide[p->n_wide][0] = a;
  p->wide[p->n_wide++][1] = b;
  return PL_OK;
}

static pl_status keep_pair(pl_broad *broad, piece *p, const pl_contact_pair *pair) {
  if (p->n == p->capacity) {
    int32_t capacity = p->capacity < 64 ? 64 : 2 * p->capacity;
    pl_contact_pair *grown = pl_realloc(broad->ctx, p->pair, (size_t)capacity, sizeof *grown);
    if (!grown) return PL_ERROR_MEMORY;
    p->pair = grown;
    p->capacity = capacity;
  }
  p->pair[p->n++] = *pair;
  return PL_OK;
}

// D^2, m^2, unless it is beyond the largest offset and reach by more than the margin.
static bool is_within(const pl_broad *broad, pl_pair_kind kind, const int32_t vertex[4], double margin, double *square) {
  double x[4][3];
  pl_nearest near;
  pl_contact_gather(vertex, broad->x, x);
  pl_pair_nearest(kind, x, &near);
  double most = broad->surface->radius[vertex[0]] + broad->surface->radius[vertex[3]] + broad->surface->reach + margin;
  *square = near.square;
  return !(near.square > most * most);
}

// The pair (a, b) if it is near: first with the largest offset and reach, then, for few, with its own.
static bool is_near(const pl_broad *broad, const piece *p, int32_t a, int32_t b, const int32_t vertex[4], pl_contact_pair *pair) {
  double square;
  if (!is_within(broad, p->kind, vertex, broad->margin, &square)) return false;
  pl_contact_pair_of(broad->surface, p->kind, a, b, pair);
  double most = pair->offset + pair->reach + broad->margin;
  return !(square > most * most);
}

static void limit_by(const pl_broad *broad, const pl_contact_pair *pair, pl_broad_limit *limit) {
  double x[4][3], dx[4][3];
  pl_contact_gather(pair->vertex, broad->x, x);
  pl_contact_gather(pair->vertex, broad->dx, dx);
  double fraction = pl_ccd_advance(pair->kind, x, dx, pair->offset, pair->reach, limit->fraction);
  if (!(fraction < limit->fraction)) return;
  *limit = (pl_broad_limit){.fraction = fraction, .found = true, .pair = *pair};
}

// True if their distance can fall to the largest offset within the step; most swept boxes that meet are ruled out here.
static bool can_reach(const pl_broad *broad, pl_pair_kind kind, const int32_t vertex[4]) {
  double x[4][3], dx[4][3];
  pl_contact_gather(vertex, broad->x, x);
  pl_contact_gather(vertex, broad->dx, dx);
  double offset = broad->surface->radius[vertex[0]] + broad->surface->radius[vertex[3]];
  return pl_ccd_advance(kind, x, dx, offset, broad->surface->reach, 1) < 1;
}

// A pair that may touch.
static pl_status test_pair(pl_broad *broad, piece *p, int32_t a, int32_t b, const int32_t vertex[4]) {
  pl_contact_pair pair;
  double square;
  if (broad->widens) return is_within(broad, p->kind, vertex, broad->wide, &square) ? keep_wide(broad, p, a, b) : PL_OK;
  if (!broad->dx) return is_near(broad, p, a, b, vertex, &pair) ? keep_pair(broad, p, &pair) : PL_OK;
  if (!can_reach(broad, p->kind, vertex)) return PL_OK;
  pl_contact_pair_of(broad->surface, p->kind, a, b, &pair);
  limit_by(broad, &pair, &p->limit);
  return PL_OK;
}

static pl_status test_hits(pl_broad *broad, piece *p, int32_t a, const pl_box_hits *hits, int32_t first) {
  const pl_contact_surface *s = broad->surface;
  for (int32_t i = 0; i < hits->n; i++) {
    int32_t b = first + hits->number[i], vertex[4];
    if (p->kind == PL_PAIR_EDGE_EDGE && b <= a) continue;
    pl_contact_vertices(s, p->kind, a, b, vertex);
    if (pl_contact_may_touch(s, p->kind, vertex)) PL_TRY(test_pair(broad, p, a, b, vertex));
  }
  return PL_OK;
}

static void clear_results(piece *p) {
  p->n = 0;
  p->limit = (pl_broad_limit){.fraction = 1};
}

// The pairs of the wide list.
static pl_status search_wide(void *user, int i, int worker) {
  (void)worker;
  pl_broad *broad = user;
  piece *p = &broad->piece[i];
  clear_results(p);
  for (int32_t k = 0; k < p->n_wide; k++) {
    int32_t vertex[4];
    pl_contact_vertices(broad->surface, p->kind, p->wide[k][0], p->wide[k][1], vertex);
    PL_TRY(test_pair(broad, p, p->wide[k][0], p->wide[k][1], vertex));
  }
  return PL_OK;
}

// The pairs whose boxes meet.
static pl_status search(void *user, int i, int worker) {
  pl_broad *broad = user;
  const pl_contact_surface *s = broad->surface;
  piece *p = &broad->piece[i];
  pl_box_hits *hits = &broad->hits[worker];
  bool point = p->kind == PL_PAIR_POINT_TRIANGLE;
  int32_t first = point ? s->triangle_first[p->part] : s->edge_first[p->part];
  clear_results(p);
  if (broad->widens) p->n_wide = 0;
  for (int32_t a = p->from; a < p->to; a++) {
    pl_box query = box_of(broad, point ? &s->point[a] : s->edge[a], point ? 1 : 2, broad->mean[p->part]);
    PL_TRY(pl_box_tree_query(&broad->tree[p->kind][p->part], &query, hits));
    sort_hits(hits);
    PL_TRY(test_hits(broad, p, a, hits, first));
  }
  return PL_OK;
}

// ---- pieces and memory ----

// Counts the pieces, or fills them if there is room.
static int32_t make_pieces(const pl_contact_surface *s, piece *out) {
  int32_t n = 0;
  for (int32_t a = 0; a < s->n_part; a++)
    for (int32_t b = 0; b < s->n_part; b++)
      for (int kind = 0; kind < 2; kind++) {
        bool point = kind == PL_PAIR_POINT_TRIANGLE;
        const int32_t *first = point ? s->point_first : s->edge_first, *asked = point ? s->triangle_first : s->edge_first;
        if ((s->touch && !s->touch[(size_t)a * (size_t)s->n_part + (size_t)b]) || (!point && b < a)) continue;
        if (asked[b] == asked[b + 1]) continue;
        for (int32_t from = first[a]; from < first[a + 1]; from += PIECE, n++) {
          int32_t to = from + PIECE < first[a + 1] ? from + PIECE : first[a + 1];
          if (out) out[n] = (piece){.kind = (pl_pair_kind)kind, .part = b, .from = from, .to = to};
        }
      }
  return n;
}

static pl_status allocate(pl_broad *broad) {
  const pl_contact_surface *s = broad->surface;
  int32_t largest = 1;
  broad->n_piece = make_pieces(s, NULL);
  broad->piece = pl_arena_alloc(broad->arena, (size_t)broad->n_piece + 1, sizeof *broad->piece);
  broad->n_worker = pl_context_threads(broad->ctx);
  broad->hits = pl_arena_alloc(broad->arena, (size_t)broad->n_worker, sizeof *broad->hits);
  broad->mean = pl_arena_alloc(broad->arena, (size_t)s->n_part, sizeof *broad->mean);
  broad->listed_at = pl_arena_alloc(broad->arena, 3 * (size_t)s->n_vertex + 1, sizeof *broad->listed_at);
  broad->wide_at = pl_arena_alloc(broad->arena, 3 * (size_t)s->n_vertex + 1, sizeof *broad->wide_at);
  for (int kind = 0; kind < 2; kind++) {
    const int32_t *first = kind == PL_PAIR_POINT_TRIANGLE ? s->triangle_first : s->edge_first;
    broad->tree[kind] = pl_arena_alloc(broad->arena, (size_t)s->n_part, sizeof(pl_box_tree));
    if (!broad->tree[kind]) return PL_ERROR_MEMORY;
    for (int32_t p = 0; p < s->n_part; p++) {
      int32_t n = first[p + 1] - first[p];
      largest = n > largest ? n : largest;
      PL_TRY(pl_box_tree_init(broad->arena, n, &broad->tree[kind][p]));
    }
  }
  broad->box = pl_arena_alloc(broad->arena, (size_t)largest, sizeof *broad->box);
  if (!broad->piece || !broad->hits || !broad->mean || !broad->listed_at || !broad->wide_at || !broad->box) return PL_ERROR_MEMORY;
  for (int i = 0; i < broad->n_worker; i++) broad->hits[i].ctx = broad->ctx;
  make_pieces(s, broad->piece);
  return PL_OK;
}

// m, a part of the mean length of the bodies' edges: the wide list then has a few pairs per primitive, whatever the mesh.
static double wide_of(const pl_contact_surface *s, double margin) {
  double sum = 0;
  int32_t n = 0;
  for (int32_t p = 0; p < s->n_part; p++)
    for (int32_t e = s->edge_first[p]; e < s->edge_first[p + 1] && !(s->rigid && s->rigid[p]); e++, n++) sum += sqrt(s->edge_square[e]);
  return fmax(margin, n > 0 ? WIDE * sum / n : 0);
}

pl_status pl_broad_create(const pl_contact_surface *surface, double margin, pl_broad **out) {
  *out = NULL;
  PL_ASSERT(margin >= 0);
  pl_arena *arena = pl_arena_create(surface->ctx);
  pl_broad *broad = arena ? pl_arena_alloc(arena, 1, sizeof *broad) : NULL;
  pl_status status = PL_ERROR_MEMORY;
  if (broad) {
    *broad = (pl_broad){.surface = surface, .arena = arena, .ctx = surface->ctx, .margin = margin, .wide = wide_of(surface, margin)};
    status = allocate(broad);
  }
  if (status != PL_OK)
    pl_arena_destroy(arena);
  else
    *out = broad;
  return status;
}

void pl_broad_destroy(pl_broad *broad) {
  if (!broad) return;
  for (int32_t i = 0; i < broad->n_piece; i++) {
    pl_free(broad->ctx, broad->piece[i].pair);
    pl_free(broad->ctx, broad->piece[i].wide);
  }
  for (int i = 0; i < broad->n_worker; i++) pl_free(broad->ctx, broad->hits[i].number);
  pl_free(broad->ctx, broad->pair);
  pl_free(broad->ctx, broad->limit);
  pl_arena_destroy(broad->arena);
}

pl_broad_times pl_broad_seconds(const pl_broad *broad) { return broad->times; }
int32_t pl_broad_count(const pl_broad *broad) { return broad->n_pair; }
const pl_contact_pair *pl_broad_pairs(const pl_broad *broad) { return broad->pair; }

// ---- the list ----

// True if every vertex at x (+ dx) is within `most` (m) of its place in `from`.
static bool is_close(const pl_broad *broad, const double *from, const double *x, const double *dx, double most) {
  for (size_t v = 0; v < (size_t)broad->surface->n_vertex; v++) {
    double d[3];
    pl_sub3(x + 3 * v, from + 3 * v, d);
    for (int k = 0; dx && k < 3; k++) d[k] += dx[3 * v + (size_t)k];
    if (!(pl_dot3(d, d) <= most * most)) return false;
  }
  return true;
}

// Two vertices that move by margin/2 change a distance by at most the margin.
static bool is_covered(const pl_broad *broad, const double *x, const double *dx) {
  return broad->listed && is_close(broad, broad->listed_at, x, dx, 0.5 * broad->margin);
}

// The wide list has every pair within its reach, and a further `more` (m), at x + dx.
static bool is_wide(const pl_broad *broad, const double *x, const double *dx, double more) {
  return broad->widened && is_close(broad, broad->wide_at, x, dx, 0.5 * (broad->wide - more));
}

static pl_status widen(pl_broad *broad, const double *x) {
  broad->widened = false;
  broad->x = x;
  broad->dx = NULL;
  broad->pad = 0.5 * (broad->surface->reach + broad->wide);
  update_trees(broad, true);
  broad->widens = true;
  pl_status status = pl_parallel_for(broad->ctx, broad->n_piece, search, broad);
  broad->widens = false;
  memcpy(broad->wide_at, x, 3 * (size_t)broad->surface->n_vertex * sizeof *x);
  broad->widened = status == PL_OK;
  return status;
}

static pl_status join(pl_broad *broad) {
  int32_t n = 0;
  for (int32_t i = 0; i < broad->n_piece; i++) n += broad->piece[i].n;
  if (n > broad->capacity) {
    int32_t capacity = n + n / 4;
    pl_contact_pair *pair = pl_realloc(broad->ctx, broad->pair, (size_t)capacity, sizeof *pair);
    if (pair) broad->pair = pair;
    pl_broad_limit *limit = pl_realloc(broad->ctx, broad->limit, (size_t)capacity / LISTED + 1, sizeof *limit);
    if (limit) broad->limit = limit;
    if (!pair || !limit) return PL_ERROR_MEMORY;
    broad->capacity = capacity;
  }
  broad->n_pair = 0;
  for (int32_t i = 0; i < broad->n_piece; i++) {
    const piece *p = &broad->piece[i];
    if (p->n) memcpy(broad->pair + broad->n_pair, p->pair, (size_t)p->n * sizeof *p->pair);
    broad->n_pair += p->n;
  }
  return PL_OK;
}

pl_status pl_broad_near(pl_broad *broad, const double *x, bool *renewed) {
  bool covered = is_covered(broad, x, NULL);
  if (renewed) *renewed = !covered;
  if (covered) return PL_OK;
  double begin = pl_seconds();
  broad->listed = false;
  if (!is_wide(broad, x, NULL, broad->margin)) PL_TRY(widen(broad, x));
  broad->x = x;
  broad->dx = NULL;
  PL_TRY(pl_parallel_for(broad->ctx, broad->n_piece, search_wide, broad));
  PL_TRY(join(broad));
  memcpy(broad->listed_at, x, 3 * (size_t)broad->surface->n_vertex * sizeof *x);
  broad->listed = true;
  broad->times.near += pl_seconds() - begin;
  return PL_OK;
}

// ---- steps ----

static pl_status limit_listed(void *user, int i, int worker) {
  (void)worker;
  pl_broad *broad = user;
  pl_broad_limit *limit = &broad->limit[i];
  *limit = (pl_broad_limit){.fraction = 1};
  for (int32_t k = i * LISTED; k < (i + 1) * LISTED && k < broad->n_pair; k++) limit_by(broad, &broad->pair[k], limit);
  return PL_OK;
}

static pl_status limit_step(pl_broad *broad, const double *x, const double *dx, pl_broad_limit *limit) {
  *limit = (pl_broad_limit){.fraction = 1};
  bool wide = is_wide(broad, x, NULL, 0) && is_wide(broad, x, dx, 0);
  broad->x = x;
  broad->dx = dx;
  if (is_covered(broad, x, NULL) && is_covered(broad, x, dx)) {
    int n = (broad->n_pair + LISTED - 1) / LISTED;
    PL_TRY(pl_parallel_for(broad->ctx, n, limit_listed, broad));
    for (int i = 0; i < n; i++)
      if (broad->limit[i].fraction < limit->fraction) *limit = broad->limit[i];
    return PL_OK;
  }
  if (!wide) {
    broad->pad = 0.5 * PL_CCD_KEEP * broad->surface->reach;
    update_trees(broad, !broad->widened);
  }
  PL_TRY(pl_parallel_for(broad->ctx, broad->n_piece, wide ? search_wide : search, broad));
  for (int32_t i = 0; i < broad->n_piece; i++)
    if (broad->piece[i].limit.fraction < limit->fraction) *limit = broad->piece[i].limit;
  return PL_OK;
}

pl_status pl_broad_step(pl_broad *broad, const double *x, const double *dx, pl_broad_limit *limit) {
  double begin = pl_seconds();
  pl_status status = limit_step(broad, x, dx, limit);
  broad->times.step += pl_seconds() - begin;
  return status;
}
