// comparison.ts: several fits side by side: tables of scores and parameters with the best of each column marked, curves and predictions in one picture.
// The numbers of the tables come from the program (docs/formats.md, compare), the curves from the fits themselves.
import { flag, has, list, num, text, values, type Json, type Key } from './data';
import { best as star, command, h, mark, section, table, type Cell, type Column } from './dom';
import { label, laws, lineOf } from './compared_curves';
import { drawWhenIdle, figure, swatch, type Series } from './figure';
import { modelTables } from './models';
import { largest } from './lists';
import { channel as channelOf, frameNumbers, tests } from './result';
import { capital, number, r2, seconds, shown, uncertain } from './units';

export interface Compared {
  head: Json; // the program's statements about all fits
  fits: Json[]; // fit.json of each
  table: Json | null; // table.json of --all-models
}

// ---- tables ----

const farOff = 10; // times the smallest error; the error must also exceed half of full scale

// Which fits the pictures show; the table of fits has a box for each.
class Shown {
  readonly fits: boolean[];
  readonly far: number[]; // fits that are not ticked because their error is large
  private readonly listeners: (() => void)[] = [];
  // The first six. Fits with a large error are left out: their curves would set the scale.
  constructor(errors: number[]) {
    const least = Math.min(...errors.filter((error) => error > 0));
    const near = errors.map((error) => !(error > farOff * least && error > 0.5));
    this.fits = errors.map((_, i) => near[i]! && near.slice(0, i).filter(Boolean).length < 6);
    this.far = errors.flatMap((_, i) => (near[i] ? [] : [i]));
  }
  set(i: number, on: boolean): void {
    this.fits[i] = on;
    for (const update of this.listeners) update();
    drawWhenIdle();
  }
  // A part of the page that is built again when the choice changes.
  part(make: () => HTMLElement[]): HTMLElement {
    const holder = h('div', {});
    const fill = () => holder.replaceChildren(...make());
    this.listeners.push(fill);
    fill();
    return holder;
  }
  indices(): number[] {
    return this.fits.flatMap((on, i) => (on ? [i] : []));
  }
}

function fitTable(c: Compared, chosen: Shown, open: (i: number) => void): HTMLElement {
  const fits = list(c.head, 'fits');
  const bestOf = (key: Key, i: number) => num(c.head, key) === i;
  const rows = fits.map((fit, i): Cell[] => {
    const name = text(fit, 'label');
    const box = h('input', { type: 'checkbox', checked: chosen.fits[i], 'aria-label': `Show ${name} in the pictures` });
    box.addEventListener('change', () => chosen.set(i, box.checked));
    const low = (key: Key) => num(fit, key);
    return [
      { shown: h('span', { class: 'shownfit' }, box, swatch(lineOf(i))), raw: chosen.fits[i] ? 'shown' : '' },
      { shown: [bestOf('star', i) ? star(true, '') : null, h('button', { type: 'button', class: 'link', click: () => open(i) }, name)], raw: name, class: 'name' },
      { shown: text(fit, 'name') },
      { shown: text(fit, 'model') },
      { shown: number(num(fit, 'parameters')), raw: num(fit, 'parameters') },
      { shown: Number.isFinite(low('error')) ? `${number(+(100 * low('error')).toPrecision(3))} %` : '–', raw: 100 * low('error') },
      { shown: star(bestOf('best_r2_fitted', i), r2(low('lowest_r2_fitted'))), raw: low('lowest_r2_fitted') },
      { shown: star(bestOf('best_r2_held_out', i), r2(low('lowest_r2_held_out'))), raw: low('lowest_r2_held_out') },
      { shown: `${seconds(num(fit, 'seconds'))} s`, raw: num(fit, 'seconds') },
      { shown: mark(flag(fit, 'converged'), 'yes', text(fit, 'no_star') === 'was interrupted' ? 'interrupted' : 'no') },
    ];
  });
  const columns: Column[] = [{ name: 'shown' }, { name: 'fit' }, { name: 'material' }, { name: 'model' }, { name: 'parameters', num: true }, { name: `${text(c.head, 'star_by') || 'held-out'} error`, num: true }, { name: 'lowest R², fitted', num: true }, { name: 'lowest R², held out', num: true }, { name: 'time', num: true }, { name: 'converged' }];
  return table('Fits', columns, rows);
}

