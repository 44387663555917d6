/** `/claims` of an SDK auditor that does nothing, as a share of a bare Fastify JSON route. */
import { runChild, startChild, textOf } from '../child.ts';
import type { LoadPlan, LoadResult } from '../load.ts';
import type { Group } from '../report.ts';

export const sdkGroup: Group = {
  name: 'sdk',
  summary: '/claims of an idle auditor against a bare Fastify route',
  async run({ progress }) {
    const bare = await startChild('bench/processes/bare-claims.ts');
    const idle = await startChild('bench/processes/idle-auditor.ts');
    try {
      const best = { bare: 0, idle: 0 };
      for (let round = 1; round <= 3; round += 1) {
        progress(`round ${round}`);
        best.bare = Math.max(best.bare, await measure(textOf(bare.line, 'url')));
        best.idle = Math.max(best.idle, await measure(textOf(idle.line, 'url')));
      }
      const ratio = best.idle / best.bare;
      return [{ id: 'sdk.claims', value: best.idle, unit: 'requests/s', baseline: best.bare, ratio, must: '60 %' }];
    } finally {
      await bare.stop();
      await idle.stop();
    }
  },
};

async function measure(url: string): Promise<number> {
  const plan: LoadPlan = { url, path: '/claims', kind: 'claims', connections: 32, warmupMs: 1_000, durationMs: 4_000 };
  return ((await runChild('bench/processes/load.ts', [JSON.stringify(plan)])) as LoadResult).perSecond;
}
