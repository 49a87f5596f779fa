// provenance.ts: how the fit ran (convergence, time) and everything needed to run it again (inputs, settings, versions).
import { flag, list, num, object, text, type Extra, type Json, type Key } from './data';
import { command, folded, h, mark, plainCommand, section, table, type Cell } from './dom';
import { figure, type Series } from './figure';
import { largest } from './lists';
import { capital, number, shown } from './units';

function iterations(fit: Json): HTMLElement[] {
  const all = list(fit, 'iterations');
  if (!all.length) return [];
  const stages = [...new Set(all.map((one) => text(one, 'stage')))];
  const places = all.map((one, i) => ({ at: i + 1, stage: text(one, 'stage'), accepted: flag(one, 'accepted'), objective: num(one, 'objective'), step: num(one, 'step') }));
  // the scan fits with one number held at one value after another: its objective rises and falls
  const scanning = new Set(all.filter((one) => flag(one, 'scan')).map((one) => text(one, 'stage')));
  const scanned = (stage: string) => scanning.has(stage);
  const named = (stage: string) => (scanned(stage) ? `scan of the ${stage}` : stage || 'accepted');
  const scan = scanning.size ? ` A scan holds the ${[...scanning].join(' and the ')} at one value after another, so its points rise and fall. The fit starts from the best.` : '';
  const positive = (v: number) => (v > 0 ? v : NaN);
  const picture = (key: 'objective' | 'step', title: string, name: string, caption: string) => {
    const series: Series[] = stages.flatMap((stage, k): Series[] => {
      const of = places.filter((one) => one.stage === stage && one.accepted);
      const points: Series = { kind: 'points', colour: k + 1, name: named(stage), x: of.map((one) => one.at), y: of.map((one) => positive(one[key])), tip: of.map(() => named(stage)) };
      if (scanned(stage)) return [points];
      // a stage that others interrupt is not drawn as one line
      const joined = places.map((one) => (one.stage === stage ? (one.accepted ? positive(one[key]) : null) : NaN)).map((y, i) => ({ x: i + 1, y })).filter(({ y }) => y !== null);
      return [{ kind: 'line', colour: k + 1, x: joined.map(({ x }) => x), y: joined.map(({ y }) => y as number) }, points];
    });
    const rejected = places.filter((one) => !one.accepted);
    if (rejected.length) series.push({ kind: 'rings', colour: 0, name: 'rejected', x: rejected.map((one) => one.at), y: rejected.map((one) => positive(one[key])), tip: rejected.map((one) => one.stage) });
    return figure({ title, x: { name: 'iteration', whole: true }, y: { name, log: true }, series, caption: [caption] }).element;
  };
  return [
    picture('objective', 'Objective over the iterations', 'objective', `Half the weighted sum of squares, over all stages of the fit in order.${scan}`),
    picture('step', 'Length of the steps over the iterations', 'step', 'Length of each step in scaled parameters.'),
  ];
}

function phases(fit: Json): HTMLElement {
  const all = Object.entries(object(fit, 'seconds_per_phase') ?? {}).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  const total = all.reduce((sum, [, seconds]) => sum + seconds, 0);
  const threads = num(fit, 'threads');
  const rows: Cell[][] = all.map(([name, seconds]) => [{ shown: name }, { shown: `${number(seconds)} s`, raw: seconds }, { shown: h('span', { class: 'meter', style: `width:${((7 * seconds) / (total || 1)).toFixed(2)}rem` }), raw: '' }]);
  rows.push([{ shown: h('b', {}, 'from start to end') }, { shown: h('b', {}, `${number(num(fit, 'seconds'))} s`), raw: num(fit, 'seconds') }, { shown: h('span', { class: 'soft' }, `${Math.max(threads || 1, 1)} thread${threads > 1 ? 's' : ''}`) }]);
  return h('div', {}, h('h3', {}, 'Time'), table('Time per phase', [{ name: 'phase' }, { name: 'time', num: true }, { name: '' }], rows), threads > 1 ? h('p', { class: 'soft' }, 'The phases add up over threads.') : null);
}

