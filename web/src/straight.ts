// straight.ts: laws of constant stiffness. For a solid they make a table; for a cloth only the stress is drawn, and its caption gives the number.
import { flag, list, num, text, values, type Json } from './data';
import { h, table, type Cell } from './dom';
import { ends } from './lists';
import { isCoupling } from './result';
import { number, shown, uncertain } from './units';
import { isSolid, strainWords } from './words';

// Whether a list of numbers is one number.
export function same(numbers: number[]): boolean {
  const [low, high] = ends(numbers);
  return high - low <= 1e-6 * Math.max(Math.abs(low), Math.abs(high));
}

export const isStraight = (curve: Json): boolean => !list(curve, 'control').length && values(curve, 'stiffness').length > 0 && same(values(curve, 'stiffness')) && same(values(curve, 'secant').slice(1));

// "130.0 ± 4.0 MPa", ± sigma
export function slope(curve: Json): string {
  const unit = shown(text(curve, 'stiffness_unit'), num(curve, 'zero_stiffness'));
  return `${uncertain(unit.factor * num(curve, 'zero_stiffness'), unit.factor * num(curve, 'zero_stiffness_sigma'))} ${unit.unit}`;
}

// Straight curves of a solid that share a number share a row.
export function straightTable(curves: Json[], samples: number): HTMLElement[] {
  const of = curves.filter((curve) => isSolid(curve) && isStraight(curve) && !flag(curve, 'assumed'));
  const groups = new Map<string, Json[]>();
  for (const curve of of) {
    const key = [text(curve, 'term'), strainWords(curve).kind, num(curve, 'zero_stiffness').toPrecision(9)].join('|');
    groups.set(key, [...(groups.get(key) ?? []), curve]);
  }
  const rows = [...groups.values()].map((group): Cell[] => {
    const words = group.map((curve) => strainWords(curve));
    const ranges = group.flatMap((curve, i) => {
      const [low, high] = values(curve, 'range', 100).map((strain) => number(+strain.toPrecision(2)));
      return flag(curve, 'measured') ? [h('span', { class: 'under keep' }, `${words[i]!.which} ${low} to ${high} %`.trim())] : [];
    });
    return [
      { shown: text(group[0], 'term'), class: 'name' },
      { shown: `${words[0]!.kind} ${words.map((one) => one.which).join(', ')}`.trim() + (isCoupling(group[0]!) ? `, for the stress ${text(group[0], 'stress_name')}` : '') },
      { shown: slope(group[0]!), class: 'keep' },
      { shown: ranges.length ? ranges : 'not measured', raw: ranges.map((range) => range.textContent).join('; ') },
    ];
  });
  if (!rows.length) return [];
  const mean = samples > 1 ? ` The material is inhomogeneous: these are means over its ${samples} samples.` : '';
  return [
    h('h3', {}, 'Stress in proportion to strain'),
    table('Stress in proportion to strain', [{ name: 'term' }, { name: 'strain' }, { name: 'stress over strain ± sigma', num: true, wrap: true }, { name: 'strains of the fitted tests' }], rows),
    h('p', { class: 'soft' }, `${rows.length > 1 ? 'These laws are linear' : 'This law is linear'}: one number gives the stress per strain, the other strains held at zero.${mean}`),
  ];
}
