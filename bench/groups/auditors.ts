/** Each text auditor on 4,000 characters, all of its claims asked for. */
import { createAuditor } from '@assay/sdk';
import { auditors } from '../../src/auditors/catalog.ts';
import { timeCalls } from '../percentile.ts';
import { prompts } from '../prompts.ts';
import type { Group, Row } from '../report.ts';

const length = 4_000;
const rounds = 2_000;

export const auditorsGroup: Group = {
  name: 'auditors',
  summary: 'each text auditor on 4,000 characters, p99',
  async run({ progress }) {
    const texts = prompts(500, length);
    const rows: Row[] = [];
    for (const definition of auditors) {
      progress(definition.id);
      const auditor = createAuditor(definition);
      const { p99Ms } = await timeCalls(rounds, async (round) => {
        const answer = await auditor.claims({ data: { input: texts[round % texts.length] ?? '' }, phase: 'request' });
        if (answer.status !== 'success') throw new Error(`${definition.id} failed: ${answer.error.message}`);
      });
      rows.push({
        id: `auditors.${definition.id}.p99_ms`,
        value: p99Ms,
        unit: 'ms',
        baseline: null,
        ratio: null,
        must: '2 ms',
      });
      await auditor.close();
    }
    return rows;
  },
};
