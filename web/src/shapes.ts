// shapes.ts: the meshes of shapes.bin (packing: src/report/result/shapes.h) and the fields drawn on them.
import { flag, has, list, num, object, text, values, words, type Json, type Key } from './data';
import { tetrahedra } from './cut';
import { mapName } from './result';
import { quantity, shown } from './units';

export type Which = 'simulated' | 'captured';

export interface Shape {
  test: Json; // of fit.json
  vertices: number;
  triangle: Uint32Array; // [triangles][3]
  quads: number; // faces with four corners: the last triangles, two by two, are their halves
  rest: Float32Array; // [vertices][2], m; of solids the first two of rest3
  rest3: Float32Array | null; // [vertices][3], m, of solids
  frames: number;
  every: number; // frames of the test per frame here
  clip: Uint8Array | null; // [vertices], 0: none, else its number from 1
  clips: string[];
  supports: Supports | null; // of bodies in poses
  loads: Load[]; // on specimens, at the places given by their protocol
  captured: boolean;
  homogeneous: boolean; // simulated as one triangle
  tet: Uint32Array | null; // [tetrahedra][4] of solids that carry them: what a cut goes through
  stiffness: Stiffness | null; // of inhomogeneous materials
  stress: Stress | null; // of the simulated shape
  low: [number, number, number]; // box around all frames, m
  high: [number, number, number];
  // Positions of a frame into out [vertices][3], m; false when the frame has none.
  position(which: Which, frame: number, out: Float32Array): boolean;
}

// What holds a body in its poses, and where forces and torques were measured.
export interface Supports {
  sets: { name: string; vertex: Uint32Array }[];
  held: number[][]; // [frames], numbers of sets
  forces: number[]; // set of each three values of the channel `force`
  torques: number[];
}

// A load on a specimen, [frames][3] each: where it acts, m, and how strong it is.
export interface Load {
  name: string;
  unit: string; // N; Pa: force over the area at rest
  at: Float32Array;
  known: Float32Array; // measured or imposed; NaN: a component that was not measured
  predicted: Float32Array | null; // null: imposed
}

export interface Stiffness {
  name: string;
  unit: string; // SI
  low: number;
  high: number;
  vertex: Float32Array; // [vertices], SI
  sigma: Float32Array | null; // [vertices], standard deviation over the value
}

// By all elastic terms together.
export interface Stress {
  name: string;
  unit: string; // SI
  high: number; // SI, no value is larger
  vertex(frame: number, out: Float32Array): void; // [vertices], SI
}

const magic = 'PLSHAPE1';

// Undoes zigzag, byte planes and differences: the quantised coordinates of all frames, [frame][axis][vertex].
function unfold(bytes: Uint8Array, frames: number, n: number): Uint16Array {
  const out = new Uint16Array(frames * n);
  for (let f = 0; f < frames; f++) {
    const low = 2 * n * f;
    const high = low + n;
    const now = n * f;
    const last = now - n;
    for (let i = 0; i < n; i++) {
      const zigzag = bytes[low + i]! | (bytes[high + i]! << 8);
      const change = zigzag & 1 ? ~(zigzag >> 1) : zigzag >> 1;
      out[now + i] = (f ? out[last + i]! : 0) + change;
    }
  }
  return out;
}

interface Packed {
  head: Json;
  arrays: ArrayBuffer;
  base: number;
}

function packed(buffer: ArrayBuffer): Packed | null {
  const bytes = new Uint8Array(buffer);
  if (bytes.length < 12 || new TextDecoder().decode(bytes.subarray(0, 8)) !== magic) return null;
  const size = new DataView(buffer).getUint32(8, true);
  return { head: JSON.parse(new TextDecoder().decode(bytes.subarray(12, 12 + size))) as Json, arrays: buffer, base: 12 + size };
}

