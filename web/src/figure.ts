// figure.ts: a picture of curves and points, drawn by Observable Plot as SVG, with a legend, pointer labels, SVG and PNG downloads.
//
// Pictures are drawn when they come near the window, the others while the browser is idle, and all again when their width changes.
import * as Plot from '@observablehq/plot';
import { download, fileName, h, table, type Cell } from './dom';
import { number } from './units';

export type Kind = 'line' | 'dash' | 'thin' | 'points' | 'dots' | 'rings' | 'band' | 'bars' | 'span' | 'columns' | 'cells';

export interface Series {
  kind: Kind;
  colour: number; // 0 ink, 1-6 of the palette
  name?: string; // in the legend
  x: number[];
  y: number[];
  dash?: string; // pattern of a line, in pixels on and off: where lines lie on each other, those below show through the gaps
  y2?: number[]; // upper edge of bands and bars; right edge of spans in x
  tip?: string[];
  pick?: (index: number) => void; // a click on the point
}

export interface Axis {
  name: string;
  unit?: string;
  log?: boolean;
  range?: [number, number];
  root?: boolean; // square roots: small shares stay visible
  whole?: boolean; // ticks at whole numbers
  ticks?: number[]; // their places; automatic without
}

export interface Picture {
  title: string;
  heading?: string; // above the picture; the title is for files and readers who cannot see it
  x: Axis;
  y: Axis;
  height?: number;
  equal?: boolean; // the same scale on both axes
  series: Series[];
  caption?: (Node | string)[];
  extra?: Plot.Markish[];
  state?: string; // what a point with a click belongs to: "pose"; default: frame
  data?: () => HTMLElement; // its numbers as a table, where the series are not enough
}

interface Point {
  x: number;
  y: number;
  label: string;
  series: Series;
  index: number;
}

export interface Figure {
  element: HTMLElement;
  // Rings the point of a series' index, as far as it is drawn; null: none.
  point(index: number | null): void;
}

const colour = (index: number): string => (index === 0 ? 'var(--ink)' : `var(--c${((index - 1) % 6) + 1})`);
const axisLabel = (axis: Axis): string => {
  const unit = [axis.unit, axis.root ? 'root scale' : ''].filter(Boolean).join(', ');
  return unit ? `${axis.name} (${unit})` : axis.name;
};

// ---- marks ----

function marks(series: Series): Plot.Markish[] {
  const at = Array.from(series.x.keys());
  const x = (i: number) => series.x[i] ?? NaN;
  const y = (i: number) => series.y[i] ?? NaN;
  const y2 = (i: number) => series.y2?.[i] ?? NaN;
  const stroke = colour(series.colour);
  switch (series.kind) {
    case 'line':
      return [Plot.line(at, { x, y, stroke, strokeWidth: 2, ...(series.dash ? { strokeDasharray: series.dash } : {}), clip: true })];
    case 'dash':
      return [Plot.line(at, { x, y, stroke, strokeWidth: 1.5, strokeDasharray: '5 4', clip: true })];
    case 'thin':
      return [Plot.line(at, { x, y, stroke, strokeWidth: 1, clip: true })];
    case 'points':
      return [Plot.dot(at, { x, y, fill: stroke, fillOpacity: 0.75, r: 2.6, clip: true })];
    case 'dots':
      return [Plot.dot(at, { x, y, fill: stroke, fillOpacity: 0.45, r: 1.5, clip: true })];
    case 'rings':
      return [Plot.dot(at, { x, y, stroke, fill: 'var(--card)', strokeWidth: 1.6, r: 3.4, clip: true })];
    case 'band':
      return [Plot.areaY(at, { x, y1: y, y2, fill: stroke, fillOpacity: 0.2, clip: true })];
    case 'bars':
      return [Plot.ruleX(at, { x, y1: y, y2, stroke, strokeWidth: 1.3, clip: true })];
    case 'span':
      return [Plot.rect([0], { x1: series.x[0] ?? NaN, x2: series.x[1] ?? NaN, fill: stroke, fillOpacity: 0.06 })];
    case 'columns':
      return [Plot.rect(at, { x1: x, x2: y2, y1: 0, y2: y, fill: stroke, fillOpacity: 0.35 })];
    default:
      return [];
  }
}

