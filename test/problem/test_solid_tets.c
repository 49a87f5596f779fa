// test_solid_tets.c: tetrahedra as four hexahedra each (mesh/split.h), nearly incompressible. Patch test, no spurious modes of shape or
// pressure, a hollow sphere against its radial solution, Cook's membrane in plane strain.
#include <lapacke.h>

#include "mesh/build.h"
#include "mesh/split.h"
#include "mesh/volume.h"
#include "problem/solid_body.h"
#include "test.h"

static const double MU = 1e5;  // Pa

// What stands in for the hexahedra of a body: they themselves, six tetrahedra each, or four hexahedra for each of those.
typedef enum cells { HEXES, TETS, TETS_AS_HEXES } cells;

static void take_cells(body *b, cells kind) {
  if (kind == HEXES) return;
  const pl_mesh *from = b->mesh;
  int32_t *tet = malloc(24 * (size_t)from->n_hex * sizeof *tet);
  for (int32_t h = 0; h < from->n_hex; h++) pl__hex_cut_in_six(from->hex + 8 * (size_t)h, tet + 24 * (size_t)h);
  pl_mesh *mesh;
  REQUIRE(pl_mesh_create_solid(b->ctx, from->n_vertex, from->rest3, NULL, 6 * from->n_hex, tet, 0, NULL, &mesh) == PL_OK);
  free(tet);
  if (kind == TETS_AS_HEXES) {
    pl_arena *arena = pl_arena_create(b->ctx);
    const pl_mesh_parents *parents;
    pl_mesh *fine;
    REQUIRE(arena && pl_mesh_to_hexahedra(arena, mesh, &fine, &parents) == PL_OK);
    pl_mesh_destroy(mesh);
    pl_arena_destroy(arena);
    mesh = fine;
  }
  pl_mesh_destroy(b->mesh);
  free(b->fixed);
  free(b->x);
  free(b->load);
  free(b->press);
  begin(b, mesh);
}

static body box(int32_t n, double jitter, cells kind) {
  body b = {.ctx = pl_context_create(NULL)};
  pl_block_specimen s = {.size = {0.1, 0.1, 0.1}, .n = {n, n, n}, .jitter = jitter, .seed = 8};
  pl_mesh *mesh;
  REQUIRE(pl_mesh_block(b.ctx, &s, &mesh) == PL_OK);
  begin(&b, mesh);
  take_cells(&b, kind);
  return b;
}

static void rubber(body *b, double bulk, bool pressed) {
  char both[400], text[600];
  snprintf(both, sizeof both, APART, bulk / 1000);
  snprintf(text, sizeof text, "{\"pliant\": \"material 1\", \"name\": \"rubber\", \"terms\": [%s]}", both);
  model(b, text, (pl_model_options){.pressure = pressed ? b->press : NULL});
}

TEST(tets_as_hexahedra_patch_test) {
  const double f[9] = {1.2, 0.1, -0.05, 0.3, 0.9, 0.1, -0.1, 0.05, 1.1};
  body b = box(2, 0.25, TETS_AS_HEXES);
  for (int32_t i = 0; i < 3 * b.mesh->n_vertex; i++) {
    const double *x0 = b.mesh->x0 + 3 * (i / 3), *row = f + 3 * (i % 3);
    b.fixed[i] = b.mesh->boundary[i / 3];
    b.x[i] = row[0] * x0[0] + row[1] * x0[1] + row[2] * x0[2] + (b.fixed[i] ? 0 : 1e-3 * sin(i));
  }
  rubber(&b, 1000 * MU, false);
  b.tolerance = 1e-7;
  solve(&b, NULL);
  for (int32_t i = 0; i < 3 * b.mesh->n_vertex; i++) {
    const double *x0 = b.mesh->x0 + 3 * (i / 3), *row = f + 3 * (i % 3);
    CHECK_NEAR(b.x[i], row[0] * x0[0] + row[1] * x0[1] + row[2] * x0[2], 1e-10);
  }
  destroy(&b);
}

