// say.h: sentences of the protocol `biaxial-hang`.
#ifndef PL_PROTOCOL_BIAXIAL_HANG_SAY_H
#define PL_PROTOCOL_BIAXIAL_HANG_SAY_H

#define SAY_HUNG_FAILED \
  "remedy.hung-failed", "they were excluded; omit photographs with heavy sides and no weight below, or fit fewer --points"
#define SAY_HUNG_UNKNOWN "remedy.hung-unknown", "hang a sample cut at another angle, or fit fewer --points"
#define SAY_HUNG_POOR "remedy.hung-poor", "check these labels first: file, cut, weights, calibration; only then the model"
#define SAY_HUNG_SYSTEMATIC \
  "remedy.hung-systematic", \
      "the model cannot follow these samples; try more --points, or fit this cut alone to see whether two samples disagree"
#define SAY_HUNG_FEW "remedy.hung-few", "label more points or photographs, or fit fewer --points"
#define SAY_HUNG_WEAK "remedy.hung-weak", "hang a sample cut at another angle or add heavier weights"
#define SAY_HUNG_WEAK_POINTS \
  "remedy.hung-weak-points", "hang a sample cut at another angle or add heavier weights, or fit fewer data points (--points 4)"
#define SAY_HUNG_NOT_CONVEX "remedy.hung-not-convex", "simulations may find several equilibria there; use --model wang-energy"

#endif
