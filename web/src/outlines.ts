// outlines.ts: hung samples and strips, measured and predicted, in the plane of the photograph.
import { flag, has, list, num, object, text, values, type Json } from './data';
import { h } from './dom';
import { figure, type Figure, type Picture, type Series } from './figure';
import { ends, largest } from './lists';
import { drawnAs, inBrackets } from './result';
import { onFrame, showFrame } from './shown_frame';
import { number, shown } from './units';

const pairs = (flat: number[]): { x: number[]; y: number[] } => ({ x: flat.filter((_, i) => i % 2 === 0), y: flat.filter((_, i) => i % 2 === 1) });

// Magnification 1, 2, 5, 10, ...: the largest difference becomes at most a twentieth of the sample.
export function magnification(largest: number, size: number): number {
  let best = 1;
  for (let decade = 1; decade <= 100; decade *= 10) for (const step of [1, 2, 5]) if (step * decade * largest <= 0.05 * size) best = step * decade;
  return best;
}

// One frame of a hung sample: labelled points, simulated outline where it is kept, differences magnified.
function hangFrame(test: Json, hang: Json, frame: number): Figure | null {
  const points = drawnAs(test, 'labels');
  const n = list(hang, 'points').length;
  const cut = (flat: number[]) => pairs(flat.slice(2 * n * frame, 2 * n * (frame + 1)));
  const measured = cut(values(points, 'measured', 1e3));
  const predicted = cut(values(points, 'predicted', 1e3));
  if (!n || measured.x.length !== n || predicted.x.length !== n) return null;
  const gap = measured.x.map((x, i) => Math.hypot(x - predicted.x[i]!, measured.y[i]! - predicted.y[i]!));
  const finite = gap.filter(Number.isFinite);
  const [left, right] = ends(measured.x);
  const times = magnification(ends(finite, [0])[1], right - left);
  const arrows = { x: [] as number[], y: [] as number[] };
  measured.x.forEach((x, i) => {
    const [px, py] = [predicted.x[i]!, predicted.y[i]!];
    arrows.x.push(px, px + times * (x - px), NaN);
    arrows.y.push(py, py + times * (measured.y[i]! - py), NaN);
  });
  const rest = pairs(values(hang, 'outline', 1e3));
  const kept = list(hang, 'shown').find((one) => num(one, 'frame') === frame);
  const outline = pairs(values(kept, 'outline', 1e3));
  const names = list(hang, 'points').map((point) => text(point, 'name'));
  const colour = flag(test, 'held_out') ? 2 : 1;
  const series: Series[] = [{ kind: 'dash', colour: 3, name: 'as cut', ...rest }];
  if (outline.x.length) series.push({ kind: 'thin', colour, name: 'simulated edge', ...outline });
  series.push({ kind: 'line', colour: 4, name: times > 1 ? `difference, ${times} times` : 'difference', ...arrows });
  series.push({ kind: 'rings', colour, name: 'predicted', ...predicted, tip: names });
  series.push({ kind: 'points', colour: 0, name: 'measured', ...measured, tip: names });
  const load = values(hang, 'load').slice(3 * frame, 3 * frame + 3);
  const rms = Math.sqrt(finite.reduce((sum, d) => sum + d * d, 0) / finite.length);
  const kind = !kept ? '' : !flag(kept, 'heaviest') ? ', predicted worst' : flag(kept, 'worst') ? ', the heaviest load and predicted worst' : ', the heaviest load';
  return figure({
    title: `Points of sample ${text(test, 'name')}, frame ${frame + 1}, measured and predicted`,
    heading: `${text(test, 'name')}: the sample in frame ${frame + 1}`,
    x: { name: 'across the board', unit: 'mm' },
    y: { name: 'up', unit: 'mm' },
    equal: true,
    series,
    caption: [
      h('b', {}, text(test, 'name')),
      `, frame ${frame + 1}${kind}: ${number(load[0] ?? NaN)} N below, ${number(load[1] ?? NaN)} N at the left, ${number(load[2] ?? NaN)} N at the right; `,
      finite.length ? `points are ${number(rms)} mm apart (root mean square).` : 'no equilibrium was found.',
    ],
  });
}

// The residual of every frame; a click shows it in the plane and in 3D.
function hangFigures(test: Json, hang: Json): HTMLElement[] {
  const points = drawnAs(test, 'labels');
  const n = 2 * list(hang, 'points').length;
  const residual = values(points, 'residual', 1e3);
  const frames = n ? Math.floor(residual.length / n) : 0;
  const rms = Array.from({ length: frames }, (_, f) => {
    const part = residual.slice(n * f, n * (f + 1)).filter(Number.isFinite);
    return part.length ? Math.sqrt((2 * part.reduce((sum, d) => sum + d * d, 0)) / part.length) : NaN;
  });
  const first = list(hang, 'shown')[0];
  const holder = h('div', {});
  const show = (frame: number) => {
    const one = hangFrame(test, hang, frame);
    holder.replaceChildren(...(one ? [one.element] : []));
  };
  show(first ? num(first, 'frame') : 0);
  const at = rms.map((_, i) => i + 1);
  const bars = figure({
    title: `Distance of the points of sample ${text(test, 'name')} by frame`,
    heading: `${text(test, 'name')}: distance of the points by frame`,
    x: { name: 'frame', whole: true },
    y: { name: 'rms distance', unit: 'mm' },
    height: 230,
    series: [
      { kind: 'line', colour: flag(test, 'held_out') ? 2 : 1, x: at, y: rms },
      { kind: 'points', colour: flag(test, 'held_out') ? 2 : 1, name: 'rms of the points', x: at, y: rms, pick: (index) => showFrame(test, index), tip: at.map((f) => `frame ${f}`) },
    ],
    caption: [h('b', {}, text(test, 'name')), `${inBrackets(test)}: root mean square distance between measured and predicted points.`],
  });
  onFrame(test, (frame) => {
    show(frame);
    bars.point(frame);
  });
  return [holder, bars.element];
}

