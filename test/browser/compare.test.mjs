// The page of several fits: `pliant compare`, and the report of `fit --all-models`.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { close, colours, fitOf, limit, missing, open, result, run, save, scratch, stageShot } from './pages.mjs';

after(close);
const options = { skip: missing, timeout: limit };

// The cells of a table, by its title.
const cells = (page, title) =>
  page.evaluate((t) => [...[...document.querySelectorAll('table')].find((one) => one.caption?.textContent === t).tBodies[0].rows].map((row) => [...row.cells].map((cell) => ({ text: cell.innerText, best: cell.querySelector('.mark.good') !== null }))), title);

test('fits side by side: curves, scores with the best marked, parameters; one of them in full', options, async () => {
  const folders = ['gabardine', 'stiff', 'tensile'].map(result);
  const fits = folders.map(fitOf);
  const file = join(scratch, 'compare.html');
  const said = JSON.parse(run('compare', ...folders, '-o', file, '--json'));
  const { page, wrong, requests } = await open(file);
  assert.deepEqual(requests, [`file://${file}`]);
  const body = await page.locator('body').innerText();
  assert.ok(!/\bNaN\b|undefined|Infinity|\[object/.test(body), 'a number or text is missing');
  // marks and star are the program's; whether those are right is tested where they are found (test/golden/test_compare.c)
  for (const [title, heldOut] of [['Errors of fitted tests', false], ['Errors of held-out tests', true]]) {
    const rows = await cells(page, title);
    assert.equal(rows.length, fits.length);
    const scores = said.scores.filter((score) => score.held_out === heldOut);
    assert.equal(rows[0].length, 1 + scores.length);
    scores.forEach((score, k) => assert.deepEqual(rows.map((row) => row[1 + k].best), fits.map((_, i) => i === score.best), score.test));
    // the key speaks of marks only where there are some
    const words = await page.locator(heldOut ? '#compared-validation' : '#compared-tests').innerText();
    assert.equal(/★ marks the smallest/.test(words), scores.some((score) => score.best >= 0), words);
  }
  assert.equal(said.star_by, 'held-out');
  assert.ok((await page.locator('#fits .verdict').innerText()).includes(said.words));
  assert.equal(await page.locator('#fits .verdict.good').count(), said.star >= 0 ? 1 : 0);
  assert.ok((await page.locator('#fits').innerText()).includes(said.rule));
  assert.deepEqual((await cells(page, 'Fits')).map((row) => row[1].best), fits.map((_, i) => i === said.star));
  const parameters = await cells(page, 'Parameters of the fits');
  assert.equal(parameters.length, new Set(fits.flatMap((fit) => fit.parameters.map((one) => one.name + one.unit))).size);
  // one line and one band per fit in the picture of a law
  const title = 'Stress of warp in the fits, with 95 % bands';
  const lines = () => page.locator(`svg[aria-label="${title}"] g[data-mark=line] path`).count();
  assert.equal(await lines(), 3);
  assert.equal(await page.locator(`svg[aria-label="${title}"] g[data-mark=area] path`).count(), 3);
  await page.getByRole('checkbox', { name: 'Show stiff in the pictures' }).uncheck();
  await page.locator(`svg[aria-label="${title}"]`).waitFor();
  assert.equal(await lines(), 2);
  await page.locator('svg[aria-label="force of test bias, measured and predicted by the fits"]').waitFor();
  // another fit in full
  assert.equal(await page.locator('section#summary').count(), 1);
  await page.getByRole('button', { name: 'stiff', exact: true }).click();
  await page.waitForFunction(() => document.documentElement.dataset.chosen === '1' && document.querySelector('.stage canvas'));
  assert.equal(await page.locator('section').count(), 5 + 8);
  assert.equal(await page.locator('#confidence .table').first().locator('tbody tr').count(), fits[1].parameters.length);
  assert.ok((await colours(page, await stageShot(page))) > 6, 'the stage is blank');
  const csv = await save(page, page.getByRole('button', { name: 'Download the table Errors of fitted tests as CSV' }));
  assert.equal(csv.bytes.toString().trim().split('\n').length, fits.length + 1);
  await page.setViewportSize({ width: 400, height: 900 });
  // figures are drawn again at the new width
  await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth).catch(() => assert.fail('the page scrolls sideways'));
  assert.deepEqual(wrong, []);
  await page.close();
});

// Lines of a picture: their colours and gaps.
const linesOf = (page, title) => page.locator(`svg[aria-label="${title}"] g[data-mark=line] path`).evaluateAll((paths) => paths.map((path) => ({ colour: path.closest('[stroke]')?.getAttribute('stroke'), gaps: path.closest('[stroke-dasharray]')?.getAttribute('stroke-dasharray') ?? '' })));

