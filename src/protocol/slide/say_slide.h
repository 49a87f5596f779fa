// say_slide.h: what looks wrong in tests of sliding, and remedies of the protocol `slide`.
#ifndef PL_PROTOCOL_SLIDE_SAY_SLIDE_H
#define PL_PROTOCOL_SLIDE_SAY_SLIDE_H

#define SAY_SLIDE_COEFFICIENT "slide.coefficient", "the coefficient of friction is about %s; surfaces of cloth have %s to %s"
#define SAY_SLIDE_COEFFICIENT_DO "remedy.slide-coefficient", "check the units of force (N, gf) and load, and which of them is the load"
#define SAY_SLIDE_UNKNOWN "remedy.slide-unknown", "pull along warp and along weft; a pull between them measures a mixture"
#define SAY_SLIDE_POOR "remedy.slide-poor", "check this test first: units, load, direction, the same face of the cloth; then the law"
#define SAY_SLIDE_FEW "remedy.slide-few", "repeat the pull: five readings give a standard error, one does not"
#define SAY_SLIDE_NOTE \
  "slide.note", "Friction from tests of sliding. Nothing else was measured: combine with a fit of stretching before simulating."
#define SAY_SLIDE_ORDER "slide.order", "static friction of '%s' is lower than kinetic friction, %.3g and %.3g"
#define SAY_SLIDE_ORDER_DO "remedy.slide-order", "wait before each pull, and read the largest force at which it begins to move"

#endif
