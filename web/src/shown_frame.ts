// shown_frame.ts: the test and frame on display, shared by figures and viewer.
import { testKey } from './result';
import type { Json } from './data';

type Listener = (frame: number) => void;

const listeners = new Map<string, Listener[]>();
let open: ((test: Json, frame: number) => void) | null = null;

// The viewer's own answer to a click on a point.
export function onOpen(answer: (test: Json, frame: number) => void): void {
  open = answer;
}

export function showFrame(test: Json, frame: number): void {
  open?.(test, frame);
}

export function onFrame(test: Json, listener: Listener): void {
  const key = testKey(test);
  listeners.set(key, [...(listeners.get(key) ?? []), listener]);
}

export function frameChanged(test: Json, frame: number): void {
  for (const listener of listeners.get(testKey(test)) ?? []) listener(frame);
}

// Before another fit takes the page.
export function forgetFrames(): void {
  listeners.clear();
  open = null;
}
