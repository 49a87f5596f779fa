// dom.ts: elements, tables with a CSV download, buttons, downloads.

type Child = Node | string | number | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>;

export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: (Child | Child[])[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, String(value));
  }
  append(element, ...children);
  return element;
}

export function append(to: Element, ...children: (Child | Child[])[]): void {
  for (const child of children.flat()) if (child !== null && child !== undefined && child !== false) to.append(child instanceof Node ? child : String(child));
}

export function section(id: string, title: string, ...children: (Child | Child[])[]): HTMLElement {
  return h('section', { id, 'aria-labelledby': `${id}-title` }, h('h2', { id: `${id}-title` }, title), ...children);
}

// A sign and a word, never colour alone.
export const mark = (good: boolean, yes: string, no: string): HTMLElement => h('span', { class: `mark ${good ? 'good' : 'bad'}` }, `${good ? '✓' : '✗'} ${good ? yes : no}`);

// The best of a column, marked by a sign.
export const best = (is: boolean, shown: string): Child => (is ? h('span', { class: 'mark good' }, h('span', { 'aria-hidden': 'true' }, '★ '), h('span', { class: 'unseen' }, 'best: '), shown) : shown);

export function download(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = h('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

export const fileName = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 60) || 'pliant';

// ---- tables ----

export interface Cell {
  shown: Child | Child[];
  raw?: string | number; // in the CSV; the shown text when absent
  class?: string;
}

export interface Column {
  name: string;
  num?: boolean; // right-aligned
  wrap?: boolean; // a long title may take several lines
}

const csvCell = (cell: Cell): string => {
  const value = cell.raw !== undefined ? String(cell.raw) : h('span', {}, cell.shown).textContent ?? '';
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
};

const boxes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const box = target.closest<HTMLElement>('.scroll');
    if (!box) continue;
    const more = box.scrollWidth > box.clientWidth + 1;
    box.classList.toggle('more', more);
    if (more) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  }
});

// A box that scrolls wide content sideways. Only then are its edges shaded and the keyboard reaches it.
export function scrollBox(title: string, inside: HTMLElement): HTMLElement {
  const box = h('div', { class: 'scroll', role: 'region', 'aria-label': title }, inside);
  boxes.observe(box);
  boxes.observe(inside);
  return box;
}

// A table in a scrolling box; its download is the full-precision numbers.
export function table(title: string, columns: Column[], rows: Cell[][], options: { dense?: boolean } = {}): HTMLElement {
  const save = () => {
    const lines = [columns.map((column) => csvCell({ shown: column.name })).join(','), ...rows.map((row) => row.map(csvCell).join(','))];
    download(`${fileName(title)}.csv`, `${lines.join('\n')}\n`, 'text/csv');
  };
  const head = h('tr', {}, columns.map((column) => h('th', { scope: 'col', class: [column.num ? 'num' : '', column.wrap ? 'wrap' : ''].join(' ').trim() || null }, column.name)));
  const body = rows.map((row) =>
    h('tr', {}, row.map((cell, i) => h('td', { class: [columns[i]?.num ? 'num' : '', cell.class ?? ''].join(' ').trim() || null }, cell.shown))),
  );
  return h(
    'div',
    { class: 'table' },
    scrollBox(title, h('table', { class: options.dense ? 'dense' : null }, h('caption', { class: 'unseen' }, title), h('thead', {}, head), h('tbody', {}, body))),
    h('div', { class: 'tools' }, h('button', { type: 'button', class: 'quiet', 'aria-label': `Download the table ${title} as CSV`, click: save }, 'CSV')),
  );
}

// A long table is folded; the summary gives its number of rows.
export const folded = (n: number, what: string, whole: HTMLElement): HTMLElement => (n > 12 ? h('details', {}, h('summary', {}, `${n} ${what}`), whole) : whole);

// The program without its path, which is of one machine.
export const plainCommand = (line: string): string => line.replace(/^\S*\/pliant(?=\s)/, 'pliant');

// A command with a button that copies it.
export function command(line: string): HTMLElement {
  const button = h('button', { type: 'button', class: 'quiet' }, 'Copy');
  const pre = h('pre', { tabindex: 0 }, line);
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(line);
    } catch {
      // pages opened from a file may have no access to the clipboard: the text is selected instead
      getSelection()?.selectAllChildren(pre);
      document.execCommand('copy');
    }
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  });
  return h('div', { class: 'command' }, pre, button);
}
