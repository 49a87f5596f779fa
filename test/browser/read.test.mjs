// What a reader takes from the page is what the data say: cut faces are filled, captions are true, a test opens under load, every plot has its numbers, and its points are
// reached by keys.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { between, close, fitOf, limit, missing, open, result, stageShot } from './pages.mjs';

after(close);
const options = { skip: missing, timeout: limit };
const set = (page, id, value, event) =>
  page.evaluate(([id, value, event]) => {
    const element = document.getElementById(id);
    element.value = value;
    element.dispatchEvent(new Event(event));
  }, [id, value, event]);

test('the cross-section of a solid is a filled face, also without a map', options, async () => {
  const bytes = readFileSync(join(result('poses'), 'shapes.bin'));
  const head = JSON.parse(bytes.subarray(12, 12 + bytes.readUInt32LE(8)).toString());
  for (const one of head.shapes) assert.ok(one.elements.tets + one.elements.hexes > 0, 'a solid without its elements');
  const { page, wrong } = await open(result('poses'));
  await page.locator('#shape-colour').selectOption('');
  for (const [axis, cut] of [['0', 50], ['1', 50], ['2', 50]]) {
    await set(page, 'shape-axis', axis, 'change');
    await set(page, 'shape-cut', cut, 'input');
    await stageShot(page);
    // the points of the face lie in the plane; along the beam, where the section is nearly its own box, they cover it
    const face = await page.evaluate(() => {
      const sheet = window.pliantStage.sheets.simulated;
      return { seen: sheet.face.visible, x: [...sheet.face.geometry.getAttribute('position').array], clipped: sheet.face.material.clippingPlanes };
    });
    assert.ok(face.seen && face.x.length > 0 && !face.clipped);
    const k = Number(axis);
    const area = face.x.reduce((sum, _, i, x) => {
      if (i % 9) return sum;
      const [a, b] = [0, 1, 2].filter((one) => one !== k);
      return sum + Math.abs((x[i + 3 + a] - x[i + a]) * (x[i + 6 + b] - x[i + b]) - (x[i + 6 + a] - x[i + a]) * (x[i + 3 + b] - x[i + b])) / 2;
    }, 0);
    const span = (axis) => {
      const all = face.x.filter((_, i) => i % 3 === axis);
      return Math.max(...all) - Math.min(...all);
    };
    assert.ok(span(k) < 1e-5, 'a face off its plane');
    const [p, q] = [0, 1, 2].filter((one) => one !== k);
    assert.ok(area > (k === 0 ? 0.8 : 0.01) * span(p) * span(q), `the face along ${'xyz'[k]} has holes`);
  }
  assert.deepEqual(wrong, []);
  await page.close();
});

test('stiffness by direction: only where two directions have a law, and friction is none', options, async () => {
  const { page } = await open(result('roll'));
  assert.ok(fitOf(result('roll')).curves.some((curve) => curve.law.startsWith('dahl')));
  assert.equal(await page.locator('figure[data-title^="Bending stiffness at rest"]').count(), 0);
  await page.close();
  const other = await open(result('folds'));
  const polar = other.page.locator('figure[data-title^="Bending stiffness at rest"]');
  assert.match(await polar.locator('figcaption').innerText(), /stiffness k at rest of folds/);
  assert.match(await polar.locator('.legend').innerText(), /95 % interval/);
  await other.page.close();
});

test('rings on their curve are not said to lie beside it', options, async () => {
  const { page } = await open(result('cantilever'));
  for (const { name, control } of fitOf(result('cantilever')).curves.filter((curve) => curve.control.length)) {
    const caption = await page.locator(`figure[data-title="Stiffness of ${name} over strain with its 95 % band"] figcaption`).innerText();
    assert.match(caption, /The curve goes through them/, `${name}, ${control.length} rings`);
  }
  await page.close();
});

test('every test opens at the frame of its largest load', options, async () => {
  const { page } = await open(result('weights'));
  const tests = fitOf(result('weights')).tests;
  const names = await page.locator('#shape-test option').allTextContents();
  for (const one of tests) {
    const force = one.channels.find((channel) => channel.name === 'force').imposed;
    await page.locator('#shape-test').selectOption({ index: names.findIndex((name) => name.startsWith(one.name)) });
    const frame = Number(await page.locator('.stage').getAttribute('data-frame'));
    assert.equal(force[frame], Math.max(...force), one.name);
  }
  await page.close();
});

