/**
 * The process of a local server: a group of its own with an environment of its own, a private folder as its home, lines
 * within bounds, and nothing left of it at its end.
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
  /** Rejects where it cannot be written any more. */
  write(line: string): Promise<void>;
  /** Ends it and all that it started. Settles when it is gone. */
  end(): Promise<void>;
}

export interface StdioProcessDeps {
  readonly command: StdioCommand;
  /** Of the app's configuration and of the credential; the file's own count less, PATH and HOME are ours. */
  readonly environment: Readonly<Record<string, string>>;
  readonly searchPath: string;
  /** In the order in which they came, once each; never after {@link onEnd}. */
  readonly onLine: (line: string) => void;
  /** Once: why it is over, and the last it wrote to its error stream. */
  readonly onEnd: (why: string, lastWords: string) => void;
  /** Its folder could not be removed, and why: a code of the system. */
  readonly onLeft: (reason: string) => void;
  /** Removes a folder and what is in it. */
  readonly remove?: (folder: string) => Promise<void>;
}

const maxLineBytes = limits.mcpMessageBytes;
const maxWordsBytes = 4_096;
/** What may wait for it to be read: more than all requests that are let through to one server at once usually have. */
const maxUnreadBytes = 32 * 1024 * 1024;
const graceMs = 2_000;

/** @throws whatever keeps it from being started */
export async function startProcess(deps: StdioProcessDeps): Promise<StdioProcess> {
  const { command, onLine, onEnd, remove = removeFolder } = deps;
  const home = await mkdtemp(join(tmpdir(), 'assay-mcp-'));
  const environment = {
    ...{ LANG: 'C.UTF-8', PATH: deps.searchPath },
    ...command.env,
    ...deps.environment,
    ...{ HOME: home, TMPDIR: home },
  };
  let child: Child;
  try {
    child = spawn(command.command, command.args ?? [], {
      ...{ cwd: command.cwd ?? home, env: environment, stdio: ['pipe', 'pipe', 'pipe'] },
      // A group of its own: what it starts ends with it.
      ...{ detached: true, shell: false, windowsHide: true },
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
      // Whatever left the group may still hold its pipes.
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    }, graceMs);
  };
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  }).then(async () => {
    clearTimeout(grace);
    killGroup(child, 'SIGKILL');
    // What left the group may still write there: the end of a server is not held up by what it leaves behind.
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
  // What it started may go on without it, and hold its pipes: all of it ends. What it wrote before is still read.
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
          void end('it does not read what it is asked');
          reject(new Error('too much waits for the server'));
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

/** All of its group; it is none of ours, and an id that is free again belongs to nobody we would meet: it was just ours. */
function killGroup({ pid }: Child, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // Nobody is left in it.
    if (Reflect.get(Object(error), 'code') !== 'ESRCH' && Reflect.get(Object(error), 'code') !== 'EPERM') throw error;
  }
}

const tooLong = 'it wrote a line of more than 4 MiB';

/** Cuts bytes into lines of UTF-8, within the bound of one. */
function createLines(onLine: (line: string) => void, onUnfit: (why: string) => void): (bytes: Buffer) => void {
  let held: Buffer[] = [];
  let size = 0;
  return (bytes) => {
    let rest = bytes;
    for (let at = rest.indexOf(0x0a); at >= 0; at = rest.indexOf(0x0a)) {
      if (size + at > maxLineBytes) return onUnfit(tooLong);
      const whole = Buffer.concat([...held, rest.subarray(0, at)]);
      // Another reader would see another text in it.
      if (!isUtf8(whole)) return onUnfit('it wrote a line that is no UTF-8');
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
