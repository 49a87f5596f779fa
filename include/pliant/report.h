// report.h: results for readers: a fit as text, result folders, pages, figures, pictures, comparisons; materials as text.
//
// Texts are lines of UTF-8 for a terminal, or JSON; the caller frees them with pl_free. On failure they are NULL.
#ifndef PLIANT_REPORT_H
#define PLIANT_REPORT_H

#include <pliant/fit.h>

#ifdef __cplusplus
extern "C" {
#endif

// Layout of a text. NULL means 80 columns of UTF-8.
typedef struct pl_text_style {
  int columns;          // of the terminal; 0: 80
  bool utf8;            // false: plots in plain ASCII
  const char *program;  // how the program is called, for hints; NULL: "pliant"
} pl_text_style;

// ---- a fit ----

// Origin of a result and suggested next step; written into fit.json.
typedef struct pl_run {
  const char *command;  // as typed, for the provenance
  const char *verb;     // "fit" or "predict"
  const char *next;     // suggested next command
} pl_run;

// pl_fit_save with the origin given in full.
PL_API pl_status pl_result_save(pl_context *ctx, const char *directory, const pl_fit *fit, const pl_run *run);
// The text of fit.json.
PL_API pl_status pl_fit_json(pl_context *ctx, const pl_fit *fit, const pl_run *run, char **text);
// For a fit: parameters, curves, scores, warnings, further tests and the verdict. For a prediction: scores and how they were predicted.
// The text mentions the plots in the folder that the result was saved into; folder NULL: no plots.
PL_API pl_status pl_fit_text(pl_context *ctx, const pl_fit *fit, const char *folder, const pl_text_style *style, char **text);

typedef enum pl_verdict_state {
  PL_VERDICT_BAD,     // not converged, or the model does not describe a fitted or held-out test
  PL_VERDICT_PARTLY,  // fits and predicts, but some parameter, or only the absolute stiffness, is not identifiable
  PL_VERDICT_GOOD
} pl_verdict_state;
PL_API pl_verdict_state pl_result_state(const pl_fit *fit);

// ---- every cloth model in every variant, fitted to the same captures ----

typedef struct pl_model_table pl_model_table;
typedef struct pl_models_report {
  int n_row;        // fits of the table
  int n_done;       // finished: fewer after an interruption
  int n_converged;  // of these, converged
  int n_failed;     // frames without equilibrium, all fits together
  double seconds;
} pl_models_report;

// Fits all of them into directory/MODEL-VARIANT and writes directory/table.csv, table.json and report.html.
// Measurements as for pl_estimate; `command` is stored as the origin. The caller destroys the table.
PL_API pl_status pl_models_fit(pl_context *ctx, int n_fit, pl_measurement *const *fit_to, int n_hold, pl_measurement *const *hold,
                               const pl_settings *settings, const char *directory, const char *command, pl_model_table **table);
PL_API void pl_model_table_destroy(pl_model_table *table);  // NULL is allowed
PL_API pl_models_report pl_models_outcome(const pl_model_table *table);
PL_API pl_status pl_models_text(pl_context *ctx, const pl_model_table *table, const pl_text_style *style, char **text);
PL_API pl_status pl_models_json(pl_context *ctx, const pl_model_table *table, char **text);

// ---- result folders ----

// True if the library was built with the report page. Without it no report.html is written, and the text gives the reason.
PL_API bool pl_report_built(void);
#define PL_NO_REPORT "this program was built without the report page: no report.html is written"
// Writes report.html again from the other files of the folder.
PL_API pl_status pl_report_write(pl_context *ctx, const char *directory);

typedef struct pl_result_look {
  const char *only;  // only tests and laws whose name contains it; NULL: all
  bool laws, tests;  // if one is set: only that; none or both: both
} pl_result_look;
// A summary of a folder: verdict, laws, measured and predicted values as small plots. *n_drawn: number of plots. look NULL: everything.
PL_API pl_status pl_result_text(pl_context *ctx, const char *folder, const pl_result_look *look, const pl_text_style *style, char **text,
                                int *n_drawn);

// Files that were written. Texts belong to the list.
typedef struct pl_file_list pl_file_list;
PL_API int pl_file_list_count(const pl_file_list *list);
PL_API const char *pl_file_list_path(const pl_file_list *list, int index);
PL_API const char *pl_file_list_title(const pl_file_list *list, int index);  // what it shows; NULL: no title
PL_API void pl_file_list_destroy(pl_file_list *list);                        // NULL is allowed

// Draws the figures of a result folder for a paper into the folder `out`. Settings of the kind PL_SETTINGS_PLOT; NULL: defaults.
PL_API pl_status pl_result_plot(pl_context *ctx, const char *source, const char *out, const pl_settings *settings, pl_file_list **files);
// Pictures of a mesh, a simulation, captures or a result: one file FILE.png, or a folder. Settings of the kind PL_SETTINGS_RENDER.
PL_API pl_status pl_result_render(pl_context *ctx, const char *source, const char *out, const pl_settings *settings, pl_file_list **files);

// ---- several fits side by side ----

typedef struct pl_comparison pl_comparison;
// Reads n >= 1 result folders; a folder of --all-models counts as all its fits. `command` is printed on the page. The caller destroys it.
PL_API pl_status pl_comparison_load(pl_context *ctx, int n, const char *const *folder, const char *command, pl_comparison **comparison);
PL_API void pl_comparison_destroy(pl_comparison *comparison);  // NULL is allowed
PL_API int pl_comparison_count(const pl_comparison *comparison);
PL_API pl_status pl_comparison_page(const pl_comparison *comparison, const char *path, bool shapes);  // shapes: with 3D shapes
PL_API pl_status pl_comparison_text(const pl_comparison *comparison, const pl_text_style *style, char **text);
PL_API pl_status pl_comparison_json_text(const pl_comparison *comparison, char **text);

// ---- materials ----

// The materials of the database.
PL_API pl_status pl_materials_text(pl_context *ctx, const pl_text_style *style, char **text);
PL_API pl_status pl_materials_json(pl_context *ctx, char **text);
// Terms, parameters, curves, convexity and warnings of one material. plot: path of a drawing, written into the JSON; NULL: none.
PL_API pl_status pl_material_text(pl_context *ctx, const pl_material *material, const pl_text_style *style, char **text);
PL_API pl_status pl_material_json(pl_context *ctx, const pl_material *material, const char *plot, char **text);
// Warnings about its parameters, as lines under the heading "Warnings"; "" if there are none.
PL_API pl_status pl_material_warnings_text(pl_context *ctx, const pl_material *material, const pl_text_style *style, char **text);
// Logs a warning that lists the parameters which no measurement determined. what: "exported", "combined".
PL_API void pl_material_warn_undetermined(pl_context *ctx, const pl_material *material, const char *what);
// Stiffness tensors and bending curves as an SVG file.
PL_API pl_status pl_material_plot(pl_context *ctx, const char *path, const pl_material *material);

enum { PL_MATERIALS_MOST = 5 };
// Stresses of 1 <= n <= PL_MATERIALS_MOST materials at the same strains, `points` >= 1 per curve. given[n]: the names that the user typed.
PL_API pl_status pl_materials_compare_text(pl_context *ctx, int n, const pl_material *const *material, const char *const *given, int points,
                                           const pl_text_style *style, char **text);
PL_API pl_status pl_materials_compare_json(pl_context *ctx, int n, const pl_material *const *material, const char *const *given, int points,
                                           char **text);

#ifdef __cplusplus
}
#endif
#endif
