// test_factor.c: every backend on random systems: residuals, supports, shifts, indefinite and singular matrices, no hidden threads.
#include "solve/factor.h"

#include <dirent.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/rng.h"
#include "test.h"

// A block matrix on a grid of n x n vertices with the pattern of cloth: triangles, and hinges two vertices apart.
typedef struct system {
  pl_context *ctx;
  pl_arena *arena;
  pl_block_pattern pattern;
  pl_block_matrix matrix;
  uint8_t *fixed;
  int32_t n_dof;
} system_data;

static int32_t grid_triangles(int n, int32_t *triangle) {
  int32_t count = 0;
  for (int i = 0; i + 1 < n; i++) {
    for (int j = 0; j + 1 < n; j++) {
      int32_t a = i * n + j, b = a + 1, c = a + n, d = c + 1;
      const int32_t pair[6] = {a, b, d, a, d, c};
      memcpy(triangle + 3 * count, pair, sizeof pair);
      count += 2;
    }
  }
  return count;
}

static int32_t grid_hinges(int n, int32_t *hinge) {
  int32_t count = 0;
  for (int i = 0; i + 1 < n; i++) {
    for (int j = 0; j + 1 < n; j++) {
      int32_t a = i * n + j, d = a + n + 1;
      const int32_t diagonal[4] = {a, d, a + 1, a + n};
      memcpy(hinge + 4 * count++, diagonal, sizeof diagonal);
      if (i > 0) {
        const int32_t across[4] = {a, a + 1, d, a - n};
        memcpy(hinge + 4 * count++, across, sizeof across);
      }
      if (j > 0) {
        const int32_t along[4] = {a, a + n, d, a - 1};
        memcpy(hinge + 4 * count++, along, sizeof along);
      }
    }
  }
  return count;
}

// Values: sum over edges of random positive semidefinite 3x3 blocks (a Laplacian of springs), plus skew noise when not symmetric. The first row of
// vertices is fixed, and single dofs here and there.
static void system_create(int n, bool symmetric, uint64_t seed, system_data *s) {
  s->ctx = pl_context_create(NULL);
  s->arena = pl_arena_create(s->ctx);
  int32_t *triangle = pl_arena_alloc(s->arena, (size_t)(6 * n * n), sizeof *triangle);
  int32_t *hinge = pl_arena_alloc(s->arena, (size_t)(12 * n * n), sizeof *hinge);
  const int32_t count[] = {grid_triangles(n, triangle), grid_hinges(n, hinge)};
  const int size[] = {3, 4};
  const int32_t *const element[] = {triangle, hinge};
  REQUIRE(pl_block_pattern_build(s->arena, n * n, symmetric, 2, count, size, element, &s->pattern) == PL_OK);
  REQUIRE(pl_block_matrix_create(s->arena, &s->pattern, &s->matrix) == PL_OK);
  s->n_dof = 3 * n * n;
  s->fixed = pl_arena_alloc(s->arena, (size_t)s->n_dof, 1);
  for (int32_t i = 0; i < s->n_dof; i++) s->fixed[i] = i < 3 * n || i % 37 == 5;
  pl_rng rng;
  pl_rng_init(&rng, seed);
  for (int32_t c = 0; c < s->pattern.n; c++) {
    for (int32_t k = s->pattern.start[c]; k < s->pattern.start[c + 1]; k++) {
      int32_t r = s->pattern.row[k];
      if (r <= c) continue;
      double v[3] = {pl_rng_normal(&rng), pl_rng_normal(&rng), pl_rng_normal(&rng)};
      double *rr = s->matrix.value + 9 * pl_block_position(&s->pattern, r, r),
             *cc = s->matrix.value + 9 * pl_block_position(&s->pattern, c, c);
      for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
          double value = v[a] * v[b] + (a == b ? 0.1 : 0), skew = symmetric ? 0 : 0.3 * pl_rng_normal(&rng);
          rr[3 * a + b] += value;
          cc[3 * a + b] += value;
          s->matrix.value[9 * k + 3 * a + b] -= value - skew;
          if (!symmetric) s->matrix.value[9 * pl_block_position(&s->pattern, c, r) + 3 * b + a] -= value + skew;
        }
      }
    }
  }
}

