// say_doubts.h: what looks wrong in a measurement, and what to check.
#ifndef PL_PROTOCOL_WEIGHTS_SAY_DOUBTS_H
#define PL_PROTOCOL_WEIGHTS_SAY_DOUBTS_H

#define SAY_WEIGHTS_HEAVY "weights.heavy", "the heaviest weight is %s; by hand %s to %s are hung"
#define SAY_WEIGHTS_CLIP "weights.clip", "the clip weighs %s times the heaviest weight; plausible are %s to %s"
#define SAY_WEIGHTS_STIFFNESS "weights.stiffness", "force per width over strain is %s; sheets have %s to %s"
#define SAY_WEIGHTS_LOAD_DO "remedy.weights-load", "check the units of the weights (g, kg, N), of \"clip\" and of the lengths (mm, cm)"
#define SAY_WEIGHTS_BEGINS_LOADED "weights.begins-loaded", "the sequence begins at %s N, and its smallest weight is %s N"
#define SAY_WEIGHTS_BEGINS_LOADED_DO \
  "remedy.weights-begins-loaded", "begin without a weight: the path to the first one is otherwise unknown"
#define SAY_WEIGHTS_JUMPS "weights.jumps", "%d jump%s in the sequence, the first in line %d: more than %g times the usual step of %s N"
#define SAY_WEIGHTS_JUMPS_DO "remedy.weights-jumps", "add the rows that are missing; keep it if the weights were hung like this"
#define SAY_WEIGHTS_ENDS_LOADED "weights.ends-loaded", "the sequence ends at %s N, not at %s N"
#define SAY_WEIGHTS_ENDS_LOADED_DO \
  "remedy.weights-ends-loaded", "add the rows down to the last weight; keep it if the measurement was stopped there"
#define SAY_WEIGHTS_ONE_TURN "weights.one-turn", "all cycles turn at the same weight, %s N"
#define SAY_WEIGHTS_ONE_TURN_DO \
  "remedy.weights-one-turn", "add cycles that turn at smaller weights: they identify tau and the growth of friction with strain"
#define SAY_WEIGHTS_AGAINST_WEIGHT \
  "weights.against-weight", "%d length%s against the change of the weight by more than %g sigma, the first in line %d"
#define SAY_WEIGHTS_AGAINST_WEIGHT_DO "remedy.weights-against-weight", "check these rows; if many are like this, \"sigma\" is too small"
#define SAY_WEIGHTS_SHORTER_THAN_REST \
  "weights.shorter-than-rest", "the cloth hangs with a length of %s mm, shorter than its rest length of %s mm"
#define SAY_WEIGHTS_SHORTER_THAN_REST_DO \
  "remedy.weights-shorter-than-rest", "check \"length\"; or measure the flat cloth between the same marks and write \"rest-length\""
#define SAY_WEIGHTS_SHORTER_AFTER \
  "weights.shorter-after", "at the same weight the cloth is shorter after unloading than before, by %s mm on average"
#define SAY_WEIGHTS_SHORTER_AFTER_DO \
  "remedy.weights-shorter-after", "check the order of the rows: friction makes it longer; a drift of the clips makes it shorter"
#define SAY_WEIGHTS_SIGMA_LARGE "weights.sigma-large", "the cloth stretches by only %s mm, with a standard deviation of lengths of %s mm"
#define SAY_WEIGHTS_SIGMA_LARGE_DO \
  "remedy.weights-sigma-large", "hang heavier weights, use a longer or narrower piece, or measure the lengths more precisely"
#define SAY_WEIGHTS_SIGMA_ODD "weights.sigma-odd", "the declared standard deviation of lengths is %s mm"
#define SAY_WEIGHTS_SIGMA_ODD_DO \
  "remedy.weights-sigma-odd", "sigma is the scatter of repeated readings of one length, usually 0.05 to 0.5 mm; check its unit"

#endif
