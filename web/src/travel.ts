// travel.ts: clip forces of a capture over the travel of the clips, drawn like curves of tensile tests.
import { has, num, text, values, type Json } from './data';
import { figure, type Series } from './figure';
import { ends, largest } from './lists';
import { frameNumbers } from './result';
import { onFrame, showFrame } from './shown_frame';
import { shown, type Shown } from './units';

// Per frame: loading (true) or unloading. A reversal of less than half a per cent of the travel is ignored.
export function goesOn(travel: number[]): boolean[] {
  const turn = 0.005 * largest(travel);
  let on = true;
  let last = 0; // travel at the last change
  return travel.map((s) => {
    if (Math.abs(Math.abs(s) - last) > turn) {
      on = Math.abs(s) > last;
      last = Math.abs(s);
    }
    return on;
  });
}

export const clipResidual = (clip: Json): number[] => values(clip, 'force_predicted').map((p, k) => p - (values(clip, 'force_measured')[k] ?? NaN));

// Units of the pictures of the clips of a capture: over frames and over travel the same.
export const clipUnits = (clips: Json[]): { force: Shown; residual: Shown } => ({
  force: shown('N', largest(...clips.map((clip) => values(clip, 'force_measured')))),
  residual: shown('N', largest(...clips.map(clipResidual))),
});

// Magnitude of the force on each clip over its travel: loading and unloading apart, the residual under it.
// Returns null where the motion has no such control.
export function forceOverTravel(test: Json, clips: Json[]): HTMLElement | null {
  const at = frameNumbers(test, num(test, 'frames'));
  const moved = clips.map((clip, i) => ({ clip, colour: i + 1 })).filter(({ clip }) => values(clip, 'travel').length === values(clip, 'force_measured').length && has(clip, 'travel'));
  if (!moved.length) return null;
  const most = largest(...moved.map(({ clip }) => values(clip, 'travel')));
  const x = shown('m', most);
  const { force: y, residual: small } = clipUnits(clips);
  const residuals = moved.map(({ clip }) => clipResidual(clip));
  const pick = (index: number) => showFrame(test, index);
  // points of loading and rings of unloading: the pick needs one list, so each has gaps where the other is
  const pair = (colour: number, travel: number[], force: number[], name: string, first: boolean): Series[] => {
    const on = goesOn(travel);
    const tip = at.map((f, k) => `${name}, frame ${f}, ${on[k] ? 'loading' : 'unloading'}`);
    return ([['points', true], ['rings', false]] as const).flatMap(([kind, loading]): Series[] =>
      on.includes(loading) ? [{ kind, colour, ...(first ? { name: `measured, ${loading ? 'loading' : 'unloading'}` } : {}), x: travel, y: force.map((v, k) => (on[k] === loading ? v : NaN)), tip, pick }] : [],
    );
  };
  const travels = moved.map(({ clip }) => values(clip, 'travel', x.factor));
  const [left, right] = ends(...travels);
  const air = 0.03 * (right - left || 1);
  const range: [number, number] = [left - air, right + air];
  const name = text(test, 'name');
  const drawn = figure(
    {
      title: `Clip forces of test ${name} over the travel of the clips`,
      heading: `${name}: clip forces over travel`,
      x: { name: 'travel of the clip', unit: x.unit, range },
      y: { name: 'clip force', unit: y.unit },
      height: 260,
      series: [
        ...moved.map(({ clip, colour }, i): Series => ({ kind: i ? 'dash' : 'line', colour, name: text(clip, 'name'), x: travels[i]!, y: values(clip, 'force_predicted', y.factor) })),
        ...moved.flatMap(({ clip, colour }, i) => pair(colour, travels[i]!, values(clip, 'force_measured', y.factor), text(clip, 'name'), i === 0)),
      ],
      caption: [`Magnitude of the force on each clip over its travel away from the opposite clip since the first frame. Points and rings: measured; lines: model.`],
    },
    {
      title: `Residual of the clip forces of test ${name} over the travel of the clips`,
      x: { name: '', unit: x.unit, range },
      y: { name: 'residual', unit: small.unit },
      height: 120,
      series: moved.flatMap(({ clip, colour }, i) => pair(colour, travels[i]!, residuals[i]!.map((r) => small.factor * r), text(clip, 'name'), false)),
    },
  );
  onFrame(test, (frame) => drawn.point(frame));
  return drawn.element;
}
