// viewer.ts: the section with the shapes: controls, scale bar, keys, and the test and frame that are shown.
import { Vector3 } from 'three';
import { flag, has, list, num, object, text, values, words, type Json } from './data';
import { download, fileName, h, section } from './dom';
import { gradient } from './colours';
import { largest } from './lists';
import { channel, drawnAs, frameNumbers, inBrackets, namedReadings, stateName } from './result';
import { fieldRange, fields, mapSigmas, outside, type Field, type Load, type Shape, type Which } from './shapes';
import { frameChanged, onOpen } from './shown_frame';
import { cutShare, Stage, type Annotations, type Arrow, type Layout, type Look } from './scene';
import { number, shown } from './units';

// Vectors that were measured and predicted, [frames][vectors][3], as arrows.
interface Vectors {
  largest: number; // SI, measured
  partly: boolean; // of some only one or two components were measured: the others are left out of both arrows
  arrows(which: Which, frame: number): Arrow[];
}

// n per frame; where one starts may change with the frame.
function vectors(measured: number[], predicted: number[], n: number, start: (i: number, frame: number) => Arrow['start'], torque: boolean): Vectors {
  const width = 3 * n;
  const vector = (from: number[], at: number): [number, number, number] => {
    const part = [0, 1, 2].map((k) => (Number.isFinite(measured[at + k]) ? from[at + k]! : 0));
    return part as [number, number, number];
  };
  const known = (at: number) => [0, 1, 2].filter((k) => Number.isFinite(measured[at + k])).length;
  let longest = 0;
  let partly = false;
  for (let at = 0; at + 2 < measured.length; at += 3) {
    longest = Math.max(longest, Math.hypot(...vector(measured, at)));
    partly ||= known(at) === 1 || known(at) === 2;
  }
  return {
    largest: longest,
    partly,
    arrows(which, frame) {
      return Array.from({ length: n }).flatMap((_, i) => {
        const at = width * frame + 3 * i;
        const one = vector(which === 'captured' ? measured : predicted, at);
        const share = Math.hypot(...one) / longest;
        return known(at) && Number.isFinite(share) ? [{ start: start(i, frame), vector: one, share, torque, alone: ![0, 1, 2].some((k) => Number.isFinite(predicted[at + k])) }] : [];
      });
    },
  };
}

// Of a channel; each starts at the middle of its vertices.
const channelVectors = (of: Json | null, starts: Uint32Array[], torque: boolean): Vectors => vectors(values(of, 'measured'), values(of, 'predicted'), starts.length, (i) => starts[i]!, torque);

// Loads on a specimen. Its frames are those of the shape.
function loadVectors({ loads, frames, every }: Shape): Vectors {
  const all = (of: (load: Load) => Float32Array | null) => Array.from({ length: 3 * loads.length * frames }, (_, k) => of(loads[Math.floor(k / 3) % loads.length]!)?.[3 * Math.floor(k / 3 / loads.length) + (k % 3)] ?? NaN);
  const out = vectors(all((load) => load.known), all((load) => load.predicted), loads.length, (i, frame) => new Vector3().fromArray(loads[i]!.at, 3 * frame), false);
  return { ...out, arrows: (which, frame) => out.arrows(which, Math.floor(frame / every)) };
}

interface Notes extends Annotations {
  forces: Vectors;
  torques: Vectors;
}

// Points of a plane.
const planar = ['labels', 'line', 'side-line', 'end-point'] as const;

