// rig_motion.h: virtual captures of shape and force for `pliant rig`.
#ifndef PLIANT_CLI_RIG_MOTION_H
#define PLIANT_CLI_RIG_MOTION_H

#include "cli.h"

// The first argument that is neither a flag nor the value of one: which rig is asked for; NULL when there is none.
const char *rig_word(int argc, char **argv);
// Is it this word, without --plan: are samples described by flags?
bool rig_asks_for(int argc, char **argv, const char *name);
// Do the arguments ask for a motion ("stretch") or for all of them ("capture")? They have flags of their own, so this is asked before parsing.
bool rig_is_motion(int argc, char **argv);
// The whole command; an exit status.
int rig_motion(cli *c, int argc, char **argv);
// Names for "did you mean": appended to names[n], returns the new n.
int rig_motion_names(int n, int room, const char **names);

#endif
