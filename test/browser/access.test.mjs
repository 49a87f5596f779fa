// Keyboard and screen reader: axe-core's rules of WCAG 2 A and AA, which include contrast, in light and dark; names, order of focus, numbers behind every picture.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { close, limit, missing, open, orFail, result, root, run, scratch } from './pages.mjs';

after(close);
let axe = null;
try {
  axe = readFileSync(createRequire(join(root, 'web/package.json')).resolve('axe-core/axe.min.js'), 'utf8');
} catch {
  // an older set of parts
}
const options = { skip: missing || orFail(axe ? false : 'axe-core is not installed: scripts/build-web --dev'), timeout: limit };

async function violations(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const found = await window.axe.run({ include: [['body']], exclude: [['svg']] }, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] });
    return found.violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 120)} ${node.any[0]?.message ?? ''}`).join(' | ')}`);
  });
}

const compared = () => {
  const file = join(scratch, 'access.html');
  run('compare', result('gabardine'), result('stiff'), '-o', file);
  return file;
};

for (const [name, make] of [['gabardine', () => result('gabardine')], ['knit', () => result('knit')], ['homogeneous', () => result('homogeneous')], ['samples', () => result('samples')], ['compare', compared]])
  test(`${name}: no violation of WCAG 2 AA, light and dark`, options, async () => {
    const { page } = await open(make());
    for (const scheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme: scheme });
      assert.deepEqual(await violations(page), [], scheme);
    }
    await page.close();
  });

test('the keyboard reaches every control in the order of the page, and one sees where it is', options, async () => {
  const { page } = await open(result('knit'));
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.className), 'skip');
  const expected = await page.evaluate(() => [...document.querySelectorAll('a[href], button, select, input, canvas[tabindex], [tabindex="0"]')].filter((e) => e.checkVisibility() && !e.disabled).length);
  const seen = [];
  for (let i = 0; i < expected; i++) {
    const one = await page.evaluate(() => {
      const e = document.activeElement;
      const style = getComputedStyle(e);
      return { what: e.tagName, outline: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1, section: [...document.querySelectorAll('section')].indexOf(e.closest('section')) };
    });
    if (one.what === 'BODY') break;
    seen.push(one);
    await page.keyboard.press('Tab');
  }
  assert.ok(seen.length >= expected - 1, `${seen.length} of ${expected} reached`);
  assert.ok(seen.every((one) => one.outline), 'a control does not show its focus');
  const order = seen.map((one) => one.section).filter((k) => k >= 0);
  assert.deepEqual(order, [...order].sort((a, b) => a - b));
  await page.close();
});

test('every picture has words and numbers behind it', options, async () => {
  const { page } = await open(result('gabardine'));
  const bare = await page.evaluate(() => [...document.querySelectorAll('figure .frame:not(.heat) svg[role=img]')].filter((svg) => !document.getElementById(svg.getAttribute('aria-describedby'))?.textContent.includes(' from ')).length);
  assert.equal(bare, 0);
  const twice = await page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
    return ids.filter((id, i) => ids.indexOf(id) !== i);
  });
  assert.deepEqual(twice, []);
  const buttons = page.getByRole('button', { name: /^Data of/ });
  const n = await buttons.count();
  assert.ok(n >= (await page.locator('figure[data-title]:not(:has(.heat))').count()));
  for (let i = 0; i < n; i++) await buttons.nth(i).click();
  assert.equal(await page.evaluate(() => [...document.querySelectorAll('.numbers')].filter((list) => !list.querySelector('tbody tr')).length), 0);
  await page.close();
});
