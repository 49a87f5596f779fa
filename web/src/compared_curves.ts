// compared_curves.ts: the laws of several fits in one picture: stress and stiffness over a strain.
// Of rubber: the derivatives of the energy over an invariant or the stretch.
import type { Compared } from './comparison';
import { flag, list, text, values, type Json } from './data';
import { h } from './dom';
import { meaningOf, stretches } from './energy_curves';
import { decades, figure, limit, type Picture, type Series } from './figure';
import { ends, largest } from './lists';
import { isFriction } from './result';
import { same } from './straight';
import { capital, shown, shownStrain } from './units';
import { strainWords } from './words';

const colourOf = (i: number): number => (i % 6) + 1;
// Dash patterns distinguish lines that coincide. After six fits the colours repeat with other patterns.
const dashes = ['', '10 5', '2 4', '14 4 2 4', '6 3', '10 4 2 4 2 4'];
export const lineOf = (i: number): Pick<Series, 'kind' | 'colour' | 'dash'> => ({ kind: 'line', colour: colourOf(i), dash: dashes[(i + Math.floor(i / 6)) % 6]! });
export const label = (c: Compared, i: number): string => text(list(c.head, 'fits')[i], 'label');

// ---- which curves are the same ----

interface Found {
  fit: number;
  curve: Json;
}

// Two keys of a curve: its name, and its meaning (which stress over which strain, in which measure). Friction differs from the elastic law of the same strain.
const units = (curve: Json): string => [text(curve, 'strain_unit'), text(curve, 'stress_unit'), text(curve, 'strain_name') !== text(curve, 'stress_name')].join('\u0000');
const nameKey = (curve: Json): string => `${text(curve, 'name')}\u0000${units(curve)}`;
const meaningKey = (curve: Json): string => [text(curve, 'measure'), text(curve, 'strain_name'), text(curve, 'stress_name'), text(curve, 'fold'), isFriction(curve), units(curve)].join('\u0000');

// Groups of curves for one picture, at most one curve per fit. Curves join by name, or by meaning where each fit has one curve of that meaning.
// Example: `membrane.warp` of one fit joins `warp` of another. The three springs of a third fit share a meaning and stay separate.
export function groups(found: Found[]): Found[][] {
  const out: Found[][] = [];
  const alone = (one: Found) => found.filter((other) => other.fit === one.fit && meaningKey(other.curve) === meaningKey(one.curve)).length === 1;
  const free = (group: Found[], one: Found) => group.every((other) => other.fit !== one.fit);
  for (const one of found) {
    const named = out.find((group) => free(group, one) && group.some((other) => nameKey(other.curve) === nameKey(one.curve)));
    const meant = alone(one) ? out.find((group) => free(group, one) && group.some((other) => alone(other) && meaningKey(other.curve) === meaningKey(one.curve))) : undefined;
    const group = named ?? meant;
    if (group) group.push(one);
    else out.push([one]);
  }
  return out;
}

// ---- bands ----

// Empties every band that spans the whole axis at half of its points or more. Returns their indices.
function leaveOutWide(bands: Series[], range: [number, number] | undefined): number[] {
  if (!range) return [];
  return bands.flatMap((band, k) => {
    const there = band.y.map((_, i) => i).filter((i) => Number.isFinite(band.y[i]) && Number.isFinite(band.y2![i]));
    const beyond = there.filter((i) => band.y[i]! <= range[0] && band.y2![i]! >= range[1]).length;
    if (!there.length || 2 * beyond < there.length) return [];
    band.y = band.y.map(() => NaN);
    band.y2 = band.y.slice();
    return [k];
  });
}

function bandWords(range: [number, number] | undefined, left: string[]): string {
  if (!range) return '';
  return left.length ? `Not drawn: bands wider than the axis; the data hardly determine these curves: ${[...new Set(left)].join(', ')}. Other bands may extend beyond the axis.` : 'A band extends beyond the axis: the data hardly determine the curve there.';
}

// ---- laws of one strain ----

// The curves of one group, as stress or as stiffness.
function law(c: Compared, group: Found[], name: string, stiffness: boolean): HTMLElement {
  const key = (curve: Json) => (stiffness ? (values(curve, 'secant').length ? 'secant' : 'stiffness') : 'stress');
  // one axis: the unit of the first fit that has the law
  const first = group[0]!.curve;
  const x = shownStrain(text(first, 'strain_unit'));
  const y = shown(text(first, stiffness ? 'stiffness_unit' : 'stress_unit'), largest(values(first, key(first))));
  const bands: Series[] = [];
  const lines: Series[] = [];
  for (const { fit, curve } of group) {
    const inside = values(curve, 'in_range');
    // extrapolations differ between laws and are left out
    const middle = values(curve, key(curve), y.factor).map((v, k) => (flag(curve, 'measured') && !inside[k] ? NaN : v));
    const half = values(curve, `${key(curve)}_half_width`, y.factor);
    const strain = values(curve, 'strain', x.factor);
    bands.push({ kind: 'band', colour: colourOf(fit), x: strain, y: middle.map((m, k) => m - (half[k] ?? NaN)), y2: middle.map((m, k) => m + (half[k] ?? NaN)) });
    lines.push({ ...lineOf(fit), name: label(c, fit), x: strain, y: middle });
  }
  const range = limit(lines.flatMap((one) => one.y), bands.flatMap((one) => one.y), bands.flatMap((one) => one.y2!));
  const wide = leaveOutWide(bands, range).map((k) => label(c, group[k]!.fit));
  // models may define one name over different strains
  const axes = [...new Set(group.map(({ curve }) => strainWords(curve).axis))];
  const others = group.filter(({ curve }) => text(curve, 'name') !== name).map(({ fit, curve }) => `${text(curve, 'name')} of ${label(c, fit)}`);
  return figure({
    title: `${stiffness ? 'Stiffness' : 'Stress'} of ${name} in the fits, with 95 % bands`,
    x: { name: axes.length === 1 ? axes[0]! : 'strain', unit: x.unit },
    y: { name: stiffness ? 'stiffness' : 'stress', unit: y.unit, ...(range ? { range } : {}) },
    series: [...bands, ...lines],
    caption: [
      others.length && !stiffness ? `The same strain and stress under other names: ${others.join(', ')}. ` : '',
      axes.length > 1 && !stiffness ? `The fits use different strains: ${axes.map((axis) => `${axis} (${group.filter(({ curve }) => strainWords(curve).axis === axis).map(({ fit }) => label(c, fit)).join(', ')})`).join('; ')}. ` : '',
      bandWords(range, wide),
    ],
  }).element;
}

