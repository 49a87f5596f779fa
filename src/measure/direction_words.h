// direction_words.h: the direction of a specimen in words, the same on terminal, page and figures.
#ifndef PL_MEASURE_DIRECTION_WORDS_H
#define PL_MEASURE_DIRECTION_WORDS_H

struct pl_text;

// angle: rad, from warp towards weft.
void pl__direction_along(double angle, struct pl_text *out);  // "along warp", "along weft", "45° from warp"
void pl__direction_cut(double angle, struct pl_text *out);    // "cut at 45°"

#endif
