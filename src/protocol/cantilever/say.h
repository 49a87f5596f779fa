// say.h: sentences of the protocol `cantilever`.
#ifndef PL_PROTOCOL_CANTILEVER_SAY_H
#define PL_PROTOCOL_CANTILEVER_SAY_H

#define SAY_STRIP_FAILED "remedy.strip-failed", "they were excluded; simulate with more --cells, or fit fewer --bend-knots"
#define SAY_STRIP_UNKNOWN "remedy.strip-unknown", "photograph overhangs that bend that way, or fit fewer --bend-knots"
#define SAY_STRIP_POOR "remedy.strip-poor", "check this strip first: file, cut, overhang, density, calibration; only then the model"
#define SAY_STRIP_SYSTEMATIC \
  "remedy.strip-systematic", \
      "the model cannot follow this strip; try more --bend-knots, or fit this direction alone to see whether two strips disagree"
#define SAY_STRIP_FEW "remedy.strip-few", "label more points or overhangs, or fit fewer --bend-knots"
#define SAY_STRIP_WEAK "remedy.strip-weak", "photograph more overhangs, longer ones for sharp bends, or fit fewer --bend-knots"
#define SAY_STRIP_BELOW \
  "remedy.strip-below", "the best-fitting stiffness there is negative; use fewer --bend-knots, or --monotone false to see how far"
#define SAY_STRIP_FALLING "remedy.strip-falling", "a simulation is unstable there; use fewer --bend-knots, or more overhangs"

#endif
