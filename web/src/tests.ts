// tests.ts: measured against predicted, one figure per test and observed channel with the residual under it.
// Fitted tests have one section; held-out tests are the validation.
import { flag, has, list, num, object, text, values, words, type Json, type Key } from './data';
import { h, mark, section, table, type Cell } from './dom';
import { figure, limit, shareLegend, type Series } from './figure';
import { ends, largest, stride, thin, thinned } from './lists';
import { channel as channelOf, direction, frameNumbers, inBrackets, stateName, stressName, tests } from './result';
import { onFrame, showFrame } from './shown_frame';
import { capital, fixed, number, r2, share, shown, uncertain } from './units';
import { stepTable } from './models';
import { shapeFigures } from './outlines';
import { poseFigures, sampleStages } from './poses';
import { clipResidual, clipUnits, forceOverTravel } from './travel';

// ---- curves ----

// The recorded points of a branch.
function raw(test: Json, control: Json, channel: Json, unload: boolean, fx: number, fy: number): { x: number[]; y: number[] } {
  const branch = words(test, 'raw_branch');
  const x = values(control, 'raw', fx);
  const y = values(channel, 'raw', fy);
  const keep = x.length === y.length ? x.map((_, i) => (branch[i] === 'unload') === unload) : [];
  return { x: x.filter((_, i) => keep[i]), y: y.filter((_, i) => keep[i]) };
}

function curveFigure(test: Json, channel: Json, control: Json): HTMLElement | null {
  const over = has(control, 'imposed') ? 'imposed' : 'measured';
  const x = shown(text(control, 'unit'), largest(values(control, over)));
  const y = shown(text(channel, 'unit'), largest(values(channel, 'measured')));
  const at = values(control, over, x.factor);
  const measured = values(channel, 'measured', y.factor);
  const predicted = values(channel, 'predicted', y.factor);
  const half = values(channel, 'predicted_half_width', y.factor);
  const next = values(channel, 'next_half_width', y.factor); // of one more specimen; empty: its scatter is not measured
  const small = shown(text(channel, 'unit'), largest(values(channel, 'residual'))); // as in the table of scores
  const residual = values(channel, 'residual', small.factor);
  const n = at.length;
  if (!n || [measured, predicted, residual].some((list) => list.length !== n)) return null;
  const low = predicted.map((p, i) => p - (half[i] ?? NaN));
  const high = predicted.map((p, i) => p + (half[i] ?? NaN));
  const held = flag(test, 'held_out') ? 2 : 1;
  const name = text(test, 'name');
  const loading = raw(test, control, channel, false, x.factor, y.factor);
  const unloading = raw(test, control, channel, true, x.factor, y.factor);
  const both = loading.x.length > 0 && unloading.x.length > 0;
  // where every recorded point was used, one set of points is enough
  const same = num(test, 'frames') === num(test, 'raw_frames') && loading.x.length + unloading.x.length > 0;
  const pick = (index: number) => showFrame(test, index);
  const branch = words(test, 'branch');
  // points are drawn above the line, which would hide those of a loop
  const series: Series[] = [
    ...(next.length === n ? [{ kind: 'band' as const, colour: 0, name: 'next specimen, 95 % band', x: at, y: predicted.map((p, i) => p - next[i]!), y2: predicted.map((p, i) => p + next[i]!) }] : []),
    { kind: 'band', colour: held, x: at, y: low, y2: high },
    { kind: 'line', colour: held, name: next.length === n ? 'mean fabric, 95 % band' : 'predicted, 95 % band', x: at, y: predicted },
  ];
  const label = at.map((_, i) => `${stateName(test)} ${i + 1}${branch[i] && branch[i] !== 'average' ? `, ${branch[i]}ing` : ''}`);
  const step = same ? 1 : stride(Math.max(loading.x.length, unloading.x.length));
  const dots = (of: { x: number[]; y: number[] }) => ({ x: thin(of.x, step), y: thin(of.y, step) });
  if (!same) {
    if (loading.x.length) series.push({ kind: 'dots', colour: 3, name: both ? 'loading, as recorded' : 'as recorded', ...dots(loading) });
    if (unloading.x.length) series.push({ kind: 'dots', colour: 4, name: both ? 'unloading, as recorded' : 'as recorded', ...dots(unloading) });
  } else if (both) {
    // used points in two colours: the pick needs one list, so the points of the other branch are gaps
    const of = (unload: boolean) => measured.map((m, i) => ((branch[i] === 'unload') === unload ? m : NaN));
    series.push({ kind: 'points', colour: 3, name: 'loading', x: at, y: of(false), tip: label, pick });
    series.push({ kind: 'points', colour: 4, name: 'unloading', x: at, y: of(true), tip: label, pick });
  }
  if (!(same && both)) series.push({ kind: 'points', colour: 0, name: same ? 'measured' : 'used', x: at, y: measured, tip: label, pick });
  const [left, right] = ends(at, loading.x, unloading.x);
  const air = 0.03 * (right - left || 1);
  const range: [number, number] = [left - air, right + air];
  const weight = 2 * small.factor * num(channel, 'weight_sigma');
  const yRange = limit([...predicted, ...measured, ...loading.y, ...unloading.y], low, high);
  const own = list(test, 'intrinsics').map((one) => {
    const unit = shown(text(one, 'unit'), num(one, 'value'));
    return `; ${text(one, 'name')} ${uncertain(unit.factor * num(one, 'value'), unit.factor * num(one, 'sigma'))} ${unit.unit} (± sigma)`;
  });
  const failed = num(test, 'failed_frames');
  const hysteresis = num(test, 'hysteresis');
  const drawn = figure(
    {
      title: `${text(channel, 'name')} of test ${name}, measured and predicted`,
      heading: `${name}: ${text(channel, 'name')}`,
      x: { name: text(control, 'name'), unit: x.unit, range },
      y: { name: stressName(test, text(channel, 'name')), unit: y.unit, ...(yRange ? { range: yRange } : {}) },
      height: 290,
      series,
      caption: [
        `${capital(text(channel, 'name'))}${inBrackets(test)}: R² = ${r2(num(channel, 'r2'))}, rms ${number(small.factor * num(channel, 'rms'))} ${small.unit} (${share(num(channel, 'relative'))} of full scale)`,
        failed > 0 ? `; ${failed} ${stateName(test)}${failed > 1 ? 's' : ''} without equilibrium left out` : '',
        ...own,
        hysteresis > 0.005 ? `; loading and unloading differ by ${fixed(100 * hysteresis, 1)} %` : '',
        `.${thinned(step).replace('points', 'recorded points')}`,
        text(test, 'mode_words') ? ` ${capital(text(test, 'mode'))}: ${text(test, 'mode_words')}.` : '',
      ],
      state: stateName(test),
    },
    {
      title: `Residual of ${text(channel, 'name')} of test ${name}, predicted minus measured`,
      x: { name: '', unit: x.unit, range },
      y: { name: 'residual', unit: small.unit },
      height: 120,
      series: [
        { kind: 'band', colour: 0, name: flag(channel, 'sigma_given') ? '± 2 σ of the measurement' : '± 2 % of full scale', x: range, y: [-weight, -weight], y2: [weight, weight] },
        { kind: 'points', colour: held, x: at, y: residual, tip: label, pick },
      ],
    },
  );
  onFrame(test, (frame) => drawn.point(frame));
  return drawn.element;
}

