// scene.ts: the three.js part of the viewer: meshes, clips, arrows and differences of one test, in one canvas, once or twice side by side.
import {
  AmbientLight, BufferAttribute, BufferGeometry, Color, DataTexture, DirectionalLight, DoubleSide, Group, InstancedMesh, LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshBasicMaterial, MeshLambertMaterial, NearestFilter,
  PerspectiveCamera, Plane, Points, PointsMaterial, Quaternion, RepeatWrapping, Scene, SRGBColorSpace, Vector2, Vector3, WebGLRenderer, Box3, ConeGeometry, CylinderGeometry, LinearMipmapLinearFilter,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { colourAt } from './colours';
import { cutThrough } from './cut';
import { flag } from './data';
import type { Field, Shape, Which } from './shapes';

export type Layout = 'beside' | 'over' | 'captured' | 'simulated';

export interface Look {
  layout: Layout;
  field: Field | null;
  range: [number, number];
  checker: boolean;
  wire: boolean;
  clips: boolean;
  forces: boolean;
  differences: boolean;
  magnification: number;
  cut: number; // of solids: the part of the box along an axis that is left, 1: all
  axis: number; // of the cut: 0 x, 1 y, 2 z
}

// A force or torque: it starts at the middle of some vertices, or at a place.
export interface Arrow {
  start: Uint32Array | Vector3;
  vector: [number, number, number];
  share: number; // of the longest arrow
  torque: boolean; // two heads, by the right-hand rule
  alone: boolean; // no prediction lies on it
}

// What is drawn on a shape; frames are those of the test.
export interface Annotations {
  arrows(which: Which, frame: number): Arrow[];
  held(frame: number): Uint32Array | null; // vertices that supports hold, where that changes with the frame
  points(which: Which, frame: number): Float32Array | null; // [points][3]
}

const fieldOfView = 32; // degrees

// Size of a point that looks `size` metres wide: three's own size leaves the field of view out.
const pointSize = (size: number): number => size / Math.tan((0.5 * fieldOfView * Math.PI) / 180);

// Drawn pixels per pixel of the page. At rest two or more, which smooths every edge; in motion as many as this machine draws in time.
// Anti-aliasing of the context is not used: without a graphics card it more than doubles the time of a picture.
class Sharpness {
  private moving = Math.min(devicePixelRatio, 2);
  private mean = 20; // ms between pictures of a motion
  private last = 0;

  // Called before each picture of a motion; the ratio to draw it with.
  next(now: number): number {
    const gap = now - this.last;
    this.last = now;
    if (gap < 300) {
      this.mean = 0.7 * this.mean + 0.3 * gap;
      if (this.mean > 40 && this.moving > 0.5) this.change(0.7);
      else if (this.mean < 18 && this.moving < Math.min(devicePixelRatio, 2)) this.change(1.3);
    }
    return this.moving;
  }

  private change(by: number): void {
    this.moving = Math.min(Math.max(by * this.moving, 0.5), Math.min(devicePixelRatio, 2));
    this.mean = 28; // the next pictures decide
  }

  // At most some six million pixels.
  rest(width: number, height: number): number {
    return Math.min(Math.max(devicePixelRatio, 2), Math.sqrt(6e6 / Math.max(1, width * height)));
  }
}

// One shape: surface, its edges, clamped vertices.
class Sheet {
  readonly group = new Group();
  readonly x: Float32Array;
  there = false; // the frame has this shape
  private frame = 0;
  private readonly geometry = new BufferGeometry();
  private readonly colour: Float32Array;
  private readonly surface: Mesh<BufferGeometry, MeshLambertMaterial>;
  private readonly wire: LineSegments;
  private readonly clamped: Points | null; // vertices that clips or supports hold
  private held: Uint32Array | null = null;
  private readonly field: Float32Array;
  private readonly face: Mesh<BufferGeometry, MeshBasicMaterial> | null; // of the cut through a solid, without light: its colours are those of the scale

  constructor(private readonly shape: Shape, readonly which: Which, private readonly plain: Color, private readonly checkers: Checkers, extent: number) {
    const n = shape.vertices;
    this.x = new Float32Array(3 * n);
    this.colour = new Float32Array(3 * n);
    this.field = new Float32Array(n);
    this.geometry.setAttribute('position', new BufferAttribute(this.x, 3));
    this.geometry.setAttribute('color', new BufferAttribute(this.colour, 3));
    // squares of 10 mm, smaller on small specimens
    const square = extent > 0.06 ? 0.01 : extent / 8;
    this.geometry.setAttribute('uv', new BufferAttribute(shape.rest.map((r) => r / (2 * square)), 2));
    this.geometry.setIndex(new BufferAttribute(shape.triangle, 1));
    this.surface = new Mesh(this.geometry, new MeshLambertMaterial({ side: DoubleSide, vertexColors: true, flatShading: shape.rest3 !== null, map: null, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }));
    const lines = new BufferGeometry();
    lines.setAttribute('position', this.geometry.getAttribute('position'));
    lines.setIndex(new BufferAttribute(edges(shape.triangle, shape.quads), 1));
    this.wire = new LineSegments(lines, new LineBasicMaterial({ color: 0x000000, transparent: true, opacity: 0.45 }));
    this.group.add(this.surface, this.wire);
    this.face = shape.tet ? new Mesh(new BufferGeometry(), new MeshBasicMaterial({ side: DoubleSide, vertexColors: true })) : null;
    if (this.face) this.group.add(this.face);
    this.clamped = shape.clip || shape.supports ? this.heldPoints(extent) : null;
    if (this.clamped) this.group.add(this.clamped);
    for (const child of this.group.children) child.frustumCulled = false;
  }

  private heldPoints(extent: number): Points {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', this.geometry.getAttribute('position'));
    geometry.setIndex(new BufferAttribute(new Uint32Array(this.shape.vertices), 1));
    geometry.setDrawRange(0, 0);
    const size = (this.shape.rest3 ? 0.011 : 0.008) * extent;
    const material = new PointsMaterial({ color: 0x555555, size: pointSize(size) });
    // a point faces the viewer, and half of it could lie inside the body: it is drawn one width nearer
    if (this.shape.rest3)
      material.onBeforeCompile = (shader) => {
        shader.vertexShader = shader.vertexShader.replace('#include <project_vertex>', `#include <project_vertex>\n  mvPosition.xyz *= 1.0 - ${size.toExponential()} / length(mvPosition.xyz);\n  gl_Position = projectionMatrix * mvPosition;`);
      };
    return new Points(geometry, material);
  }

  // Marks the vertices that are held in this frame.
  hold(vertex: Uint32Array | null): void {
    if (!this.clamped || vertex === this.held) return;
    this.held = vertex;
    const index = this.clamped.geometry.getIndex() as BufferAttribute;
    (index.array as Uint32Array).set(vertex ?? []);
    index.needsUpdate = true;
    this.clamped.geometry.setDrawRange(0, vertex?.length ?? 0);
  }

  // Moves to a frame; false when it has no shape there.
  move(frame: number): boolean {
    this.frame = frame;
    this.there = this.shape.position(this.which, frame, this.x);
    return this.there;
  }

  dress(look: Look, other: Float32Array | null, ghost: boolean, ink: string): void {
    const { material } = this.surface;
    const map = !look.checker ? null : look.field ? this.checkers.faint : this.checkers.strong;
    const planes = this.shape.rest3 && look.cut < 1 ? [cutPlane(this.shape, look)] : null;
    if (material.map !== map || material.transparent !== ghost || (material.clippingPlanes === null) !== (planes === null)) material.needsUpdate = true;
    material.map = map;
    material.clippingPlanes = planes;
    (this.wire.material as LineBasicMaterial).clippingPlanes = planes;
    material.transparent = ghost;
    material.opacity = ghost ? 0.55 : 1;
    // two transparent colours mix into one off the scale: a shape over a coloured one is drawn as its edges
    const lines = ghost && look.field !== null;
    this.surface.visible = !lines;
    this.wire.visible = look.wire || lines;
    (this.wire.material as LineBasicMaterial).color.set(lines ? ink : '#000000');
    (this.wire.material as LineBasicMaterial).opacity = lines ? 0.8 : 0.45;
    if (this.clamped) {
      this.clamped.visible = look.clips;
      (this.clamped.material as PointsMaterial).clippingPlanes = planes;
    }
    const field = look.field;
    const paint = field && !(field.both && !other) && !(field.simulated && this.which === 'captured') ? field : null;
    if (paint) paint.value(this.x, other, this.field, this.frame);
    this.paint(paint ? this.field : null, look.range, this.colour);
    this.geometry.getAttribute('position').needsUpdate = true;
    this.geometry.getAttribute('color').needsUpdate = true;
    this.geometry.computeVertexNormals();
    this.fill(look, planes !== null, paint !== null);
  }

  // Values as colours of a scale, linear as three wants them; the plain colour without values, grey where one is missing.
  private paint(value: Float32Array | null, [low, high]: [number, number], out: Float32Array): void {
    const linear = new Color();
    for (let v = 0; 3 * v < out.length; v++) {
      if (!value) {
        this.plain.toArray(out, 3 * v);
        continue;
      }
      if (Number.isNaN(value[v]!)) out.fill(0.62, 3 * v, 3 * v + 3);
      else colourAt(low < 0, (value[v]! - low) / (high - low), out, 3 * v);
      linear.setRGB(out[3 * v]!, out[3 * v + 1]!, out[3 * v + 2]!, SRGBColorSpace).toArray(out, 3 * v);
    }
  }

  // The face of the cut, coloured as the surface is.
  private fill(look: Look, cut: boolean, painted: boolean): void {
    if (!this.face || !this.shape.tet) return;
    this.face.visible = cut && this.surface.visible;
    if (!cut) return;
    const through = cutThrough(this.shape.tet, this.x, this.field, look.axis, cutLevel(this.shape, look));
    const colour = new Float32Array(through.x.length);
    this.paint(painted ? through.value : null, look.range, colour);
    const { geometry } = this.face;
    geometry.setAttribute('position', new BufferAttribute(through.x, 3));
    geometry.setAttribute('color', new BufferAttribute(colour, 3));
  }

  dispose(): void {
    this.geometry.dispose();
    this.wire.geometry.dispose();
    this.clamped?.geometry.dispose();
    this.face?.geometry.dispose();
    this.face?.material.dispose();
    this.surface.material.dispose();
  }
}

// Where an arrow starts; a place with NaN: nowhere.
function startOf(x: Float32Array, { start: vertex }: Arrow): Vector3 {
  if (vertex instanceof Vector3) return vertex;
  const sum = new Vector3();
  for (const v of vertex) sum.add(new Vector3(x[3 * v], x[3 * v + 1], x[3 * v + 2]));
  return sum.divideScalar(vertex.length);
}

// A cut removes the side nearest to the first view: the far end of x and z, the near end of y.
const fromAbove = (axis: number): boolean => axis === 1;
export const cutShare = (shape: Shape, axis: number, place: number): number => {
  const share = (place - shape.low[axis]!) / (shape.high[axis]! - shape.low[axis]! || 1);
  return fromAbove(axis) ? 1 - share : share;
};
const cutLevel = (shape: Shape, { axis, cut }: Look): number => shape.low[axis]! + (fromAbove(axis) ? 1 - cut : cut) * (shape.high[axis]! - shape.low[axis]!);
function cutPlane(shape: Shape, look: Look): Plane {
  const sign = fromAbove(look.axis) ? 1 : -1;
  return new Plane(new Vector3().setComponent(look.axis, sign), -sign * cutLevel(shape, look));
}

// Edges of the mesh, each once. The last triangles are halves of faces with four corners, whose diagonal is no edge of the mesh.
export function edges(triangle: Uint32Array, quads: number): Uint32Array {
  const seen = new Set<number>();
  const out: number[] = [];
  const key = (a: number, b: number) => Math.min(a, b) * 4294967 + Math.max(a, b);
  const first = triangle.length - 6 * quads;
  for (let k = first; k < triangle.length; k += 6) {
    const own = [...triangle.subarray(k, k + 3)];
    const [a, b] = [...triangle.subarray(k + 3, k + 6)].filter((v) => own.includes(v));
    if (a !== undefined && b !== undefined) seen.add(key(a, b));
  }
  for (let k = 0; k < triangle.length; k += 3)
    for (let i = 0; i < 3; i++) {
      const a = triangle[k + i]!;
      const b = triangle[k + ((i + 1) % 3)]!;
      if (seen.has(key(a, b))) continue;
      seen.add(key(a, b));
      out.push(a, b);
    }
  return Uint32Array.from(out);
}

// Both stand on the origin and point along y.
const shaft = new CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0);
const head = new ConeGeometry(1, 1, 14).translate(0, 0.5, 0);
const paints = new Map<string, MeshLambertMaterial>();
const simulatedInk = '#d55e00';

