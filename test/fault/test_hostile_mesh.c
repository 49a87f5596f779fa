// test_hostile_mesh.c: damaged mesh files and failing memory. Nothing may crash, leak, hang or allocate much.
#include "test.h"

#include <pliant/mesh.h>
#include <stdlib.h>

#include "base/rng.h"

// An allocator that counts what is alive, notes the largest request and fails the n-th call.
typedef struct ledger {
  long n_alive, n_call, fail_at;  // fail_at: 0 never
  size_t largest;
} ledger;

static void *counted(void *user, void *old, size_t size) {
  ledger *l = user;
  if (size == 0) {
    l->n_alive -= old != NULL;
    free(old);
    return NULL;
  }
  l->n_call++;
  if (l->fail_at > 0 && l->n_call >= l->fail_at) return NULL;
  if (size > l->largest) l->largest = size;
  void *memory = realloc(old, size);
  l->n_alive += memory != NULL && old == NULL;
  return memory;
}

static pl_context *counted_context(ledger *l) {
  pl_context_options options = pl_context_options_default();
  options.allocate = counted;
  options.allocate_user = l;
  options.n_thread = 1;
  pl_context *ctx = pl_context_create(&options);
  REQUIRE(ctx != NULL);
  return ctx;
}

static const char *path_of(const char *name) {
  static char path[1024];
  snprintf(path, sizeof path, "%s/%s", test_folder(), name);
  return path;
}

static void put(const char *path, const void *data, size_t size) {
  FILE *file = fopen(path, "wb");
  REQUIRE(file != NULL);
  REQUIRE(fwrite(data, 1, size, file) == size);
  fclose(file);
}

static char *get(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  REQUIRE(file != NULL);
  char *data = malloc(1 << 20);
  *size = fread(data, 1, 1 << 20, file);
  fclose(file);
  return data;
}

// What to make: 0 create, 1-3 strips, 4-6 discs, 7 single, 8-10 save and load.
enum { N_MAKER = 11 };

static pl_status make(pl_context *ctx, int maker, pl_mesh **mesh) {
  static const char *const name[] = {"fail.obj", "fail.ply", "fail.vtk"};
  static const double square[8] = {0, 0, 1, 0, 1, 1, 0, 1};
  static const int32_t triangle[6] = {0, 1, 2, 0, 2, 3};
  static const double radius[2] = {0.05, 0.1};
  pl_specimen strip = {.length = 0.2, .width = 0.1, .n_length = 4, .n_width = 3, .seed = 1};
  pl_specimen disc = {.length = 0.2, .width = 0.2, .n_length = 6, .seed = 1};
  *mesh = NULL;
  if (maker == 0) return pl_mesh_create(ctx, 4, square, NULL, 2, triangle, PL_TOPOLOGY_OTHER, mesh);
  if (maker <= 3) {
    strip.kind = (pl_topology_kind)(maker - 1);
    return pl_mesh_strip(ctx, &strip, mesh);
  }
  if (maker <= 6) {
    disc.kind = (pl_topology_kind)(maker - 4);
    return pl_mesh_disc(ctx, &disc, 2, radius, mesh);
  }
  if (maker == 7) return pl_mesh_single(ctx, &strip, mesh);
  pl_mesh *first = NULL;
  PL_TRY(pl_mesh_strip(ctx, &strip, &first));
  pl_status status = pl_mesh_save(ctx, path_of(name[maker - 8]), first, NULL, 0, NULL);
  pl_mesh_destroy(first);
  return status == PL_OK ? pl_mesh_load(ctx, path_of(name[maker - 8]), mesh) : status;
}

TEST(mesh_memory_fails_at_every_call) {
  for (int maker = 0; maker < N_MAKER; maker++) {
    bool done = false;
    for (long n = 1; n < 1000 && !done; n++) {
      ledger l = {0};
      pl_context *ctx = counted_context(&l);
      long before = l.n_alive;
      l.fail_at = l.n_call + n;
      pl_mesh *mesh = NULL;
      pl_status status = make(ctx, maker, &mesh);
      done = l.n_call < l.fail_at;
      CHECK(status == (done ? PL_OK : PL_ERROR_MEMORY));
      CHECK((mesh != NULL) == done);
      if (!done) CHECK(pl_context_error(ctx)->status == PL_ERROR_MEMORY);
      pl_mesh_destroy(mesh);
      CHECK(l.n_alive == before);
      pl_context_destroy(ctx);
    }
    CHECK(done);
  }
}

