// words.ts: laws and strains in the words of fit.json, for readers who do not know their names.
import { flag, num, text, type Json } from './data';

// What a term is, what its parameters mean and what it acts on.
export function termWords(term: Json): string {
  const samples = num(term, 'samples');
  return [text(term, 'words'), text(term, 'acts_on') ? `It acts on ${text(term, 'acts_on')}.` : '', samples > 1 ? `It has separate parameters at ${samples} points of the body.` : ''].filter(Boolean).join(' ');
}

// Names as in files and papers, with the formula of the law. The volumetric part is left out where the term has no bulk parameter.
export function termName(terms: Json[], parameters: string[]): string {
  const n = terms.map((term) => num(term, 'parameters')).filter(Number.isFinite);
  const bulk = terms.some((term) => parameters.some((name) => name.startsWith(`${text(term, 'name')}.bulk`)));
  const formula = bulk ? text(terms[0], 'formula') : text(terms[0], 'formula').replace(' + bulk/2 (J - 1)^2', '');
  return `Law ${text(terms[0], 'law')} of the strain measure ${text(terms[0], 'strain')}, ${n.join(', ')} parameter${n.length === 1 && n[0] === 1 ? '' : 's'}${formula ? `: ${formula}` : ''}`;
}

// ---- one strain of several ----

export interface StrainWords {
  kind: string; // "stretch along"
  which: string; // "x"; '' where there is only one of the kind
  axis: string; // of a picture
}

export const isSolid = (curve: Json): boolean => flag(curve, 'solid');

// What the strain of a curve is; older results have only its name.
export const strainWords = (curve: Json): StrainWords => ({
  kind: text(curve, 'strain_kind') || text(curve, 'strain_name'),
  which: text(curve, 'strain_which'),
  axis: text(curve, 'strain_axis') || `${text(curve, 'strain_name')} strain`,
});

// Terms that one sentence describes.
export function alike(terms: Json[]): Json[][] {
  const groups = new Map<string, Json[]>();
  for (const term of terms) {
    const key = [text(term, 'law'), text(term, 'strain'), text(term, 'formula'), term['assumed'], term['samples']].join('|');
    groups.set(key, [...(groups.get(key) ?? []), term]);
  }
  return [...groups.values()];
}
