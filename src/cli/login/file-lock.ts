/** Allows one command at a time, by a lock file that expires soon after its process ends. */
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../platform/errors.ts';

const retryMs = 50;
/** Nobody holds it longer: every call under it has a shorter deadline. */
const staleMs = 60_000;
const waitMs = 90_000;

/**
 * Waits for the lock and takes it. @returns the function that releases it. @throws AppError `unavailable` when it
 * stays held
 */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  const own = JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() });
  const endsAt = performance.now() + waitMs;
  while (performance.now() < endsAt) {
    if (await tryLock(path, own)) return () => rm(path, { force: true });
    const held = await readHolder(path);
    if (held !== undefined && isStale(held)) await breakLock(path, held.text);
    else await sleep(retryMs);
  }
  const detail = `another assay command is changing the logins of this user; if none is running, delete ${path}`;
  throw new AppError('unavailable', detail, { detail });
}

/** The file appears with its content, so that a file that is being written never looks broken. */
async function tryLock(path: string, own: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, own, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

interface Holder {
  readonly text: string;
  readonly ageMs: number;
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return { text: await readFile(path, 'utf8'), ageMs: Date.now() - (await stat(path)).mtimeMs };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isStale({ text, ageMs }: Holder): boolean {
  if (ageMs > staleMs) return true;
  const [, pid, host] = /^\{"pid":(\d+),"host":"([^"]*)"/.exec(text) ?? [];
  return pid !== undefined && host === hostname() && !isAlive(Number(pid));
}

/** Removes a dead lock; one that another command took meanwhile is restored. */
async function breakLock(path: string, dead: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
    if ((await readFile(aside, 'utf8')) !== dead) await link(aside, path);
  } catch (error) {
    if (!hasCode(error, 'ENOENT') && !hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