// Forces, torques, what is held, and labelled points of a test, out of its channels.
function annotations(shape: Shape): Notes {
  const { test, supports } = shape;
  // places of bodies in poses have three coordinates; one that was not measured is left out
  if (namedReadings(test)) {
    const places = drawnAs(test, 'places');
    const per = num(places, 'values_per_frame');
    const sets = (numbers: number[]) => numbers.map((k) => supports?.sets[k]?.vertex ?? new Uint32Array());
    const forces = channelVectors(drawnAs(test, 'forces'), sets(supports?.forces ?? []), false);
    const torques = channelVectors(drawnAs(test, 'torques'), sets(supports?.torques ?? []), true);
    const held = supports?.held.map((numbers) => Uint32Array.from(new Set(numbers.flatMap((k) => [...supports.sets[k]!.vertex]))));
    return {
      forces,
      torques,
      arrows: (which, frame) => [...forces.arrows(which, frame), ...torques.arrows(which, frame)],
      held: (frame) => held?.[Math.floor(frame / shape.every)] ?? null,
      points(which, frame) {
        const known = values(places, 'measured').slice(per * frame, per * (frame + 1));
        const all = values(places, which === 'captured' ? 'measured' : 'predicted').slice(per * frame, per * (frame + 1));
        const kept = all.filter((x, i) => Number.isFinite(x) && [0, 1, 2].every((k) => Number.isFinite(known[3 * Math.floor(i / 3) + k])));
        return kept.length ? Float32Array.from(kept) : null;
      },
    };
  }
  const clip = shape.clip ?? new Uint8Array();
  const holds = shape.clips.map((_, k) => Uint32Array.from([...clip.keys()].filter((v) => clip[v] === k + 1)));
  const clamped = Uint32Array.from([...clip.keys()].filter((v) => clip[v]! > 0));
  const forces = shape.loads.length ? loadVectors(shape) : channelVectors(drawnAs(test, 'clip-forces'), holds, false);
  // points of hung samples and strips lie in the plane x, y; a strip is as deep as it is wide
  const labels = drawnAs(test, ...planar);
  const width = num(labels, 'values_per_frame');
  const depth = (shape.low[2] + shape.high[2]) / 2;
  return {
    forces,
    torques: channelVectors(null, [], true),
    arrows: forces.arrows,
    held: () => clamped,
    points(which, frame) {
      const flat = width > 1 ? values(labels, which === 'captured' ? 'measured' : 'predicted').slice(width * frame, width * (frame + 1)) : [];
      if (!flat.length || flat.length !== width || !flat.every(Number.isFinite)) return null;
      const out = new Float32Array((flat.length / 2) * 3);
      for (let i = 0; i < flat.length / 2; i++) out.set([flat[2 * i]!, flat[2 * i + 1]!, depth], 3 * i);
      return out;
    },
  };
}

// Explains the arrows of loads, with their size in this frame.
function loadWords(loads: Load[], { largest: longest, partly }: Vectors, frame: number): string {
  if (!(longest > 0)) return '';
  const si = loads[0]!.unit;
  const unit = shown(si, longest);
  const size = (of: Float32Array, known: Float32Array) => `${number(unit.factor * Math.hypot(...[0, 1, 2].map((k) => (Number.isFinite(known[3 * frame + k]) ? of[3 * frame + k]! : 0))))} ${unit.unit}`;
  const what = si === 'Pa' ? 'nominal stress on the faces' : 'loads on the specimen';
  const how = loads.some((load) => load.predicted) ? 'measured (wide, transparent) and predicted (orange)' : 'as given';
  const sizes = new Map(loads.map(({ name, known, predicted }) => [name, `${name} ${size(known, known)}${predicted ? ` (predicted ${size(predicted, known)})` : ''}`]));
  return [`Arrows: ${what}, ${how}; the longest is ${number(unit.factor * longest)} ${unit.unit}.`, `Here: ${[...sizes.values()].join(', ')}.`, partly ? 'Components that were not measured are left out.' : ''].filter(Boolean).join(' ');
}

// What the arrows and the grey points on a shape mean.
function arrowWords(shape: Shape, notes: Notes, frame: number): string {
  if (shape.loads.length) return loadWords(shape.loads, notes.forces, frame);
  const force = shown('N', notes.forces.largest);
  const torque = shown('N m', notes.torques.largest);
  const of = shape.clip ? 'force of each clip on the cloth' : 'force of the supports on the body';
  const how = shape.captured ? 'measured and simulated (orange)' : 'measured (wide, transparent) and predicted (orange)';
  return [
    notes.forces.largest > 0 ? `Arrows: ${of}, ${how}; the longest is ${number(force.factor * notes.forces.largest)} ${force.unit}.` : '',
    notes.torques.largest > 0 ? `Arrows with two heads: torque, right-handed about the arrow, ${notes.forces.largest > 0 ? 'in the same colours' : how}; the longest is ${number(torque.factor * notes.torques.largest)} ${torque.unit}.` : '',
    notes.forces.partly || notes.torques.partly ? 'Components that were not measured are left out.' : '',
  ].filter(Boolean).join(' ');
}