// ---- laws of rubber ----

// One argument of the energies, in all fits that have it. A fit may have several terms of it.
function energy(c: Compared, group: Found[], over: string, key: 'value' | 'slope'): HTMLElement {
  const meaning = meaningOf(group[0]!.curve)!;
  const y = shown(text(group[0]!.curve, 'unit'), largest(...group.map(({ curve }) => values(curve, key))));
  const bands: Series[] = [];
  const lines: Series[] = [];
  for (const { fit, curve } of group) {
    const x = values(curve, 'x');
    const [low, high] = flag(curve, 'measured') ? values(curve, 'range') : [-Infinity, Infinity];
    const middle = values(curve, key, y.factor).map((v, k) => (x[k]! >= low! && x[k]! <= high! ? v : NaN));
    const half = values(curve, `${key}_half_width`, y.factor);
    const several = group.filter((other) => other.fit === fit).length > 1;
    bands.push({ kind: 'band', colour: colourOf(fit), x, y: middle.map((m, k) => m - (half[k] ?? NaN)), y2: middle.map((m, k) => m + (half[k] ?? NaN)) });
    lines.push({ ...lineOf(fit), name: `${label(c, fit)}${several ? `, ${text(curve, 'term')}` : ''}`, x, y: middle });
  }
  const log = key === 'slope' && over === 'stretch' ? decades(lines.flatMap((one) => one.y)) : undefined;
  const range = log ?? limit(lines.flatMap((one) => one.y), bands.flatMap((one) => one.y), bands.flatMap((one) => one.y2!));
  const wide = leaveOutWide(bands, range).map((k) => label(c, group[k]!.fit));
  if (log) for (const band of bands) band.y = band.y.map((v) => Math.max(v, log[0]));
  const [low, high] = ends(...lines.map((one) => one.x.filter((_, k) => Number.isFinite(one.y[k]))));
  const stretch = over === 'stretch';
  const air = stretch ? 0 : 0.02 * (high - low);
  const picture: Picture = {
    title: `${key === 'value' ? 'Derivative' : 'Second derivative'} of the ${meaning.title} in the fits, with 95 % bands`,
    x: { name: stretch ? 'stretch λ' : over.replace('I1', 'I₁').replace('I2', 'I₂'), range: [low - air, high + air], ...(stretch ? { log: true, ticks: stretches.filter((l) => l >= low && l <= high) } : {}) },
    y: { name: meaning[key], unit: y.unit, ...(range ? { range } : {}), ...(log ? { log: true } : {}) },
    series: [...bands, ...lines],
    caption: [key === 'value' ? `${meaning.words} ` : '', log ? 'The axis is logarithmic.' : bandWords(range, wide)],
  };
  return figure(picture).element;
}

function energies(c: Compared, of: number[]): HTMLElement[] {
  const found = of.flatMap((fit) => list(c.fits[fit], 'energy_curves').filter((curve) => meaningOf(curve) && values(curve, 'x').length > 1 && values(curve, 'value').length === values(curve, 'x').length).map((curve): Found => ({ fit, curve })));
  const keys = [...new Set(found.map(({ curve }) => `${text(curve, 'over')}\u0000${text(curve, 'unit')}`))];
  const out = keys.flatMap((key) => {
    const over = key.split('\u0000')[0]!;
    const group = found.filter(({ curve }) => `${text(curve, 'over')}\u0000${text(curve, 'unit')}` === key);
    const bends = group.some(({ curve }) => !same(values(curve, 'slope')));
    return [h('h3', {}, capital(meaningOf(group[0]!.curve)!.title)), h('div', { class: 'pair' }, energy(c, group, over, 'value'), bends && energy(c, group, over, 'slope'))];
  });
  const several = new Set(found.map(({ curve }) => text(curve, 'over'))).size > 1;
  return several ? [h('p', { class: 'soft' }, 'The energy is the sum of all terms of a fit. Fits may divide it differently between these terms and still predict the same: compare their tests too.'), ...out] : out;
}

export function laws(c: Compared, of: number[]): HTMLElement[] {
  const found = of.flatMap((fit) => list(c.fits[fit], 'curves').filter((one) => !flag(one, 'assumed') && values(one, 'strain').length > 1).map((curve): Found => ({ fit, curve })));
  const out = groups(found).flatMap((group) => {
    const name = group.map(({ curve }) => text(curve, 'name')).reduce((short, other) => (other.length < short.length ? other : short));
    return [h('h3', {}, capital(name)), h('div', { class: 'pair' }, law(c, group, name, false), law(c, group, name, true))];
  });
  const all = [...out, ...energies(c, of)];
  return all.length ? all : [h('p', { class: 'soft' }, of.length ? 'The laws of these fits have no curve over a single strain; compare their parameters.' : 'Tick a fit in the table above to see its curves.')];
}
