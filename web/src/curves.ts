// curves.ts: every law as stress over strain and as stiffness, with control points, 95 % band, valid range and measured strains.
// Also: hysteresis loops of friction, tensors over the polar plane, stiffness by direction.
import { flag, has, list, num, object, text, values, type Extra, type Json, type Key } from './data';
import { h, scrollBox, section, table } from './dom';
import { energySections } from './energy';
import { energyCurves } from './energy_curves';
import { bandLeaves, behind, figure, limit, tools, type Picture, type Series } from './figure';
import { ends, largest } from './lists';
import { atBound, isCoupling, isFriction, parameterUnit } from './result';
import { isStraight, slope, straightTable } from './straight';
import { capital, number, shown, shownStrain, type Shown } from './units';
import { isSolid, strainWords } from './words';

interface View {
  curve: Json;
  x: Shown;
  y: Shown;
  k: Shown;
  secant: boolean; // stiffness is stress over strain, not the tangent
  strain: number[];
  range: number[];
}

function view(curve: Json): View | null {
  const x = shownStrain(text(curve, 'strain_unit'));
  const strain = values(curve, 'strain', x.factor);
  if (strain.length < 2 || values(curve, 'stress').length !== strain.length) return null;
  const y = shown(text(curve, 'stress_unit'), largest(values(curve, 'stress')));
  const k = shown(text(curve, 'stiffness_unit'), largest(values(curve, 'stiffness')));
  return { curve, x, y, k, secant: values(curve, 'secant').length > 0, strain, range: values(curve, 'range', x.factor) };
}

function picture(v: View, colour: number, stiffness: boolean): Picture {
  const { curve } = v;
  const unit = stiffness ? v.k : v.y;
  const name = stiffness ? (v.secant ? 'secant' : 'stiffness') : 'stress';
  const middle = values(curve, name, unit.factor);
  const half = values(curve, `${name}_half_width`, unit.factor);
  const low = middle.map((m, i) => m - (half[i] ?? NaN));
  const high = middle.map((m, i) => m + (half[i] ?? NaN));
  const control = list(curve, 'control');
  const at = control.map((point) => v.x.factor * num(point, 'strain'));
  const knots = control.map((point) => unit.factor * num(point, stiffness ? 'stiffness' : 'stress'));
  const series: Series[] = [];
  if (flag(curve, 'measured') && v.range.length === 2) series.push({ kind: 'span', colour: 0, name: 'valid range', x: v.range, y: [] });
  const next = stiffness ? [] : values(curve, 'stress_next_half_width', unit.factor); // of one more specimen
  if (next.length === middle.length) series.push({ kind: 'band', colour: 0, name: 'next specimen, 95 % band', x: v.strain, y: middle.map((m, i) => m - next[i]!), y2: middle.map((m, i) => m + next[i]!) });
  series.push({ kind: 'band', colour, name: next.length === middle.length ? 'mean fabric, 95 % band' : '95 % band', x: v.strain, y: low, y2: high });
  series.push({ kind: 'line', colour, name: stiffness ? 'stiffness' : 'stress', x: v.strain, y: middle });
  if (stiffness && control.length) {
    const wide = control.map((point) => unit.factor * num(point, 'half_width'));
    series.push({ kind: 'bars', colour: 0, x: at, y: knots.map((k, i) => k - wide[i]!), y2: knots.map((k, i) => k + wide[i]!) });
  }
  if (control.length) series.push({ kind: 'rings', colour: 0, name: 'control points', x: at, y: knots, tip: control.map((point) => text(point, 'parameter')) });
  const quantity = stiffness ? (v.secant ? 'Stiffness' : 'Tangent stiffness') : 'Stress';
  const air = 0.02 * (v.strain[v.strain.length - 1]! - v.strain[0]!);
  const range = limit(middle, low, high);
  return {
    title: `${quantity} of ${text(curve, 'name')} over strain with its 95 % band`,
    x: { name: strainWords(curve).axis, unit: v.x.unit, range: [v.strain[0]! - air, v.strain[v.strain.length - 1]! + air] },
    y: { name: stiffness ? (v.secant ? 'stiffness k = stress / strain' : 'tangent stiffness') : isCoupling(curve) ? `${text(curve, 'stress_name')} stress` : 'stress', unit: unit.unit, ...(range ? { range } : {}) },
    series,
  };
}