// Style of an arrow: a measured one at its prediction is a wide, transparent sleeve. Arrows of bodies and of loads are visible through the shape.
interface ArrowLook {
  colour: string;
  torque: boolean;
  sleeve: boolean;
  through: boolean;
}

function arrow(from: Vector3, direction: Vector3, length: number, extent: number, { colour, torque, sleeve, through }: ArrowLook): Group {
  const key = `${colour} ${sleeve} ${through}`;
  const paint = paints.get(key) ?? new MeshLambertMaterial({ color: colour, ...(sleeve ? { transparent: true, opacity: 0.45, depthWrite: false } : {}), ...(through ? { depthTest: false, transparent: true } : {}) });
  paints.set(key, paint);
  const wide = sleeve ? 2.2 : 1;
  const tip = Math.min(0.045 * extent, (torque ? 0.3 : 0.5) * length);
  const out = new Group();
  const rod = new Mesh(shaft, paint);
  rod.scale.set(0.004 * wide * extent, length - tip, 0.004 * wide * extent);
  out.add(rod);
  for (const at of torque ? [length - tip, length - 1.9 * tip] : [length - tip]) {
    const point = new Mesh(head, paint);
    point.scale.set(0.3 * Math.sqrt(wide) * tip, tip, 0.3 * Math.sqrt(wide) * tip);
    point.position.y = at;
    out.add(point);
  }
  for (const child of out.children) child.renderOrder = sleeve ? 4 : 5;
  out.position.copy(from);
  out.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), direction);
  return out;
}