static void system_destroy(system_data *s) {
  pl_arena_destroy(s->arena);
  pl_context_destroy(s->ctx);
}

// A^T x of a full pattern, block by block.
static void multiply_transposed(const pl_block_matrix *m, const double *x, double *y) {
  const pl_block_pattern *p = m->pattern;
  memset(y, 0, 3 * (size_t)p->n * sizeof *y);
  for (int32_t c = 0; c < p->n; c++) {
    for (int32_t r = 0; r < p->n; r++) {
      const double *block = pl_block_matrix_at(m, r, c);
      for (int i = 0; i < 9 && block; i++) y[3 * c + i % 3] += block[i] * x[3 * r + i / 3];
    }
  }
}

static void check_solutions(const system_data *s, pl_factor *factor, double shift, const double *scale, int n_rhs, bool transposed) {
  size_t n = (size_t)s->n_dof;
  double *b = malloc((size_t)n_rhs * n * sizeof *b), *x = malloc((size_t)n_rhs * n * sizeof *x), *ax = malloc(n * sizeof *ax);
  pl_rng rng;
  pl_rng_init(&rng, 3);
  for (size_t i = 0; i < n * (size_t)n_rhs; i++) b[i] = pl_rng_normal(&rng);
  CHECK((transposed ? pl_factor_solve_transposed(factor, n_rhs, b, x) : pl_factor_solve(factor, n_rhs, b, x)) == PL_OK);
  double worst = 0;
  for (size_t j = 0; j < (size_t)n_rhs; j++) {
    if (transposed && !s->pattern.symmetric)
      multiply_transposed(&s->matrix, x + j * n, ax);
    else
      pl_block_matrix_multiply(&s->matrix, x + j * n, ax);
    for (size_t i = 0; i < n; i++) {
      double shifted = ax[i] + shift * (scale != NULL ? scale[i] : 1) * x[j * n + i];
      if (s->fixed[i])
        CHECK(x[j * n + i] == 0);
      else
        worst = fmax(worst, fabs(shifted - b[j * n + i]));
    }
  }
  CHECK_LESS(worst, 1e-10);
  // in place
  CHECK((transposed ? pl_factor_solve_transposed(factor, n_rhs, b, b) : pl_factor_solve(factor, n_rhs, b, b)) == PL_OK);
  CHECK(memcmp(b, x, n * (size_t)n_rhs * sizeof *b) == 0);
  free(b);
  free(x);
  free(ax);
}

static void check_factor(int n, bool symmetric, pl_factor_kind kind) {
  system_data s;
  system_create(n, symmetric, 11, &s);
  pl_factor *factor;
  REQUIRE(pl_factor_create(s.ctx, &s.pattern, s.fixed, NULL, kind, &factor) == PL_OK);
  int32_t n_free = 0;
  for (int32_t i = 0; i < s.n_dof; i++) n_free += !s.fixed[i];
  CHECK(pl_factor_unknowns(factor) == n_free);
  double *scale = malloc((size_t)s.n_dof * sizeof *scale);
  for (int32_t i = 0; i < s.n_dof; i++) scale[i] = 1 + 0.1 * (i % 5);
  pl_factor_outcome outcome;
  const double shift[] = {0, 0.7, 0};
  for (int k = 0; k < 3; k++) {
    REQUIRE(pl_factor_compute(factor, &s.matrix, shift[k], k == 1 ? scale : NULL, &outcome) == PL_OK);
    REQUIRE(outcome == PL_FACTOR_OK);
    check_solutions(&s, factor, shift[k], k == 1 ? scale : NULL, 1, false);
    check_solutions(&s, factor, shift[k], k == 1 ? scale : NULL, 7, false);
    check_solutions(&s, factor, shift[k], k == 1 ? scale : NULL, 2, true);
  }

  // Indefinite, and back to a good one: the failure leaves nothing behind. LU does not care.
  REQUIRE(pl_factor_compute(factor, &s.matrix, -1.0, NULL, &outcome) == PL_OK);
  CHECK(outcome == (kind != PL_FACTOR_LU ? PL_FACTOR_NOT_POSITIVE : PL_FACTOR_OK));
  if (outcome == PL_FACTOR_OK) check_solutions(&s, factor, -1.0, NULL, 1, false);
  REQUIRE(pl_factor_compute(factor, &s.matrix, 0, NULL, &outcome) == PL_OK);
  REQUIRE(outcome == PL_FACTOR_OK);
  check_solutions(&s, factor, 0, NULL, 3, false);

  // Singular: zero; not a number.
  pl_factor_outcome bad = kind != PL_FACTOR_LU ? PL_FACTOR_NOT_POSITIVE : PL_FACTOR_SINGULAR;
  s.matrix.value[9 * (s.pattern.n_block / 2)] = NAN;
  REQUIRE(pl_factor_compute(factor, &s.matrix, 0, NULL, &outcome) == PL_OK);
  CHECK(outcome == bad);
  pl_block_matrix_zero(&s.matrix);
  REQUIRE(pl_factor_compute(factor, &s.matrix, 0, NULL, &outcome) == PL_OK);
  CHECK(outcome == bad);
  REQUIRE(pl_factor_compute(factor, &s.matrix, 1, NULL, &outcome) == PL_OK);
  CHECK(outcome == PL_FACTOR_OK);
  check_solutions(&s, factor, 1, NULL, 2, false);
  free(scale);
  pl_factor_destroy(factor);
  system_destroy(&s);
}

