// fits.c: see fits.h.
#include "bench/accuracy/doubts/fits.h"

#include <ctype.h>
#include <string.h>

#include "estimate/advise/further.h"
#include "report/result/doubts.h"

enum { ITERATIONS = 12 };

// Is a word that begins so in the text? "units" begins with "unit"; "community" does not.
static bool has_word(const char *text, const char *word) {
  for (const char *at = text; (at = strstr(at, word)); at++)
    if (at == text || !isalpha((unsigned char)at[-1])) return true;
  return false;
}

static bool advises_units(const pl_warning *w) { return w->remedy && (has_word(w->remedy, "unit") || has_word(w->remedy, "size")); }

pl_status fit_words_of(pl_context *ctx, pl_measurement *m, fit_words *out) {
  pl_fit *fit = NULL;
  *out = (fit_words){0};
  pl_fit_options options = pl_fit_options_default();
  options.further = PL_FURTHER_OFF;
  options.max_iterations = ITERATIONS;
  pl_context_clear_error(ctx);
  pl_status status = pl_fit_run(ctx, 1, &m, 0, NULL, &options, &fit);
  if (status == PL_ERROR_MEMORY) return status;
  out->failed = status != PL_OK;
  if (out->failed) return PL_OK;
  out->counted = pl__fit_doubted(fit) || fit->findings.contradicted;
  if (out->counted) out->said = fit->findings.contradicted ? "verdict.contradicted" : "verdict.doubted";
  for (int i = 0; i < fit->findings.n_warning; i++)
    if (advises_units(&fit->findings.warning[i])) {
      out->advised = true;
      if (!out->said) out->said = fit->findings.warning[i].id;
    }
  pl_fit_destroy(fit);
  return PL_OK;
}