// Squares are faint under a colour scale, so that colours can be compared with the bar.
interface Checkers {
  strong: DataTexture;
  faint: DataTexture;
}

function checkerboard(shade: number): DataTexture {
  const side = 64;
  const data = new Uint8Array(4 * side * side);
  for (let i = 0; i < side * side; i++) {
    const dark = (i % side < side / 2) === (Math.floor(i / side) < side / 2);
    data.set(dark ? [shade, shade, shade, 255] : [255, 255, 255, 255], 4 * i);
  }
  const texture = new DataTexture(data, side, side);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = NearestFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.colorSpace = SRGBColorSpace;
  texture.needsUpdate = true;
  return texture;
}

export class Stage {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(fieldOfView, 1, 0.001, 100);
  private readonly controls: OrbitControls;
  private readonly checkers: Checkers = { strong: checkerboard(150), faint: checkerboard(222) };
  private sheets: Partial<Record<Which, Sheet>> = {};
  private readonly notes: Partial<Record<Which, Group>> = {};
  private differences: Group | null = null;
  private shape: Shape | null = null;
  private notesOf: Annotations | null = null;
  private extent = 0.1;
  private frame = 0;
  private look: Look | null = null;
  private asked = false;
  private readonly sharpness = new Sharpness();
  private settled = 0; // timer of the picture at rest
  // ms of this script for the last picture, without later drawing of the browser
  script = 0;