// Channels that have one value per frame, over the main control; without one over the frames.
function curveFigures(test: Json): HTMLElement[] {
  const control = channelOf(test, text(test, 'control'));
  const out: HTMLElement[] = [];
  for (const channel of list(test, 'channels')) {
    if (!has(channel, 'predicted') || num(channel, 'values_per_frame') > 1 || !control || control === channel) continue;
    const drawn = curveFigure(test, channel, control);
    if (drawn) out.push(drawn);
  }
  return out;
}

// ---- captures ----

function captureFigures(test: Json): HTMLElement[] {
  const capture = object(test, 'surface');
  if (!capture) return [];
  const out: HTMLElement[] = [];
  const clips = list(capture, 'clips');
  const n = values(capture, 'distance').length;
  const at = frameNumbers(test, n);
  const pick = (index: number) => showFrame(test, index);
  const { force: unit, residual: small } = clipUnits(clips);
  // opposite clips have the same force: later ones are dashes over the line and rings around the points of the first
  const series: Series[] = [
    ...clips.map((clip, i): Series => ({ kind: i ? 'dash' : 'line', colour: i + 1, name: text(clip, 'name'), x: at, y: values(clip, 'force_predicted', unit.factor) })),
    ...clips.map((clip, i): Series => ({ kind: i ? 'rings' : 'points', colour: i + 1, x: at, y: values(clip, 'force_measured', unit.factor), pick, tip: at.map((f) => `${text(clip, 'name')}, frame ${f}`) })).reverse(),
  ];
  const name = text(test, 'name');
  const residual: Series[] = clips.map((clip, i) => ({
    kind: 'points',
    colour: i + 1,
    x: at,
    y: clipResidual(clip).map((r) => small.factor * r),
    pick,
    tip: at.map((f) => `${text(clip, 'name')}, frame ${f}`),
  }));
  if (series.length) {
    const force = figure(
      {
        title: `Clip forces of test ${name}, measured and predicted`,
        heading: `${name}: clip forces`,
        x: { name: 'frame', whole: true },
        y: { name: 'clip force', unit: unit.unit },
        height: 260,
        series,
        caption: [`Magnitude of the force on each clip. Points: measured; lines: model${clips.length > 1 ? '; further clips: rings and dashes' : ''}. Difference of the force vectors: ${number(small.factor * num(capture, 'force_rms'))} ${small.unit} rms.`],
      },
      { title: `Residual of the clip forces of test ${name}`, x: { name: '', whole: true }, y: { name: 'residual', unit: small.unit }, height: 120, series: residual },
    );
    onFrame(test, (frame) => force.point(frame));
    out.push(force.element);
    const over = forceOverTravel(test, clips);
    if (over) out.push(over);
  }
  const distance = figure({
    title: `Distance between simulated and captured shape of test ${name}`,
    heading: `${name}: distance of the shapes`,
    x: { name: 'frame', whole: true },
    y: { name: 'distance', unit: 'mm' },
    height: series.length ? 380 : 260,
    series: [
      { kind: 'dash', colour: 0, name: 'largest', x: at, y: values(capture, 'distance_at_most', 1e3) },
      { kind: 'line', colour: flag(test, 'held_out') ? 2 : 1, x: at, y: values(capture, 'distance', 1e3) },
      { kind: 'points', colour: flag(test, 'held_out') ? 2 : 1, name: 'rms of the free vertices', x: at, y: values(capture, 'distance', 1e3), pick, tip: at.map((f) => `frame ${f}`) },
    ],
    caption: [`Distance between the simulated and the captured shape, ${number(1e3 * num(capture, 'distance_rms'))} mm rms over all frames.`],
  });
  onFrame(test, (frame) => distance.point(frame));
  out.push(distance.element);
  return out;
}

