/**
 * A local server for one caller with one credential: started by the first request, stopped when idle, restarted with
 * growing pauses after crashes. A crash during a call leaves the call without an answer.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import {
  type Ask,
  type Conversation,
  cancelled,
  type Failed,
  failed,
  nothingAsked,
  type Reply,
} from './conversation.ts';
import { createDuplex, type Duplex } from './duplex.ts';
import type { Eras } from './eras.ts';
import type { Era } from './modern.ts';
import { notTaken } from './outcome.ts';
import type { StdioCommand } from './stdio-file.ts';
import { type StdioProcess, startProcess } from './stdio-process.ts';

/** Slots for the processes of all local servers together. */
export interface ProcessLimiter {
  /** False where no slot is free, and none becomes free in a moment. */
  acquire(): Promise<boolean>;
  release(): void;
}

export interface StdioDeps {
  /** Name of the package in the log and in the cache of eras. */
  readonly name: string;
  readonly command: StdioCommand;
  readonly environment: Readonly<Record<string, string>>;
  /** Texts that are never logged. */
  readonly secrets: readonly string[];
  readonly searchPath: string;
  readonly eras: Eras;
  readonly clock: Clock;
  readonly random: () => number;
  readonly processLimiter: ProcessLimiter;
  readonly log: Pick<Logger, 'debug' | 'warn'>;
  readonly startMs?: number;
  readonly probeMs?: number;
  /** The time for which it may be silent while a request waits. */
  readonly silentMs?: number;
}

interface Running {
  readonly duplex: Duplex;
  readonly era: Era;
  readonly process: StdioProcess;
  isOver: boolean;
}

const defaultStartMs = 20_000;
/** A server that is silent for the time of one call is stuck. */
const defaultSilentMs = 5 * 60_000;
const firstPauseMs = 500;
const longestPauseMs = 60_000;
/** A process that ran this long did not crash at its start. */
const steadyMs = 30_000;

