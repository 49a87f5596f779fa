// rig_cantilever.h: virtual bending strips for `pliant rig cantilever`.
#ifndef PLIANT_CLI_RIG_CANTILEVER_H
#define PLIANT_CLI_RIG_CANTILEVER_H

#include "cli.h"

// Do the arguments ask for strips from flags? They have flags of their own, so this is asked before parsing. With --plan the general command does it.
bool rig_is_cantilever(int argc, char **argv);
// The whole command; an exit status.
int rig_cantilever(cli *c, int argc, char **argv);

#endif
