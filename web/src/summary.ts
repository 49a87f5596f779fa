// summary.ts: data, model, main results with their uncertainty, and the next step.
import { flag, has, list, num, object, text, values, words, type Extra, type Json, type Key } from './data';
import { lineOf } from './compared_curves';
import { command, download, folded, h, plainCommand, section, table } from './dom';
import { figure, type Series } from './figure';
import { betterStage } from './poses';
import { atBound, channel, direction, isCoupling, inOneMeasure, isFriction, mapName, state, states, stateSign, stressName, tests } from './result';
import { largest } from './lists';
import { capital, number, quantity, r2, seconds, shown, shownStrain, uncertain, type Shown } from './units';
import { alike, termName, termWords } from './words';

const nice = (sentence: string): string => sentence.replaceAll('R2 = ', 'R² = ').replaceAll('R2 ', 'R² ');

// a, b and tau of a friction law: its stress grows to a + b |strain| within some tau of strain.
function frictionKey(fit: Json, parameter: Json): { name: string; unit: Shown } | null {
  const match = /^(.*)\.(a|b|tau)(-positive|-negative)?$/.exec(text(parameter, 'name'));
  const curve = match && list(fit, 'curves').find((one) => text(one, 'term') === match[1] && isFriction(one) && !flag(one, 'assumed'));
  if (!match || !curve || flag(parameter, 'frozen')) return null;
  const letter = match[2] === 'tau' ? 'τ' : match[2];
  const side = match[3] ? ` (${match[3].slice(1)} side)` : '';
  const unit = match[2] === 'tau' ? shownStrain(text(curve, 'strain_unit')) : shown(text(parameter, 'unit'), num(parameter, 'value'));
  return { name: `${match[1]!.replace(/-friction$/, '')} friction ${letter}${side}`, unit };
}

function keys(fit: Json): HTMLElement {
  const out: HTMLElement[] = [];
  const key = (name: string, value: string, unit = '', wide = false) => out.push(h('div', { class: wide ? 'key wide' : 'key' }, h('dt', {}, capital(name)), h('dd', {}, value, unit ? h('small', {}, ` ${unit.length < 8 ? unit.replaceAll(' ', '\u00a0') : unit}`) : null)));
  // moduli of a solid; their range over an inhomogeneous body
  const moduli = list(fit, 'moduli');
  for (const modulus of moduli) {
    const unit = shown(text(modulus, 'unit'), largest(values(modulus, 'value')));
    const value = values(modulus, 'value', unit.factor).map((v, i) => uncertain(v, unit.factor * (values(modulus, 'sigma')[i] ?? NaN)));
    const name = `${text(modulus, 'name')}${flag(modulus, 'ratios_only') || flag(modulus, 'size_made_up') ? ' (only ratios were measured)' : ''}`;
    // a value that is not determined is not shown
    if (flag(modulus, 'not_determined')) key(name, 'not determined');
    else if (value.length > 1) key(`${name}: 5 to 95 % of the volume`, `${value[0]} to ${value[value.length - 1]}`, unit.unit, true);
    else if (value.length) key(name, value[0]!, unit.unit);
  }
  for (const parameter of list(fit, 'parameters')) {
    const match = /^(.*)\.(\w+)@origin$/.exec(text(parameter, 'name'));
    const unit = shown(text(parameter, 'unit'), num(parameter, 'value'));
    if (match && !flag(parameter, 'frozen')) key(`${match[1]} ${match[2]} at rest`, uncertain(unit.factor * num(parameter, 'value'), unit.factor * num(parameter, 'sigma')), unit.unit);
  }
  // bending as rigidity by cut; parameters of the laws are in the table of parameters
  const rigidities = list(fit, 'rigidities');
  const inRigidities = new Set(rigidities.flatMap((rigidity) => words(rigidity, 'terms')));
  for (const curve of list(fit, 'curves')) {
    if (moduli.length || inRigidities.has(text(curve, 'term')) || flag(curve, 'assumed') || flag(curve, 'maps') || isFriction(curve)) continue;
    // a coupling that is zero at rest by its law is not a result
    if (isCoupling(curve) && num(curve, 'zero_stiffness') === 0) continue;
    const name = text(curve, 'name') + (isCoupling(curve) ? ' coupling' : ' stiffness at rest');
    // the unit of the picture; sigma of a value at its bound is meaningless
    const unit = shown(text(curve, 'stiffness_unit'), largest(values(curve, 'stiffness'), num(curve, 'zero_stiffness')));
    const value = unit.factor * num(curve, 'zero_stiffness');
    if (atBound(fit, curve)) key(name, number(value), `${unit.unit}, at its bound`);
    else key(name, uncertain(value, unit.factor * num(curve, 'zero_stiffness_sigma')), unit.unit);
  }
  for (const rigidity of rigidities) {
    const unit = shown(text(rigidity, 'unit'), num(rigidity, 'value'));
    if (flag(rigidity, 'not_determined')) key(text(rigidity, 'name'), 'not determined');
    else key(text(rigidity, 'name'), uncertain(unit.factor * num(rigidity, 'value'), unit.factor * num(rigidity, 'sigma')), `${unit.unit}${flag(rigidity, 'at_bound') ? ', at its bound' : ''}`);
  }
  for (const parameter of list(fit, 'parameters')) {
    const friction = frictionKey(fit, parameter);
    if (friction) key(friction.name, uncertain(friction.unit.factor * num(parameter, 'value'), friction.unit.factor * num(parameter, 'sigma')), friction.unit.unit);
  }
  // scores that are not judged do not count
  for (const held of [false, true]) {
    const worst = list(fit, 'scores').filter((score) => flag(score, 'held_out') === held && !has(score, 'not_judged') && (!held || has(score, 'passed'))).map((score) => num(score, 'r2')).filter(Number.isFinite);
    if (worst.length) key(held ? 'lowest R², held out' : 'lowest R², fitted', r2(Math.min(...worst)));
  }
  const free = list(fit, 'parameters').filter((parameter) => has(parameter, 'identified') && !flag(parameter, 'frozen'));
  const weak = free.filter((parameter) => flag(parameter, 'weak') && !flag(parameter, 'near_zero')).length;
  const held = list(fit, 'parameters').filter((parameter) => flag(parameter, 'frozen')).length;
  if (free.length) key('parameters determined', String(free.filter((parameter) => flag(parameter, 'identified') && !flag(parameter, 'near_zero')).length), `of ${free.length}${weak ? `, ${weak} of them weakly` : ''}${held ? `; ${held} held` : ''}`);
  key('computing time', seconds(num(fit, 'seconds')), 's');
  // rows of one length on a wide page: seven are four and three, not six and one
  const n = out.reduce((sum, one) => sum + (one.classList.contains('wide') ? 2 : 1), 0);
  return h('dl', { class: 'keys', style: `--columns: ${Math.ceil(n / Math.ceil(n / 6))}` }, out);
}

