/**
 * Runs the process of a local server: a process group and an environment of its own, a private home folder, bounded
 * lines, and nothing left at its end.
 */
import { isUtf8 } from 'node:buffer';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Readable, Writable } from 'node:stream';
import { limits } from '../../contract/limits.ts';
import type { StdioCommand } from './stdio-file.ts';

export interface StdioProcess {
  /** Rejects where the process no longer takes input. */
  write(line: string): Promise<void>;
  /** Ends the process and everything it started. Settles when they are gone. */
  end(): Promise<void>;
}

export interface StdioProcessDeps {
  readonly command: StdioCommand;
  /**
   * Variables of the app's configuration and the credential. They win over those of the file; `HOME` is always set
   * here, `PATH` by default.
   */
  readonly environment: Readonly<Record<string, string>>;
  readonly searchPath: string;
  /** Called once per line, in order, and never after {@link onEnd}. */
  readonly onLine: (line: string) => void;
  /** Called once with the reason and the last text on its error stream. */
  readonly onEnd: (why: string, lastWords: string) => void;
  /** Called when its folder could not be removed, with the system's error code. */
  readonly onLeft: (reason: string) => void;
  readonly remove?: (folder: string) => Promise<void>;
}

const maxLineBytes = limits.mcpMessageBytes;
const maxWordsBytes = 4_096;
/** Bound of unwritten input: more than all admitted requests to one server usually need. */
const maxUnreadBytes = 32 * 1024 * 1024;
const graceMs = 2_000;

/** @throws the error that prevents the start */
export async function startProcess(deps: StdioProcessDeps): Promise<StdioProcess> {
  const { command, onLine, onEnd, remove = removeFolder } = deps;
  const home = await mkdtemp(join(tmpdir(), 'assay-mcp-'));
  const environment = {
    LANG: 'C.UTF-8',
    PATH: deps.searchPath,
    ...command.env,
    ...deps.environment,
    HOME: home,
    TMPDIR: home,
  };
  let child: Child;
  try {
    child = spawn(command.command, command.args ?? [], {
      cwd: command.cwd ?? home,
      env: environment,
      stdio: ['pipe', 'pipe', 'pipe'],
      // A process group of its own, so that its children end with it.
      detached: true,
      shell: false,
      windowsHide: true,
    });
  } catch (error) {
    await remove(home);
    throw error;
  }
  let words = Buffer.alloc(0);
  let why: string | undefined;
  const finish = (reason: string): void => {
    if (why !== undefined) return;
    why = reason;
    onEnd(reason, words.toString('utf8'));
  };
  let grace: NodeJS.Timeout | undefined;
  const killAll = (): void => {
    killGroup(child, 'SIGTERM');
    grace ??= setTimeout(() => {
      killGroup(child, 'SIGKILL');
      // A process that left the group may still hold the pipes.
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    }, graceMs);
  };
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  }).then(async () => {
    clearTimeout(grace);
    killGroup(child, 'SIGKILL');
    // A process that left the group may still write there; that must not delay the server's end.
    await remove(home).catch((error: unknown) => deps.onLeft(String(Reflect.get(Object(error), 'code'))));
  });
  const end = async (reason: string): Promise<void> => {
    finish(reason);
    child.stdin.end();
    killAll();
    await gone;
  };
  const lines = createLines(onLine, (why) => void end(why));
  child.stdout.on('data', (bytes: Buffer) => {
    if (why === undefined) lines(bytes);
  });
  child.stderr.on('data', (bytes: Buffer) => {
    words = Buffer.concat([words, bytes]).subarray(-maxWordsBytes);
  });
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => undefined);
  // Its children may outlive it and hold the pipes, so the whole group is killed. Earlier output is still read.
  child.once('exit', killAll);
  child.once('close', (code, signal) => finish(`it ended with ${signal ?? `exit code ${code}`}`));
  child.once('error', (error) => finish(`it cannot be started (${Reflect.get(error, 'code')})`));
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  }).catch(async (error: unknown) => {
    await gone;
    throw error;
  });
  return {
    write: (line) =>
      new Promise((resolve, reject) => {
        if (child.stdin.writableLength > maxUnreadBytes) {
          void end('it does not read its input');
          reject(new Error('too many messages wait for the server'));
          return;
        }
        child.stdin.write(`${line}\n`, (error) => (error == null ? resolve() : reject(error)));
      }),
    end: () => end('it was stopped'),
  };
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Signals the whole group. The id cannot belong to another process yet: it was ours a moment ago. */
function killGroup({ pid }: Child, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // The group is already gone.
    if (Reflect.get(Object(error), 'code') !== 'ESRCH' && Reflect.get(Object(error), 'code') !== 'EPERM') throw error;
  }
}

const tooLong = 'it wrote a line of more than 4 MiB';

/** Cuts bytes into bounded UTF-8 lines. */
function createLines(onLine: (line: string) => void, onUnfit: (why: string) => void): (bytes: Buffer) => void {
  let held: Buffer[] = [];
  let size = 0;
  return (bytes) => {
    let rest = bytes;
    for (let at = rest.indexOf(0x0a); at >= 0; at = rest.indexOf(0x0a)) {
      if (size + at > maxLineBytes) return onUnfit(tooLong);
      const whole = Buffer.concat([...held, rest.subarray(0, at)]);
      // Another reader would see another text.
      if (!isUtf8(whole)) return onUnfit('it wrote a line that is not UTF-8');
      const line = whole.toString('utf8');
      [held, size, rest] = [[], 0, rest.subarray(at + 1)];
      if (line.trim() !== '') onLine(line);
    }
    held.push(rest);
    size += rest.length;
    if (size > maxLineBytes) {
      held = [];
      onUnfit(tooLong);
    }
  };
}
