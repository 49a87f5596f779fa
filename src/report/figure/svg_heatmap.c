// svg_heatmap.c: a correlation matrix as coloured cells. Colour tells the sign, strength tells the size; the lower triangle says it all.
#include "report/figure/svg.h"

#include <math.h>
#include <string.h>

#include "report/page/markup.h"

enum { MAX_TIP = 40, MAX_SIZE = 120 };

static void cell(int i, int j, double value, int margin, int side, const char *const *name, bool tip, pl_text *out) {
  int percent = (int)lround(100 * fmin(fabs(value), 1));
  pl_text_printf(out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill-opacity=\"%d.%02d\"", value < 0 ? "neg" : "pos",
                 margin + j * side, i * side, side - 1, side - 1, percent / 100, percent % 100);
  if (!tip) {
    pl_text_add(out, "/>");
    return;
  }
  pl_text_add(out, "><title>");
  pl__markup_text(out, name[i]);
  if (i != j) pl_text_add(out, ", "), pl__markup_text(out, name[j]);
  pl_text_add(out, ": ");
  pl__markup_fixed(out, value, 2);
  pl_text_add(out, "</title></rect>");
}

void pl_heatmap_write(int n, const double *matrix, const char *const *name, const char *title, pl_text *out) {
  if (n < 1 || n > MAX_SIZE) return;
  int longest = 0;
  for (int i = 0; i < n; i++) {
    int width = pl_text_width(name[i]);
    longest = width > longest ? width : longest;
  }
  int margin = 8 + (int)(6.2 * longest), side = n > 32 ? 12 : n < 17 ? 24 : 400 / n, size = n * side;
  pl_text_printf(out, "<svg class=\"heat\" viewBox=\"0 0 %d %d\" style=\"width:%dpx\" role=\"img\" aria-label=\"", margin + size + 2,
                 size + margin, margin + size + 2);
  pl__markup_text(out, title);
  pl_text_add(out, "\">");
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) {
      double value = matrix[(size_t)i * n + j];
      if (!isfinite(value) || (n > MAX_TIP && fabs(value) < 0.05)) continue;
      cell(i, j, value, margin, side, name, n <= MAX_TIP, out);
    }
    pl_text_printf(out, "<text class=\"tick end\" x=\"%d\" y=\"%d\">", margin - 5, i * side + side / 2 + 4);
    pl__markup_text(out, name[i]);
    pl_text_printf(out, "</text><text class=\"tick end\" transform=\"translate(%d %d) rotate(-90)\">", margin + i * side + side / 2 + 3,
                   size + 5);
    pl__markup_text(out, name[i]);
    pl_text_add(out, "</text>");
  }
  pl_text_add(out, "</svg>");
}
