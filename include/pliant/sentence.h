// sentence.h: the sentences of the program: every warning, doubt, remedy and clause of a verdict, by its id. Files and tests name a sentence by its
// id, which stays when its wording changes.
#ifndef PLIANT_SENTENCE_H
#define PLIANT_SENTENCE_H

#include <pliant/base.h>

#ifdef __cplusplus
extern "C" {
#endif

PL_API int pl_sentence_count(void);
// Static texts. The words have places for values as those of printf.
PL_API const char *pl_sentence_id(int index);
PL_API const char *pl_sentence_words(int index);

#ifdef __cplusplus
}
#endif

#endif
