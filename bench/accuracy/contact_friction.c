// contact_friction.c: Coulomb friction in motion against closed forms.
//
// Incline of slope 0.5: mu = 0.5 holds but creeps, at most at the slip speed; below it a = g (sin - mu cos). Capstan of half a turn: the strip
// sticks up to the ratio exp(mu pi) and runs away beyond it. The ratio is enclosed by pulls 2 % below and above.
#include <math.h>

#include "bench/cases.h"
#include "scenes/contact.h"

#define PI 3.14159265358979323846
#define SLIP 1e-3  // m/s, of both scenes

pl_status reproduce_contact_friction(evidence *e) {
  static const double mu[] = {0.5, 0.49, 0.3};
  const double tangent = 0.5;
  for (int i = 0; i < 3; i++) {
    double speed, acceleration, closed = 9.81 * (tangent - mu[i]) / sqrt(1 + tangent * tangent);
    PL_TRY(scene_incline(e->ctx, tangent, mu[i], &speed, &acceleration));
    if (closed == 0)
      evidence_below(e, speed / SLIP, "", 1 + 1e-6, "incline, mu = %g: speed over the slip speed", mu[i]);
    else
      evidence_below(e, 100 * fabs(acceleration / closed - 1), "%", 1,
                     "incline, mu = %g: error of the acceleration, closed form %.4g m/s^2", mu[i], closed);
  }
  for (int side = 0; side < 2; side++) {
    double travel, ratio = (side ? 1.02 : 0.98) * exp(0.3 * PI);
    PL_TRY(scene_capstan(e->ctx, 0.3, ratio, &travel));
    if (side == 0)
      evidence_below(e, travel / (SLIP * 0.15), "", 1.5, "capstan, mu = 0.3, pull 2 %% below the closed ratio: travel over that of creep");
    else
      evidence_below(e, SLIP * 0.15 / travel, "", 0.15, "capstan, pull 2 %% above it: travel of creep over its travel");
  }
  evidence_note(
      e, "Sheets of poplin; friction is lagged by one step and smoothed below a slip speed of %g mm/s. The rod is a prism of 72 sides.",
      1e3 * SLIP);
  return PL_OK;
}
