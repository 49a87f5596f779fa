// test_hostile_solid.c: damaged files of solids and failing memory. Nothing may crash, leak, hang or allocate much.
#include <pliant/mesh.h>

#include "base/rng.h"
#include "failing_memory.h"
#include "test.h"

// The shared allocator, and the largest request so far.
typedef struct ledger {
  failing memory;
  size_t largest;
} ledger;

static void *counted(void *user, void *old, size_t size) {
  ledger *l = user;
  if (size > l->largest) l->largest = size;
  return failing_allocate(&l->memory, old, size);
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

static void put(const char *name, const void *data, size_t size) {
  FILE *file = fopen(path_of(name), "wb");
  REQUIRE(file != NULL);
  REQUIRE(fwrite(data, 1, size, file) == size);
  fclose(file);
}

static const char gmsh2[] =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Comments\nx\n$EndComments\n$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n"
    "$EndNodes\n$Elements\n3\n1 2 2 0 1 1 2 3\n2 4 2 1 1 1 2 3 4\n3 4 2 1 1 2 3 4 5\n$EndElements\n";
static const char gmsh4[] =
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 5 1 5\n3 1 0 5\n1\n2\n3\n4\n5\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 1 1\n$EndNodes\n"
    "$Elements\n2 3 1 3\n2 1 2 1\n1 1 2 3\n3 1 4 2\n2 1 2 3 4\n3 2 3 4 5\n$EndElements\n";
static const char vtk[] =
    "# vtk DataFile Version 3.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 8 double\n0 0 0 1 0 0 1 1 0 0 1 0\n0 0 1 1 0 1 1 1 1 0 1 1\n"
    "CELLS 1 9\n8 0 1 2 3 4 5 6 7\nCELL_TYPES 1\n12\nPOINT_DATA 8\nVECTORS rest double\n0 0 0 1 0 0 1 1 0 0 1 0\n"
    "0 0 1 1 0 1 1 1 1 0 1 1\n";
static const char node[] = "5 3 1 1\n1 0 0 0 0.5 1\n2 1 0 0 0.5 1\n3 0 1 0 0 0 # c\n4 0 0 1 0 0\n5 1 1 1 0 0\n";
static const char ele[] = "2 4 1\n1 1 2 3 4 7\n2 2 3 4 5 7\n";

static const struct {
  const char *name, *text;
} files[] = {{"a.msh", gmsh2}, {"b.msh", gmsh4}, {"c.vtk", vtk}, {"d.node", node}, {"d.ele", ele}};
enum { N_FILE = sizeof files / sizeof files[0] };

static void put_all(void) {
  for (int i = 0; i < N_FILE; i++) put(files[i].name, files[i].text, strlen(files[i].text));
}

static void load_hostile(const char *name, const char *data, size_t size) {
  ledger l = {0};
  pl_context *ctx = counted_context(&l);
  int before = l.memory.n_live;
  pl_mesh *mesh = NULL;
  put(name, data, size);
  pl_status status = pl_mesh_load_solid(ctx, path_of(name), &mesh);
  CHECK((status == PL_OK) == (mesh != NULL));
  if (status != PL_OK) {
    CHECK(pl_context_error(ctx)->file[0] != 0);
    CHECK(pl_context_error(ctx)->message[0] != 0);
  }
  pl_mesh_destroy(mesh);
  CHECK(l.memory.n_live == before);
  CHECK_LESS((double)l.largest, 100.0 * (double)size + 65536);
  pl_context_destroy(ctx);
}

// Cut at every byte, and bytes and words replaced at random.
static void damage(int which) {
  static const char *const word[] = {"-1",     "999999999",    "4294967295", "nan",      "1e400", "", "\n",
                                     "$Nodes", "$EndElements", "CELLS",      "\xff\xfe", "0",     "2"};
  const char *good = files[which].text, *name = files[which].name;
  size_t size = strlen(good);
  char bad[2000];
  put_all();
  for (size_t cut = 0; cut < size; cut++) load_hostile(name, good, cut);
  pl_rng rng;
  pl_rng_init(&rng, 17 + (uint64_t)which);
  for (int i = 0; i < 1500; i++) {
    memcpy(bad, good, size);
    size_t at = (size_t)(pl_rng_uniform(&rng) * (double)size), n = size;
    if (i % 3 == 0) {
      bad[at] = (char)pl_rng_next(&rng);
    } else {
      size_t begin = at, end = at;
      while (begin > 0 && good[begin - 1] > ' ') begin--;
      while (end < size && good[end] > ' ') end++;
      const char *put_in = word[(size_t)(pl_rng_uniform(&rng) * (sizeof word / sizeof word[0]))];
      n = begin + strlen(put_in) + size - end;
      memcpy(bad + begin, put_in, strlen(put_in));
      memcpy(bad + begin + strlen(put_in), good + end, size - end);
    }
    load_hostile(name, bad, n);
  }
}

TEST(solid_hostile_gmsh_2) { damage(0); }
TEST(solid_hostile_gmsh_4) { damage(1); }
TEST(solid_hostile_vtk) { damage(2); }
TEST(solid_hostile_node) { damage(3); }
TEST(solid_hostile_ele) { damage(4); }

static pl_status make(pl_context *ctx, int maker, pl_mesh **mesh) {
  pl_block_specimen s = {.size = {0.1, 0.1, 0.1}, .n = {2, 2, 2}, .kind = (pl_solid_kind)(maker % 3), .jitter = 0.1, .seed = 1};
  if (maker < 3) return pl_mesh_block(ctx, &s, mesh);
  if (maker == 3) return pl_mesh_cylinder(ctx, &s, mesh);
  return pl_mesh_load_solid(ctx, path_of(files[maker - 4].name), mesh);
}

TEST(solid_memory_fails_at_every_call) {
  put_all();
  for (int maker = 0; maker < 4 + N_FILE; maker++) {
    bool done = false;
    for (int n = 1; n < 1000 && !done; n++) {
      ledger l = {0};
      pl_context *ctx = counted_context(&l);
      int before = l.memory.n_live;
      l.memory.fail_at = l.memory.n_call + n;
      pl_mesh *mesh = NULL;
      pl_status status = make(ctx, maker, &mesh);
      done = l.memory.n_call < l.memory.fail_at;
      CHECK(status == (done ? PL_OK : PL_ERROR_MEMORY));
      CHECK((mesh != NULL) == done);
      pl_mesh_destroy(mesh);
      CHECK(l.memory.n_live == before);
      pl_context_destroy(ctx);
    }
    CHECK(done);
  }
}
