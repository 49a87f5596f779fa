// The report page in a browser, on real result folders of several protocols: no error, no request, the numbers of fit.json in the figures, controls that do something.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { close, colours, difference, missing, open, result, run, scratch } from './pages.mjs';

after(close);
const options = { skip: missing, timeout: 300000 };
const sections = ['summary', 'curves', 'tests', 'shapes', 'validation', 'confidence', 'convergence', 'provenance'];
const kinds = ['gabardine', 'knit', 'interlock', 'weights', 'cantilever', 'roll', 'homogeneous'];
const fitOf = (folder) => JSON.parse(readFileSync(join(folder, 'fit.json'), 'utf8'));
const finite = (list) => list.filter((v) => typeof v === 'number').length;
const stage = (page) => page.locator('.stage');

// Points a figure was drawn with.
const points = (page, title) => page.evaluate((t) => Number([...document.querySelectorAll('figure svg[aria-label]')].find((svg) => svg.getAttribute('aria-label') === t)?.dataset.points ?? NaN), title);

for (const kind of kinds) {
  test(`${kind}: opens with every section, without error or request`, options, async () => {
    const folder = result(kind);
    const { page, wrong, requests, seconds } = await open(folder);
    assert.deepEqual(wrong, []);
    assert.deepEqual(requests.filter((url) => !url.startsWith('data:')), [`file://${join(folder, 'report.html')}`]);
    for (const id of sections) assert.equal(await page.locator(`section#${id} h2`).count(), 1, id);
    assert.equal(await page.locator('nav a').count(), sections.length);
    const body = await page.locator('body').innerText();
    assert.ok(!/\bNaN\b|undefined|Infinity|\[object/.test(body), 'a number or text is missing');
    assert.ok(body.includes(fitOf(folder).material.name));
    console.log(`# ${kind}: ${(readFileSync(join(folder, 'report.html')).length / 1e6).toFixed(2)} MB, open in ${seconds.toFixed(2)} s`);
    await page.close();
  });

  test(`${kind}: fits 400 pixels and both colour schemes`, options, async () => {
    for (const scheme of ['light', 'dark']) {
      const { page, wrong } = await open(result(kind), { width: 400, scheme });
      assert.deepEqual(wrong, []);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, 'the page scrolls sideways');
      assert.ok((await colours(page, await page.screenshot())) > 8);
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number)[0]);
      assert.ok(scheme === 'dark' ? ground < 60 : ground > 200);
      await page.close();
    }
  });

  test(`${kind}: figures have the points of fit.json`, options, async () => {
    const fit = fitOf(result(kind));
    const { page } = await open(result(kind));
    for (const curve of fit.curves.filter((one) => !one.assumed)) {
      const name = `Stress of ${curve.name} over strain with its 95 % band`;
      assert.equal(await points(page, name), finite(curve.stress) + curve.control.length, name);
    }
    let compared = 0;
    for (const one of fit.tests)
      for (const channel of one.channels) {
        if (!channel.predicted || channel.values_per_frame > 1 || !one.control || channel.name === one.control || one.capture) continue;
        compared++;
        assert.equal(await points(page, `Residual of ${channel.name} of test ${one.name}, predicted minus measured`), finite(channel.residual));
      }
    for (const one of fit.tests.filter((t) => t.capture)) {
      compared++;
      assert.equal(await points(page, `Distance between simulated and captured shape of test ${one.name}`), 2 * finite(one.capture.distance) + finite(one.capture.distance_at_most));
    }
    for (const one of fit.tests.filter((t) => t.hang)) {
      compared++;
      assert.ok((await points(page, `Distance of the points of sample ${one.name} by frame`)) > 0);
    }
    for (const one of fit.tests.filter((t) => t.cantilever)) {
      compared++;
      assert.ok((await points(page, `Strip ${one.name} from the side, measured and predicted`)) >= one.cantilever.midline.length / 2);
    }
    for (const one of fit.tests.filter((t) => t.protocol === 'roll')) {
      compared++;
      assert.equal(await points(page, `Profile of test ${one.name}, measured and predicted`), finite(one.channels[0].measured) / 2 + finite(one.channels[0].predicted) / 2);
    }
    assert.ok(compared >= fit.tests.length, 'a test has no figure');
    assert.equal(await points(page, 'Objective over the iterations'), fit.iterations.reduce((sum, it) => sum + (it.objective > 0 ? (it.accepted ? 2 : 1) : 0), 0));
    assert.equal(await page.locator('#confidence .table').first().locator('tbody tr').count(), fit.parameters.length);
    await page.close();
  });

  test(`${kind}: the shape is drawn and its controls change it`, options, async () => {
    const { page, wrong } = await open(result(kind));
    await page.locator('#shapes').scrollIntoViewIfNeeded();
    const shot = async () => (await page.waitForTimeout(250), stage(page).screenshot());
    let last = await shot();
    assert.ok((await colours(page, last)) > 6, 'the stage is blank');
    const changes = async (what, act, least) => {
      await act();
      const now = await shot();
      const share = await difference(page, last, now);
      assert.ok(share > least, `${what} changed ${(100 * share).toFixed(3)} % of the picture`);
      last = now;
    };
    const frames = Number(await page.locator('#shape-frame').getAttribute('max')) + 1;
    if (frames > 1) await changes('the first frame', () => page.locator('#shape-frame').fill('0'), 0.0005);
    if (frames > 1) {
      await page.locator('.stage canvas').focus();
      await page.keyboard.press('End');
      assert.equal(await stage(page).getAttribute('data-frame'), String(frames - 1));
      await page.keyboard.press('ArrowLeft');
      assert.equal(await stage(page).getAttribute('data-frame'), String(frames - 2));
      await changes('the middle frame', () => page.locator('#shape-frame').fill(String((frames - 1) >> 1)), 0.0005);
    }
    if (kind === 'homogeneous') await changes('cross-section', () => page.locator('#shape-cut').fill('40'), 0.01);
    else await changes('checkerboard', () => page.locator('#shape-checker').click(), 0.01);
    await changes('mesh', () => page.locator('#shape-wire').click(), 0.002);
    await page.locator('#shape-colour').selectOption('');
    assert.ok(await page.locator('.scalebar').isHidden());
    last = await shot();
    await changes('colour by strain', () => page.locator('#shape-colour').selectOption(kind === 'knit' ? 'residual' : kind === 'homogeneous' ? 'moved' : 'strain-warp'), 0.005);
    assert.ok(await page.locator('.scalebar').isVisible());
    assert.match(await page.locator('.scalebar').innerText(), /\((%|mm)\)/);
    if (await page.locator('label[for=shape-differences]').isVisible()) await changes('differences', () => page.locator('#shape-times').fill('20'), 0.0002);
    if (kind === 'knit') {
      await changes('overlaid', () => page.locator('#shape-layout').selectOption('over'), 0.01);
      await changes('forces', () => page.locator('#shape-forces').click(), 0.0005);
      await changes('clips', () => page.locator('#shape-clips').click(), 0.0002);
    }
    if ((await page.locator('#shape-test option').count()) > 1) await changes('another test', () => page.locator('#shape-test').selectOption('1'), 0.001).catch(() => changes('the first test', () => page.locator('#shape-test').selectOption('0'), 0.001));
    assert.deepEqual(wrong, []);
    await page.close();
  });
}

