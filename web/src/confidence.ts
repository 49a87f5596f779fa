// confidence.ts: the uncertainty of each parameter, and which combinations are not identifiable.
import { flag, has, list, num, object, text, values, type Json } from './data';
import { h, mark, scrollBox, section, table, type Cell } from './dom';
import { behind, figure, tools, whenSeen, type Series } from './figure';
import { relaxation } from './rates';
import { parameterUnit } from './result';
import { fixed, number, shownStrain } from './units';

// Whether the data determine a parameter, in the words of fit.json.
function status(parameter: Json): HTMLElement | string {
  const [words, kind] = [text(parameter, 'status'), text(parameter, 'status_mark')];
  if (kind === 'good' || kind === 'bad') return mark(kind === 'good', words, words);
  return words ? h('span', { class: kind === 'partly' ? 'mark partly' : 'soft' }, `${kind === 'partly' ? '~ ' : ''}${words}`) : '';
}

function parameters(fit: Json): HTMLElement {
  const placed = list(fit, 'parameters').some((parameter) => Number.isFinite(num(parameter, 'strain')));
  const rows = list(fit, 'parameters').map((parameter): Cell[] => {
    const unit = parameterUnit(fit, parameter);
    const at = shownStrain(text(parameter, 'strain_unit') || '1');
    const [value, sigma] = [unit.factor * num(parameter, 'value'), unit.factor * num(parameter, 'sigma')];
    // a relative sigma is meaningless for a value near zero
    const relative = value !== 0 && sigma > 0 && text(parameter, 'kind') !== 'intrinsic' ? (100 * sigma) / Math.abs(value) : NaN;
    const strain = at.factor * num(parameter, 'strain');
    const place = object(parameter, 'place'); // a stretch or an invariant is not shown in per cent
    return [
      { shown: text(parameter, 'name'), class: 'name' },
      ...(placed ? [{ shown: place ? `${text(place, 'name')} = ${number(num(place, 'value'))}` : Number.isFinite(strain) ? `${number(strain)} ${at.unit}` : '' }] : []),
      { shown: number(value), raw: value },
      { shown: number(sigma > 0 ? sigma : NaN), raw: sigma },
      { shown: unit.unit, class: 'keep' },
      { shown: Number.isFinite(relative) ? `${fixed(relative, relative < 10 ? 2 : 0)} %` : '–', raw: relative },
      { shown: status(parameter) },
    ];
  });
  return table('Parameters', [{ name: 'parameter' }, ...(placed ? [{ name: list(fit, 'parameters').some((parameter) => has(parameter, 'place')) ? 'at' : 'at strain', num: true }] : []), { name: 'value', num: true }, { name: 'sigma', num: true }, { name: 'unit' }, { name: 'relative sigma', num: true, wrap: true }, { name: 'by these data' }], rows);
}

// Explains the marks that occur in the table.
function legend(fit: Json): HTMLElement | null {
  const all = list(fit, 'parameters');
  const free = all.filter((parameter) => has(parameter, 'identified') && !flag(parameter, 'frozen') && !flag(parameter, 'at_bound') && !flag(parameter, 'on_border'));
  const identified = free.filter((parameter) => flag(parameter, 'identified') && !flag(parameter, 'near_zero'));
  const samples = free.some((parameter) => has(parameter, 'resolution'));
  const words = [
    identified.length ? 'Determined: sigma is at most 8 % of the value.' : '',
    identified.some((parameter) => flag(parameter, 'weak')) ? 'Weakly determined: the parameter is identifiable, but sigma exceeds 8 % of the value.' : '',
    free.some((parameter) => !flag(parameter, 'identified'))
      ? samples
        ? 'Not determined here: the prior that ties neighbouring samples outweighs the data at this sample, or sigma exceeds half of the value. Means over all samples may still be determined: see the moduli and ratios of the Summary.'
        : 'Not determined: the prior outweighs the data, or sigma exceeds half of the value. Value and sigma then largely reflect the prior.'
      : '',
    free.some((parameter) => flag(parameter, 'near_zero')) ? 'Indistinguishable from zero: the 95 % interval contains zero.' : '',
    all.some((parameter) => flag(parameter, 'at_bound')) ? 'At a bound: the best-fitting value lies beyond the permitted range.' : '',
    all.some((parameter) => flag(parameter, 'on_border')) ? 'Held by convexity: the best-fitting energy is not convex there; the value lies on the border of the convex energies.' : '',
    all.some((parameter) => flag(parameter, 'frozen')) ? 'Held: not fitted and without sigma. No test covers its strain, or its value was given or assumed.' : '',
  ].filter(Boolean);
  return words.length ? h('p', { class: 'soft' }, words.join(' ')) : null;
}