// One row per fit, one column per test and channel.
function scoreTable(c: Compared, heldOut: boolean): HTMLElement | null {
  const scores = list(c.head, 'scores').filter((score) => flag(score, 'held_out') === heldOut);
  if (!scores.length) return null;
  const several = scores.some((score) => text(score, 'channel') !== text(scores[0], 'channel'));
  const units = scores.map((score) => shown(text(score, 'unit'), largest(values(score, 'rms'))));
  const columns: Column[] = [
    { name: 'fit' },
    ...scores.map((score, k) => ({ name: `${text(score, 'test')}${several ? `, ${text(score, 'channel')}` : ''}${units[k]!.unit ? ` (${units[k]!.unit})` : ''}`, num: true, wrap: true })),
  ];
  const rows = list(c.head, 'fits').map((fit, i): Cell[] => [
    { shown: text(fit, 'label'), class: 'name' },
    ...scores.map((score, k): Cell => {
      const value = units[k]!.factor * (values(score, 'rms')[i] ?? NaN);
      const r = values(score, 'r2')[i] ?? NaN;
      return { shown: [star(num(score, 'best') === i, number(value)), Number.isFinite(r) ? h('span', { class: 'soft under' }, `R² ${r2(r)}`) : null], raw: value };
    }),
  ]);
  return table(heldOut ? 'Errors of held-out tests' : 'Errors of fitted tests', columns, rows, { dense: true });
}

// Parameters of a single fit have no counterpart: they are folded.
function parameterTables(c: Compared): HTMLElement[] {
  const fits = list(c.head, 'fits');
  const shared = (parameter: Json) => fits.length < 2 || values(parameter, 'value').filter(Number.isFinite).length > 1;
  const row = (parameter: Json): Cell[] => {
    const unit = shown(text(parameter, 'unit'), largest(values(parameter, 'value')));
    const sigma = values(parameter, 'sigma', unit.factor);
    return [
      { shown: text(parameter, 'name'), class: 'name' },
      { shown: unit.unit },
      ...values(parameter, 'value', unit.factor).map((value, i): Cell => ({ shown: uncertain(value, sigma[i]!), raw: value })),
    ];
  };
  const columns: Column[] = [{ name: 'parameter' }, { name: 'unit' }, ...fits.map((fit) => ({ name: text(fit, 'label'), num: true, wrap: true }))];
  const all = list(c.head, 'parameters');
  const alone = all.filter((parameter) => !shared(parameter));
  return [
    alone.length === all.length ? h('p', {}, 'No parameter is common to two fits.') : table('Parameters of the fits', columns, all.filter(shared).map(row), { dense: true }),
    ...(alone.length ? [h('details', {}, h('summary', {}, `${alone.length} parameter${alone.length > 1 ? 's' : ''} that only one fit has`), table('Parameters that only one fit has', columns, alone.map(row), { dense: true }))] : []),
  ];
}

// ---- pictures ----

// What the fits predict for one test, over its control, or over the frames of a capture.
function predictions(c: Compared, of: number[], heldOut: boolean): HTMLElement[] {
  const out: HTMLElement[] = [];
  const names = [...new Set(of.flatMap((i) => tests(c.fits[i]!, heldOut).map((test) => text(test, 'name'))))];
  for (const name of names) {
    const cases = of.flatMap((i) => {
      const test = tests(c.fits[i]!, heldOut).find((one) => text(one, 'name') === name);
      return test ? [{ i, test }] : [];
    });
    const first = cases[0]!.test;
    const channels = list(first, 'channels').filter((one) => has(one, 'predicted') && !(num(one, 'values_per_frame') > 1) && text(one, 'name') !== text(first, 'control'));
    for (const channel of channels) {
      const key = text(channel, 'name');
      const y = shown(text(channel, 'unit'), largest(values(channel, 'measured')));
      const controlName = text(first, 'control');
      const x = shown(text(channelOf(first, controlName), 'unit'), largest(values(channelOf(first, controlName), 'imposed')));
      const series: Series[] = [];
      for (const { i, test } of cases) {
        const control = channelOf(test, controlName);
        const at = values(control, has(control, 'imposed') ? 'imposed' : 'measured', x.factor);
        const one = channelOf(test, key);
        if (!at.length || !one) continue;
        if (!series.length) series.push({ kind: 'points', colour: 0, name: 'measured', x: at, y: values(one, 'measured', y.factor) });
        series.push({ ...lineOf(i), name: label(c, i), x: at, y: values(one, 'predicted', y.factor) });
      }
      if (series.length) out.push(figure({ title: `${key} of test ${name}, measured and predicted by the fits`, x: { name: controlName, unit: x.unit }, y: { name: key, unit: y.unit }, series, caption: [h('b', {}, name), `, ${key}.`] }).element);
    }
    const captured = cases.filter(({ test }) => has(test, 'surface'));
    if (captured.length) {
      const of = (key: Key, factor: number): Series[] => captured.map(({ i, test }) => {
        const y = values(test['surface'], key, factor);
        return { ...lineOf(i), name: label(c, i), x: frameNumbers(test, y.length), y };
      });
      const picture = (title: string, name: string, unit: string, series: Series[]) => series.some((one) => one.y.some(Number.isFinite)) && out.push(figure({ title, x: { name: 'frame', whole: true }, y: { name, unit }, series, caption: [title, '.'] }).element);
      picture(`Difference of the clip forces of test ${name} in the fits`, 'force difference', 'N', of('force_difference', 1));
      picture(`Distance between simulated and captured shape of test ${name} in the fits`, 'distance', 'mm', of('distance', 1e3));
    }
  }
  return out.length ? [h('div', { class: 'pair' }, out)] : [];
}