export function createStdio(deps: StdioDeps): Conversation {
  const { name, eras, clock, random, processLimiter, log } = deps;
  let running: Promise<Running | Reply> | undefined;
  const closing = new AbortController();
  const crashes = { count: 0, until: 0 };

  const noteCrash = (startedAt: number): void => {
    crashes.count = clock.now() - startedAt > steadyMs ? 1 : crashes.count + 1;
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** (crashes.count - 1));
    crashes.until = clock.now() + pause * (0.5 + random() / 2);
  };

  const start = async (isProbed: boolean): Promise<Running | Reply> => {
    if (closing.signal.aborted) return failed('busy', 'the gateway is stopping', { isRetryable: true });
    if (clock.now() < crashes.until) {
      const said = 'the local server crashes repeatedly; it is restarted later';
      return failed('upstream_unavailable', said, { isRetryable: true });
    }
    if (!(await processLimiter.acquire()))
      return failed('busy', 'the limit of local servers is reached', { isRetryable: true });
    const startedAt = clock.now();
    const holder: { process?: StdioProcess; running?: Running; hasEnded?: boolean } = {};
    const duplex = createDuplex({
      clock,
      ...(deps.probeMs === undefined ? {} : { probeMs: deps.probeMs }),
      onFlood: () => {
        const flood: Failed = {
          ...notTaken('flood', 'the server sends too many other messages'),
          isRetryable: false,
        };
        duplex.end(flood);
        void holder.process?.end();
      },
      async send(text) {
        await holder.process?.write(text);
        return undefined;
      },
    });
    try {
      holder.process = await startProcess({
        command: deps.command,
        environment: deps.environment,
        searchPath: deps.searchPath,
        onLine: duplex.take,
        onEnd(why, lastWords) {
          holder.hasEnded = true;
          if (holder.running !== undefined) holder.running.isOver = true;
          duplex.end(notTaken('upstream_unavailable', 'the local server ended before it answered'));
          if (why !== 'it was stopped') noteCrash(startedAt);
          processLimiter.release();
          log.debug({ server: name, why, words: hide(lastWords, deps.secrets) }, 'local server ended');
        },
        onLeft: (reason) => log.warn({ server: name, reason }, 'the folder of a local server cannot be removed'),
      });
    } catch (error) {
      if (holder.hasEnded !== true) processLimiter.release();
      log.warn({ server: name, reason: Reflect.get(Object(error), 'code') }, 'local server cannot be started');
      const said = 'the local server cannot be started: check its command in MCP_GATEWAY_STDIO_FILE';
      return failed('not_runnable_here', said);
    }
    // The timeout is its own: the first caller may give up while others wait for the same process.
    const timeoutMs = deps.startMs ?? defaultStartMs;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    const giveUp = (): void => late.abort();
    closing.signal.addEventListener('abort', giveUp, { once: true });
    if (closing.signal.aborted) giveUp();
    const request = { ...nothingAsked, headers: {}, signal: late.signal, timeoutMs };
    const cached = eras.find(name);
    const era = cached === 'modern' ? cached : await duplex.greet(request, isProbed && cached === undefined);
    clearTimeout(timer);
    closing.signal.removeEventListener('abort', giveUp);
    if (typeof era === 'string') {
      eras.remember(name, era);
      const made = { duplex, era, process: holder.process, isOver: holder.hasEnded === true };
      holder.running = made;
      return made;
    }
    await holder.process.end();
    if (late.signal.aborted) {
      const said = `the local server did not start within ${timeoutMs} ms`;
      return failed('upstream_timeout', said, { isFault: true, isRetryable: true });
    }
    // Some older servers exit at an unknown request; they are started once more without the probe.
    if (isProbed && cached === undefined && era.kind === 'failed' && era.code === 'upstream_unavailable') {
      crashes.until = 0;
      return start(false);
    }
    return era.kind === 'failed' ? { ...era, isSent: false } : era;
  };

  const take = async (): Promise<Running | Reply> => {
    const under = running ?? start(true);
    running = under;
    const got = await under;
    if ('duplex' in got && !got.isOver && got.duplex.silentMs() > (deps.silentMs ?? defaultSilentMs)) {
      log.warn({ server: name }, 'a local server no longer answers; it is restarted');
      await got.process.end();
    }
    const isGone = !('duplex' in got) || got.isOver;
    if (isGone && running === under) running = undefined;
    return got;
  };

  /** The time of a start counts against the caller's timeout. */
  const withRunning = async <T>(
    ask: Pick<Ask, 'signal' | 'timeoutMs'>,
    run: (duplex: Duplex, era: Era, timeoutMs: number) => Promise<T | Reply>,
  ): Promise<T | Reply> => {
    const startedAt = clock.now();
    let got = await within(take(), ask);
    if (got !== undefined && 'duplex' in got && got.isOver) got = await within(take(), ask);
    if (got === undefined) {
      const late = failed('upstream_timeout', 'the local server was not ready in time', { isRetryable: true });
      return ask.signal.aborted ? cancelled(false) : late;
    }
    const left = Math.max(1, ask.timeoutMs - (clock.now() - startedAt));
    return 'duplex' in got ? run(got.duplex, got.era, left) : got;
  };

  return {
    request: (ask) => withRunning(ask, (duplex, era, timeoutMs) => duplex.request(era, { ...ask, timeoutMs })),
    listen: (listening) => withRunning(listening, (duplex, era) => duplex.listen(era, listening)),
    async close() {
      closing.abort();
      const got = await running;
      if (got !== undefined && 'process' in got) await got.process.end();
    },
  };
}

/** Undefined where the caller gave up or its time is over. */
async function within<T>(work: Promise<T>, ask: Pick<Ask, 'signal' | 'timeoutMs'>): Promise<T | undefined> {
  if (ask.signal.aborted) return undefined;
  let stop = (): void => undefined;
  const over = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
  });
  const timer = setTimeout(stop, ask.timeoutMs);
  timer.unref();
  ask.signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
    ask.signal.removeEventListener('abort', stop);
  }
}

/** Removes secrets: a server's output may contain its credential. */
function hide(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .reduce((left, secret) => left.replaceAll(secret, '[redacted]'), text);
}