// The stiffness at rest between the free coordinates, dense. free_dof[n_dof]; returns their number.
static int stiffness(const body *b, int32_t *free_dof, double **matrix) {
  int n = 0;
  for (int32_t i = 0; i < b->model->n_dof; i++)
    if (!b->fixed[i]) free_dof[n++] = i;
  pl_arena *arena = pl_arena_create(b->ctx);
  pl_block_matrix hessian;
  pl_work *work;
  REQUIRE(arena && pl_block_matrix_create(arena, &b->model->pattern, &hessian) == PL_OK && pl_work_create(b->model, &work) == PL_OK);
  pl_model_eval(b->model, b->material->theta, b->mesh->x0, PL_HESS_EXACT, NULL, NULL, &hessian, work);
  double *one = calloc((size_t)b->model->n_dof, sizeof *one), *column = malloc((size_t)b->model->n_dof * sizeof *column);
  *matrix = malloc((size_t)n * (size_t)n * sizeof **matrix);
  for (int j = 0; j < n; j++) {
    one[free_dof[j]] = 1;
    pl_block_matrix_multiply(&hessian, one, column);
    one[free_dof[j]] = 0;
    for (int i = 0; i < n; i++) (*matrix)[(size_t)j * (size_t)n + (size_t)i] = column[free_dof[i]];
  }
  free(one);
  free(column);
  pl_work_destroy(work);
  pl_arena_destroy(arena);
  return n;
}

// A free body has six motions without energy, all others cost some: no hourglass. The softest of them is a motion of the body, not of the
// mesh. So it is no softer than that of plain hexahedra by more than the effect of a finer mesh.
TEST(tets_as_hexahedra_no_spurious_modes) {
  double softest[2];
  for (int kind = 0; kind < 2; kind++) {
    body b = box(2, kind ? 0.25 : 0, kind ? TETS_AS_HEXES : HEXES);
    rubber(&b, 1000 * MU, false);
    int32_t *dof = malloc((size_t)b.model->n_dof * sizeof *dof);
    double *matrix, *value = malloc((size_t)b.model->n_dof * sizeof *value);
    int n = stiffness(&b, dof, &matrix);
    // eigenvalues of M^-1/2 K M^-1/2: those of motions, whatever the size of the cells
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) matrix[i * n + j] /= sqrt(b.mesh->vertex_volume[dof[i] / 3] * b.mesh->vertex_volume[dof[j] / 3]);
    REQUIRE(LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'N', 'L', n, matrix, n, value) == 0);
    if (getenv("SOLVER_TRACE") != NULL)
      printf("%d dofs: eigenvalues %g %g | %g %g ... %g\n", n, value[0], value[5], value[6], value[7], value[n - 1]);
    CHECK(fabs(value[0]) < 1e-9 * value[n - 1] && fabs(value[5]) < 1e-9 * value[n - 1]);
    softest[kind] = value[6];
    free(matrix);
    free(value);
    free(dof);
    destroy(&b);
  }
  CHECK(softest[1] > 0.5 * softest[0]);
}

