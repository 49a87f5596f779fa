// summary.ts: what was measured, which model, what came out, how sure it is, what to do next.
import { flag, has, list, num, object, text, values, words, type Extra, type Json } from './data';
import { command, download, folded, h, section, table } from './dom';
import { figure, type Series } from './figure';
import { direction, good, isCoupling, isFriction, states, tests } from './result';
import { capital, number, quantity, r2, seconds, shown, shownStrain, uncertain, type Shown } from './units';

const nice = (sentence: string): string => sentence.replaceAll('R2 = ', 'R² = ').replaceAll('R2 ', 'R² ');

// a, b and tau of a friction law: its stress grows to a + b |strain| within some tau of strain.
function frictionKey(fit: Json, parameter: Json): { name: string; unit: Shown } | null {
  const match = /^(.*)\.(a|b|tau)(-positive|-negative)?$/.exec(text(parameter, 'name'));
  const curve = match && list(fit, 'curves').find((one) => text(one, 'term') === match[1] && isFriction(one) && !flag(one, 'assumed'));
  if (!match || !curve || flag(parameter, 'frozen')) return null;
  const letter = match[2] === 'tau' ? 'τ' : match[2];
  const side = match[3] ? ` (${match[3].slice(1)} side)` : '';
  const stress = text(curve, 'stress_unit') === 'N' ? { factor: 1e3, unit: 'mN' } : shown(text(parameter, 'unit'));
  const unit = match[2] === 'tau' ? shownStrain(text(curve, 'strain_unit')) : match[2] === 'a' ? stress : shown(text(parameter, 'unit'));
  return { name: `${match[1]!.replace(/-friction$/, '')} friction ${letter}${side}`, unit };
}

function keys(fit: Json): HTMLElement {
  const out: HTMLElement[] = [];
  const key = (name: string, value: string, unit = '') => out.push(h('div', { class: 'key' }, h('dt', {}, capital(name)), h('dd', {}, value, unit ? h('small', {}, ` ${unit}`) : null)));
  for (const parameter of list(fit, 'parameters')) {
    const match = /^(.*)\.(\w+)@origin$/.exec(text(parameter, 'name'));
    const unit = shown(text(parameter, 'unit'));
    if (match && !flag(parameter, 'frozen')) key(`${match[1]} ${match[2]} at rest`, uncertain(unit.factor * num(parameter, 'value'), 1.96 * unit.factor * num(parameter, 'sigma')), unit.unit);
  }
  for (const curve of list(fit, 'curves')) {
    if (flag(curve, 'assumed') || text(curve, 'law') === 'polar-tensor' || isFriction(curve)) continue;
    const unit = shown(text(curve, 'stiffness_unit'));
    key(text(curve, 'name') + (isCoupling(curve) ? ' coupling' : ' stiffness at rest'), uncertain(unit.factor * num(curve, 'zero_stiffness'), unit.factor * num(curve, 'zero_stiffness_half_width')), unit.unit);
  }
  for (const parameter of list(fit, 'parameters')) {
    const friction = frictionKey(fit, parameter);
    if (friction) key(friction.name, uncertain(friction.unit.factor * num(parameter, 'value'), 1.96 * friction.unit.factor * num(parameter, 'sigma')), friction.unit.unit);
  }
  for (const held of [false, true]) {
    const worst = list(fit, 'scores').filter((score) => flag(score, 'held_out') === held).map((score) => num(score, 'r2')).filter(Number.isFinite);
    if (worst.length) key(held ? 'lowest R², held out' : 'lowest R², fitted', r2(Math.min(...worst)));
  }
  const free = list(fit, 'parameters').filter((parameter) => has(parameter, 'identified') && !flag(parameter, 'frozen'));
  const weak = free.filter((parameter) => flag(parameter, 'weak') && !flag(parameter, 'near_zero')).length;
  if (free.length) key('parameters determined', String(free.filter((parameter) => flag(parameter, 'identified') && !flag(parameter, 'near_zero')).length), `of ${free.length}${weak ? `, ${weak} of them weakly` : ''}`);
  key('computing time', seconds(num(fit, 'seconds')), 's');
  return h('dl', { class: 'keys' }, out);
}

function warnings(fit: Json): (HTMLElement | null)[] {
  const all = list(fit, 'warnings');
  const shear = text(object(fit, 'shear_check'), 'words');
  return [
    all.length ? h('h3', {}, 'Warnings') : null,
    all.length ? h('ul', { class: 'warn' }, all.map((warning) => h('li', {}, `${capital(text(warning, 'text'))}.`, h('br'), h('span', {}, `${capital(text(warning, 'remedy'))}.`)))) : null,
    shear ? h('p', {}, shear) : null,
  ];
}

