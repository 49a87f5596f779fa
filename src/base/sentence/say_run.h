// say_run.h: sentences about the run of a fit: convergence, equilibria, schedules, missing data in its files.
#ifndef PL_BASE_SENTENCE_SAY_RUN_H
#define PL_BASE_SENTENCE_SAY_RUN_H

// warnings
#define SAY_NOT_CONVERGED "run.not-converged", "the optimisation stopped before convergence: %s"
#define SAY_ENDED_REFUSED \
  "run.ended-refused",    \
      "the optimisation has not converged: its last %d steps were all refused, although the first promised a significant decrease"
#define SAY_REFUSED_NO_EQUILIBRIUM \
  "run.refused-no-equilibrium", "stage '%s' ended because %d of its last %d trial steps left frames without equilibrium"
#define SAY_REFUSED_ROSE        \
  "run.refused-residuals-rose", \
      "stage '%s' ended because its last %d trial steps all raised the residuals, the shortest by a change of %.1g"
#define SAY_STEPS_REFUSED \
  "run.steps-refused",    \
      "stage '%s' may have stopped short of its minimum: %d trial steps had no equilibrium within %d iterations (first: '%s', frame %d)"
#define SAY_FRAMES_FAILED "run.frames-failed", "%d of %d %ss of '%s' have no equilibrium (first: %s)"
#define SAY_FRAMES_FAILED_ALL "run.frames-failed.all", "several tests have %ss without equilibrium"
#define SAY_NO_DENSITY "run.no-density", "no density is given: the material cannot be simulated under gravity"
#define SAY_HELD_OUT_ZERO "run.held-out-zero", "the displacement zero of held-out '%s' was estimated from its own curve: %.3g mm"
#define SAY_HELD_OUT_ZERO_ALL "run.held-out-zero.all", "the displacement zeros of held-out tests were estimated from their own curves"
#define SAY_POOR_MINIMUM \
  "run.poor-minimum",    \
      "the search ended in a poor local minimum: weighted sum of squares %.4g, but %.4g for '%s', a special case of this model"
#define SAY_OVERFIT "run.overfit", "held-out tests are predicted better by stage %s (%.3g N) than by the result (%.3g N)"
#define SAY_SPECIMEN_OUTLYING \
  "run.specimen-outlying",    \
      "specimen '%s' is %.0f %% %s than the other %d of its kind, which scatter by %.2g %%; by chance in %.2g %% of such sets"
#define SAY_CHECK_OUTLYING \
  "remedy.specimen-outlying", "check its size, direction, clamps and file; if it is another fabric, give it \"held-out\": true"
#define SAY_FEWER_SAMPLES \
  "run.fewer-samples", "held-out poses are predicted best with %d material sample%s (%.3g sigma), not with %d (%.3g sigma)"
#define SAY_SAMPLES_WITHOUT_STAGES \
  "run.samples-without-stages", "%d stages were ignored in choosing the number of material samples: a pose has no equilibrium there"
#define SAY_SAMPLES_NOT_CHOSEN                                                                                                           \
  "run.samples-not-chosen", "the number of material samples was not chosen: that needs two poses that the others predict, here %d; the " \
                            "last stage has %d samples"
#define SAY_MESH_UNSETTLED \
  "run.mesh-unsettled", "the correction for a finer mesh has not converged: it changed by %.2g sigma in the last fit"
#define SAY_MESH_ERROR_FAILED "run.mesh-error-failed", "standard errors exclude the mesh error: it could not be computed"
#define SAY_MESH_ERROR_UNUSED \
  "run.mesh-error-unused", "standard errors exclude the mesh error: only tests with measured meshes are predicted on a finer mesh"
#define SAY_NO_MEMORY_FOR_WORDS "run.no-memory", "a warning could not be written: out of memory"

// remedies
#define SAY_START_NEARER \
  "remedy.start-nearer", \
      "start nearer to the solution (material file, or --start), use fewer terms or stiffer bending, or raise --solver-max-iterations"
#define SAY_GIVE_DENSITY "remedy.give-density", "add \"density\" to the experiment file"
#define SAY_PREDICT_BLIND \
  "remedy.predict-blind", "its R² is slightly optimistic; set \"fit-offset\": false in its file for a blind prediction"
#define SAY_RESULT_COMPLETED \
  "result.completed", "%s is of an earlier version: its page has no outlines of the tests; fit again to have them"
#define SAY_FINER_OR_NAMED_MODEL "remedy.finer-or-named-model", "use a finer mesh, or a named model (--model stvk, orthotropic)"
#define SAY_ADD_CAPTURES "remedy.add-captures", "add tests: these cannot identify so many parameters"
#define SAY_ADDENDS_AUTO "remedy.addends-auto", "use --addends auto, or add tests"
#define SAY_ADDENDS_STAGE "remedy.addends-stage", "use --addends %s, or --addends auto, or add tests"
#define SAY_TAKE_SAMPLES "remedy.take-samples", "use --samples %d, or add poses and landmarks"
#define SAY_SEE_FAILED_POSES "remedy.see-failed-poses", "find the poses without equilibrium, or give the number of samples"
#define SAY_GIVE_SAMPLES "remedy.give-samples", "add poses, or give the number of samples (--samples 1: a homogeneous body)"
#define SAY_FINER_MESH "remedy.finer-mesh", "use a finer mesh"
#define SAY_FIT_AGAIN_COARSER "remedy.fit-again", "fit again without interrupting it, or with fewer --max-points"
#define SAY_NO_MESH_ERROR "remedy.no-mesh-error", "omit --mesh-error: it applies to tests with measured meshes"
#define SAY_INTERRUPTED "remedy.interrupted", "the best point found is kept; fit again without interrupting it, or with a coarser mesh"
#define SAY_CORRECT_CONTRADICTIONS \
  "remedy.correct-contradictions", "correct or omit the readings that contradict the others, then fit again"
#define SAY_RAISE_ITERATIONS \
  "remedy.raise-iterations", "raise --max-iterations, or see the convergence table for a test that disagrees with the others"
#define SAY_SEE_CONVERGENCE \
  "remedy.see-convergence", "see the convergence table for a test that disagrees with the others, or use a model with fewer parameters"

#endif
