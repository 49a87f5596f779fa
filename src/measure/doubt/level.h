// level.h: levels at which doubts are raised, shared by all protocols, each with its reason.
//
// A doubt decides between two hypotheses: the data are right, or one known error was made (unit, sign, column). A threshold is placed at
//   noise        so many standard errors that right data hardly ever reach it
//   midway       the geometric mean of what right data and the smallest error of that kind give: as far, in decades, from both
//   explanation  a hypothesis must remove most of a deviation, as in an F test
// Ranges that no specimen leaves are rows (doubt.h). `pliant reproduce doubts` measures false alarms and errors that are found.
#ifndef PL_MEASURE_DOUBT_LEVEL_H
#define PL_MEASURE_DOUBT_LEVEL_H

// Standard errors. Normal noise exceeds it in 2e-9 of the readings. With a stated sigma half the real one it is 3 sigma: 0.3 % of the readings.
#define PL_DOUBT_SIGMAS 6.0

// Relative difference of one quantity measured in two ways: balance of forces, two strain columns, work. Tare, alignment and cross-talk make some 4 %;
// the smallest unit error, a tenth, makes 90 %. Midway: sqrt(0.04 x 0.9) = 0.19.
#define PL_DOUBT_SHARE 0.2

// Root mean square that a hypothesis (a factor, an exchange) may leave of a deviation. The sum of squares falls ninefold: of twelve values
// F(12, 12) > 9 has a probability of 3e-4, and 2e-3 when six factors are tried.
#define PL_DOUBT_EXPLAINED (1.0 / 3)

// Ratio of two stiffnesses that should agree: midway between 1 and a unit that is 1000 times wrong, sqrt(1000).
#define PL_DOUBT_THOUSAND 31.6

// Relative difference that rounding to six digits leaves.
#define PL_DOUBT_ROUNDING 1e-6

// rad: a direction within pi/8 of warp or weft is nearer to it than to the bias.
#define PL_DOUBT_ALONG 0.3927

// Standard deviation of normal noise over its median absolute deviation.
#define PL_DOUBT_MAD 1.4826

#endif