// Several warnings of one kind, a row each.
function warningTable(warning: Json): HTMLElement | null {
  const lists = Array.isArray(warning['rows']) ? (warning['rows'] as unknown[]) : [];
  const rows = lists.map((_, i) => words(lists as unknown as Json, `${i}`));
  const columns = list(warning, 'columns').map((column, k) => ({ name: text(column, 'name'), num: flag(column, 'number'), k })).filter(({ k }) => rows.some((row) => row[k]));
  if (!rows.length || !columns.length) return null;
  const whole = table(capital(text(warning, 'text')), columns, rows.map((row) => columns.map(({ k }) => ({ shown: row[k] ?? '' }))), { dense: true });
  return folded(rows.length, 'of them', whole);
}

function warnings(fit: Json): (HTMLElement | null)[] {
  const all = list(fit, 'warnings');
  const shear = text(object(fit, 'shear_check'), 'words');
  return [
    all.length ? h('h3', {}, 'Warnings') : null,
    all.length ? h('ul', { class: 'warn' }, all.map((warning) => h('li', {}, `${capital(text(warning, 'text'))}.`, h('br'), h('span', {}, `${capital(text(warning, 'remedy'))}.`), warningTable(warning)))) : null,
    shear ? h('p', {}, shear) : null,
  ];
}

// The place of a small picture of the map of an inhomogeneous material.
function mapPlace(fit: Json): HTMLElement | null {
  const where = object(object(fit, 'samples'), 'stiffness');
  if (!where) return null;
  const unit = shown(text(where, 'unit'), num(where, 'high'));
  const unconfirmed = betterStage(fit);
  return h(
    'figure',
    { class: 'mapplace' },
    h('h3', {}, `Map of ${mapName(fit, text(where, 'name'))}`),
    h('a', { href: '#shapes' }),
    h('figcaption', {}, unconfirmed ? h('b', {}, `Held-out poses are predicted best with ${num(unconfirmed, 'samples')} sample${num(unconfirmed, 'samples') === 1 ? '' : 's'}: they do not confirm this map. `) : null, `The surface, and a cut through the place that deviates most. Softest element ${number(unit.factor * num(where, 'low'))}, stiffest ${number(unit.factor * num(where, 'high'))} ${unit.unit}. `, h('a', { href: '#shapes' }, 'Shapes in 3D'), ' shows it from all sides; ', h('a', { href: '#validation' }, 'Validation'), ' compares the numbers of samples.'),
  );
}

// The normal stress over the stretch, where that was imposed.
const normalStress = (test: Json): Json | null => list(test, 'channels').find((one) => text(one, 'together') === 'normal') ?? null;

