// The report page in a browser, on real result folders of every protocol: no error, no request, the numbers of fit.json in the figures, controls that do something. A page is
// opened once and everything is asked of it.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { close, colours, difference, finite, fitOf, limit, missing, open, result, run, save, scratch, stageShot } from './pages.mjs';

after(close);
const options = { skip: missing, timeout: limit };
const sections = ['summary', 'curves', 'tests', 'shapes', 'validation', 'confidence', 'convergence', 'provenance'];
const kinds = ['gabardine', 'knit', 'additive', 'interlock', 'predicted', 'weights', 'cantilever', 'roll', 'homogeneous', 'poses', 'samples'];
const stage = (page) => page.locator('.stage');

// Points a figure was drawn with.
const points = (page, title) => page.evaluate((t) => Number([...document.querySelectorAll('figure svg[aria-label]')].find((svg) => svg.getAttribute('aria-label') === t)?.dataset.points ?? NaN), title);

async function checkFigures(page, fit) {
  for (const curve of fit.curves.filter((one) => !one.assumed)) {
    const name = `Stress of ${curve.name} over strain with its 95 % band`;
    const constant = !curve.control.length && Math.max(...curve.stiffness) - Math.min(...curve.stiffness) <= 1e-6 * Math.abs(curve.zero_stiffness);
    const solid = ['green3', 'volume'].includes(curve.measure);
    if (constant) assert.equal(await page.locator(`figure[data-title="Tangent stiffness of ${curve.name} over strain with its 95 % band"]`).count(), 0, 'a picture of a constant');
    if (constant && solid) assert.match(await page.locator('#curves caption:text-is("Stress in proportion to strain") ~ tbody').innerText(), curve.measure === 'volume' ? /change of volume/ : curve.strain_name[0] === curve.strain_name[1] ? new RegExp(`stretch along .*${curve.strain_name[0]}`) : new RegExp(`shear in the plane .*${curve.strain_name}`));
    else assert.equal(await points(page, name), finite(curve.stress) + curve.control.length, name);
  }
  let compared = 0;
  for (const one of fit.tests)
    for (const channel of one.channels) {
      if (!channel.predicted || channel.values_per_frame > 1 || !one.control || channel.name === one.control || one.surface || one.channels.some((c) => c.components)) continue;
      compared++;
      assert.equal(await points(page, `Residual of ${channel.name} of test ${one.name}, predicted minus measured`), finite(channel.residual));
    }
  for (const one of fit.tests.filter((t) => t.surface)) {
    compared++;
    assert.equal(await points(page, `Distance between simulated and captured shape of test ${one.name}`), 2 * finite(one.surface.distance) + finite(one.surface.distance_at_most));
    const moved = one.surface.clips.filter((clip) => clip.travel);
    const sum = (key) => moved.reduce((n, clip) => n + finite(clip[key]), 0);
    if (moved.length) assert.equal(await points(page, `Clip forces of test ${one.name} over the travel of the clips`), sum('force_measured') + sum('force_predicted'));
    if (moved.length) assert.equal(await points(page, `Residual of the clip forces of test ${one.name} over the travel of the clips`), sum('force_predicted'));
    assert.equal(moved.length > 0, one.surface.clips.length > 0, 'clips of the usual motions move along lines');
  }
  for (const one of fit.tests.filter((t) => t.front_view)) {
    compared++;
    assert.ok((await points(page, `Distance of the points of sample ${one.name} by frame`)) > 0);
  }
  for (const one of fit.tests.filter((t) => t.side_view)) {
    compared++;
    assert.ok((await points(page, `Strip ${one.name} from the side, measured and predicted`)) >= one.side_view.midline.length / 2);
  }
  for (const one of fit.tests.filter((t) => t.protocol === 'roll')) {
    compared++;
    assert.equal(await points(page, `Profile of test ${one.name}, measured and predicted`), finite(one.channels[0].measured) / 2 + finite(one.channels[0].predicted) / 2);
  }
  for (const one of fit.tests.filter((t) => t.frame_names && t.channels.some((c) => c.components))) {
    compared++;
    const places = one.channels.find((channel) => channel.name === 'positions');
    // and the two ends of the line
    assert.equal(await points(page, `displacement of test ${one.name}, predicted over measured`), finite(places.measured) + 2);
    assert.equal(await points(page, `Residual of displacement of test ${one.name}, predicted minus measured`), finite(places.measured));
  }
  for (const pair of fit.energy_sections?.pairs ?? []) {
    const figure = page.locator(`figure[data-title="Energy over ${pair.first} and ${pair.second} strain"]`);
    assert.equal(await figure.getAttribute('data-visited'), String(pair.share.filter((share) => share > 0).length));
    assert.ok((await figure.locator('svg path').count()) > 8, 'lines of equal energy');
  }
  assert.equal(await page.locator('#summary .verdict').getAttribute('class'), `verdict ${fit.outcome.state}`);
  const lost = fit.parameters.filter((one) => !one.frozen && !one.at_bound && one.identified === false).length;
  if (fit.outcome.state === 'good') assert.equal(lost, 0, 'good, but not all numbers are determined');
  // one measure: what further tests narrow is the relative sigma of the table
  const told = fit.further_tests?.tests.flatMap((one) => one.parameters).filter((one) => one.relative_to === 'value' && one.relative_sigma !== null) ?? [];
  for (const one of told) {
    const { value, sigma } = fit.parameters.find((parameter) => parameter.name === one.parameter);
    assert.ok(Math.abs(one.relative_sigma - sigma / Math.abs(value)) < 1e-6 * one.relative_sigma, one.parameter);
  }
  if (fit.further_tests) assert.equal(await page.locator('#confidence caption:text-is("Which further test would help") ~ tbody tr').count(), fit.further_tests.tests.length);
  if (fit.material.convexity) assert.equal(await page.locator('#provenance caption:text-is("Certificate of convexity") ~ tbody tr').count(), fit.material.convexity.length);
  if (fit.steps) assert.equal(await page.locator('#validation caption:text-is("Models tried") ~ tbody tr').count(), fit.steps.length);
  assert.ok(compared >= fit.tests.length, 'a test has no figure');
  assert.equal(await page.locator('#confidence .table').first().locator('tbody tr').count(), fit.parameters.length);
}