// Width of the longest name over the font size, as this browser draws it.
function measured(names: string[]): number {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return 0.65 * Math.max(...names.map((name) => name.length));
  pen.font = `100px ${getComputedStyle(document.body).fontFamily}`;
  return Math.max(...names.map((name) => pen.measureText(name).width)) / 100;
}

// A square of coloured cells. Numbers are in the titles and, for screen readers, in the description.
function correlation(fit: Json): HTMLElement | null {
  const matrix = Array.isArray(fit['correlation']) ? (fit['correlation'] as unknown[]).map((row) => (Array.isArray(row) ? row.map((c) => (typeof c === 'number' ? c : NaN)) : [])) : [];
  const names = list(fit, 'parameters').map((parameter) => text(parameter, 'name'));
  const n = matrix.length;
  if (n < 2 || names.length !== n) return null;
  const title = 'Correlation of the parameters';
  const strongest: [number, string][] = [];
  matrix.forEach((row, i) => row.forEach((c, j) => j < i && Math.abs(c) < 1 && strongest.push([c, `${names[i]} and ${names[j]} ${fixed(c, 2)}`])));
  strongest.sort((a, b) => Math.abs(b[0]) - Math.abs(a[0]));
  const holder = h('div', { class: 'frame heat' });
  const { list: numbers, toggle } = behind(title, () =>
    table(title, [{ name: '' }, ...names.map((name) => ({ name, num: true }))], matrix.map((row, i) => [{ shown: names[i]!, class: 'name' }, ...row.map((c): Cell => ({ shown: fixed(c, 2), raw: c }))]), { dense: true }),
  );
  const esc = (name: string) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const short = names.map((name) => (name.length > 24 ? `${name.slice(0, 23)}…` : name));
  const letter = measured(short); // px of the longest name per px of the letters
  whenSeen(holder, (width) => {
    // the font is at most as high as a cell; names and cells share the width
    const cell = Math.max(9, Math.min(24, Math.floor((width - 11 * letter - 16) / n)));
    const font = Math.min(11, cell);
    const label = Math.ceil(font * letter) + 6;
    const [size, bottom] = [label + n * cell + 10, label + n * cell];
    const cells = matrix
      .map((row, i) =>
        row
          .map((c, j) =>
            Number.isFinite(c)
              ? `<rect x="${j * cell}" y="${i * cell}" width="${cell - 1}" height="${cell - 1}" fill="${c < 0 ? 'var(--c2)' : 'var(--c1)'}" fill-opacity="${Math.min(1, Math.abs(c)).toFixed(3)}" stroke="var(--grid)" stroke-width=".5"><title>${esc(names[i]!)}, ${esc(names[j]!)}: ${fixed(c, 3)}</title></rect>`
              : '',
          )
          .join(''),
      )
      .join('');
    const labels = short
      .map((name, i) => {
        const middle = label + (i + 0.5) * cell + 0.35 * font;
        const write = (place: string, anchor: string) => `<text ${place} text-anchor="${anchor}" font-size="${font}" fill="var(--ink)">${esc(name)}</text>`;
        return write(`x="${label - 5}" y="${middle}"`, 'end') + write(`transform="translate(${middle} ${label - 5}) rotate(-90)"`, 'start');
      })
      .join('');
    const height = bottom + 30;
    const bar = Array.from({ length: 21 }, (_, i) => `<rect x="${label + i * 8}" y="${bottom + 8}" width="8" height="8" fill="${i < 10 ? 'var(--c2)' : 'var(--c1)'}" fill-opacity="${Math.abs(i - 10) / 10}"/>`).join('');
    const scale = `${bar}<text x="${label - 5}" y="${bottom + 16}" text-anchor="end" font-size="10.5" fill="var(--ink)">−1</text><text x="${label + 174}" y="${bottom + 16}" font-size="10.5" fill="var(--ink)">+1</text>`;
    const drawn = Math.max(size, label + 194); // the scale of the colours may be wider than a few cells
    holder.innerHTML = `<svg viewBox="0 0 ${drawn} ${height}" width="${drawn}" height="${height}" role="img" aria-label="${title}. Strongest: ${esc(strongest.slice(0, 3).map((one) => one[1]).join('; '))}">${labels}<svg class="cells" x="${label}" y="${label}" width="${n * cell}" height="${n * cell}" viewBox="0 0 ${n * cell} ${n * cell}">${cells}</svg>${scale}</svg>`;
  });
  return h(
    'figure',
    { 'data-title': title },
    h('div', { class: 'above' }, h('p', { class: 'figname' }, title), tools(title, () => holder.querySelector('svg'), [], toggle)),
    scrollBox(title, holder),
    numbers,
    h('figcaption', {}, 'Blue: positive correlation of two estimates; orange: negative. Strong colour: the data determine a combination of the two rather than each.', strongest.length ? ` Strongest: ${strongest[0]![1]}.` : ''),
  );
}