TEST(factor_dense_cholesky) { check_factor(3, true, PL_FACTOR_CHOLESKY); }
TEST(factor_dense_lu) { check_factor(3, false, PL_FACTOR_LU); }
TEST(factor_dense_lu_of_symmetric) { check_factor(3, true, PL_FACTOR_LU); }
TEST(factor_cholmod_simplicial) { check_factor(5, true, PL_FACTOR_CHOLESKY); }
TEST(factor_cholmod_supernodal) { check_factor(17, true, PL_FACTOR_CHOLESKY); }
TEST(factor_umfpack) { check_factor(13, false, PL_FACTOR_LU); }
TEST(factor_umfpack_of_symmetric) { check_factor(13, true, PL_FACTOR_LU); }

// Above 10 000 unknowns another ordering is used.
TEST(factor_cholmod_large) { check_factor(60, true, PL_FACTOR_CHOLESKY); }

// Blocks that are zero are left out until one of them is not: every matrix of the sequence is solved all the same.
TEST(factor_skips_zero_blocks) {
  static const int sizes[] = {3, 5, 17};
  for (int i = 0; i < 3; i++) {
    check_factor(sizes[i], true, PL_FACTOR_CHOLESKY_NONZERO);
    system_data s;
    system_create(sizes[i], true, 7, &s);
    const pl_block_pattern *p = &s.pattern;
    size_t n_value = 9 * (size_t)p->n_block;
    double *whole = malloc(n_value * sizeof *whole);
    memcpy(whole, s.matrix.value, n_value * sizeof *whole);
    pl_factor *factor;
    pl_factor_outcome outcome;
    REQUIRE(pl_factor_create(s.ctx, p, s.fixed, NULL, PL_FACTOR_CHOLESKY_NONZERO, &factor) == PL_OK);
    // no block beside the diagonal, every second one, all, and again fewer
    for (int every = 0; every < 4; every++) {
      for (int32_t c = 0; c < p->n; c++)
        for (int32_t k = p->start[c]; k < p->start[c + 1]; k++) {
          bool keep = p->row[k] == c || every == 2 || (every != 0 && k % 2 == 0);
          for (size_t m = 0; m < 9; m++) s.matrix.value[9 * (size_t)k + m] = keep ? whole[9 * (size_t)k + m] : 0;
        }
      REQUIRE(pl_factor_compute(factor, &s.matrix, 1, NULL, &outcome) == PL_OK);
      REQUIRE(outcome == PL_FACTOR_OK);
      check_solutions(&s, factor, 1, NULL, 2, false);
    }
    pl_factor_destroy(factor);
    free(whole);
    system_destroy(&s);
  }
}

