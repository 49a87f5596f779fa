// build.mjs OUT: bundles src/main.ts and src/style.css into src/page.html, one text without any reference to another file.
// OUT ends in .html: that text (for a look without data); in .c: the text as the array pl__web_page.
import { build } from 'esbuild';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const target = process.argv[2];
if (!target) {
  console.error('usage: node build.mjs FILE.html|FILE.c');
  process.exit(2);
}

const bundle = async (entry, loader) => {
  const result = await build({
    entryPoints: [join(here, 'src', entry)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: ['chrome109', 'firefox115'],
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'warning',
    ...loader,
  });
  return result.outputFiles[0].text.trim();
};

const script = await bundle('main.ts');
const style = await bundle('style.css');
const page = await readFile(join(here, 'src', 'page.html'), 'utf8');
// a replacement function: the text of the script holds $ signs
const text = page
  .replace('<!--STYLE-->', () => `<style>${style}</style>`)
  .replace('<!--SCRIPT-->', () => `<script>${script.replaceAll('</script', '<\\/script')}</script>`);

if (target.endsWith('.c')) {
  const bytes = [...new Int8Array(Buffer.from(text))];
  const lines = [];
  for (let i = 0; i < bytes.length; i += 40) lines.push(bytes.slice(i, i + 40).join(','));
  await writeFile(target, `// The built report page; made by web/build.mjs.\nextern const char pl__web_page[];\nconst char pl__web_page[] = {\n${lines.join(',\n')},0};\n`);
} else {
  await writeFile(target, text);
}
console.log(`report page: ${(text.length / 1024).toFixed(0)} KiB`);