test('a point of a residual leads to its frame', options, async () => {
  const { page } = await open(result('gabardine'));
  const fit = fitOf(result('gabardine'));
  const name = fit.tests[0].name;
  const plot = page.locator(`svg[aria-label^="Residual of force of test ${name}"]`);
  await plot.scrollIntoViewIfNeeded();
  const dot = plot.locator('g[aria-label=dot] circle').nth(20);
  const box = await dot.boundingBox();
  await page.mouse.move(box.x + box.width / 2 - 3, box.y + box.height / 2);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForTimeout(100);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForFunction(() => document.querySelector('.stage').dataset.frame === '20', null, { timeout: 5000 });
  assert.ok((await page.locator('#shape-test option:checked').innerText()).startsWith(name));
  assert.ok((await page.locator('.ringed').count()) >= 2, 'the frame is ringed in both figures');
  await page.close();
});

test('playing moves through the frames and stops', options, async () => {
  const { page } = await open(result('knit'));
  await page.locator('.play').click();
  const before = await stage(page).getAttribute('data-frame');
  await page.waitForFunction((f) => document.querySelector('.stage').dataset.frame !== f, before, { timeout: 5000 });
  await page.locator('.play').click();
  assert.equal(await page.locator('.play').getAttribute('aria-pressed'), 'false');
  await page.close();
});