// Indefinite by one negative pivot only, in the last place of an otherwise good matrix: LDL' would let it pass.
TEST(factor_one_negative_pivot) {
  for (int n = 2; n <= 17; n += 5) {
    system_data s;
    system_create(n, true, 5, &s);
    pl_factor *factor;
    pl_factor_outcome outcome;
    REQUIRE(pl_factor_create(s.ctx, &s.pattern, s.fixed, NULL, PL_FACTOR_CHOLESKY, &factor) == PL_OK);
    int32_t last = s.pattern.n_block - 1;
    double old = s.matrix.value[9 * last + 8];
    s.matrix.value[9 * last + 8] = -old;
    REQUIRE(pl_factor_compute(factor, &s.matrix, 0, NULL, &outcome) == PL_OK);
    CHECK(s.fixed[s.n_dof - 1] || outcome == PL_FACTOR_NOT_POSITIVE);
    s.matrix.value[9 * last + 8] = old;
    REQUIRE(pl_factor_compute(factor, &s.matrix, 0, NULL, &outcome) == PL_OK);
    CHECK(outcome == PL_FACTOR_OK);
    pl_factor_destroy(factor);
    system_destroy(&s);
  }
}

TEST(factor_no_unknowns) {
  for (int kind = 0; kind < 2; kind++) {
    system_data s;
    system_create(4, true, 2, &s);
    memset(s.fixed, 1, (size_t)s.n_dof);
    pl_factor *factor;
    pl_factor_outcome outcome;
    REQUIRE(pl_factor_create(s.ctx, &s.pattern, s.fixed, NULL, (pl_factor_kind)kind, &factor) == PL_OK);
    CHECK(pl_factor_unknowns(factor) == 0);
    REQUIRE(pl_factor_compute(factor, &s.matrix, 0, NULL, &outcome) == PL_OK);
    CHECK(outcome == PL_FACTOR_OK);
    double b[48], x[48];
    for (int i = 0; i < 48; i++) b[i] = x[i] = 1;
    CHECK(pl_factor_solve(factor, 1, b, x) == PL_OK);
    for (int i = 0; i < 48; i++) CHECK(x[i] == 0);
    pl_factor_destroy(factor);
    system_destroy(&s);
  }
}

// The further threads of this process: how many, how often they were put on a processor in all, and whether each of them sleeps. Nothing where the
// system does not tell. (OpenBLAS starts its threads when it is loaded; they spin for a while before they sleep.)
typedef struct other_threads {
  int n;
  long long n_run;
  bool asleep;
} other_threads;

static other_threads look_at_threads(void) {
  other_threads found = {.asleep = true};
  DIR *folder = opendir("/proc/self/task");
  if (folder == NULL) return found;
  for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
    if (entry->d_name[0] == '.' || strtol(entry->d_name, NULL, 10) == getpid()) continue;
    char path[320], line[128];
    snprintf(path, sizeof path, "/proc/self/task/%s/status", entry->d_name);
    FILE *f = fopen(path, "r");
    if (f == NULL) continue;
    found.n++;
    while (fgets(line, sizeof line, f) != NULL) {
      char state;
      long long switches;
      if (sscanf(line, "State: %c", &state) == 1) found.asleep = found.asleep && state == 'S';
      if (sscanf(line, "voluntary_ctxt_switches: %lld", &switches) == 1) found.n_run += switches;
    }
    fclose(f);
  }
  closedir(folder);
  return found;
}

enum { MOST_WAITS = 60000 };  // of a millisecond and more: a thread that never sleeps is a fault, not a slow machine

