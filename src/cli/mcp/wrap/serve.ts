/** The process of a wrapped server: its pipes, its environment, signals, and its exit code. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { Readable, type Writable } from 'node:stream';
import type { Environment } from '../../../platform/config.ts';
import { type CommandIo, exitCodes } from '../../command.ts';
import { UsageError } from '../../options.ts';
import { readLines } from './json-lines.ts';
import type { Relay } from './relay.ts';

export interface Served {
  readonly command: string;
  readonly args: readonly string[];
  readonly createRelay: (pipes: { toServer: (line: string) => void; toClient: (line: string) => void }) => Relay;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Time for a server to end after it was asked to. */
const graceMs = 5_000;

/** @returns the exit code of the server, or 128 and the signal's number. @throws UsageError when it cannot be started */
export async function serve(io: CommandIo, { command, args, createRelay }: Served): Promise<number> {
  const child = await start(command, args, withoutSecrets(io.env));
  const relay = createRelay({
    toServer: (line) => child.stdin.write(`${line}\n`),
    toClient: (line) => io.stdout.write(`${line}\n`),
  });
  const closed = once(child, 'close');
  const stop = endInSteps(child);
  io.signal?.addEventListener('abort', () => stop('SIGTERM'), { once: true });
  passWords(child, io);
  let isTooLong = false;
  const onFault = (error: unknown): void => {
    if (!(error instanceof RangeError)) throw error;
    isTooLong = true;
    io.stderr.write(`assay: ${error.message}: the server was stopped\n`);
    stop('SIGTERM');
  };
  let isOver = false;
  const client = fromClient(io, child, relay)
    .then(() => {
      if (!isOver && isRunning(child)) stop('SIGTERM', graceMs);
    })
    .catch((error: unknown) => {
      // We ended it, so closed pipes are expected.
      if (!isOver && io.signal?.aborted !== true) onFault(error);
    });
  const server = fromServer(child, relay).catch(onFault);
  await closed;
  await server;
  await relay.serverGone();
  isOver = true;
  stop('done');
  if (io.stdin instanceof Readable) {
    io.stdin.destroy();
    await client;
  }
  return isTooLong ? exitCodes.no : exitCodeOf(child);
}

async function start(command: string, args: readonly string[], env: Environment): Promise<Child> {
  const child = spawn(command, args, { env: { ...env }, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
  // A write to an ended server is reported by its end.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => undefined);
  try {
    await once(child, 'spawn');
  } catch (cause) {
    const code = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
    throw new UsageError(`${command} cannot be started (${String(code)}): check its name`, { cause });
  }
  return child;
}

async function fromClient({ stdin }: CommandIo, child: Child, relay: Relay): Promise<void> {
  for await (const line of readLines(stdin)) {
    relay.fromClient(line);
    if (child.stdin.writableNeedDrain) await Promise.race([once(child.stdin, 'drain'), once(child, 'close')]);
  }
  await relay.sent();
  child.stdin.end();
  // A client that is gone needs no answers; one that only closed its input does.
  await relay.answered();
}

async function fromServer(child: Child, relay: Relay): Promise<void> {
  for await (const line of readLines(child.stdout)) relay.fromServer(line);
}

function passWords(child: Child, { stderr }: CommandIo): void {
  const decoder = new TextDecoder();
  child.stderr.on('data', (bytes: Uint8Array) => stderr.write(decoder.decode(bytes, { stream: true })));
}

/** Sends `SIGTERM`, now or after a time, and then `SIGKILL`; `done` cancels both. */
function endInSteps(child: Child): (step: 'SIGTERM' | 'done', afterMs?: number) => void {
  let timer: NodeJS.Timeout | undefined;
  const kill = (): void => {
    child.kill('SIGTERM');
    timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  };
  return (step, afterMs = 0) => {
    clearTimeout(timer);
    if (step === 'done') return;
    if (afterMs === 0) kill();
    else timer = setTimeout(kill, afterMs);
  };
}

function isRunning({ exitCode, signalCode }: Child): boolean {
  return exitCode === null && signalCode === null;
}

function exitCodeOf({ exitCode, signalCode }: Child): number {
  if (signalCode !== null) return 128 + constants.signals[signalCode];
  return exitCode ?? exitCodes.fault;
}

const ours = /^ASSAY_/i;
const servicesSecret =
  /^(?:GATEWAY|VERIFIER|ATTESTOR|MCP_GATEWAY)_.*(?:KEY|TOKEN|SECRET|PASSWORD|PASSPHRASE|DATABASE)/i;

/** Gives the user's environment without our credentials and addresses. */
export function withoutSecrets(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ours.test(name) && !servicesSecret.test(name)));
}
