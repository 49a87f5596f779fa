// main.ts: the page. Sections appear as soon as fit.json is unpacked; the shapes join when they are.
import { confidence } from './confidence';
import { curves } from './curves';
import { load, num, object, text, type Json } from './data';
import { h } from './dom';
import { drawWhenIdle } from './figure';
import { convergence, provenance } from './provenance';
import { tests } from './result';
import { readShapes } from './shapes';
import { summary } from './summary';
import { measuredPredicted, validation } from './tests';
import { number, shown } from './units';
import { noShapes, viewer } from './viewer';

const titles: [string, string][] = [
  ['summary', 'Summary'],
  ['curves', 'Curves'],
  ['tests', 'Measured against predicted'],
  ['shapes', 'Shapes in 3D'],
  ['validation', 'Validation'],
  ['confidence', 'Confidence'],
  ['convergence', 'Convergence'],
  ['provenance', 'Provenance'],
];

function header(fit: Json): HTMLElement {
  const material = object(fit, 'material');
  const outcome = object(fit, 'outcome');
  const [fitted, held] = [num(outcome, 'fitted_tests') || 0, num(outcome, 'held_out_tests') || 0];
  const prediction = text(fit, 'verb') === 'predict';
  const density = shown(text(material, 'density_unit'));
  const many = (n: number) => `${n} test${n === 1 ? '' : 's'}`;
  const words = [prediction ? `Prediction of ${many(held)}` : `Material fitted to ${many(fitted)}, ${held} held out; model ${text(material, 'model').split('/').pop() ?? ''}`];
  if (num(material, 'density') > 0) words.push(`${number(density.factor * num(material, 'density'))} ${density.unit}`);
  return h('header', {}, h('div', { class: 'in' }, h('h1', {}, text(material, 'name') || 'Pliant'), h('p', {}, words.join('; '))));
}

// Marks the section in view.
function navigation(): HTMLElement {
  const links = new Map(titles.map(([id, title]) => [id, h('a', { href: `#${id}` }, title)]));
  const seen = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        for (const [id, link] of links) link.toggleAttribute('aria-current', id === entry.target.id);
      }
    },
    { rootMargin: '-20% 0px -70% 0px' },
  );
  queueMicrotask(() => titles.forEach(([id]) => {
    const section = document.getElementById(id);
    if (section) seen.observe(section);
  }));
  return h('nav', { 'aria-label': 'Sections' }, h('div', { class: 'in' }, [...links.values()]));
}

async function start(): Promise<void> {
  const page = document.getElementById('page') as HTMLElement;
  const { fit, extra, shapes } = await load();
  const place = h('section', { id: 'shapes', 'aria-busy': 'true' }, h('h2', {}, 'Shapes in 3D'), h('p', { class: 'soft' }, 'Unpacking …'));
  page.replaceChildren(
    header(fit),
    navigation(),
    h(
      'main',
      {},
      summary(fit, extra),
      curves(fit, extra),
      measuredPredicted(fit),
      place,
      validation(fit),
      confidence(fit),
      convergence(fit),
      provenance(fit, extra),
      h('footer', {}, `Made by Pliant ${extra.version} from the files of one result folder; nothing is loaded from anywhere. Curves and predictions are beside this page as CSV, the material as material.json.`),
    ),
  );
  document.documentElement.dataset.ready = 'true';
  const found = readShapes(await shapes, tests(fit));
  place.replaceWith(found.length ? viewer(fit, found) : noShapes(fit));
  document.documentElement.dataset.shapes = String(found.length);
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  drawWhenIdle();
}

start().catch((error: unknown) => {
  document.getElementById('page')?.replaceChildren(h('main', {}, h('section', {}, h('h1', {}, 'This report cannot be shown'), h('p', {}, error instanceof Error ? error.message : String(error)))));
  throw error;
});
