/**
 * Runs programs for as long as they are wanted: each in a process group of its own, started again when it ends, ended with
 * everything it started.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

export interface ProgramCommand {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
}

/** An end that nobody wanted. */
export interface ProgramEnd {
  /** `exit code 3`, `SIGKILL`, or `not started: ENOENT`. */
  readonly why: string;
  /** The last text on its error stream. */
  readonly lastWords: string;
  /** Time until it is started again. */
  readonly pauseMs: number;
  /** Set for a program that could not be started at all. */
  readonly startError?: Error;
}

export interface SupervisedOptions {
  /** `env` is its whole environment. */
  readonly program: ProgramCommand;
  readonly onEnd: (end: ProgramEnd) => void;
  /** Receives what it writes; nobody does if absent. */
  readonly onOutput?: (stream: 'stdout' | 'stderr', text: string) => void;
  /** Calls later; the returned function cancels it. */
  readonly after: (ms: number, call: () => void) => () => void;
  readonly monotonicMs: () => number;
  /** Pause before it is started again, 1 s by default; it doubles up to a minute. */
  readonly pauseMs?: number;
  /** A program that ran for this long, a minute by default, has the first pause again. */
  readonly steadyMs?: number;
  /** Time between the request to end and the kill; 2 s by default. */
  readonly graceMs?: number;
}

export interface SupervisedProcess {
  /** Undefined while it does not run. */
  pid(): number | undefined;
  /** Ends it at once, with everything it started; it is started again. */
  interrupt(): void;
  /** Ends it for good. Settles when it is gone. */
  end(): Promise<void>;
}

const maxLastWords = 4_096;
const maxPauseMs = 60_000;

/** Starts it; a program that cannot be started is tried again, as one that ends. */
export function superviseProcess(options: SupervisedOptions): SupervisedProcess {
  const { after, onEnd, monotonicMs, pauseMs: firstPauseMs = 1_000, steadyMs = 60_000, graceMs = 2_000 } = options;
  let child: ChildProcess | undefined;
  let gone: Promise<void> = Promise.resolve();
  let isWanted = true;
  let pauseMs = firstPauseMs;
  let cancel = () => {};

  const start = (): void => {
    const startedMs = monotonicMs();
    const { child: started, ended } = run(options, graceMs);
    child = started;
    gone = ended.then(({ why, lastWords, startError }) => {
      child = undefined;
      if (!isWanted) return;
      if (monotonicMs() - startedMs >= steadyMs) pauseMs = firstPauseMs;
      cancel = after(pauseMs, start);
      const end = { why, lastWords, pauseMs };
      pauseMs = Math.min(pauseMs * 2, maxPauseMs);
      onEnd(startError === undefined ? end : { ...end, startError });
    });
  };

  start();
  return {
    pid: () => child?.pid,
    interrupt() {
      if (child !== undefined) killGroup(child, 'SIGKILL');
    },
    async end() {
      isWanted = false;
      cancel();
      if (child === undefined) return;
      const last = child;
      killGroup(last, 'SIGTERM');
      const late = setTimeout(() => killGroup(last, 'SIGKILL'), graceMs);
      await gone;
      clearTimeout(late);
    },
  };
}

export interface OwnHomeOptions extends SupervisedOptions {
  /** Wins over the program's own variables. Nothing else of this process is passed on, but its search path. */
  readonly environment: Readonly<Record<string, string>>;
  readonly searchPath: string;
}

/** As {@link superviseProcess}, in an empty home folder that is removed at its end. */
export async function superviseInOwnHome(options: OwnHomeOptions): Promise<SupervisedProcess> {
  const { program, environment, searchPath } = options;
  const home = await mkdtemp(join(tmpdir(), 'assay-run-'));
  const env = { LANG: 'C.UTF-8', PATH: searchPath, ...program.env, ...environment, HOME: home, TMPDIR: home };
  const supervised = superviseProcess({ ...options, program: { cwd: home, ...program, env } });
  return {
    ...supervised,
    async end() {
      await supervised.end();
      await rm(home, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

type Ended = Pick<ProgramEnd, 'why' | 'lastWords' | 'startError'>;

/** Runs it once. `ended` settles when the program and its group are gone and their output was read. */
function run(
  { program, onOutput }: SupervisedOptions,
  graceMs: number,
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(program.command, program.args ?? [], {
    cwd: program.cwd,
    env: { ...program.env },
    stdio: ['ignore', onOutput === undefined ? 'ignore' : 'pipe', 'pipe'],
    // A group of its own, so that its children end with it, and Ctrl-C reaches it through us alone.
    detached: true,
    shell: false,
    windowsHide: true,
  });
  let lastWords = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = `${lastWords}${text}`.slice(-maxLastWords);
    onOutput?.('stderr', text);
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => onOutput?.('stdout', text));
  return { child, ended: untilGone(child, graceMs).then((ended) => ({ ...ended, lastWords })) };
}

function untilGone(child: ChildProcess, graceMs: number): Promise<Omit<Ended, 'lastWords'>> {
  return new Promise((resolve) => {
    child.once('error', (startError) => {
      if (child.pid !== undefined) return;
      resolve({ why: `not started: ${Reflect.get(startError, 'code')}`, startError });
    });
    child.once('exit', (code, signal) => {
      // Its children may outlive it and hold the pipes; one that left the group is not waited for.
      killGroup(child, 'SIGKILL');
      const late = setTimeout(() => [child.stdout, child.stderr].map((stream) => stream?.destroy()), graceMs);
      child.once('close', () => {
        clearTimeout(late);
        resolve({ why: signal ?? `exit code ${code}` });
      });
    });
  });
}

/** Signals the whole group. */
function killGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // The group is already gone.
    const code = Reflect.get(Object(error), 'code');
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