// Every control is tried on a flat specimen, a capture, labelled samples and a solid; the others show that theirs is drawn, moves and takes a colour.
const thorough = ['gabardine', 'knit', 'interlock', 'samples'];

async function checkStage(page, kind) {
  await page.locator('#shapes').scrollIntoViewIfNeeded();
  const shot = () => stageShot(page);
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
  if (frames > 1) {
    await changes('the first frame', () => page.locator('#shape-frame').fill('0'), 0.0005);
    await page.locator('.stage canvas').focus();
    await page.keyboard.press('End');
    assert.equal(await stage(page).getAttribute('data-frame'), String(frames - 1));
    await page.keyboard.press('ArrowLeft');
    assert.equal(await stage(page).getAttribute('data-frame'), String(frames - 2));
    await changes('the middle frame', () => page.locator('#shape-frame').fill(String((frames - 1) >> 1)), 0.0005);
  }
  const solid = ['homogeneous', 'poses', 'samples'].includes(kind);
  if (kind === 'samples') {
    // a material that changes from place to place is coloured by it from the start, in more shades than a body of one colour has
    const map = page.locator('#shape-colour');
    assert.equal(await map.inputValue(), 'stiffness');
    assert.match(await page.locator('.scalebar').innerText(), /\(kPa\)/);
    const shades = await colours(page, await shot());
    await changes('no colour', () => map.selectOption(''), 0.01);
    const plain = await colours(page, last);
    assert.ok(shades > 1.5 * plain, `${shades} colours with the map of stiffness, ${plain} without`);
    await changes('stiffness', () => map.selectOption('stiffness'), 0.01);
    // how well it is known is another colour of the same places, in percent
    await changes('its sigma', () => map.selectOption('stiffness-sigma'), 0.01);
    assert.match(await page.locator('.scalebar').innerText(), /relative sigma of .*\(%\)/);
    assert.match(await page.locator('.stage-legend').innerText(), /Coloured by relative sigma of .*, the same in every frame/);
    await changes('stiffness again', () => map.selectOption('stiffness'), 0.01);
  }
  const captured = ['knit', 'additive'].includes(kind);
  const colour = captured ? 'residual' : solid ? 'moved' : 'strain-warp';
  if (!thorough.includes(kind)) {
    await page.locator('#shape-colour').selectOption(colour);
    assert.match(await page.locator('.scalebar').innerText(), /\((%|mm)\)/);
    return;
  }
  if (solid) await changes('cross-section', () => page.locator('#shape-cut').fill('40'), 0.01);
  else await changes('checkerboard', () => page.locator('#shape-checker').click(), 0.01);
  await changes('mesh', () => page.locator('#shape-wire').click(), 0.002);
  await page.locator('#shape-colour').selectOption('');
  assert.ok(await page.locator('.scalebar').isHidden());
  last = await shot();
  await changes('colour', () => page.locator('#shape-colour').selectOption(colour), 0.005);
  assert.match(await page.locator('.scalebar').innerText(), /\((%|mm)\)/);
  if (solid) {
    // places that are read are cut away with the body
    await page.locator('#shape-cut').fill('100');
    last = await shot();
  }
  if (await page.locator('label[for=shape-differences]').isVisible()) await changes('differences', () => page.locator('#shape-times').fill('20'), 0.00005);
  if (captured) {
    await changes('overlaid', () => page.locator('#shape-layout').selectOption('over'), 0.01);
    await changes('forces', () => page.locator('#shape-forces').click(), 0.0005);
    await changes('clips', () => page.locator('#shape-clips').click(), 0.0002);
  }
  for (const [key, what] of [['ArrowUp', 'turning'], ['Shift+ArrowUp', 'tilting'], ['+', 'zooming']]) await changes(what, () => page.locator('.stage canvas').press(key), 0.005);
  await page.locator('.stage canvas').press('0');
  last = await shot();
  if ((await page.locator('#shape-test option').count()) > 1) await changes('another test', () => page.locator('#shape-test').selectOption('1'), 0.001).catch(() => changes('the first test', () => page.locator('#shape-test').selectOption('0'), 0.001));
}

