/**
 * Runs a program for as long as it is wanted: a process group and an environment of its own, started again when it ends, ended
 * with everything it started.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

export interface ProgramCommand {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface SupervisedOptions {
  readonly program: ProgramCommand;
  /** Wins over the program's own variables. Nothing else of this process is passed on, but its search path. */
  readonly environment: Readonly<Record<string, string>>;
  readonly searchPath: string;
  /** Called for each end that nobody wanted, with the last text on its error stream. */
  readonly onEnd: (why: string, lastWords: string) => void;
  /** Receives what it writes; nobody does if absent. */
  readonly onOutput?: (stream: 'stdout' | 'stderr', text: string) => void;
  /** Calls later; the returned function cancels it. */
  readonly after: (ms: number, call: () => void) => () => void;
  /** First pause before it is started again; it doubles up to a minute. */
  readonly pauseMs?: number;
}

export interface SupervisedProcess {
  /** Undefined while it does not run. */
  pid(): number | undefined;
  /** Ends it at once, with everything it started; it is started again. */
  interrupt(): void;
  /** Ends it for good. Settles when it is gone. */
  end(): Promise<void>;
}

const maxWordsBytes = 4_096;
const graceMs = 2_000;
const maxPauseMs = 60_000;

/** Starts it; a program that cannot be started is tried again, as one that ends. */
export async function superviseProcess(options: SupervisedOptions): Promise<SupervisedProcess> {
  const { program, after, onEnd, onOutput, pauseMs = 1_000 } = options;
  const home = await mkdtemp(join(tmpdir(), 'assay-run-'));
  const env = {
    LANG: 'C.UTF-8',
    PATH: options.searchPath,
    ...program.env,
    ...options.environment,
    HOME: home,
    TMPDIR: home,
  };
  let child: ChildProcess | undefined;
  let gone: Promise<void> = Promise.resolve();
  let isWanted = true;
  let pause = pauseMs;
  let cancel = () => {};

  const start = (): void => {
    let words = Buffer.alloc(0);
    const started = spawn(program.command, program.args ?? [], {
      cwd: program.cwd ?? home,
      env,
      stdio: ['ignore', onOutput === undefined ? 'ignore' : 'pipe', 'pipe'],
      // A process group of its own, so that its children end with it.
      detached: true,
      shell: false,
      windowsHide: true,
    });
    child = started;
    started.stderr?.on('data', (bytes: Buffer) => {
      words = Buffer.concat([words, bytes]).subarray(-maxWordsBytes);
      onOutput?.('stderr', bytes.toString('utf8'));
    });
    started.stdout?.on('data', (bytes: Buffer) => onOutput?.('stdout', bytes.toString('utf8')));
    gone = new Promise((resolve) => {
      const finish = (why: string): void => {
        if (child !== started) return;
        child = undefined;
        killGroup(started, 'SIGKILL');
        if (isWanted) {
          onEnd(why, words.toString('utf8'));
          cancel = after(pause, start);
          pause = Math.min(pause * 2, maxPauseMs);
        }
        resolve();
      };
      started.once('exit', (code, signal) => finish(`it ended with ${signal ?? `exit code ${code}`}`));
      started.once('error', (error) => finish(`it cannot be started (${Reflect.get(error, 'code')})`));
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
      if (child !== undefined) {
        const ended = child;
        killGroup(ended, 'SIGTERM');
        const late = setTimeout(() => killGroup(ended, 'SIGKILL'), graceMs);
        await gone;
        clearTimeout(late);
      }
      await rm(home, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Signals the whole group. */
function killGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // The group is already gone.
    if (Reflect.get(Object(error), 'code') !== 'ESRCH' && Reflect.get(Object(error), 'code') !== 'EPERM') throw error;
  }
}
