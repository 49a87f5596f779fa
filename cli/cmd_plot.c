// cmd_plot.c: `pliant plot DIR -o FIGS`: the main figures of a result folder as SVG, PDF and PNG for a paper.
#include "pictures.h"

static const char more[] =
    "DIR is a folder that 'pliant fit' or 'pliant predict -o' wrote; one of 'fit --all-models' has its figures in FIGS/MODEL-VARIANT.\n"
    "Figures: laws with 95 % band, control points, valid range and visited strains, of rubber as derivatives of the energy; measured "
    "against\n"
    "predicted with residuals, all modes of rubber in one; hysteresis; stiffness by direction and over the polar plane; energy sections;\n"
    "shapes in their plane; parameters, correlation, convergence. What a result does not hold is left out.\n"
    "Exit status: 0 done, 2 wrong usage, 3 bad input (nothing is written).\n"
    "Example: pliant plot out/demo -o figs --format pdf --width \"85 mm\"";

int cmd_plot(cli *c, int argc, char **argv) {
  const picture_command command = {
      .output = {"output", 'o', "FIGS", false, "folder of the figures; made when needed, figures of the same name there are replaced"},
      .missing = "where to? give a folder for the figures: -o FIGS",
      .more = more,
      .list = "figures",
      .kind = PL_SETTINGS_PLOT,
      .draw = pl_result_plot};
  return pictures_run(c, argc, argv, &command);
}
