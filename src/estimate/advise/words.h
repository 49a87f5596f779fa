// words.h: what a protocol says about its tests, a part of its row: remedies in the words and with the options of that protocol, names of its frames,
// and findings that only its tests can have. What a row leaves out is said in general words (say_remedies.h).
#ifndef PL_ESTIMATE_ADVISE_WORDS_H
#define PL_ESTIMATE_ADVISE_WORDS_H

#include "base/sentence/sentence.h"
#include "estimate/advise/remedy.h"
#include "rig/usual.h"

// When the findings of a protocol's own are asked for, in the order in which a user reads of them.
typedef enum pl_warn_phase {
  PL_WARN_FIRST,     // what makes the others meaningless
  PL_WARN_FRICTION,  // friction, after the parameters
  PL_WARN_READINGS   // single readings, after the tests
} pl_warn_phase;

// How far a test goes, and how that is said. value 0: not compared.
typedef struct pl_reach_words {
  double value;
  const char *what, *unit;  // "a strain of", "%"
} pl_reach_words;

typedef struct pl_protocol_words {
  const char *frame;                                          // "pose"; NULL: "frame"
  const char *(*frame_name)(const pl_test *test, int frame);  // NULL: frames are numbered
  bool weightless;                                            // nothing in such a fit needs a density
  bool compares_steps;                                        // simpler steps of an additive fit are compared by held-out tests
  bool single_readings;                                       // `warn` names single readings, whose sigma says what noise does
  bool all_act;                                               // every parameter acts in every test
  pl_sentence remedy[PL_REMEDY_COUNT];                        // text NULL: said in general words
  // What the fitted model calls for instead; text NULL: the one above.
  pl_sentence (*own_remedy)(const pl_fit *fit, const pl_fit_case *c, pl_remedy_kind kind);
  pl_status (*warn)(pl_fit *fit, pl_warn_phase phase);
  // Stability by the protocol's own states; *known false: by stretches in general.
  pl_status (*stability)(pl_fit *fit, bool *known);
  bool (*is_made)(const pl_fit_case *c, const pl_usual *usual);  // is this a test of that kind? NULL: never
  pl_reach_words (*reach)(const pl_test *test);                  // NULL: not compared
} pl_protocol_words;

// The words of a case's protocol; an empty row where it has none.
const pl_protocol_words *pl_case_words(const pl_fit_case *c);
// The first case of the i-th protocol in the list of protocols, a fitted one where there is one; NULL: the fit has none. Walking the list, not the
// cases, gives one answer whatever the order of the files.
const pl_fit_case *pl_fit_case_of(const pl_fit *fit, int protocol);

// What each protocol of the fit finds by itself.
pl_status pl_fit_warn_own(pl_fit *fit, pl_warn_phase phase);

#endif
