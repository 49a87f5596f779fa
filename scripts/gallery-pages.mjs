// gallery-pages.mjs RESULTS IMAGES: screenshots of the report pages of `scripts/gallery`. Without playwright-core or chromium it says so and leaves the pictures as
// they are.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { close, missing, open } from '../test/browser/pages.mjs';

const [results, images] = process.argv.slice(2);
if (missing) {
  console.log(`gallery: no screenshots: ${missing}`);
  process.exit(0);
}

// What is shown: the top of the page, or a section by its id.
const shots = [
  { result: 'gabardine', file: 'report.png', height: 1150 },
  { result: 'gabardine', file: 'gallery/page-confidence.png', section: 'confidence', height: 1150 },
  { result: 'knit', file: 'gallery/page-shapes.png', section: 'shapes', height: 960, test: 'corner-pull', frame: 5 },
  { result: 'gabardine', file: 'gallery/page-tests.png', section: 'tests', height: 1000 },
  { result: 'samples', file: 'gallery/page-map.png', height: 980 },
  { result: 'homogeneous', file: 'gallery/page-rubber.png', section: 'curves', height: 1050 },
];

for (const shot of shots) {
  const folder = resolve(results, shot.result);
  if (!existsSync(join(folder, 'report.html'))) continue;
  const { page } = await open(folder);
  await page.setViewportSize({ width: 1280, height: shot.height });
  if (shot.section) {
    await page.evaluate((id) => {
      document.documentElement.style.scrollBehavior = 'auto';
      document.getElementById(id)?.scrollIntoView();
    }, shot.section);
  }
  if (shot.test) {
    const value = await page.$$eval('#shape-test option', (all, name) => all.find((one) => one.textContent.startsWith(name))?.value, shot.test);
    if (value !== undefined) await page.selectOption('#shape-test', value);
    await page.focus('#shapes canvas');
    await page.keyboard.press('Home');
    for (let i = 0; i < shot.frame; i++) await page.keyboard.press('ArrowRight');
  }
  await page.waitForTimeout(1500); // plots are drawn when they come into view
  await page.screenshot({ path: join(images, shot.file) });
  await page.close();
  console.log(`screenshot ${join(images, shot.file)}`);
}
await close();