  // Throws when the browser has no WebGL.
  constructor(readonly canvas: HTMLCanvasElement, private readonly ground: () => string, private readonly ink: () => string) {
    const context = canvas.getContext('webgl2', { alpha: true, antialias: false, preserveDrawingBuffer: true });
    if (!context) throw new Error('no WebGL');
    this.renderer = new WebGLRenderer({ canvas, context });
    this.renderer.localClippingEnabled = true;
    this.scene.add(new AmbientLight(0xffffff, 1.6));
    // the light travels with the camera, so that every view shows folds
    const light = new DirectionalLight(0xffffff, 1.9);
    light.position.set(0.4, 0.6, 1);
    this.camera.add(light, light.target);
    light.target.position.set(0, 0, -1);
    this.scene.add(this.camera);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.addEventListener('change', () => this.ask());
  }

  resize(width: number, height: number): void {
    this.renderer.setSize(width, height, false);
    this.ask();
  }

  // Another test; the view goes to its start.
  show(shape: Shape, notes: Annotations): void {
    for (const sheet of Object.values(this.sheets)) {
      this.scene.remove(sheet.group);
      sheet.dispose();
    }
    this.shape = shape;
    this.notesOf = notes;
    this.extent = new Vector3(...shape.high).sub(new Vector3(...shape.low)).length() || 0.1;
    this.sheets = { simulated: new Sheet(shape, 'simulated', new Color(0x4f9fd4), this.checkers, this.extent) };
    if (shape.captured) this.sheets.captured = new Sheet(shape, 'captured', new Color(0xb9b3a6), this.checkers, this.extent);
    for (const sheet of Object.values(this.sheets)) this.scene.add(sheet.group);
    this.home();
  }

