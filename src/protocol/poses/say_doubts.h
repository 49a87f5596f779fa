// say_doubts.h: what looks wrong in a measurement, and what to check.
#ifndef PL_PROTOCOL_POSES_SAY_DOUBTS_H
#define PL_PROTOCOL_POSES_SAY_DOUBTS_H

#define SAY_POSES_BODY_DENSITY "poses.body-density", "the density is %s; materials have %s to %s"
#define SAY_POSES_POSE_GRAVITY "poses.pose-gravity", "gravity is %s; on Earth it is %s to %s"
#define SAY_POSES_ANGLE "poses.angle", "a support is turned by %s; plausible are %s to %s"
#define SAY_POSES_BODY_SIZE "poses.body-size", "the body is %s large from corner to corner; bodies have %s to %s"
#define SAY_POSES_SUPPORTS_FAR "poses.supports-far", "supports move apart by %s times the size of the body; plausible are %s to %s"
#define SAY_POSES_SUPPORTS_STILL \
  "poses.supports-still", "supports move apart by %s times the size of the body, and nothing else acts on it; plausible are %s to %s"
#define SAY_POSES_BODY_DENSITY_DO "remedy.poses-body-density", "check the unit of \"density\""
#define SAY_POSES_POSE_GRAVITY_DO \
  "remedy.poses-pose-gravity", "check its unit: it is 9.81 m/s^2 on Earth, or write its direction alone, [0, 0, -1]"
#define SAY_POSES_LANDMARK_OUTSIDE \
  "poses.landmark-outside", "landmark \"%.80s\" is %.3g mm outside of the mesh, which is %.3g mm from corner to corner"
#define SAY_POSES_LANDMARK_OUTSIDE_DO \
  "remedy.poses-landmark-outside", "check its coordinates and the unit of the mesh, or narrow \"tolerance\""
#define SAY_POSES_PLACES_UNIT \
  "poses.places-unit", "pose \"%.80s\": positions are %.3g mm from rest (rms of %d), but %.3g mm when they are %s"
#define SAY_POSES_PLACES_FAR \
  "poses.places-far",        \
      "pose \"%.80s\": positions are %.3g mm from rest (rms of %d); the body measures %.3g mm across and its supports move by %.3g mm"
#define SAY_POSES_SPREAD "poses.spread", "pose \"%.80s\": %d landmarks are spread over %.3g mm, at rest over %.3g mm (rms)"
#define SAY_POSES_MOTION \
  "poses.motion", "pose \"%.80s\": landmarks move %.2g times as far as the supports around them, which move by up to %.3g mm"
#define SAY_POSES_MOTION_DO \
  "remedy.poses-motion", "check the unit of \"translation\" and \"rotation\", the sign of the motion, and the unit of the positions"
#define SAY_POSES_ANGLE_DO "remedy.poses-angle", "check the unit of \"angle\": deg or rad?"
#define SAY_POSES_LENGTH "poses.length", "pose \"%.80s\": the length of \"%.80s\" is %s, but the places of its landmarks are %s apart"
#define SAY_POSES_LENGTH_DO "remedy.poses-length", "check its unit, and the names of the landmarks it runs along"
#define SAY_POSES_SIZE "poses.size", "pose \"%.80s\": the %s of \"%.80s\" is %s, the mesh has %s at rest"
#define SAY_POSES_SIZE_DO "remedy.poses-size", "check its unit, the unit of the mesh, and which set it belongs to"
#define SAY_POSES_SIGMA "poses.sigma", "the sigma of %s is %s, larger than every reading: at most %s%s"
#define SAY_POSES_SIGMA_DO "remedy.poses-sigma", "check the unit of \"sigma\" of %s: it is the standard deviation of one reading"
#define SAY_POSES_COLUMNS \
  "poses.columns", "positions are %.3g mm from rest (rms of %d), but %.3g mm when %s are exchanged: these columns look exchanged"
#define SAY_POSES_COLUMNS_DO "remedy.poses-columns", "exchange the two names in the header of the positions, or turn the axes of the mesh"
#define SAY_POSES_BALANCE \
  "poses.balance", "pose \"%.80s\": forces, loads and weight do not balance along %c: resultant %.3g N, largest force %.3g N"
#define SAY_POSES_BALANCE_DO \
  "remedy.poses-balance", "check the units and signs of the forces, \"density\" and \"gravity\": supports carry the loads and the weight"
#define SAY_POSES_SIGN \
  "poses.sign", "pose %s: %s \"%.80s\" points against the motion of its support (work %.3g mJ): impossible for an elastic body"
#define SAY_POSES_SIGNS                                                                                                                  \
  "poses.signs", "%s they point against the motion of their supports (%s \"%.80s\": work %.3g mJ in the first of them): impossible for " \
                 "an elastic body"
#define SAY_POSES_AGAINST_LOAD "poses.against-load", "pose \"%.80s\": the landmarks move against %s, by %.3g mm on average"
#define SAY_POSES_AGAINST_LOAD_DO \
  "remedy.poses-against-load", "check the direction of gravity and loads in the axes of the mesh, and those of the positions"
#define SAY_POSES_SHEET_MODULUS \
  "poses.sheet-modulus", "pose \"%.80s\": by %s \"%.80s\" the sheet has a modulus of about %.2g N/m, sheets have less than %g"
#define SAY_POSES_BODY_MODULUS \
  "poses.body-modulus", "pose \"%.80s\": by %s \"%.80s\" the body has a modulus of about %s, soft materials have 10 Pa to 10 GPa"
#define SAY_POSES_MODULI_APART \
  "poses.moduli-apart", "by %s \"%.60s\" in pose \"%.60s\" the modulus is about %s, by %s \"%.60s\" in pose \"%.60s\" about %s"
#define SAY_POSES_MODULI_APART_DO "remedy.poses-moduli-apart", "check the units of forces and torques (mN, N, kN), of \"density\" and loads"
#define SAY_POSES_BODY_SIZE_DO "remedy.poses-body-size", "check the unit of the mesh"
#define SAY_POSES_LANDMARKS_CORNER \
  "poses.landmarks-corner", "%d landmarks are in a corner of %s of a body of %s, but fill it when they are multiplied by %g"
#define SAY_POSES_LANDMARKS_CORNER_DO "remedy.poses-landmarks-corner", "check the unit of the mesh, and that of the landmarks"
#define SAY_POSES_PLACES_DO \
  "remedy.poses-places", "check the unit in the header of the positions, that of the mesh, and that both have the same origin and axes"
#define SAY_POSES_SIGN_DO                                                                                                                \
  "remedy.poses-sign", "turn the sign: forces and torques are what the support does to the body. If they are the body's, write \"of\": " \
                       "\"body\""
#define SAY_POSES_MODULUS_DO \
  "remedy.poses-modulus", "check the unit of the force (mN, N, kN), of \"density\" and loads, and that of the mesh"
#define SAY_POSES_SUPPORTS_DO \
  "remedy.poses-supports", "check the unit of the mesh, and that of \"translation\" or the positions of the supports"

#endif