// Debian's CHOLMOD would use every core in its supernodal code, at a multiple of the cost. No thread may appear, and a sleeping one must
// not be woken. (A thread that wakes and sleeps again has given up its processor once more.).
TEST(factor_no_hidden_threads) {
  system_data s;
  system_create(25, true, 1, &s);
  pl_factor *factor;
  pl_factor_outcome outcome;
  REQUIRE(pl_factor_create(s.ctx, &s.pattern, s.fixed, NULL, PL_FACTOR_CHOLESKY, &factor) == PL_OK);
  double *b = calloc((size_t)s.n_dof * 8, sizeof *b);
  for (int32_t i = 0; i < 8 * s.n_dof; i++) b[i] = i % 7;
  other_threads before = look_at_threads();
  for (int wait = 0; wait < MOST_WAITS && !before.asleep; wait++) {
    nanosleep(&(struct timespec){.tv_nsec = 1000 * 1000}, NULL);
    before = look_at_threads();
  }
  REQUIRE(before.asleep);
  for (int k = 0; k < 20; k++) {
    REQUIRE(pl_factor_compute(factor, &s.matrix, 0, NULL, &outcome) == PL_OK && outcome == PL_FACTOR_OK);
    REQUIRE(pl_factor_solve(factor, 8, b, b) == PL_OK);
  }
  other_threads after = look_at_threads();
  CHECK(after.n == before.n);
  CHECK(after.asleep);
  CHECK(after.n_run == before.n_run);
  free(b);
  pl_factor_destroy(factor);
  system_destroy(&s);
}

// Two rows of vertices tied to bodies, all their axes free. The equations are T^T A T u = T^T b, where each vertex of a body copies its
// body's part of u.
TEST(factor_tied_vertices_move_together) {
  for (int symmetric = 0; symmetric < 2; symmetric++) {
    enum { N = 14 };
    system_data s;
    system_create(N, symmetric, 5, &s);
    int32_t tie[N * N];
    for (int32_t v = 0; v < N * N; v++) {
      tie[v] = v / N == 6 ? 0 : v / N == 9 && v % N < 5 ? 2 : -1;
      for (int a = 0; a < 3 && tie[v] >= 0; a++) s.fixed[3 * v + a] = 0;
    }
    pl_factor *factor;
    REQUIRE(pl_factor_create(s.ctx, &s.pattern, s.fixed, tie, symmetric ? PL_FACTOR_CHOLESKY : PL_FACTOR_LU, &factor) == PL_OK);
    pl_factor_outcome outcome;
    REQUIRE(pl_factor_compute(factor, &s.matrix, 0, NULL, &outcome) == PL_OK && outcome == PL_FACTOR_OK);
    double b[3 * N * N], x[3 * N * N], left[3 * N * N], body[3][3] = {{0}};
    pl_rng rng;
    pl_rng_init(&rng, 8);
    for (int i = 0; i < 3 * N * N; i++) b[i] = pl_rng_normal(&rng);
    REQUIRE(pl_factor_solve(factor, 1, b, x) == PL_OK);
    pl_block_matrix_multiply(&s.matrix, x, left);
    for (int32_t v = 0; v < N * N; v++)
      for (int a = 0; a < 3; a++) {
        double residual = left[3 * v + a] - b[3 * v + a];
        if (tie[v] >= 0) {
          body[tie[v]][a] += residual;
          CHECK(x[3 * v + a] == x[3 * (tie[v] == 0 ? 6 * N : 9 * N) + a]);
        } else if (!s.fixed[3 * v + a]) {
          CHECK_NEAR(residual, 0, 1e-10);
        }
      }
    for (int a = 0; a < 3; a++) CHECK(fabs(body[0][a]) < 1e-9 && fabs(body[2][a]) < 1e-9);
    pl_factor_destroy(factor);
    system_destroy(&s);
  }
}

// (A + A^T)/2 of an unsymmetric matrix.
TEST(factor_symmetric_part) {
  enum { N = 12 };
  system_data s;
  system_create(N, false, 6, &s);
  pl_factor *factor;
  REQUIRE(pl_factor_create(s.ctx, &s.pattern, s.fixed, NULL, PL_FACTOR_SYMMETRIC_PART, &factor) == PL_OK);
  pl_factor_outcome outcome;
  REQUIRE(pl_factor_compute(factor, &s.matrix, 0, NULL, &outcome) == PL_OK && outcome == PL_FACTOR_OK);
  double b[3 * N * N], x[3 * N * N], ax[3 * N * N], atx[3 * N * N], library[3 * N * N];
  pl_rng rng;
  pl_rng_init(&rng, 9);
  for (int i = 0; i < 3 * N * N; i++) b[i] = pl_rng_normal(&rng);
  REQUIRE(pl_factor_solve(factor, 1, b, x) == PL_OK);
  pl_block_matrix_multiply(&s.matrix, x, ax);
  multiply_transposed(&s.matrix, x, atx);
  pl_block_matrix_multiply_transposed(&s.matrix, x, library);
  for (int i = 0; i < 3 * N * N; i++) {
    CHECK_NEAR(library[i], atx[i], 1e-12);
    if (!s.fixed[i]) CHECK_NEAR(0.5 * (ax[i] + atx[i]), b[i], 1e-10);
  }
  pl_factor_destroy(factor);
  system_destroy(&s);
}

