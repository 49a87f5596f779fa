// other_sheets.c: see other_sheets.h.
//
// T: force per width, N/m, over the strain e; k: stiffness at rest, N/m.
//   rubber      T = k/3 (l - l^-2), l = 1 + e: neo-Hookean, k = 3 mu thickness
//   stiffens    T = k e (1 + a (e / e_max)^2): knits with elastane, leather, canvas
//   yields      T = k e / (1 + e / e_y): plastic films, paper, nonwovens
//   straight    T = k e: glass, aramid and carbon fabrics
#include "bench/accuracy/doubts/other_sheets.h"

#include <math.h>

#include "base/text.h"

typedef enum shape { RUBBER, STIFFENS, YIELDS, STRAIGHT } shape;

typedef struct sheet {
  const char *name;
  shape shape;
  double stiffness[2];  // N/m, range
  double strain[2];     // largest, range
  double more;          // a, or 1 / (share of the largest strain at which it yields)
} sheet;

// Stiffness = modulus x thickness. Rubber has 0.6-3 MPa x 0.1-2 mm, polyethylene and polyester films 0.2-4 GPa x 10-100 um. Paper has 2-5
// GPa x 0.1-0.2 mm, glass and aramid cloth 10-20 GPa x 0.1-0.5 mm.
static const sheet sheets[] = {{"rubber sheet", RUBBER, {60, 6e3}, {1, 6}, 0},
                               {"knit with elastane", STIFFENS, {20, 300}, {0.5, 2.5}, 8},
                               {"leather or canvas", STIFFENS, {2e3, 8e4}, {0.05, 0.5}, 4},
                               {"plastic film", YIELDS, {2e3, 4e5}, {0.05, 2}, 10},
                               {"paper or nonwoven", YIELDS, {5e4, 1e6}, {0.01, 0.06}, 2},
                               {"technical fabric", STRAIGHT, {1e6, 1e7}, {0.005, 0.02}, 0}};

int other_sheet_count(void) { return (int)(sizeof sheets / sizeof sheets[0]); }
const char *other_sheet_name(int kind) { return sheets[kind].name; }

static double tension(const sheet *s, double stiffness, double most, double e) {
  switch (s->shape) {
  case RUBBER: return stiffness / 3 * (1 + e - pow(1 + e, -2));
  case STIFFENS: return stiffness * e * (1 + s->more * pow(e / most, 2));
  case YIELDS: return stiffness * e / (1 + s->more * e / most);
  case STRAIGHT: break;
  }
  return stiffness * e;
}

static double between(pl_rng *rng, const double range[2]) { return range[0] * pow(range[1] / range[0], pl_rng_uniform(rng)); }

pl_status other_sheet(pl_arena *arena, int kind, pl_rng *rng, folder *out) {
  enum { WAY = 60 };
  const sheet *s = &sheets[kind];
  static const double lengths[2] = {0.02, 0.3}, widths[2] = {0.01, 0.2}, densities[2] = {0.02, 1.5}, noises[2] = {0.001, 0.01};
  double stiffness = between(rng, s->stiffness), most = between(rng, s->strain), length = between(rng, lengths),
         width = between(rng, widths);
  double density = between(rng, densities), noise = between(rng, noises), full = width * tension(s, stiffness, most, most);
  double loss = pl_rng_uniform(rng) < 0.5 ? 0 : 0.3 * pl_rng_uniform(rng);  // of the force, on the way back
  pl_text table, json;
  pl_text_init(&table, pl_arena_context(arena));
  pl_text_init(&json, pl_arena_context(arena));
  pl_text_add(&table, "displacement [mm],force [N]\n");
  for (int i = 0; i <= (loss > 0 ? 2 * WAY : WAY); i++) {
    bool back = i > WAY;
    double e = most * (back ? 2 * WAY - i : i) / WAY, force = width * tension(s, stiffness, most, e);
    if (back) force *= 1 - loss * (1 - pow(e / most, 8));
    pl_text_printf(&table, "%.6g,%.6g\n", 1e3 * length * e, force + (i > 0 ? noise * full * pl_rng_normal(rng) : 0));
  }
  pl_text_printf(&json,
                 "{\"pliant\": \"experiment 1\", \"protocol\": \"tensile\", \"name\": \"%s\", \"density\": \"%.4g g/m^2\",\n"
                 " \"specimen\": {\"length\": \"%.4g mm\", \"width\": \"%.4g mm\"},\n"
                 " \"tests\": [{\"name\": \"warp\", \"file\": \"warp.csv\", \"direction\": \"warp\"}]}\n",
                 s->name, 1e3 * density, 1e3 * length, 1e3 * width);
  *out = (folder){.experiment = "experiment.json", .n_file = 2};
  out->file[0] = (folder_file){"experiment.json", pl_arena_text(arena, json.data), json.size};
  out->file[1] = (folder_file){"warp.csv", pl_arena_text(arena, table.data), table.size};
  bool failed = table.failed || json.failed || !out->file[0].text || !out->file[1].text;
  pl_text_clear(&table);
  pl_text_clear(&json);
  return failed ? PL_ERROR_MEMORY : PL_OK;
}