const labelled = new Set<Kind>(['points', 'dots', 'rings', 'line', 'dash', 'thin']);

function points(picture: Picture): Point[] {
  const out: Point[] = [];
  for (const series of picture.series) {
    if (!labelled.has(series.kind)) continue;
    for (let i = 0; i < series.x.length; i++) {
      const x = series.x[i] ?? NaN;
      const y = series.y[i] ?? NaN;
      if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
      const name = series.tip?.[i] ?? series.name ?? '';
      const numbers = `${picture.x.name || 'x'} ${number(x)} ${picture.x.unit ?? ''}\n${picture.y.name} ${number(y)} ${picture.y.unit ?? ''}`;
      out.push({ x, y, label: `${name}${name ? '\n' : ''}${numbers}${series.pick ? '\nclick: this frame in 3D' : ''}`, series, index: i });
    }
  }
  return out;
}

// Default range of an axis: every finite point with a margin, larger on a logarithmic axis.
function extent(picture: Picture, axis: 'x' | 'y'): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  const log = picture[axis].log;
  const add = (value: number | undefined) => {
    if (value === undefined || !Number.isFinite(value) || (log && value <= 0)) return;
    low = Math.min(low, value);
    high = Math.max(high, value);
  };
  for (const series of picture.series) {
    if (series.kind === 'span') {
      if (axis === 'x') series.x.forEach(add);
      continue;
    }
    series.x.forEach((x, i) => {
      const y = series.y[i];
      if (!Number.isFinite(x) || y === undefined || !Number.isFinite(y)) return;
      add(axis === 'x' ? x : y);
      if (series.kind === 'columns' ? axis === 'x' : axis === 'y') add(series.y2?.[i]);
    });
    if (series.kind === 'columns' && axis === 'y') add(0);
  }
  if (!(high >= low)) return log ? [0.1, 1] : [0, 1];
  if (log) {
    const air = (high / low) ** 0.06 * 1.08;
    return [low / air, high * air];
  }
  const air = high > low ? 0.05 * (high - low) : 0.05 * Math.abs(high) || 1;
  return [picture.series.every((series) => series.kind === 'columns') && axis === 'y' ? 0 : low - air, high + air];
}

// The same length per pixel on both axes: the domain of one grows around its middle.
function level(domains: [[number, number], [number, number]], pixels: [number, number]): void {
  const scale = domains.map((domain, i) => (domain[1] - domain[0]) / Math.max(1, pixels[i]!));
  const most = Math.max(...scale);
  domains.forEach((domain, i) => {
    const more = 0.5 * (most - scale[i]!) * pixels[i]!;
    domain[0] -= more;
    domain[1] += more;
  });
}

// Ticks of a root axis: zero, the largest round number and about a quarter of it, which is at half height.
function rootTicks(top: number): number[] {
  const round = (limit: number) => {
    const power = 10 ** Math.floor(Math.log10(limit));
    return ([5, 2, 1].find((digit) => digit * power <= limit) ?? 1) * power;
  };
  return top > 0 ? [0, round(0.3 * top), round(top)] : [0];
}

// Clips values a little outside the picture: some programs fail at coordinates of millions of pixels.
function within(series: Series, axis: Axis, [low, high]: [number, number]): Series {
  if (!axis.range || axis.log) return series;
  const far = 2 * (high - low);
  const near = (list: number[]) => list.map((v) => Math.min(Math.max(v, low - far), high + far));
  return { ...series, y: near(series.y), ...(series.y2 && series.kind !== 'columns' ? { y2: near(series.y2) } : {}) };
}

let descriptions = 0;

