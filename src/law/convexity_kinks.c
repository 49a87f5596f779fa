// convexity_kinks.c: lines where the stress of a sum of laws jumps (row->kinks). See convexity.h.
//
// Across s_v = u the slope psi,v of a convex energy may only jump upwards: a downward jump is a curvature of minus infinity. The jump of a
// law of two strains is a function of the other one, s_w. It is linear between the kinks of the law in s_w. It is smallest at one of
// these or at an end of the box. Laws with the same pair of strains are added before the minimum is taken. Different strains w are
// independent, so their smallest jumps add up.
#include <math.h>
#include <string.h>

#include "law/convexity.h"

enum { MAX_KINK = 64 };

typedef struct kinks {
  int n;
  double at[MAX_KINK];
} kinks;

// The input of a part that is strain v, -1 when it does not take it.
static int input_of(const pl_convex_part *part, int v) {
  for (int a = 0; a < part->law->row->n_in; a++)
    if (part->value[a] == v) return a;
  return -1;
}

// Kinks of a part along strain v, within the limits.
static void add_kinks(const pl_convex_part *part, int v, const double limits[2], kinks *all) {
  double knot[PL_LAW_MAX_BREAK];
  int a = input_of(part, v), n = a >= 0 && part->law->row->kinks ? part->law->row->kinks(part->law, a, knot) : 0;
  for (int i = 0; i < n && all->n < MAX_KINK; i++)
    if (knot[i] >= limits[0] && knot[i] <= limits[1]) all->at[all->n++] = knot[i];
}

// The jump of psi,v of one part across s_v = u, its other strain at s_w.
static double jump_of(const pl_convex_part *part, int v, double u, double s_w, double hair, double *size) {
  double side[2];
  int a = input_of(part, v);
  for (int k = 0; k < 2; k++) {
    double s[PL_LAW_MAX_IN], t[PL_LAW_MAX_IN];
    for (int b = 0; b < part->law->row->n_in; b++) s[b] = s_w;
    s[a] = k == 0 ? u - hair : u + hair;
    pl_law_eval_one(part->law, part->theta, s, NULL, t, NULL);
    side[k] = t[a];
    *size = fmax(*size, fabs(t[a]));
  }
  return side[1] - side[0];
}

// The smallest jump across s_v = u of the parts that take v and w, over all s_w. With w = v: of the parts that take v alone. If it is the
// same everywhere, `where` is unchanged or at a kink.
static double smallest_jump(int n_part, const pl_convex_part *part, int v, int w, double u, const double box[][2], double *where,
                            double *size) {
  kinks at = {0};
  double least = INFINITY, hair = 1e-13 * (box[v][1] - box[v][0]);
  for (int i = 0; i < n_part; i++)
    if (input_of(&part[i], v) >= 0) add_kinks(&part[i], w, box[w], &at);
  for (int k = 0; k < at.n + 2; k++) {
    double sum = 0, s_w = k < at.n ? at.at[k] : box[w][k - at.n];
    for (int i = 0; i < n_part; i++) {
      bool bends = part[i].law->row->kinks && input_of(&part[i], v) >= 0;
      if (bends && (w == v ? part[i].law->row->n_in == 1 : input_of(&part[i], w) >= 0)) sum += jump_of(&part[i], v, u, s_w, hair, size);
    }
    if (!(sum < least)) continue;
    least = sum;
    if (sum != 0) *where = s_w;
  }
  return least;
}

void pl__convexity_kinks(int n, int n_part, const pl_convex_part *part, const double box[][2], pl_convexity *out) {
  out->drop = 0;
  for (int v = 0; v < n; v++) {
    kinks at = {0};
    for (int i = 0; i < n_part; i++) add_kinks(&part[i], v, box[v], &at);
    for (int k = 0; k < at.n; k++) {
      double jump = 0, size = 0, where[PL_LAW_MAX_IN] = {0};
      for (int w = 0; w < n; w++) jump += smallest_jump(n_part, part, v, w, at.at[k], box, &where[w], &size);
      if (!(-jump > out->drop && -jump > 1e-9 * size)) continue;
      where[v] = at.at[k];
      out->drop = -jump;
      out->drop_axis = v;
      memcpy(out->drop_where, where, sizeof where);
    }
  }
}