  // Shows the whole motion: captures, bodies, discs and loads along z obliquely from above (z up), samples and strips from the front (y up).
  // A picture of one frame alone is drawn around that.
  home(aspect = this.aspect(), alone: Float32Array | null = null): void {
    const shape = this.shape;
    if (!shape) return;
    const cloud = alone ? [alone] : [...this.motion(shape), ...this.arrowBoxes()];
    const middle = new Box3(new Vector3(...shape.low), new Vector3(...shape.high)).getCenter(new Vector3());
    const filled = alone ? 0.94 : 0.88; // of the picture
    const upright = shape.captured || shape.rest3 !== null || flag(shape.test, 'disc') || shape.loads.some(({ known }) => known.some((f, i) => i % 3 === 2 && Math.abs(f) > 0));
    this.camera.up.set(0, upright ? 0 : 1, upright ? 1 : 0);
    const size = shape.high.map((high, k) => high - shape.low[k]!) as [number, number, number];
    const flat = size[2] < 0.2 * Math.max(size[0], size[1]); // lies: from higher up it is seen better
    const from = !upright ? new Vector3(0.32, 0.22, 1) : flat ? new Vector3(0.4, -1, 1.2) : new Vector3(0.5, -1, 0.75);
    const radius = 0.5 * this.extent;
    this.camera.near = 0.01 * radius;
    this.camera.far = 100 * radius;
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
    from.normalize();
    // iterates distance and centre until the projected vertices fill most of the picture
    let distance = 4 * radius;
    const p = new Vector3();
    for (let turn = 0; turn < 8; turn++) {
      this.camera.position.copy(middle).addScaledVector(from, distance);
      this.camera.lookAt(middle);
      this.camera.updateMatrixWorld();
      const [low, high] = [new Vector2(Infinity, Infinity), new Vector2(-Infinity, -Infinity)];
      for (const x of cloud)
        for (let v = 0; v + 2 < x.length; v += 3) {
          p.set(x[v]!, x[v + 1]!, x[v + 2]!).project(this.camera);
          low.set(Math.min(low.x, p.x), Math.min(low.y, p.y));
          high.set(Math.max(high.x, p.x), Math.max(high.y, p.y));
        }
      if (!(high.x >= low.x)) break; // no frame has a shape
      const half = distance * Math.tan((0.5 * fieldOfView * Math.PI) / 180); // m, of the picture's height at the middle
      const side = new Vector3().setFromMatrixColumn(this.camera.matrixWorld, 0);
      const up = new Vector3().setFromMatrixColumn(this.camera.matrixWorld, 1);
      middle.addScaledVector(side, 0.5 * (low.x + high.x) * half * aspect).addScaledVector(up, 0.5 * (low.y + high.y) * half);
      distance *= Math.max(high.x - low.x, high.y - low.y, 0.02) / (2 * filled);
    }
    this.controls.target.copy(middle);
    this.camera.position.copy(middle).addScaledVector(from, distance);
    this.controls.update();
    this.ask();
  }