function draw(picture: Picture, width: number): SVGSVGElement & Plot.Plot {
  const seen = points(picture);
  const height = Math.round(picture.height ?? (picture.equal ? Math.min(380, width) : 260));
  const margin = { left: 56, right: 14, top: 22, bottom: picture.x.name ? 38 : 22 };
  const domains = [picture.x.range ?? extent(picture, 'x'), picture.y.range ?? extent(picture, 'y')] as [[number, number], [number, number]];
  if (picture.equal) level(domains, [width - margin.left - margin.right, height - margin.top - margin.bottom]);
  const steps = [picture.x.ticks ?? Math.max(3, Math.round(width / 90)), picture.y.root ? rootTicks(domains[1][1]) : Math.max(height < 130 ? 4 : 3, Math.round(height / 52))] as const;
  const axis = (of: Axis, domain: [number, number]): Plot.ScaleOptions => ({
    label: null,
    type: of.log ? 'log' : of.root ? 'sqrt' : 'linear',
    domain,
  });
  const narrow = width < 420;
  const plot = Plot.plot({
    width,
    height,
    marginLeft: margin.left,
    marginRight: margin.right,
    marginTop: margin.top,
    marginBottom: margin.bottom,
    style: { background: 'none', fontSize: narrow ? '11px' : '11.5px', overflow: 'visible', color: 'var(--ink)' },
    x: axis(picture.x, domains[0]),
    y: axis(picture.y, domains[1]),
    marks: [
      Plot.gridX({ ticks: steps[0], stroke: 'var(--grid)', strokeOpacity: 1 }),
      Plot.gridY({ ticks: steps[1], stroke: 'var(--grid)', strokeOpacity: 1 }),
      Plot.axisX({ ticks: steps[0], label: picture.x.name ? axisLabel(picture.x) : null, labelAnchor: 'center', labelArrow: 'none', tickSize: 3, ...(picture.x.ticks ? { text: (v: number) => number(v) } : picture.x.log ? { tickFormat: '~g' } : {}), ...(picture.x.whole ? { tickFormat: (v: number) => (Number.isInteger(v) ? String(v) : '') } : {}) }),
      Plot.axisY({ ticks: steps[1], label: axisLabel(picture.y), labelArrow: 'none', tickSize: 3, ...(picture.y.log ? { tickFormat: '~g' } : {}) }),
      ...picture.series.map((series) => within(series, picture.y, domains[1])).flatMap(marks),
      ...(picture.extra ?? []),
      Plot.dot(seen, Plot.pointer({ x: 'x', y: 'y', stroke: 'var(--ink)', strokeWidth: 1.5, r: 5, maxRadius: 30 })),
      Plot.tip(seen, Plot.pointer({ x: 'x', y: 'y', title: 'label', maxRadius: 30, fill: 'var(--card)', stroke: 'var(--line)', fontSize: 11.5 })),
    ],
  }) as SVGSVGElement & Plot.Plot;
  plot.setAttribute('role', 'img');
  plot.setAttribute('aria-label', picture.title);
  // names of groups inside a picture are not for readers
  for (const group of plot.querySelectorAll('g[aria-label]')) {
    group.setAttribute('data-mark', group.getAttribute('aria-label') ?? '');
    group.removeAttribute('aria-label');
  }
  const words = document.createElementNS('http://www.w3.org/2000/svg', 'desc');
  words.textContent = described(picture);
  words.id = `described-${++descriptions}`;
  plot.prepend(words);
  plot.setAttribute('aria-describedby', words.id);
  plot.dataset.points = String(seen.length);
  plot.addEventListener('click', () => {
    const point = plot.value as Point | null;
    if (point?.series.pick) point.series.pick(point.index);
  });
  if (picture.series.some((series) => series.pick)) plot.classList.add('pick');
  return plot;
}

// Description for screen readers: the axes with their ends, and the series.
function described(picture: Picture): string {
  const ends = (axis: 'x' | 'y') => {
    const [low, high] = picture[axis].range ?? extent(picture, axis);
    return `${axisLabel(picture[axis])} from ${number(low)} to ${number(high)}`;
  };
  const names = named(picture).map((series) => series.name);
  return `${ends('y')} over ${ends('x')}${names.length ? `; shown: ${names.join(', ')}` : ''}. The button Data lists the numbers.`;
}

