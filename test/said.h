// said.h: what a fit or a reader said, by the ids of its sentences (src/base/sentence/sentence.h). An id that no sentence has fails the test.
#ifndef PLIANT_SAID_H
#define PLIANT_SAID_H

#include <ctype.h>

#include "base/sentence/sentence.h"
#include "base/text.h"
#include "estimate/problem/fit.h"
#include "report/result/result.h"
#include "test.h"

// "file:line: key: message; hint [id]": an error as users read it, with its id.
static inline void said_error_format(const pl_error *error, char *text, size_t size) {
  pl_error_format(error, text, size);
  size_t used = strlen(text);
  if (error->id[0] && used < size) snprintf(text + used, size - used, " [%s]", error->id);
}

// The same of a context's last error; one of two buffers.
static inline const char *said_error(const pl_context *ctx) {
  static char text[2][2400];
  static int next;
  next = !next;
  said_error_format(pl_context_error(ctx), text[next], sizeof text[next]);
  return text[next];
}

// "what looks wrong [id]", and what to do about it, one of four buffers.
static inline const char *said_with(const char *words, const char *id) {
  static char text[4][2000];
  static int next;
  next = (next + 1) % 4;
  snprintf(text[next], sizeof text[next], "%s [%s]", words, id ? id : "");
  return text[next];
}
static inline const char *said_text(const pl_suspicion *s) { return said_with(s->text, s->id); }
static inline const char *said_do(const pl_suspicion *s) { return said_with(s->remedy, s->remedy_id); }

enum { SAID_MOST_WORDS = 25 };

// Words of the longest sentence of a text: it ends at a stop before a space. A name within quotes counts as one word, signs as none.
static inline int said_longest(const char *text) {
  int most = 0, n = 0;
  bool inside = false, counted = false, quoted = false;
  for (const char *p = text; *p; p++) {
    bool end = !quoted && strchr(".?!", *p) && (p[1] == ' ' || p[1] == '\0');
    if (*p == '\'' && (quoted || !inside)) quoted = !quoted && strchr(p + 1, '\'');
    if (*p == ' ' && !quoted) inside = counted = false;
    if (*p != ' ') inside = true;
    if (!counted && *p != '%' && isalnum((unsigned char)*p)) counted = true, n++;
    if (end) most = n > most ? n : most, n = 0;
  }
  return n > most ? n : most;
}

// Every sentence of a verdict is short.
static inline void said_short(const char *file, int line, const char *text) {
  int n = said_longest(text);
  if (n > SAID_MOST_WORDS) test_fail(file, line, "a sentence has %d words: %s", n, text);
}

static inline void said_known(const char *file, int line, const char *id) {
  for (int i = 0; i < pl_sentence_count(); i++)
    if (strcmp(pl_sentence_at(i).id, id) == 0) return;
  test_fail(file, line, "no sentence has the id \"%s\"", id);
}

// NULL: the fit has no such warning.
static inline const pl_warning *said_warning(const pl_fit *fit, const char *id) {
  for (int i = 0; i < fit->findings.n_warning; i++)
    if (strcmp(fit->findings.warning[i].id, id) == 0) return &fit->findings.warning[i];
  return NULL;
}

// Does a warning have this remedy?
static inline bool said_remedy(const pl_fit *fit, const char *id) {
  for (int i = 0; i < fit->findings.n_warning; i++)
    if (strcmp(fit->findings.warning[i].remedy_id, id) == 0) return true;
  return false;
}

// The first doubt with this id; NULL: there is none.
static inline const pl_suspicion *said_doubt(const pl_measurement *m, const char *id) {
  for (int i = 0; i < m->n_suspicion; i++)
    if (m->suspicion[i].id && strcmp(m->suspicion[i].id, id) == 0) return &m->suspicion[i];
  return NULL;
}

// Has the verdict this sentence or part of one? Whatever it says, it says in short sentences.
static inline bool said_reason(const pl_fit *fit, const char *id) {
  const char *reason[PL_MAX_REASON];
  pl_text verdict;
  pl_text_init(&verdict, fit->ctx);
  pl_result_verdict(fit, &verdict);
  if (verdict.data) said_short(__FILE__, __LINE__, verdict.data);
  pl_text_clear(&verdict);
  int n = pl_result_reasons(fit, reason);
  for (int i = 0; i < n; i++)
    if (strcmp(reason[i], id) == 0) return true;
  return false;
}

#define CHECK_REASON(fit, wanted)                                                                             \
  do {                                                                                                        \
    said_known(__FILE__, __LINE__, wanted);                                                                   \
    if (!said_reason(fit, wanted)) test_fail(__FILE__, __LINE__, "the verdict of %s lacks %s", #fit, wanted); \
  } while (0)

#define CHECK_WARNING(fit, wanted)                                                                       \
  do {                                                                                                   \
    said_known(__FILE__, __LINE__, wanted);                                                              \
    if (!said_warning(fit, wanted)) test_fail(__FILE__, __LINE__, "%s has no warning %s", #fit, wanted); \
  } while (0)

#define CHECK_NO_WARNING(fit, unwanted)                                                                 \
  do {                                                                                                  \
    const pl_warning *said_ = said_warning(fit, unwanted);                                              \
    said_known(__FILE__, __LINE__, unwanted);                                                           \
    if (said_) test_fail(__FILE__, __LINE__, "%s has the warning %s: %s", #fit, unwanted, said_->text); \
  } while (0)

#define CHECK_DOUBT(measurement, wanted)                                                                             \
  do {                                                                                                               \
    said_known(__FILE__, __LINE__, wanted);                                                                          \
    if (!said_doubt(measurement, wanted)) test_fail(__FILE__, __LINE__, "%s has no doubt %s", #measurement, wanted); \
  } while (0)

#define CHECK_NO_DOUBT(measurement, unwanted)                                                                 \
  do {                                                                                                        \
    const pl_suspicion *said_ = said_doubt(measurement, unwanted);                                            \
    said_known(__FILE__, __LINE__, unwanted);                                                                 \
    if (said_) test_fail(__FILE__, __LINE__, "%s has the doubt %s: %s", #measurement, unwanted, said_->text); \
  } while (0)

#endif