// A histogram under the curve: the strains of the elements in the fitted tests.
function histogram(v: View): Picture | undefined {
  const share = values(v.curve, 'histogram', 100);
  const n = share.length;
  if (!n) return undefined;
  const low = v.strain[0]!;
  const high = v.strain[v.strain.length - 1]!;
  const edge = (i: number) => low + ((high - low) * i) / n;
  const air = 0.02 * (high - low);
  return {
    title: `Measured strains of ${text(v.curve, 'name')}`,
    x: { name: '', range: [low - air, high + air] },
    y: { name: 'visited', unit: '%', root: true },
    height: 92,
    series: [{ kind: 'columns', colour: 0, name: 'measured strains', x: share.map((_, i) => edge(i)), y: share, y2: share.map((_, i) => edge(i + 1)) }],
  };
}

function caption(v: View): string {
  const { curve } = v;
  let out = text(curve, 'law');
  if (flag(curve, 'measured')) out += `; measured from ${number(v.range[0]!)} to ${number(v.range[1]!)} ${v.x.unit}${v.x.unit === '%' ? ' strain' : ''}, extrapolated beyond.`;
  else out += '; not measured, so extrapolated.';
  if (text(curve, 'note')) out += ` ${text(curve, 'note')}`;
  return out;
}

// Distance of a value from a sampled curve. At a kink between two samples, the extrapolation of either side counts as the curve.
function besideSamples(x: number[], y: number[], place: number, value: number): number {
  let i = 0;
  while (i < x.length - 2 && x[i + 1]! < place) i++;
  const along = (a: number, b: number) => y[a]! + ((y[b]! - y[a]!) * (place - x[a]!)) / (x[b]! - x[a]!);
  const ways = [along(i, i + 1), ...(i > 0 ? [along(i - 1, i)] : []), ...(i + 2 < x.length ? [along(i + 1, i + 2)] : [])];
  return Math.min(...ways.map((one) => Math.abs(one - value)));
}

// Control values of a B-spline need not lie on its curve. Rings outside the picture are not considered.
function rings(v: View, drawn: Picture): string {
  const stiffness = values(v.curve, v.secant ? 'secant' : 'stiffness');
  const strain = values(v.curve, 'strain');
  const [first, last] = [strain[0]!, strain[strain.length - 1]!];
  const [low, high] = drawn.y.range?.map((end) => end / v.k.factor) ?? [-Infinity, Infinity];
  const seen = list(v.curve, 'control').filter((point) => num(point, 'strain') >= first && num(point, 'strain') <= last && num(point, 'stiffness') >= low! && num(point, 'stiffness') <= high!);
  const [bottom, top] = ends(stiffness, seen.map((point) => num(point, 'stiffness')));
  const off = seen.some((point) => besideSamples(strain, stiffness, num(point, 'strain'), num(point, 'stiffness')) > 0.02 * Math.max(top - bottom, 1e-6 * Math.abs(top)));
  const beside = ' They are control points of a spline and need not lie on the curve.';
  return `Rings are the fitted parameters, bars their own 95 % intervals.${off ? beside : ' The curve goes through them.'}`;
}

// ---- hysteresis ----

// Linear interpolation of a sampled curve, extrapolated with its last slope.
function at(x: number[], y: number[], place: number): number {
  let i = 0;
  while (i < x.length - 2 && x[i + 1]! < place) i++;
  return y[i]! + ((y[i + 1]! - y[i]!) * (place - x[i]!)) / (x[i + 1]! - x[i]!);
}

// Dahl's friction along a path of strains s, with d = ±1 the direction:
//   d sigma/ds = (a + b |s| - d sigma)/tau, exact where a + b |s| is constant over a step.
function dahl(a: number, b: number, tau: number, path: number[]): number[] {
  let sigma = 0;
  return path.map((s, i) => {
    if (i > 0) {
      const step = s - path[i - 1]!;
      const d = Math.sign(step);
      const most = a + b * Math.abs((s + path[i - 1]!) / 2);
      sigma = d * most + (sigma - d * most) * Math.exp(-Math.abs(step) / tau);
    }
    return sigma;
  });
}