// Distance of measured from predicted points over arc length: the residual under a picture of positions.
function distanceAlong(title: string, measured: { x: number[]; y: number[] }, predicted: { x: number[]; y: number[] }, colour: number, what: string): Picture | undefined {
  const n = measured.x.length;
  if (n < 3 || predicted.x.length !== n) return undefined;
  let way = 0;
  const along = measured.x.map((x, i) => {
    const step = i ? Math.hypot(x - measured.x[i - 1]!, measured.y[i]! - measured.y[i - 1]!) : 0;
    return (way += Number.isFinite(step) ? step : 0);
  });
  const gap = measured.x.map((x, i) => 1e-3 * Math.hypot(x - predicted.x[i]!, measured.y[i]! - predicted.y[i]!));
  const unit = shown('m', largest(gap));
  return {
    title,
    x: { name: `along the ${what} from its first point`, unit: 'mm' },
    y: { name: 'distance', unit: unit.unit, range: [0, 1.08 * unit.factor * largest(gap) || 1] },
    height: 140,
    series: [{ kind: 'points', colour, x: along, y: gap.map((d) => unit.factor * d) }],
  };
}

function stripFigure(test: Json, strip: Json): HTMLElement | null {
  const line = pairs(values(strip, 'midline', 1e3));
  if (line.x.length < 2) return null;
  const profile = drawnAs(test, 'side-line', 'end-point');
  const angle = drawnAs(test, 'chord');
  const series: Series[] = [{ kind: 'line', colour: flag(test, 'held_out') ? 2 : 1, name: 'predicted', ...line }];
  let what = '';
  let unit = shown('m', num(profile, 'rms'));
  let of: Json | null = null;
  let under: Picture | undefined;
  if (profile && has(profile, 'predicted')) {
    const measured = pairs(values(profile, 'measured', 1e3));
    series.push({ kind: 'points', colour: 0, name: 'measured', ...measured });
    under = distanceAlong(`Distance of measured from predicted points of strip ${text(test, 'name')}`, measured, pairs(values(profile, 'predicted', 1e3)), flag(test, 'held_out') ? 2 : 1, 'strip');
    of = profile;
    what = text(profile, 'name');
  } else if (angle) {
    const a = values(angle, 'measured')[0] ?? NaN;
    const reach = 1e3 * num(strip, 'overhang');
    series.push({ kind: 'dash', colour: 0, name: 'measured chord', x: [0, reach * Math.cos(a)], y: [0, -reach * Math.sin(a)] });
    of = angle;
    what = 'angle of the chord';
    unit = shown(text(angle, 'unit'), num(angle, 'rms'));
  }
  return figure({
    title: `Strip ${text(test, 'name')} from the side, measured and predicted`,
    heading: `${text(test, 'name')}: from the side`,
    x: { name: 'out of the clamp', unit: 'mm' },
    y: { name: 'up', unit: 'mm' },
    equal: true,
    series,
    caption: [h('b', {}, text(test, 'name')), `${inBrackets(test)}${what ? `, ${what}: rms ${number(unit.factor * num(of, 'rms'))} ${unit.unit}` : ''}.${under ? ' Below: distance of each measured point from the predicted one.' : ''}`],
  }, under).element;
}

// Points in a plane without an outline, such as the profiles of released rolls: measured and predicted of each frame.
function planeFigures(test: Json): HTMLElement[] {
  const profile = drawnAs(test, 'line', 'side-line', 'labels');
  const width = num(profile, 'values_per_frame');
  if (!profile || !(width > 1) || !has(profile, 'predicted')) return [];
  const measured = values(profile, 'measured', 1e3);
  const predicted = values(profile, 'predicted', 1e3);
  const colour = flag(test, 'held_out') ? 2 : 1;
  return Array.from({ length: Math.min(12, Math.floor(measured.length / width)) }, (_, f) => {
    const cut = (flat: number[]) => pairs(flat.slice(width * f, width * (f + 1)));
    const under = distanceAlong(`Distance of measured from predicted points of the profile of test ${text(test, 'name')}${measured.length > width ? `, frame ${f + 1}` : ''}`, cut(measured), cut(predicted), colour, text(profile, 'name'));
    return figure({
      title: `Profile of test ${text(test, 'name')}${measured.length > width ? `, frame ${f + 1}` : ''}, measured and predicted`,
      heading: `${text(test, 'name')}: profile${measured.length > width ? ` of frame ${f + 1}` : ''}`,
      x: { name: 'across', unit: 'mm' },
      y: { name: 'up', unit: 'mm' },
      equal: true,
      height: 300,
      series: [
        { kind: 'rings', colour, name: 'predicted', ...cut(predicted) },
        { kind: 'points', colour: 0, name: 'measured', ...cut(measured), pick: () => showFrame(test, f) },
      ],
      caption: [h('b', {}, text(test, 'name')), `${inBrackets(test)}: rms ${number(1e3 * num(profile, 'rms'))} mm.${under ? ' Below: distance of each measured point from the predicted one.' : ''}`],
    }, under).element;
  });
}

export function shapeFigures(test: Json): HTMLElement[] {
  const hang = object(test, 'front_view');
  const strip = object(test, 'side_view');
  const drawn = strip ? stripFigure(test, strip) : null;
  if (!hang && !strip) return object(test, 'surface') ? [] : planeFigures(test);
  return [...(hang ? hangFigures(test, hang) : []), ...(drawn ? [drawn] : [])];
}