// All curves in one picture: how stiff the directions are against each other.
function overview(fit: Json): HTMLElement | null {
  const series: Series[] = [];
  let unit: string | null = null;
  for (const curve of list(fit, 'curves')) {
    if (flag(curve, 'assumed') || isCoupling(curve) || text(curve, 'strain_unit') !== '1' || isFriction(curve)) continue;
    if (unit !== null && unit !== text(curve, 'stress_unit')) continue;
    unit = text(curve, 'stress_unit');
    const inside = values(curve, 'in_range');
    const strain = values(curve, 'strain', 100);
    const stress = values(curve, 'stress', shown(unit).factor).map((s, i) => ((flag(curve, 'measured') && !inside[i]) || (strain[strain.length - 1]! > 0 && strain[i]! < 0) ? NaN : s));
    if (series.length < 6) series.push({ kind: 'line', colour: series.length + 1, name: text(curve, 'name'), x: strain, y: stress });
  }
  if (series.length >= 2)
    return figure({
      title: 'All fitted stress curves together',
      x: { name: 'strain', unit: '%' },
      y: { name: 'stress', unit: shown(unit ?? '').unit },
      height: 270,
      series,
      caption: ['The fitted curves in tension, over the strains that were measured.'],
    }).element;
  const folds = list(fit, 'curves').filter((curve) => text(curve, 'measure') === 'fold' && values(curve, 'secant').length > 1);
  if (!folds.length) return null;
  return figure({
    title: 'Bending stiffness in all directions',
    x: { name: 'alpha, half the curvature', unit: shownStrain(text(folds[0], 'strain_unit')).unit },
    y: { name: 'stiffness k', unit: shown(text(folds[0], 'stiffness_unit')).unit },
    height: 270,
    series: folds.map((curve, i) => ({
      kind: 'line',
      colour: i + 1,
      name: text(curve, 'name'),
      x: values(curve, 'strain', shownStrain(text(curve, 'strain_unit')).factor),
      y: values(curve, 'secant', shown(text(curve, 'stiffness_unit')).factor),
    })),
    caption: ['Bending stiffness by direction of the fold line; for constant k the plate rigidity is k/4.'],
  }).element;
}

function measured(fit: Json): HTMLElement {
  const size = (test: Json) => ['length', 'width'].map((side) => number(1e3 * quantity(text(test, side)))).join(' × ');
  const all = tests(fit);
  const sized = all.some((test) => !['homogeneous', 'poses'].includes(text(test, 'protocol')));
  const directed = all.some((test) => direction(test) !== '–');
  const rows = all.map((test) => {
    const compared = text(object(test, 'capture'), 'compared');
    const strips = num(test, 'strips');
    const triangles = num(test, 'triangles');
    return [
      { shown: text(test, 'name'), class: 'name' },
      ...(directed ? [{ shown: [direction(test), compared ? h('span', { class: 'soft' }, h('br'), `by ${compared}`) : null], raw: direction(test), class: 'keep' }] : []),
      ...(sized ? [{ shown: `${size(test)} mm${strips > 1 ? `, ${strips} strips` : ''}`, class: 'keep' }] : []),
      { shown: states(test), raw: num(test, 'frames'), class: 'keep' },
      { shown: flag(test, 'held_out') ? 'held out' : 'fitted', class: 'keep' },
      { shown: [h('span', { title: text(test, 'method_reason') }, text(test, 'method')), triangles > 2 ? h('span', { class: 'soft' }, ` ${triangles} triangles`) : null], class: 'keep' },
    ];
  });
  const columns = [{ name: 'test' }, ...(directed ? [{ name: 'direction' }] : []), ...(sized ? [{ name: 'length × width' }] : []), { name: 'measured' }, { name: 'use' }, { name: 'method' }];
  const whole = table('What was measured', columns, rows, { dense: true });
  const held = all.filter((test) => flag(test, 'held_out')).length;
  const notes = words(fit, 'notes');
  return h(
    'div',
    {},
    h('h3', {}, 'What was measured'),
    // a long list is folded: the summary is to be seen at once
    folded(all.length, `tests${held ? `, ${held} of them held out` : ''}`, whole),
    notes.length ? h('details', {}, h('summary', {}, 'How the files were read'), h('ul', {}, notes.map((note) => h('li', {}, note)))) : null,
    h('h3', {}, 'Model'),
    h(
      'ul',
      { class: 'terms' },
      list(object(fit, 'material'), 'terms').map((term) => {
        const n = num(term, 'parameters');
        return h(
          'li',
          {},
          h('b', {}, text(term, 'name')),
          `: ${text(term, 'law')} over ${text(term, 'strain')} strain, ${n} parameter${n === 1 ? '' : 's'}`,
          flag(term, 'assumed') ? ', assumed, not measured' : '',
          text(term, 'fold') ? ` (${text(term, 'fold')})` : '',
          text(term, 'formula') ? h('span', { class: 'soft under' }, text(term, 'formula')) : null,
        );
      }),
    ),
  );
}

export function summary(fit: Json, extra: Extra): HTMLElement {
  const next = text(fit, 'next');
  const passed = good(fit);
  return section(
    'summary',
    'Summary',
    h('p', { class: `verdict ${passed ? 'good' : 'bad'}` }, h('b', { 'aria-hidden': 'true' }, passed ? '✓' : '!'), h('span', {}, nice(text(fit, 'verdict')))),
    keys(fit),
    list(fit, 'curves').length ? h('p', { class: 'soft' }, '± is the 95 % interval (1.96 standard deviations).') : null,
    ...warnings(fit),
    h('div', { class: 'pair lead' }, measured(fit), overview(fit)),
    next || extra.material ? h('h3', {}, 'Next') : null,
    next ? command(next) : null,
    extra.material ? h('p', {}, h('button', { type: 'button', click: () => download('material.json', extra.material ?? '', 'application/json') }, 'Save material.json'), h('span', { class: 'soft' }, ' the fitted material, for simulations')) : null,
  );
}
