// film_parts.h: shared by the readers of film.h.
#ifndef PL_REPORT_RENDER_FILM_PARTS_H
#define PL_REPORT_RENDER_FILM_PARTS_H

#include "report/render/film.h"

// A body with triangles and rest shape of the mesh, and memory for the positions of one side (pl_film_side).
pl_status pl__film_body(pl_arena *arena, const pl_mesh *mesh, int n_frame, int side, pl_film_body *body);
// Sets tet and n_tet: the tetrahedra and, cut in six, the hexahedra of a solid. Elements are copied.
pl_status pl__film_elements(pl_arena *arena, int32_t n_tet, const int32_t *tet, int32_t n_hex, const int32_t *hex, pl_film_body *body);
// Chooses among n_all frames, sets film->n_frame and film->number; chosen are indices, [film->n_frame].
pl_status pl__film_frames(pl_arena *arena, const char *frames, int count, int n_all, const int *number, pl_film *film, int **chosen);

pl_status pl__film_mesh(pl_arena *arena, const char *path, pl_film *film);
pl_status pl__film_simulation(pl_arena *arena, const char *directory, const char *frames, int count, pl_film *film);
pl_status pl__film_experiment(pl_arena *arena, const char *path, const char *test, const char *frames, int count, pl_film *film);
pl_status pl__shapes_load(pl_arena *arena, const char *path, const char *test, const char *frames, int count, pl_film *film);

#endif