static void load_hostile(const char *path, const void *data, size_t size) {
  ledger l = {0};
  pl_context *ctx = counted_context(&l);
  long before = l.n_alive;
  pl_mesh *mesh = NULL;
  put(path, data, size);
  pl_status status = pl_mesh_load(ctx, path, &mesh);
  CHECK((status == PL_OK) == (mesh != NULL));
  if (status != PL_OK) {
    CHECK_TEXT(pl_context_error(ctx)->file, path);
    CHECK(pl_context_error(ctx)->message[0] != 0);
  }
  pl_mesh_destroy(mesh);
  CHECK(l.n_alive == before);
  // An array is never larger than a fixed multiple of the file, whatever counts it announces.
  CHECK_LESS((double)l.largest, 100.0 * (double)size + 65536);
  pl_context_destroy(ctx);
}

// Cut at every byte, and bytes and words replaced at random.
static void damage(const char *name) {
  static const char *const word[] = {"-1", "999999999", "4294967295", "nan", "1e400", "", "\n", "/", "ply", "POINTS", "\xff\xfe", "0"};
  pl_context *ctx = pl_context_create(NULL);
  pl_specimen specimen = {.length = 0.2, .width = 0.1, .n_length = 2, .n_width = 2};
  const double value[9] = {0};
  const pl_mesh_field field = {"load", value};
  pl_mesh *mesh = NULL;
  REQUIRE(pl_mesh_strip(ctx, &specimen, &mesh) == PL_OK);
  char path[1024];
  snprintf(path, sizeof path, "%s", path_of(name));
  REQUIRE(pl_mesh_save(ctx, path, mesh, NULL, 1, &field) == PL_OK);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);

  size_t size;
  char *good = get(path, &size), *bad = malloc(size + 64);
  for (size_t cut = 0; cut < size; cut++) load_hostile(path, good, cut);
  pl_rng rng;
  pl_rng_init(&rng, 99);
  for (int i = 0; i < 1500; i++) {
    memcpy(bad, good, size);
    size_t at = (size_t)(pl_rng_uniform(&rng) * (double)size), n = size;
    if (i % 3 == 0) {
      bad[at] = (char)pl_rng_next(&rng);
    } else {
      // Replace the word at this place.
      size_t begin = at, end = at;
      while (begin > 0 && good[begin - 1] > ' ') begin--;
      while (end < size && good[end] > ' ') end++;
      const char *put_in = word[(size_t)(pl_rng_uniform(&rng) * (sizeof word / sizeof word[0]))];
      n = begin + strlen(put_in) + size - end;
      memcpy(bad + begin, put_in, strlen(put_in));
      memcpy(bad + begin + strlen(put_in), good + end, size - end);
    }
    load_hostile(path, bad, n);
  }
  free(good);
  free(bad);
}

TEST(mesh_hostile_obj) { damage("hostile.obj"); }
TEST(mesh_hostile_ply) { damage("hostile.ply"); }
TEST(mesh_hostile_vtk) { damage("hostile.vtk"); }

TEST(mesh_hostile_garbage) {
  static const char *const name[] = {"garbage.obj", "garbage.ply", "garbage.vtk"};
  static const char ply_start[] = "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
                                  "property float z\nelement face 9\nproperty list uint int vertex_indices\nend_header\n";
  static const char *const start[] = {"v 0 0 0\n", ply_start, "# vtk DataFile Version 3.0\n"};
  pl_rng rng;
  pl_rng_init(&rng, 5);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 100; i++) {
      char data[600];
      for (size_t j = 0; j < sizeof data; j++) data[j] = (char)pl_rng_next(&rng);
      if (i % 2) memcpy(data, start[k], strlen(start[k]));
      load_hostile(path_of(name[k]), data, (size_t)(pl_rng_uniform(&rng) * sizeof data));
    }
  }
}

// A vertex shared by all triangles and a long line must not make the work quadratic.
TEST(mesh_hostile_large_fan) {
  enum { N = 100000 };
  char *text = malloc(80 * N), *at = text;
  at += sprintf(at, "v 0 0 0\n");
  for (int i = 0; i <= N; i++) at += sprintf(at, "v %.12f %.12f 0\n", cos(3.0 * i / N), sin(3.0 * i / N));
  for (int i = 0; i < N; i++) at += sprintf(at, "f 1 %d %d\n", i + 2, i + 3);
  const char *path = path_of("fan.obj");
  put(path, text, (size_t)(at - text));
  free(text);
  pl_context *ctx = pl_context_create(NULL);
  pl_mesh *mesh = NULL;
  CHECK(pl_mesh_load(ctx, path, &mesh) == PL_OK);
  CHECK(mesh != NULL && mesh->n_hinge == N - 1);
  pl_mesh_destroy(mesh);
  pl_context_destroy(ctx);
}