// Two cycles from rest to the largest measured strain and back, and a smaller one.
function loops(fit: Json): HTMLElement[] {
  const parameter = (name: string) => num(list(fit, 'parameters').find((one) => text(one, 'name') === name), 'value');
  const out: HTMLElement[] = [];
  for (const friction of list(fit, 'curves')) {
    if (!isFriction(friction)) continue; // a law that differs by side has no single rate and is left out below
    const [a, slope, tau] = ['a', 'b', 'tau'].map((letter) => parameter(`${text(friction, 'term')}.${letter}`)) as [number, number, number];
    const b = Number.isNaN(slope) ? 0 : slope; // a largest stress that is the same at all strains
    const elastic = list(fit, 'curves').find((curve) => curve !== friction && text(curve, 'measure') === text(friction, 'measure') && text(curve, 'strain_name') === text(friction, 'strain_name') && !isCoupling(curve) && !isFriction(curve));
    if (!elastic || !(tau > 0) || !Number.isFinite(a + b)) continue;
    const v = view(elastic);
    const top = values(friction, 'range')[1] ?? NaN;
    if (!v || !(top > 0)) continue;
    const n = 160;
    const ramp = (from: number, to: number) => Array.from({ length: n }, (_, i) => from + ((to - from) * (i + 1)) / n);
    const path = [0, ...ramp(0, top), ...ramp(top, 0), ...ramp(0, top), ...ramp(top, top / 2), ...ramp(top / 2, top), ...ramp(top, 0)];
    const stress = dahl(a, b, tau, path).map((sigma, i) => v.y.factor * (sigma + at(values(elastic, 'strain'), values(elastic, 'stress'), path[i]!)));
    const inside = v.strain.map((s) => s >= 0 && s <= v.x.factor * top);
    out.push(
      figure({
        title: `Hysteresis of ${text(friction, 'name').replace(/-friction$/, '')}`,
        x: { name: strainWords(friction).axis, unit: v.x.unit },
        y: { name: 'stress', unit: v.y.unit },
        series: [
          { kind: 'dash', colour: 0, name: 'elastic part', x: v.strain.filter((_, i) => inside[i]), y: values(elastic, 'stress', v.y.factor).filter((_, i) => inside[i]) },
          { kind: 'line', colour: 2, name: 'with internal friction', x: path.map((s) => v.x.factor * s), y: stress },
        ],
        caption: ['Elasticity plus Dahl friction: a cycle from rest to the largest measured strain and back, then one that returns half-way.'],
      }).element,
    );
  }
  return out;
}

// ---- by direction ----

// Bending stiffness at rest over the direction of the fold line, linear between the measured ones and mirrored.
function bendingPolar(fit: Json): HTMLElement | null {
  const degree = (curve: Json) => num(curve, 'fold_deg');
  // friction is left out: each direction counts once; classes of hinges are summed
  const folds = list(fit, 'curves')
    .filter((curve) => !flag(curve, 'assumed') && !isFriction(curve) && flag(curve, 'by_direction') && Number.isFinite(degree(curve)) && has(curve, 'zero_stiffness'))
    .filter((curve, i, all) => all.findIndex((other) => degree(other) === degree(curve)) === i)
    .sort((p, q) => degree(p) - degree(q));
  if (folds.length < 2) return null;
  const unit = shown(text(folds[0], 'stiffness_unit'), largest(folds.map((curve) => num(curve, 'zero_stiffness'))));
  const angles = folds.map(degree);
  const k = folds.map((curve) => unit.factor * num(curve, 'zero_stiffness'));
  // a value at its bound has no interval: only the line is drawn
  const half = folds.map((curve) => (atBound(fit, curve) ? NaN : unit.factor * num(curve, 'zero_stiffness_half_width'))).map((one, i) => (one > 1e-5 * Math.abs(k[i]!) ? one : 0));
  const without = folds.filter((_, i) => !half[i]).map((curve) => `${degree(curve)}°`);
  const around = (y: number[]) => {
    const xs: number[] = [];
    const ys: number[] = [];
    for (let i = 0; i <= 360; i += 3) {
      const folded = i % 180 > 90 ? 180 - (i % 180) : i % 180;
      const r = at(angles, y, folded);
      xs.push(r * Math.cos((i * Math.PI) / 180));
      ys.push(r * Math.sin((i * Math.PI) / 180));
    }
    return { x: xs, y: ys };
  };
  const turn = (r: number[], i: number) => ({ x: r[i]! * Math.cos((angles[i]! * Math.PI) / 180), y: r[i]! * Math.sin((angles[i]! * Math.PI) / 180) });
  return figure({
    title: 'Bending stiffness at rest by direction of the fold line',
    x: { name: 'along warp', unit: unit.unit },
    y: { name: 'along weft', unit: unit.unit },
    equal: true,
    series: [
      ...(without.length < folds.length
        ? ([
            { kind: 'dash', colour: 1, name: '95 % interval', ...around(k.map((value, i) => value + half[i]!)) },
            { kind: 'dash', colour: 1, ...around(k.map((value, i) => Math.max(0, value - half[i]!))) },
          ] as Series[])
        : []),
      { kind: 'line', colour: 1, name: 'stiffness', ...around(k) },
      { kind: 'rings', colour: 0, name: 'fitted directions', x: k.map((_, i) => turn(k, i).x), y: k.map((_, i) => turn(k, i).y), tip: folds.map((curve) => text(curve, 'fold')) },
    ],
    caption: [
      'Distance from the centre: stiffness k at rest of folds whose line has that direction. It is linear between the fitted directions. The bending rigidity is k/4.',
      without.length ? ` No interval at ${without.join(', ')}: the value is at its bound, or was held.` : '',
    ],
  }).element;
}

