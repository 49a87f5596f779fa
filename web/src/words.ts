// words.ts: laws and strains in plain words, for readers who do not know their names.
import { num, text, type Json } from './data';

const spline = 'each number is the stiffness, the slope of the stress, near one strain';
const ofLaw: Record<string, string> = {
  linear: 'Stress grows in proportion to strain; its number is the stiffness.',
  quadratic: 'The stiffness changes with the strain: k1 is its value at rest, k2 how fast it changes.',
  'stress-spline': `A stress curve that may bend as the data ask; ${spline}.`,
  'convex-spline': `A stress curve that may bend but never falls; ${spline.replace('near', 'at')}.`,
  'stiffness-spline': 'A stiffness curve that may bend as the data ask; each number is stress over strain at one strain.',
  orthotropic: 'Stress in proportion to strain, its two directions different: c11 and c22 are the stiffnesses along warp and weft, c12 couples them, c33 is that of shear.',
  isotropic: "Stress in proportion to strain, alike in all directions, by Young's modulus and Poisson's ratio.",
  isotropic3: 'A solid that is alike in all directions, stress in proportion to strain: mu is the shear modulus, lambda what resists a change of volume beside it.',
  orthotropic3: 'A solid whose three axes differ, stress in proportion to strain: c11, c22, c33 along the axes, c12, c13, c23 couple them, c44, c55, c66 are those of shear.',
  cross: 'Strain in one direction causes stress in the other; its number says how much.',
  'cross-spline': 'Strain in one direction causes stress in the other, the more the further both go; each number is how strongly at one pair of strains.',
  'bilinear-grid': 'An energy over two strains together, between control values on a grid; each number is the energy at one pair of strains.',
  'energy-spline': 'An energy curve through control values; each number is the energy at one strain.',
  'polar-tensor': 'The stiffness tensor changes with how far and in which direction the cloth is stretched; the numbers are its entries at a few such states.',
  'polar-energy': 'Curves of fibres in several directions, of area and of shear added up; each number is a stiffness at one strain.',
  dahl: 'Internal friction: stress that resists motion, up to a + b |strain|, reached within about tau of strain.',
  'dahl-sides': 'Internal friction, its own on either side of zero: stress that resists motion, up to a + b |strain|, reached within about tau of strain.',
  creep: 'Strain that stays: it yields beyond a strain and saturates.',
  bounded: 'Elastic up to a yield stress, beyond which it flows.',
  'neo-hookean': 'The simplest rubber: mu is the shear modulus at rest, bulk, where there is one, resists a change of volume.',
  'mooney-rivlin': 'Rubber by two numbers: 2 (c10 + c01) is the shear modulus at rest; c01 is felt where two directions are stretched.',
  yeoh: 'Rubber that stiffens: 2 c10 is the shear modulus at rest, c20 and c30 bend the curve at large stretch.',
  polynomial: 'Rubber as a polynomial of the two invariants of stretch; the numbers are its coefficients.',
  'rubber-sheet': 'A thin sheet of rubber that keeps its volume; the numbers are the coefficients of a polynomial of the invariants.',
  'invariant-spline': 'Rubber by a free curve of the total stretch (the invariant I1; some have one of I2 too): its first number, doubled, is its part of the shear modulus at rest, the others say how fast it stiffens, each at one stretch.',
  ogden: 'Rubber by powers of the stretches: alpha is a power, mu its weight; half the sum of mu alpha is the shear modulus at rest.',
  'valanis-landel': 'Rubber by one free curve for each of the three stretches; each number is the slope of its stress at one stretch.',
  'log-spline': `A stress curve of one stretch, over its logarithm; ${spline}.`,
  'log-cross': 'One stretch causes stress along the other; each number is how strongly at one pair of stretches.',
};

const ofStrain: Record<string, string> = {
  green: 'the stretch and shear of the cloth',
  soft: 'the stretch and shear of the cloth',
  spring: 'the stretch of the edges of the mesh',
  'spring-2': 'the stretch between vertices two edges apart, which bending changes',
  hinge: 'bending',
  fold: 'bending',
  area: 'the change of area',
  principal: 'the two principal stretches',
  'principal-strain': 'the two principal strains',
  green3: 'the strain of the solid',
  invariants: 'the invariants of the stretch',
  isochoric: 'the change of shape, volume apart',
  principal3: 'the three principal stretches',
  'principal3-strain': 'the three principal strains',
  volume: 'the change of volume',
};

export const lawWords = (law: string): string => ofLaw[law] ?? ofLaw[law.replace(/-sheet$/, '')] ?? (law.startsWith('rbf') ? 'An energy of bumps around control strains; each number is the height of one.' : '');

// What a term is, what its numbers mean, what it acts on.
export function termWords(term: Json): string {
  const strain = ofStrain[text(term, 'strain')];
  const samples = num(term, 'samples');
  return [lawWords(text(term, 'law')), strain ? `It acts on ${strain}.` : '', samples > 1 ? `It has numbers of its own at ${samples} places of the body.` : ''].filter(Boolean).join(' ');
}

// The same names for files and papers. A formula is that of the law; its part of the volume is left out where the term has no number for it.
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

export const isSolid = (curve: Json): boolean => ['green3', 'volume'].includes(text(curve, 'measure'));

// What the strain of a curve is; the names of a solid's strains are letters.
export function strainWords(curve: Json): StrainWords {
  const name = text(curve, 'strain_name');
  if (text(curve, 'measure') === 'fold') return { kind: 'bending', which: '', axis: 'alpha, half the curvature' };
  if (text(curve, 'measure') === 'volume') return { kind: 'change of volume', which: '', axis: 'change of volume, J − 1' };
  if (text(curve, 'measure') === 'green3') {
    const shear = name[0] !== name[1];
    return shear ? { kind: 'shear in the plane', which: name, axis: `shear strain in the plane ${name}` } : { kind: 'stretch along', which: name[0] ?? '', axis: `strain along ${name[0]}` };
  }
  return { kind: name, which: '', axis: `${name} strain` };
}

// Terms that one sentence describes.
export function alike(terms: Json[]): Json[][] {
  const groups = new Map<string, Json[]>();
  for (const term of terms) {
    const key = [text(term, 'law'), text(term, 'strain'), text(term, 'formula'), term['assumed'], term['samples']].join('|');
    groups.set(key, [...(groups.get(key) ?? []), term]);
  }
  return [...groups.values()];
}
