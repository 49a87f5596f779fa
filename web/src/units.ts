// units.ts: from SI of fit.json to usual units with a suitable prefix, and the format of numbers.

export interface Shown {
  factor: number; // shown = factor * SI
  unit: string; // '' when there is none
}

// Rows: upper limit in SI, factor, unit. The same rows as src/base/unit_scale.c; test/unit/unit_scale.csv checks both.
interface Sized {
  usual: number; // the row when the size is not known, or zero
  rows: [number, number, string][];
}
const length: Sized = { usual: 1, rows: [[1e-4, 1e6, 'µm'], [10, 1e3, 'mm'], [Infinity, 1, 'm']] };
const force: Sized = { usual: 2, rows: [[1e-4, 1e6, 'µN'], [0.1, 1e3, 'mN'], [1e4, 1, 'N'], [Infinity, 1e-3, 'kN']] };
const lineForce: Sized = { usual: 1, rows: [[0.1, 1e3, 'mN/m'], [1e5, 1, 'N/m'], [Infinity, 1e-3, 'kN/m']] };
const pressure: Sized = { usual: 1, rows: [[1e3, 1, 'Pa'], [1e6, 1e-3, 'kPa'], [1e9, 1e-6, 'MPa'], [Infinity, 1e-9, 'GPa']] };
const moment: Sized = { usual: 1, rows: [[1e-6, 1e9, 'nN m'], [1e-3, 1e6, 'µN m'], [1, 1e3, 'mN m'], [Infinity, 1, 'N m']] };
const sized: Record<string, Sized> = { m: length, N: force, 'N/m': lineForce, Pa: pressure, 'kg m^-1 s^-2': pressure, 'N m': moment };

const shownUnits: Record<string, [number, string]> = {
  '1': [1, ''],
  'm^2': [1e4, 'cm²'],
  'm^3': [1e6, 'cm³'],
  rad: [180 / Math.PI, '°'],
  deg: [1, '°'],
  'kg/m^2': [1e3, 'g/m²'],
  'kg m^-2': [1e3, 'g/m²'],
};

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';
export const pretty = (unit: string): string => unit.replace(/\^(-?)(\d+)/g, (_, minus: string, digits: string) => (minus ? '⁻' : '') + [...digits].map((d) => raised[+d]).join(''));

// The unit for values up to `most`, SI.
export function shown(si: string, most = 0): Shown {
  const by = sized[si];
  if (by) {
    const size = Math.abs(most);
    const [, factor, unit] = (size > 0 && size < Infinity ? by.rows.find(([below]) => size < below) : undefined) ?? by.rows[by.usual]!;
    return { factor, unit };
  }
  const known = shownUnits[si];
  return known ? { factor: known[0], unit: known[1] } : { factor: 1, unit: pretty(si) };
}

// Percent for strains without a unit.
export function shownStrain(si: string, most = 0): Shown {
  const s = shown(si, most);
  return s.unit ? s : { factor: 100 * s.factor, unit: '%' };
}

const minus = (digits: string): string => digits.replace('-', '−').replace(/e\+?(-?)(\d+)$/, (_, sign: string, d: string) => `e${sign ? '−' : ''}${d}`);

export function number(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size >= 1e6 || size < 1e-3) return minus(value.toExponential(2).replace(/\.?0+e/, 'e').replace(/e([+-]\d)/, 'e$1'));
  return minus(size >= 1000 ? value.toFixed(0) : String(+value.toPrecision(4)));
}

export function fixed(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return '–';
  const digits = value.toFixed(Math.min(Math.max(decimals, 0), 20));
  return /^-[0.]*$/.test(digits) ? digits.slice(1) : minus(digits);
}

export const interval = 1.96; // sigmas to either side of a 95 % interval: what sigma-widths of fit.json are

// Value ± sigma, both to the second digit of sigma.
export function uncertain(value: number, sigma: number): string {
  // a value at a bound has almost no width
  if (!(Number.isFinite(value) && Number.isFinite(sigma) && sigma > 1e-5 * Math.abs(value))) return number(value);
  const place = Math.floor(Math.log10(sigma)) - 1;
  if (place < -6 || place > 6 || Math.abs(value) >= 1e9) return `${number(value)} ± ${minus(String(+sigma.toPrecision(2)))}`;
  const unit = 10 ** place;
  const round = (x: number) => (place > 0 ? Math.round(x / unit) * unit : x);
  return `${fixed(round(value), -place)} ± ${fixed(round(sigma), -place)}`;
}

// A share in per cent with two decimals; "< 0.01 %" instead of zero.
export function share(part: number): string {
  const percent = 100 * Math.abs(part);
  return percent > 0 && percent < 0.005 ? '< 0.01 %' : `${fixed(100 * part, 2)} %`;
}

// R² with enough digits to distinguish 0.999 from 1.
export function r2(value: number): string {
  const gap = 1 - value;
  return fixed(value, gap >= 10 ? 0 : gap >= 1e-3 ? 3 : gap >= 1e-4 ? 4 : 5);
}

export function seconds(value: number): string {
  return fixed(value, value < 9.95 ? 2 : value < 99.5 ? 1 : 0);
}

// A quantity of a file, "50 mm" or "0.785 rad", in SI; NaN when it is none.
export function quantity(source: string): number {
  const match = /^\s*([-+\d.eE]+)\s*(.*)$/.exec(source);
  const factors: Record<string, number> = { '': 1, '1': 1, m: 1, cm: 1e-2, mm: 1e-3, deg: Math.PI / 180, rad: 1, N: 1 };
  return match ? Number(match[1]) * (factors[(match[2] ?? '').trim()] ?? NaN) : NaN;
}

export const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);
