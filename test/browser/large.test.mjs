// A capture of 200 frames and 10 000 vertices opens in under 3 s and turns smoothly. The folder is that of a small fit with its shapes replaced by a packer of
// our own: it proves the format of shapes.bin from its description alone.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { close, missing, open, result, run, scratch } from './pages.mjs';

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

test('200 frames of 10 000 vertices open in under 3 s and turn smoothly', { skip: missing, timeout: 300000 }, async () => {
  const folder = join(scratch, 'large');
  cpSync(result('knit'), folder, { recursive: true });
  const first = JSON.parse(readFileSync(join(folder, 'fit.json'), 'utf8')).tests[0];
  writeFileSync(join(folder, 'shapes.bin'), shapes(first.name, first.experiment));
  run('report', folder);
  // the best of three: other work on the machine is not the page's fault
  let { page, wrong, seconds } = await open(folder, { drawn: false });
  for (let again = 0; again < 2 && seconds > 1.5; again++) {
    await page.close();
    const next = await open(folder, { drawn: false });
    page = next.page;
    wrong = next.wrong;
    seconds = Math.min(seconds, next.seconds);
  }
  assert.deepEqual(wrong, []);
  assert.equal(await page.locator('#shape-frame').getAttribute('max'), String(frames - 1));
  await page.locator('#shapes').scrollIntoViewIfNeeded();
  await page.waitForTimeout(1500);
  // ms per picture of a motion: what our script takes, and all of it until the picture is there, drawn by the processor alone; turning the view, and going to another frame
  const times = await page.evaluate(async () => {
    const stage = window.pliantStage;
    const slider = document.querySelector('#shape-frame');
    const context = stage.canvas.getContext('webgl2');
    const pixel = new Uint8Array(4);
    // reading a pixel waits until the picture is there
    const finish = () => context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, pixel);
    const middle = (list) => list.sort((a, b) => a - b)[list.length >> 1];
    const measure = async (n, act) => {
      const [script, whole] = [[], []];
      for (let i = 0; i < n; i++) {
        finish();
        const started = performance.now();
        act(i);
        stage.render(true);
        script.push(performance.now() - started);
        finish();
        whole.push(performance.now() - started);
        await new Promise(requestAnimationFrame);
      }
      return { script: middle(script), whole: middle(whole), least: whole[0] };
    };
    const turn = await measure(40, () => stage.turn(0.05));
    const step = await measure(20, (i) => {
      slider.value = String(10 * i);
      slider.dispatchEvent(new Event('input'));
    });
    return { turn, step, pixels: stage.canvas.dataset.pixels };
  });
  const words = (time) => `script ${time.script.toFixed(1)} ms, until drawn ${time.whole.toFixed(0)} ms (at best ${time.least.toFixed(0)})`;
  console.log(`# large capture: ${(statSync(join(folder, 'report.html')).size / 1e6).toFixed(1)} MB, open in ${seconds.toFixed(2)} s; turn: ${words(times.turn)}; next frame: ${words(times.step)}; ${times.pixels} pixels`);
  assert.ok(seconds < 3, `opened in ${seconds.toFixed(2)} s`);
  // the script is what a machine with a graphics card waits for: far within the 16 ms of a picture, whatever else runs here
  assert.ok(times.turn.script < 8, `a turn: ${words(times.turn)}`);
  assert.ok(times.step.script < 40, `a frame: ${words(times.step)}`);
  // drawn by the processor alone here, which other work shares
  assert.ok(times.turn.least < 100, `a turn: ${words(times.turn)}`);
  assert.ok(times.step.least < 200, `a frame: ${words(times.step)}`);
  await page.close();
});
