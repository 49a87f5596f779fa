// Parts of the page that need no browser: cuts through solids, numbers for people.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { orFail, root } from './pages.mjs';

let esbuild = null;
try {
  esbuild = createRequire(join(root, 'web/package.json'))('esbuild');
} catch {
  // not installed
}
const options = { skip: orFail(esbuild ? false : 'esbuild is not installed: scripts/build-web') };

async function load(name) {
  const built = await esbuild.build({ entryPoints: [join(root, 'web/src', name)], bundle: true, write: false, format: 'esm', logLevel: 'error' });
  return import(`data:text/javascript;base64,${Buffer.from(built.outputFiles[0].text).toString('base64')}`);
}

test('a plane cuts a sheared cube of two hexahedra in a face of the right size, with the values of the places', options, async () => {
  const { cutThrough, tetrahedra } = await load('cut.ts');
  // 12 corners of two unit cubes in a row along z, sheared along x by 0.4 z; the value is linear in the place, so a cut must carry it exactly
  const x = [];
  for (let k = 0; k < 3; k++) for (const [u, v] of [[0, 0], [1, 0], [1, 1], [0, 1]]) x.push(u + 0.4 * k, v, k);
  const value = Float32Array.from({ length: 12 }, (_, v) => 2 * x[3 * v] - x[3 * v + 1] + 0.5 * x[3 * v + 2]);
  const tet = tetrahedra(new Uint32Array(), Uint32Array.from([0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7, 8, 9, 10, 11]));
  assert.equal(tet.length, 4 * 12);
  // areas: across z a unit square, across y the parallelogram of 1 x 2, across x at 0.9 (all of z is crossed) 1 x 2
  for (const [axis, level, area] of [[2, 0.3, 1], [2, 1.7, 1], [1, 0.5, 2], [0, 0.9, 2]]) {
    const cut = cutThrough(tet, Float32Array.from(x), value, axis, level);
    let sum = 0;
    for (let t = 0; t < cut.x.length; t += 9) {
      const [p, q, r] = [0, 3, 6].map((i) => [...cut.x.subarray(t + i, t + i + 3)]);
      const [a, b] = [q.map((c, i) => c - p[i]), r.map((c, i) => c - p[i])];
      sum += 0.5 * Math.hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
    }
    assert.ok(Math.abs(sum - area) < 1e-5, `axis ${axis} at ${level}: ${sum}`);
    for (let i = 0; i < cut.value.length; i++) {
      assert.ok(Math.abs(cut.x[3 * i + axis] - level) < 1e-6);
      assert.ok(Math.abs(cut.value[i] - (2 * cut.x[3 * i] - cut.x[3 * i + 1] + 0.5 * cut.x[3 * i + 2])) < 1e-5);
    }
  }
  assert.equal(cutThrough(tet, Float32Array.from(x), value, 2, 2.5).x.length, 0);
});

test('edges of a mesh are drawn once, without the diagonals of faces with four corners', options, async () => {
  const { edges } = await load('scene.ts');
  // a triangle, then a cube whose faces are cut either way
  const cube = [[0, 1, 2, 3], [4, 7, 6, 5], [0, 4, 5, 1], [1, 5, 6, 2], [2, 6, 7, 3], [3, 7, 4, 0]];
  const halves = cube.flatMap(([a, b, c, d], i) => (i % 2 ? [a, c, b, a, d, c] : [a, b, c, a, c, d]));
  const triangle = Uint32Array.from([8, 9, 10, ...halves]);
  assert.equal(edges(triangle, 6).length / 2, 3 + 12);
  assert.equal(edges(triangle, 0).length / 2, 3 + 18);
});