// The stiffness at each vertex and the elements of a solid, where the head has them. Older files have elements only together with the stiffness.
function inside(from: Packed, one: Json): Pick<Shape, 'tet' | 'stiffness'> {
  const head = object(one, 'stiffness');
  const elements = object(one, 'elements') ?? head;
  const count = (key: Key) => num(elements, key) || 0;
  const corners = (key: Key, n: number) => (n ? new Uint32Array(from.arrays, from.base + num(elements, key), n) : new Uint32Array());
  const [tet, hex] = [corners('tet', 4 * count('tets')), corners('hex', 8 * count('hexes'))];
  const perVertex = (key: Key) => (Number.isFinite(num(head, key)) ? new Float32Array(from.arrays, from.base + num(head, key), num(one, 'vertices')) : null);
  const vertex = perVertex('vertex');
  return {
    tet: tet.length + hex.length ? tetrahedra(tet, hex) : null,
    stiffness: vertex && { name: text(head, 'name') || 'stiffness', unit: text(head, 'unit'), low: num(head, 'low'), high: num(head, 'high'), vertex, sigma: perVertex('vertex_sigma') },
  };
}

function stressOf(from: Packed, one: Json): Stress | null {
  const head = object(one, 'stress');
  const n = num(one, 'vertices');
  const frames = num(one, 'frames');
  const step = num(head, 'step');
  if (!(step > 0) || !Number.isFinite(num(head, 'vertex'))) return null;
  let kept: Uint16Array | null = null;
  return {
    name: text(head, 'name') || 'stress',
    unit: text(head, 'unit'),
    high: 65535 * step,
    vertex(frame, out) {
      kept ??= unfold(new Uint8Array(from.arrays, from.base + num(head, 'vertex'), 2 * n * frames), frames, n);
      for (let v = 0; v < n; v++) out[v] = step * kept[n * frame + v]!;
    },
  };
}

// Older files do not describe the supports.
function supportsOf(from: Packed, one: Json): Supports | null {
  const sets = list(one, 'sets').map((set) => ({ name: text(set, 'name'), vertex: new Uint32Array(from.arrays, from.base + num(set, 'vertex'), num(set, 'vertices')) }));
  const held = one['supports'];
  const known = (numbers: number[]) => numbers.filter((k) => sets[k]);
  if (!sets.length || !Array.isArray(held)) return null;
  return { sets, held: held.map((_, frame) => known(values(held, `${frame}`))), forces: values(one, 'forces'), torques: values(one, 'torques') };
}

function loadsOf(from: Packed, one: Json): Load[] {
  const vectors = (load: Json, key: Key) => new Float32Array(from.arrays, from.base + num(load, key), 3 * num(one, 'frames'));
  return list(one, 'loads').map((load) => ({
    name: text(load, 'name'),
    unit: text(load, 'unit'),
    at: vectors(load, 'at'),
    known: vectors(load, 'known'),
    predicted: has(load, 'predicted') ? vectors(load, 'predicted') : null,
  }));
}

function shape(from: Packed, one: Json, test: Json): Shape {
  const n = num(one, 'vertices');
  const frames = num(one, 'frames');
  const found = values(one, 'found');
  const low = values(one, 'low') as [number, number, number];
  const step = values(one, 'step') as [number, number, number];
  const place = (key: Key) => from.base + num(one, key);
  const kept = new Map<Which, Uint16Array>();
  // unpacked when first looked at: a page may hold many tests
  const quantised = (which: Which): Uint16Array => {
    const known = kept.get(which);
    if (known) return known;
    const fresh = unfold(new Uint8Array(from.arrays, place(which), 6 * n * frames), frames, 3 * n);
    kept.set(which, fresh);
    return fresh;
  };
  const captured = Number.isFinite(num(one, 'captured'));
  const rest3 = Number.isFinite(num(one, 'rest3')) ? new Float32Array(from.arrays, place('rest3'), 3 * n) : null;
  return {
    test,
    vertices: n,
    triangle: new Uint32Array(from.arrays, place('triangle'), 3 * num(one, 'triangles')),
    quads: num(one, 'quads') || 0,
    rest: rest3 ? rest3.filter((_, i) => i % 3 < 2) : new Float32Array(from.arrays, place('rest'), 2 * n),
    rest3,
    frames,
    every: num(one, 'every') || 1,
    clip: Number.isFinite(num(one, 'clip')) ? new Uint8Array(from.arrays, place('clip'), n) : null,
    clips: words(one, 'clips'),
    supports: supportsOf(from, one),
    loads: loadsOf(from, one),
    captured,
    homogeneous: false,
    ...inside(from, one),
    stress: stressOf(from, one),
    low,
    high: low.map((l, i) => l + 65535 * step[i]!) as [number, number, number],
    position(which, frame, out) {
      if (frame < 0 || frame >= frames || (which === 'captured' ? !captured : !found[frame])) return false;
      const q = quantised(which);
      for (let axis = 0; axis < 3; axis++) {
        const from = 3 * n * frame + axis * n;
        for (let v = 0; v < n; v++) out[3 * v + axis] = low[axis]! + step[axis]! * q[from + v]!;
      }
      return true;
    },
  };
}

