// Loads on specimens are seen where their protocol says that they act: as many arrows as shapes.bin tells, newtons in the legend, in a narrow and a dark page too.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { between, close, difference, fitOf, limit, missing, open, result, run, scratch, stageShot } from './pages.mjs';

after(close);
const options = { skip: missing, timeout: limit };

// The shapes of shapes.bin with their loads, vectors as [frame][3], as docs/formats.md describes them.
function loadsOf(folder) {
  const file = readFileSync(join(folder, 'shapes.bin'));
  const base = 12 + file.readUInt32LE(8);
  const { shapes } = JSON.parse(file.subarray(12, base).toString());
  const vectors = (place, frames) => place === undefined ? null : Array.from({ length: frames }, (_, f) => [0, 1, 2].map((k) => file.readFloatLE(base + place + 4 * (3 * f + k))));
  return shapes.map((shape) => ({ ...shape, loads: (shape.loads ?? []).map((load) => ({ ...load, ...Object.fromEntries(['at', 'known', 'predicted'].map((key) => [key, vectors(load[key], shape.frames)])) })) }));
}

// Length of a vector over the components that are known.
const size = (vector, known) => Math.hypot(...[0, 1, 2].map((k) => (Number.isFinite(known[k]) ? vector[k] : 0)));

// Arrows of a frame that are long enough to be drawn: the longest is a third of the object, 0.4 % of it are too short.
function arrows({ loads }, frame) {
  const longest = Math.max(...loads.flatMap(({ known }) => known.map((one) => size(one, one))));
  return loads.flatMap(({ known, predicted }) => [known, predicted].filter(Boolean).map((of) => size(of[frame], known[frame]))).filter((f) => (0.33 * f) / longest > 0.004).length;
}

const drawn = (page) => page.evaluate(() => Number(document.querySelector('.stage canvas').dataset.forces));
const legend = (page) => page.locator('.stage-legend').innerText();

const kinds = {
  gabardine: { names: ['fixed clamp', 'moving clamp'], says: /Arrows: loads on the specimen, measured .*predicted \(orange\); the longest is [\d.]+ N\. Here: fixed clamp [\d.]+ N \(predicted [\d.]+ N\), moving clamp/ },
  weights: { names: ['weights and clip (downwards)', 'weight of the cloth'], says: /as given; the longest is [\d.]+ N\. Here: weights and clip \(downwards\) [\d.]+ N/ },
  interlock: { names: ['bottom slat', 'left clip', 'right clip', 'weight of the cloth'], says: /Here: bottom slat [\d.]+ N, left clip [\d.]+ N, right clip [\d.]+ N, weight of the cloth [\d.]+ N/ },
  cantilever: { names: ['weight of the overhang'], says: /Here: weight of the overhang [\d.]+ (µ|m)?N/ },
  homogeneous: { names: ['faces across the first direction', 'faces across the first direction'], says: /nominal stress on the faces.*Here: faces across the first direction [\d.]+ [kM]?Pa \(predicted/ },
};

for (const [kind, { names, says }] of Object.entries(kinds))
  test(`${kind}: an arrow for each load, with its size in the legend`, options, async () => {
    const shapes = loadsOf(result(kind));
    assert.deepEqual(shapes[0].loads.map(({ name }) => name), names);
    const { page, wrong } = await open(result(kind));
    let most = 0;
    for (const [k, shape] of shapes.entries()) {
      await page.locator('#shape-test').selectOption(String(k));
      for (const f of new Set([0, shape.frames >> 1, shape.frames - 1])) {
        if (shape.frames > 1) await page.locator('#shape-frame').fill(String(f));
        assert.equal(await drawn(page), arrows(shape, f), `${shape.test}, frame ${f}`);
        most = Math.max(most, arrows(shape, f));
      }
    }
    assert.ok(most > 0);
    await page.locator('#shape-test').selectOption('0');
    assert.match(await legend(page), says);
    const before = await stageShot(page);
    await page.locator('#shape-forces').click();
    assert.equal(await drawn(page), 0);
    assert.ok((await difference(page, before, await stageShot(page))) > 0.0005, 'nothing to see of the arrows');
    assert.ok(!/Arrows/.test(await legend(page)));
    assert.deepEqual(wrong, []);
    await page.close();
  });

test('clamps of a strip pull with the measured force, in the direction of the pull, at the ends of the strip', options, async () => {
  const folder = result('gabardine');
  const { tests } = fitOf(folder);
  for (const shape of loadsOf(folder)) {
    const one = tests.find(({ name, held_out: held }) => name === shape.test && held === shape.held_out);
    const [fixed, moving] = shape.loads;
    for (const [axis, name] of ['force', 'shear-force'].entries()) {
      const channel = one.channels.find((channel) => channel.name === name);
      if (!channel?.measured) continue;
      channel.measured.forEach((force, f) => {
        assert.ok(Math.abs(moving.known[f][axis] - force) <= 1e-6 * Math.abs(force), `${one.name}: ${moving.known[f][axis]} N, ${force} N`);
        assert.equal(fixed.known[f][axis], -moving.known[f][axis] || 0);
        assert.ok(shape.found[f] ? moving.at[f][0] > fixed.at[f][0] : Number.isNaN(moving.at[f][0]));
      });
    }
  }
  const { page, wrong } = await open(folder, { width: 400, scheme: 'dark' });
  const orange = async () => between(page, await stageShot(page), [190, 70, -1], [256, 120, 40]);
  const with_ = await orange();
  await page.locator('#shape-forces').click();
  const without = await orange();
  assert.ok(with_ > without + 60, `${with_} orange pixels with the arrows, ${without} without`);
  assert.deepEqual(wrong, []);
  await page.close();
});

test('folders that tell no loads open as before', options, async () => {
  const folder = join(scratch, 'loads-before');
  cpSync(result('weights'), folder, { recursive: true });
  const file = readFileSync(join(folder, 'shapes.bin'));
  const length = file.readUInt32LE(8);
  const head = JSON.parse(file.subarray(12, 12 + length).toString());
  for (const shape of head.shapes) delete shape.loads;
  file.write(JSON.stringify(head).padEnd(length, ' '), 12);
  writeFileSync(join(folder, 'shapes.bin'), file);
  run('report', folder);
  const { page, wrong } = await open(folder);
  assert.equal(await drawn(page), 0);
  assert.ok(await page.locator('label[for=shape-forces]').isHidden());
  assert.deepEqual(wrong, []);
  await page.close();
});
