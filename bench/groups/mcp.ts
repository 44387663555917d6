/** MCP rows: judged and recorded tool calls compared with the same calls without; long lists; the endpoint of a service. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toFreePorts } from '../../scripts/free-ports.ts';
import { type Child, runChild, startChild, textOf } from '../child.ts';
import type { LoadPlan, LoadResult } from '../load.ts';
import type { CallWork, ListWork, McpListResult, McpPlan } from '../mcp-load.ts';
import { type SeededVerifier, seedApp } from '../mcp-seed.ts';
import { startMcpProxy } from '../peers/mcp-proxy.ts';
import type { Group, GroupOptions, Row } from '../report.ts';

const connections = 32;
const rounds = 3;
const longList = 2_000;
const listRounds = 200;
/** Agents of the bench: one with a single tool, one with a long list. */
const [caller, reader] = ['bench-caller', 'bench-reader'];

export const mcpGroup: Group = {
  name: 'mcp',
  summary: 'tool calls through the MCP gateway, long lists, and the /mcp endpoint of an auditor',
  run,
};

/** A target of calls: its endpoint and the tool's name there. */
interface Target {
  readonly name: string;
  readonly url: string;
  readonly tool: string;
}

async function run({ peers, progress }: GroupOptions): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const children: Child[] = [];
  const start: Start = async (file, args = [], env = {}) => {
    const child = await startChild(file, args, env);
    children.push(child);
    return child;
  };
  try {
    const server = textOf((await start('bench/processes/tool-server.ts', ['1'])).line, 'url');
    const shelves = textOf((await start('bench/processes/tool-server.ts', [String(longList)])).line, 'url');
    const bare = textOf((await start('bench/processes/bare-proxy.ts', [new URL(server).origin])).line, 'url');
    const gateway = await startMcpGateway(start, folder, async (verifier) => {
      progress('installing the servers of tools');
      await seedApp(verifier, { agentId: caller, name: 'library', serverUrl: server, tools: 1 });
      await seedApp(verifier, { agentId: reader, name: 'shelves', serverUrl: shelves, tools: longList });
    });
    const targets: Target[] = [
      { name: 'direct', url: server, tool: 'find' },
      { name: 'bare', url: `${bare}/mcp`, tool: 'find' },
      await findTool(`${gateway}/agents/${caller}/mcp`),
    ];
    if (peers.includes('mcp-proxy')) {
      const url = await startMcpProxy(join(folder, 'peer'), server, children, progress);
      targets.push({ name: 'mcp-proxy', url, tool: 'find' });
    }
    const rows = toCallRows(await measureCalls(targets, progress));
    progress(`lists of ${longList} tools`);
    const lists = await measureLists(`${gateway}/agents/${reader}/mcp`, shelves);
    for (const child of children.splice(0).toReversed()) await child.stop();
    progress('the endpoint of an auditor');
    return [...rows, ...lists, await measureService(start, folder)];
  } finally {
    for (const child of children.toReversed()) await child.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Start = (file: string, args?: readonly string[], env?: Record<string, string>) => Promise<Child>;
const quiet = { ASSAY_LOG_LEVEL: 'warn' };

/** The verifier runs in its own process, everything else in one. No rate or capacity limit is reached. */
async function startMcpGateway(
  start: Start,
  folder: string,
  seed: (verifier: SeededVerifier) => Promise<void>,
): Promise<string> {
  const verifierFolder = join(folder, 'verifier');
  const verifier = await start('src/main.ts', ['--only', 'verifier'], {
    ...quiet,
    ASSAY_DATA_DIR: verifierFolder,
    VERIFIER_PORT: '0',
  });
  const url = textOf(verifier.line, 'urls', 'verifier');
  const token = (await readFile(join(verifierFolder, 'operator-token'), 'utf8')).trim();
  await seed({ url, token });
  const gateway = await start('src/main.ts', ['--only', 'gateway,attestor,auditors,mcp-gateway'], {
    ...quiet,
    ...toFreePorts(),
    ASSAY_DATA_DIR: join(folder, 'gateway'),
    GATEWAY_VERIFIER_URL: url,
    MCP_GATEWAY_VERIFIER_URL: url,
    MCP_MAX_CONCURRENT_CALLS: '128',
    MCP_GATEWAY_CALLS_PER_MINUTE: '1000000',
  });
  return textOf(gateway.line, 'urls', 'mcp-gateway');
}

/** Finds the agent's only external tool, which appears after it was judged. */
async function findTool(url: string): Promise<Target> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    });
    const found = /"name":"([a-z0-9-]+__find)"/.exec(await answer.text())?.[1];
    if (found !== undefined) return { name: 'gateway', url, tool: found };
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the agent is shown no tool');
}

interface Measured {
  /** Highest rate, with many connections. */
  readonly many: LoadResult;
  /** Shortest time, with one connection. */
  readonly one: LoadResult;
}

