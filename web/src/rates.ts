// rates.ts: tests at several speeds and at rest, and fitted relaxation times with their moduli.
import { flag, list, num, object, text, values, type Json } from './data';
import { h, table, type Cell } from './dom';
import { number, shown, uncertain } from './units';

// A value with its sigma, in the shown unit.
const pair = (value: number, sigma: number, factor = 1): string => (Number.isFinite(sigma) ? uncertain(factor * value, factor * sigma) : number(factor * value));

function speeds(rates: Json): (HTMLElement | null)[] {
  const rows = list(rates, 'modes').map((mode): Cell[] => {
    const unit = shown(text(mode, 'speed_unit'), num(mode, 'fast'));
    return [
      { shown: `${text(mode, 'test')} (${number(num(mode, 'tests'))} tests)`, class: 'name' },
      { shown: `${number(unit.factor * num(mode, 'slow'))} to ${number(unit.factor * num(mode, 'fast'))} ${unit.unit}` },
      { shown: pair(num(mode, 'ratio'), num(mode, 'sigma')), raw: num(mode, 'ratio') },
      { shown: number(+(100 * num(mode, 'scatter')).toPrecision(2)), raw: num(mode, 'scatter') },
      { shown: number(+(100 * num(mode, 'chance')).toPrecision(2)), raw: num(mode, 'chance') },
      { shown: flag(mode, 'noticed') ? 'stress depends on speed' : 'within scatter' },
    ];
  });
  const rests = list(rates, 'rests').map((rest): Cell[] => [
    { shown: text(rest, 'test'), class: 'name' },
    { shown: `${number(num(rest, 'duration'))} s` },
    { shown: pair(num(rest, 'drop'), num(rest, 'sigma'), 100), raw: num(rest, 'drop') },
    { shown: flag(rest, 'noticed') ? 'stress relaxes' : 'within noise' },
  ]);
  return [
    rows.length ? table('Speeds', [{ name: 'tests like' }, { name: 'speeds' }, { name: 'fast over slow stress', num: true }, { name: 'scatter [%]', num: true }, { name: 'chance [%]', num: true }, { name: 'finding' }], rows) : null,
    rests.length ? table('Rests', [{ name: 'test' }, { name: 'held for' }, { name: 'drop of stress [%]', num: true }, { name: 'finding' }], rests) : null,
  ];
}

const timeCells = (time: Json): Cell[] => [
  { shown: `${pair(num(time, 'time'), num(time, 'time_sigma'))} s`, raw: num(time, 'time') },
  { shown: pair(num(time, 'share'), num(time, 'share_sigma')), raw: num(time, 'share') },
];

export function relaxation(fit: Json): (HTMLElement | null)[] {
  const rates = object(fit, 'rates');
  if (!rates) return [];
  const rows = list(rates, 'relaxation').flatMap((series) => [
    // times of a series whose moduli are not determined
    ...(list(series, 'moduli').length ? [] : list(series, 'times')).map((time): Cell[] => [{ shown: text(series, 'term'), class: 'name' }, ...timeCells(time), { shown: '' }]),
    ...list(series, 'moduli').flatMap((modulus): Cell[][] => {
      const unit = shown(text(modulus, 'unit'), num(modulus, 'sudden'));
      const name = { shown: [text(modulus, 'term'), text(modulus, 'strain')].filter((word, i, all) => all.indexOf(word) === i).join(', '), class: 'name' };
      const value = (of: number, sigma: number): Cell => ({ shown: `${pair(of, sigma, unit.factor)} ${unit.unit}`, raw: of });
      const parts = list(series, 'times').map((time, i): Cell[] => [
        name,
        ...timeCells(time),
        value(values(modulus, 'parts')[i] ?? NaN, values(modulus, 'parts_sigma')[i] ?? NaN),
      ]);
      return [
        [name, { shown: 'slow motion' }, { shown: '' }, value(num(modulus, 'slow'), num(modulus, 'slow_sigma'))],
        ...parts,
        [name, { shown: 'sudden motion' }, { shown: '' }, value(num(modulus, 'sudden'), num(modulus, 'sudden_sigma'))],
      ];
    }),
  ]);
  return [
    h('h3', {}, 'Speed and time'),
    ...speeds(rates),
    rows.length ? table('Relaxation', [{ name: 'modulus' }, { name: 'relaxation time' }, { name: 'share of the slow stress', num: true }, { name: 'modulus at rest', num: true }], rows) : null,
    h('p', { class: 'soft' }, 'Stresses at several speeds are compared at equal strain. Chance is the probability of such a difference if stress does not depend on speed.'),
  ];
}