test('plots are saved as SVG and PNG, tables as CSV, the stage as PNG', options, async () => {
  const { page } = await open(result('gabardine'));
  const save = async (locator) => {
    const [file] = await Promise.all([page.waitForEvent('download'), locator.click()]);
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  const figure = page.locator('#curves figure').first();
  const svg = await save(figure.getByRole('button', { name: /as SVG/ }).first());
  assert.match(svg.name, /\.svg$/);
  assert.match(svg.bytes.toString(), /^<svg /);
  assert.ok(!svg.bytes.toString().includes('var(--'), 'a colour is left to the page');
  const png = await save(figure.getByRole('button', { name: /as PNG/ }).first());
  assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
  assert.ok((await colours(page, png.bytes)) > 8);
  const csv = await save(page.getByRole('button', { name: 'Download the table Parameters as CSV' }));
  const fit = fitOf(result('gabardine'));
  const lines = csv.bytes.toString().trim().split('\n');
  assert.equal(lines.length, fit.parameters.length + 1);
  assert.ok(lines[1].includes(String(fit.parameters[0].value)), 'full precision');
  const shot = await save(page.getByRole('button', { name: 'Screenshot' }));
  assert.ok((await colours(page, shot.bytes)) > 6);
  const material = await save(page.getByRole('button', { name: 'Save material.json' }));
  assert.equal(JSON.parse(material.bytes.toString()).pliant, 'material 1');
  await page.close();
});

test('every control has a name and the keyboard reaches them', options, async () => {
  const { page } = await open(result('knit'));
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll('button, select, input, a, canvas, svg[role=img], [tabindex="0"]')].filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length)).map((e) => e.outerHTML.slice(0, 80)),
  );
  assert.deepEqual(nameless, []);
  const twice = await page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
    return ids.filter((id, i) => ids.indexOf(id) !== i);
  });
  assert.deepEqual(twice, []);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.className), 'skip');
  await page.close();
});

test('prints on paper with every figure', options, async () => {
  const { page } = await open(result('gabardine'));
  const pdf = await page.pdf({ format: 'A4' });
  assert.ok(pdf.length > 50000);
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g).length;
  assert.ok(pages >= 4 && pages < 30, `${pages} pages`);
  await page.close();
});

// Members of the wrong kind, or empty ones: a page with less in it, not an error. Names are text, never markup.
test('odd and hostile contents make a page all the same', options, async () => {
  const base = '"pliant": "fit 2", "outcome": {}, "material": {"name": "<img src=x onerror=alert(1)></script><b>bold"}';
  const odd = [
    '"parameters": [], "scores": [], "curves": [], "tests": [], "iterations": [], "settings": {}',
    '"parameters": [1, null, {}], "scores": [null, "x", {}], "curves": [2, {}, {"strain": [1, 2], "stress": 3}], "tests": [null, {"name": "<i>x</i>", "channels": [1, {"predicted": []}], "capture": {}, "hang": {}, "cantilever": {}}], "iterations": [3, {}], "settings": {"fit": 1, "rig": {"x": [1]}}, "correlation": [1, [2]], "inputs": [1], "notes": [1], "warnings": [1], "shear_check": 1, "versions": [1], "seconds_per_phase": {"a": "b"}',
  ];
  for (const [i, members] of odd.entries()) {
    const folder = join(scratch, `odd-${i}`);
    mkdirSync(folder);
    writeFileSync(join(folder, 'fit.json'), `{${base}, ${members}}`);
    run('report', folder);
    const { page, wrong, requests } = await open(folder);
    assert.deepEqual(wrong, []);
    assert.equal(requests.length, 1);
    for (const id of sections) assert.equal(await page.locator(`section#${id}`).count(), 1, id);
    assert.equal(await page.locator('h1').innerText(), '<img src=x onerror=alert(1)></script><b>bold');
    assert.equal(await page.locator('img, h1 b, i').count(), 0);
    await page.close();
  }
});
