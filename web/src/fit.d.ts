// fit.d.ts: fit.json. Made by `pliant docs fit-types` from the table of the writer; do not edit.

export interface Fit {
  pliant: string; // format and its version: "fit 2"
  verb: string; // fit or predict
  verdict: string; // the result in a few sentences
  reasons: string[]; // names of the clauses of the verdict
  command: string; // the command as typed
  next: string; // the suggested next command
  outcome: {
    state: string; // good, partly or bad
    converged: boolean; // the optimiser converged
    interrupted: boolean; // the fit was interrupted: the best point reached, not a minimum
    stop_reason: string; // why the optimiser stopped
    fit_passed: boolean; // every fitted test passed
    validation_passed: boolean; // every held-out test passed
    accept_r2: number | null; // R2 that a curve must reach
    fitted_tests: number | null; // number of fitted tests
    held_out_tests: number | null; // number of held-out tests
    chi2: number | null; // weighted sum of squares of the residuals
    residuals: number | null; // number of readings that were compared
    inflation: number | null; // mean ratio of the sigmas to those that the weights alone would give
  }; // how the fit ended
  warnings: {
    id: string; // name of the warning, the same in every version
    text: string; // the warning
    remedy_id: string; // name of the remedy
    remedy: string; // what to do about it
    columns?: {
      name: string; // title of the column
      number: boolean; // the column holds numbers
    }[]; // columns of a table of warnings of one kind
    rows?: (number | string | null)[][]; // rows of that table, a text per column
  }[]; // warnings of the fit
  shear_check: {
    mismatch: number | null; // relative difference of the two curves; null without two
    words: string; // the comparison in words
  }; // shear measured along warp against shear measured along weft
  material: {
    name: string; // its name
    density: number | null; // mass per area or volume, density_unit
    density_unit: string; // unit of the density
    model: string; // model that was fitted; given: a prediction
    certificate: string; // certificate of convexity in words
    convexity: {
      strain: string; // strain measure
      smallest: number | null; // smallest eigenvalue of the second derivatives of the energy, unit
      unit: string; // unit of the eigenvalues
      where: { [name: string]: unknown }; // strains at which it is smallest, by name
      bound: number | null; // no smaller eigenvalue exists in the range; null: unknown, unit
      proven: boolean; // convex everywhere in the range
      drop?: number | null; // by how much a stress falls across a knot
      drop_of?: string; // strain whose stress falls
      drop_where?: { [name: string]: unknown }; // strains at which it falls, by name
    }[]; // the certificate in numbers, per strain measure
    terms: {
      name: string; // name of the term
      strain: string; // strain measure
      law: string; // law
      formula: string; // the law as a formula
      words?: string; // what the law is and what its parameters mean, in sentences
      acts_on?: string; // what the strain measures, in words
      friction?: boolean; // a law of internal friction
      tensor_shear?: boolean; // shear counts as in a tensor: the slope at rest is c33/2
      maps?: boolean; // a stiffness over the plane of strains
      bends?: boolean; // bending
      solid?: boolean; // of a solid
      by_direction?: boolean; // bending by the direction of the fold line
      fold_deg?: number | null; // direction of its fold lines from warp, deg
      parameters: number | null; // number of its parameters
      samples?: number | null; // number of material samples
      fold?: string; // fold lines that a bending term acts on
      assumed: boolean; // every parameter was held, none was fitted
    }[]; // terms of the energy
  }; // the fitted material
  specimens?: {
    kinds?: {
      protocol?: string; // protocol
      direction?: string; // direction in words; empty: none
      test?: string; // its first test
      specimens?: number | null; // number of fitted specimens
      scatter?: number | null; // standard deviation of stiffness between specimens, relative; null: not measured
      scatter_low?: number | null; // lower end of its 95 % interval
      scatter_high?: number | null; // upper end of its 95 % interval
      degrees_of_freedom?: number | null; // of its square
    }[]; // kinds of tests: protocol, mode, direction and speed
    list?: {
      name?: string; // name of the specimen, or of its test
      kind?: number | null; // index in kinds
      effect?: number | null; // stiffness over that of the mean fabric, less 1; null: no other specimen
      sigma?: number | null; // its standard error from the readings of this specimen
      chance?: number | null; // probability that one of these specimens is so far from the others; null: fewer than three
      outlying?: boolean; // that probability is below 1 %
    }[]; // fitted specimens
  }; // scatter between specimens of one kind of test
  rates?: {
    modes?: {
      test?: string; // first of them
      tests?: number | null; // number of tests
      speeds?: number | null; // number of speeds
      slow?: number | null; // lowest speed, speed_unit
      fast?: number | null; // highest speed, speed_unit
      speed_unit?: string; // unit of the speeds
      ratio?: number | null; // stress at the highest speed over that at the lowest
      sigma?: number | null; // standard error of the ratio
      scatter?: number | null; // standard deviation between specimens that was assumed, relative
      paired?: boolean; // specimens are compared with themselves
      chance?: number | null; // probability of such a difference if stress does not depend on speed
      noticed?: boolean; // stress depends on speed
    }[]; // tests of one mode at several speeds, compared at equal strain
    rests?: {
      test?: string; // test
      duration?: number | null; // time at rest, s
      drop?: number | null; // decrease of stress, relative to its largest value
      sigma?: number | null; // standard error of the drop
      noticed?: boolean; // stress relaxes
    }[]; // tests that hold their specimen
    relaxation?: {
      term?: string; // term of the series
      times?: {
        share?: number | null; // stress that relaxes, over the slow stress
        share_sigma?: number | null; // its standard error; null: held or unknown
        time?: number | null; // relaxation time, s
        time_sigma?: number | null; // its standard error; null: held or unknown, s
      }[]; // its relaxation times, ascending
      moduli?: {
        term?: string; // term
        strain?: string; // strain
        unit?: string; // unit of the moduli
        slow?: number | null; // modulus of very slow motions, unit
        slow_sigma?: number | null; // its standard error; null: held or unknown, unit
        sudden?: number | null; // modulus of sudden motions: slow and all parts, unit
        sudden_sigma?: number | null; // its standard error; null: held or unknown, unit
        parts?: (number | null)[]; // part that relaxes with each time, unit
        parts_sigma?: (number | null)[]; // its standard error; null: held or unknown, unit
      }[]; // tangent moduli at rest of the strains of terms with this series
    }[]; // fitted Prony series
  }; // stress that depends on speed or time
  parameters: {
    name: string; // term and number
    kind: string; // material or intrinsic (of a specimen)
    value: number | null; // estimate, unit
    sigma: number | null; // standard error; null: held or unknown, unit
    half_width: number | null; // half-width of its 95 % interval: 1.96 sigma, or Student's t where scatter between specimens counts, unit
    status?: string; // whether the data determine it, in words
    status_mark?: string; // good, partly or bad; empty: not fitted
    mesh_shift?: number | null; // change of the estimate on a finer mesh, unit
    unit: string; // unit of the value
    strain?: number | null; // strain at which it acts most, strain_unit
    strain_unit?: string; // unit of that strain
    place?: {
      name: string; // name of that quantity
      value: number | null; // its value
    }; // the same as a stretch or an invariant
    sample?: number | null; // number of its material sample, from 1
    lower?: number | null; // lower bound; null: none, unit
    upper?: number | null; // upper bound; null: none, unit
    scale?: number | null; // scale of the optimiser, unit
    frozen?: boolean; // held, not fitted
    prior_sigma?: number | null; // standard deviation of its prior, unit
    resolution?: number | null; // share of the value that the data determine beside the regularisation, 0 to 1
    identified?: boolean; // the data determine it
    weak?: boolean; // weakly determined
    near_zero?: boolean; // indistinguishable from zero
    at_bound?: boolean; // the estimate is at a bound
    on_border?: boolean; // held by the border of the convex materials
  }[]; // parameters of the material, then those of specimens
  correlation: (number | string | null)[][]; // correlation matrix in the order of parameters
  profiles: {
    parameter: string; // name of the parameter
    values: (number | null)[]; // values that were tried, SI
    chi2: (number | null)[]; // weighted sum of squares at each
  }[]; // sum of squares over one parameter, all others at their best
  held_by_convexity: number | null; // combinations of parameters on the border of the convex materials
  singular_values: (number | null)[]; // of the scaled Jacobian, largest first
  worst_direction: {
    words: string; // the combination in words
    components: (number | null)[]; // its components in the order of parameters
  }; // least determined combination of parameters
  further_tests?: {
    words: string; // the advice in one or two sentences
    worst: {
      parameter: string; // its name
      relative_sigma: number | null; // standard error over the value; null: unknown
      relative_to: string; // value, or usual size where the value is indistinguishable from zero
    }; // the parameter with the largest relative sigma now
    tests: {
      protocol: string; // protocol
      name: string; // specimen
      words: string; // the test in words
      again?: string; // what it adds to a fitted test of the same kind
      noise: string; // assumed noise in words
      relative_sigma: number | null; // expected relative sigma of the worst parameter
      widest: {
        parameter: string; // its name
        relative_sigma: number | null; // expected; null: unknown
        relative_to: string; // value or usual size
      }; // the parameter that would then have the largest relative sigma
      combination: (number | null)[]; // standard deviation of the least determined combination, now and expected
      parameters: {
        parameter: string; // its name
        relative_sigma: number | null; // relative sigma now
        expected_sigma: number | null; // relative sigma expected
        relative_to: string; // value or usual size
      }[]; // expectation per parameter
      frames: number | null; // simulated frames
      failed_frames: number | null; // frames without equilibrium
      seconds: number | null; // time of the simulation, s
    }[]; // tests that were tried in simulation, the most useful first
    left_out: {
      words: string; // the test in words
      reason: string; // why
    }[]; // tests that were not tried or failed
    seconds: number | null; // time of all of them, s
  }; // which further test would help
  scores: {
    test: string; // name of the test
    channel: string; // name of the channel
    unit: string; // unit of the channel
    held_out: boolean; // predicted, not fitted
    values: number | null; // number of readings
    frames: number | null; // number of frames
    failed_frames: number | null; // frames without equilibrium
    r2: number | null; // R2; null of one or two values
    no_r2?: string; // why there is none
    sigmas: number | null; // rms over the sigma given; null without one
    sigmas_judged?: number | null; // the same with the sigma of the prediction, by which one or two values are judged
    of_change?: number | null; // rms over the change of one or two values
    rms: number | null; // root mean square of the residuals, unit
    max: number | null; // largest residual, unit
    relative: number | null; // rms over full scale
    residual_correlation: number | null; // correlation of neighbouring residuals
    weight_sigma: number | null; // sigma that residuals are weighted with, unit
    data_sha256: string; // hash of the measured values
    not_judged?: string; // why it does not decide
    passed?: boolean; // a held-out channel passed
  }[]; // errors of each channel of each test
  band: string; // what half-widths are
  curves: {
    name: string; // term, or term and strain
    term: string; // term
    law: string; // law
    measure: string; // strain measure
    strain_name: string; // strain that varies
    stress_name: string; // strain whose stress is shown
    strain_kind?: string; // the strain in words
    strain_which?: string; // its direction or plane where there are several
    strain_axis?: string; // title of the axis of strains
    note?: string; // how strain and stress are counted, where that is not usual
    friction?: boolean; // a law of internal friction
    tensor_shear?: boolean; // shear counts as in a tensor: the slope at rest is c33/2
    maps?: boolean; // a stiffness over the plane of strains
    bends?: boolean; // bending
    solid?: boolean; // of a solid
    by_direction?: boolean; // bending by the direction of the fold line
    fold_deg?: number | null; // direction of its fold lines from warp, deg
    strain_unit: string; // unit of the strain
    stress_unit: string; // unit of the stress
    stiffness_unit: string; // unit of the stiffness
    measured: boolean; // the tests strained it
    assumed: boolean; // every parameter was held
    fold?: string; // fold lines that it acts on
    range: (number | null)[]; // strains for which the law is valid, two numbers, strain_unit
    zero_stiffness: number | null; // tangent stiffness at zero strain, stiffness_unit
    zero_stiffness_half_width: number | null; // its 95 % half-width, stiffness_unit
    strain: (number | null)[]; // strains, strain_unit
    stress: (number | null)[]; // stress at each, stress_unit
    zero_stiffness_sigma: number | null; // its standard error; null: held or unknown, stiffness_unit
    stress_half_width: (number | null)[]; // its 95 % half-width, stress_unit
    stress_next_half_width?: (number | null)[]; // 95 % half-width of one more specimen, where the scatter between specimens is measured, stress_unit
    stiffness: (number | null)[]; // tangent stiffness at each, stiffness_unit
    stiffness_half_width: (number | null)[]; // its 95 % half-width, stiffness_unit
    secant?: (number | null)[]; // stress over strain, where the parameters are that, stiffness_unit
    secant_half_width?: (number | null)[]; // its 95 % half-width, stiffness_unit
    in_range: boolean[]; // the strain is inside the range
    control: {
      parameter: string; // its name
      strain: number | null; // its strain, strain_unit
      stress: number | null; // stress there, stress_unit
      stiffness: number | null; // its value, stiffness_unit
      sigma: number | null; // its standard error, stiffness_unit
      half_width: number | null; // half-width of its 95 % interval, stiffness_unit
    }[]; // parameters that are stiffnesses at a strain
    histogram?: (number | null)[]; // shares of the strains of elements of the fitted tests, in equal bins
  }[]; // laws of one strain on 121 points
  rigidities: {
    name: string; // in words
    cut: (number | null)[]; // cuts that have it, from warp, deg
    terms: string[]; // terms that make it
    unit: string; // unit
    value: number | null; // moment per width over curvature, unit
    sigma: number | null; // standard error; null: unknown, held or at a bound, unit
    not_determined?: boolean; // the data do not determine it
    at_bound?: boolean; // at its bound
  }[]; // bending rigidity of the flat sheet by cut
  tests: {
    name: string; // name
    protocol: string; // protocol, as a word to show
    experiment: string; // experiment file
    file: string; // data file
    held_out: boolean; // predicted, not fitted
    direction: string; // where the specimen was pulled, cut or moved, in words; empty: nowhere
    state_name: string; // what one of its states is called
    sized: boolean; // length and width are those of the specimen
    disc?: boolean; // the specimen is a disc, its length the diameter, and rises out of its plane
    frame_names?: string[]; // names of the frames
    length: string; // length of the specimen as a quantity
    width: string; // width of the specimen as a quantity
    strips: number | null; // parallel strips
    angle: string; // direction from warp as a quantity
    pretension: string; // force at zero displacement as a quantity
    method: string; // how it is simulated
    method_reason: string; // why so
    triangles: number | null; // triangles of its mesh
    intrinsics: {
      name: string; // name
      value: number | null; // estimate, unit
      sigma: number | null; // standard error, unit
      unit: string; // unit
    }[]; // parameters of this specimen
    hysteresis: number | null; // mean difference of load and unload over the mean
    frames: number | null; // frames that were used
    raw_frames: number | null; // frames as recorded
    failed_frames: number | null; // frames without equilibrium
    newton_iterations_at_most: number | null; // most iterations of a frame
    control: string; // channel that was imposed and that others are drawn over; empty: none
    branch: string[]; // load, unload or average, per frame
    raw_branch: string[]; // the same as recorded
    channels: {
      name: string; // name
      title?: string; // its name where that says more: Cauchy stress
      help: string; // what it is
      unit: string; // unit
      observed: boolean; // read, not imposed
      drawing: string; // how it is drawn: curve, numbers, line, side-line, end-point, chord, labels, forces, torques, places, clip-forces, surface or not-drawn
      source?: string; // column it was read from
      values_per_frame?: number | null; // values of a frame where there are several
      components?: string[]; // names of the values of a frame
      rest?: (number | null)[]; // values of a frame before anything acts, unit
      measured?: (number | null)[]; // readings, unit
      imposed?: (number | null)[]; // values that were imposed, unit
      predicted?: (number | null)[]; // prediction, unit
      predicted_sigma?: (number | null)[]; // its standard error, unit
      predicted_half_width?: (number | null)[]; // half-width of its 95 % interval: of the mean fabric, unit
      next_half_width?: (number | null)[]; // the same of one more specimen, where the scatter between specimens is measured, unit
      residual?: (number | null)[]; // predicted minus measured, unit
      weight_sigma?: number | null; // sigma that residuals are weighted with, unit
      sigma_given?: boolean; // the experiment gives that sigma
      precision?: (number | null)[]; // that sigma over the sigma of each reading
      in_objective?: boolean; // it was fitted
      raw?: (number | null)[]; // values as recorded, unit
      r2?: number | null; // R2
      sigmas?: number | null; // rms over the sigma given
      rms?: number | null; // root mean square of the residuals, unit
      max?: number | null; // largest residual, unit
      relative?: number | null; // rms over full scale
      together?: string; // picture that it shares with other tests: normal or shear stresses
      nominal_factor?: (number | null)[]; // nominal over Cauchy stress of each frame
    }[]; // readings and what was imposed
    figures?: {
      name: string; // title
      unit?: string; // unit of the value
      value?: number | null; // value, unit
      text?: string; // text instead of a value
    }[]; // figures that sum up a test, in the order of their table
    figures_note?: string; // how to read them
    surface?: {
      motion: string; // motion
      direction: string; // its direction
      compared?: string; // what the fit compared, in words
      captured_vertices: number | null; // vertices of the capture
      vertices: number | null; // vertices of the simulation
      interpolation_error: number | null; // error of resampling, m
      force_rms: number | null; // rms of the differences of clip forces, N
      parallel_rms: number | null; // the same along the clips, N
      force_largest: number | null; // largest measured force, N
      distance_rms: number | null; // rms distance of free vertices, m
      distance_largest: number | null; // largest distance, m
      worst_frame: number | null; // frame with the largest rms distance, from 0
      file_frame: (number | null)[]; // numbers of the frames in the files
      clips: {
        name: string; // name
        opposite?: string; // clip that pulls against it
        travel?: (number | null)[]; // how far it has moved from that clip, m
        force_measured: (number | null)[]; // size of its force on the cloth, measured, N
        force_predicted: (number | null)[]; // the same, predicted, N
      }[]; // clips
      force_difference?: (number | null)[]; // rms over the clips of the difference, N
      start?: string[]; // held out: start of each equilibrium: captured shape, equilibrium before, or any (both give the same)
      distance_from_captured?: (number | null)[]; // held out: rms distance of the equilibrium from the captured shape, m
      distance_from_before?: (number | null)[]; // held out: the same of that from the frame before, m
      distance: (number | null)[]; // rms distance of each frame, m
      distance_at_most: (number | null)[]; // largest distance of each frame, m
    }; // a captured surface, frame by frame
    front_view?: {
      points: {
        name: string; // name
        body: string; // slat or clip it belongs to
      }[]; // labelled points
      load: (number | null)[]; // per frame: force on bottom, left, right, N
      outline: (number | null)[]; // border of the cloth as cut, x and y, m
      shown: {
        frame: number | null; // frame, from 0
        heaviest: boolean; // the heaviest load
        worst: boolean; // predicted worst
        outline: (number | null)[]; // simulated border, x and y, m
      }[]; // frames that are drawn whole
    }; // a sample in the plane of its board
    side_view?: {
      strip: string; // name of the strip
      overhang: number | null; // length outside the clamp, m
      midline: (number | null)[]; // simulated midline, x and y, m
    }; // a strip from the side
    mode?: string; // mode of deformation
    mode_words?: string; // the mode in words
    stress_measure?: string; // nominal, cauchy or cauchy-difference
    loop?: {
      window: (number | null)[]; // curvatures: B is the slope between the first two, 2HB is read at the third, 1/m
      values: {
        name: string; // rigidity, hysteresis or residual_curvature
        face: string; // outward or inward
        unit: string; // SI unit
        measured: number | null; // from the readings, unit
        predicted: number | null; // from the fitted material at the same readings, unit
        sigma: number | null; // standard error of the predicted value, unit
      }[]; // B, 2HB and residual curvature by face
    }; // a loop of moment over curvature, as data sheets describe it
  }[]; // tests, fitted and held out
  steps?: {
    name: string; // name
    addends: string; // addends of the energy
    parameters: number | null; // number of parameters
    chi2: number | null; // weighted sum of squares
    force_rms: number | null; // rms of forces, N
    position_rms: number | null; // rms of positions, m
    held_out: number | null; // weighted rms of examples left out
    held_out_force_rms: number | null; // rms of forces of held-out tests, N
    held_out_position_rms: number | null; // rms of positions of held-out tests, m
    kept: boolean; // the model stayed
  }[]; // models on the way of an additive fit
  samples?: {
    radius: number | null; // reach of a sample, m
    points: (number | string | null)[][]; // places of the samples, m
    regularisation: {
      contrast: number | null; // its standard deviation over the homogeneous value
      length: number | null; // its correlation length, m
      noise: number | null; // noise of the readings over their sigma
      rows: number | null; // rows of the prior
      effective: number | null; // parameters that the data determine beside it
    }; // prior of the field of stiffness
    stages: {
      samples: number | null; // number of samples
      parameters: number | null; // number of parameters
      radius: number | null; // reach of a sample, m
      start_chi2: number | null; // weighted sum of squares at the start
      chi2: number | null; // the same at the end
      regularisation: number | null; // sum of squares of the prior
      relative_error: number | null; // error of the fitted tests over that with one sample
      held_out: number | null; // rms of the weighted residuals of held-out tests
      left_out: number | null; // the same of the fitted poses, each left out once
      excess: number | null; // squared residuals beyond the noise
      excess_error: number | null; // their standard error
      kept: boolean; // the stage stayed
      needed: boolean; // the data need it
      seconds: number | null; // time, s
    }[]; // stages that inserted samples
    stiffness?: {
      name: string; // name
      unit: string; // unit
      low: number | null; // smallest value, unit
      high: number | null; // largest value, unit
      relative_sigma: number | null; // standard error over the value, median over the body
    }; // what is mapped over the body
  }; // material samples, where the material changes from place to place
  moduli: {
    name: string; // name
    unit: string; // unit
    value: (number | null)[]; // one value, or those at the shares of the volume, unit
    sigma?: (number | null)[]; // standard errors, unit
    share?: (number | null)[]; // shares of the volume
    ratios_only?: boolean; // only ratios were measured: the absolute size is not identifiable
    not_determined?: boolean; // the data do not determine it
    counts_knots?: boolean; // sigma counts the choice of knots
    counts_drift?: boolean; // sigma counts curves that are not followed
  }[]; // moduli at small strain
  energy_curves: {
    term: string; // term
    law: string; // law
    over: string; // I1, I2, stretch or J
    title: string; // what it is, in words
    about: string; // how to read it, in sentences
    value_name: string; // symbol of value
    slope_name: string; // symbol of slope
    words?: string; // what the law is, in sentences
    unit: string; // unit of value and slope
    measured?: boolean; // the tests covered it
    range?: (number | null)[]; // what they covered, two numbers
    x: (number | null)[]; // invariant or stretch
    value: (number | null)[]; // derivative of the energy, unit
    value_half_width: (number | null)[]; // its 95 % half-width, unit
    slope: (number | null)[]; // derivative of value, unit
    slope_half_width: (number | null)[]; // its 95 % half-width, unit
    control: {
      parameter: string; // its name
      x: number | null; // where it acts
      value: number | null; // value there, unit
      slope: number | null; // its value, unit
      sigma: number | null; // its standard error, unit
    }[]; // parameters that are values of slope
    histogram?: (number | null)[]; // shares of the states of the fitted tests
    bins?: string; // how the bins are spaced, where not equally
  }[]; // derivatives of the energies of invariants and stretches
  energy_sections?: {
    strain: string; // strain measure
    strain_unit: string; // unit of the strains
    energy_unit: string; // unit of the energies
    models: string[]; // models, the result last
    pairs: {
      first: string; // name of the first strain
      second: string; // name of the second
      first_strain: (number | null)[]; // its values
      second_strain: (number | null)[]; // its values
      energy: (number | string | null)[][]; // per model, energies over the grid, J/m^2
      share: (number | null)[]; // share of the strains of elements at each point
    }[]; // pairs of strains
  }; // energy of an additive fit over pairs of strains
  iterations: {
    stage: string; // stage of the fit
    objective: number | null; // half the weighted sum of squares
    step: number | null; // length of the step in scaled parameters
    damping: number | null; // damping
    accepted: boolean; // the step was accepted
    failed_frames: number | null; // frames without equilibrium
    scan?: boolean; // true: the stage fixes a parameter at one value after another, so that its objective rises and falls
  }[]; // every trial of the optimiser
  inputs: {
    path: string; // file
    sha256: string; // its hash
    use: string; // fitted or held-out
  }[]; // files that were read
  notes: string[]; // what the reader understood or changed
  settings: { [name: string]: unknown }; // every option as used, by table
  versions: { [name: string]: unknown }; // program and compiler
  threads: number | null; // worker threads
  seconds: number | null; // wall-clock time, s
  seconds_per_phase: { [name: string]: unknown }; // time per phase, summed over threads, s
}

