// cmd_render.c: `pliant render SOURCE -o FILE.png|DIR`: pictures of meshes and of mesh sequences without a display.
#include "pictures.h"

static const char more[] = "SOURCE is a mesh file (.obj, .ply, .vtk, .msh, .node), a folder of 'pliant simulate', an experiment with "
                           "measured meshes, or a result folder,\n"
                           "whose measured and simulated shapes stand beside each other.\n"
                           "Colours span all but 2 % of the values at either end, and the bar says so; --limit sets the end.\n"
                           "Exit status: 0 done, 2 wrong usage, 3 bad input (nothing is written).\n"
                           "Examples: pliant render flag -o flag.png --count 8\n"
                           "          pliant render out -o residual.png --test picture-frame --colour residual\n"
                           "          pliant render out -o inside.png --colour stiffness --cut x=0.5";

int cmd_render(cli *c, int argc, char **argv) {
  const picture_command command = {
      .output = {"output", 'o', "FILE.png|DIR", false, "one picture with all frames, or a folder for one picture per frame"},
      .missing = "where to? give a picture, -o FILE.png, or a folder, -o DIR",
      .more = more,
      .list = "pictures",
      .kind = PL_SETTINGS_RENDER,
      .draw = pl_result_render};
  return pictures_run(c, argc, argv, &command);
}
