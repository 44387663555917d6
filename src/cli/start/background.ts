/** Starts the same program again without its terminal, and waits until it answers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, rename } from 'node:fs/promises';
import { type DataDir, openDataDir } from '../../platform/data-dir.ts';
import { listProcesses, type RunningProcess } from '../../platform/process-record.ts';
import { type CommandIo, exitCodes } from '../command.ts';
import { UsageError } from '../options.ts';

export interface BackgroundOptions {
  readonly io: Pick<CommandIo, 'stdout' | 'stderr' | 'env'>;
  readonly folder: string;
  /** Program and arguments of the process. */
  readonly command: readonly string[];
  readonly sleep: (ms: number) => Promise<unknown>;
}

/** Name of the log in the data folder. The previous one gets `.1`. */
export const logFile = 'assay.log';
const lookEveryMs = 100;

/** Gives the exit code: that of the process if it ended before it answered. */
export async function startInBackground({ io, folder, command, sleep }: BackgroundOptions): Promise<number> {
  // There a process could not be found again.
  if (process.platform === 'win32') throw new UsageError('--background does not work on Windows.');
  const dataDir = await openDataDir(folder, (message) => io.stderr.write(`warning  ${message}\n`));
  const log = await openLog(dataDir);
  const { size: from } = await log.stat();
  const [program = '', ...args] = command;
  // Otherwise it would end with the npm that started this process.
  const env = Object.fromEntries(Object.entries(io.env).filter(([name]) => name !== 'npm_lifecycle_event'));
  const child = spawn(program, args, { detached: true, stdio: ['ignore', log.fd, log.fd], env });
  let ended: number | undefined;
  const exit = once(child, 'exit').then(([code]) => {
    ended = typeof code === 'number' ? code : exitCodes.fault;
  });
  try {
    while (ended === undefined) {
      const running = (await listProcesses(folder)).find(({ pid }) => pid === child.pid);
      if (running !== undefined) return say(io, running, dataDir);
      await Promise.race([exit, sleep(lookEveryMs)]);
    }
    io.stderr.write(await readTail(dataDir, from));
    return ended;
  } finally {
    await log.close();
    child.unref();
  }
}

function say({ stdout }: Pick<CommandIo, 'stdout'>, { pid, urls }: RunningProcess, dataDir: DataDir): number {
  const place = urls['gateway'] === undefined ? '' : `, gateway ${urls['gateway']}`;
  stdout.write(`Assay runs in the background (process ${pid}${place}).\n`);
  stdout.write(`  log          ${dataDir.file(logFile)}\n  assay status shows it, and assay stop ends it.\n`);
  return exitCodes.ok;
}

/** A process that runs keeps writing to its file, so that is not moved away. */
async function openLog(dataDir: DataDir) {
  const path = dataDir.file(logFile);
  if ((await listProcesses(dataDir.path)).length === 0) {
    await rename(path, `${path}.1`).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  return open(path, 'a', 0o600);
}

/** Gives what the process said to people. */
async function readTail(dataDir: DataDir, from: number): Promise<string> {
  const bytes = await dataDir.read(logFile);
  const lines = (bytes?.subarray(from).toString('utf8') ?? '').split('\n').filter((line) => !/^(?:\{| {2})/.test(line));
  return `${lines.join('\n').trim() || 'it ended without a word'}\n`;
}