test('curves that mean the same are drawn over each other, each with gaps of its own', options, async () => {
  const folders = ['gabardine', 'stiff', 'orthotropic'].map(result);
  const file = join(scratch, 'same.html');
  run('compare', ...folders, '-o', file);
  const { page, wrong } = await open(file);
  for (const strain of ['warp', 'weft', 'shear']) {
    assert.ok(fitOf(folders[2]).curves.some((curve) => curve.name === `membrane.${strain}`));
    const lines = await linesOf(page, `Stress of ${strain} in the fits, with 95 % bands`);
    assert.equal(lines.length, 3, strain);
    for (const key of ['colour', 'gaps']) assert.equal(new Set(lines.map((line) => line[key])).size, 3, JSON.stringify(lines));
    assert.match(await page.locator(`figure[data-title="Stress of ${strain} in the fits, with 95 % bands"] figcaption`).innerText(), new RegExp(`membrane.${strain} of orthotropic`));
  }
  assert.equal(await page.locator('#compared-curves h3').count(), 3, 'a strain has a picture of its own');
  assert.deepEqual(wrong, []);
  await page.close();
});

test('laws of rubber are compared over what their energies depend on', options, async () => {
  const folders = ['homogeneous', 'yeoh'].map(result);
  const fits = folders.map(fitOf);
  const file = join(scratch, 'rubber.html');
  run('compare', ...folders, '-o', file);
  const { page, wrong } = await open(file);
  const over = (key) => fits.map((fit) => fit.energy_curves.filter((curve) => curve.over === key).length);
  assert.deepEqual(over('I1'), [1, 1]);
  for (const title of ['Derivative of the energy over the first invariant', 'Second derivative of the energy over the first invariant']) assert.equal((await linesOf(page, `${title} in the fits, with 95 % bands`)).length, 2, title);
  // and one that a single fit has
  assert.deepEqual(over('stretch'), [1, 0]);
  assert.equal((await linesOf(page, 'Derivative of the energy of each principal stretch in the fits, with 95 % bands')).length, 1);
  assert.ok(!/no curve over a single strain/.test(await page.locator('#compared-curves').innerText()));
  assert.deepEqual(wrong, []);
  await page.close();
});

test('numbers that only one fit has are folded', options, async () => {
  for (const [kinds, common] of [[['gabardine', 'stiff'], true], [['stiff', 'homogeneous'], false]]) {
    const file = join(scratch, `${kinds.join('-')}.html`);
    run('compare', ...kinds.map(result), '-o', file);
    const names = new Map();
    for (const kind of kinds) for (const one of fitOf(result(kind)).parameters) names.set(one.name + one.unit, (names.get(one.name + one.unit) ?? 0) + 1);
    const alone = [...names.values()].filter((n) => n === 1).length;
    assert.ok(common ? alone > 0 && alone < names.size : alone === names.size, `${alone} of ${names.size}`);
    const { page } = await open(file, { drawn: false });
    if (common) assert.equal((await cells(page, 'Parameters of the fits')).length, names.size - alone);
    else assert.match(await page.locator('#compared-parameters').innerText(), /No parameter is common to two fits/);
    await page.locator('#compared-parameters details:not([open]) > summary').click();
    assert.equal((await cells(page, 'Parameters that only one fit has')).length, alone);
    await page.close();
  }
});

test('all models: the tables of the thesis with the best of each column, and the fits themselves', options, async () => {
  const folder = result('models');
  const table = JSON.parse(readFileSync(join(folder, 'table.json'), 'utf8'));
  const { page, wrong } = await open(folder);
  const rows = await cells(page, 'Models: fitted tests');
  const main = table.figures.map((figure, k) => ({ ...figure, k })).filter((figure) => figure.main && !figure.held_out);
  assert.equal(rows.length, table.rows.filter((row) => row.done).length);
  main.forEach(({ k }, column) => {
    const rms = table.rows.map((row) => row.rms[k] ?? Infinity);
    const best = rms.indexOf(Math.min(...rms));
    assert.deepEqual(rows.map((row) => row[2 + column].best), rms.map((_, i) => i === best));
  });
  assert.equal(await page.locator('#chosen-fit option').count(), table.rows.length);
  await page.locator('#chosen-fit').selectOption('2');
  await page.waitForFunction(() => document.documentElement.dataset.chosen === '2');
  assert.match(await page.locator('#shapes').innerText(), /holds no shapes|own report/);
  assert.deepEqual(wrong, []);
  await page.close();
});

test('odd and hostile fits are compared all the same', options, async () => {
  const base = '"pliant": "fit 2", "outcome": {}, "material": {"name": "<b>bold</b>"}, "settings": {}';
  const odd = ['"parameters": [], "scores": [], "curves": [], "tests": [], "iterations": []', '"parameters": [1, {}], "scores": [null, {}], "curves": [2, {}, {"strain": [1, 2]}], "tests": [null, {"name": "<i>", "channels": [{"predicted": []}], "surface": {}}], "iterations": [3]'];
  const folders = odd.map((members, i) => {
    const folder = join(scratch, `odd <i> ${i}`);
    mkdirSync(folder);
    writeFileSync(join(folder, 'fit.json'), `{${base}, ${members}}`);
    return folder;
  });
  const file = join(scratch, 'odd.html');
  run('compare', ...folders, '-o', file);
  const { page, wrong } = await open(file);
  assert.deepEqual(wrong, []);
  assert.equal(await page.locator('section').count(), 5 + 8);
  assert.equal(await page.locator('main i, h1 b').count(), 0);
  await page.close();
});
