// Broad phase against brute force: lists of near pairs, limits of steps, reuse, threads; the surface's areas and offsets.
#include "contact/broad.h"

#include <string.h>

#include "../../failing_memory.h"
#include "contact/ccd.h"
#include "contact_random.h"
#include "contact_sheets.h"
#include "test.h"

static pl_context *context(int n_thread) {
  pl_context *ctx = pl_context_create(&(pl_context_options){.n_thread = n_thread});
  REQUIRE(ctx != NULL);
  return ctx;
}

TEST(surface_areas_and_offsets) {
  pl_context *ctx = context(1);
  contact_sheets s = contact_sheets_make(2, 4, 0.1, 0.02, 0.01);
  pl_contact_surface *surface;
  REQUIRE(pl_contact_surface_create(ctx, &s.shape, &surface) == PL_OK);
  double vertices = 0, edges = 0, triangles = 0;
  CHECK(pl_contact_count(surface, surface->point_first) == 50 && pl_contact_count(surface, surface->triangle_first) == 64);
  CHECK(pl_contact_count(surface, surface->edge_first) == 2 * (40 + 16) && surface->edge_first[1] == 56);
  for (int i = 0; i < 50; i++) vertices += surface->vertex_area[i];
  for (int i = 0; i < 112; i++) edges += surface->edge_area[i];
  for (int i = 0; i < 64; i++) triangles += surface->triangle_area[i];
  CHECK_CLOSE(vertices, 2, 1e-14);
  CHECK_CLOSE(edges, 2, 1e-14);
  CHECK_CLOSE(triangles, 2, 1e-14);
  double offset, reach;
  pl_contact_offset(surface, PL_PAIR_POINT_TRIANGLE, (int32_t[4]){0, 25, 30, 31}, &offset, &reach);
  CHECK(offset == 0.04 && reach == 0.01);  // two sheets
  // vertex 0 and the triangle of the vertices at (0.25, 0.25), (0.5, 0.25), (0.5, 0.5): 0.35 apart at rest, full offset
  pl_contact_offset(surface, PL_PAIR_POINT_TRIANGLE, (int32_t[4]){0, 6, 11, 12}, &offset, &reach);
  CHECK(offset == 0.04 && reach == 0.01);
  CHECK(!pl_contact_may_touch(surface, PL_PAIR_EDGE_EDGE, (int32_t[4]){0, 1, 1, 2}));
  CHECK(pl_contact_may_touch(surface, PL_PAIR_EDGE_EDGE, (int32_t[4]){0, 1, 2, 3}));
  pl_contact_surface_destroy(surface);
  contact_sheets_free(&s);
  // cells of 0.01 with a thickness of 0.04: neighbours at rest do not repel until they have come to half of their distance
  s = contact_sheets_make(1, 100, 0, 0.02, 0.01);
  REQUIRE(pl_contact_surface_create(ctx, &s.shape, &surface) == PL_OK);
  pl_contact_offset(surface, PL_PAIR_EDGE_EDGE, (int32_t[4]){0, 1, 202, 203}, &offset, &reach);
  CHECK_CLOSE(offset + reach, 0.01, 1e-12);
  CHECK_CLOSE(offset, 0.008, 1e-12);
  pl_contact_surface_destroy(surface);
  contact_sheets_free(&s);
  // welded vertices are neighbours, and parts can be kept apart
  s = contact_sheets_make(2, 2, 0.1, 0.02, 0.01);
  int32_t weld[18];
  for (int i = 0; i < 18; i++) weld[i] = i % 9 == 8 ? 8 : i;
  s.shape.weld = weld;
  REQUIRE(pl_contact_surface_create(ctx, &s.shape, &surface) == PL_OK);
  CHECK(!pl_contact_may_touch(surface, PL_PAIR_EDGE_EDGE, (int32_t[4]){7, 8, 16, 17}));
  CHECK(pl_contact_may_touch(surface, PL_PAIR_EDGE_EDGE, (int32_t[4]){6, 7, 16, 17}));
  pl_contact_surface_destroy(surface);
  s.shape.touch = (const uint8_t[4]){1, 0, 0, 1};
  REQUIRE(pl_contact_surface_create(ctx, &s.shape, &surface) == PL_OK);
  CHECK(!pl_contact_may_touch(surface, PL_PAIR_EDGE_EDGE, (int32_t[4]){6, 7, 15, 16}));
  pl_contact_surface_destroy(surface);
  contact_sheets_free(&s);
  pl_context_destroy(ctx);
}