// Young's modulus at rest over the direction, from C of the origin: 1/E = d^T C^-1 d with d = (cos², sin², cos sin) of engineering shear.
function tensorPolar(fit: Json): HTMLElement[] {
  const found = new Map<string, Record<string, number>>();
  for (const parameter of list(fit, 'parameters')) {
    const match = /^(.*)\.(c\d\d)(@origin)?$/.exec(text(parameter, 'name'));
    if (match) found.set(match[1]!, { ...(found.get(match[1]!) ?? {}), [match[2]!]: num(parameter, 'value') });
  }
  const out: HTMLElement[] = [];
  for (const [name, c] of found) {
    const polar = list(object(fit, 'material'), 'terms').some((term) => text(term, 'name') === name && flag(term, 'maps'));
    const assumed = list(object(fit, 'material'), 'terms').some((term) => text(term, 'name') === name && flag(term, 'assumed'));
    const [c11, c12, c22, c33] = ['c11', 'c12', 'c22', 'c33'].map((key) => c[key] ?? NaN) as [number, number, number, number];
    const det = c11 * c22 - c12 * c12;
    const shear = polar ? c33 / 2 : c33; // of engineering shear
    if (assumed || !(det > 0) || !(shear > 0) || c['c13'] !== undefined) continue;
    const xs: number[] = [];
    const ys: number[] = [];
    for (let i = 0; i <= 360; i += 2) {
      const a = (i * Math.PI) / 180;
      const [u, v, w] = [Math.cos(a) ** 2, Math.sin(a) ** 2, Math.cos(a) * Math.sin(a)];
      const e = 1 / ((c22 * u * u - 2 * c12 * u * v + c11 * v * v) / det + (w * w) / shear);
      xs.push(e * Math.cos(a));
      ys.push(e * Math.sin(a));
    }
    out.push(
      figure({
        title: `Stiffness at rest of ${name} by direction of pull`,
        x: { name: 'along warp', unit: 'N/m' },
        y: { name: 'along weft', unit: 'N/m' },
        equal: true,
        series: [{ kind: 'line', colour: 1, name: 'stiffness of a narrow strip', x: xs, y: ys }],
        caption: ['Distance from the centre: stiffness of a narrow strip pulled in that direction, force per width over strain.'],
      }).element,
    );
  }
  return out;
}

