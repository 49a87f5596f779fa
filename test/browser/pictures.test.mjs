// Pictures against references, with tolerance. What is compared has no letters in it (fonts differ between machines): plots with their texts taken out, and the 3D view as
// the software renderer of the browser draws it, both made small. PLIANT_REFERENCES=write makes the references again.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { close, limit, missing, open, result, stageShot } from './pages.mjs';

after(close);
const options = { skip: missing, timeout: limit };
const folder = join(dirname(fileURLToPath(import.meta.url)), 'references');

// A PNG of `width` pixels of an SVG without its letters, or of a PNG.
async function small(page, source, width) {
  const data = await page.evaluate(async ([selector, png, width]) => {
    const image = new Image();
    if (png) image.src = `data:image/png;base64,${png}`;
    else {
      const svg = document.querySelector(selector);
      const copy = svg.cloneNode(true);
      copy.querySelectorAll('text, title, desc, style, [data-mark=tip]').forEach((e) => e.remove());
      // colours of the page's variables
      const style = getComputedStyle(document.documentElement);
      copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
      const box = svg.viewBox.baseVal;
      copy.setAttribute('width', box.width);
      copy.setAttribute('height', box.height);
      const text = new XMLSerializer().serializeToString(copy).replace(/var\((--[\w-]+)\)/g, (_, name) => style.getPropertyValue(name).trim());
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    }
    await image.decode();
    const height = Math.round((width * image.height) / image.width);
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
    return canvas.toDataURL('image/png').split(',')[1];
  }, [source.selector ?? '', source.png?.toString('base64') ?? '', width]);
  return Buffer.from(data, 'base64');
}

// Mean difference of two PNGs (0 to 1), after a blur of a few pixels that forgives a line moved by one; 1 when their sizes differ by more than a pixel.
const apart = (page, a, b) =>
  page.evaluate(async (pair) => {
    const [p, q] = await Promise.all(pair.map((base64) => window.pixelsOf(base64, 'blur(1.5px)')));
    if (Math.abs(p.height - q.height) > 1 || p.width !== q.width) return 1;
    const n = Math.min(p.data.length, q.data.length);
    let sum = 0;
    for (let i = 0; i < n; i++) sum += Math.abs(p.data[i] - q.data[i]);
    return sum / n / 255;
  }, [a.toString('base64'), b.toString('base64')]);

const svg = (title) => ({ selector: `svg[aria-label="${title}"]` });
const cases = [
  ['gabardine', 'law', () => svg('Stress of warp over strain with its 95 % band')],
  ['gabardine', 'correlation', () => ({ selector: '.heat .cells' })] /* without the names, whose width is the font's */,
  ['weights', 'loop', () => svg('Hysteresis of warp')],
  ['weights', 'scan', () => svg('Sum of squares over warp-friction.tau')],
  ['folds', 'bending', () => svg('Bending stiffness at rest by direction of the fold line')],
  ['knit', 'stage', async (page) => {
    await page.locator('#shape-colour').selectOption('strain-warp');
    return { png: await stageShot(page) };
  }],
];

for (const [kind, name, find] of cases)
  test(`${name} of ${kind} looks as its reference does`, options, async () => {
    const { page } = await open(result(kind));
    const now = await small(page, await find(page), 240);
    const file = join(folder, `${name}.png`);
    if (process.env.PLIANT_REFERENCES === 'write') {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, now);
    }
    assert.ok(existsSync(file), `no reference ${file}: PLIANT_REFERENCES=write make test-browser`);
    const gap = await apart(page, now, readFileSync(file));
    // an empty picture of the same ground is this far away; the reference must be much nearer
    const blank = await apart(page, await small(page, { png: await blankOf(page, now) }, 240), readFileSync(file));
    console.log(`# ${name}: ${(100 * gap).toFixed(2)} % from the reference, an empty picture ${(100 * blank).toFixed(2)} %`);
    assert.ok(gap < Math.min(0.02, 0.25 * blank), `${(100 * gap).toFixed(2)} % apart`);
    await page.close();
  });

// A picture of the same size in the colour of its first pixel.
async function blankOf(page, png) {
  const data = await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
    context.fillStyle = `rgb(${r} ${g} ${b})`;
    context.fillRect(0, 0, image.width, image.height);
    return canvas.toDataURL('image/png').split(',')[1];
  }, png.toString('base64'));
  return Buffer.from(data, 'base64');
}
