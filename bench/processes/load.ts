/**
 * Sends a bounded load of chat completions (or claims requests) to a URL on loopback and prints the measures.
 * Argument: a JSON text of LoadPlan. Prompts vary, so that no input cache helps the target.
 */
import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import type { LoadPlan, LoadResult } from '../load.ts';
import { prompts } from '../prompts.ts';

const plan: LoadPlan = JSON.parse(String(process.argv[2]));
const pool = new Pool(plan.url, { connections: plan.connections, pipelining: 1 });
const bodies = prompts(2_000).map((prompt) =>
  plan.kind === 'chat'
    ? JSON.stringify({ model: 'bench', messages: [{ role: 'user', content: prompt }] })
    : JSON.stringify({ data: { input: prompt }, phase: 'request' }),
);

let next = 0;
async function send(): Promise<number> {
  const body = bodies[next++ % bodies.length];
  const startedMs = performance.now();
  const answer = await pool.request({
    method: 'POST',
    path: plan.path,
    headers: { 'content-type': 'application/json', ...plan.headers },
    body: body ?? '',
  });
  await answer.body.arrayBuffer();
  if (answer.statusCode !== 200) throw new Error(`the target answered ${answer.statusCode}`);
  return performance.now() - startedMs;
}

async function run(durationMs: number, latencies: number[]): Promise<number> {
  const startedMs = performance.now();
  const endMs = startedMs + durationMs;
  const worker = async () => {
    while (performance.now() < endMs) latencies.push(await send());
  };
  await Promise.all(Array.from({ length: plan.connections }, worker));
  return performance.now() - startedMs;
}

await run(plan.warmupMs, []);
const latencies: number[] = [];
const elapsedMs = await run(plan.durationMs, latencies);
latencies.sort((left, right) => left - right);
const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
const result: LoadResult = {
  requests: latencies.length,
  perSecond: latencies.length / (elapsedMs / 1000),
  p50Ms: at(0.5),
  p99Ms: at(0.99),
};
process.stdout.write(`${JSON.stringify(result)}\n`);
await pool.close();
