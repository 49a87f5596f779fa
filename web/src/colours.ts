// colours.ts: two colour scales for colour-blind readers: dark to light for magnitudes, blue over grey to orange for signed values.

type Rgb = [number, number, number];

const sequential: Rgb[] = [
  [0.16, 0.11, 0.4],
  [0.17, 0.28, 0.55],
  [0.13, 0.44, 0.56],
  [0.12, 0.6, 0.52],
  [0.36, 0.74, 0.4],
  [0.7, 0.85, 0.24],
  [0.99, 0.91, 0.25],
];
const diverging: Rgb[] = [
  [0.02, 0.27, 0.5],
  [0.15, 0.55, 0.8],
  [0.6, 0.79, 0.91],
  [0.91, 0.91, 0.9],
  [0.97, 0.76, 0.52],
  [0.88, 0.49, 0.13],
  [0.56, 0.2, 0.02],
];

// t in 0..1 into out at place; sRGB.
export function colourAt(signed: boolean, t: number, out: Float32Array | number[], place: number): void {
  const stops = signed ? diverging : sequential;
  const p = Math.min(Math.max(Number.isFinite(t) ? t : 0, 0), 1) * (stops.length - 1);
  const i = Math.min(Math.floor(p), stops.length - 2);
  const f = p - i;
  for (let k = 0; k < 3; k++) out[place + k] = stops[i]![k]! * (1 - f) + stops[i + 1]![k]! * f;
}

export function gradient(signed: boolean): string {
  const steps = Array.from({ length: 13 }, (_, i) => {
    const rgb: number[] = [];
    colourAt(signed, i / 12, rgb, 0);
    return `rgb(${rgb.map((c) => Math.round(255 * c)).join(' ')})`;
  });
  return `linear-gradient(to right, ${steps.join(', ')})`;
}
