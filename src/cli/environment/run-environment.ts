/** Runs an environment of type model on this machine: starts its processes, waits for them, and keeps them running. */
import { join } from 'node:path';
import { stringify } from 'yaml';
import { openDataDir } from '../../platform/data-dir.ts';
import { superviseGroup } from '../../platform/supervised-group.ts';
import { toPlainText } from '../../proof/report.ts';
import { type CommandIo, exitCodes } from '../command.ts';
import { processTimers } from '../process-timers.ts';
import { renderHeadTable } from '../render/head-table.ts';
import { createStyle } from '../render/style.ts';
import type { LocalPart } from './local-parts.ts';
import type { EnvironmentPlan } from './plan-environments.ts';
import { waitReady } from './wait-ready.ts';

export interface RunOptions {
  readonly plan: EnvironmentPlan;
  readonly parts: readonly LocalPart[];
  /** Folder of the environment: the chain file, and the data of its auditors. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

const pauseMs = 250;
/** A model server may have requests to end. */
const graceMs = 5_000;

/** Ends with the signal, after every process that it started. */
export async function runEnvironment(io: CommandIo, { plan, parts, folder, signal }: RunOptions): Promise<number> {
  const say = (text: string): void => void io.stderr.write(`${toPlainText(text, 4_096)}\n`);
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const dataDir = await openDataDir(folder, say);
  const chainFile = join(dataDir.path, 'chain.yaml');
  await dataDir.write('chain.yaml', Buffer.from(toChainFile(parts)));
  const running = superviseGroup(
    parts.flatMap(({ process }) => (process === undefined ? [] : [process])),
    {
      onLine: (name, line) => say(`[${name}] ${line}`),
      onEnd: (name, why, ms) => say(`${name} ended (${why}); it starts again in ${ms / 1000} s`),
      ...processTimers,
      graceMs,
      signal: until,
    },
  );
  const { AUDITOR_TOKEN: token } = io.env;
  const ready = Promise.all(
    parts.map((part) => waitReady(part, { clock: io.clock, token, signal: until, pauseMs })),
  ).then(() => io.stdout.write(describe(io, plan, parts, chainFile)));
  try {
    await Promise.race([running, ready.then(() => running)]);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    over.abort();
    await Promise.allSettled([running, ready]);
  }
  return exitCodes.ok;
}

/** The chain for gateways: every auditor with its address. */
function toChainFile(parts: readonly LocalPart[]): string {
  const chain = parts.flatMap(({ item, url }) => (item === undefined ? [] : [{ ...item, url }]));
  return stringify({ chain });
}

function describe(io: CommandIo, { name }: EnvironmentPlan, parts: readonly LocalPart[], chainFile: string): string {
  const style = createStyle(io.color);
  const rows = parts.map((part) => [
    part.kind,
    toPlainText(part.name),
    toPlainText(part.what, 200),
    toPlainText(part.url, 400),
    part.process === undefined ? 'runs elsewhere' : 'started',
  ]);
  const [model] = parts;
  const upstream = model === undefined ? '' : model.url;
  return [
    `Environment ${toPlainText(name)} is ready.`,
    renderHeadTable(['KIND', 'NAME', 'WHAT', 'ADDRESS', ''], rows, style).trimEnd(),
    `A gateway in front of ${toPlainText(model?.name ?? '')}: GATEWAY_UPSTREAM_URL=${upstream} GATEWAY_CHAIN_FILE=${chainFile} assay start --only gateway,attestor,verifier`,
    'Ctrl-C ends everything that was started here.',
    '',
  ].join('\n');
}
