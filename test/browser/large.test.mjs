// A capture of 200 frames and 10 000 vertices opens and turns smoothly. The folder is that of a small fit with its shapes replaced by a packer of
// our own: it proves the format of shapes.bin from its description alone.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { close, limit, missing, open, result, run, scratch, stageShot } from './pages.mjs';

after(close);
const [side, frames] = [100, 200];

// A sheet of 0.1 m that is stretched and waves; the captured one carries noise of 0.05 mm.
function shapes(name, experiment) {
  const n = side * side;
  const triangle = [];
  for (let i = 0; i + 1 < side; i++)
    for (let j = 0; j + 1 < side; j++) {
      const a = i * side + j;
      triangle.push(a, a + side, a + side + 1, a, a + side + 1, a + 1);
    }
  const rest = new Float32Array(2 * n).map((_, i) => (0.1 * (i % 2 ? (i >> 1) % side : Math.floor((i >> 1) / side))) / (side - 1));
  let seed = 1;
  const noise = () => ((seed = (seed * 16807) % 2147483647) / 2147483647 - 0.5) * 1e-4;
  const low = [-0.01, -0.01, -0.03];
  const step = [0.15, 0.13, 0.06].map((size) => size / 65535);
  const pack = (rough) => {
    const out = Buffer.alloc(6 * n * frames);
    const last = new Uint16Array(3 * n);
    for (let f = 0; f < frames; f++) {
      const t = f / frames;
      for (let i = 0; i < 3 * n; i++) {
        const [axis, v] = [Math.floor(i / n), i % n];
        const [u, w] = [rest[2 * v], rest[2 * v + 1]];
        const x = axis === 0 ? u * (1 + 0.25 * t) : axis === 1 ? w * (1 - 0.05 * t) : 0.02 * Math.sin(40 * u + 6.28 * t) * Math.cos(25 * w);
        const q = Math.min(65535, Math.max(0, Math.round((x + (rough ? noise() : 0) - low[axis]) / step[axis])));
        const change = ((q - last[i]) << 16) >> 16;
        const zigzag = ((change << 1) ^ (change >> 31)) & 65535;
        last[i] = q;
        out[6 * n * f + i] = zigzag & 255;
        out[6 * n * f + 3 * n + i] = zigzag >> 8;
      }
    }
    return out;
  };
  const arrays = [Buffer.from(Uint32Array.from(triangle).buffer), Buffer.from(rest.buffer), pack(false), pack(true)];
  const places = arrays.map((_, i) => arrays.slice(0, i).reduce((sum, a) => sum + a.length, 0));
  const head = {
    shapes: [{ test: name, experiment, held_out: false, vertices: n, triangles: triangle.length / 3, frames, every: 1, found: Array(frames).fill(true), low, step, triangle: places[0], rest: places[1], simulated: places[2], captured: places[3] }],
  };
  let text = JSON.stringify(head);
  text += ' '.repeat((4 - (Buffer.byteLength(text) % 4)) % 4);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(Buffer.byteLength(text));
  return Buffer.concat([Buffer.from('PLSHAPE1'), size, Buffer.from(text), ...arrays]);
}

// What a picture costs is counted, in bytes sent to the graphics card and corners of triangles drawn; times are printed, and are the machine's.
test('200 frames of 10 000 vertices: a turn sends nothing to the graphics card, another frame only itself', { skip: missing, timeout: limit }, async () => {
  const folder = join(scratch, 'large');
  cpSync(result('knit'), folder, { recursive: true });
  const first = JSON.parse(readFileSync(join(folder, 'fit.json'), 'utf8')).tests[0];
  writeFileSync(join(folder, 'shapes.bin'), shapes(first.name, first.experiment));
  run('report', folder);
  const { page, wrong, seconds } = await open(folder);
  assert.deepEqual(wrong, []);
  assert.equal(await page.locator('#shape-frame').getAttribute('max'), String(frames - 1));
  await page.locator('#shapes').scrollIntoViewIfNeeded();
  await stageShot(page);
  const cost = await page.evaluate(async () => {
    const stage = window.pliantStage;
    const slider = document.querySelector('#shape-frame');
    const context = stage.canvas.getContext('webgl2');
    const pixel = new Uint8Array(4);
    // reading a pixel waits until the picture is there
    const finish = () => context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, pixel);
    let [bytes, corners] = [0, 0];
    const listen = (name, count) => {
      const own = context[name].bind(context);
      context[name] = (...args) => (count(args), own(...args));
    };
    for (const name of ['bufferData', 'texImage2D', 'texSubImage2D']) listen(name, (args) => (bytes += args.find(ArrayBuffer.isView)?.byteLength ?? 0));
    listen('bufferSubData', (args) => (bytes += args[4] ? args[4] * args[2].BYTES_PER_ELEMENT : args[2].byteLength));
    listen('drawElements', (args) => (corners += args[1]));
    listen('drawArrays', (args) => (corners += args[2]));
    const middle = (list) => list.sort((a, b) => a - b)[list.length >> 1];
    const measure = async (n, act) => {
      const [sent, drawn, script, whole] = [[], [], [], []];
      for (let i = 0; i < n; i++) {
        finish();
        [bytes, corners] = [0, 0];
        const started = performance.now();
        act(i);
        stage.render(true);
        script.push(performance.now() - started);
        finish();
        whole.push(performance.now() - started);
        sent.push(bytes);
        drawn.push(corners);
        await new Promise(requestAnimationFrame);
      }
      return { sent: Math.max(...sent), least: Math.min(...sent), drawn: Math.max(...drawn), script: middle(script), whole: middle(whole) };
    };
    const turn = await measure(10, () => stage.turn(0.05));
    const step = await measure(10, (i) => {
      slider.value = String(10 * i);
      slider.dispatchEvent(new Event('input'));
    });
    return { turn, step, pixels: stage.canvas.dataset.pixels };
  });
  const words = (one) => `${one.sent} bytes, ${one.drawn} corners, script ${one.script.toFixed(1)} ms, until drawn ${one.whole.toFixed(0)} ms`;
  console.log(`# large capture: ${(statSync(join(folder, 'report.html')).size / 1e6).toFixed(1)} MB, open in ${seconds.toFixed(2)} s; turn: ${words(cost.turn)}; next frame: ${words(cost.step)}; ${cost.pixels} pixels`);
  const [vertices, triangles] = [side * side, 2 * (side - 1) ** 2];
  assert.equal(cost.turn.sent, 0, `a turn: ${words(cost.turn)}`);
  // place, normal and colour of the vertices of both shapes, in floats, and a little for what stands around them
  assert.ok(cost.step.least >= 2 * 3 * 4 * vertices && cost.step.sent <= 1.2 * 2 * (3 + 3 + 3) * 4 * vertices, `a frame: ${words(cost.step)}`);
  for (const one of [cost.turn, cost.step]) assert.ok(one.drawn >= 2 * 3 * triangles && one.drawn <= 1.2 * 2 * 3 * triangles, words(one));
  await page.close();
});