  // Corners of the boxes around the arrows of this frame.
  private arrowBoxes(): Float32Array[] {
    const arrows = Object.values(this.notes).flatMap((notes) => notes.children.filter((child) => child instanceof Group));
    return arrows.map((one) => {
      const { min, max } = new Box3().setFromObject(one);
      return Float32Array.from({ length: 24 }, (_, i) => ((i / 3) >> (i % 3)) & 1 ? max.getComponent(i % 3) : min.getComponent(i % 3));
    });
  }

  // Extent of the motion: some vertices of some frames of both shapes, and the tips of arrows.
  private motion(shape: Shape): Float32Array[] {
    const out: Float32Array[] = [];
    const x = new Float32Array(3 * shape.vertices);
    const frames = Math.min(shape.frames, 8);
    const every = Math.max(1, Math.floor(shape.vertices / 1500));
    for (let k = 0; k < frames; k++) {
      const frame = frames > 1 ? Math.round((k * (shape.frames - 1)) / (frames - 1)) : 0;
      for (const which of ['simulated', 'captured'] as const) {
        if (!shape.position(which, frame, x)) continue;
        out.push(x.filter((_, i) => Math.floor(i / 3) % every === 0));
        const arrows = shape.supports || shape.loads.length ? (['simulated', 'captured'] as const).flatMap((side) => this.notesOf?.arrows(side, frame * shape.every) ?? []) : [];
        const tips = arrows.map((one) => startOf(x, one).clone().addScaledVector(new Vector3(...one.vector).normalize(), this.arrowLength(one)));
        for (const tip of tips) if (!Number.isNaN(tip.x)) out.push(Float32Array.from(tip.toArray()));
      }
    }
    return out;
  }

  // The longest is a third of the object.
  private arrowLength(one: Arrow): number {
    return 0.33 * this.extent * one.share;
  }

  private aspect(): number {
    const { clientWidth, clientHeight } = this.canvas;
    return (this.look?.layout === 'beside' ? 0.5 : 1) * (clientWidth / Math.max(1, clientHeight));
  }

  set(frame: number, look: Look): void {
    this.frame = frame;
    this.look = look;
    const { simulated, captured } = this.sheets;
    const s = simulated?.move(frame) ?? false;
    const c = captured?.move(frame) ?? false;
    const held = this.notesOf?.held(frame * (this.shape?.every ?? 1)) ?? null;
    for (const sheet of [simulated, captured]) sheet?.hold(held);
    simulated?.dress(look, c && captured ? captured.x : null, false, this.ink());
    captured?.dress(look, s && simulated ? simulated.x : null, look.layout === 'over', this.ink());
    this.annotate(s, c);
    this.ask();
  }

  // Of the cross-section; null without one.
  private planes(): Plane[] | null {
    return this.shape?.rest3 && this.look && this.look.cut < 1 ? [cutPlane(this.shape, this.look)] : null;
  }

