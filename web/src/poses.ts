// poses.ts: bodies in poses: measured against predicted, one picture per kind of quantity.
// Also: the stages of an inhomogeneous material.
import { flag, has, list, num, object, text, values, words, type Json, type Key } from './data';
import { best as star, h, mark, table, type Cell } from './dom';
import { figure, type Series } from './figure';
import { ends, largest, stride, thin, thinned } from './lists';
import { namedReadings, stateName } from './result';
import { onFrame, showFrame } from './shown_frame';
import { capital, number, shown, type Shown } from './units';

const fewest = 6; // numbers that make a picture
const counted = (channel: Json): number => values(channel, 'measured').filter(Number.isFinite).length;
const axesOf = (width: number): string[] => (width % 3 === 0 ? ['x', 'y', 'z'] : ['']);

// Quantities of which a few numbers were measured, number by number.
function fewNumbers(test: Json): HTMLElement | null {
  const rows = list(test, 'channels').flatMap((channel) => {
    if (!has(channel, 'predicted') || counted(channel) >= fewest) return [];
    const unit = shown(text(channel, 'unit'), largest(values(channel, 'measured')));
    const width = num(channel, 'values_per_frame') || 1;
    const predicted = values(channel, 'predicted', unit.factor);
    const sigma = unit.factor * num(channel, 'weight_sigma');
    return values(channel, 'measured', unit.factor).flatMap((measured, i): Cell[][] => {
      if (!Number.isFinite(measured)) return [];
      const cell = (value: number): Cell => ({ shown: number(value), raw: value });
      return [[{ shown: `${text(channel, 'name')} of ${words(channel, 'components')[i % width] ?? ''}`, class: 'name' }, { shown: words(test, 'frame_names')[Math.floor(i / width)] ?? '' }, cell(measured), cell(predicted[i]!), cell(predicted[i]! - measured), cell(sigma), { shown: unit.unit, class: 'keep' }]];
    });
  });
  const columns = [{ name: 'quantity' }, { name: stateName(test) }, { name: 'measured', num: true }, { name: 'predicted', num: true }, { name: 'residual', num: true }, { name: 'sigma', num: true }, { name: 'unit' }];
  return rows.length ? h('div', { class: 'across' }, table(`Single numbers of test ${text(test, 'name')}`, columns, rows, { dense: true })) : null;
}

// Positions, lengths and sizes are drawn as their change since rest, where that is known. Raw positions hardly change, so every model would fit them.
interface Drawn {
  name: string;
  moved: boolean; // displacements of places
  unit: Shown;
  measured: number[]; // shown, NaN where nothing was measured
  predicted: number[];
}

function changes(channel: Json): Drawn {
  const width = num(channel, 'values_per_frame') || 1;
  const rest = values(channel, 'rest');
  const known = rest.length === width;
  const change = (key: Key) => values(channel, key).map((v, i) => v - (known ? rest[i % width]! : 0));
  const measured = change('measured');
  const unit = shown(text(channel, 'unit'), largest(measured));
  const name = text(channel, 'name');
  const moved = known && text(channel, 'drawing') === 'places';
  const scaled = measured.map((m) => unit.factor * m);
  return { name: moved ? 'displacement' : known ? `change of ${name}` : name, moved, unit, measured: scaled, predicted: change('predicted').map((p, i) => (Number.isFinite(scaled[i]) ? unit.factor * p : NaN)) };
}