// The stress of a uniform specimen, from its one element, on all vertices of its display mesh.
function uniform(one: Shape): Stress | null {
  const of = one.stress;
  const corner = new Float32Array(one.vertices);
  return (
    of && {
      ...of,
      vertex(frame, out) {
        of.vertex(frame, corner);
        out.fill(corner[0]!);
      },
    }
  );
}

// A homogeneous test is simulated as one triangle. The triangle's affine map deforms the whole specimen for display.
function specimen(one: Shape): Shape {
  // the legs of the triangle are its sides, also where the test gives no size
  const leg = (v: number) => (one.triangle.length === 3 ? Math.hypot(one.rest[2 * v]! - one.rest[0]!, one.rest[2 * v + 1]! - one.rest[1]!) : NaN);
  const length = quantity(text(one.test, 'length')) || leg(1);
  const width = quantity(text(one.test, 'width')) || leg(2);
  const angle = quantity(text(one.test, 'angle')) || 0;
  if (one.rest3 || one.triangle.length !== 3 || !(length > 0) || !(width > 0)) return one;
  const cell = Math.max(length, width) / 16;
  const nl = Math.max(2, Math.round(length / cell));
  const nw = Math.max(2, Math.round(width / cell));
  const n = (nl + 1) * (nw + 1);
  const rest = new Float32Array(2 * n);
  const triangle = new Uint32Array(6 * nl * nw);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  for (let i = 0, v = 0; i <= nl; i++)
    for (let j = 0; j <= nw; j++, v++) {
      const [s, t] = [(length * i) / nl, width * (j / nw - 0.5)];
      rest[2 * v] = cos * s - sin * t;
      rest[2 * v + 1] = sin * s + cos * t;
    }
  for (let i = 0, k = 0; i < nl; i++)
    for (let j = 0; j < nw; j++, k += 6) {
      const a = i * (nw + 1) + j;
      const b = a + nw + 1;
      triangle.set([a, b, b + 1, a, b + 1, a + 1], k);
    }
  const corner = new Float32Array(9);
  const r = one.rest;
  const t = one.triangle;
  const at = (v: number, k: number) => r[2 * t[v]! + k]!;
  const [du1, dv1, du2, dv2] = [at(1, 0) - at(0, 0), at(1, 1) - at(0, 1), at(2, 0) - at(0, 0), at(2, 1) - at(0, 1)];
  const det = du1 * dv2 - du2 * dv1;
  const position = (which: Which, frame: number, out: Float32Array): boolean => {
    if (!one.position(which, frame, corner)) return false;
    for (let k = 0; k < 3; k++) {
      const x0 = corner[3 * t[0]! + k]!;
      const e1 = corner[3 * t[1]! + k]! - x0;
      const e2 = corner[3 * t[2]! + k]! - x0;
      const fu = (e1 * dv2 - e2 * dv1) / det;
      const fv = (e2 * du1 - e1 * du2) / det;
      for (let v = 0; v < n; v++) out[3 * v + k] = x0 + fu * (rest[2 * v]! - at(0, 0)) + fv * (rest[2 * v + 1]! - at(0, 1));
    }
    return true;
  };
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  const x = new Float32Array(3 * n);
  for (let f = 0; f < one.frames; f++)
    if (position('simulated', f, x))
      for (let i = 0; i < 3 * n; i++) {
        low[i % 3] = Math.min(low[i % 3]!, x[i]!);
        high[i % 3] = Math.max(high[i % 3]!, x[i]!);
      }
  return { ...one, vertices: n, rest, triangle, quads: nl * nw, clip: null, tet: null, stiffness: null, stress: uniform(one), homogeneous: true, low, high, position };
}

