// say.h: sentences of the protocol `capture`.
#ifndef PL_PROTOCOL_CAPTURE_SAY_H
#define PL_PROTOCOL_CAPTURE_SAY_H

#define SAY_CLIPS_UNRESOLVED                                                                                                              \
  "capture.clips-unresolved", "the mesh does not resolve the clips of '%s': '%s' is %.3g mm deep, %.2g cells of %.3g mm. The mesh holds " \
                              "%.3g mm, which biases stiffnesses"
#define SAY_CLIPS_UNRESOLVED_ALL \
  "capture.clips-unresolved.all", "the mesh does not resolve the clips of several captures, which biases stiffnesses"
#define SAY_CLIPS_REGULAR "remedy.clips-regular", "omit --topology irregular: lines of a regular mesh follow the edges of clips"
#define SAY_CLIPS_CELLS "remedy.clips-cells", "use --cells %.0f or more: mesh lines then follow the edges of that clip"
#define SAY_CLIPS_MORE_CELLS "remedy.clips-more-cells", "use --cells %.0f or more, so that half a cell of cloth matters less"
#define SAY_CURVE_SIMPLIFIED \
  "capture.curve-simplified", "most control points of %s were at their lower bound; a constant replaces this curve"
#define SAY_CURVE_SIMPLIFIED_DO "remedy.curve-simplified", "for a curve, add captures that strain the cloth that way"
#define SAY_MOTION_FAILED "remedy.motion-failed", "they were excluded; simulate with more --cells, or fit fewer --max-points"
#define SAY_MOTION_FAILED_LAW "remedy.motion-failed-law", "they were excluded; simulate with more --cells"
#define SAY_MOTION_UNKNOWN "remedy.motion-unknown", "add a motion that strains the fabric that way, or fit fewer --max-points"
#define SAY_MOTION_UNKNOWN_LAW "remedy.motion-unknown-law", "add a motion that strains the fabric that way"
#define SAY_MOTION_POOR \
  "remedy.motion-poor", "check this capture first: direction, masses, cords, badly tracked frames; only then the model"
#define SAY_MOTION_SYSTEMATIC \
  "remedy.motion-systematic", "the model cannot follow this motion; try more --max-points, another --model or a finer mesh (--cells)"
#define SAY_MOTION_SYSTEMATIC_LAW \
  "remedy.motion-systematic-law", "the model cannot follow this motion; one with curves may: omit --variant linear"
#define SAY_MOTION_FEW "remedy.motion-few", "capture more frames, or fit fewer --max-points"
#define SAY_MOTION_FEW_LAW "remedy.motion-few-law", "capture more frames"
#define SAY_MOTION_BELOW "remedy.motion-below", "the best-fitting stiffness there is negative; use fewer --max-points, or --variant convex"
#define SAY_MOTION_BELOW_CONVEX "remedy.motion-below-convex", "the best-fitting stiffness there is negative; use fewer --max-points"
#define SAY_MOTION_BELOW_FEWER "remedy.motion-below-fewer", "the best-fitting stiffness there is negative; %s"
#define SAY_MOTION_ABOVE "remedy.motion-above", "the bound limits the value, not the data; add captures that fold the cloth that way"
#define SAY_MOTION_BORDER_FEWER "remedy.motion-border-fewer", "the best fit is not convex, and this is the nearest convex one; %s"
#define SAY_MOTION_NOT_CONVEX "remedy.motion-not-convex", "simulations may find several equilibria there; use --variant convex"
#define SAY_MOTION_NOT_CONVEX_FREE "remedy.motion-not-convex-free", "simulations may find several equilibria there; use --convexity step"
#define SAY_MOTION_NOT_CONVEX_FEWER "remedy.motion-not-convex-fewer", "simulations may find several equilibria there; %s"
#define SAY_MOTION_FALLING "remedy.motion-falling", "a simulation is unstable there; --variant convex keeps the stress rising"
#define SAY_MOTION_MINIMUM "remedy.motion-minimum", "use a finer mesh (--cells), or a model with fewer parameters (--addends)"
#define SAY_MOTION_MINIMUM_AT_ONCE \
  "remedy.motion-minimum-at-once", "use --progressive true, which fits one group of addends after the other"

#endif
