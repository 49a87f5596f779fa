// say_doubts.h: what looks wrong in a measurement, and what to check.
#ifndef PL_PROTOCOL_CAPTURE_SAY_DOUBTS_H
#define PL_PROTOCOL_CAPTURE_SAY_DOUBTS_H

#define SAY_CAPTURE_EXCLUDED "capture.excluded", "%d of %d frames excluded, %s: frame %s"
#define SAY_CAPTURE_EXCLUDED_DO "remedy.capture-excluded", "the other frames are used; repair these, or keep them excluded"
#define SAY_CAPTURE_UNBALANCED \
  "capture.unbalanced", "forces on the cloth do not balance: resultant %s N, largest clip force %s N (medians over the frames)"
#define SAY_CAPTURE_UNBALANCED_DO \
  "remedy.capture-unbalanced", "check units and directions of the cords, \"gravity\", and the masses of clips and cloth"
#define SAY_CAPTURE_CARRIED "capture.carried", "the cords pull up with %s times the weight of cloth and clips; plausible are %s to %s"
#define SAY_CAPTURE_CARRIED_DO \
  "remedy.capture-carried", "check the unit of the tensions (mN, N, kN), the masses of cloth and clips, and \"gravity\""
#define SAY_CAPTURE_CLIP_UNIT \
  "capture.clip-unit", "clip %s is where its vertices and cords are when the places of its poses are multiplied by %s"
#define SAY_CAPTURE_CLIP_UNIT_DO "remedy.capture-clip-unit", "check the unit of the poses (columns x, y, z: mm, m)"
#define SAY_CAPTURE_CLIP_LOOSE "capture.clip-loose", "the vertices held by clip %s do not follow its poses (%s mm rms)"
#define SAY_CAPTURE_CLIP_LOOSE_DO "remedy.capture-clip-loose", "check the unit and the order of the poses, and the list of vertices"
#define SAY_CAPTURE_DIRECTION                                                                                                      \
  "capture.direction", "declared a %s along %s, but the mean %s is %s %% along %s and %s %% along %s: warp and weft are probably " \
                       "exchanged"
#define SAY_CAPTURE_DIRECTION_DO "remedy.capture-direction", "change \"direction\", or exchange the material coordinates of the rest mesh"
#define SAY_CAPTURE_STIFFNESS "capture.stiffness", "force of a clip per width of the cloth over mean strain is %s; sheets have %s to %s"
#define SAY_CAPTURE_STIFFNESS_DO "remedy.capture-stiffness", "check the unit of the tensions (mN, N, kN)"
#define SAY_CAPTURE_AGAINST_MOTION "capture.against-motion", "clips pull less the farther apart they are: forces point against their motion"
#define SAY_CAPTURE_AGAINST_MOTION_DO \
  "remedy.capture-against-motion", "check the directions of the cords: they point from the clip along the pull"
#define SAY_CAPTURE_DENSITY_DO "remedy.capture-density", "check \"unit\" of the rest mesh, \"mass\" and \"density\""

#endif