// The same of a solid: one tetrahedron, shown as a block of 1 m.
function block(one: Shape): Shape {
  const rest3 = one.rest3;
  if (!rest3 || one.vertices !== 4) return one;
  const m = 6;
  const points: number[] = [];
  const triangle: number[] = [];
  for (let axis = 0; axis < 3; axis++)
    for (let side = 0; side < 2; side++)
      for (let i = 0; i <= m; i++)
        for (let j = 0; j <= m; j++) {
          const p = [0, 0, 0];
          p[axis] = side;
          p[(axis + 1) % 3] = i / m;
          p[(axis + 2) % 3] = j / m;
          const a = points.length / 3;
          points.push(...p);
          if (i < m && j < m) {
            const [b, c, d] = [a + m + 1, a + m + 2, a + 1];
            triangle.push(...(side ? [a, b, c, a, c, d] : [a, c, b, a, d, c]));
          }
        }
  const n = points.length / 3;
  // one hexahedron of the block's corners: what a cut goes through
  const cornerAt = (x: number, y: number, z: number) => Array.from({ length: n }, (_, v) => v).find((v) => points[3 * v] === x && points[3 * v + 1] === y && points[3 * v + 2] === z)!;
  const hex = Uint32Array.of(cornerAt(0, 0, 0), cornerAt(1, 0, 0), cornerAt(1, 1, 0), cornerAt(0, 1, 0), cornerAt(0, 0, 1), cornerAt(1, 0, 1), cornerAt(1, 1, 1), cornerAt(0, 1, 1));
  const corner = new Float32Array(12);
  // the tetrahedron's edges from its first vertex are the unit vectors of the block
  const position = (which: Which, frame: number, out: Float32Array): boolean => {
    if (!one.position(which, frame, corner)) return false;
    for (let v = 0; v < n; v++)
      for (let k = 0; k < 3; k++) {
        let x = corner[k]!;
        for (let e = 0; e < 3; e++) x += points[3 * v + e]! * (corner[3 * (e + 1) + k]! - corner[k]!);
        out[3 * v + k] = x;
      }
    return true;
  };
  const size = one.high.map((h, k) => [Math.min(one.low[k]!, 0), h + Math.max(0, h)] as const);
  return {
    ...one,
    vertices: n,
    triangle: Uint32Array.from(triangle),
    quads: triangle.length / 6,
    rest3: Float32Array.from(points),
    rest: Float32Array.from(points).filter((_, i) => i % 3 < 2),
    clip: null,
    tet: tetrahedra(new Uint32Array(), hex),
    stiffness: null,
    stress: uniform(one),
    homogeneous: true,
    low: size.map(([low]) => low) as [number, number, number],
    high: size.map(([, high]) => Math.max(high / 2, 0.1)) as [number, number, number],
    position,
  };
}

export function readShapes(buffer: ArrayBuffer | null, tests: Json[]): Shape[] {
  const from = buffer ? packed(buffer) : null;
  if (!from) return [];
  return list(from.head, 'shapes').flatMap((one) => {
    const test = tests.find((t) => text(t, 'name') === text(one, 'test') && flag(t, 'held_out') === flag(one, 'held_out') && (!text(one, 'experiment') || text(t, 'experiment') === text(one, 'experiment')));
    return test ? [block(specimen(shape(from, one, test)))] : [];
  });
}

// ---- fields ----

export interface Field {
  key: string;
  name: string;
  unit: string;
  // Values on the vertices of positions x in a frame; `other` are those of the other shape.
  value(x: Float32Array, other: Float32Array | null, out: Float32Array, frame: number): void;
  signed: boolean; // colours diverge from zero
  both?: boolean; // needs both shapes
  simulated?: boolean; // only the simulated shape has it
  still?: boolean; // the same in every frame: a map
  doubt?: number; // of a map: its median standard deviation, in its unit
  grey?: string; // what it means where there is no value
}

