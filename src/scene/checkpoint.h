// checkpoint.h: an exact copy of a simulation on disk, so that a resumed one continues bit by bit as if it had never stopped.
#ifndef PL_SCENE_CHECKPOINT_H
#define PL_SCENE_CHECKPOINT_H

#include "scene/film.h"

// Written to a temporary name and renamed: an interrupted write keeps the last checkpoint.
pl_status pl_checkpoint_save(const char *path, const pl_simulation *simulation, const pl_film *film);
// Into a new simulation and film. Fails, with a remedy, for a missing or damaged file and for one of another scene.
pl_status pl_checkpoint_load(const char *path, pl_simulation *simulation, pl_film *film);

#endif
