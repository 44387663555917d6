/** Ordinary traffic with and without another caller's prompts of 1 MiB, which must not delay it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { toFreePorts } from '../../scripts/free-ports.ts';
import { type Child, runChild, startChild, textOf } from '../child.ts';
import type { LoadPlan, LoadResult } from '../load.ts';
import { prompts } from '../prompts.ts';
import type { Group } from '../report.ts';

const path = '/v1/chat/completions';
const largeLength = 1024 * 1024;
const pauseMs = 500;

export const largeGroup: Group = {
  name: 'large',
  summary: 'p99 of ordinary traffic while prompts of 1 MiB run',
  async run({ progress }) {
    const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
    const children: Child[] = [];
    try {
      children.push(await startChild('bench/processes/model-server.ts'));
      children.push(
        await startChild('src/main.ts', [], {
          ...toFreePorts(),
          ASSAY_LOG_LEVEL: 'warn',
          ASSAY_DATA_DIR: folder,
          GATEWAY_UPSTREAM_URL: textOf(children[0]?.line, 'url'),
        }),
      );
      const url = textOf(children[1]?.line, 'urls', 'gateway');
      progress('ordinary traffic alone');
      const alone = await ordinaryTraffic(url);
      progress('beside prompts of 1 MiB');
      const stop = new AbortController();
      const sending = sendLarge(url, stop.signal);
      const beside = await ordinaryTraffic(url);
      stop.abort();
      const sent = await sending;
      progress(`${sent} prompts of 1 MiB were answered meanwhile`);
      const row = { id: 'large.beside_p99_ms', value: beside.p99Ms, unit: 'ms' };
      return [{ ...row, baseline: alone.p99Ms, ratio: beside.p99Ms / alone.p99Ms }];
    } finally {
      for (const child of children.toReversed()) await child.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function ordinaryTraffic(url: string): Promise<LoadResult> {
  const plan: LoadPlan = { url, path, kind: 'chat', connections: 1, warmupMs: 2_000, durationMs: 8_000 };
  return (await runChild('bench/processes/load.ts', [JSON.stringify(plan)])) as LoadResult;
}

/** Sends large prompts one after the other until stopped. Gives the number of answers. */
async function sendLarge(url: string, signal: AbortSignal): Promise<number> {
  const [content = ''] = prompts(1, largeLength);
  const body = JSON.stringify({ model: 'bench', messages: [{ role: 'user', content }] });
  let answered = 0;
  while (!signal.aborted) {
    const answer = await fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const text = await answer.text();
    if (answer.status !== 200)
      throw new Error(`a prompt of 1 MiB was answered ${answer.status}: ${text.slice(0, 200)}`);
    answered += 1;
    await wait(pauseMs);
  }
  return answered;
}
