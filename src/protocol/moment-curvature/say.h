// say.h: sentences of the protocol `moment-curvature`.
#ifndef PL_PROTOCOL_MOMENT_CURVATURE_SAY_H
#define PL_PROTOCOL_MOMENT_CURVATURE_SAY_H

#define SAY_LOOP_FAILED "remedy.loop-failed", "they were excluded; record smaller steps of curvature"
#define SAY_LOOP_UNKNOWN "remedy.loop-unknown", "bend to larger curvatures, to both faces and back, or fit a --model with fewer parameters"
#define SAY_LOOP_POOR "remedy.loop-poor", "check this loop first: units, zero of the moment, slip in the clamps; only then the model"
#define SAY_LOOP_SYSTEMATIC \
  "remedy.loop-systematic", "the model cannot follow this loop; try --model rigidity-curve-faces, or --friction dahl"
#define SAY_LOOP_FEW "remedy.loop-few", "record more readings, or use --model rigidity-constant"
#define SAY_MOMENT_FACES \
  "moment.faces-differ", "cloth cut at %.4g degrees is stiffer with its face %s: B is %s +- %s N m outward, %s +- %s N m inward"
#define SAY_MOMENT_FACES_DO \
  "remedy.moment-faces-differ", "use a --model with separate faces, and keep track of the face in simulations; one number is their mean"
#define SAY_MOMENT_TAU "moment.tau-held", "the rate of friction of %s is held at %.3g 1/m: B and 2HB of a data sheet do not identify it"
#define SAY_MOMENT_TAU_DO "remedy.moment-tau-held", "add the loop itself; moments near a turning point depend on this rate"
#define SAY_MOMENT_MEMBRANE                                                                                                      \
  "moment.membrane-held", "Bending from loops of moment over curvature. The membrane was not measured: %g N/m stand in for it. " \
                          "Combine with a fit of tensile tests before simulating."

#endif