// The numbers of a picture, series by series.
function numbers(pictures: Picture[]): HTMLElement {
  const rows = pictures.flatMap((picture) =>
    picture.series.flatMap((series) =>
      series.x.flatMap((x, i): Cell[][] => {
        const [y, y2] = [series.y[i] ?? NaN, series.y2?.[i] ?? NaN];
        if (!Number.isFinite(x) || !(Number.isFinite(y) || series.kind === 'span')) return [];
        const cell = (value: number): Cell => ({ shown: Number.isFinite(value) ? number(value) : '', raw: Number.isFinite(value) ? value : '' });
        const what = series.tip?.[i] ?? '';
        return [[{ shown: `${pictures.length > 1 ? `${picture.y.name}: ` : ''}${series.name ?? (series.kind === 'band' || series.kind === 'bars' ? '95 % interval' : '')}` }, { shown: what }, cell(x), cell(y), cell(y2)]];
      }),
    ),
  );
  const first = pictures[0] as Picture;
  return table(first.title, [{ name: 'series' }, { name: 'point' }, { name: axisLabel(first.x) || 'x', num: true }, { name: axisLabel(first.y), num: true }, { name: 'to', num: true }], rows, { dense: true });
}

// A button and the table that it opens under a picture; built at the first click.
export function behind(title: string, make: () => HTMLElement): { list: HTMLElement; toggle: HTMLElement } {
  const list = h('div', { class: 'numbers', hidden: true });
  const toggle = h('button', { type: 'button', class: 'quiet', 'aria-expanded': 'false', 'aria-label': `Data of ${title}` }, 'Data');
  toggle.addEventListener('click', () => {
    if (!list.firstChild) list.append(make());
    list.hidden = !list.hidden;
    toggle.setAttribute('aria-expanded', String(!list.hidden));
  });
  return { list, toggle };
}

// ---- legend ----

export function swatch(series: Pick<Series, 'kind' | 'colour' | 'dash'>): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('width', '22');
  svg.setAttribute('height', '12');
  svg.setAttribute('aria-hidden', 'true');
  const stroke = colour(series.colour);
  const line = (width: number, dash = '') => `<line x1="1" x2="21" y1="6" y2="6" stroke="${stroke}" stroke-width="${width}" stroke-dasharray="${dash}"/>`;
  const shapes: Partial<Record<Kind, string>> = {
    line: line(2, series.dash),
    thin: line(1),
    dash: line(1.5, '5 4'),
    points: `<circle cx="11" cy="6" r="3" fill="${stroke}"/>`,
    dots: `<circle cx="6" cy="6" r="1.6" fill="${stroke}" opacity=".6"/><circle cx="12" cy="6" r="1.6" fill="${stroke}" opacity=".6"/><circle cx="18" cy="6" r="1.6" fill="${stroke}" opacity=".6"/>`,
    rings: `<circle cx="11" cy="6" r="3.4" fill="none" stroke="${stroke}" stroke-width="1.6"/>`,
    band: `<rect x="1" y="1" width="20" height="10" fill="${stroke}" opacity=".2"/>`,
    span: `<rect x="1" y="1" width="20" height="10" fill="${stroke}" opacity=".1"/>`,
    columns: `<rect x="4" y="5" width="6" height="7" fill="${stroke}" opacity=".4"/><rect x="11" y="1" width="6" height="11" fill="${stroke}" opacity=".4"/>`,
    bars: `<line x1="11" x2="11" y1="1" y2="11" stroke="${stroke}" stroke-width="1.3"/>`,
  };
  svg.innerHTML = shapes[series.kind] ?? '';
  return svg;
}

const named = (picture: Picture): Series[] => picture.series.filter((series) => series.name);

// ---- files ----

