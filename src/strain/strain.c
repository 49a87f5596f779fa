// strain.c: the table of strain measures, and their shared functions.
#include "strain/strain.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "strain/strain_rows.h"

// Measures first, then their rows for other element kinds.
static const pl_strain *const rows[] = {
    &pl_strain_spring,
    &pl_strain_spring_2,
    &pl_strain_soft,
    &pl_strain_green,
    &pl_strain_area,
    &pl_strain_principal,
    &pl_strain_principal_strain,
    &pl_strain_hinge,
    &pl_strain_fold,
    &pl_strain_curvature,
    &pl_strain_green3,
    &pl_strain_invariants,
    &pl_strain_isochoric,
    &pl_strain_principal3,
    &pl_strain_principal3_strain,
    &pl_strain_volume,
    &pl_strain_slip,
    &pl_strain_green3_hex,
    &pl_strain_invariants_hex,
    &pl_strain_isochoric_hex,
    &pl_strain_principal3_hex,
    &pl_strain_principal3_strain_hex,
    &pl_strain_volume_hex,
    &pl_strain_curvature_10,
    &pl_strain_curvature_8,
    &pl_strain_curvature_6,
};

int pl_strain_count(void) { return (int)(sizeof rows / sizeof rows[0]); }

int pl_strain_measure_count(void) {
  int n = 0;
  while (n < pl_strain_count() && !rows[n]->measure) n++;
  return n;
}

const pl_strain *pl_strain_at(int index) { return rows[index]; }

const pl_strain *pl_strain_measure(const pl_strain *row) { return row->measure ? row->measure : row; }

const pl_strain *pl_strain_find(const char *name) {
  for (int i = 0; i < pl_strain_count(); i++)
    if (strcmp(rows[i]->name, name) == 0) return rows[i];
  return NULL;
}

const pl_strain *pl_strain_reference(bool solid) {
  for (int i = 0; i < pl_strain_measure_count(); i++)
    if (rows[i]->reference && pl_strain_is_solid(rows[i]) == solid) return rows[i];
  return NULL;
}

pl_value_words pl_strain_value_words(const pl_strain *strain, int i, char axis[64]) {
  if (strain->value_words[i].kind) return strain->value_words[i];
  snprintf(axis, 64, "%s strain", strain->value_name[i]);
  return (pl_value_words){strain->value_name[i], "", axis};
}

double pl_strain_share(const pl_strain *strain, const pl_mesh *mesh, const int32_t *vertex, int class_index) {
  if (strain->membership) return strain->membership(mesh, vertex, class_index);
  return !strain->classify || strain->classify(mesh, vertex) == class_index;
}

double pl_line_angle(const double *rest_a, const double *rest_b) { return atan2(fabs(rest_b[1] - rest_a[1]), fabs(rest_b[0] - rest_a[0])); }

int pl_line_class(const double *rest_a, const double *rest_b) {
  double angle = pl_line_angle(rest_a, rest_b);
  const double eighth = 0.39269908169872414;  // 22.5 degrees
  return angle < eighth ? 0 : angle > 3 * eighth ? 1 : 2;
}

void pl_triangle_weights(const pl_mesh *mesh, const int32_t *vertex, double *rest) {
  const double *a = mesh->rest + 2 * vertex[0], *b = mesh->rest + 2 * vertex[1], *c = mesh->rest + 2 * vertex[2];
  double d = a[0] * (b[1] - c[1]) + b[0] * (c[1] - a[1]) + c[0] * (a[1] - b[1]);
  rest[0] = (b[1] - c[1]) / d;
  rest[1] = (c[1] - a[1]) / d;
  rest[2] = (a[1] - b[1]) / d;
  rest[3] = (c[0] - b[0]) / d;
  rest[4] = (a[0] - c[0]) / d;
  rest[5] = (b[0] - a[0]) / d;
}
