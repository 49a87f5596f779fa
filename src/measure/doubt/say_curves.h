// say_curves.h: what looks wrong in a measurement, and what to check.
#ifndef PL_MEASURE_DOUBT_SAY_CURVES_H
#define PL_MEASURE_DOUBT_SAY_CURVES_H

#define SAY_CURVE_FEW_POINTS "curve.few-points", "the curve has only %d points"
#define SAY_CURVE_FEW_POINTS_DO "remedy.curve-few-points", "export all points that the machine recorded"
#define SAY_CURVE_SPIKE "curve.spike", "line %d of %s: %s is %s where its neighbours give %s%s"
#define SAY_CURVE_SPIKE_DO "remedy.curve-spike", "correct or remove the row if it is a recording or typing error"
#define SAY_CURVE_STRAIN_DISAGREES "curve.strain-disagrees", "%s / length goes to %s, column \"%.60s\" to %s: is the length %s?"
#define SAY_CURVE_STRAIN_DISAGREES_DO \
  "remedy.curve-strain-disagrees", "check the specimen's length (the column goes with %s) and the unit of the displacement"
#define SAY_CURVE_ZERO_FORCE "curve.zero-force", "%s is %s at zero %s (%s of full scale)"
#define SAY_CURVE_ZERO_FORCE_DO \
  "remedy.curve-zero-force", "declare \"pretension\": \"%s\" if the specimen carried it, else subtract the tare of the load cell"
#define SAY_CURVE_ZERO_FORCE_DO_2 "remedy.curve-zero-force-2", "subtract the tare of the load cell"
#define SAY_CURVE_PRETENSION "curve.pretension", "%s is %s at zero %s, but a pretension of %s is declared"
#define SAY_CURVE_PRETENSION_DO \
  "remedy.curve-pretension", "add the pretension to the readings if the machine tared them, or correct the value"
#define SAY_CURVE_SLACK "curve.slack", "there is no %s up to %s = %s (%s of the travel)"
#define SAY_CURVE_SLACK_DO "remedy.curve-slack", "if the specimen hung loose, let the zero be estimated: \"fit-offset\": true"
#define SAY_CURVE_BREAK "curve.break", "%s falls from %s to %s after %s = %s, still loading"
#define SAY_CURVE_BREAK_DO "remedy.curve-break", "if the specimen broke or slipped, remove the rows from line %d on"
#define SAY_CURVE_AT_LIMIT "curve.at-limit", "%s stays at its maximum of %s for %d points from %s = %s on"
#define SAY_CURVE_AT_LIMIT_DO "remedy.curve-at-limit", "if this is the limit of the load cell, remove these rows"
#define SAY_CURVE_SHEAR_KES "curve.shear-kes", "the specimen is sheared to %s of its length, %s the 14 %% (8 degrees) to which KES shears"
#define SAY_CURVE_SHEAR_KES_DO "remedy.curve-shear-kes", "check in %.80s the unit of %.120s (mm, cm), and the length of the specimen"
#define SAY_CURVE_REPETITION "curve.repetition", "%s differs by %s of full scale from that of \"%.80s\" at %s = %s"
#define SAY_CURVE_REPETITION_DO                                                                                                          \
  "remedy.curve-repetition", "both are declared as the same kind of test in the same direction: check direction, specimen and units of " \
                             "both"
#define SAY_CURVE_TWICE "curve.twice", "has the same readings as \"%.120s\""
#define SAY_CURVE_TWICE_DO "remedy.curve-twice", "check \"file\" and \"where\" of both; a curve that is given twice counts twice"
#define SAY_CURVE_EXCHANGED "curve.exchanged", "%s and %s look exchanged: "
#define SAY_CURVE_EXCHANGED_DO "remedy.curve-exchanged", "check in %.80s the headers of %.120s and %.120s, and the order of the rows"
#define SAY_CURVE_NAME_DIRECTION "curve.name-direction", "is called %s, but its direction is %s"
#define SAY_CURVE_FILE_DIRECTION "curve.file-direction", "reads %.120s, but its direction is %s"
#define SAY_CURVE_DIRECTION_DO "remedy.curve-direction", "correct \"direction\", \"file\" or the name: warp and weft are probably exchanged"
#define SAY_CURVE_YARN_LENGTH \
  "curve.yarn-length",        \
      "fixed clamps stretch the yarns by %.2g %% at a shear of %.3g %%; by \"%.80s\" that alone needs %s, but %s were measured"
#define SAY_CURVE_YARN_LENGTH_DO \
  "remedy.curve-yarn-length",    \
      "write \"shear\": \"keep-length\" if the machine lets the clamps approach, as KES does; else check the units of %.80s and %.80s"
#define SAY_CURVE_YARN_FACTOR "curve.yarn-factor", "%s"
#define SAY_CURVE_YARN_FACTOR_DO "remedy.curve-yarn-factor", "%s"
#define SAY_CURVE_SPECIMEN_LENGTH "curve.specimen-length", "the specimen is %s long between the clamps; specimens have %s to %s"
#define SAY_CURVE_SPECIMEN_WIDTH "curve.specimen-width", "the specimen is %s wide; specimens have %s to %s"
#define SAY_CURVE_STRAIN_SIZE "curve.strain-size", "the largest displacement is %s times the length of the specimen; plausible are %s to %s"
#define SAY_CURVE_TENSION "curve.tension", "the force per width is %s; sheets bear %s to %s"
#define SAY_CURVE_STIFFNESS "curve.stiffness", "force per width over strain is %s; sheets have %s to %s"
#define SAY_CURVE_STIFFNESS_FAR "curve.stiffness-far", "force per width over strain is %s; sheets that stretch so far have %s to %s"
#define SAY_CURVE_STIFFNESS_SHEAR "curve.stiffness-shear", "shear force per width over shear is %s; sheets have %s to %s"
#define SAY_CURVE_SIZES_DO \
  "remedy.curve-sizes", "check the units of the displacement and force columns, and length, width and strips of the specimen"
#define SAY_CURVE_STIFFNESS_RATIO \
  "curve.stiffness-ratio", "%s per width at a strain of %.3g %%, %s times %s \"%.80s\" of the same cloth (%s)"
#define SAY_CURVE_STIFFNESS_RATIO_DO "remedy.curve-stiffness-ratio", "check in %.80s the units of %.120s and %.120s, then those of %.80s"
#define SAY_CURVE_START "curve.start", "the curve begins at %s with %s: its %s seems not to be counted from the unloaded specimen"
#define SAY_CURVE_START_EXACT_DO "remedy.curve-start-exact", "subtract %s, so that it is zero at the start"
#define SAY_CURVE_START_DO \
  "remedy.curve-start", "subtract %s, so that it is zero at the start; if that is not exact, write \"fit-offset\": true"
#define SAY_CURVE_START_PRETENSION_DO \
  "remedy.curve-start-pretension",    \
      "subtract %s, so that it is zero at the start, and write \"pretension\": \"%s\", or \"fit-offset\": true if that force is uncertain"
#define SAY_CURVE_TRAVEL_RATIO \
  "curve.travel-ratio", "under %s per width it is strained by %s, %.0f times %s \"%.80s\" of the same cloth (%s)"
#define SAY_CURVE_TRAVEL_RATIO_DO                                                                                                        \
  "remedy.curve-travel-ratio", "check the units of %.120s and %.120s in %.80s, and of %.120s and %.120s in %.80s. One is probably %.0f " \
                               "times off; else check the specimen sizes"

#endif
