// All browser tests in one process: every result folder is made once, one browser serves all. Each file also runs alone: node --test test/browser/compare.test.mjs
await import('./report.test.mjs');
await import('./found.test.mjs');
await import('./measured.test.mjs');
await import('./loads.test.mjs');
await import('./read.test.mjs');
await import('./compare.test.mjs');
await import('./access.test.mjs');
await import('./pictures.test.mjs');
await import('./large.test.mjs');
await import('./firefox.test.mjs');
await import('./parts.test.mjs');
