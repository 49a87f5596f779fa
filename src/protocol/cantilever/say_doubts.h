// say_doubts.h: what looks wrong in a measurement, and what to check.
#ifndef PL_PROTOCOL_CANTILEVER_SAY_DOUBTS_H
#define PL_PROTOCOL_CANTILEVER_SAY_DOUBTS_H

#define SAY_STRIP_BENDING_LENGTH "strip.bending-length", "overhang and chord make a bending length of %s; sheets have %s to %s"
#define SAY_STRIP_BENDING_LENGTH_DO "remedy.strip-bending-length", "check the units of the overhang and of the angle, and the scale"
#define SAY_STRIP_PROFILE_LONG "strip.profile-long", "the profile is %s mm long, the overhang %s mm"
#define SAY_STRIP_PROFILE_LONG_DO "remedy.strip-profile-long", "check the overhang and the scale of the photograph"
#define SAY_STRIP_PROFILE_SHORT "strip.profile-short", "the profile is %s mm long, the overhang %s mm"
#define SAY_STRIP_PROFILE_SHORT_DO \
  "remedy.strip-profile-short", "label the strip to its tip, or write \"tip-labelled\": false; check the overhang and the scale"
#define SAY_STRIP_STRAIGHT "strip.straight", "the strip hardly bends: its chord is %s degrees below the horizontal"
#define SAY_STRIP_STRAIGHT_DO "remedy.strip-straight", "use a longer overhang: chords at 30 to 60 degrees are most informative"
#define SAY_STRIP_VERTICAL "strip.vertical", "the strip hangs almost straight down: its chord is at %s degrees"
#define SAY_STRIP_VERTICAL_DO "remedy.strip-vertical", "use a shorter overhang: chords at 30 to 60 degrees are most informative"
#define SAY_STRIP_CHORD_ORDER "strip.chord-order", "the chord is at %s degrees, that of \"%.80s\", which is %s, at %s degrees"
#define SAY_STRIP_CHORD_ORDER_DO \
  "remedy.strip-chord-order", "check the overhangs of both; a strip that curls by itself is measured from both faces and averaged"

#endif
