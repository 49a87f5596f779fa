// words.h: the texts of a protocol, part of its row. They are remedies with its options, names of its frames, and warnings that only its
// tests can have. Where a row has no entry, the general sentence applies (say_remedies.h).
#ifndef PL_ESTIMATE_ADVISE_WORDS_H
#define PL_ESTIMATE_ADVISE_WORDS_H

#include "base/sentence/sentence.h"
#include "estimate/advise/remedy.h"
#include "rig/usual.h"

// When the warnings of a protocol are added, in the order in which a user reads them.
typedef enum pl_warn_phase {
  PL_WARN_FIRST,     // warnings that make the others meaningless
  PL_WARN_FRICTION,  // friction, after the parameters
  PL_WARN_READINGS,  // single readings, after the tests
  PL_WARN_TOGETHER   // tests compared with each other through the material, last
} pl_warn_phase;

// The range of a test and its wording. value 0: not compared.
typedef struct pl_reach_words {
  double value;
  const char *what, *unit;  // "a strain of", "%"
} pl_reach_words;

typedef struct pl_protocol_words {
  const char *frame;                                          // "pose"; NULL: "frame"
  const char *(*frame_name)(const pl_test *test, int frame);  // NULL: frames are numbered
  bool weightless;                                            // fits of this protocol need no density
  bool compares_steps;                                        // simpler steps of an additive fit are compared on held-out tests
  bool single_readings;                                       // `warn` names single readings by their sigma
  bool all_act;                                               // every parameter affects every test
  pl_sentence remedy[PL_REMEDY_COUNT];                        // text NULL: the general sentence
  // The remedy for the fitted model; text NULL: the one above.
  pl_sentence (*own_remedy)(const pl_fit *fit, const pl_fit_case *c, pl_remedy_kind kind);
  pl_status (*warn)(const pl_fit *fit, pl_fit_findings *findings, pl_warn_phase phase);
  // Stability over the protocol's states; *known false: checked over stretches in general.
  pl_status (*stability)(const pl_fit *fit, pl_fit_findings *findings, bool *known);
  bool (*is_made)(const pl_fit_case *c, const pl_usual *usual);  // true if this is a test of that kind; NULL: never
  pl_reach_words (*reach)(const pl_test *test);                  // NULL: not compared
} pl_protocol_words;

// The texts of a case's protocol; an empty row if it has none.
const pl_protocol_words *pl_case_words(const pl_fit_case *c);
// The protocol's word for a frame: "pose".
const char *pl_protocol_frame(const pl_protocol *protocol);
// The first case of the i-th protocol in the list of protocols, preferably a fitted one; NULL: the fit has none. The order of that list
// makes the result independent of the order of the files.
const pl_fit_case *pl_fit_case_of(const pl_fit *fit, int protocol);

// Adds the warnings specific to each protocol of the fit.
pl_status pl_fit_warn_own(const pl_fit *fit, pl_fit_findings *findings, pl_warn_phase phase);

#endif