function singular(fit: Json): HTMLElement | null {
  const value = values(fit, 'singular_values');
  if (value.length < 2) return null;
  const at = value.map((_, i) => i + 1);
  return figure({
    title: 'Singular values of the scaled Jacobian, largest first',
    heading: 'Singular values of the scaled Jacobian',
    x: { name: 'combination of parameters', whole: true },
    y: { name: 'singular value', log: true },
    series: [
      { kind: 'line', colour: 1, x: at, y: value.map((v) => (v > 0 ? v : NaN)) },
      { kind: 'rings', colour: 1, x: at, y: value.map((v) => (v > 0 ? v : NaN)) },
    ],
    caption: ['Sensitivity of the data to each independent combination of scaled parameters. Far below 1: not determined.'],
  }).element;
}

// The least determined combination, component by component.
function worst(fit: Json): HTMLElement | null {
  const components = values(object(fit, 'worst_direction'), 'components');
  const names = list(fit, 'parameters').map((parameter) => text(parameter, 'name'));
  if (components.length < 2 || components.length !== names.length) return null;
  const order = components.map((c, i) => [c, names[i]!] as const).filter(([c]) => Math.abs(c) > 0.02).sort((a, b) => Math.abs(b[0]) - Math.abs(a[0])).slice(0, 12);
  if (!order.length) return null;
  const most = Math.abs(order[0]![0]);
  return h(
    'div',
    {},
    h('h3', {}, 'Least determined combination'),
    h('p', { class: 'soft' }, 'The combination of scaled parameters with the largest relative standard deviation. Shares are its components.'),
    table(
      'Least determined combination',
      [{ name: 'parameter' }, { name: 'share', num: true }, { name: '' }],
      order.map(([c, name]) => [{ shown: name, class: 'name' }, { shown: fixed(c, 3), raw: c }, { shown: h('span', { class: `meter ${c < 0 ? 'minus' : ''}`, style: `width:${((8 * Math.abs(c)) / most).toFixed(2)}rem` }), raw: '' }]),
    ),
  );
}