// Rubber: all tests of stress over stretch in one picture.
function together(fit: Json): HTMLElement | null {
  const all = tests(fit).filter((test) => has(test, 'mode'));
  const stretched = all.filter(normalStress);
  if (!stretched.length) return null;
  const stresses = inOneMeasure(stretched, text(normalStress(stretched[0]!), 'name'));
  const over = text(stretched[0], 'control');
  const measured = (test: Json) => stresses.of(test, 'measured');
  const drawn = stretched.filter((test) => measured(test).length).slice(0, 6);
  if (!drawn.length) return null;
  const why = (test: Json) => (text(test, 'control') !== over ? ` (measured over ${text(test, 'control')})` : measured(test).length ? '' : ` (${stressName(test, text(normalStress(stretched[0]!), 'name'))})`);
  const others = all.filter((test) => !drawn.includes(test)).map((test) => `${text(test, 'name')}${why(test)}`);
  const converted = drawn.filter((test) => stresses.name === 'nominal stress' && text(test, 'stress_measure') === 'cauchy').map((test) => text(test, 'name'));
  const unit = shown(text(normalStress(drawn[0]!), 'unit'), largest(...drawn.map(measured)));
  const series = drawn.flatMap((test, i): Series[] => {
    const x = values(channel(test, over), 'imposed');
    const y = (key: Key) => stresses.of(test, key).map((stress) => unit.factor * stress);
    return [
      { kind: 'line', colour: i + 1, name: `${text(test, 'name')}${flag(test, 'held_out') ? ', held out' : ''}`, x, y: y('predicted') },
      { kind: 'points', colour: i + 1, x, y: y('measured'), tip: x.map(() => `${text(test, 'name')}, measured`) },
    ];
  });
  return figure({
    title: 'Tests together: stress over stretch',
    heading: 'Tests together',
    x: { name: over },
    y: { name: stresses.name, unit: unit.unit },
    height: 270,
    series,
    caption: [
      'Points: measured; lines: the fitted material.',
      converted.length ? ` Converted from Cauchy stress by the ratio of areas: ${converted.join(', ')}.` : '',
      others.length ? ` Not in this picture: ${others.join(', ')}; see ` : '',
      others.length ? h('a', { href: '#tests' }, 'Measured against predicted') : '',
      others.length ? '.' : '',
    ],
  }).element;
}

// All curves in one picture: how stiff the directions are against each other.
function overview(fit: Json): HTMLElement | null {
  if (list(fit, 'moduli').length) return together(fit);
  const series: Series[] = [];
  const free = list(fit, 'curves').filter((curve) => !flag(curve, 'assumed') && !isCoupling(curve) && text(curve, 'strain_unit') === '1' && !isFriction(curve));
  const drawn = free.filter((curve) => text(curve, 'stress_unit') === text(free[0], 'stress_unit'));
  const unit = shown(text(drawn[0], 'stress_unit'), largest(...drawn.map((curve) => values(curve, 'stress'))));
  for (const curve of drawn) {
    const inside = values(curve, 'in_range');
    const strain = values(curve, 'strain', 100);
    const stress = values(curve, 'stress', unit.factor).map((s, i) => ((flag(curve, 'measured') && !inside[i]) || (strain[strain.length - 1]! > 0 && strain[i]! < 0) ? NaN : s));
    // warp and weft may coincide: later curves are dashed, and those below show through the gaps
    if (series.length < 6) series.push({ ...lineOf(series.length), name: text(curve, 'name'), x: strain, y: stress });
  }
  if (series.length >= 2)
    return figure({
      title: 'All fitted stress curves together',
      heading: 'Fitted curves together',
      x: { name: 'strain', unit: '%' },
      y: { name: 'stress', unit: unit.unit },
      height: 270,
      series,
      caption: ['The fitted curves in tension, over the measured strains.'],
    }).element;
  const folds = list(fit, 'curves').filter((curve) => flag(curve, 'by_direction') && values(curve, 'secant').length > 1);
  if (!folds.length) return null;
  const k = shown(text(folds[0], 'stiffness_unit'), largest(...folds.map((curve) => values(curve, 'secant'))));
  return figure({
    title: 'Bending stiffness in all directions',
    heading: 'Bending stiffness in all directions',
    x: { name: 'alpha, half the curvature', unit: shownStrain(text(folds[0], 'strain_unit')).unit },
    y: { name: 'stiffness k', unit: k.unit },
    height: 270,
    series: folds.map((curve, i) => ({
      kind: 'line',
      colour: i + 1,
      name: text(curve, 'name'),
      x: values(curve, 'strain', shownStrain(text(curve, 'strain_unit')).factor),
      y: values(curve, 'secant', k.factor),
    })),
    caption: ['Stiffness k of the law by direction of the fold line; the bending rigidity is k/4.'],
  }).element;
}

