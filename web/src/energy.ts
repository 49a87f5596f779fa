// energy.ts: cross-sections of the energy of an additive fit: lines of equal energy over two strains, the third at rest.
// Shown: the first and the last model of the fit, and the measured strains.
import * as Plot from '@observablehq/plot';
import { list, object, text, values, words, type Json } from './data';
import { h, table } from './dom';
import { figure, shareLegend, type Series } from './figure';
import { hull } from './hull';
import { number } from './units';

interface Grid {
  first: number[]; // %
  second: number[];
  share: number[]; // [first][second]
  energy: number[][]; // per model, J/m²
}

function grid(pair: Json): Grid | null {
  const first = values(pair, 'first_strain', 100);
  const second = values(pair, 'second_strain', 100);
  const n = first.length * second.length;
  const lists = Array.isArray(pair['energy']) ? (pair['energy'] as unknown[]) : [];
  const energy = lists.map((_, k) => values(lists as unknown as Json, `${k}`));
  if (first.length < 3 || second.length < 3 || !energy.length || energy.some((one) => one.length !== n)) return null;
  return { first, second, share: values(pair, 'share'), energy };
}

// A round step that gives some eight lines.
function round(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size / 8));
  return power * ([1, 2, 5, 10].find((digit) => digit * power >= size / 8) ?? 10);
}

// Covers the outside of a polygon, so that lines there are faded.
const cover =
  (around: [number, number][]): Plot.RenderFunction =>
  (_index, scales, _values, dimensions) => {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    const { width, height, marginLeft, marginRight, marginTop, marginBottom } = dimensions;
    const [left, right, top, bottom] = [marginLeft, width - marginRight, marginTop, height - marginBottom];
    const x = scales.x as (v: number) => number;
    const y = scales.y as (v: number) => number;
    const inside = around.map(([a, b]) => `${Math.min(Math.max(x(a), left), right).toFixed(1)},${Math.min(Math.max(y(b), top), bottom).toFixed(1)}`);
    path.setAttribute('d', `M${left},${top}H${right}V${bottom}H${left}ZM${inside.join('L')}Z`);
    path.setAttribute('fill', 'var(--card)');
    path.setAttribute('fill-opacity', '0.86');
    path.setAttribute('fill-rule', 'evenodd');
    path.setAttribute('class', 'beyond');
    return path;
  };

function section(pair: Json, models: string[]): HTMLElement[] {
  const g = grid(pair);
  if (!g) return [];
  const [nf, ns] = [g.first.length, g.second.length];
  const [a, b] = [text(pair, 'first'), text(pair, 'second')];
  // Plot wants rows of the second strain, each running over the first
  const turned = (flat: number[]) => Array.from({ length: nf * ns }, (_, k) => flat[(k % nf) * ns + Math.floor(k / nf)] ?? NaN);
  const root = (flat: number[]) => turned(flat).map((e) => Math.sqrt(Math.max(e, 0)));
  const last = g.energy.length - 1;
  const all = root(g.energy[last]!).filter(Number.isFinite);
  const top = Math.max(...all);
  const step = round(top > 0 ? top : 1);
  const thresholds = Array.from({ length: 40 }, (_, k) => (k + 1) * step).filter((t) => t < 1.5 * top);
  const half = (list: number[]) => 0.5 * Math.abs((list[list.length - 1]! - list[0]!) / (list.length - 1));
  const [hx, hy] = [half(g.first), half(g.second)];
  const [x1, x2, y1, y2] = [g.first[0]! - hx, g.first[nf - 1]! + hx, g.second[0]! - hy, g.second[ns - 1]! + hy];
  const visited = g.share.flatMap((share, k) => (share > 0 ? [[g.first[Math.floor(k / ns)]!, g.second[k % ns]!] as const] : []));
  const lines = (flat: number[], stroke: string, dash: string | null, width: number): Plot.Markish =>
    Plot.contour(root(flat), { width: nf, height: ns, x1, x2, y1, y2, stroke, fill: 'none', strokeWidth: width, ...(dash ? { strokeDasharray: dash } : {}), thresholds, clip: true } as Plot.ContourOptions);
  const began = last > 0 ? g.energy[0]! : null;
  const title = `Energy over ${a} and ${b} strain`;
  // what the legend shows; the lines themselves are the marks
  const keys: Series[] = [
    { kind: 'columns', colour: 0, name: 'measured strains', x: [], y: [] },
    { kind: 'line', colour: 1, name: models[last] ?? 'result', x: [], y: [] },
  ];
  if (began) keys.push({ kind: 'dash', colour: 2, name: `${models[0] ?? 'start'}, start of the fit`, x: [], y: [] });
  const drawn = figure({
    title,
    heading: `${a} and ${b}`,
    x: { name: `${a} strain`, unit: '%', range: [g.first[0]!, g.first[nf - 1]!] }, // the border of the grid, where lines are closed, lies outside
    y: { name: `${b} strain`, unit: '%', range: [g.second[0]!, g.second[ns - 1]!] },
    height: 340,
    series: keys,
    extra: [
      Plot.rect(visited, { x1: (d: readonly [number, number]) => d[0] - hx, x2: (d: readonly [number, number]) => d[0] + hx, y1: (d: readonly [number, number]) => d[1] - hy, y2: (d: readonly [number, number]) => d[1] + hy, fill: 'var(--ink)', fillOpacity: 0.13, clip: true }),
      ...(began ? [lines(began, 'var(--c2)', '5 4', 1.4)] : []),
      lines(g.energy[last]!, 'var(--c1)', null, 1.8),
      ...(visited.length > 2 ? [cover(hull(visited.flatMap(([p, q]) => [-hx, hx].flatMap((dx) => [-hy, hy].map((dy): [number, number] => [p + dx, q + dy])))))] : []),
    ],
    caption: [`Lines are ${number(step)} √(J/m²) apart.`],
    data: () =>
      table(
        title,
        [{ name: `${a} strain (%)`, num: true }, { name: `${b} strain (%)`, num: true }, ...models.map((name) => ({ name: `${name}, energy (J/m²)`, num: true })), { name: 'share of the data', num: true }],
        g.first.flatMap((p, i) => g.second.map((q, j) => [p, q, ...g.energy.map((one) => one[i * ns + j]!), g.share[i * ns + j] ?? NaN].map((value) => ({ shown: number(value), raw: value })))),
        { dense: true },
      ),
  });
  drawn.element.dataset.visited = String(visited.length);
  return [drawn.element];
}

export function energySections(fit: Json): (HTMLElement | null)[] {
  const of = object(fit, 'energy_sections');
  const out = list(of, 'pairs').flatMap((pair) => section(pair, words(of, 'models')));
  const how = 'Lines of equal square root of the energy per area, the third strain at rest. Grey: strains of elements in the fitted tests. Faded: extrapolation.';
  return out.length ? [h('h3', {}, 'Energy cross-sections'), h('p', { class: 'soft' }, how), ...shareLegend(h('div', { class: 'pair' }, out))] : [];
}