// Green strain of each triangle, averaged to the vertices with rest areas: 0 warp, 1 weft, 2 shear (2 E_uv), 3 largest extension.
function strainField(s: Shape, component: number): (x: Float32Array, out: Float32Array) => void {
  const weight = new Float32Array(s.vertices);
  return (x, out) => {
    out.fill(0);
    weight.fill(0);
    const { triangle, rest } = s;
    for (let k = 0; k < triangle.length; k += 3) {
      const [a, b, c] = [triangle[k]!, triangle[k + 1]!, triangle[k + 2]!];
      const u1 = rest[2 * b]! - rest[2 * a]!;
      const v1 = rest[2 * b + 1]! - rest[2 * a + 1]!;
      const u2 = rest[2 * c]! - rest[2 * a]!;
      const v2 = rest[2 * c + 1]! - rest[2 * a + 1]!;
      const det = u1 * v2 - u2 * v1;
      let uu = 0;
      let vv = 0;
      let uv = 0;
      for (let i = 0; i < 3; i++) {
        const e1 = x[3 * b + i]! - x[3 * a + i]!;
        const e2 = x[3 * c + i]! - x[3 * a + i]!;
        const wu = (e1 * v2 - e2 * v1) / det;
        const wv = (e2 * u1 - e1 * u2) / det;
        uu += wu * wu;
        vv += wv * wv;
        uv += wu * wv;
      }
      const value = component === 0 ? (uu - 1) / 2 : component === 1 ? (vv - 1) / 2 : component === 2 ? uv : Math.sqrt((uu + vv) / 2 + Math.sqrt(((uu - vv) / 2) ** 2 + uv * uv)) - 1;
      const area = Math.abs(det);
      for (const v of [a, b, c]) {
        out[v]! += area * value;
        weight[v]! += area;
      }
    }
    for (let v = 0; v < s.vertices; v++) out[v]! /= weight[v] || 1;
  };
}

const residualField = (s: Shape): Field => ({
  key: 'residual',
  name: 'distance of the shapes',
  unit: 'mm',
  signed: false,
  both: true,
  value(x, other, to) {
    for (let v = 0; v < s.vertices; v++) to[v] = other ? 1e3 * Math.hypot(x[3 * v]! - other[3 * v]!, x[3 * v + 1]! - other[3 * v + 1]!, x[3 * v + 2]! - other[3 * v + 2]!) : 0;
  },
});

// The map of an inhomogeneous material, the same in every frame. No value is shown where sigma exceeds it.
function stiffnessFields(s: Stiffness): Field[] {
  const unit = shown(s.unit, s.high);
  const { sigma } = s;
  const map: Field = {
    key: 'stiffness',
    name: s.name,
    unit: unit.unit,
    signed: false,
    still: true,
    value(_x, _other, to) {
      for (let v = 0; v < to.length; v++) to[v] = sigma && sigma[v]! > 1 ? NaN : unit.factor * s.vertex[v]!;
    },
  };
  if (!sigma) return [map];
  const doubts = [...s.vertex].map((value, v) => (sigma[v]! > 1 ? NaN : unit.factor * Math.abs(value) * sigma[v]!)).filter(Number.isFinite).sort((a, b) => a - b);
  if (doubts.length) map.doubt = doubts[doubts.length >> 1]!;
  if (sigma.some((one) => one > 1)) map.grey = 'sigma is larger than the value';
  return [
    map,
    {
      key: 'stiffness-sigma',
      name: `relative sigma of ${s.name}`,
      unit: '%',
      signed: false,
      still: true,
      value(_x, _other, to) {
        for (let v = 0; v < to.length; v++) to[v] = 100 * sigma[v]!;
      },
    },
  ];
}

function stressField(s: Stress): Field {
  const unit = shown(s.unit, s.high);
  return {
    key: 'stress',
    name: s.name,
    unit: unit.unit,
    signed: false,
    simulated: true,
    value(_x, _other, to, frame) {
      s.vertex(frame, to);
      for (let v = 0; v < to.length; v++) to[v]! *= unit.factor;
    },
  };
}

const strainNames = ['warp', 'weft', 'shear'];

