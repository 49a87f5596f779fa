// say_material.h: sentences about limits of a material: extrapolation, convexity, stability, friction, locking.
#ifndef PL_BASE_SENTENCE_SAY_MATERIAL_H
#define PL_BASE_SENTENCE_SAY_MATERIAL_H

// warnings
#define SAY_UNMEASURED "material.unmeasured", "'%s' needs %s, which was never measured: its values are those of the prior"
#define SAY_UNMEASURED_ALL "material.unmeasured.all", "the prediction uses stiffnesses that were not measured"
#define SAY_OTHER_SIDE "material.other-side", "extrapolation: '%s' strains %s %s, measured only %s, on the other side of zero"
#define SAY_EXTRAPOLATED "material.extrapolated", "extrapolation: '%s' strains %s to %s, measured only to %s%s: %s times as far"
#define SAY_EXTRAPOLATED_ALL "material.extrapolated.all", "extrapolation: held-out tests strain the material further than it was measured"
#define SAY_NO_STIFFNESS "material.no-stiffness", "the material has no stiffness in %s: nothing was measured there"
#define SAY_NOT_CONVEX "material.not-convex", "the material is not convex: %s"
#define SAY_NEAR_SINGULAR   \
  "material.near-singular", \
      "the coupling of warp and weft is near its limit: c12^2 is %.0f %% of c11 c22, so free contraction amplifies errors %.0f times"
#define SAY_UNSTABLE_TENSION \
  "material.unstable-tension", "in %s tension the material is unstable beyond a stretch of %.3g: %s inequality fails"
#define SAY_UNSTABLE_TENSION_ALL "material.unstable-tension.all", "the material is unstable at large stretches"
#define SAY_FLAT "material.flat", "the material has zero stiffness against a change of shape in %s"
#define SAY_UNSTABLE_STATE                                                                                                       \
  "material.unstable-state",                                                                                                     \
      "the material is unstable within the measured range: at stretches of %.3g, %.3g%s the smallest eigenvalue of d(Kirchhoff " \
      "stress)/d(logarithmic stretch) is %.3g %s"
#define SAY_LOCKING \
  "material.locking", "nearly incompressible (Poisson's ratio %.3g): these elements lock, so fitted stiffnesses may be too small"
#define SAY_FALLING "material.falling-stress", "the stress of %s decreases beyond %s%s%s"
#define SAY_FALLING_ALL "material.falling-stress.all", "the stress of several terms decreases at large strains"
#define SAY_UNSATURATED "material.friction-unsaturated", "%s%s reaches %.0f %% of its largest stress within the measured strains"
#define SAY_FRICTION_JUMPS                \
  "material.friction-unstable-unloading", \
      "while unloading, %s%s falls faster than %s stiffens near zero strain: b = %.3g against k = %.3g %s"

// warnings of virtual experiments and scenes
#define SAY_EXTRAPOLATED_RANGE \
  "material.extrapolated-range", "extrapolation: '%s' strains %s from %.3g to %.3g, measured only from %.3g to %.3g"
#define SAY_NO_STIFFNESS_IN "material.incomplete", "'%s' has no stiffness in %s: complete it with 'pliant material combine'"
#define SAY_NO_BENDING "material.no-bending", "'%s' has no bending stiffness: the size of folds is undetermined"
#define SAY_COARSE_CELLS \
  "material.coarse-cells", "'%s' bends over %.3g mm, its cells are %.3g mm: rigidity off by about %.0f %%. Cells of %.3g mm give 10 %%"
#define SAY_CLAMP_SHALLOW \
  "scene.clamp-shallow",  \
      "the clamp '%s' ends within the first triangles of '%s' along %.0f %% of its edge: the cloth turns there freely. Hold one row more"
#define SAY_NO_ENERGY \
  "material.no-energy", "the stress of '%s' has no energy: motions may gain some from it. 'pliant material twin' makes one that has"
#define SAY_NOT_DETERMINED \
  "material.not-determined", "'%s' has numbers that its measurements do not determine; 'pliant material show' lists them"
#define SAY_NUMBERS_NOT_DETERMINED "material.numbers-not-determined", "%d of the %s numbers %s not determined by data (%s)"
#define SAY_DENSITY_TAKEN "material.density-taken", "the material '%s' has no density: %s is taken, as %s says"
// a law replaced by its name alone in a material file
#define SAY_SWAPPED \
  "material.swapped", "'%s': the law %s replaces %s. Its numbers are projected; stresses differ by %.2g %% over the range of validity"
#define SAY_SWAPPED_EXACTLY "material.swapped-exactly", "'%s': the law %s replaces %s with the same stresses"
#define SAY_SWAP_DROPPED "material.swap-dropped", "'%s': the law %s has no \"%s\", which is dropped"
#define SAY_SWAP_NEW_KNOTS "material.swap-new-knots", "'%s': the law %s has its own \"%s\", chosen for strains up to %.3g"
#define SAY_SWAP_SHARED "material.swap-shared", "'%s' shares the numbers of '%s' and follows it to the law %s"
#define SAY_SWAP_CONVEXITY \
  "material.swap-convexity", "the convexity in the file is that of the former laws and is dropped; 'pliant material show' examines it"

// remedies
#define SAY_ADD_TEST_THAT_WAY "remedy.add-test-that-way", "add a test that strains the material that way"
#define SAY_MEASURE_FURTHER "remedy.measure-further", "measure further in that direction"
#define SAY_COMBINE "remedy.combine", "before simulating, complete it with `pliant material combine`, or add tests that strain it that way"
#define SAY_USE_POLYCONVEX \
  "remedy.use-polyconvex", "simulations may jump there; use --polyconvex true, whose laws are stable, or add poses at larger strains"
#define SAY_LOAD_FURTHER "remedy.load-further", "load further: only a combination of its largest stress and tau is identifiable"
#define SAY_FRICTION_CONSTANT "remedy.friction-constant", "a cloth under load jumps there; --friction constant has no such branch"
#define SAY_LOCKING_NEO_HOOKEAN \
  "remedy.locking-neo-hookean", \
      "fit again with --model neo-hookean, whose volume is a separate term: its hexahedra do not lock (docs/theory/solids.md)"
#define SAY_LOCKING_HEXAHEDRA \
  "remedy.locking-hexahedra", \
      "fit again with --elements hexahedra, or write \"elements\": \"hexahedra\" in \"mesh\": they do not lock (docs/theory/solids.md)"
#define SAY_LOCKING_BOTH \
  "remedy.locking-both", "fit again with --elements hexahedra --model neo-hookean, which do not lock (docs/theory/solids.md)"

#endif
