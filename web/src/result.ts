// result.ts: values of fit.json that several sections use.
import { flag, has, list, num, object, text, values, words, type Json, type Key } from './data';
import { largest } from './lists';
import { number, shown, shownStrain, type Shown } from './units';

// "along warp", "cut at 45°" as in fit.json; a dash where a test has no direction.
export const direction = (test: Json): string => text(test, 'direction') || '–';

// What one of the states of a test is called.
export const stateName = (test: Json): string => text(test, 'state_name') || 'frame';

// Do the values of a frame have names, such as places of a body?
export const namedReadings = (test: Json): boolean => list(test, 'channels').some((one) => words(one, 'components').length > 0);

export const states = (test: Json): string => {
  const n = frameCount(test);
  return `${number(n)} ${stateName(test)}${n === 1 ? '' : 's'}`;
};

// " (along warp)", nothing where a test has no direction.
export const inBrackets = (test: Json): string => (direction(test) === '–' || direction(test) === text(test, 'name') ? '' : ` (${direction(test)})`);

// "nominal stress": what a channel is called.
export const stressName = (test: Json, name: string): string => text(channel(test, name), 'title') || name;

// Nominal stress of a test, SI: Cauchy stress times current area over area at rest. Empty where the area is unknown, and for stress differences.
export function nominal(test: Json, name: string, key: Key): number[] {
  const of = channel(test, name);
  const stress = values(of, key);
  if (text(test, 'stress_measure') !== 'cauchy') return text(test, 'stress_measure') === 'cauchy-difference' ? [] : stress;
  const factor = values(of, 'nominal_factor');
  return factor.length === stress.length ? stress.map((one, i) => one * factor[i]!) : [];
}

// Stresses of several tests for one picture: in their common measure, otherwise nominal. Older results give no measure for nominal stress.
export function inOneMeasure(all: Json[], name: string): { name: string; of: (test: Json, key: Key) => number[] } {
  const measures = new Set(all.map((test) => text(test, 'stress_measure') || 'nominal'));
  if (measures.size !== 1 || measures.has('nominal')) return { name: `nominal ${name}`, of: (test, key) => nominal(test, name, key) };
  return { name: stressName(all[0]!, name), of: (test, key) => values(channel(test, name), key) };
}

export const tests = (fit: Json, heldOut?: boolean): Json[] => list(fit, 'tests').filter((test) => heldOut === undefined || flag(test, 'held_out') === heldOut);

export const channel = (test: Json, name: string): Json | null => list(test, 'channels').find((one) => text(one, 'name') === name) ?? null;

// How a channel is drawn, as in fit.json. Pictures decide by this, never by the name of a channel.
export type Drawing = 'curve' | 'numbers' | 'line' | 'side-line' | 'end-point' | 'chord' | 'labels' | 'forces' | 'torques' | 'places' | 'clip-forces' | 'surface' | 'not-drawn';

// The channel of a test that is drawn so; the first of several kinds that the test has.
export function drawnAs(test: Json, ...kinds: Drawing[]): Json | null {
  for (const kind of kinds) {
    const one = list(test, 'channels').find((each) => text(each, 'drawing') === kind);
    if (one) return one;
  }
  return null;
}

export type State = 'good' | 'partly' | 'bad';

// State of the fit as in fit.json; for older results derived from their outcomes.
export function state(fit: Json): State {
  const outcome = object(fit, 'outcome');
  const state = text(outcome, 'state');
  if (state === 'good' || state === 'partly' || state === 'bad') return state;
  return flag(outcome, 'converged') && (!has(outcome, 'fit_passed') || flag(outcome, 'fit_passed')) && flag(outcome, 'validation_passed') ? 'good' : 'bad';
}

export const stateSign: Record<State, string> = { good: '✓', partly: '~', bad: '!' };

// Frames as the files number them, where they do; from 1 otherwise.
export function frameNumbers(test: Json, n: number): number[] {
  const inFile = object(test, 'surface')?.['file_frame'];
  if (Array.isArray(inFile) && inFile.length === n) return inFile as number[];
  return Array.from({ length: n }, (_, i) => i + 1);
}

// Tests are named uniquely within an experiment; several experiments may share a name.
export const testKey = (test: Json): string => `${text(test, 'experiment')}\u0000${text(test, 'name')}\u0000${flag(test, 'held_out')}`;

export const isFriction = (curve: Json): boolean => flag(curve, 'friction');

export const isCoupling = (curve: Json): boolean => text(curve, 'strain_name') !== text(curve, 'stress_name');

export const frameCount = (test: Json): number => (Number.isFinite(num(test, 'frames')) ? num(test, 'frames') : 0);

// Is the parameter of the stiffness at rest at its bound?
export function atBound(fit: Json, curve: Json): boolean {
  const rest = list(curve, 'control').find((point) => num(point, 'strain') === 0);
  return !!rest && list(fit, 'parameters').some((parameter) => text(parameter, 'name') === text(rest, 'parameter') && flag(parameter, 'at_bound'));
}

// What is mapped of an inhomogeneous material: Young's modulus of an isotropic solid.
export const mapName = (fit: Json, name: string): string => (text(list(fit, 'moduli')[0], 'name') === "Young's modulus" ? "Young's modulus" : name || 'stiffness');

// Parameters of one term and dimension share the unit of the largest, so that a column compares. A rate of friction is a strain.
export function parameterUnit(fit: Json, parameter: Json): Shown {
  const rate = /^(.*)\.tau(-positive|-negative)?$/.exec(text(parameter, 'name'));
  const friction = rate && list(fit, 'curves').find((curve) => text(curve, 'term') === rate[1] && isFriction(curve));
  if (friction) return shownStrain(text(friction, 'strain_unit'));
  const key = (one: Json) => `${text(one, 'name').split('.')[0]}|${text(one, 'unit')}`;
  const most = largest(list(fit, 'parameters').filter((one) => key(one) === key(parameter)).map((one) => num(one, 'value')));
  return shown(text(parameter, 'unit'), most || num(parameter, 'sigma'));
}
