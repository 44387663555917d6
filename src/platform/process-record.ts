/**
 * The file by which a process that was started by a person can be found, shown and stopped: one per process in its data
 * folder. Several may share a folder (`--only`).
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { ProcessTable } from '@assay/sdk/receipts';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { DataDir } from './data-dir.ts';
import { processTable } from './process-table.ts';

const RecordSchema = Type.Object({
  // A signal to 0, 1 or a negative number would reach other processes.
  pid: Type.Integer({ minimum: 2 }),
  /** Tells the process from a later one with the same number. */
  started: Type.String({ minLength: 1 }),
  host: Type.String(),
  version: Type.String(),
  /** When everything answered, in milliseconds since the epoch. */
  ready_at_ms: Type.Number(),
  urls: Type.Record(Type.String(), Type.String()),
});

/** A process of ours that runs on this machine. */
export interface RunningProcess extends Static<typeof RecordSchema> {
  /** Its data folder, absolute. */
  readonly folder: string;
}

const recordShape = Compile(RecordSchema);
const fileName = /^process-\d+\.json$/;

export interface ProcessFacts {
  readonly version: string;
  readonly urls: Readonly<Record<string, string>>;
  readonly nowMs: number;
}

/** Writes the file of this process. @returns the call that removes it. Does nothing where start times are unknown. */
export async function recordProcess(
  dataDir: DataDir,
  { version, urls, nowMs }: ProcessFacts,
  processes: ProcessTable = processTable,
): Promise<() => Promise<void>> {
  const { pid, started } = await processes.self();
  if (started === '') return async () => {};
  const name = `process-${pid}.json`;
  const record: Static<typeof RecordSchema> = {
    pid,
    started,
    host: hostname(),
    version,
    ready_at_ms: nowMs,
    urls: { ...urls },
  };
  await dataDir.write(name, JSON.stringify(record));
  return () => rm(dataDir.file(name), { force: true });
}

/** Lists the processes that run on this folder. Files of ended ones, and of other machines, count for nothing. */
export async function listProcesses(
  path: string,
  processes: ProcessTable = processTable,
): Promise<readonly RunningProcess[]> {
  const folder = resolve(path);
  const names = (await readdir(folder).catch(noneIfMissing)).filter((name) => fileName.test(name));
  const found: RunningProcess[] = [];
  for (const name of names.sort()) {
    const record = parseRecord(await readFile(join(folder, name), 'utf8').catch(noneIfMissing));
    if (record !== undefined && record.host === hostname() && (await processes.isAlive(record)))
      found.push({ ...record, folder });
  }
  return found;
}

/** A file that is cut or foreign names no process. */
function parseRecord(text: string | readonly []): Static<typeof RecordSchema> | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return recordShape.Check(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function noneIfMissing(error: unknown): [] {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return [];
  throw error;
}
