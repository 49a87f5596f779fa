// template.c: a filled-in experiment of the protocol `biaxial-hang`: three cuts, 12 photographs each, to look at and to edit.
//
// The cloth is virtual. The positions of slat and clips were computed by `pliant rig biaxial-hang --plan` from these files, to 0.1 mm. The
// mesh had 61 x 61 vertices, the material was `interlock-virtual`. The labels scatter by 0.3 mm, those on the thin cords by 0.1 mm. On a
// cord, 0.3 mm in 150 mm would turn 200 g by 3 mrad, which moves a clip by 0.1 mm. The photographs show a rectangle of 800 mm x 900 mm
// drawn on the board, slightly from the side.
#include "base/rng.h"
#include "measure/template.h"

#define SIZE 400.0  // mm, of the cloth
#define CLIP 60.0   // mm
#define NOISE 0.3   // mm
#define CORD_NOISE 0.1
#define LEFT 200.0  // mm on the board: the cloth's upper left corner
#define TOP 800.0
enum { N_FRAME = 12, MOST_BELOW = 600, STEP_BELOW = 200, MOST_SIDE = 200, STEP_SIDE = 100 };  // g

// Displacement of the centres of bottom slat, left and right clip from their positions on unstretched cloth: x, y of each, 0.1 mm, y up.
// Frames in the order of the photographs: the bottom weight varies fastest.
static const short moved[3][N_FRAME][6] = {{{0, -70, -18, -40, 18, -40},
                                            {0, -232, 15, -119, -15, -119},
                                            {0, -344, 40, -174, -40, -174},
                                            {0, -434, 61, -219, -61, -219},
                                            {0, -31, -179, -27, 179, -27},
                                            {0, -215, -140, -116, 140, -116},
                                            {0, -331, -113, -172, 113, -172},
                                            {0, -422, -89, -217, 89, -217},
                                            {0, 10, -289, -13, 289, -13},
                                            {0, -183, -249, -105, 249, -105},
                                            {0, -319, -216, -170, 216, -170},
                                            {0, -413, -195, -216, 195, -216}},
                                           {{24, -95, 2, -52, 25, -56},
                                            {63, -319, 63, -160, 1, -167},
                                            {85, -474, 106, -234, -20, -246},
                                            {100, -598, 139, -293, -38, -310},
                                            {42, -47, -136, -26, 184, -48},
                                            {73, -289, -74, -142, 150, -166},
                                            {93, -453, -22, -221, 117, -247},
                                            {107, -581, 19, -282, 90, -312},
                                            {58, -3, -226, -5, 292, -37},
                                            {87, -247, -171, -121, 263, -154},
                                            {101, -426, -122, -206, 228, -244},
                                            {114, -561, -79, -270, 197, -313}},
                                           {{0, -112, -9, -63, 9, -63},
                                            {0, -369, 30, -189, -30, -189},
                                            {0, -547, 61, -277, -61, -277},
                                            {0, -699, 89, -353, -89, -353},
                                            {0, -75, -130, -53, 130, -53},
                                            {0, -339, -100, -180, 100, -180},
                                            {0, -523, -65, -270, 65, -270},
                                            {0, -676, -35, -347, 35, -347},
                                            {0, -41, -209, -43, 209, -43},
                                            {0, -310, -181, -171, 181, -171},
                                            {0, -495, -159, -261, 159, -261},
                                            {0, -652, -131, -339, 131, -339}}};

// Maps a point of the board (mm, y up) to pixels of the camera, y down.
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

static void add_label(sheet *s, const char *body, const char *point, double x, double y, double noise) {
  double pixel[2];
  photograph(x + noise * pl_rng_normal(&s->rng), y + noise * pl_rng_normal(&s->rng), pixel);
  pl_text_printf(s->out, "DSC_%04d.jpg,%d,%d,%s,%s,%.1f,%.1f\n", s->image, s->below, s->side, body, point, pixel[0], pixel[1]);
}

static void add_point(sheet *s, const char *body, const char *point, double x, double y) { add_label(s, body, point, x, y, NOISE); }

// A cord that leaves (x, y) on its body: near and far label at these distances.
static void add_cord(sheet *s, const char *body, double x, double y, const double near[2], const double far[2]) {
  add_label(s, body, "near", x + near[0], y + near[1], CORD_NOISE);
  add_label(s, body, "far", x + far[0], y + far[1], CORD_NOISE);
}

static void add_photograph(sheet *s, const short *by) {
  double bottom[2] = {LEFT + 0.1 * by[0], TOP - SIZE + 0.1 * by[1]};
  double left[2] = {LEFT + 0.1 * by[2], TOP - SIZE / 2 + 0.1 * by[3]}, right[2] = {LEFT + SIZE + 0.1 * by[4], TOP - SIZE / 2 + 0.1 * by[5]};
  add_point(s, "top", "left end", LEFT, TOP);
  add_point(s, "top", "right end", LEFT + SIZE, TOP);
  add_point(s, "bottom", "left end", bottom[0], bottom[1]);
  add_point(s, "bottom", "right end", bottom[0] + SIZE, bottom[1]);
  add_point(s, "left", "upper end", left[0], left[1] + CLIP / 2);
  add_point(s, "left", "lower end", left[0], left[1] - CLIP / 2);
  add_point(s, "right", "upper end", right[0], right[1] + CLIP / 2);
  add_point(s, "right", "lower end", right[0], right[1] - CLIP / 2);
  // the side cords fall by 2.9 degrees towards the edges of the board
  add_cord(s, "bottom-cord", bottom[0] + SIZE / 2, bottom[1], (double[]){0, -30}, (double[]){0, -130});
  add_cord(s, "left-cord", left[0], left[1], (double[]){-20, -1}, (double[]){-170, -8.5});
  add_cord(s, "right-cord", right[0], right[1], (double[]){20, -1}, (double[]){170, -8.5});
}

static void write_cut(pl_text *out, int cut, int image) {
  sheet s = {.out = out, .image = image};
  int frame = 0;
  pl_rng_init(&s.rng, (uint64_t)image);
  pl_text_add(out, "image,bottom [g],side [g],body,point,x [px],y [px]\n");
  for (s.side = 0; s.side <= MOST_SIDE; s.side += STEP_SIDE)
    for (s.below = 0; s.below <= MOST_BELOW; s.below += STEP_BELOW, s.image++) add_photograph(&s, moved[cut][frame++]);
}

static void write_0(pl_text *out) { write_cut(out, 0, 101); }
static void write_45(pl_text *out) { write_cut(out, 1, 201); }
static void write_90(pl_text *out) { write_cut(out, 2, 301); }

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
      "  \"density\": \"190 g/m^2\",          // weigh a piece of known size\n"
      "\n"
      "  // What stands here holds for all tests; a test may have its own.\n"
      "  \"width\": \"400 mm\",               // of the cloth, along the slats\n"
      "  \"height\": \"400 mm\",              // between the slats\n"
      "  \"clip\": \"60 mm\",                 // length of a side clip along the edge\n"
      "  \"slat\": \"45 g\",                  // bottom slats with their hook: always there, pulling straight down\n"
      "  \"holder\": \"12 g\",                // hook and connector at the end of each side cord: always there, pulling along it\n"
      "  \"sigma\": \"0.3 mm\",               // standard deviation of one labelled coordinate\n"
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
      "Ramamoorthi 2011). How to build and use the rig: docs/protocols/biaxial-hang.md. The numbers here come from\n"
      "a simulation, in large steps of the weights: twelve photographs per sample, where thirty-five (steps of 100 g, up to 400 g at the "
      "sides) tell more.\n"
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
