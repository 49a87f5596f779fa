// What a newcomer looks for is found: moduli and map of a solid, laws and modes of rubber, one box per kind of warning, words for every term, captions that say what is
// shown, scales without outliers.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { between, close, colours, difference, finite, fitOf, limit, missing, open, result, stageShot } from './pages.mjs';

after(close);
const options = { skip: missing, timeout: limit };
const points = (page, title) => page.evaluate((t) => Number([...document.querySelectorAll('figure svg[aria-label]')].find((svg) => svg.getAttribute('aria-label') === t)?.dataset.points ?? NaN), title);
const cards = (page) => page.locator('#summary .key').evaluateAll((all) => Object.fromEntries(all.map((card) => [card.querySelector('dt').textContent, card.querySelector('dd').textContent])));
const first = (words) => Number(words.replace('−', '-').match(/-?[\d.]+/)[0]);
// What a card says in SI: value and sigma, "1.026 ± 0.030 MPa".
const si = (words) => {
  const factor = { Pa: 1, kPa: 1e3, MPa: 1e6 }[words.match(/\S+$/)[0]];
  return words.replaceAll('−', '-').match(/-?[\d.]+/g).slice(0, 2).map((number) => factor * Number(number));
};
const near = (a, b) => Math.abs(a - b) <= 0.01 * Math.abs(b);
// How many pixels of the stage have the colour of predicted landmarks.
const orange = (page, png) => between(page, png, [190, 70, -1], [256, 120, 40]);

test('strips: the bending rigidity by cut is what the tiles say, not the number of the law', options, async () => {
  const fit = fitOf(result('cantilever'));
  const { page } = await open(result('cantilever'));
  const shown = await cards(page);
  assert.equal(fit.rigidities.length, 3);
  for (const rigidity of fit.rigidities) {
    const words = shown[rigidity.name.replace('b', 'B')];
    assert.ok(words && near(first(words), 1e6 * rigidity.value), `${rigidity.name}: ${words} in ${Object.keys(shown)}`);
  }
  assert.ok(!Object.keys(shown).some((name) => /^Bend-.*stiffness/.test(name)));
  await page.close();
});

test('fitted curves together: the later ones have gaps, through which those below are seen', options, async () => {
  const { page } = await open(result('knit'));
  const lines = page.locator('svg[aria-label="All fitted stress curves together"] g[data-mark=line] path');
  const patterns = await lines.evaluateAll((paths) => paths.map((path) => path.closest('[stroke-dasharray]')?.getAttribute('stroke-dasharray') ?? ''));
  assert.ok(patterns.length > 1 && patterns[0] === '' && patterns.slice(1).every(Boolean), patterns.join('|'));
  await page.close();
});