// ---- blocks outside the pattern ----

// A stiff spring between two vertices; its block is an extra one unless the pattern has it.
static void add_spring(system_data *s, int32_t low, int32_t high, double k) {
  const int32_t at[2][2] = {{high, low}, {low, high}};
  REQUIRE(pl_block_matrix_include(&s->matrix, s->pattern.symmetric ? 1 : 2, at) == PL_OK);
  for (int i = 0; i < 9; i += 4) {
    pl_block_matrix_at(&s->matrix, low, low)[i] += k;
    pl_block_matrix_at(&s->matrix, high, high)[i] += k;
    pl_block_matrix_at(&s->matrix, high, low)[i] -= k;
    if (!s->pattern.symmetric) pl_block_matrix_at(&s->matrix, low, high)[i] -= k;
  }
}

static void compute(const system_data *s, pl_factor *factor) {
  pl_factor_outcome outcome;
  REQUIRE(pl_factor_compute(factor, &s->matrix, 0, NULL, &outcome) == PL_OK);
  REQUIRE(outcome == PL_FACTOR_OK);
}

// Every matrix is solved, and analysed again only for blocks that are new and have unknowns.
static void check_extra(int n, bool symmetric, pl_factor_kind kind) {
  system_data s;
  system_create(n, symmetric, 11, &s);
  int32_t last = n * n - 1, first = n;  // the row before is fixed
  pl_factor *factor;
  REQUIRE(pl_factor_create(s.ctx, &s.pattern, s.fixed, NULL, kind, &factor) == PL_OK);
  compute(&s, factor);
  CHECK(pl_factor_analyses(factor) == 1 && pl_factor_known(factor) == NULL);
  add_spring(&s, first, last, 3);
  for (int twice = 0; twice < 2; twice++) {
    compute(&s, factor);
    CHECK(pl_factor_analyses(factor) == 2);
    check_solutions(&s, factor, 0, NULL, 2, false);
    if (kind == PL_FACTOR_LU) check_solutions(&s, factor, 0, NULL, 1, true);
  }
  add_spring(&s, first, last, 1);  // present already
  add_spring(&s, 0, last, 1);      // a fixed vertex
  compute(&s, factor);
  CHECK(pl_factor_analyses(factor) == 2);
  check_solutions(&s, factor, 0, NULL, 1, false);
  add_spring(&s, first + 1, last, 2);
  compute(&s, factor);
  CHECK(pl_factor_analyses(factor) == 3);
  check_solutions(&s, factor, 0, NULL, 2, false);
  // what is no longer needed stays, with the value 0
  pl_block_extra_clear(&s.pattern, s.matrix.extra);
  compute(&s, factor);
  CHECK(pl_factor_analyses(factor) == 3 && pl_factor_known(factor)->n_block == (symmetric ? 2 : 4));
  check_solutions(&s, factor, 0, NULL, 1, false);
  // until it would be more than twice what is needed
  add_spring(&s, first + 2, last, 2);
  compute(&s, factor);
  CHECK(pl_factor_analyses(factor) == 4 && pl_factor_known(factor)->n_block == (symmetric ? 1 : 2));
  check_solutions(&s, factor, 0, NULL, 1, false);
  pl_factor_destroy(factor);
  system_destroy(&s);
}

TEST(factor_extra_blocks) {
  check_extra(5, true, PL_FACTOR_CHOLESKY);
  check_extra(17, true, PL_FACTOR_CHOLESKY);
  check_extra(17, true, PL_FACTOR_CHOLESKY_NONZERO);
  check_extra(13, false, PL_FACTOR_LU);
  check_extra(60, true, PL_FACTOR_CHOLESKY_NONZERO);
}