// Predicted over measured, a point per number, with the residual under it.
function poseFigure(test: Json, channel: Json): HTMLElement | null {
  const { name, moved, unit, measured, predicted } = changes(channel);
  const width = num(channel, 'values_per_frame') || 1;
  const [low, high] = ends(measured, predicted);
  if (!(high >= low)) return null;
  const there = Array.from(measured.keys()).filter((i) => Number.isFinite(measured[i]));
  const step = stride(there.length, width);
  const drawnAt = thin(there, step); // numbers in the channel
  const air = 0.06 * (high - low || Math.abs(high) || 1);
  const range: [number, number] = [low - air, high + air];
  const axes = axesOf(width);
  const parts = words(channel, 'components');
  const small = shown(text(channel, 'unit'), largest(values(channel, 'residual').filter((_, i) => Number.isFinite(measured[i]))));
  const residual = drawnAt.map((i) => ((predicted[i]! - measured[i]!) / unit.factor) * small.factor);
  const at = drawnAt.map((i) => measured[i]!);
  const place = (i: number) => parts[i % width] ?? `${width > 3 ? `place ${Math.floor((i % width) / axes.length) + 1}` : ''}${axes.length > 1 ? ` ${axes[i % 3]}` : ''}`;
  const tip = drawnAt.map((i) => `${words(test, 'frame_names')[Math.floor(i / width)] ?? `${stateName(test)} ${Math.floor(i / width) + 1}`}, ${place(i)}`);
  const pick = (index: number) => showFrame(test, Math.floor(drawnAt[index]! / width));
  const colour = flag(test, 'held_out') ? 2 : 1;
  // readings with different sigmas have no common band
  const precision = new Set(values(channel, 'precision').filter((_, i) => Number.isFinite(measured[i])));
  const weight = (2 * small.factor * num(channel, 'weight_sigma')) / (precision.size ? [...precision][0]! : 1);
  const band: Series[] = precision.size > 1 || !(weight > 0) ? [] : [{ kind: 'band', colour: 0, name: flag(channel, 'sigma_given') ? '± 2 σ of the measurement' : '± 2 % of full scale', x: range, y: [-weight, -weight], y2: [weight, weight] }];
  const drawn = figure(
    {
      title: `${name} of test ${text(test, 'name')}, predicted over measured`,
      heading: `${text(test, 'name')}: ${name}`,
      x: { name: `${name}, measured`, unit: unit.unit, range },
      y: { name: 'predicted', unit: unit.unit, range },
      height: 300,
      series: [
        { kind: 'dash', colour: 0, name: 'equal', x: range, y: range },
        { kind: 'points', colour, name: 'each measured number', x: at, y: drawnAt.map((i) => predicted[i]!), tip, pick },
      ],
      caption: [`${capital(name)}: rms ${number(small.factor * num(channel, 'rms'))} ${small.unit} over ${there.length} numbers.${thinned(step)}${moved ? ' Displacement: position minus position at rest, per coordinate.' : ''}`],
      state: stateName(test),
    },
    {
      title: `Residual of ${name} of test ${text(test, 'name')}, predicted minus measured`,
      x: { name: '', unit: unit.unit, range },
      y: { name: 'residual', unit: small.unit },
      height: 120,
      series: [...band, { kind: 'points', colour, x: at, y: residual, tip, pick }],
    },
  );
  onFrame(test, (frame) => drawn.point(drawnAt.findIndex((i) => Math.floor(i / width) === frame)));
  return drawn.element;
}

export function poseFigures(test: Json): (HTMLElement | null)[] {
  if (!namedReadings(test)) return [];
  const drawn = list(test, 'channels').flatMap((channel) => (has(channel, 'predicted') && counted(channel) >= fewest ? [poseFigure(test, channel)] : []));
  return [...drawn, fewNumbers(test)];
}

// The stage that the result is of.
const chosenStage = (stages: Json[]): Json | undefined => stages.filter((stage) => flag(stage, 'kept') && stage['needed'] !== false).pop();

// A stage with fewer samples that predicts the held-out poses better than the result.
export function betterStage(fit: Json): Json | null {
  const stages = list(object(fit, 'samples'), 'stages');
  const chosen = chosenStage(stages);
  const fewer = stages.filter((stage) => num(stage, 'samples') < num(chosen, 'samples') && num(stage, 'held_out') < num(chosen, 'held_out'));
  return fewer.sort((a, b) => num(a, 'held_out') - num(b, 'held_out'))[0] ?? null;
}

