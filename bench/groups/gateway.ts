/** Gateway rows: throughput as a share of a bare proxy, and added latency, under the same load in the same run. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toFreePorts } from '../../scripts/free-ports.ts';
import { type Child, runChild, startChild, textOf } from '../child.ts';
import type { LoadPlan, LoadResult } from '../load.ts';
import { startPortkey } from '../peers/portkey.ts';
import type { Group, GroupOptions, Row } from '../report.ts';

const path = '/v1/chat/completions';
const connections = 32;
const warmupMs = 3_000;
const durationMs = 10_000;
const rounds = 3;

export const gatewayGroup: Group = { name: 'gateway', summary: 'throughput and added latency of the whole path', run };

async function run({ peers, progress }: GroupOptions): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const children: Child[] = [];
  const start = async (file: string, args: readonly string[] = [], env: Record<string, string> = {}) => {
    const child = await startChild(file, args, env);
    children.push(child);
    return child;
  };
  try {
    const model = textOf((await start('bench/processes/model-server.ts')).line, 'url');
    const bare = textOf((await start('bench/processes/bare-proxy.ts', [model])).line, 'url');
    const gateway = await startGateway(start, folder, model);
    const targets = [
      { name: 'bare', url: bare },
      { name: 'gateway', url: gateway },
    ];
    if (peers.includes('portkey'))
      targets.push({ name: 'portkey', url: await startPortkey(folder, children, progress) });
    const best = new Map<string, LoadResult>();
    const sequential = new Map<string, LoadResult>();
    for (let round = 1; round <= rounds; round += 1) {
      for (const target of targets) {
        progress(`round ${round}: ${target.name}`);
        const many = await load({ ...target, model, connections });
        const one = await load({ ...target, model, connections: 1 });
        if (many.perSecond > (best.get(target.name)?.perSecond ?? 0)) best.set(target.name, many);
        if (one.p50Ms < (sequential.get(target.name)?.p50Ms ?? Infinity)) sequential.set(target.name, one);
      }
    }
    return toRows(best, sequential);
  } finally {
    for (const child of children.toReversed()) await child.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Start = (file: string, args?: readonly string[], env?: Record<string, string>) => Promise<Child>;

/** The verifier runs in its own process, with forwarding on, as the table requires. */
async function startGateway(start: Start, folder: string, model: string): Promise<string> {
  const quiet = { ASSAY_LOG_LEVEL: 'warn' };
  const verifier = await start('src/main.ts', ['--only', 'verifier'], {
    ...quiet,
    ASSAY_DATA_DIR: join(folder, 'verifier'),
    VERIFIER_PORT: '0',
  });
  const gateway = await start('src/main.ts', ['--only', 'gateway,attestor,auditors'], {
    ...quiet,
    ASSAY_DATA_DIR: join(folder, 'gateway'),
    ...toFreePorts(),
    GATEWAY_UPSTREAM_URL: model,
    GATEWAY_VERIFIER_URL: textOf(verifier.line, 'urls', 'verifier'),
  });
  return textOf(gateway.line, 'urls', 'gateway');
}

async function load(target: { name: string; url: string; model: string; connections: number }): Promise<LoadResult> {
  const plan: LoadPlan = {
    url: target.url,
    path,
    kind: 'chat',
    connections: target.connections,
    warmupMs: target.connections === 1 ? 1_000 : warmupMs,
    durationMs: target.connections === 1 ? 5_000 : durationMs,
    ...(target.name === 'portkey'
      ? {
          headers: {
            'x-portkey-provider': 'openai',
            'x-portkey-custom-host': `${target.model}/v1`,
            authorization: 'Bearer bench',
          },
        }
      : {}),
  };
  return (await runChild('bench/processes/load.ts', [JSON.stringify(plan)])) as LoadResult;
}

function toRows(best: ReadonlyMap<string, LoadResult>, sequential: ReadonlyMap<string, LoadResult>): Row[] {
  const bare = resultOf(best, 'bare');
  const alone = resultOf(sequential, 'bare');
  return [...best.keys()]
    .filter((name) => name !== 'bare')
    .flatMap((name) => {
      const many = resultOf(best, name);
      const one = resultOf(sequential, name);
      const prefix = name === 'gateway' ? 'gateway' : `peer.${name}`;
      const must = (text: string) => (name === 'gateway' ? { must: text } : {});
      return [
        {
          id: `${prefix}.throughput`,
          value: many.perSecond,
          unit: 'requests/s',
          baseline: bare.perSecond,
          ratio: many.perSecond / bare.perSecond,
          ...must('20 %'),
        },
        latencyRow(`${prefix}.added_p50_ms`, one.p50Ms, alone.p50Ms, must('2 ms')),
        latencyRow(`${prefix}.added_p99_ms`, one.p99Ms, alone.p99Ms, must('6 ms')),
      ];
    });
}

function latencyRow(id: string, measuredMs: number, bareMs: number, must: { must?: string }): Row {
  return { id, value: measuredMs - bareMs, unit: 'ms', baseline: bareMs, ratio: measuredMs / bareMs, ...must };
}

function resultOf(results: ReadonlyMap<string, LoadResult>, name: string): LoadResult {
  const result = results.get(name);
  if (result === undefined) throw new Error(`${name} was not measured`);
  return result;
}