// Let the surface be fixed, B = dV/dx of the elements, A the stiffness of shape and W their volumes. The eigenvalues of W^-1/2 B A^-1 B^T
// W^-1/2 mu measure how strongly each pressure pattern is constrained. One is zero: the same pressure everywhere. Further ones would be
// patterns like a checkerboard that nothing holds. Returns the second smallest (the square of the inf-sup number).
static double least_felt_pressure(int n, double jitter, cells kind) {
  body b = box(n, jitter, kind);
  for (int32_t i = 0; i < 3 * b.mesh->n_vertex; i++) b.fixed[i] = b.mesh->boundary[i / 3];
  rubber(&b, 0, false);
  int32_t *dof = malloc((size_t)b.model->n_dof * sizeof *dof), n_hex = b.mesh->n_hex;
  double *a, *slope = malloc((size_t)b.model->n_dof * sizeof *slope);
  int n_free = stiffness(&b, dof, &a);
  double *bt = malloc((size_t)n_free * (size_t)n_hex * sizeof *bt), *s = calloc((size_t)n_hex * (size_t)n_hex, sizeof *s);
  double *value = malloc((size_t)n_hex * sizeof *value);
  for (int32_t e = 0; e < n_hex; e++) {
    memset(slope, 0, (size_t)b.model->n_dof * sizeof *slope);
    double w = 1 / sqrt(pl_element_volume(b.mesh, e, b.mesh->x0, slope));
    for (int i = 0; i < n_free; i++) bt[(size_t)e * (size_t)n_free + (size_t)i] = w * slope[dof[i]];
  }
  // L^-1 B^T, then its products
  REQUIRE(LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', n_free, a, n_free) == 0);
  REQUIRE(LAPACKE_dtrtrs(LAPACK_COL_MAJOR, 'L', 'N', 'N', n_free, n_hex, a, n_free, bt, n_free) == 0);
  for (int32_t e = 0; e < n_hex; e++)
    for (int32_t f = 0; f <= e; f++)
      for (int i = 0; i < n_free; i++)
        s[(size_t)e * (size_t)n_hex + (size_t)f] +=
            MU * bt[(size_t)e * (size_t)n_free + (size_t)i] * bt[(size_t)f * (size_t)n_free + (size_t)i];
  REQUIRE(LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'N', 'L', n_hex, s, n_hex, value) == 0);
  CHECK(fabs(value[0]) < 1e-9);
  double second = value[1];
  free(a);
  free(slope);
  free(bt);
  free(s);
  free(value);
  free(dof);
  destroy(&b);
  return second;
}

TEST(tets_as_hexahedra_no_checkerboard) {
  double grid = least_felt_pressure(4, 0, HEXES), coarse = least_felt_pressure(1, 0, TETS_AS_HEXES),
         fine = least_felt_pressure(2, 0.2, TETS_AS_HEXES);
  if (getenv("SOLVER_TRACE") != NULL) printf("least felt pressure: grid %g, of tetrahedra %g, %g\n", grid, coarse, fine);
  CHECK(grid < 1e-9);  // the test would see one
  CHECK(coarse > 0.01 && fine > 0.01 && fine > 0.3 * coarse);
}

// Mean radius of the vertices that began at radius 1.
static double inflated(int n, double p, double bulk, cells kind) {
  body b = sphere(n, n);
  take_cells(&b, kind);
  rollers(&b);
  inflate(&b, p);
  rubber(&b, bulk, true);
  b.tolerance = 1e-7;
  solve(&b, NULL);
  double sum = 0;
  int count = 0;
  for (int32_t v = 0; v < b.mesh->n_vertex; v++) {
    const double *x = b.mesh->x0 + 3 * (size_t)v;
    if (fabs(sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) - 1) > 1e-9) continue;
    sum += radius_of(&b, v);
    count++;
  }
  destroy(&b);
  return sum / count;
}

// Inner radius of the sphere at p = 0.4 mu with bulk = 1000 mu: 1.1536 by the radial solution.
TEST(tets_as_hexahedra_hollow_sphere) {
  double p = 0.4 * MU, expected = 1.1536, tets = inflated(4, p, 1000 * MU, TETS), coarse = inflated(2, p, 1000 * MU, TETS_AS_HEXES),
         fine = inflated(4, p, 1000 * MU, TETS_AS_HEXES);
  if (getenv("SOLVER_TRACE") != NULL)
    printf("inner radius: tetrahedra %.4f, as hexahedra %.4f, %.4f (%.4f)\n", tets, coarse, fine, expected);
  CHECK(tets < 1.13);
  CHECK_NEAR(fine, expected, 0.02 * (expected - 1));
  CHECK(fabs(coarse - expected) > 3 * fabs(fine - expected));
}

