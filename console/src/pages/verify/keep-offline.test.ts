import { expect, test } from 'vitest';
import { toKept } from './keep-offline.ts';

const origin = 'https://assay.example';

test('only assets of the console are kept, each once', () => {
  const urls = [
    `${origin}/console/assets/a.js`,
    `${origin}/console/assets/a.js`,
    '/console/icon.svg',
    `${origin}/v1/console/session`,
    `${origin}/console/verify`,
    'https://elsewhere.example/console/assets/b.js',
  ];
  expect(toKept(urls, origin)).toEqual(['/console/assets/a.js', '/console/icon.svg']);
});
