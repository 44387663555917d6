/**
 * Watches many agents at a running verifier, one reader each, while events are reported in batches as by gateways.
 * Arguments: the verifier's URL, agents, events per second, seconds. Prints each event's time from the reporting call to its
 * reader, and the verifier's memory before and after.
 */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';

const [url = '', agentCount = '0', perSecond = '0', seconds = '0'] = process.argv.slice(2);
const agents = Array.from({ length: Number(agentCount) }, (_, index) => `bench-${index}`);
const batchMs = 100;
const batchSize = (Number(perSecond) * batchMs) / 1000;
const warmupBatches = 50;
const batches = (Number(seconds) * 1000) / batchMs;
const pool = new Pool(url, { connections: 8, pipelining: 1 });
const hash = 'ab'.repeat(32);

async function post(path: string, body: unknown): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' };
  const answer = await pool.request({ method: 'POST', path, headers, body: JSON.stringify(body) });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

async function residentMb(): Promise<number> {
  const text = await (await pool.request({ method: 'GET', path: '/metrics' })).body.text();
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1];
  if (bytes === undefined) throw new Error('the verifier does not report its memory');
  return Number(bytes) / 2 ** 20;
}

async function inLanes<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  const run = async () => {
    for (let next = rest.next(); next.done !== true; next = rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: lanes }, run));
}

/** Time of each event's report, by number; readers find the number in the event. */
const toldAtMs: number[] = [];
const latencies: number[] = [];
let [received, isMeasured] = [0, false];
const seen = new Map<string, number>();

/** One reader; asserts rising ids, so that nothing comes twice. */
async function watch(agent: string): Promise<void> {
  const call = request(`${url}/v1/agents/${agent}/console/stream?types=model.invocation`, { agent: false });
  call.end();
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`no stream: ${answer.statusCode}`);
  answer.setEncoding('utf8');
  let rest = '';
  answer.on('data', (chunk: string) => {
    const nowMs = performance.now();
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) take(agent, block, nowMs);
  });
  answer.on('close', () => {
    if (!isOver) throw new Error(`the stream of ${agent} ended: ${rest}`);
  });
}

let isOver = false;

function take(agent: string, block: string, nowMs: number): void {
  const [, id] = /^id: (\d+)$/m.exec(block) ?? [];
  const [, number] = /"invocation_id": ?"n(\d+)"/.exec(block) ?? [];
  if (id === undefined || number === undefined) return;
  if (Number(id) <= (seen.get(agent) ?? 0)) throw new Error(`${agent} got ${id} again`);
  seen.set(agent, Number(id));
  received += 1;
  if (isMeasured) latencies.push(nowMs - (toldAtMs[Number(number)] ?? Number.NaN));
}

let told = 0;
const answers: number[] = [];

async function tell(): Promise<void> {
  const time = new Date().toISOString();
  const startedMs = performance.now();
  const events = Array.from({ length: batchSize }, () => {
    const number = told++;
    toldAtMs[number] = startedMs;
    return {
      id: `lev_${crypto.randomUUID()}`,
      type: 'model.invocation',
      time,
      trace_id: hash.slice(0, 32),
      session_id: 'ses',
      agent_id: agents[number % agents.length],
      data: {
        invocation_id: `n${number}`,
        status: 'succeeded',
        model_id: 'gpt-bench',
        provider: 'bench',
        streaming: false,
        stream_mode: 'buffer',
        request_hash: hash,
        response_hash: hash,
        input_tokens: 120,
        output_tokens: 48,
        latency_ms: 812,
        finish_reason: 'stop',
      },
    };
  });
  const answer = await post('/v1/events', { events });
  if (answer['stored'] !== batchSize) throw new Error(`not all evidence was stored: ${JSON.stringify(answer)}`);
  if (isMeasured) answers.push(performance.now() - startedMs);
}

/** Batches start on schedule, whether or not earlier ones were answered. */
async function run(count: number): Promise<void> {
  const startedMs = performance.now();
  const calls: Promise<void>[] = [];
  for (let batch = 0; batch < count; batch += 1) {
    await pause(Math.max(0, startedMs + batch * batchMs - performance.now()));
    calls.push(tell());
  }
  await Promise.all(calls);
  const deadlineMs = performance.now() + 30_000;
  while (received < told) {
    if (performance.now() > deadlineMs) throw new Error(`${received} of ${told} events came`);
    await pause(20);
  }
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length * share)] ?? Number.NaN;

await inLanes(agents, 8, async (id) => {
  await post('/v1/agents', { id });
});
await inLanes(agents, 16, watch);
await run(warmupBatches);
const rssStartMb = await residentMb();
const [beforeCount, startedMs] = [received, performance.now()];
isMeasured = true;
await run(batches);
const perS = (received - beforeCount) / ((performance.now() - startedMs) / 1000);
const rssEndMb = await residentMb();
process.stdout.write(
  `${JSON.stringify({
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    perS,
    count: latencies.length,
    storedP99Ms: percentile(answers, 0.99),
    rssStartMb,
    rssEndMb,
  })}\n`,
);
isOver = true;
process.exit(0);
