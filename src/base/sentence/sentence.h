// sentence.h: every sentence of the program has an id. A sentence is one line of a say*.h file: an id and a printf format,
//
//   #define SAY_WEAK "numbers.weak", "standard error above %.0f %%: %s"
//
// so that the compiler checks the arguments. Sentences of one protocol are in its folder, all others beside this file.
// scripts/list-sentences makes one table of all (pl_sentence_at, `pliant docs sentences`). Files and tests refer to a sentence by its id,
// so its wording may change.
#ifndef PL_BASE_SENTENCE_SENTENCE_H
#define PL_BASE_SENTENCE_SENTENCE_H

#include <pliant/extend.h>

// A sentence: from the table, or with its arguments filled in. text NULL: none, or out of memory.
typedef struct pl_sentence {
  const char *id, *text;
} pl_sentence;

// A sentence without arguments, as a value: PL_SAID(SAY_X).
#define PL_SAID(...) ((pl_sentence){__VA_ARGS__})

// Its parts, for a text that is assembled elsewhere: snprintf(text, sizeof text, PL_TEXT(SAY_X), ...), then PL_NAMED(SAY_X, text).
#define PL_TEXT(...) PL_SENTENCE_TEXT_(__VA_ARGS__)
#define PL_SENTENCE_TEXT_(id, text) text
#define PL_NAMED(...) PL_SENTENCE_NAMED_(__VA_ARGS__)
#define PL_SENTENCE_NAMED_(id, sentence, text) ((pl_sentence){id, text})

// The sentence with its arguments filled in: pl_say(arena, SAY_X, ...). Arena text.
PL_PRINTF(3, 4) pl_sentence pl_say(pl_arena *arena, const char *id, const char *format, ...);

// All sentences, sorted by their files.
int pl_sentence_count(void);
pl_sentence pl_sentence_at(int index);

#endif