for (const kind of kinds)
  test(`${kind}: every section, figures with the points of fit.json, shapes that move, narrow and dark`, options, async () => {
    const folder = result(kind);
    const fit = fitOf(folder);
    const { page, wrong, requests, seconds, file } = await open(folder);
    assert.deepEqual(requests, [`file://${file}`]);
    for (const id of sections) assert.equal(await page.locator(`section#${id} h2`).count(), 1, id);
    assert.equal(await page.locator('nav a').count(), sections.length);
    const body = await page.locator('body').innerText();
    assert.ok(!/\bNaN\b|undefined|Infinity|\[object/.test(body), 'a number or text is missing');
    assert.ok(body.includes(fit.material.name));
    console.log(`# ${kind}: ${(readFileSync(file).length / 1e6).toFixed(2)} MB, open in ${seconds.toFixed(2)} s`);
    await checkFigures(page, fit);
    if (fit.iterations.length) assert.ok((await points(page, 'Objective over the iterations')) >= fit.iterations.filter((it) => it.objective > 0).length);
    if (fit.tests.some((one) => one.front_view)) assert.ok((await page.locator('#curves .drawing svg').count()) >= 1, 'tensors over the polar plane');
    await checkStage(page, kind);
    for (const scheme of ['light', 'dark']) {
      await page.setViewportSize({ width: 400, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      // figures are drawn again at the new width
      await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth).catch(() => assert.fail('the page scrolls sideways'));
      await page.evaluate(() => scrollTo(0, 0)); // figures further down are drawn when they are seen
      assert.ok((await colours(page, await page.screenshot())) > 8);
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number)[0]);
      assert.ok(scheme === 'dark' ? ground < 60 : ground > 200);
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(requests, [`file://${file}`]);
    await page.close();
  });

// The point of a figure, clicked as a mouse does: once the picture has found it under the mouse.
async function click(page, plot, index) {
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.locator('g[data-mark=dot] circle').nth(index).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x - 3, y);
  await page.mouse.move(x, y);
  await plot.evaluate((svg, index) => new Promise((found) => {
    const look = () => (svg.value?.index === index ? found() : requestAnimationFrame(look));
    look();
  }), index);
  await page.mouse.click(x, y);
}

test('a point of a residual, one of a capture and one of a pose lead to their frame in 3D', options, async () => {
  // the lowest displacement is that of the block that hangs; the stage begins there, so that one of the first pose is clicked: the largest one
  const pose = (one) => {
    const { measured, rest } = one.channels.find((channel) => channel.name === 'positions');
    const moved = measured.map((x, i) => (x === null ? -Infinity : x - rest[i % rest.length]));
    const most = moved.indexOf(Math.max(...moved));
    return { index: measured.slice(0, most).filter((x) => x !== null).length, frame: Math.floor(most / rest.length) };
  };
  for (const [kind, title, at] of [
    ['gabardine', (one) => `Residual of force of test ${one.name}`, 20],
    ['knit', (one) => `Distance between simulated and captured shape of test ${one.name}`, 2],
    ['poses', (one) => `Residual of displacement of test ${one.name}, predicted`, null],
  ]) {
    const { page } = await open(result(kind));
    const one = fitOf(result(kind)).tests[0];
    const { index, frame } = at === null ? pose(one) : { index: at, frame: at };
    if (at === null) assert.notEqual(await stage(page).getAttribute('data-frame'), String(frame), 'the pose is shown before it is asked for');
    await click(page, page.locator(`svg[aria-label^="${title(one)}"]`), index);
    await page.waitForFunction((frame) => document.querySelector('.stage').dataset.frame === frame, String(frame));
    assert.ok((await page.locator('#shape-test option:checked').innerText()).startsWith(one.name));
    assert.ok((await page.locator('.ringed').count()) >= 2, 'the frame is ringed in its figures');
    await page.close();
  }
});