test('a body that changes from place to place: ranges with intervals, a map in the summary, stages in the open', options, async () => {
  const fit = fitOf(result('samples'));
  const { page } = await open(result('samples'));
  const shown = await cards(page);
  for (const [name, factor] of [["Young's modulus", 1e-3], ["Poisson's ratio", 1]]) {
    const modulus = fit.moduli.find((one) => one.name === name);
    const words = shown[`${name}: 5 to 95 % of the volume`];
    assert.ok(words, `no card for ${name}: ${Object.keys(shown)}`);
    const [low, high] = words.split(' to ');
    assert.ok(near(first(low), factor * modulus.value[0]) && near(first(high), factor * modulus.value[2]), words);
    assert.match(words, /±.* to .*±/);
    assert.ok(modulus.sigma.every((sigma) => sigma > 0) && modulus.value[0] < modulus.value[2]);
  }
  assert.ok(!Object.keys(shown).some((name) => /stiffness at rest/.test(name)), 'means over the samples say little');
  const map = page.locator('#summary .mapplace canvas');
  assert.equal(await map.count(), 2);
  for (let i = 0; i < 2; i++) assert.ok((await colours(page, await map.nth(i).screenshot())) > 12, 'the map is blank');
  assert.ok((await difference(page, await map.nth(0).screenshot(), await map.nth(1).screenshot())) > 0.03, 'the cut looks as the surface does');
  assert.equal(await page.locator('#summary .mapplace a[href="#shapes"]').count(), 2);
  assert.match(await page.locator('#summary .mapplace').innerText(), /kPa/);
  const table = page.locator('#validation .table', { has: page.locator('caption:text-is("Stages of the material samples")') });
  assert.ok(await table.isVisible());
  assert.equal(await table.locator('tbody tr').count(), fit.samples.stages.length);
  assert.match(await table.locator('thead').innerText(), /held-out poses, rms \(sigma\)/);
  assert.equal(await table.locator('details').count(), 0);
  assert.equal(await points(page, 'Error over the number of samples'), 4 * fit.samples.stages.length);
  assert.match(await page.locator('#shape-colour option:checked').innerText(), /Young's modulus/);
  await page.close();
});

test('a cut takes landmarks with it, and shows its face', options, async () => {
  const { page } = await open(result('samples'));
  await page.locator('#shapes').scrollIntoViewIfNeeded();
  const shot = () => stageShot(page);
  for (const axis of ['0', '1', '2']) {
    await page.locator('#shape-axis').selectOption(axis);
    await page.locator('#shape-cut').fill('100');
    const whole = await orange(page, await shot());
    await page.locator('#shape-cut').fill('20');
    const cut = await orange(page, await shot());
    assert.ok(whole > 20 && cut < 0.75 * whole, `axis ${axis}: ${whole} orange pixels, ${cut} with most of the body cut away`);
  }
  await page.close();
});

test('stress by all terms colours solids, captured cloth and uniform specimens', options, async () => {
  for (const [kind, unit] of [['poses', 'kPa'], ['knit', 'N/m'], ['homogeneous', 'MPa']]) {
    const { page } = await open(result(kind));
    await page.locator('#shapes').scrollIntoViewIfNeeded();
    const shot = () => stageShot(page);
    await page.locator('#shape-colour').selectOption('');
    const plain = await shot();
    await page.locator('#shape-colour').selectOption('stress');
    assert.ok((await difference(page, plain, await shot())) > 0.01, kind);
    assert.match(await page.locator('.scalebar').innerText(), new RegExp(`\\(${unit}\\)`));
    assert.match(await page.locator('.stage-legend').innerText(), kind === 'knit' ? /largest tension, which only the simulated shape has/ : /von Mises stress/);
    if (kind === 'homogeneous') {
      // of uniaxial tension it is the Cauchy stress, nominal stress times stretch
      const channels = fitOf(result(kind)).tests.find((one) => one.mode === 'uniaxial').channels;
      const [stretch, stress] = ['stretch', 'stress'].map((name) => channels.find((one) => one.name === name));
      const most = 1e-6 * Math.max(...stretch.imposed.map((lambda, i) => lambda * stress.predicted[i]));
      const end = Number((await page.locator('.scalebar').innerText()).match(/[\d.]+\s*$/)[0]);
      assert.ok(end >= 0.95 * most && end <= 1.25 * most, `scale to ${end} MPa, largest stress ${most}`);
    }
    await page.close();
  }
});

test('poses and captures at 1280 px: no table beside a picture is cut, every name of the correlation is whole', options, async () => {
  for (const [kind, titles] of [
    ['poses', ['Single numbers of test block']],
    ['additive', ['What was measured']],
  ]) {
    const { page } = await open(result(kind));
    await page.setViewportSize({ width: 1280, height: 900 });
    for (const title of titles) {
      const box = await page.locator(`.scroll[aria-label="${title}"]`).evaluate((e) => [e.scrollWidth, e.clientWidth]);
      assert.ok(box[0] <= box[1] + 1, `${kind}, ${title}: ${box[0]} px in ${box[1]}`);
    }
    await page.locator('.heat').scrollIntoViewIfNeeded();
    await page.waitForSelector('.heat svg');
    const names = await page.locator('.heat > svg').evaluate((svg) => {
      const whole = svg.getBoundingClientRect();
      return [...svg.querySelectorAll(':scope > text')].map((text) => {
        const box = text.getBoundingClientRect();
        return [text.textContent, box.left >= whole.left - 1 && box.top >= whole.top - 1 && box.right <= whole.right + 1];
      });
    });
    const parameters = fitOf(result(kind)).parameters.map((one) => one.name);
    for (const name of parameters) assert.equal(names.filter(([text, whole]) => text === name && whole).length, 2, `${kind}: ${name} at its row and its column`);
    await page.close();
  }
});

test('every picture of a test is named above it, and a legend that all share stands once', options, async () => {
  const fit = fitOf(result('gabardine'));
  const { page } = await open(result('gabardine'));
  const fitted = fit.tests.filter((one) => !one.held_out);
  const names = await page.locator('#tests figure .figname').allInnerTexts();
  assert.deepEqual(names, fitted.flatMap((one) => one.channels.filter((channel) => channel.predicted).map((channel) => `${one.name}: ${channel.name}`)));
  assert.equal(await page.locator('#tests .legend.shared').count(), 1);
  assert.match(await page.locator('#tests .legend.shared').innerText(), /In the pictures below:[\s\S]*predicted, 95 % band[\s\S]*used/);
  assert.equal(await page.locator('#tests figure .legend span').count(), 0);
  // one picture alone keeps its own
  assert.equal(await page.locator('#validation .legend.shared').count(), 0);
  assert.ok((await page.locator('#validation figure .legend span').count()) > 2);
  // the correlation stands beside its parameters
  const [table, matrix] = await Promise.all(['#confidence .beside .table', '#confidence .beside figure'].map((one) => page.locator(one).first().boundingBox()));
  assert.ok(matrix.x > table.x + table.width && matrix.y < table.y + table.height, 'not beside each other');
  await page.close();
});

test('the view is filled by the shape and begins under load', options, async () => {
  const fit = fitOf(result('knit'));
  const { page } = await open(result('knit'));
  const frame = Number(await page.locator('.stage').getAttribute('data-frame'));
  const one = fit.tests.find((test) => test.surface);
  const load = (f) => Math.max(...one.surface.clips.map((clip) => clip.force_measured[f]));
  const most = Math.max(...one.surface.distance.map((_, f) => load(f)));
  assert.ok(load(frame) >= 0.3 * most, `${load(frame)} N of ${most} N`);
  // alone, without arrows, it reaches over most of the narrower side of the stage
  await page.locator('#shape-layout').selectOption('simulated');
  await page.locator('#shape-forces').uncheck();
  await page.getByRole('button', { name: 'Reset view' }).click();
  const filled = () => page.evaluate(() => {
    window.pliantStage.render();
    const canvas = window.pliantStage.canvas;
    const copy = Object.assign(document.createElement('canvas'), { width: 120, height: Math.round((120 * canvas.height) / canvas.width) });
    const context = copy.getContext('2d');
    context.drawImage(canvas, 0, 0, copy.width, copy.height);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    const rows = new Set();
    const columns = new Set();
    for (let i = 0; i < data.length; i += 4) {
      if ([0, 1, 2].every((k) => Math.abs(data[i + k] - data[k]) < 16)) continue;
      rows.add(Math.floor(i / 4 / copy.width));
      columns.add((i / 4) % copy.width);
    }
    return Math.max(rows.size / copy.height, columns.size / copy.width);
  });
  assert.ok((await filled()) > 0.7, `the shape fills ${await filled()} of the stage`);
  await page.close();
});

test('rubber: moduli as cards, every term as a curve, modes named, the certificate in plain words', options, async () => {
  const fit = fitOf(result('homogeneous'));
  const { page } = await open(result('homogeneous'));
  const shown = await cards(page);
  const [shear, young] = fit.moduli;
  for (const [name, modulus] of [['Initial shear modulus', shear], ["Initial Young's modulus", young]]) {
    const [value, sigma] = si(shown[name]);
    assert.ok(near(value, modulus.value[0]) && /±/.test(shown[name]), shown[name]);
    assert.ok(Math.abs(sigma - modulus.sigma[0]) < 0.06 * modulus.sigma[0], `± is not sigma: ${shown[name]}`);
  }
  assert.match(await page.locator('#summary').innerText(), /± is sigma/);
  assert.ok(near(young.value[0], 3 * shear.value[0]));
  assert.ok(fit.energy_curves.length >= fit.material.terms.length);
  const meaning = { I1: 'energy over the first invariant', I2: 'energy over the second invariant', stretch: 'energy of each principal stretch' };
  for (const curve of fit.energy_curves) {
    const name = `${curve.term[0].toUpperCase()}${curve.term.slice(1)}`;
    assert.equal(await points(page, `${name}: derivative of the ${meaning[curve.over]}`), finite(curve.value));
    assert.equal(await points(page, `${name}: second derivative of the ${meaning[curve.over]}`), finite(curve.slope) + curve.control.length);
    const figure = page.locator(`figure[data-title="${name}: derivative of the ${meaning[curve.over]}"]`);
    assert.match(await figure.locator('.legend').innerText(), /valid range[\s\S]*95 % band[\s\S]*measured states/);
    assert.match(await figure.locator('figcaption').innerText(), /Measured from .* to /);
  }
  for (const one of fit.tests) {
    const channel = one.channels.find((c) => c.predicted);
    const figure = page.locator(`figure[data-title="${channel.name} of test ${one.name}, measured and predicted"]`);
    assert.ok((await figure.locator('figcaption').innerText()).toLowerCase().includes(`${one.mode}: ${one.mode_words}`), one.mode);
    assert.match(await figure.locator('.frame svg').first().innerHTML(), new RegExp(`${one.stress_measure} ${channel.name}`));
  }
  assert.match(await page.locator('#summary caption:text-is("What was measured") ~ tbody').innerText(), /equibiaxial[\s\S]*stretched alike in two directions/);
  assert.ok((await points(page, 'Tests together: stress over stretch')) > 40);
  // numbers of laws over logarithms and invariants stand at a stretch or at I1 - 3, not at per cent
  const at = await page.locator('#confidence .beside tbody tr').evaluateAll((rows) => rows.map((row) => row.cells[1].textContent));
  fit.parameters.forEach((parameter, i) => assert.match(at[i], parameter.place ? /^(λ|I[₁₂] − 3) = / : /^$/, parameter.name));
  assert.ok(fit.parameters.some((parameter) => parameter.place?.name === 'λ' && Math.abs(parameter.place.value - Math.exp(parameter.strain)) < 1e-12));
  const certificate = await page.locator('#provenance').innerText();
  assert.match(certificate, /Stable at every stretch, proven/);
  assert.match(certificate, /60 states each in uniaxial, equibiaxial and planar tension, to the measured stretches/);
  await page.close();
});

test('warnings of one kind are one box with a table', options, async () => {
  const fit = fitOf(result('additive'));
  const { page } = await open(result('additive'));
  const groups = fit.warnings.filter((one) => one.rows);
  assert.ok(groups.length >= 1, 'the example has no two warnings of a kind any more');
  assert.equal(await page.locator('#summary ul.warn > li').count(), fit.warnings.length);
  assert.equal(new Set(fit.warnings.map((one) => `${one.text} ${one.remedy}`)).size, fit.warnings.length);
  for (const group of groups) {
    assert.ok(group.rows.length > 1 && group.rows.every((row) => row.length === group.columns.length));
    const table = page.locator('#summary ul.warn .table', { has: page.locator(`caption:text-is("${group.text[0].toUpperCase()}${group.text.slice(1)}")`) }).first();
    assert.equal(await table.locator('tbody tr').count(), group.rows.length);
  }
  const further = fitOf(result('beyond')).warnings.find((one) => one.rows && /further than it was measured/.test(one.text));
  assert.deepEqual(further.columns.map((one) => one.name), ['test', 'term', 'strains fitted', 'strains needed', 'times as far']);
  assert.ok(further.rows.every((row) => /(%|1\/m)$/.test(row[2]) && /(%|1\/m)$/.test(row[3])), 'strains without a unit');
  // a coupling that is zero at rest by its law is no finding
  const zero = fit.curves.find((one) => one.strain_name !== one.stress_name && one.zero_stiffness === 0);
  assert.ok(zero && !Object.keys(await cards(page)).some((name) => name.toLowerCase() === `${zero.name} coupling`));
  // models on the way say what they are
  const way = await page.locator('#validation h3:text-is("Models tried") + p').innerText();
  assert.match(way, /by a fixed schedule\. Each row is a stage/);
  // beyond what was measured lines of equal energy are covered
  for (const pair of fit.energy_sections.pairs) {
    const cover = page.locator(`figure[data-title="Energy over ${pair.first} and ${pair.second} strain"] path.beyond`);
    assert.equal(await cover.count(), 1);
    assert.match(await cover.getAttribute('d'), /^M.*ZM.*Z$/);
  }
  await page.close();
});

test('every term has a sentence for newcomers, and its name behind it', options, async () => {
  for (const kind of ['gabardine', 'additive', 'interlock', 'weights', 'cantilever', 'roll', 'homogeneous', 'samples']) {
    const { terms } = fitOf(result(kind)).material;
    const { page } = await open(result(kind), { drawn: false });
    const plain = await page.locator('#summary ul.terms:not(details *) li').allTextContents();
    const technical = await page.locator('#summary details ul.terms li').allTextContents();
    for (const term of terms) {
      const of = (items) => items.find((one) => one.split(':')[0].split(', ').includes(term.name))?.split(': ').slice(1).join(': ');
      assert.ok(of(plain), `${kind}: ${term.name} is not described`);
      assert.ok(of(plain).length > 30, `${kind}: no plain words for ${term.law}`);
      assert.ok(!/Law [a-z0-9-]+ of the strain measure/.test(of(plain)), `${kind}: ${term.law} by its name before the plain words end`);
      const name = of(technical);
      assert.ok(name.startsWith(`Law ${term.law} of the strain measure ${term.strain}`), name);
    }
    await page.close();
  }
});

test('the caption of the shapes says what is shown', options, async () => {
  const { page } = await open(result('knit'));
  const legend = page.locator('.stage-legend');
  await page.locator('#shape-colour').selectOption('');
  assert.match(await legend.innerText(), /grey: captured; right, blue: simulated/);
  await page.locator('#shape-colour').selectOption('extension');
  assert.match(await legend.innerText(), /^Left: captured; right: simulated\. Coloured by largest extension\./);
  assert.match(await page.locator('.scalebar').innerText(), /percentiles 2 to 98/);
  await page.locator('#shape-layout').selectOption('over');
  assert.match(await legend.innerText(), /Lines: captured; coloured: simulated/);
  await page.locator('#shape-layout').selectOption('simulated');
  assert.match(await legend.innerText(), /^The simulated shape/);
  assert.ok(!/checkerboard/.test((await page.locator('#shape-checker').uncheck(), await legend.innerText())));
  // at the width of a telephone the scale stands below the picture
  await page.setViewportSize({ width: 400, height: 900 });
  await page.waitForFunction(() => document.querySelector('.scalebar').getBoundingClientRect().top >= document.querySelector('.stage').getBoundingClientRect().bottom);
  await page.close();
});

test('rings beside their curve are explained', options, async () => {
  const { page } = await open(result('gabardine'));
  const fit = fitOf(result('gabardine'));
  const off = (curve) => {
    const most = Math.max(...curve.stiffness.map(Math.abs));
    const at = (s) => curve.stiffness[curve.strain.findIndex((one) => one >= s)] ?? curve.stiffness.at(-1);
    return curve.control.some((point) => Math.abs(at(point.strain) - point.stiffness) > 0.04 * most);
  };
  let explained = 0;
  for (const curve of fit.curves.filter((one) => one.control.length)) {
    const caption = await page.locator(`figure[data-title="Tangent stiffness of ${curve.name} over strain with its 95 % band"] figcaption`).innerText();
    if (off(curve)) assert.match(caption, /need not lie on the curve/, curve.name);
    explained += /need not lie on the curve/.test(caption);
  }
  assert.ok(explained > 0, 'no curve of the example has rings beside it');
  await page.close();
});
