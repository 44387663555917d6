/** Small requests beside large and costly ones of another caller: the loss of the small ones. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toFreePorts } from '../../scripts/free-ports.ts';
import { type Child, runChild, startChild, textOf } from '../child.ts';
import { costlyBodies } from '../costly-bodies.ts';
import type { LoadPlan, LoadResult } from '../load.ts';
import type { Group, Row } from '../report.ts';

const path = '/v1/chat/completions';

export const isolationGroup: Group = {
  name: 'isolation',
  summary: 'slowdown of small requests while requests of 1 MiB and other costly requests run',
  async run({ progress }) {
    const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
    const children: Child[] = [];
    try {
      children.push(await startChild('bench/processes/model-server.ts'));
      children.push(
        await startChild('src/main.ts', [], {
          ...toFreePorts(),
          ASSAY_LOG_LEVEL: 'fatal',
          ASSAY_DATA_DIR: folder,
          GATEWAY_UPSTREAM_URL: textOf(children[0]?.line, 'url'),
        }),
      );
      return await measure(textOf(children[1]?.line, 'urls', 'gateway'), progress);
    } finally {
      for (const child of children.toReversed()) await child.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** The row is the worst of the shapes; each shape is listed below it. */
async function measure(url: string, progress: (message: string) => void): Promise<Row[]> {
  progress('small requests alone');
  const alone = await smallRequests(url);
  const rows: Row[] = [];
  for (const [name, body] of Object.entries(costlyBodies())) {
    const stop = new AbortController();
    const sending = sendCostly(url, body, stop.signal);
    const beside = await smallRequests(url);
    stop.abort();
    const { sent, status } = await sending;
    progress(`beside ${name}: ${sent} of ${(body.length / 1e6).toFixed(1)} MB were answered ${status} meanwhile`);
    rows.push(lost(`isolation.${name}.p99_ms`, alone, beside));
  }
  const worst = rows.reduce((most, row) => (row.value > most.value ? row : most));
  return [{ ...worst, id: 'isolation.p99_ms', must: '50 ms' }, ...rows];
}

function lost(id: string, alone: LoadResult, beside: LoadResult): Row {
  const { p99Ms } = alone;
  return { id, value: beside.p99Ms - p99Ms, unit: 'ms', baseline: p99Ms, ratio: beside.p99Ms / p99Ms };
}

async function smallRequests(url: string): Promise<LoadResult> {
  const plan: LoadPlan = { url, path, kind: 'chat', connections: 1, warmupMs: 1_000, durationMs: 6_000 };
  return (await runChild('bench/processes/load.ts', [JSON.stringify(plan)])) as LoadResult;
}

/** Sends costly requests one after the other, as fast as they are answered, until stopped. */
async function sendCostly(url: string, body: string, signal: AbortSignal): Promise<{ sent: number; status: number }> {
  let sent = 0;
  let status = 0;
  while (!signal.aborted) {
    const answer = await fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await answer.arrayBuffer();
    status = answer.status;
    sent += 1;
  }
  return { sent, status };
}
