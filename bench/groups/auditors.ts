/** Each text auditor on 4,000 characters and on 1 MiB with all its claims, and the memory of all of them. */
import { createAuditor } from '@assay/sdk';
import { textAuditors } from '../../src/auditors/catalog.ts';
import { runChild } from '../child.ts';
import { timeCalls } from '../percentile.ts';
import { prompts } from '../prompts.ts';
import type { Group, Row } from '../report.ts';

const ordinary = { length: 4_000, rounds: 2_000 };
const large = { length: 1024 * 1024, rounds: 5 };

export const auditorsGroup: Group = {
  name: 'auditors',
  summary: 'each text auditor on 4,000 characters and 1 MiB, and the memory of all auditors',
  async run({ progress }) {
    const texts = prompts(500, ordinary.length);
    const largeTexts = prompts(3, large.length);
    const rows: Row[] = [];
    for (const definition of textAuditors) {
      progress(definition.id);
      const auditor = createAuditor(definition);
      const ask = async (input: string) => {
        const answer = await auditor.claims({ data: { input }, phase: 'request' });
        if (answer.status !== 'success') throw new Error(`${definition.id} failed: ${answer.error.message}`);
      };
      const { p50Ms, p99Ms } = await timeCalls(ordinary.rounds, (round) => ask(texts[round % texts.length] ?? ''));
      const { p99Ms: worstMs } = await timeCalls(large.rounds, (round) => ask(largeTexts[round % 3] ?? ''));
      const row = (name: string, value: number, must?: string): Row => {
        const id = `auditors.${definition.id}.${name}`;
        return { id, value, unit: 'ms', baseline: null, ratio: null, ...(must === undefined ? {} : { must }) };
      };
      rows.push(row('p50_ms', p50Ms), row('p99_ms', p99Ms, '2 ms'), row('mib_ms', worstMs, '600 ms'));
      await auditor.close();
    }
    progress('memory');
    const { modelsMb } = (await runChild('bench/processes/auditor-memory.ts', [])) as { modelsMb: number };
    rows.push({ id: 'auditors.models_mb', value: modelsMb, unit: 'MB', baseline: null, ratio: null, must: '60 MB' });
    return rows;
  },
};