export function convergence(fit: Json): HTMLElement {
  const outcome = object(fit, 'outcome');
  const reason = text(outcome, 'stop_reason');
  const n = list(fit, 'iterations').length;
  return section(
    'convergence',
    'Convergence',
    h('p', {}, mark(flag(outcome, 'converged'), 'Converged', 'Not converged'), reason && reason !== 'converged' ? `: ${reason}` : '', n ? ` after ${n} iterations` : '', '.'),
    h('div', { class: 'pair' }, iterations(fit), phases(fit)),
  );
}

// Per strain measure: the smallest eigenvalue of the energy's second derivatives, and whether that is proven.
function convexity(fit: Json): HTMLElement | null {
  const rows = list(object(fit, 'material'), 'convexity').map((one): Cell[] => {
    const unit = shown(text(one, 'unit'), largest(num(one, 'smallest'), num(one, 'bound')));
    const smallest = unit.factor * num(one, 'smallest');
    const bound = unit.factor * num(one, 'bound');
    const place = (key: Key) => Object.entries(object(one, key) ?? {}).map(([name, value]) => `${name} ${number(Number(value))}`).join(', ');
    const drop = num(one, 'drop') > 0 ? `; the stress of ${text(one, 'drop_of')} falls at ${place('drop_where')}` : '';
    return [
      { shown: text(one, 'strain'), class: 'name' },
      { shown: flag(one, 'proven') ? mark(true, 'convex, proven', '') : smallest < 0 || num(one, 'drop') > 0 ? mark(false, '', 'not convex') : h('span', {}, 'convex where sampled') },
      { shown: number(smallest), raw: smallest },
      { shown: number(bound), raw: bound },
      { shown: unit.unit },
      { shown: place('where') + drop },
    ];
  });
  if (!rows.length) return null;
  return h(
    'div',
    {},
    table('Certificate of convexity', [{ name: 'strains' }, { name: 'energy' }, { name: 'smallest eigenvalue', num: true, wrap: true }, { name: 'no smaller than', num: true, wrap: true }, { name: 'unit' }, { name: 'at' }], rows),
    h('p', { class: 'soft' }, 'Eigenvalues of the second derivatives of the energy in the valid range of strains. Positive: the material is stable there.'),
  );
}

export function provenance(fit: Json, extra: Extra): HTMLElement {
  const certificate = text(object(fit, 'material'), 'certificate');
  const inputs = list(fit, 'inputs');
  const versions = Object.entries(object(fit, 'versions') ?? {}).filter(([, value]) => typeof value === 'string');
  const settings = Object.entries(object(fit, 'settings') ?? {}).flatMap(([group, rows]) =>
    rows && typeof rows === 'object' && !Array.isArray(rows)
      ? Object.entries(rows as Json).map(([name, value]): Cell[] => [
          { shown: `${group} ${name}`, class: 'name' },
          { shown: typeof value === 'object' ? JSON.stringify(value) : String(value) },
          { shown: extra.help?.[group]?.[name] ?? '', class: 'soft' },
        ])
      : [],
  );
  return section(
    'provenance',
    'Provenance',
    text(fit, 'command') ? h('h3', {}, 'Command') : null,
    text(fit, 'command') ? command(plainCommand(text(fit, 'command'))) : null,
    certificate ? h('h3', {}, 'Certificate of convexity') : null,
    certificate ? h('p', {}, `${capital(certificate)}.`) : null,
    convexity(fit),
    inputs.length ? h('h3', {}, 'Inputs') : null,
    inputs.length ? folded(inputs.length, 'files', table('Inputs', [{ name: 'file' }, { name: 'use' }, { name: 'SHA-256' }], inputs.map((input) => [{ shown: text(input, 'path') }, { shown: text(input, 'use') }, { shown: h('code', {}, text(input, 'sha256')), class: 'hash' }]))) : null,
    h('h3', {}, 'Versions'),
    h('p', {}, `${versions.map(([name, value]) => `${name} ${String(value)}`).join(', ')}; format of fit.json: ${text(fit, 'pliant')}.`),
    settings.length ? h('details', {}, h('summary', {}, 'Settings used'), table('Settings used', [{ name: 'setting' }, { name: 'value' }, { name: 'meaning' }], settings)) : null,
  );
}
