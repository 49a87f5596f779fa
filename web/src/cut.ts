// cut.ts: the face that a plane cuts through a solid of tetrahedra, with the values of its vertices carried along: a filled cross-section.

export interface Cut {
  x: Float32Array; // [points][3], m, three points per triangle
  value: Float32Array; // [points]
}

// Hexahedra as six tetrahedra each, around the diagonal from corner 0 to corner 6 (VTK order).
const six = [0, 1, 2, 6, 0, 2, 3, 6, 0, 3, 7, 6, 0, 7, 4, 6, 0, 4, 5, 6, 0, 5, 1, 6];

export function tetrahedra(tet: Uint32Array, hex: Uint32Array): Uint32Array {
  const out = new Uint32Array(tet.length + (hex.length / 8) * 24);
  out.set(tet);
  for (let e = 0; 8 * e < hex.length; e++) for (let i = 0; i < 24; i++) out[tet.length + 24 * e + i] = hex[8 * e + six[i]!]!;
  return out;
}

// Intersections of the plane x[axis] = level with the edges of every tetrahedron that it crosses.
// One triangle where the plane separates one corner from three, two triangles where it separates two from two.
export function cutThrough(tet: Uint32Array, x: Float32Array, value: Float32Array, axis: number, level: number): Cut {
  const px: number[] = [];
  const pv: number[] = [];
  const point = (a: number, b: number) => {
    const [p, q] = [x[3 * a + axis]! - level, x[3 * b + axis]! - level];
    const t = p / (p - q);
    for (let k = 0; k < 3; k++) px.push(x[3 * a + k]! + t * (x[3 * b + k]! - x[3 * a + k]!));
    pv.push(value[a]! + t * (value[b]! - value[a]!));
  };
  const below: number[] = [];
  const above: number[] = [];
  for (let e = 0; e < tet.length; e += 4) {
    below.length = above.length = 0;
    for (let i = 0; i < 4; i++) {
      const v = tet[e + i]!;
      (x[3 * v + axis]! < level ? below : above).push(v);
    }
    if (!below.length || !above.length) continue;
    const [few, many] = below.length < above.length ? [below, above] : [above, below];
    const [a, b] = few as [number, number];
    const [p, q, r] = many as [number, number, number];
    if (few.length === 1) {
      point(a, p);
      point(a, q);
      point(a, r);
    } else {
      // a quadrilateral ap, aq, bq, bp
      point(a, p);
      point(a, q);
      point(b, q);
      point(a, p);
      point(b, q);
      point(b, p);
    }
  }
  return { x: Float32Array.from(px), value: Float32Array.from(pv) };
}
