/** A test's own PostgreSQL, which it may stop, kill and restart, unlike the shared one. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './processes.ts';

const run = promisify(execFile);
const root = '/usr/lib/postgresql';

/** Programs of the newest installed server; undefined without one. */
export const postgresPrograms: string | undefined = existsSync(root)
  ? readdirSync(root)
      .sort((left, right) => Number(left) - Number(right))
      .map((version) => join(root, version, 'bin'))
      .findLast((folder) => existsSync(join(folder, 'initdb')))
  : undefined;

export interface OwnPostgres {
  readonly url: string;
  start(): Promise<void>;
  /** `immediate` is like a crash. */
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  close(): Promise<void>;
}

/** @throws Error if no server is installed. */
export async function openOwnPostgres(): Promise<OwnPostgres> {
  if (postgresPrograms === undefined) throw new Error('no PostgreSQL is installed');
  const programs = postgresPrograms;
  const folder = await mkdtemp(join(tmpdir(), 'assay-postgres-'));
  const isRoot = process.getuid?.() === 0;
  // It refuses to run as root.
  if (isRoot) {
    const { stdout } = await run('id', ['-u', 'postgres']);
    await chown(folder, Number(stdout), -1);
  }
  const call = async (program: string, args: readonly string[]): Promise<void> => {
    const path = join(programs, program);
    await (isRoot ? run('runuser', ['-u', 'postgres', '--', path, ...args]) : run(path, [...args]));
  };
  const data = join(folder, 'data');
  const port = await freePort();
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
  const control = (...args: string[]) => call('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-w', ...args]);
  const start = () => control('-o', settings, 'start');
  const stop = (mode: string) => control('-m', mode, 'stop');
  await call('initdb', ['-D', data, '-U', 'assay', '--auth=trust', '--no-sync']);
  await start();
  return {
    url: `postgres://assay@127.0.0.1:${port}/postgres`,
    start,
    stop,
    async close() {
      // It may have been stopped already.
      await stop('immediate').catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