/** Best of all rounds; each round measures every target. */
async function measureCalls(
  targets: readonly Target[],
  progress: GroupOptions['progress'],
): Promise<ReadonlyMap<string, Measured>> {
  const best = new Map<string, Measured>();
  for (let round = 1; round <= rounds; round += 1) {
    for (const target of targets) {
      progress(`round ${round}: ${target.name}`);
      const many = await call(target, { connections, warmupMs: 3_000, durationMs: 10_000 });
      const one = await call(target, { connections: 1, warmupMs: 1_000, durationMs: 5_000 });
      const before = best.get(target.name);
      best.set(target.name, {
        many: before === undefined || many.perSecond > before.many.perSecond ? many : before.many,
        one: before === undefined || one.p50Ms < before.one.p50Ms ? one : before.one,
      });
    }
  }
  return best;
}

async function call(
  { url, tool }: Pick<Target, 'url' | 'tool'>,
  work: Pick<CallWork, 'connections' | 'warmupMs' | 'durationMs'> & Partial<Pick<CallWork, 'argument'>>,
): Promise<LoadResult> {
  return (await runWork(url, { kind: 'call', tool, argument: 'question', ...work })) as LoadResult;
}

async function runWork(url: string, work: CallWork | ListWork): Promise<unknown> {
  const plan: McpPlan = { url, work };
  return runChild('bench/processes/mcp-load.ts', [JSON.stringify(plan)]);
}

function toCallRows(measured: ReadonlyMap<string, Measured>): Row[] {
  const of = (name: string): Measured => {
    const found = measured.get(name);
    if (found === undefined) throw new Error(`${name} was not measured`);
    return found;
  };
  const [direct, bare] = [of('direct'), of('bare')];
  return [...measured.keys()]
    .filter((name) => name !== 'direct' && name !== 'bare')
    .flatMap((name) => {
      const { many, one } = of(name);
      const prefix = name === 'gateway' ? 'mcp' : `mcp.peer.${name}`;
      const must = (text: string) => (name === 'gateway' ? { must: text } : {});
      const perSecond = { value: many.perSecond, unit: 'calls/s', baseline: bare.many.perSecond };
      return [
        { id: `${prefix}.calls_per_s`, ...perSecond, ratio: many.perSecond / bare.many.perSecond, ...must('800/s') },
        { ...addedRow(`${prefix}.call_added_p50_ms`, one.p50Ms, direct.one.p50Ms), ...must('2 ms') },
        addedRow(`${prefix}.call_added_p99_ms`, one.p99Ms, direct.one.p99Ms),
      ];
    });
}

function addedRow(id: string, measuredMs: number, directMs: number): Row {
  return { id, value: measuredMs - directMs, unit: 'ms', baseline: directMs, ratio: measuredMs / directMs };
}

/** Lists for the agent, and directly from the server. */
async function measureLists(url: string, server: string): Promise<Row[]> {
  const work: ListWork = { kind: 'list', tools: longList, rounds: listRounds };
  const direct = (await runWork(server, work)) as McpListResult;
  const { p50Ms, p99Ms, firstMs } = (await runWork(url, work)) as McpListResult;
  const row = (id: string, value: number, baseline: number): Row => ({
    id: `mcp.list_${longList}_${id}`,
    value,
    unit: 'ms',
    baseline,
    ratio: value / baseline,
  });
  return [
    { ...row('p50_ms', p50Ms, direct.p50Ms), must: '20 ms' },
    row('p99_ms', p99Ms, direct.p99Ms),
    row('first_ms', firstMs, direct.firstMs),
  ];
}

/** The baseline is `POST /claims` with the same texts. */
async function measureService(start: Start, folder: string): Promise<Row> {
  const service = await start('src/main.ts', ['--only', 'injection'], {
    ...quiet,
    ...toFreePorts(),
    ASSAY_DATA_DIR: join(folder, 'auditor'),
    MCP_MAX_CONCURRENT_CALLS: '128',
  });
  const url = textOf(service.line, 'urls', 'injection');
  const times = { connections, warmupMs: 3_000, durationMs: 10_000 };
  const calls: number[] = [];
  const claims: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const plan: LoadPlan = { url, path: '/claims', kind: 'claims', ...times };
    const viaHttp = (await runChild('bench/processes/load.ts', [JSON.stringify(plan)])) as LoadResult;
    const viaMcp = await call({ url: `${url}/mcp`, tool: 'analyze_text' }, { argument: 'text', ...times });
    calls.push(viaMcp.perSecond);
    claims.push(viaHttp.perSecond);
  }
  const [value, baseline] = [Math.max(...calls), Math.max(...claims)];
  return { id: 'mcp.service_call_per_s', value, unit: 'calls/s', baseline, ratio: value / baseline };
}