// A factor with the list of blocks of another one continues exactly as that one, whatever the other one saw before.
TEST(factor_extra_blocks_handed_on) {
  static const pl_factor_kind kinds[] = {PL_FACTOR_CHOLESKY, PL_FACTOR_CHOLESKY_NONZERO};
  for (int i = 0; i < 2; i++) {
    system_data s;
    system_create(17, true, 11, &s);
    int32_t last = 17 * 17 - 1;
    pl_factor *factor[2];
    for (int k = 0; k < 2; k++) REQUIRE(pl_factor_create(s.ctx, &s.pattern, s.fixed, NULL, kinds[i], &factor[k]) == PL_OK);
    compute(&s, factor[0]);
    for (int32_t v = 20; v < 60; v += 5) {
      add_spring(&s, v, last - v, 2);
      compute(&s, factor[0]);
    }
    const pl_block_extra *known = pl_factor_known(factor[0]);
    int32_t at[64][2], n_at = 0;
    for (int32_t c = 0; c < s.pattern.n; c++)
      for (int32_t k = known->start[c]; k < known->start[c + 1]; k++) at[n_at][0] = known->row[k], at[n_at++][1] = c;
    REQUIRE(n_at == 8 && pl_factor_know(factor[1], (size_t)n_at, (const int32_t(*)[2])at) == PL_OK);
    double *b = malloc((size_t)s.n_dof * sizeof *b), *x[2] = {malloc((size_t)s.n_dof * sizeof *b), malloc((size_t)s.n_dof * sizeof *b)};
    for (int32_t k = 0; k < s.n_dof; k++) b[k] = sin(k);
    for (int more = 0; more < 2; more++) {
      int before = pl_factor_analyses(factor[0]);
      for (int k = 0; k < 2; k++) {
        compute(&s, factor[k]);
        REQUIRE(pl_factor_solve(factor[k], 1, b, x[k]) == PL_OK);
      }
      CHECK(memcmp(x[0], x[1], (size_t)s.n_dof * sizeof *b) == 0);
      CHECK(pl_factor_analyses(factor[0]) == before + more);
      add_spring(&s, 18, last - 3, 2);
    }
    free(b), free(x[0]), free(x[1]);
    pl_factor_destroy(factor[0]);
    pl_factor_destroy(factor[1]);
    system_destroy(&s);
  }
}

// Tied vertices share unknowns, in extra blocks too: their equations hold in sum.
TEST(factor_extra_blocks_of_tied_vertices) {
  system_data s;
  system_create(5, true, 11, &s);
  int32_t tie[25];
  for (int i = 0; i < 25; i++) tie[i] = i >= 20 ? 0 : -1;
  memset(s.fixed, 0, (size_t)s.n_dof);
  for (int i = 0; i < 15; i++) s.fixed[i] = 1;
  pl_factor *factor;
  REQUIRE(pl_factor_create(s.ctx, &s.pattern, s.fixed, tie, PL_FACTOR_CHOLESKY, &factor) == PL_OK);
  add_spring(&s, 5, 24, 4);
  add_spring(&s, 9, 20, 4);
  compute(&s, factor);
  double b[75], x[75], ax[75], sum[3] = {0}, wanted[3] = {0};
  for (int i = 0; i < 75; i++) b[i] = cos(i);
  REQUIRE(pl_factor_solve(factor, 1, b, x) == PL_OK);
  pl_block_matrix_multiply(&s.matrix, x, ax);
  for (int i = 15; i < 60; i++) CHECK_NEAR(ax[i], b[i], 1e-11);
  for (int i = 60; i < 75; i++) sum[i % 3] += ax[i], wanted[i % 3] += b[i];
  for (int a = 0; a < 3; a++) CHECK_NEAR(sum[a], wanted[a], 1e-11);
  for (int i = 63; i < 75; i++) CHECK(x[i] == x[60 + i % 3]);
  pl_factor_destroy(factor);
  system_destroy(&s);
}