// The tensors over the polar plane, drawn by the program.
function tensors(fit: Json, extra: Extra): HTMLElement[] {
  return (extra.tensors ?? []).flatMap((tensor) => {
    const holder = h('div', { class: 'drawing' });
    holder.innerHTML = tensor.svg;
    const title = `${capital(tensor.name)}: stiffness over the polar plane`;
    // the numbers of the map: the tensor at its data points, between which it is interpolated
    const { list: numbers, toggle } = behind(title, () =>
      table(
        title,
        [{ name: 'entry and data point' }, { name: 'value', num: true }, { name: 'sigma', num: true }, { name: 'unit' }],
        list(fit, 'parameters')
          .filter((parameter) => text(parameter, 'name').startsWith(`${tensor.name}.`))
          .map((parameter) => {
            const unit = parameterUnit(fit, parameter);
            const cell = (key: Key) => ({ shown: number(unit.factor * num(parameter, key)), raw: unit.factor * num(parameter, key) });
            return [{ shown: text(parameter, 'name').slice(tensor.name.length + 1), class: 'name' }, cell('value'), cell('sigma'), { shown: unit.unit, class: 'keep' }];
          }),
        { dense: true },
      ),
    );
    return [
      h('h3', {}, title),
      h(
        'figure',
        { class: 'full' },
        h('div', { class: 'above' }, h('div', {}), tools(title, () => holder.querySelector('svg'), [], toggle)),
        scrollBox(title, holder),
        numbers,
        h('figcaption', {}, `σ = C ε on (ε_uu, ε_vv, ε_uv). Distance from the corner: largest extension; angle: its direction from warp. Circles: the ${tensor.points} data points. Hatched orange: negative.`),
      ),
    ];
  });
}

// "Warp", "Body: shear in the plane yz"; of a coupling what it is.
function title(curve: Json): string {
  const { kind, which } = strainWords(curve);
  const words = isSolid(curve) && !isCoupling(curve) ? `${kind} ${which}` : '';
  const name = [...(words && text(curve, 'term') === text(curve, 'strain_name') ? [] : [words ? text(curve, 'term') : text(curve, 'name')]), ...(words ? [words] : [])].join(': ');
  return capital(name).trim() + (isCoupling(curve) ? ': stress that one strain causes in the other direction' : '') + (text(curve, 'fold') ? `: ${text(curve, 'fold')}` : '');
}

export function curves(fit: Json, extra: Extra): HTMLElement {
  const assumed = list(object(fit, 'material'), 'terms').filter((term) => flag(term, 'assumed'));
  const out: HTMLElement[] = [];
  const alone: HTMLElement[] = []; // stress without stiffness, which is constant
  let colour = 0;
  for (const curve of list(fit, 'curves')) {
    const v = flag(curve, 'assumed') || (isSolid(curve) && isStraight(curve)) ? null : view(curve);
    if (!v) continue;
    colour = (colour % 4) + 1;
    const straight = isStraight(curve);
    const upper = picture(v, colour, false);
    const stress = figure({ ...upper, caption: [caption(v), straight ? ` The stiffness is the same at every strain: ${slope(curve)}.` : '', bandLeaves(upper)] }, histogram(v));
    const heading = h('h3', {}, title(curve));
    if (straight) {
      alone.push(h('div', {}, heading, stress.element));
      continue;
    }
    const side = picture(v, colour, true);
    const stiffness = figure({ ...side, caption: [list(curve, 'control').length ? rings(v, side) : '', bandLeaves(side)] });
    out.push(heading, h('div', { class: 'pair' }, stress.element, stiffness.element));
  }
  if (alone.length) out.push(h('div', { class: 'pair' }, alone));
  out.push(...straightTable(list(fit, 'curves'), Math.max(...list(object(fit, 'material'), 'terms').map((term) => num(term, 'samples')).filter(Number.isFinite), 1)));
  const energies = energyCurves(fit);
  const cycle = loops(fit);
  const round = [...tensorPolar(fit), bendingPolar(fit)].filter((one): one is HTMLElement => one !== null);
  return section(
    'curves',
    'Curves',
    ...tensors(fit, extra),
    ...assumed.map((term) => h('p', {}, h('b', {}, text(term, 'name')), ' was assumed, not measured: its parameters were held during the fit.')),
    ...out,
    ...energies,
    out.length || energies.length || extra.tensors?.length ? null : h('p', { class: 'soft' }, 'The laws of this material have no curve over a single strain. See Confidence for parameters and Measured against predicted for predictions.'),
    ...energySections(fit),
    cycle.length ? h('h3', {}, 'Hysteresis') : null,
    cycle.length ? h('div', { class: 'pair' }, cycle) : null,
    round.length ? h('h3', {}, 'By direction') : null,
    round.length ? h('div', { class: 'pair' }, round) : null,
  );
}