test('playing moves through the frames and stops', options, async () => {
  const { page } = await open(result('knit'));
  await page.locator('.play').click();
  const before = await stage(page).getAttribute('data-frame');
  await page.waitForFunction((f) => document.querySelector('.stage').dataset.frame !== f, before);
  await page.locator('.play').click();
  assert.equal(await page.locator('.play').getAttribute('aria-pressed'), 'false');
  await page.close();
});

test('every kind of picture is saved as SVG and PNG, every kind of table as CSV', options, async () => {
  for (const [kind, figures] of [
    ['gabardine', ['#curves figure', '#tests figure', '#confidence figure:has(.heat)', '#convergence figure']],
    ['predicted', ['#curves figure.full', '#validation figure']],
  ]) {
    const { page } = await open(result(kind));
    for (const which of figures) {
      const figure = page.locator(which).first();
      const svg = await save(page, figure.getByRole('button', { name: /as SVG/ }).first());
      assert.match(svg.name, /\.svg$/);
      assert.match(svg.bytes.toString(), /^<svg /);
      assert.ok(!svg.bytes.toString().includes('var(--'), 'a colour is left to the page');
      const png = await save(page, figure.getByRole('button', { name: /as PNG/ }).first());
      assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
      assert.ok((await colours(page, png.bytes)) > 8, `${which} is blank`);
    }
    await page.close();
  }
  const { page } = await open(result('gabardine'));
  const fit = fitOf(result('gabardine'));
  const csv = async (name) => (await save(page, page.getByRole('button', { name: `Download the table ${name} as CSV` }).first())).bytes.toString().trim().split('\n');
  const lines = await csv('Parameters');
  assert.equal(lines.length, fit.parameters.length + 1);
  assert.ok(lines[1].includes(String(fit.parameters[0].value)), 'full precision');
  assert.equal((await csv('What was measured')).length, fit.tests.length + 1);
  assert.equal((await csv('Scores of held-out tests')).length, fit.scores.filter((score) => score.held_out).length + 1);
  const figure = page.locator('#curves figure').first();
  await figure.getByRole('button', { name: /^Data of/ }).click();
  const curve = fit.curves.find((one) => !one.assumed);
  const numbers = await csv(await figure.getAttribute('data-title'));
  assert.ok(numbers.some((line) => line.includes(String(curve.stress[60]))), 'the numbers of a figure in full precision');
  const shot = await save(page, page.getByRole('button', { name: 'Screenshot' }));
  assert.ok((await colours(page, shot.bytes)) > 6);
  const material = await save(page, page.getByRole('button', { name: 'Save material.json' }));
  assert.equal(JSON.parse(material.bytes.toString()).pliant, 'material 1');
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
  const base = '"pliant": "fit 2", "outcome": {}, "material": {"name": "<img src=x onerror=alert(1)></script><b>bold", "convexity": [1, {"where": 2}]}';
  const odd = [
    '"parameters": [], "scores": [], "curves": [], "tests": [], "iterations": [], "settings": {}',
    '"parameters": [1, null, {}], "scores": [null, "x", {}], "curves": [2, {}, {"strain": [1, 2], "stress": 3}], "tests": [null, {"name": "<i>x</i>", "channels": [1, {"predicted": []}], "surface": {}, "front_view": {}, "side_view": {}, "figures": [1, {}]}], "iterations": [3, {}], "settings": {"fit": 1, "rig": {"x": [1]}}, "correlation": [1, [2]], "inputs": [1], "notes": [1], "warnings": [1], "shear_check": 1, "versions": [1], "seconds_per_phase": {"a": "b"}, "steps": [1, {}], "profiles": [{"values": [1, 2], "chi2": [1, 2]}], "energy_sections": {"pairs": [1, {"energy": [2]}]}, "further_tests": {"tests": [1, {"parameters": [2]}], "left_out": [{}]}',
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

// Every name of a real fit replaced by markup, and every tenth number missing: names are text everywhere, in tables, figures and legends, and no number reads NaN.
test('hostile names and missing numbers of whole fits', options, async () => {
  for (const kind of ['gabardine', 'knit', 'cantilever']) {
    let n = 0;
    const spoil = (value, key) => {
      if (Array.isArray(value)) return value.map((item) => spoil(item, key));
      if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, spoil(item, name)]));
      if (typeof value === 'number' && !Number.isInteger(value)) return n++ % 10 === 0 ? null : value;
      return typeof value === 'string' && ['test', 'name', 'verdict', 'experiment', 'motion', 'text', 'words', 'model', 'term'].includes(key) ? `${value} <i onclick="alert(1)">&amp;</i></script>` : value;
    };
    const folder = join(scratch, `hostile-${kind}`);
    mkdirSync(folder);
    writeFileSync(join(folder, 'fit.json'), JSON.stringify(spoil(fitOf(result(kind)))));
    run('report', folder);
    const { page, wrong, requests } = await open(folder);
    assert.deepEqual(wrong, []);
    assert.equal(requests.length, 1);
    for (const id of sections) assert.equal(await page.locator(`section#${id}`).count(), 1, id);
    assert.equal(await page.locator('i, img, [onclick]').count(), 0);
    assert.ok((await page.locator('body').innerText()).includes('<i onclick="alert(1)">'));
    assert.doesNotMatch(await page.locator('body').innerText(), /\b(NaN|undefined|Infinity)\b/);
    await page.close();
  }
});

