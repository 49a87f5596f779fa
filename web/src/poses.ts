// poses.ts: a body in poses: every reading against its prediction, pose by pose, and how far the landmarks are off.
import { list, num, text, values, words, type Json } from './data';
import { folded, table, type Cell } from './dom';
import { channel as channelOf, tests } from './result';
import { number, shown } from './units';

const cell = (value: number): Cell => ({ shown: number(value), raw: value });

// Forces, torques, lengths, areas, volumes: one row each.
function readings(test: Json, name: string): HTMLElement[] {
  const rows: Cell[][] = [];
  words(test, 'poses').forEach((pose, frame) => {
    for (const channel of list(test, 'channels')) {
      if (text(channel, 'name') === 'positions') continue;
      const unit = shown(text(channel, 'unit'));
      const parts = words(channel, 'components');
      const measured = values(channel, 'measured', unit.factor);
      const predicted = values(channel, 'predicted', unit.factor);
      const sigma = unit.factor * num(channel, 'weight_sigma');
      parts.forEach((part, k) => {
        const at = frame * parts.length + k;
        const [m, p] = [measured[at] ?? NaN, predicted[at] ?? NaN];
        if (!Number.isFinite(m)) return;
        rows.push([{ shown: pose, class: 'name' }, { shown: `${text(channel, 'name')} of ${part}` }, cell(m), cell(p), { shown: unit.unit }, cell((p - m) / sigma)]);
      });
    }
  });
  if (!rows.length) return [];
  const columns = ['pose', 'reading', 'measured', 'predicted', 'unit', 'off by, sigma'].map((column, i) => ({ name: column, num: i === 2 || i === 3 || i === 5 }));
  return [folded(rows.length, `readings of ${name}`, table(`Readings of ${name}`, columns, rows))];
}

// Root mean square and largest distance of the landmarks of each pose; coordinates that were not measured do not count.
function places(test: Json, name: string): HTMLElement[] {
  const channel = channelOf(test, 'positions');
  const parts = words(channel, 'components');
  const residual = values(channel, 'residual', 1e3);
  if (!parts.length) return [];
  const rows = words(test, 'poses').map((pose, frame) => {
    let [sum, n, most, worst] = [0, 0, 0, ''];
    for (let k = 0; k < parts.length; k += 3) {
      const d = residual.slice(frame * parts.length + k, frame * parts.length + k + 3).filter(Number.isFinite);
      const distance = Math.hypot(...d);
      if (!d.length) continue;
      sum += distance * distance;
      n += 1;
      if (distance > most) [most, worst] = [distance, (parts[k] ?? '').replace(/ x$/, '')];
    }
    return [{ shown: pose, class: 'name' }, cell(n), cell(n ? Math.sqrt(sum / n) : NaN), cell(most), { shown: worst }];
  });
  const columns = ['pose', 'landmarks', 'distance rms, mm', 'largest, mm', 'of'].map((column, i) => ({ name: column, num: i > 0 && i < 4 }));
  return [table(`Landmarks of ${name}`, columns, rows)];
}

export function poseTables(fit: Json, heldOut: boolean): HTMLElement[] {
  return tests(fit, heldOut)
    .filter((test) => words(test, 'poses').length)
    .flatMap((test) => [...places(test, text(test, 'name')), ...readings(test, text(test, 'name'))]);
}