// A drawing as a file: variables are replaced by colours, title and legend move inside, the background is that of the page.
export function standalone(title: string, drawing: SVGSVGElement, legend: Series[] = []): { svg: string; width: number; height: number } {
  const style = getComputedStyle(document.documentElement);
  const box = drawing.viewBox.baseVal;
  const width = Math.round(box?.width || drawing.clientWidth || 640);
  const height = Math.round(box?.height || drawing.clientHeight || 400);
  const top = 34 + (legend.length ? 20 : 0);
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  copy.querySelectorAll('[aria-label=tip],[data-mark=tip],.ringed,.keyed').forEach((element) => element.remove());
  copy.setAttribute('x', '0');
  copy.setAttribute('y', String(top));
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  let place = 14;
  const keys = legend
    .map((series) => {
      const x = place;
      place += 40 + 6.4 * (series.name ?? '').length;
      return `<g transform="translate(${x} 32)">${swatch(series).innerHTML}<text x="26" y="10" font-size="11.5">${escape(series.name ?? '')}</text></g>`;
    })
    .join('');
  const all = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height + top}" viewBox="0 0 ${width} ${height + top}" font-family="system-ui, sans-serif" fill="var(--ink)" color="var(--ink)"><style>${drawingStyle}</style><rect width="100%" height="100%" fill="var(--card)"/><text x="14" y="21" font-size="14" font-weight="600">${escape(title)}</text>${keys}${new XMLSerializer().serializeToString(copy)}</svg>`;
  const resolve = (source: string): string => source.replace(/var\((--[\w-]+)\)/g, (_, name: string) => style.getPropertyValue(name).trim() || '#888');
  return { svg: resolve(resolve(all)).replaceAll('currentColor', style.getPropertyValue('--ink').trim()), width, height: height + top };
}

const escape = (source: string): string => source.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

// Classes of the tensor pictures, which the program draws.
const drawingStyle =
  'svg text{font-family:system-ui,sans-serif}.tick{font-size:10.5px}.mid{text-anchor:middle}.end{text-anchor:end}.head{font-size:13px;font-weight:600}.unit{font-weight:400;font-size:11px}' +
  '.rim{fill:none;stroke:var(--ink);stroke-width:10}.ring{fill:none;stroke:#1b1f24;stroke-width:6;stroke-dasharray:20 30;opacity:.6}.mark{fill:#fff;stroke:#1b1f24;stroke-width:9}.bar{fill:none;stroke:var(--ink);stroke-width:.8}';

export function saveSvg(title: string, drawing: SVGSVGElement, legend: Series[] = []): void {
  download(`${fileName(title)}.svg`, standalone(title, drawing, legend).svg, 'image/svg+xml');
}

export async function savePng(title: string, drawing: SVGSVGElement, legend: Series[] = []): Promise<void> {
  const { svg, width, height } = standalone(title, drawing, legend);
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = h('canvas', { width: 2 * width, height: 2 * height });
  canvas.getContext('2d')?.drawImage(image, 0, 0, 2 * width, 2 * height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (blob) download(`${fileName(title)}.png`, blob, 'image/png');
}

export function tools(title: string, drawing: () => SVGSVGElement | null, legend: Series[] = [], more: HTMLElement | null = null): HTMLElement {
  const act = (save: (title: string, svg: SVGSVGElement, legend: Series[]) => unknown) => () => {
    const svg = drawing();
    if (svg) save(title, svg, legend);
  };
  return h(
    'div',
    { class: 'tools' },
    h('button', { type: 'button', class: 'quiet', 'aria-label': `Download ${title} as SVG`, click: act(saveSvg) }, 'SVG'),
    h('button', { type: 'button', class: 'quiet', 'aria-label': `Download ${title} as PNG`, click: act(savePng) }, 'PNG'),
    more,
  );
}

// ---- when to draw ----

const waiting = new Map<Element, () => void>();
const near = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) if (entry.isIntersecting) drawNow(entry.target);
  },
  { rootMargin: '500px' },
);

function drawNow(element: Element): void {
  const task = waiting.get(element);
  if (!task) return;
  waiting.delete(element);
  near.unobserve(element);
  if (element.isConnected) task(); // not if another fit has replaced it
}

export function drawAll(): void {
  for (const element of [...waiting.keys()]) drawNow(element);
}