const hasPoints = (shape: Shape): boolean => ([...planar, 'places'] as const).some((kind) => has(drawnAs(shape.test, kind), 'measured'));

// What a frame is called: its number in the files, its load, its control.
function frameWords(shape: Shape, frame: number): string {
  const test = shape.test;
  const at = frame * shape.every;
  const name = frameNumbers(test, num(test, 'frames'))[at] ?? at + 1;
  const control = channel(test, text(test, 'control'));
  const value = values(control, 'imposed')[at];
  const load = values(object(test, 'front_view'), 'load').slice(3 * at, 3 * at + 3);
  const unit = shown(text(control, 'unit'), largest(values(control, 'imposed')));
  const which = name === at + 1 ? `${stateName(test)} ${name} of ${num(test, 'frames')}` : `${stateName(test)} ${name} (${at + 1} of ${num(test, 'frames')})`;
  const pose = words(test, 'frame_names')[at];
  return `${which}${pose ? `: ${pose}` : value !== undefined && control ? `: ${text(control, 'name')} ${number(unit.factor * value)} ${unit.unit}` : load.length === 3 ? `: ${load.map(number).join(', ')} N` : ''}`;
}

// Position along an axis where the map deviates most, as a share of the box: the place of a cut.
function oddPlace(shape: Shape, map: Field, frame: number, axis: number): number {
  const x = new Float32Array(3 * shape.vertices);
  const value = new Float32Array(shape.vertices);
  shape.position('simulated', frame, x);
  map.value(x, null, value, frame);
  const known = value.filter((v) => !Number.isNaN(v)).sort();
  const middle = known[known.length >> 1] ?? 0;
  let most = 0;
  let far = -1; // vertices without a value are ignored
  value.forEach((v, i) => {
    if (Math.abs(v - middle) > far) [most, far] = [i, Math.abs(v - middle)];
  });
  return Math.min(Math.max(cutShare(shape, axis, x[3 * most + axis]!), 0.2), 0.8);
}

// Load of each frame: the weights of a hung sample, else measured or imposed forces, torques and stresses.
function loads(test: Json): number[] {
  const n = num(test, 'frames');
  const hung = values(object(test, 'front_view'), 'load');
  if (hung.length === 3 * n) return Array.from({ length: n }, (_, f) => hung[3 * f]! + hung[3 * f + 1]! + hung[3 * f + 2]!);
  const total = new Array<number>(n).fill(0);
  for (const one of list(test, 'channels')) {
    const value = values(one, has(one, 'measured') ? 'measured' : 'imposed');
    const width = num(one, 'values_per_frame') || 1;
    const most = largest(value);
    if (!['N', 'N m', 'Pa', 'N/m'].includes(text(one, 'unit')) || value.length !== n * width || !(most > 0)) continue;
    total.forEach((_, f) => (total[f]! += largest(value.slice(width * f, width * (f + 1))) / most));
  }
  return total;
}

// The first frame on display. Captures: the largest error among loaded frames; else the largest load.
// Bodies in poses, and tests without known load: the last.
function firstFrame(shape: Shape): number {
  const capture = object(shape.test, 'surface');
  const distance = values(capture, 'distance');
  if (!distance.length) {
    const load = namedReadings(shape.test) ? [] : loads(shape.test);
    const x = new Float32Array(3 * shape.vertices);
    let best = shape.frames - 1;
    for (let f = shape.frames - 2; f >= 0; f--) if (load[f * shape.every]! > load[best * shape.every]! && shape.position('simulated', f, x)) best = f;
    return best;
  }
  const load = distance.map((_, f) => largest(list(capture, 'clips').map((clip) => values(clip, 'force_measured')[f] ?? NaN)));
  const most = largest(load);
  let best = -1;
  distance.forEach((d, f) => {
    if (load[f]! >= 0.3 * most && Number.isFinite(d) && !(d <= distance[best]!)) best = f;
  });
  return Math.min(Math.floor(Math.max(best, 0) / shape.every), shape.frames - 1);
}

