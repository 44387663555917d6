/**
 * Speaks MCP to an endpoint on loopback as a client and prints the measures. Argument: a JSON text of McpPlan. Texts vary, so
 * that no input cache helps the target; an answer without a result ends it.
 */
import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import type { LoadResult } from '../load.ts';
import { type CallWork, type ListWork, type McpListResult, type McpPlan, revision } from '../mcp-load.ts';
import { prompts } from '../prompts.ts';

const plan: McpPlan = JSON.parse(String(process.argv[2]));
const { origin, pathname } = new URL(plan.url);
const connections = plan.work.kind === 'call' ? plan.work.connections : 1;
const pool = new Pool(origin, { connections, pipelining: 1 });
const prefix = 'io.modelcontextprotocol';
const meta = {
  [`${prefix}/protocolVersion`]: revision,
  [`${prefix}/clientInfo`]: { name: 'bench', version: '1.0.0' },
  [`${prefix}/clientCapabilities`]: {},
};

function toMessage(id: number, method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } });
}

async function post(method: string, body: string, more: Record<string, string> = {}): Promise<string> {
  const answer = await pool.request({
    method: 'POST',
    path: pathname,
    body,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      'mcp-method': method,
      ...more,
    },
  });
  const text = await answer.body.text();
  if (answer.statusCode === 200 && text.includes('"result":') && !text.includes('"isError":true')) return text;
  throw new Error(`${plan.url} answered ${method} with ${answer.statusCode}: ${text.slice(0, 500)}`);
}

async function measureCalls({ tool, argument, ...work }: CallWork): Promise<LoadResult> {
  const bodies = prompts(2_000).map((text, id) =>
    toMessage(id, 'tools/call', { name: tool, arguments: { [argument]: text } }),
  );
  let next = 0;
  const run = async (durationMs: number, latencies: number[]): Promise<number> => {
    const startedMs = performance.now();
    const worker = async () => {
      while (performance.now() < startedMs + durationMs) {
        const body = bodies[next++ % bodies.length] ?? '';
        const sentMs = performance.now();
        await post('tools/call', body, { 'mcp-name': tool });
        latencies.push(performance.now() - sentMs);
      }
    };
    await Promise.all(Array.from({ length: connections }, worker));
    return performance.now() - startedMs;
  };
  await run(work.warmupMs, []);
  const latencies: number[] = [];
  const elapsedMs = await run(work.durationMs, latencies);
  const { length: requests } = latencies;
  return { requests, perSecond: requests / (elapsedMs / 1_000), ...percentilesOf(latencies) };
}

/** Prefix of the tools of our own services. */
const own = 'assay-';

/** Reads all pages. */
async function list(): Promise<{ tools: number; pages: number; bytes: number }> {
  const found = { tools: 0, pages: 0, bytes: 0 };
  let cursor: string | undefined;
  do {
    const text = await post('tools/list', toMessage(1, 'tools/list', cursor === undefined ? {} : { cursor }));
    const { result } = JSON.parse(text);
    found.tools += result.tools.filter(({ name }: { name: string }) => !name.startsWith(own)).length;
    found.pages += 1;
    found.bytes += text.length;
    cursor = result.nextCursor;
  } while (cursor !== undefined);
  return found;
}

async function measureLists({ tools, rounds }: ListWork): Promise<McpListResult> {
  const startedMs = performance.now();
  let attempts = 1;
  for (; !(await isWhole(tools)); attempts += 1) {
    if (performance.now() - startedMs > patienceMs) throw new Error(`${tools} tools are never shown`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const firstMs = performance.now() - startedMs;
  for (let round = 0; round < rounds / 10; round += 1) await list();
  const times: number[] = [];
  let [pages, bytes] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const askedMs = performance.now();
    const found = await list();
    times.push(performance.now() - askedMs);
    if (found.tools !== tools) throw new Error(`only ${found.tools} tools are shown`);
    ({ pages, bytes } = found);
  }
  return { firstMs, attempts, pages, bytes, ...percentilesOf(times) };
}

const patienceMs = 300_000;

/** True if the list is complete. A list that grows between two pages starts over. */
async function isWhole(tools: number): Promise<boolean> {
  const found = await list().catch((error: unknown) => {
    if (String(error).includes('cursor_stale')) return undefined;
    throw error;
  });
  return found?.tools === tools;
}

function percentilesOf(times: number[]): { p50Ms: number; p99Ms: number } {
  times.sort((left, right) => left - right);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

const result = plan.work.kind === 'call' ? await measureCalls(plan.work) : await measureLists(plan.work);
process.stdout.write(`${JSON.stringify(result)}\n`);
await pool.close();
