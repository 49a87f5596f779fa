// bending_model.h: the models of bending strips by name: a bending strain, its parts for three fold lines, and the law over curvature.
#ifndef PL_PROTOCOL_CANTILEVER_BENDING_MODEL_H
#define PL_PROTOCOL_CANTILEVER_BENDING_MODEL_H

#include <stdbool.h>

enum { PL_BENDING_FOLDS = 3 };  // fold lines at 0, 45, 90 degrees from warp

typedef struct pl_bending_row {
  const char *model, *help, *strain;
  const char *key;  // of a term: which of its parts belong to a fold line, "elements" or "values"
  const char *part[PL_BENDING_FOLDS], *name[PL_BENDING_FOLDS];  // name: of the terms
  const char *symbol[PL_BENDING_FOLDS];                         // of the rigidities; NULL: they are named by fold lines
  bool plate;         // the three are curvatures of one plate (material/plate.h); else every fold line has a separate stiffness
  bool shared;        // fold lines between two rows belong partly to both, else to the nearest; not of plates
  const char *curve;  // the law of the last stage; NULL: constant stiffness
} pl_bending_row;

int pl_bending_count(void);
const pl_bending_row *pl_bending_at(int index);
const pl_bending_row *pl_bending_find(const char *model);  // NULL when unknown

#endif
