// poses.ts: bodies in poses: what was measured of each pose against what the model predicts, one picture per kind of quantity; and the stages of a material that changes from
// place to place.
import { flag, has, list, num, object, text, values, words, type Json } from './data';
import { h, mark, table, type Cell } from './dom';
import { figure } from './figure';
import { ends, stride, thin, thinned } from './lists';
import { stateName } from './result';
import { onFrame, showFrame } from './shown_frame';
import { number, shown } from './units';

const fewest = 6; // numbers that make a picture
const counted = (channel: Json): number => values(channel, 'measured').filter(Number.isFinite).length;
const axesOf = (width: number): string[] => (width % 3 === 0 ? ['x', 'y', 'z'] : ['']);

// Quantities of which a few numbers were measured, number by number.
function fewNumbers(test: Json): HTMLElement | null {
  const rows = list(test, 'channels').flatMap((channel) => {
    if (!has(channel, 'predicted') || counted(channel) >= fewest) return [];
    const unit = shown(text(channel, 'unit'));
    const width = num(channel, 'values_per_frame') || 1;
    const predicted = values(channel, 'predicted', unit.factor);
    const sigma = unit.factor * num(channel, 'weight_sigma');
    return values(channel, 'measured', unit.factor).flatMap((measured, i): Cell[][] => {
      if (!Number.isFinite(measured)) return [];
      const cell = (value: number): Cell => ({ shown: number(value), raw: value });
      return [[{ shown: `${text(channel, 'name')} of ${words(channel, 'components')[i % width] ?? ''}`, class: 'name' }, { shown: words(test, 'poses')[Math.floor(i / width)] ?? '' }, cell(measured), cell(predicted[i]!), cell(predicted[i]! - measured), cell(sigma), { shown: unit.unit }]];
    });
  });
  const columns = [{ name: 'quantity' }, { name: stateName(test) }, { name: 'measured', num: true }, { name: 'predicted', num: true }, { name: 'residual', num: true }, { name: 'sigma', num: true }, { name: 'unit' }];
  return rows.length ? table(`Single numbers of test ${text(test, 'name')}`, columns, rows) : null;
}

// Predicted over measured, a point per number; the nearer to the line the better.
export function poseFigures(test: Json): (HTMLElement | null)[] {
  if (text(test, 'protocol') !== 'poses') return [];
  const drawn = list(test, 'channels').flatMap((channel) => {
    if (!has(channel, 'predicted') || counted(channel) < fewest) return [];
    const unit = shown(text(channel, 'unit'));
    const width = num(channel, 'values_per_frame') || 1;
    const measured = values(channel, 'measured', unit.factor);
    const predicted = values(channel, 'predicted', unit.factor).map((p, i) => (Number.isFinite(measured[i]) ? p : NaN));
    const [low, high] = ends(measured, predicted);
    if (!(high >= low)) return [];
    const there = Array.from(measured.keys()).filter((i) => Number.isFinite(measured[i]));
    const step = stride(there.length, width);
    const drawnAt = thin(there, step); // numbers in the channel
    const air = 0.06 * (high - low || Math.abs(high) || 1);
    const axes = axesOf(width);
    const name = text(channel, 'name');
    const drawn = figure({
      title: `${name} of test ${text(test, 'name')}, predicted over measured`,
      x: { name: `${name}, measured`, unit: unit.unit, range: [low - air, high + air] },
      y: { name: 'predicted', unit: unit.unit, range: [low - air, high + air] },
      height: 300,
      series: [
        { kind: 'dash', colour: 0, name: 'equal', x: [low - air, high + air], y: [low - air, high + air] },
        {
          kind: 'points',
          colour: flag(test, 'held_out') ? 2 : 1,
          name: 'each measured number',
          x: drawnAt.map((i) => measured[i]!),
          y: drawnAt.map((i) => predicted[i]!),
          tip: drawnAt.map((i) => `${stateName(test)} ${Math.floor(i / width) + 1}${width > 3 ? `, place ${Math.floor((i % width) / axes.length) + 1}` : ''}${axes.length > 1 ? `, ${axes[i % 3]}` : ''}`),
          pick: (index) => showFrame(test, Math.floor(drawnAt[index]! / width)),
        },
      ],
      caption: [h('b', {}, text(test, 'name')), `, ${name}: rms ${number(unit.factor * num(channel, 'rms'))} ${unit.unit} over ${there.length} numbers.${thinned(step)}`],
    });
    onFrame(test, (frame) => drawn.point(drawnAt.findIndex((i) => Math.floor(i / width) === frame)));
    return [drawn.element];
  });
  return [...drawn, fewNumbers(test)];
}

// Samples were inserted in stages; which of them was kept, and what it gained.
export function sampleStages(fit: Json): (HTMLElement | null)[] {
  const samples = object(fit, 'samples');
  const stages = list(samples, 'stages');
  if (!stages.length) return [];
  const cell = (value: number): Cell => ({ shown: number(value), raw: value });
  return [
    h('h3', {}, 'From one material to many'),
    table(
      'Stages of the material samples',
      [{ name: 'samples', num: true }, { name: 'parameters', num: true }, { name: 'sum of squares', num: true, wrap: true }, { name: 'error of the fitted tests, of that with one sample', num: true, wrap: true }, { name: 'held-out residuals', num: true, wrap: true }, { name: 'time', num: true }, { name: '' }],
      stages.map((stage) => [
        cell(num(stage, 'samples')),
        cell(num(stage, 'parameters')),
        cell(num(stage, 'chi2')),
        { shown: Number.isFinite(num(stage, 'relative_error')) ? `${number(100 * num(stage, 'relative_error'))} %` : '–', raw: num(stage, 'relative_error') },
        cell(num(stage, 'held_out')),
        { shown: `${number(num(stage, 'seconds'))} s`, raw: num(stage, 'seconds') },
        { shown: flag(stage, 'kept') ? mark(true, 'kept', '') : '' },
      ]),
    ),
    h('p', { class: 'soft' }, `The material changes from place to place: each sample is a point of the body with parameters of its own, whose weight falls off over ${number(1e3 * num(samples, 'radius'))} mm. The map is under Shapes in 3D, coloured by stiffness.`),
  ];
}