// ---- brute force ----

static int32_t count_of(const pl_contact_surface *s, pl_pair_kind kind, bool second) {
  return pl_contact_count(s, kind == PL_PAIR_EDGE_EDGE ? s->edge_first : second ? s->triangle_first : s->point_first);
}

typedef void (*each_pair)(const pl_contact_surface *s, const pl_contact_pair *pair, void *user);

static void all_pairs(const pl_contact_surface *s, each_pair each, void *user) {
  for (int kind = 0; kind < 2; kind++)
    for (int32_t a = 0; a < count_of(s, (pl_pair_kind)kind, false); a++)
      for (int32_t b = kind == PL_PAIR_EDGE_EDGE ? a + 1 : 0; b < count_of(s, (pl_pair_kind)kind, true); b++) {
        pl_contact_pair pair;
        pl_contact_pair_of(s, (pl_pair_kind)kind, a, b, &pair);
        if (pl_contact_may_touch(s, (pl_pair_kind)kind, pair.vertex)) each(s, &pair, user);
      }
}

typedef struct brute {
  const double *x, *dx;
  double margin;
  pl_contact_pair *list;
  int32_t n, capacity;
  double fraction;
} brute;

static void add_near(const pl_contact_surface *s, const pl_contact_pair *pair, void *user) {
  (void)s;
  brute *b = user;
  double x[4][3];
  pl_nearest near;
  pl_contact_gather(pair->vertex, b->x, x);
  pl_pair_nearest(pair->kind, x, &near);
  double most = pair->offset + pair->reach + b->margin;
  if (near.square > most * most) return;
  if (b->n == b->capacity) b->list = realloc(b->list, (size_t)(b->capacity = 2 * b->capacity + 64) * sizeof *b->list);
  b->list[b->n++] = *pair;
}

static void add_limit(const pl_contact_surface *s, const pl_contact_pair *pair, void *user) {
  (void)s;
  brute *b = user;
  double x[4][3], dx[4][3];
  pl_contact_gather(pair->vertex, b->x, x);
  pl_contact_gather(pair->vertex, b->dx, dx);
  b->fraction = fmin(b->fraction, pl_ccd_advance(pair->kind, x, dx, pair->offset, pair->reach, 1));
}

static int compare_pairs(const void *a, const void *b) {
  const pl_contact_pair *x = a, *y = b;
  if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
  for (int i = 0; i < 4; i++)
    if (x->vertex[i] != y->vertex[i]) return x->vertex[i] < y->vertex[i] ? -1 : 1;
  return 0;
}

static void crumple(pl_rng *rng, int32_t n_vertex, double size, const double *from, double *x) {
  for (int32_t i = 0; i < 3 * n_vertex; i++) x[i] = from[i] + size * pl_rng_normal(rng);
}

TEST(broad_lists_what_brute_force_lists) {
  pl_context *ctx = context(2);
  contact_sheets s = contact_sheets_make(3, 7, 0.02, 0.004, 0.01);
  pl_contact_surface *surface;
  REQUIRE(pl_contact_surface_create(ctx, &s.shape, &surface) == PL_OK);
  pl_broad *broad;
  REQUIRE(pl_broad_create(surface, 0.02, &broad) == PL_OK);
  double *x = malloc(3 * (size_t)s.shape.n_vertex * sizeof *x);
  pl_rng rng;
  pl_rng_init(&rng, 11);
  for (int trial = 0; trial < 6; trial++) {
    brute b = {.x = x, .margin = 0.02};
    bool renewed;
    crumple(&rng, s.shape.n_vertex, trial % 2 ? 0.1 : 0.01, s.x, x);
    if (trial == 5)  // one sheet far away
      for (int i = 0; i < 64; i++) x[3 * i] += 1e5;
    REQUIRE(pl_broad_near(broad, x, &renewed) == PL_OK && renewed);
    all_pairs(surface, add_near, &b);
    CHECK(pl_broad_count(broad) == b.n && b.n > 100);
    pl_contact_pair *found = malloc((size_t)pl_broad_count(broad) * sizeof *found);
    memcpy(found, pl_broad_pairs(broad), (size_t)pl_broad_count(broad) * sizeof *found);
    qsort(found, (size_t)pl_broad_count(broad), sizeof *found, compare_pairs);
    qsort(b.list, (size_t)b.n, sizeof *b.list, compare_pairs);
    for (int32_t i = 0; i < b.n && i < pl_broad_count(broad); i++) CHECK(compare_pairs(&found[i], &b.list[i]) == 0);
    free(found);
    free(b.list);
    // moved by less than half the margin: the same list, which still has every pair within reach
    crumple(&rng, s.shape.n_vertex, 0.001, x, x);
    REQUIRE(pl_broad_near(broad, x, &renewed) == PL_OK && !renewed);
    brute within = {.x = x, .margin = 0};
    all_pairs(surface, add_near, &within);
    CHECK(within.n > 10);
    for (int32_t i = 0; i < within.n; i++) {
      bool has = false;
      for (int32_t k = 0; k < pl_broad_count(broad) && !has; k++) has = compare_pairs(&within.list[i], &pl_broad_pairs(broad)[k]) == 0;
      CHECK(has);
    }
    free(within.list);
  }
  free(x);
  pl_broad_destroy(broad);
  pl_contact_surface_destroy(surface);
  contact_sheets_free(&s);
  pl_context_destroy(ctx);
}