test('slopes over decades stand on a logarithmic axis, and their visited states in bins equal on it', options, async () => {
  const { page } = await open(result('homogeneous'));
  const curve = fitOf(result('homogeneous')).energy_curves.find((one) => one.over === 'stretch');
  assert.equal(curve.bins, 'log');
  const figure = page.locator(`figure[data-title^="${curve.term.charAt(0).toUpperCase()}${curve.term.slice(1)}: second derivative"]`);
  assert.match(await figure.locator('figcaption').innerText(), /The axis is logarithmic/);
  const widths = await page.locator('svg[aria-label^="Measured states of stretch"] [data-mark=rect] rect').evaluateAll((all) => all.map((rect) => rect.width.baseVal.value).filter((width) => width > 0));
  assert.ok(widths.length > 10 && Math.max(...widths) - Math.min(...widths) < 1.5, 'columns of unequal width');
  await page.close();
});

test('hashes keep their width on a telephone', options, async () => {
  const { page } = await open(result('gabardine'), { width: 400, drawn: false });
  const lines = await page.locator('#provenance td.hash').first().evaluate((cell) => cell.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(cell).lineHeight));
  assert.ok(lines < 5, `${lines} lines`);
  await page.close();
});

test('maps of tensors have their numbers as a table', options, async () => {
  const { page } = await open(result('interlock'));
  const figure = page.locator('figure.full', { has: page.locator('.drawing') }).first();
  await figure.getByRole('button', { name: /^Data of/ }).click();
  assert.ok((await figure.locator('.numbers tbody tr').count()) > 4);
  await page.close();
});

test('points of a plot are reached by keys', options, async () => {
  const { page } = await open(result('knit'));
  const figure = page.locator('figure[data-title^="Distance between simulated and captured"]').first();
  const frame = figure.locator('.frame').first();
  assert.match(await frame.getAttribute('aria-label'), /Enter shows the frame/);
  await frame.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  assert.equal(await figure.locator('.keyed').count(), 1);
  assert.match(await figure.locator('.keysaid').innerText(), /^frame \d+, .*Enter/);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('.stage').dataset.frame === '1');
  // the hint belongs to the screen
  assert.match(await figure.locator('figcaption').innerText(), /Click a point to show its shape in 3D/);
  await page.emulateMedia({ media: 'print' });
  assert.doesNotMatch(await figure.locator('figcaption').innerText(), /Click a point/);
  await page.close();
});

test('over a coloured shape the captured one is drawn as lines, and differences as arrows', options, async () => {
  const { page } = await open(result('knit'));
  await page.locator('#shape-layout').selectOption('over');
  const captured = () => page.evaluate(() => {
    const { surface, wire } = window.pliantStage.sheets.captured;
    return { surface: surface.visible, wire: wire.visible };
  });
  await page.locator('#shape-colour').selectOption('');
  assert.deepEqual(await captured(), { surface: true, wire: false });
  await page.locator('#shape-colour').selectOption('extension');
  assert.deepEqual(await captured(), { surface: false, wire: true });
  await page.locator('#shape-colour').selectOption('');
  const pink = async () => between(page, await stageShot(page), [130, -1, 60], [190, 60, 130]);
  const before = await pink();
  await set(page, 'shape-times', 20, 'input');
  await page.waitForFunction(() => Number(document.querySelector('.stage canvas').dataset.differences) > 10);
  assert.ok((await pink()) > before + 300, 'no arrows to see');
  await page.close();
});

test('strips have how far they were missed under them', options, async () => {
  for (const [kind, start] of [['cantilever', 'Distance of measured from predicted points of strip'], ['roll', 'Distance of measured from predicted points of the profile']]) {
    const { page } = await open(result(kind));
    assert.ok((await page.locator(`svg[aria-label^="${start}"]`).count()) > 0, kind);
    await page.close();
  }
});

test('a comparison ticks no fit that is far off, and names the strain of each law', options, async () => {
  const { page } = await open(result('models'));
  const shown = await page.locator('#fits tbody tr').evaluateAll((rows) => rows.map((row) => ({ ticked: row.querySelector('input').checked, error: Number.parseFloat(row.cells[5].textContent) })));
  const least = Math.min(...shown.map((one) => one.error));
  for (const one of shown) if (one.ticked) assert.ok(one.error <= 10.1 * least || one.error <= 50.1, `${one.error} % against ${least} %`);
  assert.ok(shown.filter((one) => one.ticked).length > 1);
  const axes = await page.locator('#compared-curves figure[data-title^="Stress of shear in"] [data-mark="x-axis label"]').allTextContents();
  for (const axis of axes) assert.doesNotMatch(axis, /stretch/);
  await page.close();
});