// Summary figures of tests beside their scores, one table per set of names.
function figureTables(fit: Json, heldOut: boolean): (HTMLElement | null)[] {
  const all = tests(fit, heldOut).filter((test) => list(test, 'figures').length);
  const names = (test: Json) => list(test, 'figures').map((one) => text(one, 'name')).join('|');
  return [...new Set(all.map(names))].flatMap((kind) => {
    const alike = all.filter((test) => names(test) === kind);
    // lengths are small beside a specimen
    const units = list(alike[0], 'figures').map((one) => (text(one, 'unit') === 'm' ? { factor: 1e3, unit: 'mm' } : { factor: 1, unit: text(one, 'unit') }));
    const columns = list(alike[0], 'figures').map((one, i) => ({ name: has(one, 'text') ? text(one, 'name') : `${text(one, 'name')}, ${units[i]!.unit}`, num: !has(one, 'text') }));
    const cell = (one: Json, i: number): Cell => (has(one, 'text') ? { shown: text(one, 'text') } : { shown: number(units[i]!.factor * num(one, 'value')), raw: units[i]!.factor * num(one, 'value') });
    const count = (test: Json, key: Key): Cell => ({ shown: number(num(test, key)), raw: num(test, key) });
    return [
      table(
        heldOut ? 'Held-out tests as a whole' : 'Fitted tests as a whole',
        [{ name: 'test' }, { name: 'frames', num: true }, { name: 'failed', num: true }, ...columns],
        alike.map((test) => [{ shown: text(test, 'name'), class: 'name' }, count(test, 'frames'), count(test, 'failed_frames'), ...list(test, 'figures').map(cell)]),
      ),
      text(alike[0], 'figures_note') ? h('p', { class: 'soft' }, `${capital(text(alike[0], 'figures_note'))}.`) : null,
    ];
  });
}

// ---- tables ----

