// folder.h: an experiment folder in memory: read, rescaled, edited and written again.
#ifndef PL_BENCH_DOUBTS_FOLDER_H
#define PL_BENCH_DOUBTS_FOLDER_H

#include "bench/evidence.h"

typedef struct folder_file {
  const char *name;  // relative to the folder: "warp.csv", "stretch-warp/poses.csv"
  const char *text;
  size_t size;
} folder_file;

enum { FOLDER_MOST_FILES = 64 };

typedef struct folder {
  const char *experiment;  // "experiment.json", one of its files
  int n_file;
  folder_file file[FOLDER_MOST_FILES];
} folder;

// All files of a folder and of its subfolders.
pl_status folder_read(pl_arena *arena, const char *path, const char *experiment, folder *out);
// Written below a path, which is made.
pl_status folder_write(pl_context *ctx, const char *path, const folder *f);
bool folder_is_json(const folder_file *file);
bool folder_is_table(const folder_file *file);

// A similar experiment: every quantity with a unit times length^m mass^kg time^s, in tables and in quoted quantities. It is what another specimen of
// that size would give exactly, as long as gravity (length / time^2) keeps its value or plays no part.
typedef struct similarity {
  double length, mass, time;
} similarity;
pl_status folder_rescale(pl_arena *arena, const folder *f, const similarity *by, folder *out);

#endif
