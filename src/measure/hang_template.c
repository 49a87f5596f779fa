// hang_template.c: a filled-in experiment of the protocol `biaxial-hang`: three cuts, 35 photographs each, to look at and to edit.
//
// Made by formulas, it measures no real cloth. With p_x, p_y the force per length across and down the cloth, the strains are those of a
// plane sheet that stiffens,
//   e_x = s(1.6 p_x, E_x) - nu p_y / E_y,   e_y = s(p_y, E_y) - nu p_x / E_x,   s(p, E) = p / (E + 2 p)
// and the labels scatter by 0.3 mm. The photographs see a rectangle of 800 mm x 900 mm drawn on the board, a little from the side.
#include "base/rng.h"
#include "measure/template.h"

#define GRAVITY 9.81
#define SIZE 400.0  // mm, of the cloth
#define CLIP 60.0   // mm
#define SLAT 0.045  // kg
#define HOLDER 0.012
#define NOISE 0.3   // mm
#define LEFT 200.0  // mm on the board: the cloth's upper left corner
#define TOP 800.0

typedef struct cloth {
  double across, down, poisson;  // N/m, N/m, 1
} cloth;
static const cloth cut_0 = {420, 260, 0.25}, cut_45 = {230, 230, 0.45}, cut_90 = {260, 420, 0.25};

// Where the camera sees a point of the board (mm, y up): pixels, y down.
static void photograph(double x, double y, double pixel[2]) {
  double w = 1 + 8e-6 * x - 5e-6 * y;
  pixel[0] = (420 + 3.9 * x + 0.012 * y) / w;
  pixel[1] = (3790 - 0.01 * x - 3.92 * y) / w;
}

typedef struct sheet {
  pl_text *out;
  pl_rng rng;
  int image, below, side;  // g
} sheet;

static void add_point(sheet *s, const char *body, const char *point, double x, double y) {
  double pixel[2];
  photograph(x + NOISE * pl_rng_normal(&s->rng), y + NOISE * pl_rng_normal(&s->rng), pixel);
  pl_text_printf(s->out, "DSC_%04d.jpg,%d,%d,%s,%s,%.1f,%.1f\n", s->image, s->below, s->side, body, point, pixel[0], pixel[1]);
}

static double stiffening(double p, double stiffness) { return p / (stiffness + 2 * p); }

static void add_photograph(sheet *s, const cloth *c) {
  double p_x = (1e-3 * s->side + HOLDER) * GRAVITY / (1e-3 * SIZE), p_y = (1e-3 * s->below + SLAT) * GRAVITY / (1e-3 * SIZE);
  double e_x = stiffening(1.6 * p_x, c->across) - c->poisson * p_y / c->down;
  double e_y = stiffening(p_y, c->down) - c->poisson * p_x / c->across;
  double bottom = TOP - SIZE * (1 + e_y), middle = TOP - 0.5 * SIZE * (1 + e_y), out = 0.5 * SIZE * e_x, right = LEFT + SIZE;
  add_point(s, "top", "left end", LEFT, TOP);
  add_point(s, "top", "right end", right, TOP);
  add_point(s, "bottom", "left end", LEFT, bottom);
  add_point(s, "bottom", "right end", right, bottom);
  add_point(s, "left", "upper end", LEFT - out, middle + CLIP / 2);
  add_point(s, "left", "lower end", LEFT - out, middle - CLIP / 2);
  add_point(s, "right", "upper end", right + out, middle + CLIP / 2);
  add_point(s, "right", "lower end", right + out, middle - CLIP / 2);
  // the side cords fall by a few degrees towards the edges of the board; nothing pulls on them without weights but the holders
  add_point(s, "bottom-cord", "near", LEFT + SIZE / 2, bottom - 30);
  add_point(s, "bottom-cord", "far", LEFT + SIZE / 2, bottom - 130);
  add_point(s, "left-cord", "near", LEFT - out - 20, middle - 1);
  add_point(s, "left-cord", "far", LEFT - out - 120, middle - 6);
  add_point(s, "right-cord", "near", right + out + 20, middle - 1);
  add_point(s, "right-cord", "far", right + out + 120, middle - 6);
}

static void write_cut(pl_text *out, const cloth *c, int image) {
  sheet s = {.out = out, .image = image};
  pl_rng_init(&s.rng, (uint64_t)image);
  pl_text_add(out, "image,bottom [g],side [g],body,point,x [px],y [px]\n");
  for (s.side = 0; s.side <= 400; s.side += 100)
    for (s.below = 0; s.below <= 600; s.below += 100, s.image++) add_photograph(&s, c);
}

static void write_0(pl_text *out) { write_cut(out, &cut_0, 101); }
static void write_45(pl_text *out) { write_cut(out, &cut_45, 201); }
static void write_90(pl_text *out) { write_cut(out, &cut_90, 301); }

