import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { auditors, textAuditors } from '../../src/auditors/catalog.ts';
import { decodeTrainedRows } from '../data/overlap.ts';
import { trainedRowsPath } from '../training/run-training.ts';
import { tasks } from './all.ts';

/** The deciding claim of each auditor that has one. */
const decidingClaims: Readonly<Record<string, string>> = { injection: 'injection_risk', toxicity: 'toxic_content' };

it('every auditor that judges text is measured, in port order', () => {
  expect(tasks.map(({ auditor }) => auditor)).toEqual([...textAuditors.map(({ id }) => id), 'groundedness']);
});

it('a task belongs to the auditor of its name', async () => {
  for (const { auditor, load } of tasks) expect((await load()).auditor).toBe(auditor);
});

it('the training rows of a model are listed, also without the data', async () => {
  for (const { auditor, load } of tasks) {
    if ((await load()).train === undefined) continue;
    const path = fileURLToPath(new URL(`../../${trainedRowsPath(auditor)}`, import.meta.url));
    expect(decodeTrainedRows(await readFile(path)).size, auditor).toBeGreaterThan(1000);
  }
});

it("the reported threshold is the auditor's default", () => {
  for (const { auditor, threshold } of tasks) {
    const definition = auditors.find(({ id }) => id === auditor);
    const method = definition?.methods.find(({ produces }) => Object.hasOwn(produces, decidingClaims[auditor] ?? ''));
    expect(threshold, auditor).toBe(method?.settings?.['threshold']?.default);
  }
});
