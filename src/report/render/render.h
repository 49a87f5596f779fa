// render.h: pictures of meshes in space as PNG, drawn by the rasteriser of raster.h, without display or graphics card (`pliant render`).
#ifndef PL_REPORT_RENDER_RENDER_H
#define PL_REPORT_RENDER_RENDER_H

#include "base/option.h"
#include "report/figure/colours.h"
#include "report/render/film.h"

typedef enum pl_render_colour {
  PL_RENDER_PLAIN,
  PL_RENDER_STRAIN,     // largest principal stretch - 1
  PL_RENDER_WARP,       // stretch of warp - 1
  PL_RENDER_WEFT,       // of weft
  PL_RENDER_SHEAR,      // decrease of the angle between warp and weft below 90 degrees
  PL_RENDER_RESIDUAL,   // distance between measured and simulated
  PL_RENDER_STRESS,     // of simulated shapes, from shapes.bin
  PL_RENDER_STIFFNESS,  // of heterogeneous materials
  PL_RENDER_N_COLOUR
} pl_render_colour;

// members: one per option of `pliant render`.
typedef struct pl_render_options {
  int width, height;                // px of one picture of a shape; the maximum if it is trimmed
  int whole;                        // 0: the white space around all frames is removed
  int samples;                      // per pixel and direction
  const char *azimuth, *elevation;  // of the camera: an angle, or "auto"
  double zoom;
  const char *cut;   // "x=0.5", "z=12 mm": a plane through solids; the part nearer to the viewer is removed; "": none
  int flat;          // one shade per triangle
  int wireframe;     // sides of the triangles
  int checker;       // squares in material space
  double square;     // m, their side; 0: a round number, about 12 over the cloth
  int colour;        // pl_render_colour
  double limit;      // value at the end of the colour scale, in the field's unit; 0: the limit of 98 % of the values in the picture
  int side;          // 0: both, side by side; 1 + pl_film_side: one of them
  const char *test;  // of sources with several
  const char *frames;
  int count;  // number of frames if none are named; 0: 6 in one picture, all into a folder
  const char *font;
} pl_render_options;

extern const pl_option_table pl_render_option_table;
pl_render_options pl_render_options_default(void);

typedef struct pl_render_files {
  int n;
  const char **path;  // [n]
} pl_render_files;

// source: a mesh file, or a folder as in film.h. out: NAME.png for one picture with all frames, else a folder for a picture per frame
// (frame-00012.png). Everything is read before anything is written. Lists are in the arena.
pl_status pl_render(pl_arena *arena, const char *source, const char *out, const pl_render_options *options, pl_render_files *files);

#endif