test('a colour scale is set neither by outliers nor by the noise of a capture', options, async () => {
  const { fieldRange } = await load('shapes.ts');
  const n = 1000;
  const fill = (which, _frame, out) => {
    for (let v = 0; v < n; v++) out[3 * v] = which === 'simulated' ? (v < 10 ? 50 : v / n) : 20 * Math.sin(v);
    return true;
  };
  const shape = { vertices: n, frames: 3, captured: true, position: fill };
  const field = { key: 'k', name: 'k', unit: '%', signed: true, value: (x, _other, to) => to.forEach((_, v) => (to[v] = x[3 * v])) };
  const [low, high] = fieldRange(shape, field);
  assert.ok(low === 0 && high >= 0.97 && high <= 1.01, `${low} to ${high}`);
  // where only the captured shape is there, its own values
  const alone = fieldRange({ ...shape, position: (which, f, out) => which === 'captured' && fill(which, f, out) }, field);
  assert.ok(alone[0] === -alone[1] && alone[1] >= 19 && alone[1] <= 20.1, String(alone));
  // a map begins where it begins
  const map = fieldRange(shape, { ...field, still: true, signed: false, value: (_x, _other, to) => to.forEach((_, v) => (to[v] = v < 5 ? 1e6 : 300 + (100 * v) / n)) });
  assert.ok(Math.abs(map[0] - 302) < 1 && Math.abs(map[1] - 398.5) < 1, String(map));
});

test('the hull of points is convex and holds them all', options, async () => {
  const { hull } = await load('hull.ts');
  assert.deepEqual(hull([[0, 0], [2, 0], [1, 1], [2, 2], [0, 2], [1, 0]]).sort(), [[0, 0], [0, 2], [2, 0], [2, 2]]);
});

// The cases that the program is tested with too (test_unit.c).
test('the prefix of a unit follows the size', options, async () => {
  const { shown, pretty } = await load('units.ts');
  const cases = readFileSync(join(root, 'test/unit/base/unit_scale.csv'), 'utf8').split('\n').filter((line) => line && !line.startsWith('#')).map((line) => line.split(','));
  assert.ok(cases.length > 25);
  for (const [size, si, value, unit] of cases) {
    const found = shown(si, Number(size));
    assert.equal(found.unit, pretty(unit), `${size} ${si}`);
    assert.ok(Math.abs(found.factor * Number(size) - Number(value)) <= 1e-12 * Math.abs(Number(value)), `${size} ${si}: ${found.factor * Number(size)}`);
  }
});

test('numbers are cut to the digits that their uncertainty leaves', options, async () => {
  const { uncertain, number, r2, quantity, share } = await load('units.ts');
  assert.deepEqual([share(0.0123), share(3e-7), share(0)], ['1.23 %', '< 0.01 %', '0.00 %']);
  assert.equal(uncertain(135.6677, 2.188), '135.7 ± 2.2');
  assert.equal(uncertain(3949.6, 251), '3950 ± 250');
  assert.equal(uncertain(-0.0019, 0.075), '−0.002 ± 0.075');
  assert.equal(uncertain(14.5, 8e-9), '14.5'); // held at a bound
  assert.equal(uncertain(2, NaN), '2');
  assert.equal(number(NaN), '–');
  assert.equal(number(-1234.5), '−1235');
  assert.equal(number(1.2e-7), '1.2e−7');
  assert.equal(r2(0.99995), '0.99995');
  assert.equal(quantity('50 mm'), 0.05);
});

test('stresses of any measure become nominal ones where their state is known', options, async () => {
  const { nominal } = await load('result.ts');
  const of = (measure, more = {}) => ({ stress_measure: measure, channels: [{ name: 'stress', measured: [2, 6], ...more }] });
  assert.deepEqual(nominal(of('nominal'), 'stress', 'measured'), [2, 6]);
  assert.deepEqual(nominal(of('cauchy', { nominal_factor: [0.5, 0.25] }), 'stress', 'measured'), [1, 1.5]);
  assert.deepEqual(nominal(of('cauchy'), 'stress', 'measured'), []); // a result of before
  assert.deepEqual(nominal(of('cauchy-difference'), 'stress', 'measured'), []);
});

