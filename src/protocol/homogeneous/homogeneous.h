// homogeneous.h: sheets and blocks in a known homogeneous state of deformation, with measured stresses: protocol `homogeneous`.
//
// One test is one specimen in one mode. The state of a frame is
//
//       | l1  g  0  |      direction 1: pulled (or sheared along), direction 2: across it (or the normal of the sheared face),
//   F = | 0   l2 0  |      direction 3: stress-free
//       | 0   0  l3 |      g: displacement of the sheared face over the rest distance of the two faces
//
// with, per mode (incompressible: l1 l2 l3 = 1; free directions have an unknown stretch),
//
//   uniaxial        l1 imposed           2 and 3 free                       stress P11
//   equibiaxial     l1 = l2 imposed      3 free                             stress P11, P22
//   planar          l1 imposed, l2 = 1   3 free                             stress P11, P22
//   strip-biaxial   l1 imposed, l2 fixed 3 free                             stress P11, P22
//   biaxial         l1, l2 imposed       3 free                             stress P11, P22
//   simple-shear    g imposed            l1 = l2 = l3 = 1                   shear stress P12, P22
//   compound-shear  g imposed, l2 fixed  1 and 3 free; F12 = g              shear stress P12, P22
//
// Nominal stress P_ij is force along i per rest area of the face with normal j; Cauchy stress is P F^T / J. Channels keep their given
// stress measure.
//   stretch, stretch-2, shear             [n_frame]: imposed; NULL where the mode determines it
//   stress, stress-2, shear-stress        [n_frame], Pa: observed, NULL when not measured
//   lateral-stretch                       [n_frame]: observed: l2 of uniaxial, l3 of the others; unless incompressibility determines it
#ifndef PL_PROTOCOL_HOMOGENEOUS_HOMOGENEOUS_H
#define PL_PROTOCOL_HOMOGENEOUS_HOMOGENEOUS_H

#include "measure/protocol.h"

// In the order of the choices in an experiment file.
typedef enum pl_homogeneous_mode {
  PL_UNIAXIAL,
  PL_EQUIBIAXIAL,
  PL_PLANAR,
  PL_STRIP_BIAXIAL,
  PL_BIAXIAL,
  PL_SIMPLE_SHEAR,
  PL_COMPOUND_SHEAR,
  PL_HOMOGENEOUS_MODES
} pl_homogeneous_mode;
const char *pl_homogeneous_mode_name(pl_homogeneous_mode mode);   // "uniaxial"
const char *pl_homogeneous_mode_words(pl_homogeneous_mode mode);  // "pulled or pressed in one direction, free across"

typedef enum pl_stress_measure {
  PL_STRESS_NOMINAL,
  PL_STRESS_CAUCHY,
  PL_STRESS_DIFFERENCE  // Cauchy stress 1 minus Cauchy stress 2, which is independent of pressure; in the channel `stress`
} pl_stress_measure;
extern const char *const pl_stress_measure_name[3];
typedef enum pl_symmetry { PL_SYMMETRY_ISOTROPIC, PL_SYMMETRY_ORTHOTROPIC } pl_symmetry;

enum {
  PL_HOMOGENEOUS_STRETCH,
  PL_HOMOGENEOUS_STRETCH_2,
  PL_HOMOGENEOUS_SHEAR,
  PL_HOMOGENEOUS_STRESS,
  PL_HOMOGENEOUS_STRESS_2,
  PL_HOMOGENEOUS_SHEAR_STRESS,
  PL_HOMOGENEOUS_LATERAL,
  PL_HOMOGENEOUS_CHANNELS
};

typedef struct pl_homogeneous {
  pl_homogeneous_mode mode;
  pl_stress_measure measure;
  pl_symmetry symmetry;  // declared symmetry of the material
  bool incompressible;
  double held;       // l2 of strip-biaxial and compound-shear if it is constant; 0: the channel stretch-2 has it
  double thickness;  // m, of a sheet at rest; 0: not given
  bool named;        // the file names the axes of the material:
  int axis[2];       // 0, 1 or 2 along directions 1 and 2 (axes.c)
} pl_homogeneous;

extern const pl_protocol pl_protocol_homogeneous;
extern const struct pl_laboratory pl__homogeneous_laboratory;  // tests from flags (laboratory.c)
// Data of a test of this protocol; NULL: it is of another.
static inline const pl_homogeneous *pl_homogeneous_of(const pl_test *test) {
  return test->protocol == &pl_protocol_homogeneous ? test->detail : NULL;
}

// The material axes along directions 1, 2 and 3 at the angle 0; by default 0, 1, 2. With the sign *sense of the third they are
// right-handed.
void pl_homogeneous_axes(const pl_homogeneous *h, int axis[3], double *sense);
bool pl_homogeneous_same_axes(const pl_homogeneous *a, const pl_homogeneous *b);
// As a file names them: key "axes" or "plane", value "fs".
const char *pl_homogeneous_axes_key(const pl_homogeneous *h);
void pl_homogeneous_axes_name(const pl_homogeneous *h, char name[3]);

// The imposed part of a frame's state; `free` says which stretches are not imposed. A free one is set to that of an incompressible
// neo-Hookean body: exact for every incompressible isotropic body in tension, and a starting value elsewhere. (In shear, l1 and l3 are
// equal if the energy depends on I1 alone, and differ by its dependence on I2.)
typedef struct pl_homogeneous_state {
  double stretch[3];  // l1, l2, l3
  double shear;       // g = F12
  bool free[3];
} pl_homogeneous_state;
pl_homogeneous_state pl_homogeneous_at(const pl_test *test, int frame);

// The factor from nominal to the test's measure of an observed stress channel. It is 1, or F11, F22 over J: both shear stress and stress-2
// act on the face with normal 2. For a difference it is 1. Compressible bodies: by the measured lateral stretch.
double pl_homogeneous_factor(const pl_test *test, int channel, int frame);

#endif