// One waiting picture per idle moment until none is left.
export function drawWhenIdle(): void {
  const idle = window.requestIdleCallback ?? ((task: () => void) => setTimeout(task, 30));
  const step = () => {
    const next = waiting.keys().next();
    if (next.done) {
      document.documentElement.dataset.drawn = 'true';
      return;
    }
    drawNow(next.value);
    idle(step);
  };
  idle(step);
}

addEventListener('beforeprint', drawAll);

const redraw = new WeakMap<Element, () => void>();
const resized = new ResizeObserver((entries) => {
  for (const entry of entries) redraw.get(entry.target)?.();
});

// Calls `task(width)` when the element is near the window, and again whenever its width has changed.
export function whenSeen(element: HTMLElement, task: (width: number) => void): void {
  let last = 0;
  const run = () => {
    const width = Math.floor(element.clientWidth);
    if (width < 40 || width === last) return;
    last = width;
    task(width);
  };
  waiting.set(element, () => {
    run();
    redraw.set(element, run);
    resized.observe(element);
  });
  near.observe(element);
}

// ---- the figure ----

// A circle around a place of a drawn plot.
function circled(plot: SVGSVGElement & Plot.Plot, x: number, y: number, name: string): void {
  const circle = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
  circle.setAttribute('class', name);
  circle.setAttribute('cx', String(plot.scale('x')?.apply(x)));
  circle.setAttribute('cy', String(plot.scale('y')?.apply(y)));
  circle.setAttribute('r', '6.5');
  plot.append(circle);
}

// Keys for points with a click: the plot takes the focus, arrows go from point to point, Enter picks. A text under the plot names the point.
function withKeys(picture: Picture, frame: HTMLElement, drawn: () => (SVGSVGElement & Plot.Plot) | undefined): HTMLElement | null {
  const all = points(picture).filter((point) => point.series.pick).sort((a, b) => a.index - b.index);
  if (!all.length) return null;
  const said = h('output', { class: 'keysaid', 'aria-live': 'polite' });
  let at = -1;
  const clear = () => drawn()?.querySelectorAll('.keyed').forEach((element) => element.remove());
  const go = (to: number) => {
    at = Math.min(Math.max(to, 0), all.length - 1);
    const point = all[at]!;
    const plot = drawn();
    clear();
    if (plot) circled(plot, point.x, point.y, 'keyed');
    said.textContent = `${point.label.replace(/\nclick.*$/, '').replaceAll('\n', ', ')}. Enter: this ${picture.state ?? 'frame'} in 3D.`;
  };
  frame.tabIndex = 0;
  frame.setAttribute('role', 'application');
  frame.setAttribute('aria-label', `${picture.title}: left and right go from point to point, Enter shows the ${picture.state ?? 'frame'} of a point in 3D`);
  frame.addEventListener('keydown', (event) => {
    const moves: Record<string, () => void> = {
      ArrowRight: () => go(at + 1),
      ArrowUp: () => go(at + 1),
      ArrowLeft: () => go(at < 0 ? all.length - 1 : at - 1),
      ArrowDown: () => go(at < 0 ? all.length - 1 : at - 1),
      Home: () => go(0),
      End: () => go(all.length - 1),
      Enter: () => at >= 0 && all[at]!.series.pick?.(all[at]!.index),
    };
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    move();
  });
  frame.addEventListener('blur', () => {
    clear();
    said.textContent = '';
  });
  return said;
}

