// rig_hang.h: virtual hung samples for `pliant rig biaxial-hang`.
#ifndef PLIANT_CLI_RIG_HANG_H
#define PLIANT_CLI_RIG_HANG_H

#include "cli.h"

// Do the arguments ask for hung samples from flags? They have flags of their own, so this is asked before parsing. With --plan the general command
// does it.
bool rig_is_hang(int argc, char **argv);
// The whole command; an exit status.
int rig_hang(cli *c, int argc, char **argv);

#endif