static void write_experiment(pl_text *out) {
  double corner[4][2];
  photograph(0, 900, corner[0]);
  photograph(800, 900, corner[1]);
  photograph(800, 0, corner[2]);
  photograph(0, 0, corner[3]);
  pl_text_add(
      out,
      "// An experiment: what was done, on which samples, and where the labelled points are. Comments like this one may stay.\n"
      "{\n"
      "  \"pliant\": \"experiment 1\",\n"
      "  \"protocol\": \"biaxial-hang\",\n"
      "  \"name\": \"my fabric\",\n"
      "  \"density\": \"180 g/m^2\",          // weigh a piece of known size\n"
      "\n"
      "  // What stands here holds for all tests; a test may have its own.\n"
      "  \"width\": \"400 mm\",               // of the cloth, along the slats\n"
      "  \"height\": \"400 mm\",              // between the slats\n"
      "  \"clip\": \"60 mm\",                 // length of a side clip along the edge\n"
      "  \"slat\": \"45 g\",                  // bottom slats with their hook: always there, pulling straight down\n"
      "  \"holder\": \"12 g\",                // hook and connector at the end of each side cord: always there, pulling along it\n"
      "  \"sigma\": \"0.5 mm\",               // standard deviation of one labelled coordinate\n"
      "\n"
      "  // The corners of a rectangle drawn on the board, as labelled in a photograph: top-left, top-right, bottom-right, bottom-left.\n"
      "  // In its place: { \"scale\": \"0.25 mm/px\" } for a camera that looks straight at the board.\n"
      "  \"calibration\": {\n");
  pl_text_printf(out, "    \"corners\": [[%.1f, %.1f], [%.1f, %.1f], [%.1f, %.1f], [%.1f, %.1f]],\n", corner[0][0], corner[0][1],
                 corner[1][0], corner[1][1], corner[2][0], corner[2][1], corner[3][0], corner[3][1]);
  pl_text_add(out, "    \"rectangle\": [\"800 mm\", \"900 mm\"],\n"
                   "    \"image\": [4000, 4000]           // optional: points outside are typing errors\n"
                   "  },\n"
                   "\n"
                   "  // One entry per sample. \"cut\": direction of the slats, counted from warp towards weft.\n"
                   "  \"tests\": [\n"
                   "    { \"name\": \"cut 0\", \"cut\": \"0 deg\", \"points\": \"cut-0.csv\" },\n"
                   "    { \"name\": \"cut 45\", \"cut\": \"45 deg\", \"points\": \"cut-45.csv\" },\n"
                   "    { \"name\": \"cut 90\", \"cut\": \"90 deg\", \"points\": \"cut-90.csv\" }\n"
                   "  ]\n"
                   "\n"
                   "  // Also understood, in a test or here:\n"
                   "  //   \"clip-mass\": \"6 g\"            a heavy side clip pulls straight down\n"
                   "  //   \"where\": { \"sample\": \"A\" }    only these rows, when one table holds many samples\n"
                   "  //   \"cut-sigma\": \"5 deg\"          how well the cut is known; \"stretch-sigma\": 0.03, how far the unloaded "
                   "cloth is stretched\n"
                   "  //   \"gravity\": \"9.81 m/s^2\"\n"
                   "}\n");
}

static void write_readme(pl_text *out) {
  pl_text_add(
      out,
      "# A biaxial-hang experiment\n"
      "\n"
      "A square of cloth hangs on a board and is loaded by weights at its bottom slat and at a clip on either side (Wang, O'Brien,\n"
      "Ramamoorthi 2011). How to build and use the rig: docs/protocols/biaxial-hang.md. The numbers here come from a formula.\n"
      "\n"
      "| file | what |\n"
      "|---|---|\n"
      "| `experiment.json` | samples, masses, calibration of the camera |\n"
      "| `cut-0.csv`, `cut-45.csv`, `cut-90.csv` | one row per labelled point of each photograph |\n"
      "\n"
      "1. Label in every photograph both ends of the two slats (`top`, `bottom`) and of the two clips (`left`, `right`), where the cloth\n"
      "   leaves them, and two points on each cord (`bottom-cord`, `left-cord`, `right-cord`). A point keeps its name.\n"
      "2. Write the weights beside them: `bottom [g]` and `side [g]`, or `left [g]` and `right [g]` when they differ.\n"
      "3. Edit sizes, masses and the calibration in `experiment.json`.\n"
      "4. Look at what was understood: `pliant check experiment.json`\n"
      "5. Estimate the material: `pliant fit experiment.json -o result`\n"
      "\n"
      "In the photograph without weights label all points: the others are compared with it. In those a point that cannot be seen is left "
      "out.\n");
}

const pl__template_file pl__hang_template[] = {{"cut-0.csv", write_0},
                                               {"cut-45.csv", write_45},
                                               {"cut-90.csv", write_90},
                                               {"README.md", write_readme},
                                               {"experiment.json", write_experiment},
                                               {NULL, NULL}};
