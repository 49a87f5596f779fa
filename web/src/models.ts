// models.ts: tables of models: all cloth models in all variants as in tables A.1-A.4 of the capture thesis.
// Also: the stages of an additive fit as in table 2 of the additive paper. The best value of each column is marked.
import { flag, has, list, num, object, text, values, type Json, type Key } from './data';
import { best as star, h, mark, table, type Cell } from './dom';
import { largest } from './lists';
import { number, shown } from './units';

function part(of: Json, title: string, wanted: (figure: Json) => boolean, more: boolean): HTMLElement | null {
  const unitOf = (figure: Json, k: number) => shown(text(figure, 'unit'), largest(list(of, 'rows').map((row) => values(row, 'rms')[k] ?? NaN)));
  const figures = list(of, 'figures').map((figure, k) => ({ figure, k, unit: unitOf(figure, k) })).filter(({ figure }) => wanted(figure));
  if (!figures.length) return null;
  const rows = list(of, 'rows').flatMap((row, i): Cell[][] => {
    if (!flag(row, 'done')) return [];
    const rms = values(row, 'rms');
    return [
      [
        { shown: text(row, 'model'), class: 'name' },
        { shown: text(row, 'variant'), class: 'keep' },
        ...figures.map(({ figure, k, unit }): Cell => {
          const value = unit.factor * (rms[k] ?? NaN);
          return { shown: star(num(figure, 'best_row') === i, number(value)), raw: value };
        }),
        ...(more ? [{ shown: number(num(row, 'parameters')) }, { shown: number(num(row, 'failed_frames')) }, { shown: mark(flag(row, 'converged'), 'yes', 'no') }] : []),
      ],
    ];
  });
  const columns = [
    { name: 'model' },
    { name: 'variant' },
    ...figures.map(({ figure, unit }) => ({ name: `${text(figure, 'test')}, ${text(figure, 'residual').replace('clip-', '')} (${unit.unit})`, num: true, wrap: true })),
    ...(more ? [{ name: 'parameters', num: true, wrap: true }, { name: 'failed frames', num: true, wrap: true }, { name: 'converged' }] : []),
  ];
  return h('div', {}, h('h3', {}, title), table(title, columns, rows, { dense: true }));
}

// table.json of --all-models.
export function modelTables(of: Json): HTMLElement {
  return h(
    'div',
    {},
    part(of, 'Models: fitted tests', (figure) => flag(figure, 'main') && !flag(figure, 'held_out'), true),
    h('p', { class: 'soft' }, 'Root mean square of the fitted residuals, over frames and clips or free vertices. As in tables A.1 to A.4 of the capture thesis (X is warp, Y is weft). ★ marks the smallest of a column.'),
    part(of, 'Models: held-out tests', (figure) => flag(figure, 'main') && flag(figure, 'held_out'), false),
    part(of, 'Models: residuals that were not fitted', (figure) => !flag(figure, 'main'), false),
  );
}

// Explains the stages of an additive fit. A fixed schedule runs to the stage given; `auto` decides after each addend.
function wayWords(fit: Json, steps: Json[]): string[] {
  const finite = (key: Key) => steps.some((step) => Number.isFinite(num(step, key)));
  const addends = text(object(object(fit, 'settings'), 'fit'), 'addends');
  const chosen = addends ? addends === 'auto' : finite('held_out');
  const held = finite('held_out_force_rms') || finite('held_out_position_rms');
  const all = steps.every((step) => flag(step, 'kept'));
  const kept = steps.filter((step) => flag(step, 'kept')).map((step) => num(step, 'held_out')).filter(Number.isFinite);
  const lucky = steps.some((step) => !flag(step, 'kept') && num(step, 'held_out') < Math.min(...kept));
  return [
    chosen
      ? 'The energy is a sum of addends, and the fit chooses their number. It starts with the simplest model and tries one addend after another. Each row is a model that was tried, in order, with its errors. '
      : 'The energy is a sum of addends. The fit starts with the simplest model and adds more by a fixed schedule. Each row is a stage, in order, with its errors. ',
    !chosen && all ? 'Every stage is kept, even without improvement. ' : '',
    chosen && finite('held_out')
      ? 'Read the column of examples left out first: fits without them predict them (cross-validation). It falls only while an addend describes the material. An addend that lowers only the sum of squares fits noise. '
      : held
        ? ''
        : 'Each row should lower the errors clearly. Where the numbers hardly change, the addends before it suffice. ',
    held ? 'Held out: errors of each model on tests that were not fitted. More addends always lower the other errors; these fall only while an addend describes the material. ' : '',
    chosen && lucky ? 'A model with a smaller error there that is not kept improved by no more than chance. ' : '',
    all ? 'The last row is the result.' : 'The last row that was kept is the result.',
  ];
}

