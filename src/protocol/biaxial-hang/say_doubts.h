// say_doubts.h: what looks wrong in a measurement, and what to check.
#ifndef PL_PROTOCOL_BIAXIAL_HANG_SAY_DOUBTS_H
#define PL_PROTOCOL_BIAXIAL_HANG_SAY_DOUBTS_H

#define SAY_HANG_LIGHT "hang.light", "the heaviest weight of a side is %s times that of the cloth, below %s times"
#define SAY_HANG_SLAT "hang.slat", "\"slat\" is %s times the heaviest weight; plausible are %s to %s"
#define SAY_HANG_HOLDER "hang.holder", "\"holder\" is %s times the heaviest weight; plausible are %s to %s"
#define SAY_HANG_CLIP "hang.clip", "\"clip-mass\" is %s times the heaviest weight; plausible are %s to %s"
#define SAY_HANG_LOAD_DO \
  "remedy.hang-load", "check the units of the weights (g, kg, N), of \"slat\", \"holder\", \"clip-mass\" and \"density\""
#define SAY_HANG_NO_UNLOADED "hang.no-unloaded", "no frame is without weights: the unloaded one is taken to be %s, which is stretched"
#define SAY_HANG_NO_UNLOADED_DO \
  "remedy.hang-no-unloaded", "add a photograph without weights; what hangs in every frame belongs into \"slat\" and \"holder\""
#define SAY_HANG_CLIPS_EXCHANGED "hang.clips-exchanged", "the left clip lies to the right of the right clip: left and right are exchanged"
#define SAY_HANG_CLIPS_EXCHANGED_DO "remedy.hang-clips-exchanged", "exchange the names of the bodies left and right, or turn the photograph"
#define SAY_HANG_WIDTH "hang.width", "the unloaded cloth is %s mm wide between the clips, declared are %s mm"
#define SAY_HANG_HEIGHT "hang.height", "the unloaded cloth is %s mm high between the slats, declared are %s mm"
#define SAY_HANG_CLIP_LENGTH "hang.clip-length", "the points of the %s clip are %s mm apart, declared are %s mm"
#define SAY_HANG_CLIP_LENGTH_DO "remedy.hang-clip-length", "label both ends of the clip on the edge of the cloth, or correct \"clip\""
#define SAY_HANG_SLAT_BENT "hang.slat-bent", "points \"%.40s\" and \"%.40s\" of body \"%s\" change their distance by %s mm in %s"
#define SAY_HANG_SLAT_BENT_DO \
  "remedy.hang-slat-bent", "slats and clips are rigid: correct the labels, or the calibration if the camera was moved"
#define SAY_HANG_BODY_REVERSED "hang.body-reversed", "body \"%s\" is the other way round in %s: are its points exchanged?"
#define SAY_HANG_BODY_REVERSED_DO "remedy.hang-body-reversed", "exchange the labels of its points in that photograph"
#define SAY_HANG_BODY_TURNS "hang.body-turns", "body \"%s\" turns by %s degrees in %s"
#define SAY_HANG_BODY_TURNS_DO \
  "remedy.hang-body-turns", "hang the weight on the middle of the body; in the simulation slats and clips translate but do not rotate"
#define SAY_HANG_TOP_MOVES "hang.top-moves", "the top slat moves by %s mm in %s"
#define SAY_HANG_TOP_MOVES_DO \
  "remedy.hang-top-moves", "the top slat is fixed: calibrate each photograph alike, and do not touch the camera between them"
#define SAY_HANG_BOTTOM_RISES "hang.bottom-rises", "the bottom slat hangs %s mm higher in %s than in %s"
#define SAY_HANG_BOTTOM_RISES_DO "remedy.hang-bottom-rises", "check the weights and the labels of both photographs"
#define SAY_HANG_CALIBRATION "hang.calibration", "the calibration leaves residuals of %s mm rms at its marks"
#define SAY_HANG_CALIBRATION_DO "remedy.hang-calibration", "check the marks one by one; correct lens distortion before labelling"
#define SAY_HANG_OUTSIDE_MARKS "hang.outside-marks", "%d labelled points lie far outside the marks of the calibration"
#define SAY_HANG_OUTSIDE_MARKS_DO \
  "remedy.hang-outside-marks", "use a rectangle or marks around the whole cloth: outside of them the calibration extrapolates"
#define SAY_HANG_SIZE_DO \
  "remedy.hang-size", "check the scale or the corners of the calibration and the declared size; label where the cloth ends"
#define SAY_HANG_NO_WEIGHT "hang.no-weight", "the density of the cloth is not given: its own weight is ignored"
#define SAY_HANG_NO_WEIGHT_DO \
  "remedy.hang-no-weight", "weigh a piece of known size and write \"density\": \"180 g/m^2\" at the top of the file"

#endif
