// contact.h: scenes of contact with known outcomes, for tests and `pliant reproduce`.
#ifndef PL_SCENES_CONTACT_H
#define PL_SCENES_CONTACT_H

#include <pliant/extend.h>

// A flat sheet on a board of slope `tangent`: its speed (m/s) after 1 s and its mean acceleration (m/s^2) over the last half second. NAN if a step
// did not converge. Closed form: g (sin - mu cos), or creep at most at the slip speed, 1 mm/s.
pl_status scene_incline(pl_context *ctx, double tangent, double mu, double *speed, double *acceleration);

// A strip hangs over a rod by half a turn, 0.2 N at one end and `ratio` times as much at the other. *travel: rise (m) of the first end in 0.15 s
// after the pull has grown. Closed form: it sticks for ratio < exp(mu pi).
pl_status scene_capstan(pl_context *ctx, double mu, double ratio, double *travel);

typedef struct scene_collided {
  double momentum;  // largest change over that of the start
  double growth;    // largest rise of the balance of energies above its lowest value before, over that of the start
  double contact;   // largest energy of contact over the total: the sheets did meet
} scene_collided;
// Two sheets collide in free flight, without friction and damping. `method`: an integrator of scenes.
pl_status scene_collide(pl_context *ctx, const char *method, scene_collided *out);

enum { SCENE_DROP_STEPS = 15, SCENE_DROP_PARTS = 8 };
typedef struct scene_dropped {
  int n_step, n_hit, n_nan;  // steps made, those with an intersection by the exact test, coordinates that are not finite
  double inside;             // m, smallest distance of a vertex from the ball and the floor
  bool stopped;              // a step was not finite
  int64_t n_loose;           // steps whose iteration did not converge
} scene_dropped;
// Two or three sheets or solids fall on a ball and a floor. Their places, turns and velocities up to 10 m/s are random. So are the
// steps, up to 20 ms.
// folder: gets the material file of the solids; NULL: sheets only.
pl_status scene_drop(pl_context *ctx, uint64_t seed, const char *folder, scene_dropped *out);

#endif