// Motions beyond the margin and within the wide list, then beyond both: lists and limits of steps are those of brute force throughout.
TEST(broad_wide_list_misses_no_pair) {
  pl_context *ctx = context(2);
  contact_sheets s = contact_sheets_make(3, 5, 0.05, 0.004, 0.01);
  pl_contact_surface *surface;
  pl_broad *broad;
  REQUIRE(pl_contact_surface_create(ctx, &s.shape, &surface) == PL_OK && pl_broad_create(surface, 0.002, &broad) == PL_OK);
  size_t n = 3 * (size_t)s.shape.n_vertex;
  double *x = malloc(n * sizeof *x), *dx = malloc(n * sizeof *dx);
  int n_limited = 0, n_renewed = 0;
  pl_rng rng;
  pl_rng_init(&rng, 13);
  memcpy(x, s.x, n * sizeof *x);
  for (int round = 0; round < 20; round++) {
    brute b = {.x = x, .dx = dx, .margin = 0.002, .fraction = 1};
    pl_broad_limit limit;
    bool renewed;
    REQUIRE(pl_broad_near(broad, x, &renewed) == PL_OK);
    for (size_t i = 0; i < n; i++) dx[i] = 0.005 * pl_rng_normal(&rng);
    REQUIRE(pl_broad_step(broad, x, dx, &limit) == PL_OK);
    all_pairs(surface, add_near, &b);
    all_pairs(surface, add_limit, &b);
    CHECK(limit.fraction == b.fraction);
    if (renewed) CHECK(pl_broad_count(broad) == b.n);  // after a short step the list is the earlier one
    n_renewed += renewed;
    n_limited += limit.found;
    for (size_t i = 0; i < n; i++) x[i] += limit.fraction * dx[i];
    free(b.list);
  }
  CHECK(n_limited >= 3 && n_renewed >= 10);
  free(x);
  free(dx);
  pl_broad_destroy(broad);
  pl_contact_surface_destroy(surface);
  contact_sheets_free(&s);
  pl_context_destroy(ctx);
}

TEST(broad_limits_steps_as_brute_force_does) {
  pl_context *ctx = context(2);
  contact_sheets s = contact_sheets_make(3, 5, 0.3, 0.004, 0.01);
  pl_contact_surface *surface;
  REQUIRE(pl_contact_surface_create(ctx, &s.shape, &surface) == PL_OK);
  size_t n = 3 * (size_t)s.shape.n_vertex;
  double *x = malloc(n * sizeof *x), *dx = malloc(n * sizeof *dx);
  pl_rng rng;
  pl_rng_init(&rng, 12);
  int n_limited = 0;
  for (int trial = 0; trial < 24; trial++) {
    pl_broad *broad;
    REQUIRE(pl_broad_create(surface, 0.05, &broad) == PL_OK);
    double size = pow(10, random_between(&rng, -3, 0)), first[3] = {0, 0, trial % 2 ? -2 : 0};
    crumple(&rng, s.shape.n_vertex, 0.02, s.x, x);
    for (size_t i = 0; i < n; i++) dx[i] = size * pl_rng_normal(&rng) + (i < n / 3 ? first[i % 3] : trial % 3 ? 5 : 0);
    if (trial % 4 == 1) REQUIRE(pl_broad_near(broad, x, NULL) == PL_OK);  // with and without a list
    brute b = {.x = x, .dx = dx, .fraction = 1};
    pl_broad_limit limit;
    REQUIRE(pl_broad_step(broad, x, dx, &limit) == PL_OK);
    all_pairs(surface, add_limit, &b);
    CHECK(limit.fraction == b.fraction && limit.found == (b.fraction < 1));
    n_limited += limit.found;
    pl_broad_destroy(broad);
  }
  CHECK(n_limited >= 6 && n_limited < 24);
  free(x);
  free(dx);
  pl_contact_surface_destroy(surface);
  contact_sheets_free(&s);
  pl_context_destroy(ctx);
}

