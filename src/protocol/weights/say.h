// say.h: sentences of the protocol `weights`.
#ifndef PL_PROTOCOL_WEIGHTS_SAY_H
#define PL_PROTOCOL_WEIGHTS_SAY_H

#define SAY_PATH_FAILED "remedy.path-failed", "they were excluded; use smaller steps between the weights"
#define SAY_PATH_UNKNOWN "remedy.path-unknown", "hang heavier weights, or add cycles that turn earlier"
#define SAY_PATH_POOR "remedy.path-poor", "check this path first: order of the rows, weights, rest length; only then the model"
#define SAY_PATH_SYSTEMATIC \
  "remedy.path-systematic", \
      "the model cannot follow this path; try another --friction, or fit this direction alone to see whether two tests disagree"
#define SAY_PATH_FEW "remedy.path-few", "read more lengths, or use a --friction with fewer parameters"

#endif