  // Arrows of forces, longest as long as a third of the object; labelled points.
  private annotate(simulatedThere: boolean, capturedThere: boolean): void {
    const { look, shape, notesOf } = this;
    const drawn = { forces: 0, torques: 0 };
    for (const which of ['simulated', 'captured'] as const) {
      const old = this.notes[which];
      if (old) {
        this.scene.remove(old);
        old.traverse((child) => {
          if (child instanceof Points) child.geometry.dispose();
        });
      }
      delete this.notes[which];
      if (!look || !shape || !notesOf) continue;
      const group = new Group();
      const sheet = this.sheets[which] ?? this.sheets.simulated;
      const there = which === 'simulated' ? simulatedThere : capturedThere || !shape.captured;
      const arrows = look.forces && sheet && there ? notesOf.arrows(which, this.frame * shape.every) : [];
      const overlaid = look.layout === 'over' || !shape.captured;
      for (const one of arrows) {
        const length = this.arrowLength(one);
        const from = sheet && startOf(sheet.x, one);
        if (!from || Number.isNaN(from.x) || !(length > 0.004 * this.extent)) continue;
        const dressed = { colour: which === 'simulated' ? simulatedInk : this.ink(), torque: one.torque, sleeve: overlaid && which === 'captured' && !one.alone, through: shape.rest3 !== null || shape.loads.length > 0 };
        group.add(arrow(from, new Vector3(...one.vector).normalize(), length, this.extent, dressed));
        drawn[one.torque ? 'torques' : 'forces']++;
      }
      const points = notesOf.points(which, this.frame * shape.every);
      if (points) {
        const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(points, 3));
        // a cross-section also removes points
        const dots = new Points(geometry, new PointsMaterial({ color: which === 'simulated' ? simulatedInk : this.ink(), size: pointSize(0.011 * this.extent), depthTest: false, clippingPlanes: this.planes() }));
        dots.renderOrder = which === 'simulated' ? 2 : 1;
        group.add(dots);
      }
      this.notes[which] = group;
      this.scene.add(group);
    }
    this.canvas.dataset.forces = String(drawn.forces);
    this.canvas.dataset.torques = String(drawn.torques);
    this.canvas.dataset.held = String((look?.clips && shape && notesOf?.held(this.frame * shape.every)?.length) || 0);
    this.connect(simulatedThere && capturedThere);
  }

  // Differences between the shapes: from the simulated towards the captured place, magnified.
  private connect(both: boolean): void {
    const { look, shape, notesOf } = this;
    if (this.differences) {
      this.scene.remove(this.differences);
      for (const part of this.differences.children)
        if (part instanceof InstancedMesh) {
          (part.material as MeshBasicMaterial).dispose();
          part.dispose();
        }
      this.differences = null;
    }
    this.canvas.dataset.differences = '0';
    if (!look?.differences || !shape || !notesOf) return;
    const from = both ? this.sheets.simulated?.x : notesOf.points('simulated', this.frame * shape.every);
    const to = both ? this.sheets.captured?.x : notesOf.points('captured', this.frame * shape.every);
    if (!from || !to) return;
    const n = Math.min(from.length, to.length) / 3;
    const every = Math.max(1, Math.floor(n / 700)); // more arrows hide each other
    const arrows: [Vector3, Vector3][] = [];
    for (let v = 0; v < n; v += every) {
      const start = new Vector3().fromArray(from, 3 * v);
      const whole = new Vector3().fromArray(to, 3 * v).sub(start).multiplyScalar(look.magnification);
      if (whole.length() > 0.002 * this.extent) arrows.push([start, whole]);
    }
    this.differences = this.arrowCloud(arrows);
    this.scene.add(this.differences);
    this.canvas.dataset.differences = String(arrows.length);
  }

  // Many small arrows: shafts and heads in a contrasting colour, visible through the shape.
  private arrowCloud(arrows: [Vector3, Vector3][]): Group {
    const bright = new Color(this.ground()).getHSL({ h: 0, s: 0, l: 0 }).l > 0.5;
    const paint = new MeshBasicMaterial({ color: bright ? 0xa3005c : 0xff7ac0, depthTest: false, transparent: true, clippingPlanes: this.planes() });
    const out = new Group();
    const rods = new InstancedMesh(shaft, paint, arrows.length);
    const heads = new InstancedMesh(head, paint, arrows.length);
    const [turn, place] = [new Quaternion(), new Matrix4()];
    const radius = 0.0014 * this.extent;
    arrows.forEach(([start, whole], i) => {
      const length = whole.length();
      const along = whole.clone().divideScalar(length);
      const tip = Math.min(0.014 * this.extent, 0.5 * length);
      turn.setFromUnitVectors(new Vector3(0, 1, 0), along);
      rods.setMatrixAt(i, place.compose(start, turn, new Vector3(radius, length - tip, radius)));
      heads.setMatrixAt(i, place.compose(start.clone().addScaledVector(along, length - tip), turn, new Vector3(0.36 * tip, tip, 0.36 * tip)));
    });
    for (const part of [rods, heads]) {
      part.frustumCulled = false;
      part.renderOrder = 3;
      out.add(part);
    }
    return out;
  }

  private ask(): void {
    clearTimeout(this.settled);
    this.canvas.dataset.settled = 'false';
    this.settled = window.setTimeout(() => this.render(), 140);
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      // a browser that is late has drawn the sharp picture before
      if (this.canvas.dataset.settled === 'false') this.render(true);
    });
  }

  private only(which: Which | null): void {
    for (const key of ['simulated', 'captured'] as const) {
      const seen = which === null || which === key;
      const sheet = this.sheets[key];
      if (sheet) sheet.group.visible = seen && sheet.there;
      const notes = this.notes[key];
      if (notes) notes.visible = seen || !this.shape?.captured;
    }
  }

  // Draws at once; a picture of a motion may be less sharp.
  render(moving = false): void {
    const started = performance.now();
    const { look } = this;
    if (!look) return;
    const size = this.renderer.getSize(new Vector2());
    const ratio = moving ? this.sharpness.next(started) : this.sharpness.rest(size.x, size.y);
    if (Math.abs(ratio - this.renderer.getPixelRatio()) > 0.01) this.renderer.setPixelRatio(ratio);
    this.draw(look, size.x, size.y);
    this.script = performance.now() - started;
    this.canvas.dataset.pixels = `${this.canvas.width}x${this.canvas.height}`;
    if (!moving) this.canvas.dataset.settled = 'true';
  }

  private draw(look: Look, width: number, height: number): void {
    this.renderer.setClearColor(this.ground(), 1);
    const part = (left: number, wide: number, which: Which | null) => {
      this.camera.aspect = wide / height;
      this.camera.updateProjectionMatrix();
      this.renderer.setViewport(left, 0, wide, height);
      this.renderer.setScissor(left, 0, wide, height);
      this.renderer.setScissorTest(true);
      this.only(which);
      this.renderer.render(this.scene, this.camera);
    };
    if (look.layout === 'beside') {
      part(0, Math.floor(width / 2), 'captured');
      part(Math.floor(width / 2), Math.ceil(width / 2), 'simulated');
    } else part(0, width, look.layout === 'over' ? null : look.layout);
  }

  // A picture of another look in its own size; the stage goes on with what it had.
  picture(look: Look, width: number, height: number): HTMLCanvasElement {
    const own = this.look;
    const size = this.renderer.getSize(new Vector2());
    const ratio = this.renderer.getPixelRatio();
    const out = document.createElement('canvas');
    this.renderer.setPixelRatio(2);
    this.renderer.setSize(width, height, false);
    this.set(this.frame, look);
    this.home(width / height, this.sheets.simulated?.x ?? null);
    this.draw(look, width, height);
    [out.width, out.height] = [this.canvas.width, this.canvas.height];
    out.getContext('2d')?.drawImage(this.canvas, 0, 0);
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(size.x, size.y, false);
    if (own) this.set(this.frame, own);
    this.home();
    return out;
  }

  // Raises the view by an angle, rad, up to just below the pole.
  tilt(angle: number): void {
    const from = this.camera.position.clone().sub(this.controls.target);
    const side = new Vector3().crossVectors(this.camera.up, from).normalize();
    const now = this.camera.up.angleTo(from);
    from.applyAxisAngle(side, Math.min(Math.max(now - angle, 0.05), Math.PI - 0.05) - now);
    this.camera.position.copy(this.controls.target).add(from);
    this.controls.update();
    this.ask();
  }

  zoom(factor: number): void {
    this.camera.position.sub(this.controls.target).multiplyScalar(factor).add(this.controls.target);
    this.controls.update();
    this.ask();
  }

  // Gives the graphics memory back.
  dispose(): void {
    clearTimeout(this.settled);
    this.look = null;
    this.controls.dispose();
    for (const sheet of Object.values(this.sheets)) sheet.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  // Turns the view by an angle, rad; for keys and for measuring frame times.
  turn(angle: number): void {
    this.camera.position.sub(this.controls.target).applyAxisAngle(this.camera.up, angle).add(this.controls.target);
    this.controls.update();
    this.ask();
  }
}
