// direction.h: the law of one bent direction of a cloth from its loops, or from data sheets alone.
#ifndef PL_PROTOCOL_MOMENT_CURVATURE_DIRECTION_H
#define PL_PROTOCOL_MOMENT_CURVATURE_DIRECTION_H

#include "estimate/stage/stage.h"
#include "protocol/moment-curvature/choose.h"
#include "protocol/moment-curvature/moment_part.h"

// Curvatures of the material: along warp, along weft, and twice the twist, which cuts between them bend as well.
enum { PL_MOMENT_DIRECTIONS = 3, PL_MOMENT_TWIST = 2 };
extern const char *const pl__moment_term[PL_MOMENT_DIRECTIONS];   // "bend-warp"
extern const char *const pl__moment_value[PL_MOMENT_DIRECTIONS];  // "warp"

// The curvature that a test identifies.
int pl__moment_direction(const pl_test *test);
// True if fitted case i is such a test of the stage, a loop or a data sheet.
bool pl__moment_takes_part(const pl_fit *fit, const pl_stage *stage, int i, int direction, bool sheet);
// Curvature and moment of a loop, as strain and stress.
pl_status pl__moment_path(pl_arena *arena, const pl_fit_case *c, pl_path *path);

// From the loops of the stage. found: the material of warp and weft, for the twist.
pl_status pl__moment_ask_loops(const pl_fit *fit, const pl_stage *stage, int direction, const pl_material *found, pl_bend_choice *out);
// From data sheets: means over them.
void pl__moment_ask_sheets(const pl_fit *fit, const pl_stage *stage, int direction, const pl_material *found, pl_bend_choice *out);

#endif
