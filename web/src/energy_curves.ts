// energy_curves.ts: laws of invariants and of stretches: first and second derivative of the energy with bands, the measured range and a histogram of states.
// Their arguments never change one at a time, so stress over strain does not apply.
import { flag, list, num, text, values, type Json } from './data';
import { h } from './dom';
import { bandLeaves, decades, figure, limit, type Picture, type Series } from './figure';
import { largest } from './lists';
import { same } from './straight';
import { capital, interval, number, shown, uncertain } from './units';

export interface Meaning {
  value: string; // of the axis
  slope: string;
  title: string;
  words: string;
}

// The meaning of a curve in the words of fit.json; null for older results.
export const meaningOf = (curve: Json): Meaning | null =>
  text(curve, 'title') ? { value: text(curve, 'value_name'), slope: text(curve, 'slope_name'), title: text(curve, 'title'), words: text(curve, 'about') } : null;

export const stretches = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20];

function picture(curve: Json, meaning: Meaning, key: 'value' | 'slope', colour: number): Picture {
  const unit = shown(text(curve, 'unit'), largest(values(curve, key)));
  const x = values(curve, 'x');
  const middle = values(curve, key, unit.factor);
  const half = values(curve, `${key}_half_width`, unit.factor);
  const [low, high] = [middle.map((m, i) => m - (half[i] ?? NaN)), middle.map((m, i) => m + (half[i] ?? NaN))];
  const stretch = text(curve, 'over') === 'stretch';
  const range = values(curve, 'range');
  const series: Series[] = flag(curve, 'measured') ? [{ kind: 'span', colour: 0, name: 'valid range', x: range, y: [] }] : [];
  series.push({ kind: 'band', colour, name: '95 % band', x, y: low, y2: high }, { kind: 'line', colour, name: meaning[key], x, y: middle });
  const control = key === 'slope' ? list(curve, 'control') : [];
  if (control.length) {
    const at = control.map((point) => num(point, 'x'));
    const value = control.map((point) => unit.factor * num(point, 'slope'));
    const sigma = control.map((point) => interval * unit.factor * num(point, 'sigma'));
    series.push({ kind: 'bars', colour: 0, x: at, y: value.map((v, i) => v - sigma[i]!), y2: value.map((v, i) => v + sigma[i]!) });
    series.push({ kind: 'rings', colour: 0, name: 'control points', x: at, y: value, tip: control.map((point) => text(point, 'parameter')) });
  }
  const log = key === 'slope' && stretch ? decades(middle) : undefined;
  const limited = log ?? limit(middle, low, high);
  // on a logarithmic axis a band that holds zero goes down to its end
  if (log) for (const one of series) if (one.y2) one.y = one.y.map((v) => Math.max(v, log[0]));
  const air = stretch ? 0 : 0.02 * (x[x.length - 1]! - x[0]!);
  return {
    title: `${capital(text(curve, 'term'))}: ${key === 'value' ? 'derivative' : 'second derivative'} of the ${meaning.title}`,
    x: { name: stretch ? 'stretch λ' : `${text(curve, 'over').replace('I1', 'I₁').replace('I2', 'I₂')}`, range: [x[0]! - air, x[x.length - 1]! + air], ...(stretch ? { log: true, ticks: stretches.filter((l) => l >= x[0]! && l <= x[x.length - 1]!) } : {}) },
    y: { name: meaning[key], unit: unit.unit, ...(limited ? { range: limited } : {}), ...(log ? { log: true } : {}) },
    series,
  };
}

function histogram(curve: Json, upper: Picture): Picture | undefined {
  const share = values(curve, 'histogram', 100);
  const x = values(curve, 'x');
  const [low, high] = [x[0]!, x[x.length - 1]!];
  const log = text(curve, 'bins') === 'log'; // equal on the drawn axis; older results have equal bins of x
  const edge = (i: number) => (log ? low * (high / low) ** (i / share.length) : low + ((high - low) * i) / share.length);
  if (!share.length) return undefined;
  return {
    title: `Measured states of ${text(curve, 'term')}`,
    x: { ...upper.x, name: '' },
    y: { name: 'share', unit: '%', root: true },
    height: 92,
    series: [{ kind: 'columns', colour: 0, name: 'measured states', x: share.map((_, i) => edge(i)), y: share, y2: share.map((_, i) => edge(i + 1)) }],
  };
}

// A heading and two pictures per curve.
export function energyCurves(fit: Json): HTMLElement[] {
  return list(fit, 'energy_curves').flatMap((curve, i) => {
    const meaning = meaningOf(curve);
    if (!meaning || values(curve, 'x').length < 2 || values(curve, 'value').length !== values(curve, 'x').length) return [];
    const range = values(curve, 'range').map(number);
    const unknown = curve['measured'] === undefined; // volume of a law of stretches: its range is not recorded
    const valid = unknown ? '' : flag(curve, 'measured') ? `Measured from ${range[0]} to ${range[1]}, extrapolated beyond.` : 'These states were not measured.';
    const first = picture(curve, meaning, 'value', (i % 4) + 1);
    const words = h('p', { class: 'soft' }, text(curve, 'words'), ` (${text(curve, 'law')})`);
    const heading = h('h3', {}, `${capital(text(curve, 'term'))}: ${meaning.title}`);
    if (same(values(curve, 'value'))) {
      // a constant needs no picture, nor does its derivative, which is zero
      const unit = shown(text(curve, 'unit'), num(curve['value'], '0'));
      const constant = uncertain(unit.factor * num(curve['value'], '0'), (unit.factor * num(curve['value_half_width'], '0')) / interval);
      return [heading, words, h('p', {}, `${meaning.value} is the same in every state: ${constant} ${unit.unit}. ${valid}`), h('p', { class: 'soft' }, meaning.words.replace('; a rising curve is a material that stiffens', ''))];
    }
    const second = picture(curve, meaning, 'slope', (i % 4) + 1);
    const bends = !same(values(curve, 'slope'));
    const wide = values(curve, 'value_half_width').some((half, k) => half > Math.abs(values(curve, 'value')[k]!));
    const shared = wide && list(fit, 'energy_curves').length > 1 ? ' The band is wide because the tests determine only the sum of this term and another.' : '';
    return [
      heading,
      words,
      h(
        'div',
        { class: 'pair' },
        figure({ ...first, caption: [`${meaning.words} ${valid}${shared}`, bandLeaves(first)] }, histogram(curve, first)).element,
        bends && figure({ ...second, caption: [`Derivative of the first curve.${list(curve, 'control').length ? ' Rings are the fitted parameters, bars their own 95 % intervals.' : ''}${second.y.log ? ` The axis is logarithmic${values(curve, 'slope').some((v) => v < 1e-6 * largest(values(curve, 'slope'))) ? '; the curve is zero where it leaves the axis at the bottom' : ''}.` : ''}`, bandLeaves(second)] }).element,
      ),
    ];
  });
}
