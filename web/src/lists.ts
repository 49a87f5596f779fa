// lists.ts: long lists of numbers: a body in poses or a raw recording may have hundreds of thousands.

// The lowest and the highest finite number; [Infinity, -Infinity] without one. A loop: Math.min(...list) fails above about 100 000 arguments.
export function ends(...lists: number[][]): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const list of lists)
    for (const value of list) {
      if (!Number.isFinite(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  return [low, high];
}

// The largest size of numbers and lists of them, 0 without any.
export function largest(...lists: (number | number[])[]): number {
  let most = 0;
  for (const list of lists)
    for (const value of typeof list === 'number' ? [list] : list) if (Number.isFinite(value) && Math.abs(value) > most) most = Math.abs(value);
  return most;
}

export const mostDrawn = 4000; // points of a series: more only slow the page down and hide each other

const common = (a: number, b: number): number => (b ? common(b, a % b) : a);

// Step between drawn points of n. It shares no factor with `period`, the number of components, so that all components keep their share.
export function stride(n: number, period = 1): number {
  let step = Math.max(1, Math.ceil(n / mostDrawn));
  while (step > 1 && common(step, period) > 1) step++;
  return step;
}

export const thin = <T>(list: T[], step: number): T[] => (step > 1 ? list.filter((_, i) => i % step === 0) : list);

// For a caption; nothing where all are drawn.
export const thinned = (step: number): string => (step > 1 ? ` One of ${step} points is drawn.` : '');