// Every name of a member.
export type FitKey =
  | 'pliant' | 'verb' | 'verdict' | 'reasons' | 'command' | 'next' | 'outcome' | 'state' | 'converged' | 'interrupted' | 'stop_reason' | 'fit_passed'
  | 'validation_passed' | 'accept_r2' | 'fitted_tests' | 'held_out_tests' | 'chi2' | 'residuals' | 'inflation' | 'warnings' | 'id' | 'text' | 'remedy_id' | 'remedy'
  | 'columns' | 'name' | 'number' | 'rows' | 'shear_check' | 'mismatch' | 'words' | 'material' | 'density' | 'density_unit' | 'model' | 'certificate'
  | 'convexity' | 'strain' | 'smallest' | 'unit' | 'where' | 'bound' | 'proven' | 'drop' | 'drop_of' | 'drop_where' | 'terms' | 'law'
  | 'formula' | 'acts_on' | 'friction' | 'tensor_shear' | 'maps' | 'bends' | 'solid' | 'by_direction' | 'fold_deg' | 'parameters' | 'samples' | 'fold'
  | 'assumed' | 'specimens' | 'kinds' | 'protocol' | 'direction' | 'test' | 'scatter' | 'scatter_low' | 'scatter_high' | 'degrees_of_freedom' | 'list' | 'kind'
  | 'effect' | 'sigma' | 'chance' | 'outlying' | 'rates' | 'modes' | 'tests' | 'speeds' | 'slow' | 'fast' | 'speed_unit' | 'ratio'
  | 'paired' | 'noticed' | 'rests' | 'duration' | 'relaxation' | 'term' | 'times' | 'share' | 'share_sigma' | 'time' | 'time_sigma' | 'moduli'
  | 'slow_sigma' | 'sudden' | 'sudden_sigma' | 'parts' | 'parts_sigma' | 'value' | 'half_width' | 'status' | 'status_mark' | 'mesh_shift' | 'strain_unit' | 'place'
  | 'sample' | 'lower' | 'upper' | 'scale' | 'frozen' | 'prior_sigma' | 'resolution' | 'identified' | 'weak' | 'near_zero' | 'at_bound' | 'on_border'
  | 'correlation' | 'profiles' | 'parameter' | 'values' | 'held_by_convexity' | 'singular_values' | 'worst_direction' | 'components' | 'further_tests' | 'worst' | 'relative_sigma' | 'relative_to'
  | 'again' | 'noise' | 'widest' | 'combination' | 'expected_sigma' | 'frames' | 'failed_frames' | 'seconds' | 'left_out' | 'reason' | 'scores' | 'channel'
  | 'held_out' | 'r2' | 'no_r2' | 'sigmas' | 'sigmas_judged' | 'of_change' | 'rms' | 'max' | 'relative' | 'residual_correlation' | 'weight_sigma' | 'data_sha256'
  | 'not_judged' | 'passed' | 'band' | 'curves' | 'measure' | 'strain_name' | 'stress_name' | 'strain_kind' | 'strain_which' | 'strain_axis' | 'note' | 'stress_unit'
  | 'stiffness_unit' | 'measured' | 'range' | 'zero_stiffness' | 'zero_stiffness_half_width' | 'stress' | 'zero_stiffness_sigma' | 'stress_half_width' | 'stress_next_half_width' | 'stiffness' | 'stiffness_half_width' | 'secant'
  | 'secant_half_width' | 'in_range' | 'control' | 'histogram' | 'rigidities' | 'cut' | 'not_determined' | 'experiment' | 'file' | 'state_name' | 'sized' | 'disc'
  | 'frame_names' | 'length' | 'width' | 'strips' | 'angle' | 'pretension' | 'method' | 'method_reason' | 'triangles' | 'intrinsics' | 'hysteresis' | 'raw_frames'
  | 'newton_iterations_at_most' | 'branch' | 'raw_branch' | 'channels' | 'title' | 'help' | 'observed' | 'drawing' | 'source' | 'values_per_frame' | 'rest' | 'imposed'
  | 'predicted' | 'predicted_sigma' | 'predicted_half_width' | 'next_half_width' | 'residual' | 'sigma_given' | 'precision' | 'in_objective' | 'raw' | 'figures' | 'figures_note' | 'steps'
  | 'addends' | 'force_rms' | 'position_rms' | 'held_out_force_rms' | 'held_out_position_rms' | 'kept' | 'radius' | 'points' | 'regularisation' | 'contrast' | 'effective' | 'stages'
  | 'start_chi2' | 'relative_error' | 'excess' | 'excess_error' | 'needed' | 'low' | 'high' | 'ratios_only' | 'counts_knots' | 'counts_drift' | 'energy_curves' | 'over'
  | 'about' | 'value_name' | 'slope_name' | 'x' | 'value_half_width' | 'slope' | 'slope_half_width' | 'bins' | 'energy_sections' | 'energy_unit' | 'models' | 'pairs'
  | 'first' | 'second' | 'first_strain' | 'second_strain' | 'energy' | 'iterations' | 'stage' | 'objective' | 'step' | 'damping' | 'accepted' | 'scan'
  | 'inputs' | 'path' | 'sha256' | 'use' | 'notes' | 'settings' | 'versions' | 'threads' | 'seconds_per_phase' | 'surface' | 'motion' | 'compared'
  | 'captured_vertices' | 'vertices' | 'interpolation_error' | 'parallel_rms' | 'force_largest' | 'distance_rms' | 'distance_largest' | 'worst_frame' | 'file_frame' | 'clips' | 'opposite' | 'travel'
  | 'force_measured' | 'force_predicted' | 'force_difference' | 'start' | 'distance_from_captured' | 'distance_from_before' | 'distance' | 'distance_at_most' | 'front_view' | 'body' | 'load' | 'outline'
  | 'shown' | 'frame' | 'heaviest' | 'side_view' | 'strip' | 'overhang' | 'midline' | 'mode' | 'mode_words' | 'stress_measure' | 'together' | 'nominal_factor'
  | 'loop' | 'window' | 'face';
