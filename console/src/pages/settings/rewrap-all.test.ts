import type { VaultRewrap } from '@assay/client';
import { expect, test } from 'vitest';
import { rewrapAll } from './rewrap-all.ts';

const failure = {
  org_id: 'o',
  table: 't',
  record_id: 'r',
  version: 1,
  field: 'f',
  key_id: 'k',
  key_version: 1,
  reason: 'x',
};

test('All pages of secrets are encrypted again, and failures are counted.', async () => {
  const pages: Readonly<Record<string, VaultRewrap>> = {
    first: { rewrapped: 2, changed: 0, failed: [failure], remaining: 3, next_cursor: 'second' },
    second: { rewrapped: 1, changed: 0, failed: [], remaining: 1, next_cursor: null },
  };
  const asked: string[] = [];
  const totals = await rewrapAll(async ({ cursor = 'first' }) => {
    asked.push(cursor);
    const page = pages[cursor];
    if (page === undefined) throw new Error(`there is no page ${cursor}`);
    return page;
  });
  expect(asked).toEqual(['first', 'second']);
  expect(totals).toEqual({ rewrapped: 3, failed: 1, remaining: 1 });
});
