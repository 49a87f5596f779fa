// pages.mjs: what the browser tests share: result folders made by the program, a browser, an opened page that remembers what went wrong.
//
// PLIANT names the program (default build/pliant), CHROMIUM the browser (default chromium on the PATH). Without one of them the tests skip; with
// PLIANT_BROWSER=required, as in continuous integration, they fail.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const program = resolve(root, process.env.PLIANT ?? 'build/pliant');
export const scratch = mkdtempSync(join(tmpdir(), 'pliant-browser-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

const onPath = (name) => {
  for (const folder of (process.env.PATH ?? '').split(':')) if (existsSync(join(folder, name))) return join(folder, name);
  return null;
};
const browserPath = process.env.CHROMIUM ?? onPath('chromium') ?? onPath('chromium-browser');

let playwright = null;
try {
  playwright = createRequire(join(root, 'web/package.json'))('playwright-core');
} catch {
  // not installed, or a node too old for it
}

const why = () => {
  if (!playwright) return 'playwright-core is not installed: scripts/build-web --dev';
  if (!browserPath) return 'no chromium: scripts/setup --dev';
  if (!existsSync(program)) return `no program ${program}`;
  return readFileSync(program).includes('<div id="page">') ? false : 'the program was built without the page of web/';
};
// Why tests are skipped, false where they are not. A run that requires a browser ends here instead: skipped tests would look like passed ones.
export function orFail(reason) {
  if (reason && process.env.PLIANT_BROWSER === 'required') throw new Error(`PLIANT_BROWSER=required, but ${reason}`);
  return reason;
}
export const missing = orFail(why());

export function run(...args) {
  try {
    return execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    // 1: it ran, but a fit was not good enough; the folder is there all the same
    if (error.status === 1) return error.stdout;
    throw new Error(`pliant ${args.join(' ')}\n${error.stdout}${error.stderr}`);
  }
}

const knit = ['examples/capture-knit/experiment.json', '--validate', 'examples/capture-knit/validation.json'];
const gabardine = ['examples/gabardine/experiment.json', '--validate', 'examples/gabardine/bias.json'];
const recipes = {
  gabardine: (to) => run('fit', ...gabardine, '-o', to),
  stiff: (to) => run('fit', ...gabardine, '--segments', '1', '-o', to),
  knit: (to) => run('fit', ...knit, '--model', 'stvk', '--cells', '6', '-o', to),
  additive: (to) => run('fit', ...knit, '--model', 'additive', '--cells', '4', '-o', to),
  models: (to) => run('fit', ...knit, '--all-models', '--cells', '3', '-o', to),
  interlock: (to) => run('fit', 'examples/hang-interlock/experiment.json', '--validate', 'examples/hang-interlock/askew.json', '--cells', '6', '-o', to),
  samples: (to) => (result('poses'), run('fit', join(scratch, 'poses-new'), '--samples', '4', '-o', to)),
  bias: (to) => run('fit', 'examples/gabardine/bias.json', '-o', to),
  beyond: (to) => run('predict', join(result('bias'), 'material.json'), 'examples/gabardine/experiment.json', '-o', to),
  folds: (to) => (result('cantilever'), run('fit', join(scratch, 'cantilever-new'), '--model', 'wang-bending', '-o', to)),
  orthotropic: (to) => run('fit', ...gabardine, '--model', 'orthotropic', '-o', to),
  yeoh: (to) => (result('homogeneous'), run('fit', join(scratch, 'homogeneous-new'), '--model', 'yeoh', '-o', to)),
  predicted: (to) => run('predict', join(result('interlock'), 'material.json'), 'examples/hang-interlock/askew.json', '--cells', '6', '-o', to),
};

const made = new Map();
// A result folder per kind, made once: by its recipe, or from the template that the program writes.
export function result(kind) {
  if (made.has(kind)) return made.get(kind);
  const folder = join(scratch, kind);
  made.set(kind, folder);
  const template = join(scratch, `${kind}-new`);
  if (recipes[kind]) recipes[kind](folder);
  else (run('new', kind, template), run('fit', template, '-o', folder));
  return folder;
}

// ms for one condition, and for a whole test: they end what hangs, and are far beyond what a slow machine takes. Tests wait for conditions, never for times.
export const patience = 300000;
export const limit = 3600000;

export const fitOf = (folder) => JSON.parse(readFileSync(join(folder, 'fit.json'), 'utf8'));
export const finite = (list) => list.filter((v) => typeof v === 'number').length;

let browser = null;
// A result folder's report, or a page of another name.
export async function open(folder, options = {}) {
  const file = folder.endsWith('.html') ? folder : join(folder, 'report.html');
  browser ??= await playwright.chromium.launch({ executablePath: browserPath, timeout: patience, args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] });
  const page = await browser.newPage({ viewport: { width: options.width ?? 1280, height: 900 }, colorScheme: options.scheme ?? 'light', acceptDownloads: true });
  page.setDefaultTimeout(patience);
  const wrong = [];
  const requests = [];
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('request', (request) => requests.push(request.url()));
  await page.addInitScript(pixelsInPage);
  const started = Date.now();
  await page.goto(`file://${file}`);
  await page.waitForFunction(() => document.documentElement.dataset.shapes !== undefined);
  const seconds = (Date.now() - started) / 1000;
  if (options.drawn !== false) await page.waitForFunction(() => document.documentElement.dataset.drawn === 'true');
  return { page, wrong, requests: requests.filter((url) => !url.startsWith('data:')), seconds, file };
}

export async function close() {
  await browser?.close();
  browser = null;
}

// The stage once its picture has come to rest: a sharp one follows the last change.
export async function stageShot(page) {
  await page.waitForFunction(() => document.querySelector('.stage canvas')?.dataset.settled === 'true');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page.locator('.stage').screenshot();
}

// Clicks and waits for the file that comes of it.
export async function save(page, locator) {
  const [file] = await Promise.all([page.waitForEvent('download'), locator.click()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

// Runs in the page: a PNG as [height][width][4] bytes, optionally through a filter of the canvas.
function pixelsInPage() {
  window.pixelsOf = async (base64, filter = 'none') => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const context = canvas.getContext('2d');
    context.filter = filter;
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  };
}

// How many different colours a PNG of an element has, sampled in the page: a blank picture has one.
export const colours = (page, png) =>
  page.evaluate(async (base64) => {
    const { data } = await window.pixelsOf(base64);
    const seen = new Set();
    for (let i = 0; i < data.length; i += 4 * 7) seen.add((data[i] >> 3 << 10) | (data[i + 1] >> 3 << 5) | (data[i + 2] >> 3));
    return seen.size;
  }, png.toString('base64'));

// How many pixels of a PNG lie between two colours, [red, green, blue] each.
export const between = (page, png, low, high) =>
  page.evaluate(async ([base64, low, high]) => {
    const { data } = await window.pixelsOf(base64);
    let n = 0;
    for (let i = 0; i < data.length; i += 4) n += low.every((l, k) => data[i + k] > l && data[i + k] < high[k]) ? 1 : 0;
    return n;
  }, [png.toString('base64'), low, high]);

// Share of pixels that differ between two PNGs of one size.
export const difference = (page, a, b) =>
  page.evaluate(async (pair) => {
    const [p, q] = await Promise.all(pair.map(async (base64) => (await window.pixelsOf(base64)).data));
    if (p.length !== q.length) return 1;
    let n = 0;
    for (let i = 0; i < p.length; i += 4) if (Math.abs(p[i] - q[i]) + Math.abs(p[i + 1] - q[i + 1]) + Math.abs(p[i + 2] - q[i + 2]) > 24) n++;
    return n / (p.length / 4);
  }, [a.toString('base64'), b.toString('base64')]);