function scores(fit: Json, heldOut: boolean): HTMLElement {
  const rows = list(fit, 'scores')
    .filter((score) => flag(score, 'held_out') === heldOut)
    .map((score): Cell[] => {
      const unit = shown(text(score, 'unit'), num(score, 'max'));
      const [rms, most] = [unit.factor * num(score, 'rms'), unit.factor * num(score, 'max')];
      return [
        { shown: text(score, 'test'), class: 'name' },
        { shown: text(score, 'channel') },
        { shown: number(num(score, 'values')), raw: num(score, 'values') },
        { shown: r2(num(score, 'r2')), raw: num(score, 'r2') },
        { shown: number(rms), raw: rms },
        { shown: number(most), raw: most },
        { shown: unit.unit },
        { shown: share(num(score, 'relative')), raw: num(score, 'relative') },
        ...(heldOut ? [{ shown: has(score, 'passed') ? mark(flag(score, 'passed'), 'passed', 'not passed') : has(score, 'not_judged') ? `not judged: ${text(score, 'not_judged')}` : 'not judged' }] : []),
      ];
    });
  const columns = [{ name: 'test' }, { name: 'channel' }, { name: 'values', num: true }, { name: 'R²', num: true }, { name: 'rms', num: true }, { name: 'largest', num: true }, { name: 'unit' }, { name: 'of full scale', num: true }];
  return table(heldOut ? 'Scores of held-out tests' : 'Scores of fitted tests', heldOut ? [...columns, { name: 'verdict' }] : columns, rows);
}

// Parameters of a specimen.
function own(fit: Json, heldOut: boolean): (HTMLElement | null)[] {
  const rows = tests(fit, heldOut).flatMap((test) =>
    list(test, 'intrinsics').map((one): Cell[] => {
      const unit = shown(text(one, 'unit'), num(one, 'value'));
      const [value, sigma] = [unit.factor * num(one, 'value'), unit.factor * num(one, 'sigma')];
      const decimals = sigma > 0 && sigma < 10 ? Math.min(1 - Math.floor(Math.log10(sigma)), 8) : 2;
      return [{ shown: text(test, 'name'), class: 'name' }, { shown: direction(test), class: 'keep' }, { shown: text(one, 'name') }, { shown: fixed(value, decimals), raw: value }, { shown: fixed(sigma, decimals), raw: sigma }, { shown: unit.unit }];
    }),
  );
  if (!rows.length) return [];
  return [
    h('p', {}, heldOut ? 'Parameters of the held-out specimens, estimated with the fitted material held:' : 'Parameters of the specimens, estimated together with the material:'),
    table(heldOut ? 'Parameters of held-out specimens' : 'Parameters of fitted specimens', [{ name: 'test' }, { name: 'direction' }, { name: 'parameter' }, { name: 'value', num: true }, { name: 'sigma', num: true }, { name: 'unit' }], rows),
  ];
}

function figures(fit: Json, heldOut: boolean): (HTMLElement | null)[] {
  const of = tests(fit, heldOut);
  const hung = of.some((test) => object(test, 'front_view'));
  return [
    hung ? h('p', { class: 'soft' }, 'Each sample in one frame. Rings: predicted labels of slats and clips; dots: measured labels.') : null,
    ...shareLegend(h('div', { class: 'pair' }, of.flatMap((test) => [...captureFigures(test), ...shapeFigures(test), ...poseFigures(test), ...curveFigures(test)]))),
  ];
}

export function measuredPredicted(fit: Json): HTMLElement {
  const title = 'Measured against predicted';
  if (!tests(fit, false).length) return section('tests', title, h('p', {}, 'Nothing was fitted; all tests are under Validation.'));
  return section('tests', title, scores(fit, false), h('h3', {}, 'The fitted tests'), ...figureTables(fit, false), ...own(fit, false), ...figures(fit, false));
}

export function validation(fit: Json): HTMLElement {
  const outcome = object(fit, 'outcome');
  if (!tests(fit, true).length)
    return section('validation', 'Validation', h('p', {}, 'No test was held out. Hold one out with ', h('code', {}, '--validate FILE'), ': only such a test shows whether the model predicts.'), ...sampleStages(fit), stepTable(fit));
  const ownNumbers = tests(fit, true).some((test) => list(test, 'intrinsics').length);
  return section(
    'validation',
    'Validation',
    h(
      'p',
      {},
      mark(flag(outcome, 'validation_passed'), 'Passed', 'Not passed'),
      ownNumbers
        ? ': held-out tests, predicted from the fitted material. Only the parameters of their specimens, listed below, are estimated from them. A test passes with R² of at least '
        : ': held-out tests, predicted from the fitted material alone. A curve passes with R² of at least ',
      number(num(outcome, 'accept_r2')),
      '.',
      list(fit, 'scores').some((score) => flag(score, 'held_out') && has(score, 'no_r2')) ? ` One or two values have no R². They pass within 3 sigma of reading and prediction, or with an error of at most ${number(Math.round(100 * Math.sqrt(1 - num(outcome, 'accept_r2'))))} % of their change.` : '',
    ),
    scores(fit, true),
    ...figureTables(fit, true),
    ...own(fit, true),
    ...sampleStages(fit),
    stepTable(fit),
    ...figures(fit, true),
  );
}