// Ends the viewer that is on the page: a page of several fits shows one after the other.
let leave: (() => void) | null = null;
export function endViewer(): void {
  leave?.();
  leave = null;
}

export function viewer(fit: Json, shapes: Shape[]): HTMLElement {
  endViewer();
  const canvas = h('canvas', { tabindex: 0, role: 'img', 'aria-label': 'The shapes in 3D', 'aria-describedby': 'shape-keys shape-words' });
  const holder = h('div', { class: 'stage' }, canvas);
  let stage: Stage;
  try {
    const colour = (name: string) => () => getComputedStyle(document.documentElement).getPropertyValue(name).trim() || '#888888';
    stage = new Stage(canvas, colour('--stage'), colour('--ink'));
  } catch {
    return section('shapes', 'Shapes in 3D', h('p', {}, 'This browser has no WebGL, so the shapes cannot be drawn. The rest of this page does not need it.'));
  }

  // ---- controls ----
  const select = h('select', { id: 'shape-test' }, shapes.map((shape, i) => h('option', { value: i }, `${text(shape.test, 'name')}${inBrackets(shape.test)}${flag(shape.test, 'held_out') ? ', held out' : ''}`)));
  const layout = h('select', { id: 'shape-layout' });
  const colour = h('select', { id: 'shape-colour' });
  const slider = h('input', { type: 'range', min: 0, max: 0, step: 1, value: 0, id: 'shape-frame', 'aria-label': 'Frame' });
  const play = h('button', { type: 'button', class: 'play', 'aria-pressed': 'false' }, '▶ Play');
  const said = h('output', { for: 'shape-frame', id: 'shape-words', 'aria-live': 'off' });
  const toggle = (id: string, name: string, on: boolean) => {
    const input = h('input', { type: 'checkbox', id, checked: on });
    const words = h('span', {}, name);
    return { input, words, label: h('label', { class: 'toggle', for: id }, input, ' ', words) };
  };
  const checker = toggle('shape-checker', 'checkerboard', true);
  const wire = toggle('shape-wire', 'mesh', false);
  const clips = toggle('shape-clips', 'clips', true);
  const forces = toggle('shape-forces', 'forces', true);
  const differences = toggle('shape-differences', 'differences', false);
  const times = h('input', { type: 'range', min: 1, max: 20, step: 1, value: 5, id: 'shape-times', 'aria-label': 'Magnification of the differences' });
  const timesSaid = h('output', { for: 'shape-times' }, '×5');
  const cut = h('input', { type: 'range', min: 5, max: 100, step: 1, value: 100, id: 'shape-cut' });
  const axis = h('select', { id: 'shape-axis', 'aria-label': 'Direction of the cross-section' }, ['x', 'y', 'z'].map((name, i) => h('option', { value: i }, `along ${name}`)));
  const cutRow = h('span', { class: 'toggle' }, h('label', { for: 'shape-cut' }, 'cross-section '), cut, axis);
  const bar = h('div', { class: 'scalebar', hidden: true });
  const legend = h('p', { class: 'soft stage-legend' });
  const names = h('div', { class: 'stage-names', 'aria-hidden': 'true' });

  // ---- state ----
  let shape = shapes[0] as Shape;
  let frame = 0;
  let choices: Field[] = [];
  let field: Field | null = null;
  let range: [number, number] = [0, 1];
  let timer = 0;
  let firstTime = true;
  let notes: Notes;

  const look = (): Look => ({
    layout: layout.value as Layout,
    field,
    range,
    checker: checker.input.checked && !shape.rest3,
    wire: wire.input.checked,
    clips: clips.input.checked,
    forces: forces.input.checked,
    differences: differences.input.checked,
    magnification: Number(times.value),
    cut: shape.rest3 ? Number(cut.value) / 100 : 1,
    axis: Number(axis.value),
  });

  const update = () => {
    const words = frameWords(shape, frame);
    stage.set(frame, look());
    slider.value = String(frame);
    slider.setAttribute('aria-valuetext', words);
    said.textContent = words;
    names.replaceChildren(...(layout.value === 'beside' ? [h('span', {}, 'captured'), h('span', {}, 'simulated')] : []));
    holder.dataset.frame = String(frame);
    showLegend();
  };

  // The legend of the picture.
  const showLegend = () => {
    const places: Record<string, string> = {
      beside: field ? 'Left: captured; right: simulated.' : 'Left, grey: captured; right, blue: simulated.',
      over: field ? 'Lines: captured; coloured: simulated.' : 'Grey, transparent: captured; blue: simulated.',
      captured: 'The captured shape.',
      simulated: shape.captured ? 'The simulated shape.' : 'The simulated specimen.',
    };
    const parts = [
      places[layout.value] ?? '',
      field ? `Coloured by ${field.name}${field.still ? ', the same in every frame' : ''}${field.simulated && shape.captured ? ', which only the simulated shape has' : ''}.${field.grey ? ` Grey: ${field.grey}.` : ''}` : '',
      hasPoints(shape) ? 'Points: measured; orange: predicted.' : '',
      forces.input.checked ? arrowWords(shape, notes, frame) : '',
      shape.supports && clips.input.checked ? 'Grey points: fixed by supports.' : '',
      differences.input.checked ? `Small arrows: from simulated to captured position, magnified ${times.value} times.` : '',
      !shape.rest3 && checker.input.checked ? 'Squares of the checkerboard follow the yarns.' : '',
      wire.input.checked ? 'Dark lines: edges of the mesh.' : '',
      shape.every > 1 ? `This page holds every ${shape.every}th frame.` : '',
    ];
    legend.textContent = parts.filter(Boolean).join(' ');
  };

  const go = (to: number, announce = true) => {
    frame = Math.min(Math.max(to, 0), shape.frames - 1);
    update();
    if (announce) frameChanged(shape.test, frame * shape.every);
  };

  const paint = () => {
    field = choices.find((one) => one.key === colour.value) ?? null;
    bar.hidden = field === null;
    if (field) {
      range = fieldRange(shape, field);
      const ticks = [0, 0.5, 1].map((t) => h('span', {}, number(range[0] + t * (range[1] - range[0]))));
      bar.replaceChildren(h('span', { class: 'scalename' }, `${field.name} (${field.unit})`), h('span', { class: 'soft scalerange' }, `percentiles ${outside} to ${100 - outside}; values beyond have the end colours`), h('div', { class: 'gradient', style: `background:${gradient(range[0] < 0)}` }), h('div', { class: 'ticks' }, ticks));
    }
    update();
  };

  const open = (index: number, at: number) => {
    shape = shapes[index] as Shape;
    select.value = String(index);
    notes = annotations(shape);
    const layouts: [Layout, string][] = shape.captured ? [['beside', 'side by side'], ['over', 'overlaid'], ['captured', 'captured only'], ['simulated', 'simulated only']] : [['simulated', 'simulated']];
    const kept = layouts.some(([key]) => key === layout.value) ? layout.value : holder.clientWidth < 520 && shape.captured ? 'over' : layouts[0]![0];
    layout.replaceChildren(...layouts.map(([key, name]) => h('option', { value: key }, name)));
    layout.value = kept;
    layout.parentElement?.toggleAttribute('hidden', layouts.length < 2);
    choices = fields(fit, shape);
    const chosen = colour.value;
    colour.replaceChildren(h('option', { value: '' }, 'plain'), ...choices.map((one) => h('option', { value: one.key }, one.name)));
    const flat = !shape.rest3 && shape.high[2] - shape.low[2] < 0.02 * (shape.high[0] - shape.low[0]);
    // the shape of a flat specimen is not informative: it starts with its strain
    colour.value = choices.some((one) => one.key === chosen) ? chosen : firstTime && flat ? 'extension' : '';
    // an inhomogeneous material starts with its map
    if (firstTime && shape.stiffness) colour.value = 'stiffness';
    firstTime = false;
    const size = shape.high.map((high, k) => high - shape.low[k]!);
    axis.value = String(size.indexOf(Math.max(...size)));
    slider.max = String(shape.frames - 1);
    slider.disabled = play.disabled = shape.frames < 2;
    cutRow.hidden = shape.rest3 === null;
    checker.label.hidden = shape.rest3 !== null;
    clips.label.hidden = !shape.clip && !shape.supports;
    clips.words.textContent = shape.clip ? 'clips' : 'supports';
    forces.label.hidden = !(notes.forces.largest + notes.torques.largest > 0);
    forces.words.textContent = shape.loads[0]?.unit === 'Pa' ? 'stresses' : !(notes.torques.largest > 0) ? 'forces' : notes.forces.largest > 0 ? 'forces and torques' : 'torques';
    const compared = shape.captured || hasPoints(shape);
    differences.label.hidden = !compared;
    times.parentElement?.toggleAttribute('hidden', !compared);
    frame = at;
    stage.show(shape, notes);
    paint();
    stage.home();
  };

  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    play.textContent = '▶ Play';
    play.setAttribute('aria-pressed', 'false');
  };
  const start = () => {
    play.textContent = '❚❚ Pause';
    play.setAttribute('aria-pressed', 'true');
    // about four seconds for the whole motion, but no faster than 30 frames a second
    const wait = Math.min(Math.max(4000 / shape.frames, 33), 400);
    const step = () => {
      go(frame + 1 < shape.frames ? frame + 1 : 0);
      timer = window.setTimeout(step, wait);
    };
    timer = window.setTimeout(step, wait);
  };
  const flip = () => (timer ? stop() : start());

  // ---- wiring ----
  select.addEventListener('change', () => {
    stop();
    open(Number(select.value), firstFrame(shapes[Number(select.value)] as Shape));
    frameChanged(shape.test, frame * shape.every);
  });
  slider.addEventListener('input', () => {
    stop();
    go(Number(slider.value));
  });
  play.addEventListener('click', flip);
  layout.addEventListener('change', () => {
    update();
    stage.home();
  });
  colour.addEventListener('change', paint);
  for (const one of [checker, wire, clips, forces, differences]) one.input.addEventListener('change', update);
  times.addEventListener('input', () => {
    timesSaid.textContent = `×${times.value}`;
    if (!differences.input.checked) differences.input.checked = true;
    update();
  });
  cut.addEventListener('input', update);
  axis.addEventListener('change', update);
  canvas.addEventListener('keydown', (event) => {
    const keys: Record<string, () => void> = {
      ArrowRight: () => go(frame + 1),
      ArrowLeft: () => go(frame - 1),
      ArrowUp: () => (event.shiftKey ? stage.tilt(0.1) : stage.turn(0.1)),
      ArrowDown: () => (event.shiftKey ? stage.tilt(-0.1) : stage.turn(-0.1)),
      '+': () => stage.zoom(0.85),
      '-': () => stage.zoom(1 / 0.85),
      '0': () => stage.home(),
      Home: () => go(0),
      End: () => go(shape.frames - 1),
      ' ': flip,
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  onOpen((test, at) => {
    const index = shapes.findIndex((one) => one.test === test);
    if (index < 0) {
      frameChanged(test, at); // no shape: the other figures follow all the same
      return;
    }
    stop();
    if (shapes[index] !== shape) open(index, 0);
    go(Math.floor(at / shape.every));
    document.getElementById('shapes')?.scrollIntoView({ behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
    canvas.focus({ preventScroll: true });
  });
  const screenshot = () => {
    stage.render();
    canvas.toBlob((blob) => blob && download(`${fileName(`${text(shape.test, 'name')} frame ${frame + 1}`)}.png`, blob, 'image/png'), 'image/png');
  };
  const sized = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = holder;
    if (clientWidth > 0) stage.resize(clientWidth, clientHeight);
  });
  sized.observe(holder);
  const left = new AbortController();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => update(), { signal: left.signal });
  addEventListener('beforeprint', () => stage.render(), { signal: left.signal });
  leave = () => {
    stop();
    left.abort();
    sized.disconnect();
    stage.dispose();
  };

  // The place that the summary keeps for the map: the body whole, and cut through its middle.
  const fillMap = () => {
    const place = document.querySelector('.mapplace > a');
    const map = choices.find((one) => one.key === 'stiffness');
    if (!place || !map) return;
    const [low, high] = fieldRange(shape, map);
    const at = { ...look(), field: map, range: [low, high] as [number, number], differences: false, wire: false, clips: false, forces: false };
    const drawn = (shape.rest3 ? [1, oddPlace(shape, map, frame, at.axis)] : [1]).map((cut) => stage.picture({ ...at, cut }, 420, 320));
    drawn.forEach((picture, i) => {
      picture.setAttribute('role', 'img');
      picture.setAttribute('aria-label', i ? 'The map on a cut through the middle' : 'The map on the surface');
    });
    // a map within its uncertainty is reported as homogeneous
    const value = new Float32Array(shape.vertices);
    map.value(new Float32Array(3 * shape.vertices), null, value, frame);
    const known = [...value].filter(Number.isFinite);
    const mean = known.reduce((sum, v) => sum + v, 0) / Math.max(1, known.length);
    const even = map.doubt !== undefined && known.every((v) => Math.abs(v - mean) <= mapSigmas * map.doubt!);
    if (even) place.closest('figure')?.querySelector('figcaption')?.prepend(h('b', {}, `Within ${mapSigmas} sigma of its mean everywhere: these data do not distinguish the body from a homogeneous one. `));
    place.replaceChildren(h('span', { class: 'mapdrawn' }, drawn), h('span', { class: 'gradient', style: `background:${gradient(false)}` }), h('span', { class: 'ticks' }, [low, (low + high) / 2, high].map((v) => h('span', {}, `${number(+v.toPrecision(3))} ${map.unit}`))));
  };

  const row = (label: string, control: HTMLElement) => h('label', { class: 'choice' }, h('span', {}, label), control);
  const layoutRow = row('View', layout);
  const out = section(
    'shapes',
    'Shapes in 3D',
    h('div', { class: 'controls' }, row('Test', select), layoutRow, row('Colour', colour), h('div', { class: 'toggles' }, checker.label, wire.label, clips.label, forces.label, differences.label, h('span', { class: 'times' }, times, timesSaid), cutRow)),
    h('div', { class: 'stagebox' }, holder, names, bar),
    h('div', { class: 'player' }, play, slider, said, h('button', { type: 'button', click: () => stage.home() }, 'Reset view'), h('button', { type: 'button', click: screenshot }, 'Screenshot')),
    legend,
    h(
      'p',
      { class: 'soft keyhelp', id: 'shape-keys' },
      'Drag to turn, wheel to zoom, right button to move. Keys once the picture has the focus: ',
      ([['←', ''], ['→', 'one back or on'], ['Home', ''], ['End', 'first or last'], ['space', 'plays'], ['↑', ''], ['↓', 'turn'], ['Shift ↑', ''], ['Shift ↓', 'tilt'], ['+', ''], ['−', 'zoom'], ['0', 'reset']] as const).map(([key, what]) => [h('kbd', {}, key), what ? ` ${what}${key === '0' ? '.' : ', '}` : ' ']).flat(),
    ),
  );
  // starts with the first captured test, else the first of the finest mesh
  const finest = Math.max(...shapes.map((one) => (one.homogeneous ? 0 : one.vertices)));
  const first = Math.max(0, shapes.findIndex((one) => one.captured), shapes.some((one) => one.captured) ? -1 : shapes.findIndex((one) => !one.homogeneous && one.vertices === finest));
  // tests look at the stage and measure it
  (window as unknown as { pliantStage?: Stage }).pliantStage = stage;
  queueMicrotask(() => {
    const one = shapes[first] as Shape;
    open(first, firstFrame(one));
    frameChanged(one.test, frame * one.every);
    if (one.stiffness) fillMap();
  });
  return out;
}

// elsewhere: the folder whose report has the shapes, on a comparison page without them.
export const noShapes = (fit: Json, elsewhere?: string): HTMLElement =>
  section(
    'shapes',
    'Shapes in 3D',
    h('p', {}, elsewhere ? ['This page holds no shapes of this fit; see its report: ', h('code', {}, `${elsewhere}/report.html`), '.'] : list(fit, 'tests').length ? 'This result folder holds no shapes (shapes.bin). Run the fit again with this version to see them.' : 'There is no test to show.'),
  );