// Cook's membrane in plane strain, bulk 1000 mu, small strain: rise of the upper corner of the free end.
static double cook(int n, cells kind) {
  body b = {.ctx = pl_context_create(NULL)};
  pl_block_specimen s = {.size = {1, 1, 1.0 / n}, .n = {n, n, 1}};
  pl_mesh *square, *mesh;
  REQUIRE(pl_mesh_block(b.ctx, &s, &square) == PL_OK);
  double *p = malloc(3 * (size_t)square->n_vertex * sizeof *p);
  for (int32_t v = 0; v < square->n_vertex; v++) {
    const double *u = square->rest3 + 3 * (size_t)v;
    p[3 * v] = 48 * u[0];
    p[3 * v + 1] = (1 - u[1]) * 44 * u[0] + u[1] * (44 + 16 * u[0]);
    p[3 * v + 2] = 16 * u[2];
  }
  REQUIRE(pl_mesh_create_solid(b.ctx, square->n_vertex, p, NULL, 0, NULL, square->n_hex, square->hex, &mesh) == PL_OK);
  pl_mesh_destroy(square);
  free(p);
  begin(&b, mesh);
  take_cells(&b, kind);
  double area = 0;
  int32_t corner = -1;
  for (int32_t v = 0; v < b.mesh->n_vertex; v++) {
    for (int k = 0; k < 3; k++) b.fixed[3 * v + k] = k == 2 || at(&b, v, 0, 0);
    if (at(&b, v, 0, 48) && at(&b, v, 1, 60) && at(&b, v, 2, 0)) corner = v;
  }
  // a shear of 1e-4 mu on the free end, face by face
  for (int32_t f = 0; f < b.mesh->n_face; f++) {
    const int32_t *c = b.mesh->face + 4 * f;
    int n_corner = c[3] < 0 ? 3 : 4;
    bool end = true;
    for (int k = 0; k < n_corner; k++) end = end && at(&b, c[k], 0, 48);
    if (!end) continue;
    double own = 0;
    for (int k = 0; k < n_corner; k++) {
      const double *x = b.mesh->x0 + 3 * c[k], *y = b.mesh->x0 + 3 * c[(k + 1) % n_corner];
      own += 0.5 * (x[1] * y[2] - x[2] * y[1]);
    }
    area += own;
    for (int k = 0; k < n_corner; k++) b.load[3 * c[k] + 1] += 1e-4 * MU * own / n_corner;
  }
  CHECK_CLOSE(area, 16 * 16.0 / n, 1e-9);
  rubber(&b, 1000 * MU, false);
  b.tolerance = 1e-4;
  solve(&b, NULL);
  double rise = (b.x[3 * corner + 1] - 60) / 1e-4;
  destroy(&b);
  return rise;
}

TEST(tets_as_hexahedra_cook_membrane) {
  double tets = cook(8, TETS), coarse = cook(4, TETS_AS_HEXES), fine = cook(8, TETS_AS_HEXES);
  double hexes[3] = {cook(8, HEXES), cook(16, HEXES), cook(32, HEXES)};
  // errors fall by the same factor: Aitken's limit
  double step[2] = {hexes[1] - hexes[0], hexes[2] - hexes[1]}, limit = hexes[2] + step[1] * step[1] / (step[0] - step[1]);
  if (getenv("SOLVER_TRACE") != NULL)
    printf("Cook, plane strain: tetrahedra %.3f, as hexahedra %.3f %.3f, hexahedra %.3f %.3f %.3f, limit %.3f\n", tets, coarse, fine,
           hexes[0], hexes[1], hexes[2], limit);
  CHECK(tets < 0.4 * limit);
  CHECK_CLOSE(fine, limit, 0.08);
  CHECK(fabs(coarse - limit) > 2 * fabs(fine - limit));
}
