// What was measured is seen where it was measured: forces, torques and supports of bodies in poses, loading and unloading of captures, models on the way with what was held out.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { between, close, fitOf, limit, missing, open, result, run, scratch, stageShot } from './pages.mjs';

after(close);
const options = { skip: missing, timeout: limit };

// The head of shapes.bin, as docs/formats.md describes it.
function shapesOf(folder) {
  const file = readFileSync(join(folder, 'shapes.bin'));
  return JSON.parse(file.subarray(12, 12 + file.readUInt32LE(8)).toString()).shapes;
}

// Readings of a channel in a frame that have at least one component.
function vectors(one, name, frame) {
  const channel = one.channels.find((channel) => channel.name === name);
  const width = channel?.values_per_frame ?? 0;
  let n = 0;
  for (let i = 0; i < width; i += 3) if (channel.measured.slice(width * frame + i, width * frame + i + 3).some((v) => v !== null)) n++;
  return n;
}

const drawn = (page) => page.evaluate(() => { const { forces, torques, held } = document.querySelector('.stage canvas').dataset; return [forces, torques, held].map(Number); });

test('bodies in poses: a measured and a predicted arrow for each force and torque, points where supports hold', options, async () => {
  const folder = result('poses');
  const fit = fitOf(folder);
  const { page, wrong } = await open(folder);
  const seen = { forces: 0, torques: 0 };
  for (const [k, one] of fit.tests.entries()) {
    await page.locator('#shape-test').selectOption(String(k));
    const shape = shapesOf(folder).find((other) => other.test === one.name && other.held_out === one.held_out);
    for (let f = 0; f < one.frames; f++) {
      if (one.frames > 1) await page.locator('#shape-frame').fill(String(f));
      const held = shape.supports[f].reduce((n, set) => n + shape.sets[set].vertices, 0); // the ends of the block share no vertex
      const expected = [2 * vectors(one, 'force', f), 2 * vectors(one, 'torque', f), held];
      assert.deepEqual(await drawn(page), expected, `${one.name}, pose ${one.frame_names[f]}`);
      seen.forces += expected[0];
      seen.torques += expected[1];
    }
  }
  assert.ok(seen.forces >= 4 && seen.torques >= 2, JSON.stringify(seen));
  // the first pose, stretched: what is on the picture goes with its box
  await page.locator('#shape-test').selectOption('0');
  await page.locator('#shape-frame').fill('0');
  const legend = () => page.locator('.stage-legend').innerText();
  assert.match(await legend(), /force of the supports on the body, .*the longest is [\d.]+ N\. .*two heads: torque.*Grey points: fixed by supports/);
  assert.match(await page.locator('label[for=shape-clips]').innerText(), /supports/);
  assert.match(await page.locator('label[for=shape-forces]').innerText(), /forces and torques/);
  // pixels of the predicted arrow
  const orange = async () => between(page, await stageShot(page), [190, 70, -1], [256, 120, 40]);
  const with_ = await orange();
  await page.locator('#shape-forces').click();
  assert.deepEqual((await drawn(page)).slice(0, 2), [0, 0]);
  const without = await orange();
  assert.ok(with_ > without + 300, `${with_} orange pixels with the arrow, ${without} without`);
  assert.ok(!/Arrows/.test(await legend()));
  await page.locator('#shape-clips').click();
  assert.equal((await drawn(page))[2], 0);
  assert.deepEqual(wrong, []);
  await page.close();
});

// A folder of before: shapes.bin and fit.json without what was added.
test('folders that tell neither supports nor places at rest open as before', options, async () => {
  const folder = join(scratch, 'poses-before');
  cpSync(result('poses'), folder, { recursive: true });
  const file = readFileSync(join(folder, 'shapes.bin'));
  const size = file.readUInt32LE(8);
  const head = JSON.parse(file.subarray(12, 12 + size).toString());
  for (const shape of head.shapes) for (const key of ['sets', 'supports', 'forces', 'torques']) delete shape[key];
  file.write(JSON.stringify(head).padEnd(size, ' '), 12);
  writeFileSync(join(folder, 'shapes.bin'), file);
  const fit = fitOf(folder);
  for (const one of fit.tests) for (const channel of one.channels) delete channel.rest;
  writeFileSync(join(folder, 'fit.json'), JSON.stringify(fit));
  run('report', folder);
  const { page, wrong } = await open(folder);
  assert.deepEqual(await drawn(page), [0, 0, 0]);
  assert.ok(await page.locator('label[for=shape-clips]').isHidden());
  assert.equal(await page.locator('svg[aria-label="positions of test block, predicted over measured"]').count(), 1);
  assert.deepEqual(wrong, []);
  await page.close();
});

test('captures: clip forces over travel, loading and unloading apart', options, async () => {
  const folder = result('knit');
  const { page, wrong } = await open(folder);
  const one = fitOf(folder).tests.find((test) => test.name === 'stretch-warp');
  const figure = page.locator(`figure[data-title="Clip forces of test ${one.name} over the travel of the clips"]`);
  assert.match(await figure.locator('.legend').innerText(), /measured, loading[\s\S]*measured, unloading/);
  // up to the farthest frame it loads, then it unloads
  const clip = one.surface.clips[0];
  const top = clip.travel.indexOf(Math.max(...clip.travel));
  const filled = figure.locator('svg[aria-label]').first().locator('g[data-mark=dot]');
  const count = await filled.evaluateAll((groups) => groups.map((group) => group.querySelectorAll('circle').length).filter((n) => n > 0));
  assert.deepEqual(count, one.surface.clips.flatMap(() => [top + 1, one.frames - top - 1]));
  // the stage has arrows of both shapes
  assert.equal((await drawn(page))[0], 2 * (await page.evaluate(() => window.pliantStage.shape.clips.length)));
  assert.deepEqual(wrong, []);
  await page.close();
});

test('models on the way: columns of what was held out where the fit has them, words for fixed and for chosen stages', options, async () => {
  const from = result('additive');
  const columns = (page) => page.locator('#validation table:has(caption:text-is("Models tried")) thead th').allInnerTexts();
  const words = (page) => page.locator('#validation h3:text-is("Models tried") ~ p').first().innerText();
  const fit = fitOf(from);
  for (const [addends, kept] of [['asymmetric', true], ['auto', false]]) {
    const folder = join(scratch, `steps-${addends}`);
    cpSync(from, folder, { recursive: true });
    // both kinds are made of one fit: only the words and the columns are asked for
    fit.settings.fit.addends = addends;
    fit.steps.forEach((step, i) => Object.assign(step, { kept: kept || i < 3, held_out: addends === 'auto' ? 1 + i : null, held_out_force_rms: 0.5 - 0.01 * i, held_out_position_rms: 0.003 }));
    writeFileSync(join(folder, 'fit.json'), JSON.stringify(fit));
    run('report', folder);
    const { page, wrong } = await open(folder);
    const names = await columns(page);
    assert.ok(names.includes('held out, force rms (N)') && names.includes('held out, position rms (mm)'), String(names));
    const row = await page.locator('#validation caption:text-is("Models tried") ~ tbody tr').last().innerText();
    assert.match(row, new RegExp(`best:\\s*${(0.5 - 0.01 * (fit.steps.length - 1)).toPrecision(2)}\\s*★\\s*best:\\s*3\\s`));
    assert.match(await words(page), addends === 'auto' ? /the fit chooses their number[\s\S]*last row that was kept/ : /fixed schedule[\s\S]*Every stage is kept[\s\S]*The last row is the result/);
    assert.deepEqual(wrong, []);
    await page.close();
  }
});
