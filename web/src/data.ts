// data.ts: the data inside the page: fit.json, shapes.bin and texts of the program.
//
// docs/fit-json.md describes the members of fit.json. Absent or invalid values show as a dash, so that results of other versions open too.

import type { FitKey } from './fit';

export type Json = { [key: string]: unknown };

// Names of members: those of fit.json, generated from the writer's table of keys, and those of the other files. A name that no file has does not compile.
type ShapesKey = 'at' | 'captured' | 'clip' | 'element' | 'element_samples' | 'element_sigma' | 'elements' | 'every' | 'forces' | 'found' | 'hex' | 'hexes' | 'known' | 'landmark' | 'landmarks' | 'loads' | 'quads' | 'rest3' | 'sets' | 'shapes' | 'simulated' | 'stress' | 'supports' | 'tet' | 'tets' | 'torques' | 'triangle' | 'vertex' | 'vertex_sigma';
type OldKey = 'size_made_up'; // names of before in fit.json
type CompareKey = 'best' | 'best_r2_fitted' | 'best_r2_held_out' | 'best_row' | 'data_differ' | 'done' | 'error' | 'figures' | 'fits' | 'folder' | 'label' | 'lowest_r2_fitted' | 'lowest_r2_held_out' | 'main' | 'no_star' | 'rule' | 'star' | 'star_by' | 'uneven' | 'unmarked' | 'variant' | 'version';
export type Key = FitKey | OldKey | ShapesKey | CompareKey | 'fit' | `${number}`; // settings of the fit; members of lists

export interface Extra {
  version: string;
  help: Record<string, Record<string, string>>; // setting -> one sentence
  material?: string; // material.json
  tensors?: { name: string; points: number; svg: string }[];
}

// ---- lenient readers ----

const member = (of: unknown, key: string): unknown => (of && typeof of === 'object' ? (of as Json)[key] : undefined);
export const num = (of: unknown, key: Key): number => {
  const value = member(of, key);
  return typeof value === 'number' ? value : NaN;
};
export const text = (of: unknown, key: Key): string => {
  const value = member(of, key);
  return typeof value === 'string' ? value : '';
};
export const flag = (of: unknown, key: Key): boolean => member(of, key) === true;
export const has = (of: unknown, key: Key): boolean => member(of, key) !== undefined && member(of, key) !== null;
export const object = (of: unknown, key: Key): Json | null => {
  const value = member(of, key);
  return value && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : null;
};
// Objects of a list; others are left out.
export const list = (of: unknown, key: Key): Json[] => {
  const value = member(of, key);
  return Array.isArray(value) ? value.filter((item) => item && typeof item === 'object' && !Array.isArray(item)) : [];
};
export const words = (of: unknown, key: Key): string[] => {
  const value = member(of, key);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
};
// Numbers of a list times a factor, NaN for null.
export const values = (of: unknown, key: Key, factor = 1): number[] => {
  const value = member(of, key);
  return Array.isArray(value) ? value.map((item) => (typeof item === 'number' ? factor * item : item === true ? 1 : item === false ? 0 : NaN)) : [];
};

// ---- unpacking ----

function bytes(base64: string): Uint8Array<ArrayBuffer> {
  const direct = (Uint8Array as unknown as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> }).fromBase64;
  if (direct) return direct.call(Uint8Array, base64);
  const binary = atob(base64);
  const out = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) out[i] = binary.charCodeAt(i);
  return out;
}

async function unpack(id: string, keep: boolean): Promise<ArrayBuffer | null> {
  const element = document.getElementById(id);
  if (!element) return null;
  const packed = bytes((element.textContent ?? '').trim());
  if (!keep) element.remove(); // the text is large and not needed any more
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'))).arrayBuffer();
}

async function json(id: string, keep: boolean): Promise<Json | null> {
  const buffer = await unpack(id, keep);
  return buffer ? (JSON.parse(new TextDecoder().decode(buffer)) as Json) : null;
}

export interface PageData {
  fit: Json;
  extra: Extra;
  shapes: () => Promise<ArrayBuffer | null>; // unpacked at the first call: the rest of the page does not wait
}

// The result of the page, or fit number i of a comparison. A comparison keeps the packed texts, to show a fit again.
export async function load(i?: number): Promise<PageData> {
  const [id, keep] = i === undefined ? ['', false] : [`-${i}`, true];
  const [fit, extra] = await Promise.all([json(`pliant-fit${id}`, keep), json(`pliant-extra${id}`, keep)]);
  if (!fit) throw new Error('this page holds no result; `pliant report DIR` writes one that does');
  return { fit, extra: (extra ?? { version: '', help: {} }) as unknown as Extra, shapes: () => unpack(`pliant-shapes${id}`, keep) };
}

export const loadComparison = (): Promise<[Json | null, Json | null]> => Promise.all([json('pliant-compare', false), json('pliant-table', false)]);
