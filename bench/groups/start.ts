/** Everything in one process, second start: time to the first answered request, and idle memory. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { toFreePorts } from '../../scripts/free-ports.ts';
import { startChild, textOf } from '../child.ts';
import type { Group } from '../report.ts';

const idleMs = 5_000;

export const startGroup: Group = {
  name: 'start',
  summary: 'time to the first answer and idle memory, second start',
  async run({ progress }) {
    const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
    const env = {
      ASSAY_DATA_DIR: folder,
      ASSAY_LOG_LEVEL: 'warn',
      ...toFreePorts(),
    };
    const start = () => startChild('src/main.ts', [], env);
    try {
      progress('first start');
      await (await start()).stop();
      progress('second start');
      const startedMs = performance.now();
      const child = await start();
      await ask(textOf(child.line, 'urls', 'gateway'));
      const firstAnswerS = (performance.now() - startedMs) / 1000;
      await new Promise((resolve) => setTimeout(resolve, idleMs));
      const rss = await residentMb(child.pid);
      await child.stop();
      return [
        { id: 'start.rss_mb', value: rss, unit: 'MB', baseline: null, ratio: null, must: '700 MB' },
        { id: 'start.first_answer_s', value: firstAnswerS, unit: 's', baseline: null, ratio: null, must: '5 s' },
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function ask(url: string): Promise<void> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'echo', messages: [{ role: 'user', content: 'hello' }] }),
  });
  if (response.status !== 200) throw new Error(`the first request was answered ${response.status}`);
}

/** VmRSS of a process (Linux). */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
