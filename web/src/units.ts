// units.ts: fit.json has SI, the page shows what people use; numbers as people read them.

export interface Shown {
  factor: number; // shown = factor * SI
  unit: string; // '' when there is none
}

const shownUnits: Record<string, [number, string]> = {
  '1': [1, ''],
  m: [1e3, 'mm'],
  rad: [180 / Math.PI, '°'],
  deg: [1, '°'],
  Pa: [1e-3, 'kPa'],
  'm^3': [1e6, 'cm³'],
  'N m': [1e6, 'µN m'], // bending stiffness: some tens of them
  'kg/m^2': [1e3, 'g/m²'],
  'kg m^-2': [1e3, 'g/m²'],
  'kg m^-1 s^-2': [1e-3, 'kPa'],
};

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';
export const pretty = (unit: string): string => unit.replace(/\^(-?)(\d+)/g, (_, minus: string, digits: string) => (minus ? '⁻' : '') + [...digits].map((d) => raised[+d]).join(''));

export function shown(si: string): Shown {
  const known = shownUnits[si];
  return known ? { factor: known[0], unit: known[1] } : { factor: 1, unit: pretty(si) };
}

// Percent for strains without a unit.
export function shownStrain(si: string): Shown {
  const s = shown(si);
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

// Value ± half-width, both to the second digit of the half-width.
export function uncertain(value: number, half: number): string {
  // held at a bound, a number has next to no width
  if (!(Number.isFinite(value) && Number.isFinite(half) && half > 1e-5 * Math.abs(value))) return number(value);
  const place = Math.floor(Math.log10(half)) - 1;
  if (place < -6 || place > 6 || Math.abs(value) >= 1e9) return `${number(value)} ± ${minus(String(+half.toPrecision(2)))}`;
  const unit = 10 ** place;
  const round = (x: number) => (place > 0 ? Math.round(x / unit) * unit : x);
  return `${fixed(round(value), -place)} ± ${fixed(round(half), -place)}`;
}

// R² with enough digits to tell 0.999 from 1.
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
