// internal.h: shared by the files of src/material.
#ifndef PL_MATERIAL_INTERNAL_H
#define PL_MATERIAL_INTERNAL_H

#include "material/material.h"

// Appends the term that a JSON object describes, with its parameters. The JSON tree is not needed afterwards.
pl_status pl__material_read_term(pl_material *material, pl_json *object);
// Writes one term; without values, only what `read_term` needs to build the same law.
void pl__material_write_term(const pl_material *material, const pl_term *term, bool with_values, pl_json_writer *writer);

// "samples" of a term, whose law is known (term_samples.c): read into the arena, and written unless the term shares them.
pl_status pl__term_read_samples(pl_arena *arena, pl_json *object, pl_term *term);
void pl__term_write_samples(const pl_term *term, pl_json_writer *writer);

// True if elastic and on this strain. Neither on rates nor with a memory, because friction depends on the path, not on the strain alone.
// `classes`: it acts on one of them.
bool pl__term_counts(const pl_term *term, const pl_strain *strain, unsigned classes);

// Distance from rest over which an unmeasured term is examined if its law has no range.
#define PL_RANGE_UNMEASURED 0.1

// Member "convexity" of a material file.
pl_status pl__certified_read(pl_material *material, pl_arena *scratch, pl_json *root);
void pl__certified_write(int n, const pl_certified *certified, pl_json_writer *writer);

#endif