function measured(fit: Json): HTMLElement {
  const size = (test: Json) => flag(test, 'disc') ? `diameter ${number(1e3 * quantity(text(test, 'length')))}` : (['length', 'width'] as const).map((side) => number(1e3 * quantity(text(test, side)))).join(' × ');
  const all = tests(fit);
  const sized = all.some((test) => flag(test, 'sized'));
  const directed = all.some((test) => direction(test) !== '–');
  const modes = all.every((test) => has(test, 'mode')); // homogeneous deformation: a mode instead of a method of simulation
  const rows = all.map((test) => {
    const compared = text(object(test, 'surface'), 'compared');
    const strips = num(test, 'strips');
    const triangles = num(test, 'triangles');
    return [
      { shown: text(test, 'name'), class: 'name' },
      ...(directed ? [{ shown: [direction(test), compared ? h('span', { class: 'soft' }, h('br'), `by ${compared}`) : null, text(test, 'mode_words') ? h('span', { class: 'soft under' }, text(test, 'mode_words')) : null], raw: direction(test), ...(modes || compared ? {} : { class: 'keep' }) }] : []),
      ...(sized ? [{ shown: `${size(test)} mm${strips > 1 ? `, ${strips} strips` : ''}`, class: 'keep' }] : []),
      { shown: states(test), raw: num(test, 'frames'), class: 'keep' },
      { shown: flag(test, 'held_out') ? 'held out' : 'fitted', class: 'keep' },
      ...(modes ? [] : [{ shown: [h('span', { title: text(test, 'method_reason') }, text(test, 'method')), triangles > 2 ? h('span', { class: 'soft under' }, `${triangles} triangles`) : null], class: 'keep' }]),
    ];
  });
  const columns = [{ name: 'test' }, ...(directed ? [{ name: modes ? 'mode' : 'direction' }] : []), ...(sized ? [{ name: all.some((test) => flag(test, 'disc')) ? 'specimen' : 'length × width' }] : []), { name: 'measured' }, { name: 'use' }, ...(modes ? [] : [{ name: 'method' }])];
  const whole = table('What was measured', columns, rows, { dense: true });
  const held = all.filter((test) => flag(test, 'held_out')).length;
  const notes = words(fit, 'notes');
  return h(
    'div',
    {},
    h('h3', {}, 'What was measured'),
    // a long list is folded to keep the summary short
    folded(all.length, `tests${held ? `, ${held} of them held out` : ''}`, whole),
    notes.length ? h('details', {}, h('summary', {}, 'How the files were read'), h('ul', {}, notes.map((note) => h('li', {}, note)))) : null,
    h('h3', {}, 'Model'),
    h(
      'ul',
      { class: 'terms' },
      alike(list(object(fit, 'material'), 'terms')).map((terms) =>
        h(
          'li',
          {},
          terms.flatMap((term, i) => [i ? ', ' : '', h('b', {}, text(term, 'name'))]),
          `: ${termWords(terms[0]!)}`,
          flag(terms[0], 'assumed') ? ' Assumed, not measured.' : '',
          terms.some((term) => text(term, 'fold')) ? h('span', { class: 'soft under' }, terms.map((term) => `${text(term, 'name')}: ${text(term, 'fold')}`).join('; ')) : null,
        ),
      ),
    ),
    h(
      'details',
      {},
      h('summary', {}, 'Names of laws and formulas'),
      h('ul', { class: 'terms' }, alike(list(object(fit, 'material'), 'terms')).map((terms) => h('li', {}, terms.flatMap((term, i) => [i ? ', ' : '', h('b', {}, text(term, 'name'))]), `: ${termName(terms, list(fit, 'parameters').map((parameter) => text(parameter, 'name')))}.`))),
    ),
  );
}

export function summary(fit: Json, extra: Extra): HTMLElement {
  const next = text(fit, 'next');
  const worth = state(fit);
  return section(
    'summary',
    'Summary',
    h('p', { class: `verdict ${worth}` }, h('b', { 'aria-hidden': 'true' }, stateSign[worth]), h('span', {}, nice(text(fit, 'verdict')))),
    keys(fit),
    list(fit, 'curves').length || list(fit, 'moduli').length ? h('p', { class: 'soft' }, '± is sigma, one standard error, here and in all tables. Bands and bars in pictures are 95 % confidence intervals: 1.96 sigma, or more where few specimens determine the scatter.') : null,
    mapPlace(fit),
    ...warnings(fit),
    h('div', { class: 'pair lead' }, measured(fit), overview(fit)),
    next || extra.material ? h('h3', {}, 'Next') : null,
    next ? command(plainCommand(next)) : null,
    extra.material ? h('p', {}, h('button', { type: 'button', click: () => download('material.json', extra.material ?? '', 'application/json') }, 'Save material.json'), h('span', { class: 'soft' }, ' the fitted material, for simulations')) : null,
  );
}