// The same bits with 1 to 4 threads.
TEST(broad_does_not_depend_on_threads) {
  contact_sheets s = contact_sheets_make(4, 24, 0.01, 0.002, 0.01);
  size_t n = 3 * (size_t)s.shape.n_vertex;
  double *x = malloc(n * sizeof *x), *dx = malloc(n * sizeof *dx);
  pl_rng rng;
  pl_rng_init(&rng, 13);
  crumple(&rng, s.shape.n_vertex, 0.002, s.x, x);
  for (size_t i = 0; i < n; i++) dx[i] = 0.02 * pl_rng_normal(&rng);
  pl_contact_pair *first = NULL;
  int32_t n_first = 0;
  pl_broad_limit first_limit = {0};
  for (int thread = 1; thread <= 4; thread++) {
    pl_context *ctx = context(thread);
    pl_contact_surface *surface;
    pl_broad *broad;
    pl_broad_limit limit;
    REQUIRE(pl_contact_surface_create(ctx, &s.shape, &surface) == PL_OK && pl_broad_create(surface, 0.005, &broad) == PL_OK);
    REQUIRE(pl_broad_near(broad, x, NULL) == PL_OK && pl_broad_step(broad, x, dx, &limit) == PL_OK);
    size_t bytes = (size_t)pl_broad_count(broad) * sizeof *first;
    if (thread == 1) {
      n_first = pl_broad_count(broad);
      first = malloc(bytes);
      memcpy(first, pl_broad_pairs(broad), bytes);
      first_limit = limit;
      CHECK(n_first > 10000 && limit.found);
    }
    CHECK(pl_broad_count(broad) == n_first);
    for (int32_t i = 0; i < n_first && i < pl_broad_count(broad); i++)
      CHECK(compare_pairs(&first[i], &pl_broad_pairs(broad)[i]) == 0 && first[i].offset == pl_broad_pairs(broad)[i].offset);
    CHECK(limit.fraction == first_limit.fraction && compare_pairs(&limit.pair, &first_limit.pair) == 0);
    pl_broad_destroy(broad);
    pl_contact_surface_destroy(surface);
    pl_context_destroy(ctx);
  }
  free(first);
  free(x);
  free(dx);
  contact_sheets_free(&s);
}

// Every allocation may fail: an error, no leak, and afterwards the search works again.
TEST(broad_survives_failing_memory) {
  contact_sheets s = contact_sheets_make(2, 6, 0.01, 0.002, 0.01);
  for (int fail_at = 1; fail_at < 100; fail_at++) {
    failing memory = {.fail_at = fail_at};
    pl_contact_surface *surface = NULL;
    pl_broad *broad = NULL;
    pl_context *ctx = pl_context_create(&(pl_context_options){.n_thread = 1, .allocate = failing_allocate, .allocate_user = &memory});
    bool done = ctx && pl_contact_surface_create(ctx, &s.shape, &surface) == PL_OK && pl_broad_create(surface, 0.005, &broad) == PL_OK &&
                pl_broad_near(broad, s.x, NULL) == PL_OK;
    if (broad && !done) CHECK(pl_broad_near(broad, s.x, NULL) == PL_OK);
    pl_broad_destroy(broad);
    pl_contact_surface_destroy(surface);
    pl_context_destroy(ctx);
    CHECK(memory.n_live == 0);
    CHECK(done || memory.n_call >= fail_at);
    if (done) break;
  }
  contact_sheets_free(&s);
}
