// The same pages in Firefox, driven by WebDriver BiDi. Skipped where there is no firefox-esr (scripts/setup --dev installs it). Without a display Firefox has no WebGL: Xvfb gives
// it one, where that is installed; else the page must say that it cannot draw the shapes.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { limit, missing, patience, result, root, run, scratch } from './pages.mjs';

const onPath = (...names) => names.flatMap((name) => (process.env.PATH ?? '').split(':').map((folder) => join(folder, name))).find(existsSync);
const firefoxPath = process.env.FIREFOX ?? onPath('firefox-esr', 'firefox');
let puppeteer = null;
try {
  puppeteer = createRequire(join(root, 'web/package.json'))('puppeteer-core');
} catch {
  // not installed, or a node too old for it
}
const skip = missing || (firefoxPath ? false : 'no firefox-esr: scripts/setup --dev') || (puppeteer ? false : 'puppeteer-core is not installed: scripts/build-web --dev');

let browser = null;
let screen = null;
after(async () => {
  await browser?.close();
  screen?.kill();
});

// The name of a display that is ours alone; null without Xvfb.
async function display() {
  if (!onPath('Xvfb')) return null;
  screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  return new Promise((done) => {
    screen.stdio[3].once('data', (number) => done(`:${String(number).trim()}`));
    screen.once('exit', () => done(null));
  });
}

async function launch() {
  const name = await display();
  const env = name ? { ...process.env, DISPLAY: name } : process.env;
  const extraPrefsFirefox = { 'webgl.force-enabled': true, 'webgl.forbid-software': false };
  return puppeteer.launch({ browser: 'firefox', executablePath: firefoxPath, headless: !name, env, extraPrefsFirefox, timeout: patience, protocolTimeout: patience });
}

async function open(file) {
  browser ??= await launch();
  const page = await browser.newPage();
  page.setDefaultTimeout(patience);
  await page.setViewport({ width: 1280, height: 900 });
  const wrong = [];
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  page.on('pageerror', (error) => wrong.push(String(error)));
  const started = Date.now();
  await page.goto(`file://${file}`);
  await page.waitForFunction(() => document.documentElement.dataset.drawn === 'true');
  return { page, wrong, seconds: (Date.now() - started) / 1000 };
}

for (const kind of ['gabardine', 'knit', 'compare'])
  test(`${kind} opens in Firefox`, { skip, timeout: limit }, async () => {
    const file = kind === 'compare' ? join(scratch, 'firefox.html') : join(result(kind), 'report.html');
    if (kind === 'compare') run('compare', result('gabardine'), result('stiff'), '-o', file);
    const { page, wrong, seconds } = await open(file);
    const found = await page.evaluate(() => ({
      sections: document.querySelectorAll('section').length,
      plots: document.querySelectorAll('figure svg[role=img]').length,
      empty: [...document.querySelectorAll('figure .frame')].filter((frame) => !frame.querySelector('svg')).length,
      sideways: document.documentElement.scrollWidth - innerWidth,
      odd: /\bNaN\b|undefined|Infinity|\[object/.test(document.body.innerText),
      requests: performance.getEntriesByType('resource').filter((one) => !one.name.startsWith('data:')).length,
      // without a graphics driver there may be no WebGL; the page then says so
      stage: document.querySelector('.stage canvas')?.dataset.pixels ?? document.querySelector('#shapes').innerText,
    }));
    console.log(`# Firefox, ${kind}: ${seconds.toFixed(1)} s, ${found.plots} plots, stage ${found.stage.slice(0, 60)}`);
    assert.deepEqual(wrong, []);
    assert.equal(found.sections, kind === 'compare' ? 13 : 8);
    assert.ok(found.plots >= 10);
    assert.equal(found.empty, 0);
    assert.ok(found.sideways <= 0);
    assert.ok(!found.odd);
    assert.equal(found.requests, 0);
    assert.match(found.stage, screen ? /^\d+x\d+$/ : /^\d+x\d+$|no WebGL/);
    if (/^\d/.test(found.stage)) {
      await page.focus('.stage canvas');
      await page.keyboard.press('Home');
      assert.equal(await page.evaluate(() => document.querySelector('.stage').dataset.frame), '0');
      await page.keyboard.press('ArrowRight');
      assert.equal(await page.evaluate(() => document.querySelector('.stage').dataset.frame), '1');
    }
    await page.close();
  });