// The stages of an additive fit, `steps` of fit.json.
export function stepTable(fit: Json): HTMLElement | null {
  const steps = list(fit, 'steps');
  if (!steps.length) return null;
  const all: { key: Key; name: string; factor: number }[] = [
    { key: 'chi2', name: 'sum of squares', factor: 1 },
    { key: 'force_rms', name: 'force rms (N)', factor: 1 },
    { key: 'position_rms', name: 'position rms (mm)', factor: 1e3 },
    { key: 'held_out', name: 'examples left out, rms (sigma)', factor: 1 },
    { key: 'held_out_force_rms', name: 'held out, force rms (N)', factor: 1 },
    { key: 'held_out_position_rms', name: 'held out, position rms (mm)', factor: 1e3 },
  ];
  const columns = all.filter(({ key }) => steps.some((step) => Number.isFinite(num(step, key))));
  const least = columns.map(({ key }) => Math.min(...steps.map((step) => num(step, key)).filter(Number.isFinite)));
  const rows = steps.map((step): Cell[] => [
    { shown: text(step, 'name'), class: 'name' },
    { shown: text(step, 'addends') },
    { shown: number(num(step, 'parameters')), raw: num(step, 'parameters') },
    ...columns.map(({ key, factor }, k): Cell => ({ shown: star(steps.length > 1 && num(step, key) === least[k], number(factor * num(step, key))), raw: factor * num(step, key) })),
    { shown: flag(step, 'kept') ? mark(true, 'kept', '') : h('span', { class: 'soft' }, 'not kept') },
  ]);
  const free = list(fit, 'parameters').filter((parameter) => has(parameter, 'identified') && !flag(parameter, 'frozen')).length;
  const kept = num(steps.filter((step) => flag(step, 'kept')).pop(), 'parameters');
  const held = list(fit, 'parameters').filter((parameter) => flag(parameter, 'frozen')).length;
  const heldOut = columns.some(({ key }) => key.startsWith('held_out_'));
  const tied = steps.some((step) => text(step, 'addends').includes(' = ')) ? 'Addends joined by = share one parameter, because the data do not distinguish them.' : '';
  const counts = [
    free > kept ? `Parameters: free parameters of the addends; with the ${free - kept} of bending the result has ${free}.` : 'Parameters: number of free parameters.',
    held ? `${held} more are held, at strains that no test covers.` : '',
  ].join(' ');
  return h(
    'div',
    {},
    h('h3', {}, 'Models tried'),
    h('p', {}, ...wayWords(fit, steps)),
    table('Models tried', [{ name: 'model' }, { name: 'addends' }, { name: 'parameters', num: true, wrap: true }, ...columns.map(({ name }) => ({ name, num: true, wrap: true })), { name: '' }], rows, { dense: true }),
    h('p', { class: 'soft' }, [
      'An addend is a function of one or two strains; the number behind it counts its control strains.',
      tied,
      counts,
      'The sum of squares weights every residual by the sigma of its reading. ★ marks the smallest of a column.',
      heldOut ? 'As in table 2 of the additive paper, with errors of fitted and of held-out examples.' : 'As the columns of fitted examples in table 2 of the additive paper.',
    ].filter(Boolean).join(' ')),
  );
}
