/** Waits of commands: between two requests, and until something that goes on elsewhere has ended. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandIo } from './command.ts';
import { type ParsedArguments, parseWholeNumber, UsageError } from './options.ts';
import { createProgress } from './render/progress.ts';

const maxTimeoutS = 86_400;

/** Options of a command that can wait. @param until what it waits for, e.g. `Wait until it is done` */
export function waitOptions(until: string) {
  return {
    wait: { type: 'boolean', description: until },
    timeout: { type: 'string', value: 'S', description: 'Longest wait in seconds, with --wait; no limit if absent' },
  } as const;
}

/** Reads the longest wait in milliseconds; undefined for no limit. @throws UsageError without `--wait` */
export function readTimeoutMs(args: ParsedArguments): number | undefined {
  const timeout = args.text('timeout');
  if (timeout === undefined) return undefined;
  if (!args.flag('wait')) throw new UsageError('--timeout goes with --wait.');
  return parseWholeNumber('timeout', timeout, [0, maxTimeoutS]) * 1000;
}

/** Waits between two requests; Ctrl-C ends the wait. @throws when the signal aborts */
export async function wait({ signal }: Pick<CommandIo, 'signal'>, ms: number): Promise<void> {
  await sleep(ms, undefined, signal === undefined ? {} : { signal });
}

export interface WaitedFor<T> {
  /** As it was when the wait begins. */
  readonly first: T;
  /** Reads it again. */
  read(): Promise<T>;
  /** True while it changes without a person. */
  isChanging(now: T): boolean;
  /** Its state for people, e.g. `the deployment is stopping`. */
  describe(now: T): string;
  /** What continues without this command, and what shows it. */
  readonly afterwards: string;
  /** Pause between two reads. */
  readonly everyMs: number;
  readonly timeoutMs: number | undefined;
}

/**
 * Reads it until it no longer changes, or the time is over, and shows the state on a terminal. Says on standard error when
 * the wait ended first: by the time, by Ctrl-C or by a failure. @returns it as read last
 */
export async function waitUntil<T>(
  io: Pick<CommandIo, 'stderr' | 'clock' | 'signal'>,
  { first, read, isChanging, describe, afterwards, everyMs, timeoutMs }: WaitedFor<T>,
): Promise<T> {
  const progress = createProgress(io.stderr);
  const endMs = timeoutMs === undefined ? Number.POSITIVE_INFINITY : io.clock.now() + timeoutMs;
  let now = first;
  try {
    while (isChanging(now) && io.clock.now() < endMs) {
      progress.show(`Waiting: ${describe(now)} …`);
      await wait(io, Math.min(everyMs, Math.max(0, endMs - io.clock.now())));
      now = await read();
    }
  } catch (error) {
    progress.clear();
    if (io.signal?.aborted === true) io.stderr.write(`Stopped waiting: ${describe(now)}. ${afterwards}\n`);
    else io.stderr.write(`The wait ended early: ${describe(now)} when last seen. ${afterwards}\n`);
    throw error;
  }
  progress.clear();
  if (isChanging(now)) {
    io.stderr.write(`Not done after ${(timeoutMs ?? 0) / 1000} s: ${describe(now)}. ${afterwards}\n`);
  }
  return now;
}
