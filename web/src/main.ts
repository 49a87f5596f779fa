// main.ts: the page of one fit, or of several side by side with one of them in full below.
// Sections appear as soon as fit.json is unpacked; shapes follow later.
import { comparison, comparisonTitles } from './comparison';
import { confidence } from './confidence';
import { curves } from './curves';
import { list, load, loadComparison, num, object, text, type Json, type PageData } from './data';
import { h } from './dom';
import { drawWhenIdle } from './figure';
import { convergence, provenance } from './provenance';
import { tests } from './result';
import { readShapes } from './shapes';
import { forgetFrames } from './shown_frame';
import { summary } from './summary';
import { measuredPredicted, validation } from './tests';
import { number, shown } from './units';
import { endViewer, noShapes, viewer } from './viewer';

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

// What the fit is, in one line.
function subtitle(fit: Json): string {
  const material = object(fit, 'material');
  const outcome = object(fit, 'outcome');
  const [fitted, held] = [num(outcome, 'fitted_tests') || 0, num(outcome, 'held_out_tests') || 0];
  const prediction = text(fit, 'verb') === 'predict';
  const density = shown(text(material, 'density_unit'));
  const many = (n: number) => `${n} test${n === 1 ? '' : 's'}`;
  const words = [prediction ? `Prediction of ${many(held)}` : `Material fitted to ${many(fitted)}, ${held} held out; model ${text(material, 'model').split('/').pop() ?? ''}`];
  if (num(material, 'density') > 0) words.push(`${number(density.factor * num(material, 'density'))} ${density.unit}`);
  return words.join('; ');
}

const header = (title: string, words: string): HTMLElement => h('header', {}, h('div', { class: 'in' }, h('h1', {}, title), h('p', {}, words)));

// Marks the section in view.
function navigation(of: [string, string][]): HTMLElement {
  const links = new Map(of.map(([id, title]) => [id, h('a', { href: `#${id}` }, title)]));
  const seen = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        for (const [id, link] of links) {
          if (id === entry.target.id) link.setAttribute('aria-current', 'true');
          else link.removeAttribute('aria-current');
        }
      }
    },
    { rootMargin: '-20% 0px -70% 0px' },
  );
  queueMicrotask(() => of.forEach(([id]) => {
    const section = document.getElementById(id);
    if (section) seen.observe(section);
  }));
  return h('nav', { 'aria-label': 'Sections' }, h('div', { class: 'in' }, [...links.values()]));
}

const footer = (version: string): HTMLElement =>
  h('footer', {}, `Made by Pliant ${version} from the files of a result folder, without network access. The folder also holds curves and predictions as CSV, and the material as material.json.`);

// The sections of one fit; the shapes take their place when they are unpacked.
function sections({ fit, extra, shapes }: PageData, folder?: string): { elements: HTMLElement[]; done: Promise<void> } {
  const place = h('section', { id: 'shapes', 'aria-busy': 'true' }, h('h2', {}, 'Shapes in 3D'), h('p', { class: 'soft' }, 'Unpacking …'));
  const elements = [summary(fit, extra), curves(fit, extra), measuredPredicted(fit), place, validation(fit), confidence(fit), convergence(fit), provenance(fit, extra)];
  const fill = async () => {
    const found = readShapes(await shapes(), tests(fit));
    if (!place.isConnected) return; // another fit was chosen meanwhile
    place.replaceWith(found.length ? viewer(fit, found) : noShapes(fit, folder));
    document.documentElement.dataset.shapes = String(found.length);
  };
  return { elements, done: fill() };
}

async function startOne(page: HTMLElement): Promise<void> {
  const data = await load();
  const { elements, done } = sections(data);
  page.replaceChildren(header(text(object(data.fit, 'material'), 'name') || 'Pliant', subtitle(data.fit)), navigation(titles), h('main', { id: 'main' }, elements, footer(data.extra.version)));
  document.documentElement.dataset.ready = 'true';
  await done;
}

async function startSeveral(page: HTMLElement, head: Json, table: Json | null): Promise<void> {
  const n = list(head, 'fits').length;
  const all = await Promise.all(Array.from({ length: n }, (_, i) => load(i)));
  const labels = list(head, 'fits').map((fit) => text(fit, 'label'));
  const names = [...new Set(all.map(({ fit }) => text(object(fit, 'material'), 'name')))];
  const choice = h('select', { id: 'chosen-fit' }, labels.map((label, i) => h('option', { value: i }, label)));
  const words = h('p', { class: 'soft' });
  const holder = h('div', {});
  const choose = async (i: number, go: boolean) => {
    forgetFrames();
    endViewer();
    choice.value = String(i);
    words.textContent = `${text(object(all[i]!.fit, 'material'), 'name')}. ${subtitle(all[i]!.fit)}.`;
    const { elements, done } = sections(all[i]!, text(list(head, 'fits')[i], 'folder'));
    holder.replaceChildren(...elements);
    document.documentElement.dataset.chosen = String(i);
    if (go) document.getElementById('one-fit')?.scrollIntoView();
    await done;
    drawWhenIdle();
  };
  choice.addEventListener('change', () => void choose(Number(choice.value), false));
  const parts = comparison({ head, fits: all.map(({ fit }) => fit), table }, (i) => {
    void choose(i, true);
    choice.focus({ preventScroll: true });
  });
  const one = h(
    'div',
    { id: 'one-fit', class: 'onefit' },
    h('h2', {}, 'One fit in full'),
    h('label', { class: 'choice' }, h('span', {}, 'Fit'), choice),
    words,
    h('p', { class: 'inside' }, titles.map(([id, title], i) => [i ? ' · ' : '', h('a', { href: `#${id}` }, title)]).flat()),
  );
  page.replaceChildren(
    header(names.length === 1 ? `${names[0]}: ${n} fits compared` : `${n} fits compared`, names.length > 1 ? names.join(', ') : labels.slice(0, 8).join(', ') + (n > 8 ? ', …' : '')),
    navigation([...comparisonTitles, ['one-fit', 'One fit in full']]),
    h('main', { id: 'main' }, parts, n ? [one, holder] : [], footer(text(head, 'version'))),
  );
  document.documentElement.dataset.ready = 'true';
  if (n) await choose(0, false);
  else document.documentElement.dataset.shapes = '0';
}

async function start(): Promise<void> {
  const page = document.getElementById('page') as HTMLElement;
  const [head, table] = await loadComparison();
  await (head ? startSeveral(page, head, table) : startOne(page));
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  drawWhenIdle();
}

start().catch((error: unknown) => {
  document.getElementById('page')?.replaceChildren(h('main', {}, h('section', {}, h('h1', {}, 'This report cannot be shown'), h('p', {}, error instanceof Error ? error.message : String(error)))));
  throw error;
});
