// page.h: what the sections of report.html share. A section is one file page_*.c with one function; it reads fit.json and appends HTML.
//
// The reader is lenient below the members that report.c demands: what is absent shows as a dash, so that pages of older results can be made again.
#ifndef PL_REPORT_PAGE_PAGE_H
#define PL_REPORT_PAGE_PAGE_H

#include "base/json.h"
#include "base/unit.h"
#include "report/page/markup.h"
#include "report/result/result.h"
#include "report/figure/svg.h"

typedef struct pl_page {
  pl_context *ctx;
  pl_arena *arena;        // of the page
  pl_json *fit;           // root of fit.json
  const char *directory;  // of the result
  pl_text *out;
  int max_points;  // per series of a plot, so that the page stays small
  bool failed;     // out of memory
} pl_page;

// ---- reading ----
double pl__page_number(pl_json *object, const char *key);     // NAN when absent or null
const char *pl__page_text(pl_json *object, const char *key);  // "" when absent
bool pl__page_flag(pl_json *object, const char *key);         // false when absent
// The state that fit.json tells; of older results, which do not, by the outcomes that they have.
pl_verdict_state pl__page_state(pl_json *fit);
// Does a score of fit.json decide whether its test is met? Of older results, which do not say why not, a held-out one that neither passed nor failed
// does not.
bool pl__page_judged(pl_json *score);
// The lowest R² of the fitted and of the held-out scores of fit.json that are judged, NAN without any.
void pl__page_lowest_r2(pl_json *fit, double lowest[2]);
pl_json *pl__page_list(pl_json *object, const char *key);  // first member of an array or object, NULL when absent or empty
int pl__page_count(pl_json *object, const char *key);
pl_json *pl__page_channel(pl_json *test, const char *name);  // a channel of a test, NULL when absent
// Numbers of an array times `factor`, null as NAN, at most every k-th so that no more than `most` are left (0: all). Never NULL.
double *pl__page_values(pl_page *page, pl_json *object, const char *key, double factor, int most, int *n);

// The material of the folder: material.json, or what a prediction was made with; NULL when there is none.
const char *pl__page_material(pl_page *page);

#define PL_PAGE_INTERVAL 1.96  // sigmas to either side of a 95 % interval: what half-widths of fit.json are

// ---- units: fit.json has SI, the page shows what people use ----
// By the largest of the values that are shown in it, SI; 0: not known (base/unit.h).
pl_shown pl__page_unit(const char *si_unit, double largest);
// Numbers of one term and dimension share a unit, by the largest of them, so that a column can be read down.
pl_shown pl__page_parameter_unit(pl_page *page, pl_json *parameter);
// The largest size among the numbers of a member, an array or a number; 0 without any. What is not finite does not count.
double pl__page_largest(pl_json *object, const char *key);
pl_shown pl__page_strain_unit(const char *si_unit);  // percent for strains without a unit

// ---- writing ----
void pl__page_add(pl_page *page, const char *html);     // as it is
void pl__page_escape(pl_page *page, const char *text);  // escaped
// The document up to the title in its header, which stays open.
void pl__page_head(pl_page *page, const char *name, const char *kind);
void pl__page_begin(pl_page *page, const char *id, const char *title);  // a section
void pl__page_end(pl_page *page);
void pl__page_capital(pl_page *page, const char *text);  // escaped, first letter upper case
// A table cell with a number, or with value and half-width.
void pl__page_cell(pl_page *page, double value);
void pl__page_cell_text(pl_page *page, const char *text);
void pl__page_cell_unit(pl_page *page, const char *unit);
void pl__page_r2(pl_page *page, double r2);                                     // R² with enough digits to tell 0.999 from 1
void pl__page_mark(pl_page *page, bool good, const char *yes, const char *no);  // a sign and a word, not colour alone
// "along warp", "along weft", "45° from warp"; "cut at 45°" of hung samples and strips.
void pl__page_direction(pl_page *page, pl_json *test);
void pl__page_plot(pl_page *page, const pl_plot *plot);
// A band much higher than its curve would flatten it: the y axis then follows the curve and the band leaves the picture. Ranges of both.
void pl__page_limit(pl_plot *plot, const double curve[2], const double band[2]);
void pl__page_range(int n, const double *value, double range[2]);  // widened by the finite values

// ---- sections, in the order of the page ----
void pl__page_summary(pl_page *page);
void pl__page_curves(pl_page *page);
void pl__page_tests(pl_page *page);
void pl__page_validation(pl_page *page);
void pl__page_captures(pl_page *page, bool held_out);  // a part of the two above: captures frame by frame; nothing without captures
void pl__page_shapes(pl_page *page, bool held_out);    // another part: hung samples and strips, measured and predicted in their plane
void pl__page_tensors(pl_page *page);                  // a part of the curves: stiffness tensors over the polar plane; nothing without any
void pl__page_energy(pl_page *page);                   // another part of them: derivatives of the energies of rubber; nothing without any
void pl__page_confidence(pl_page *page);
void pl__page_convergence(pl_page *page);
void pl__page_provenance(pl_page *page);

extern const char pl__page_style[];

#endif
