import { describe, expect, it } from 'vitest';
import { measureSpans } from '../../evaluation/spans.ts';
import { piiTask } from '../../tasks/pii.ts';
import { piiRows } from './corpus.ts';

const rows = piiRows();

it('the rows are deterministic, unique, and of both labels', () => {
  expect(piiRows()).toEqual(rows);
  expect(new Set(rows.map(({ text }) => text)).size).toBe(rows.length);
  expect(new Set(rows.map(({ label }) => label))).toEqual(new Set([0, 1]));
});

it('every span is where its slot was filled', () => {
  for (const { text, spans = [] } of rows) {
    for (const { start, end } of spans) {
      expect(text.slice(start, end).trim()).toBe(text.slice(start, end));
      expect(end - start).toBeGreaterThan(2);
    }
    expect(text).not.toMatch(/\{[a-z]+\}/);
  }
});

describe('the auditor on our own texts', () => {
  it('reaches the targets for each type and reports nothing in a harmless line', async () => {
    const judged = await Promise.all(rows.map(async (row) => ({ row, judged: await piiTask.judge(row) })));
    const alarms = judged.filter(({ row, judged: { detected } }) => row.label === 0 && detected);
    expect(alarms.map(({ row }) => row.text)).toEqual([]);
    const measures = measureSpans(
      judged.map(({ row, judged: { spans } }) => ({ expected: row.spans ?? [], found: spans ?? [] })),
    );
    const recallOf = (type: string): number =>
      measures.find((measure) => measure.type === type)?.overlapping.recall ?? 0;
    for (const type of ['credit_card', 'iban', 'us_ssn', 'email', 'ip_address', 'mac_address', 'date_of_birth']) {
      expect(recallOf(type), type).toBeGreaterThanOrEqual(0.98);
    }
    for (const type of ['person', 'address', 'phone']) expect(recallOf(type), type).toBeGreaterThanOrEqual(0.95);
  });
});