// The sum of squares over one parameter, all others optimised at each value.
function profiles(fit: Json): HTMLElement[] {
  return list(fit, 'profiles').flatMap((profile) => {
    const name = text(profile, 'parameter');
    const parameter = list(fit, 'parameters').find((one) => text(one, 'name') === name) ?? null;
    const unit = shownStrain(text(parameter, 'unit') || '1', num(parameter, 'value'));
    const x = values(profile, 'values', unit.factor);
    const chi2 = values(profile, 'chi2');
    if (x.length < 2 || x.length !== chi2.length) return [];
    const [value, half] = [unit.factor * num(parameter, 'value'), unit.factor * num(parameter, 'half_width')];
    const [least, most] = [Math.min(...chi2), Math.max(...chi2)];
    const fitted: Series[] = value > 0 ? [{ kind: 'dash', colour: 2, name: 'fitted value', x: [value, value], y: [least / 1.3, most] }] : [];
    if (value > 0 && half > 0) fitted.unshift({ kind: 'span', colour: 2, name: '95 % interval', x: [Math.max(value - half, x[0]!), value + half], y: [] });
    return [
      figure({
        title: `Sum of squares over ${name}`,
        heading: `Sum of squares over ${name}`,
        x: { name, unit: unit.unit, log: true },
        y: { name: 'sum of squares', log: true },
        series: [...fitted, { kind: 'line', colour: 1, x, y: chi2 }, { kind: 'rings', colour: 1, name: 'scanned', x, y: chi2 }],
        caption: [`The scan from which the start of ${name} was chosen. Rings: weighted sum of squares with ${name} held, the other parameters optimised.`],
      }).element,
    ];
  });
}

// ---- specimens ----

// Scatter between specimens of one kind of test, and each specimen's stiffness over their mean.
function specimens(fit: Json): (HTMLElement | null)[] {
  const all = object(fit, 'specimens');
  if (!all) return [];
  const kinds = list(all, 'kinds');
  const repeated = kinds.filter((kind) => num(kind, 'specimens') > 1);
  const share = (value: number): string => number(+(100 * value).toPrecision(2));
  const single = kinds.some((kind) => num(kind, 'specimens') === 1);
  const missing = single ? h('p', { class: 'soft' }, `Scatter between specimens is not measured${repeated.length ? ' for other kinds of test' : ''}: there is one specimen, and sigma is that of this specimen.`) : null;
  if (!repeated.length) return [missing];
  const rows = repeated.map((kind): Cell[] => {
    const own = list(all, 'list').filter((one) => num(one, 'kind') === kinds.indexOf(kind));
    return [
      { shown: [text(kind, 'protocol'), text(kind, 'direction')].filter(Boolean).join(', '), class: 'name' },
      { shown: number(num(kind, 'specimens')), raw: num(kind, 'specimens') },
      { shown: share(num(kind, 'scatter')), raw: num(kind, 'scatter') },
      { shown: `${share(num(kind, 'scatter_low'))} to ${share(num(kind, 'scatter_high'))}` },
      { shown: own.map((one) => `${text(one, 'name')} ${num(one, 'effect') > 0 ? '+' : ''}${fixed(100 * num(one, 'effect'), 1)}${flag(one, 'outlying') ? ' (outlying)' : ''}`).join(', ') },
    ];
  });
  return [
    h('h3', {}, 'Specimens'),
    table('Specimens', [{ name: 'kind' }, { name: 'specimens', num: true }, { name: 'scatter [%]', num: true }, { name: '95 % interval [%]', num: true }, { name: 'stiffness over their mean [%]' }], rows),
    h('p', { class: 'soft' }, 'Scatter is the standard deviation of stiffness between specimens. Sigma of the parameters is that of the mean fabric, and contains it. Bands of pictures show both: the mean fabric, and the next specimen.'),
    missing,
  ];
}

// ---- what else to measure ----

// A sigma above five times the value counts as undetermined. A star: relative to the usual size, since the value is indistinguishable from zero.
const byUsual = (one: Json | null): boolean => text(one, 'relative_to') === 'usual size';
const percent = (relative: number, usual: boolean): string => (relative <= 5 ? `${number(+(100 * relative).toPrecision(2))} %${usual ? '*' : ''}` : 'open');