// The stages that inserted samples, with their errors and which was kept.
export function sampleStages(fit: Json): (HTMLElement | null)[] {
  const samples = object(fit, 'samples');
  const stages = list(samples, 'stages');
  if (!stages.length) return [];
  const cell = (value: number): Cell => ({ shown: number(value), raw: value });
  const held = stages.some((stage) => Number.isFinite(num(stage, 'held_out')));
  const n = stages.map((stage) => num(stage, 'samples'));
  const chosen = chosenStage(stages);
  const best = stages.reduce((least, stage) => (num(stage, 'held_out') < least ? num(stage, 'held_out') : least), Infinity);
  const errors = figure({
    title: 'Error over the number of samples',
    heading: 'Error over the number of samples',
    x: { name: 'samples', log: true, ticks: n },
    y: { name: 'error, of that with one sample', unit: '%', range: [0, 1.05 * Math.max(100, ...stages.map((stage) => 100 * num(stage, 'held_out') / num(stages[0], 'held_out')).filter(Number.isFinite))] },
    height: 240,
    series: [
      { kind: 'line', colour: 1, x: n, y: stages.map((stage) => 100 * num(stage, 'relative_error')) },
      { kind: 'points', colour: 1, name: 'fitted poses', x: n, y: stages.map((stage) => 100 * num(stage, 'relative_error')) },
      ...(held
        ? ([
            { kind: 'line', colour: 2, x: n, y: stages.map((stage) => (100 * num(stage, 'held_out')) / num(stages[0], 'held_out')) },
            { kind: 'points', colour: 2, name: 'held-out poses', x: n, y: stages.map((stage) => (100 * num(stage, 'held_out')) / num(stages[0], 'held_out')) },
          ] as Series[])
        : []),
    ],
    caption: [`One sample is a homogeneous body. ${held ? 'More samples always lower the error of the fitted poses. The error of held-out poses falls only while the samples describe the body.' : 'No pose was held out: only a held-out pose shows whether the samples describe the body or fit noise.'}`],
  });
  return [
    h('h3', {}, 'Inhomogeneous material'),
    h('p', {}, `The material is inhomogeneous: each sample is a point of the body with separate parameters, whose weight decreases over ${number(1e3 * num(samples, 'radius'))} mm. Samples were inserted in stages; `, h('a', { href: '#shapes' }, 'the map'), ' is under Shapes in 3D.'),
    h(
      'div',
      { class: 'pair' },
      h(
        'div',
        {},
        table(
          'Stages of the material samples',
          [{ name: 'samples', num: true }, { name: 'parameters', num: true }, { name: 'error of the fitted poses, of that with one sample', num: true, wrap: true }, ...(held ? [{ name: 'error of the held-out poses, rms (sigma)', num: true, wrap: true }] : []), { name: 'sum of squares', num: true, wrap: true }, { name: '' }],
          stages.map((stage) => [
            cell(num(stage, 'samples')),
            cell(num(stage, 'parameters')),
            { shown: Number.isFinite(num(stage, 'relative_error')) ? `${number(100 * num(stage, 'relative_error'))} %` : '–', raw: num(stage, 'relative_error') },
            ...(held ? [{ shown: star(num(stage, 'held_out') === best, number(num(stage, 'held_out'))), raw: num(stage, 'held_out') }] : []),
            cell(num(stage, 'chi2')),
            { shown: stage === chosen ? mark(true, 'the result', '') : h('span', { class: 'soft keep' }, flag(stage, 'kept') ? 'intermediate' : 'no better'), class: 'keep' },
          ]),
          { dense: true },
        ),
        held ? h('p', { class: 'soft' }, 'Sigma is the standard deviation of a reading in the experiment file. At 1, held-out poses are predicted within the noise. ★ marks the smallest.', betterStage(fit) ? ' It is not the result: the held-out poses do not confirm the further samples.' : '') : null,
      ),
      errors.element,
    ),
  ];
}