// ---- the sections ----

// Explains the numbers of a table, and the star if the table has one.
function key(c: Compared, heldOut: boolean): HTMLElement {
  const scores = list(c.head, 'scores').filter((score) => flag(score, 'held_out') === heldOut);
  const marked = scores.filter((score) => num(score, 'best') >= 0).length;
  const reasons = [...new Set(scores.map((score) => text(score, 'unmarked')).filter(Boolean))];
  const none = reasons.length ? reasons.map((reason) => (reason === 'within sigma' ? 'all residuals are within sigma, so differences are noise' : reason)).join('; ') : 'a tie, different data or frames, a single fit, or a best fit that is excluded from ranking';
  const words = marked === 0 ? `No column has a ★: ${none}.` : `★ marks the smallest of a column.${marked < scores.length ? ` Where there is none: ${none}.` : ''}`;
  return h('p', { class: 'soft' }, `Root mean square of the residuals. ${words}`);
}

// Explains the stars of the first table: at the best fit, and at the best number of a column.
function fitKey(c: Compared): string {
  const named = num(c.head, 'star') >= 0 ? '★ before a name: the best fit. ' : '';
  const columns = (['best_r2_fitted', 'best_r2_held_out'] as const).some((one) => num(c.head, one) >= 0) ? '★ before a number: the best of its column. ' : '';
  const rule = text(c.head, 'rule');
  return `${named}${columns}${rule ? `${rule} ` : ''}`;
}

// The best prediction, as stored by the program; older pages lack it.
function winner(c: Compared): HTMLElement | null {
  const words = text(c.head, 'words');
  const found = num(c.head, 'star') >= 0;
  return words ? h('p', { class: `verdict ${found ? 'good' : 'partly'}` }, h('b', { 'aria-hidden': 'true' }, found ? '★' : '~'), h('span', {}, words)) : null;
}

export const comparisonTitles: [string, string][] = [
  ['fits', 'Fits'],
  ['compared-curves', 'Curves'],
  ['compared-tests', 'Fitted tests'],
  ['compared-validation', 'Validation'],
  ['compared-parameters', 'Parameters'],
];

export function comparison(c: Compared, open: (i: number) => void): HTMLElement[] {
  const chosen = new Shown(list(c.head, 'fits').map((fit) => num(fit, 'error')));
  const held = scoreTable(c, true);
  const fitted = scoreTable(c, false);
  return [
    section(
      'fits',
      'Fits',
      winner(c),
      list(c.head, 'scores').some((score) => flag(score, 'data_differ'))
        ? h('p', {}, `Not all fits used the same data: ${[...new Set(list(c.head, 'scores').filter((score) => flag(score, 'data_differ')).map((score) => text(score, 'test')))].join(', ')}. Errors of different data are not ranked.`)
        : null,
      fitTable(c, chosen, open),
      h('p', { class: 'soft' }, `Ticked fits are drawn below, in their colour and dash pattern. ${chosen.far.length ? `Not ticked at first: ${chosen.far.map((i) => label(c, i)).join(', ')}. Their errors exceed ${farOff} times the smallest and half of full scale. ` : ''}A name opens the full report of that fit at the end of this page. ${fitKey(c)}${capital(text(c.head, 'star_by') || 'held-out')} error: root mean square of the residuals over full scale, over the channels common to all fits.`),
      text(c.head, 'command') ? command(text(c.head, 'command')) : null,
    ),
    section('compared-curves', 'Curves', h('p', { class: 'soft' }, 'Each law over the measured strains, with its 95 % band. Where lines coincide, the lower ones show through the gaps of the upper ones.'), chosen.part(() => laws(c, chosen.indices()))),
    section('compared-tests', 'Fitted tests', fitted ?? h('p', {}, 'No test was fitted.'), fitted ? key(c, false) : null, chosen.part(() => predictions(c, chosen.indices(), false))),
    section(
      'compared-validation',
      'Validation',
      held ?? h('p', {}, 'No test was held out by any of these fits.'),
      held ? key(c, true) : null,
      c.table ? modelTables(c.table) : null,
      chosen.part(() => predictions(c, chosen.indices(), true)),
    ),
    section('compared-parameters', 'Parameters', parameterTables(c), h('p', { class: 'soft' }, 'Values ± standard error; a dash where a fit has no such parameter.')),
  ];
}