export function fields(fit: Json, s: Shape): Field[] {
  const out: Field[] = s.stiffness ? stiffnessFields({ ...s.stiffness, name: mapName(fit, s.stiffness.name) }) : [];
  const { rest3 } = s;
  if (rest3) {
    out.push({
      key: 'moved',
      name: 'distance moved',
      unit: 'mm',
      signed: false,
      value(x, _other, to) {
        for (let v = 0; v < s.vertices; v++) to[v] = 1e3 * Math.hypot(x[3 * v]! - rest3[3 * v]!, x[3 * v + 1]! - rest3[3 * v + 1]!, x[3 * v + 2]! - rest3[3 * v + 2]!);
      },
    });
    if (s.stress) out.push(stressField(s.stress));
    return s.captured ? [...out, residualField(s)] : out;
  }
  strainNames.forEach((name, i) => {
    const strain = strainField(s, i);
    out.push({
      key: `strain-${name}`,
      name: `${name} strain`,
      unit: '%',
      signed: true,
      value(x, _other, to) {
        strain(x, to);
        for (let v = 0; v < s.vertices; v++) to[v]! *= 100;
      },
    });
  });
  const extension = strainField(s, 3);
  out.push({
    key: 'extension',
    name: 'largest extension',
    unit: '%',
    signed: true,
    value(x, _other, to) {
      extension(x, to);
      for (let v = 0; v < s.vertices; v++) to[v]! *= 100;
    },
  });
  if (s.stress) out.push(stressField(s.stress));
  if (s.captured) out.push(residualField(s));
  return out;
}

export const outside = 2; // per cent of the values at either end that a colour scale leaves out

// A map spans at least this many sigmas to either side of its mean, so that noise looks uniform.
export const mapSigmas = 3;

// The range of a field over the frames without the outermost values: clamp corners are singular, and single elements of a capture are noise.
// Where both shapes have a value, the simulated one decides, since it has no noise.
export function fieldRange(s: Shape, field: Field): [number, number] {
  const value = new Float32Array(s.vertices);
  const x = new Float32Array(3 * s.vertices);
  const other = new Float32Array(3 * s.vertices);
  const all: number[] = [];
  const frames = field.still ? 1 : Math.min(s.frames, 12);
  const every = Math.max(1, Math.floor((frames * s.vertices) / 40000));
  for (let k = 0; k < frames; k++) {
    const f = frames > 1 ? Math.round((k * (s.frames - 1)) / (frames - 1)) : 0;
    const there = s.position('simulated', f, x) || !!field.still;
    const pair = s.captured && s.position('captured', f, other);
    if (field.both ? !(there && pair) : field.simulated ? !there : !(there || pair)) continue;
    field.value(there ? x : other, pair && there ? other : null, value, f);
    for (let v = 0; v < s.vertices; v += every) if (Number.isFinite(value[v])) all.push(value[v]!);
  }
  all.sort((a, b) => a - b);
  const tail = Math.floor((outside * all.length) / 100);
  // a map has no zero to begin at
  if (field.still) {
    const inner = all.slice(tail, all.length - tail);
    const mean = inner.reduce((sum, v) => sum + v, 0) / Math.max(1, inner.length);
    const least = mapSigmas * (field.doubt ?? 0);
    const [low, high] = [Math.min(all[tail] ?? 0, Math.max(0, mean - least)), Math.max(all[all.length - 1 - tail] ?? 1, mean + least)];
    return high - low > 1e-3 * Math.abs(high) ? [low, high] : [0.99 * low, 1.01 * high];
  }
  let low = Math.min(0, all[tail] ?? 0);
  let high = Math.max(0, all[all.length - 1 - tail] ?? 1);
  if (field.signed && low < -0.05 * high) {
    high = Math.max(high, -low);
    low = -high;
  } else low = 0;
  // a number people can read at the end of the bar
  const nice = (v: number) => {
    const p = 10 ** Math.floor(Math.log10(v));
    return Math.ceil((v / p) * 5) / 5 * p;
  };
  if (!(high > 0)) high = 1e-3;
  return low < 0 ? [-nice(high), nice(high)] : [0, nice(high)];
}