test('tests that share a measure of stress are drawn in it, others as nominal stress', options, async () => {
  const { inOneMeasure } = await load('result.ts');
  const titles = { cauchy: 'Cauchy stress', 'cauchy-difference': 'difference of Cauchy stresses' };
  const of = (measure, more = {}) => ({ stress_measure: measure, channels: [{ name: 'stress', title: titles[measure], measured: [2, 6], ...more }] });
  const drawn = (...all) => [inOneMeasure(all, 'stress').name, ...all.map((one) => inOneMeasure(all, 'stress').of(one, 'measured'))];
  assert.deepEqual(drawn(of('cauchy'), of('cauchy')), ['Cauchy stress', [2, 6], [2, 6]]); // a result of before, without nominal_factor
  assert.deepEqual(drawn(of('cauchy-difference')), ['difference of Cauchy stresses', [2, 6]]);
  assert.deepEqual(drawn(of('nominal'), of('')), ['nominal stress', [2, 6], [2, 6]]);
  assert.deepEqual(drawn(of('nominal'), of('cauchy', { nominal_factor: [0.5, 0.25] })), ['nominal stress', [2, 6], [1, 1.5]]);
  assert.deepEqual(drawn(of('nominal'), of('cauchy')), ['nominal stress', [2, 6], []]);
});

test('half a million numbers have ends, and few of them are drawn, of every component alike', options, async () => {
  const { ends, mostDrawn, stride, thin, thinned } = await load('lists.ts');
  const many = Array.from({ length: 500000 }, (_, i) => Math.sin(i) * i);
  const [low, high] = ends(many, [NaN, -1e9, Infinity]);
  assert.equal(low, -1e9);
  assert.equal(high, many.reduce((a, b) => Math.max(a, b)));
  assert.deepEqual(ends([], [NaN]), [Infinity, -Infinity]);
  for (const width of [1, 3, 41013]) {
    const step = stride(500001, width);
    const drawn = thin(Array.from({ length: 500001 }, (_, i) => i), step);
    assert.ok(drawn.length <= mostDrawn && drawn.length > 0.8 * mostDrawn, `${drawn.length} drawn`);
    const axes = [0, 0, 0];
    for (const i of drawn) axes[i % 3]++;
    if (width % 3 === 0) assert.ok(Math.max(...axes) - Math.min(...axes) <= 1, `${axes}`);
    assert.match(thinned(step), /^ One of \d+ points is drawn\.$/);
  }
  assert.equal(stride(4000, 3), 1);
  assert.equal(thinned(1), '');
});

test('a map of stiffness has its sigma beside it, and no value where sigma is larger', options, async () => {
  const { fields, fieldRange } = await load('shapes.ts');
  const stiffness = { name: 'tensile stiffness at rest', unit: 'Pa', low: 1e4, high: 4e4, vertex: Float32Array.from([1e4, 2e4, 4e4, 3e4]), sigma: Float32Array.from([0.1, 0.2, 1.5, 0.3]) };
  const shape = { vertices: 4, frames: 1, captured: false, rest3: new Float32Array(12), stiffness, stress: null, position: () => true };
  const [map, sigma] = fields({}, shape);
  const value = new Float32Array(4);
  map.value(null, null, value, 0);
  assert.deepEqual([...value], [10, 20, NaN, 30]);
  assert.match(map.grey, /sigma is larger/);
  // three sigma to either side of the mean at least: 20 ± 3 · 4 kPa, the median sigma
  assert.deepEqual(fieldRange(shape, map).map(Math.round), [8, 32]);
  // less than its doubt is little of the scale, more than it is the whole of it
  const of = (vertex, relative) => fieldRange(shape, fields({}, { ...shape, stiffness: { ...stiffness, vertex: Float32Array.from(vertex), sigma: Float32Array.from(vertex, () => relative) } })[0]).map((v) => +v.toFixed(1));
  assert.deepEqual(of([60e3, 60.5e3, 59.5e3, 60e3], 0.03), [54.6, 65.4]);
  assert.deepEqual(of([20e3, 20e3, 20e3, 60e3], 0.01), [20, 60]);
  sigma.value(null, null, value, 0);
  assert.deepEqual([...value].map(Math.round), [10, 20, 150, 30]);
  assert.equal(sigma.unit, '%');
  // results of before have no sigma
  assert.deepEqual(fields({}, { ...shape, stiffness: { ...stiffness, sigma: null } }).map((one) => one.key), ['stiffness', 'moved']);
});