// A score that is told beside those that are judged is not the lowest of them; single readings have their own rule.
test('the lowest R² is of judged scores, and the rule of single readings is said', options, async () => {
  const folder = join(scratch, 'beside');
  const fit = fitOf(result('gabardine'));
  const held = fit.scores.find((score) => score.held_out);
  fit.scores.push({ ...held, channel: 'beside', r2: 0.538, not_judged: 'another decides', passed: undefined });
  mkdirSync(folder);
  writeFileSync(join(folder, 'fit.json'), JSON.stringify(fit));
  run('report', folder);
  const { page } = await open(folder);
  const key = page.locator('#summary').getByText('lowest R², held out').locator('..');
  assert.match(await key.innerText(), /0\.9/);
  assert.match(await page.locator('#validation').innerText(), /0\.538/);
  await page.close();
  const poses = await open(result('poses'));
  assert.match(await poses.page.locator('#validation').innerText(), /They pass within 3 sigma of reading and prediction, or with an error of at most 22 %/);
  await poses.page.close();
});

// Lists longer than the arguments a function can take; the pictures keep a few thousand points and say so.
test('hundreds of thousands of numbers are drawn thinned', options, async () => {
  const folder = join(scratch, 'many');
  const n = 150000;
  const x = Array.from({ length: n }, (_, i) => 1e-6 * i);
  const [few, off] = [x.filter((_, i) => i % 1000 === 0), x.map((v) => v + 1e-4)];
  const poses = { name: 'body', state_name: 'pose', frame_names: ['a', 'b'], channels: [{ name: 'positions', components: ['top x', 'top y', 'top z'], unit: 'm', values_per_frame: n / 2, measured: x, predicted: off, rms: 1e-4, weight_sigma: 1e-4 }] };
  const control = { name: 'displacement', unit: 'm', values_per_frame: 1, imposed: few, raw: x };
  const force = { name: 'force', unit: 'N', values_per_frame: 1, measured: few, predicted: few, residual: few.map(() => 0), raw: x, weight_sigma: 1e-4, rms: 0, r2: 1, relative: 0 };
  const curve = { name: 'strip', protocol: 'tensile', control: 'displacement', frames: few.length, raw_frames: n, branch: few.map(() => 'load'), raw_branch: x.map(() => 'load'), channels: [control, force] };
  mkdirSync(folder);
  writeFileSync(join(folder, 'fit.json'), JSON.stringify({ pliant: 'fit 2', outcome: {}, material: { name: 'long' }, parameters: [], scores: [], curves: [], tests: [poses, curve], iterations: [], settings: {} }));
  run('report', folder);
  const { page, wrong } = await open(folder);
  assert.deepEqual(wrong, []);
  for (const [title, more, said] of [['positions of test body, predicted over measured', 2, /One of \d+ points is drawn/], ['force of test strip, measured and predicted', 2 * few.length, /One of \d+ recorded points is drawn/]]) {
    const drawn = (await points(page, title)) - more;
    assert.ok(drawn > 3000 && drawn <= 4000, `${title}: ${drawn} points`);
    assert.match(await page.locator(`figure:has(svg[aria-label="${title}"]) figcaption`).innerText(), said);
  }
  await page.close();
});
