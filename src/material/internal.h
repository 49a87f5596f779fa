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

// A term while it is read: its law, and its numbers [n] in the order of theta.
typedef struct pl_term_reading {
  pl_term term;
  int n;  // 0 when it shares the numbers of another term
  pl_parameter *parameter;
  double *theta, *sigma;
  bool has_sigma;
} pl_term_reading;

// Reads the law of reading->term (its row is set) with range, samples, parameters and sigma; a member that it does not take fails.
pl_status pl__term_read_law(pl_material *material, pl_arena *scratch, pl_json *object, pl_term_reading *reading);
// The arrays of a reading for its law: names and bounds, values of the usual size, no sigma.
pl_status pl__term_parameters(const pl_material *material, pl_arena *scratch, pl_term_reading *reading);
// Given values are a better scale of this cloth's stiffnesses than a table.
void pl__term_scale(const pl_term *term, int n, pl_parameter *parameter, const double *theta);
// Names of all laws, in arena memory.
const char **pl__law_names(pl_arena *arena);

// The same as pl__term_read_law, or, if the numbers belong to another law, the projection of that law onto the one named (swap.c).
pl_status pl__term_read_swapped(pl_material *material, pl_arena *scratch, pl_json *object, pl_term_reading *reading);
// Number of parameters that the file has, before the projection of swapped terms.
int pl__swap_count(const pl_material *material);
// Sigmas and correlation of swapped terms, from the correlation of the file's numbers [n][n] (NULL: none), n = pl__swap_count.
pl_status pl__swap_spread(pl_material *material, const double *correlation);
// Shifts of the file's numbers in their sigmas, rows[n_row][pl__swap_count], as shifts of the material's, out[n_row][n_theta], SI.
pl_status pl__swap_shift(const pl_material *material, pl_arena *scratch, int n_row, const double *rows, double *out);
// After all terms: removes what belongs to the former laws.
pl_status pl__swap_finish(pl_material *material);

// "prony" of a term, whose law is known (term_prony.c): its number of times, then its values behind the law's in theta and sigma.
pl_status pl__term_read_prony(pl_arena *scratch, const pl_material *material, pl_json *object, pl_term *term);
pl_status pl__term_read_prony_values(pl_arena *scratch, pl_json *object, pl_term_reading *reading);
void pl__term_write_prony(const pl_material *material, const pl_term *term, bool with_values, pl_json_writer *writer);

// True if elastic and on this strain. Neither on rates nor with a memory, because friction depends on the path, not on the strain alone.
// `classes`: it acts on one of them.
bool pl__term_counts(const pl_term *term, const pl_strain *strain, unsigned classes);

// Distance from rest over which an unmeasured term is examined if its law has no range.
#define PL_RANGE_UNMEASURED 0.1

// Member "convexity" of a material file.
pl_status pl__certified_read(pl_material *material, pl_arena *scratch, pl_json *root);
void pl__certified_write(int n, const pl_certified *certified, pl_json_writer *writer);

#endif
