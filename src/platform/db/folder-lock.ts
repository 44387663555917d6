/** Allows one process at a time to use the embedded database. Two writers in one folder would destroy it. */
import { open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors.ts';

export interface FolderLock {
  release(): Promise<void>;
}

const refreshMs = 10_000;
const staleMs = 60_000;
const tries = 10;
const retryMs = 100;

/**
 * Takes the lock file, also from a process that no longer runs.
 * @throws AppError `config` when another process holds it
 */
export async function lockFolder(path: string): Promise<FolderLock> {
  for (let attempt = 0; attempt < tries; attempt++) {
    if (await tryLock(path)) return holdLock(path);
    if (await isStale(path)) await rm(path, { force: true });
    // The holder may be closing, as in a restart.
    else if (attempt + 1 < tries) await sleep(retryMs);
  }
  const detail =
    `another process uses this data folder. A data folder belongs to one verifier: stop the other process, or ` +
    `give this one its own folder (ASSAY_DATA_DIR). If none runs, delete ${path}`;
  throw new AppError('config', detail, { detail });
}

function holdLock(path: string): FolderLock {
  // Other hosts and containers cannot see our process id. A fresh time stamp shows them that we run.
  const timer = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch((cause: unknown) => {
      throw new AppError('internal', `the lock ${path} of a running process was removed`, { cause });
    });
  }, refreshMs);
  timer.unref();
  return {
    async release() {
      clearInterval(timer);
      await rm(path, { force: true });
    },
  };
}

async function tryLock(path: string): Promise<boolean> {
  try {
    const handle = await open(path, 'wx', 0o600);
    await handle.writeFile(JSON.stringify({ pid: process.pid, host: hostname(), started: performance.timeOrigin }));
    await handle.close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function isStale(path: string): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const [, pid, host, started] = /^\{"pid":(\d+),"host":"([^"]*)","started":([\d.]+)\}$/.exec(text) ?? [];
  const age = await stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
  if (pid === undefined || host !== hostname()) return age > staleMs;
  // A restarted container has the same process id again. The start time tells the two apart.
  if (Number(pid) === process.pid) return Number(started) !== performance.timeOrigin;
  return !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
