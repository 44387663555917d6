/** Keeps processes running: each in a group of its own, started again when it ends, and ended together. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../platform/config.ts';

export interface SupervisedProcess {
  /** Shown in messages. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Environment;
}

export interface SupervisionDeps {
  /** Called with a line of a process, without its end. */
  readonly onLine: (name: string, line: string) => void;
  /** Called when a process ended by itself, with the time until it is started again. */
  readonly onEnd: (name: string, why: string, restartMs: number) => void;
  /** Time until the first restart; each further one takes twice as long, 30 s at most. */
  readonly restartMs: number;
  /** A process that ran for this long starts again after `restartMs`. */
  readonly steadyMs: number;
  readonly monotonicMs: () => number;
  readonly signal: AbortSignal;
}

const maxRestartMs = 30_000;
const graceMs = 5_000;
const maxLineChars = 4_096;

/** Runs until the signal; settles when every process is gone. Rejects if one cannot be started at all. */
export async function supervise(processes: readonly SupervisedProcess[], deps: SupervisionDeps): Promise<void> {
  const ended = new AbortController();
  const signal = AbortSignal.any([deps.signal, ended.signal]);
  const runs = processes.map((one) => keepRunning(one, { ...deps, signal }));
  try {
    await Promise.all(runs);
  } finally {
    ended.abort();
    await Promise.allSettled(runs);
  }
}

async function keepRunning(one: SupervisedProcess, deps: SupervisionDeps): Promise<void> {
  const { restartMs, steadyMs, monotonicMs, onEnd, signal } = deps;
  let pauseMs = restartMs;
  while (!signal.aborted) {
    const startedMs = monotonicMs();
    const why = await runOnce(one, deps);
    if (signal.aborted) return;
    if (monotonicMs() - startedMs >= steadyMs) pauseMs = restartMs;
    onEnd(one.name, why, pauseMs);
    await sleep(pauseMs, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    pauseMs = Math.min(pauseMs * 2, maxRestartMs);
  }
}

/** Gives the reason of its end. @throws the error that prevents the start */
async function runOnce(
  { name, command, args, env }: SupervisedProcess,
  { onLine, signal }: SupervisionDeps,
): Promise<string> {
  const child = spawn(command, args, {
    env: { ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that its children end with it, and Ctrl-C reaches it through us alone.
    detached: true,
    windowsHide: true,
  });
  let grace: NodeJS.Timeout | undefined;
  const stop = (): void => {
    killGroup(child, 'SIGTERM');
    grace = setTimeout(() => killGroup(child, 'SIGKILL'), graceMs);
  };
  for (const stream of [child.stdout, child.stderr]) passLines(stream, (line) => onLine(name, line));
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await once(child, 'spawn');
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  // Its children may outlive it and hold the pipes.
  child.once('exit', () => killGroup(child, 'SIGKILL'));
  await closed;
  signal.removeEventListener('abort', stop);
  clearTimeout(grace);
  return child.signalCode === null ? `exit code ${child.exitCode}` : child.signalCode;
}

function passLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let held = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = `${held}${text}`.split('\n');
    held = (lines.pop() ?? '').slice(-maxLineChars);
    for (const line of lines) onLine(line.slice(0, maxLineChars));
  });
  stream.on('end', () => {
    if (held !== '') onLine(held);
  });
}

/** Signals the whole group, which may already be gone. */
function killGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (Reflect.get(Object(error), 'code') !== 'ESRCH') throw error;
  }
}