// The tests that were simulated with the fitted material, the most useful first.
function furtherTests(fit: Json): (HTMLElement | null)[] {
  const further = object(fit, 'further_tests');
  if (!further) return [];
  const worstNow = object(further, 'worst');
  const now = num(worstNow, 'relative_sigma');
  const worstName = text(worstNow, 'parameter');
  const rows = list(further, 'tests').map((test): Cell[] => {
    const expected = num(test, 'relative_sigma');
    const widest = object(test, 'widest');
    // remaining share of sigma; 1 where the present data do not determine the parameter
    const left = Number.isFinite(now) ? Math.min(1, expected / now) : Number.isFinite(expected) ? Math.min(1, expected) : 1;
    const narrowed = list(test, 'parameters');
    return [
      { shown: [text(test, 'name') || text(test, 'protocol'), h('span', { class: 'soft under' }, [text(test, 'words'), text(test, 'again')].filter(Boolean).join(' '))], raw: text(test, 'words') || text(test, 'name'), class: 'name' },
      { shown: percent(expected, byUsual(worstNow)), raw: expected },
      { shown: h('span', { class: 'bar', title: `${number(100 * left)} % of the present sigma remain` }, h('span', { class: 'meter', style: `width:${(100 * left).toFixed(1)}%` })), raw: left },
      { shown: [text(widest, 'parameter'), h('span', { class: 'soft under' }, percent(num(widest, 'relative_sigma'), byUsual(widest)))], raw: text(widest, 'parameter') },
      { shown: narrowed.slice(0, 3).map((one) => h('span', { class: 'under keep' }, `${text(one, 'parameter')} ${percent(num(one, 'relative_sigma'), byUsual(one))} → ${percent(num(one, 'expected_sigma'), byUsual(one))}`)), raw: narrowed.map((one) => text(one, 'parameter')).join(' ') },
      { shown: text(test, 'noise'), class: 'soft' },
    ];
  });
  const starred = byUsual(worstNow) || list(further, 'tests').some((test) => byUsual(object(test, 'widest')) || list(test, 'parameters').slice(0, 3).some(byUsual));
  const left = list(further, 'left_out');
  return [
    h('h3', {}, 'Which further test would help'),
    text(further, 'words') ? h('p', {}, text(further, 'words')) : null,
    rows.length
      ? table('Which further test would help', [{ name: 'test' }, { name: `relative sigma of ${worstName || 'the widest'}${Number.isFinite(now) ? `, now ${percent(now, byUsual(worstNow))}` : ''}`, num: true, wrap: true }, { name: 'what remains of it' }, { name: 'widest then' }, { name: 'narrows' }, { name: 'noise assumed' }], rows, { dense: true })
      : null,
    rows.length ? h('p', { class: 'soft' }, `Each test was simulated with the fitted material and added to the data. Percentages are sigmas relative to the fitted value, as in the table of parameters${starred ? '. * relative to the usual size: the value is indistinguishable from zero' : ''}. Open: not determined. A short bar marks a useful test.`) : null,
    left.length ? h('details', {}, h('summary', {}, `${left.length} test${left.length > 1 ? 's' : ''} not tried`), h('ul', {}, left.map((one) => h('li', {}, `${text(one, 'words')}: ${text(one, 'reason')}`)))) : null,
  ];
}

export function confidence(fit: Json): HTMLElement {
  const sentence = text(object(fit, 'worst_direction'), 'words');
  const inflation = num(object(fit, 'outcome'), 'inflation');
  return section(
    'confidence',
    'Confidence',
    sentence ? h('p', {}, sentence) : null,
    h('div', { class: 'beside' }, h('div', {}, parameters(fit), legend(fit)), correlation(fit)),
    values(fit, 'singular_values').length && Number.isFinite(inflation)
      ? h('p', { class: 'soft' }, `Sigma includes the observed scatter of the residuals and the correlation of neighbouring residuals. On average it is ${number(inflation)} times the sigma from the measurement weights alone.`)
      : null,
    ...specimens(fit),
    ...relaxation(fit),
    ...furtherTests(fit),
    h('div', { class: 'pair' }, singular(fit), worst(fit), profiles(fit)),
  );
}