export function figure(picture: Picture, lower?: Picture): Figure {
  const pictures = lower ? [picture, lower] : [picture];
  const frames = pictures.map(() => h('div', { class: 'frame' }));
  const drawn: (SVGSVGElement & Plot.Plot)[] = [];
  const said = withKeys(picture, frames[0]!, () => drawn[0]);
  let marked: number | null = null;
  const ring = () => {
    drawn.forEach((plot, k) => {
      plot.querySelectorAll('.ringed').forEach((element) => element.remove());
      const index = marked ?? -1;
      const series = pictures[k]?.series.find((s) => s.pick && Number.isFinite((s.x[index] ?? NaN) + (s.y[index] ?? NaN)));
      if (!series) return;
      circled(plot, series.x[index]!, series.y[index]!, 'ringed');
    });
  };
  frames.forEach((frame, k) => {
    const of = pictures[k] as Picture;
    frame.style.minHeight = `${of.height ?? (of.equal ? 360 : 260)}px`;
    whenSeen(frame, (width) => {
      const plot = draw(of, width);
      drawn[k] = plot;
      frame.replaceChildren(plot);
      frame.style.minHeight = '';
      ring();
    });
  });
  const keys = pictures.flatMap(named);
  const { list, toggle } = behind(picture.title, () => (picture.data ? picture.data() : numbers(pictures)));
  const element = h(
    'figure',
    { 'data-title': picture.title },
    h(
      'div',
      { class: 'above' },
      h('div', {}, picture.heading ? h('p', { class: 'figname' }, picture.heading) : null, h('div', { class: 'legend' }, keys.map((series) => h('span', {}, swatch(series), series.name)))),
      tools(picture.title, () => drawn[0] ?? null, named(picture), toggle),
    ),
    frames,
    said,
    list,
    picture.caption || said ? h('figcaption', {}, ...(picture.caption ?? []), said ? h('span', { class: 'screen' }, ' Click a point to show its shape in 3D.') : null) : null,
  );
  return {
    element,
    point(index) {
      marked = index;
      ring();
    },
  };
}

// A legend that several pictures share is shown once above them. Differing legends stay at their pictures.
export function shareLegend(group: HTMLElement): HTMLElement[] {
  const legends = [...group.querySelectorAll<HTMLElement>(':scope > figure > .above .legend')].filter((legend) => legend.firstChild);
  const alike = new Map<string, HTMLElement[]>();
  for (const legend of legends) alike.set(legend.innerHTML, [...(alike.get(legend.innerHTML) ?? []), legend]);
  const most = [...alike.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
  if (most.length < 2) return [group];
  const shared = h('div', { class: 'legend shared' }, h('span', { class: 'soft' }, most.length === legends.length ? 'In the pictures below:' : 'In the pictures below without a legend:'), ...(most[0]!.cloneNode(true) as HTMLElement).children);
  for (const legend of most) legend.replaceChildren();
  return [shared, group];
}

// A band much wider than its curve would flatten it: the axis then follows the curve and clips the band.
export function limit(curve: number[], low: number[], high: number[]): [number, number] | undefined {
  const finite = (list: number[]) => list.filter(Number.isFinite);
  const least = (list: number[]) => finite(list).reduce((a, b) => Math.min(a, b), Infinity);
  const most = (list: number[]) => finite(list).reduce((a, b) => Math.max(a, b), -Infinity);
  const bottom = least(curve);
  const top = most(curve);
  // the rounding of a constant is no range
  const size = top - bottom > 1e-9 * Math.abs(top) ? top - bottom : Math.abs(top);
  if (!(size > 0 && Number.isFinite(size)) || !(most(high) - least(low) > 3 * size)) return undefined;
  return [Math.max(least(low), bottom - size), Math.min(most(high), top + size)];
}

// Range of a logarithmic axis for a slope that falls over decades. Values that are zero up to rounding lie below it.
// undefined with a negative value.
export function decades(curve: number[]): [number, number] | undefined {
  const finite = curve.filter(Number.isFinite);
  const top = finite.reduce((a, b) => Math.max(a, b), 0);
  const least = finite.reduce((a, b) => (b > 1e-6 * top ? Math.min(a, b) : a), Infinity);
  return top > 100 * least && finite.every((v) => v >= -1e-9 * top) ? [least / 1.5, 1.5 * top] : undefined;
}

// Caption of a picture whose axis clips the band; empty otherwise.
export const bandLeaves = (picture: Picture): string => (picture.y.range && !picture.y.log && picture.series.some((series) => series.kind === 'band') ? ' The 95 % band extends beyond the axis: the data hardly determine the curve there. The button Data lists the band.' : '');
