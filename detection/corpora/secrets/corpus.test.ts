import { describe, expect, it } from 'vitest';
import { secretsTask } from '../../tasks/secrets.ts';
import { secretRows } from './corpus.ts';

const rows = secretRows();

it('the rows are deterministic, unique, and of both labels', () => {
  expect(secretRows()).toEqual(rows);
  expect(new Set(rows.map(({ text }) => text)).size).toBe(rows.length);
  expect(new Set(rows.map(({ label }) => label))).toEqual(new Set([0, 1]));
});

it('no part of a template is left unfilled in place of a secret', () => {
  for (const { text, label } of rows) {
    if (label === 1) expect(text).not.toMatch(/\{(?:pw|host|name)\}|<[a-zA-Z]\d+>/);
  }
});

describe('the auditor on planted secrets and look-alikes', () => {
  it('finds 97 of 100 and reports no harmless line', async () => {
    const judged = await Promise.all(rows.map(async (row) => ({ row, judged: await secretsTask.judge(row) })));
    const alarms = judged.filter(({ row, judged: { detected } }) => row.label === 0 && detected);
    expect(alarms.map(({ row }) => row.text)).toEqual([]);
    const leaks = judged.filter(({ row }) => row.label === 1);
    const found = leaks.filter(({ judged: { detected } }) => detected);
    expect(found.length / leaks.length).toBeGreaterThanOrEqual(0.97);
  });

  it('the surest finding gives the score', async () => {
    const [leak] = rows.filter(({ label }) => label === 1);
    if (leak === undefined) throw new Error('no row');
    const { score, detected, spans } = await secretsTask.judge(leak);
    expect(detected).toBe(true);
    expect(spans?.map((span) => span.score)).toContain(score);
  });
});
