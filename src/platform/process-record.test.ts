import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProcessTable } from '@assay/sdk/receipts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DataDir, openDataDir } from './data-dir.ts';
import { listProcesses, recordProcess } from './process-record.ts';
import { processTable } from './process-table.ts';

let folder: string;
let dataDir: DataDir;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'process-'));
  dataDir = await openDataDir(join(folder, 'data'));
});
afterEach(() => rm(folder, { recursive: true }));

const facts = { version: '1.2.3', urls: { gateway: 'http://127.0.0.1:1' }, nowMs: 5 };
/** A machine with one process, which started at the given time. */
const machine = (pid: number, started: string): ProcessTable => ({
  self: async () => ({ pid, started }),
  isAlive: async (one) => one.pid === pid && one.started === started,
});

describe('the file of a process', () => {
  it('shows the process with its folder and addresses until it is removed', async () => {
    const forget = await recordProcess(dataDir, facts, machine(77, 'noon'));
    expect(await listProcesses(dataDir.path, machine(77, 'noon'))).toMatchObject([
      { pid: 77, version: '1.2.3', urls: facts.urls, ready_at_ms: 5, folder: dataDir.path },
    ]);
    await forget();
    expect(await listProcesses(dataDir.path, machine(77, 'noon'))).toEqual([]);
  });

  it('counts for nothing once another process has the number', async () => {
    await recordProcess(dataDir, facts, machine(77, 'noon'));
    expect(await listProcesses(dataDir.path, machine(77, 'later'))).toEqual([]);
  });

  it.each([
    ['of a process group', { pid: -77 }],
    ['of all processes', { pid: -1 }],
    ['of the first process', { pid: 1 }],
    ['without a start time', { started: '' }],
    ['of another machine', { host: 'elsewhere' }],
  ])('%s counts for nothing', async (_title, change) => {
    const record = { pid: 77, started: 'noon', host: hostname(), version: '1', ready_at_ms: 1, urls: {}, ...change };
    await writeFile(dataDir.file('process-77.json'), JSON.stringify(record));
    const everything: ProcessTable = { ...machine(77, 'noon'), isAlive: async () => true };
    expect(await listProcesses(dataDir.path, everything)).toEqual([]);
  });

  it('that is cut counts for nothing, and neither does a folder that does not exist', async () => {
    await writeFile(dataDir.file('process-77.json'), '{"pid":7');
    expect(await listProcesses(dataDir.path)).toEqual([]);
    expect(await listProcesses(join(folder, 'none'))).toEqual([]);
  });

  it('is not written where start times are unknown', async () => {
    await recordProcess(dataDir, facts, machine(77, ''));
    expect(await readdir(dataDir.path)).toEqual([]);
  });
});

// Windows tells no start times, and has no signals.
it.skipIf(process.platform === 'win32')('this machine knows its processes by number and start time', async () => {
  const self = await processTable.self();
  expect(await processTable.isAlive(self)).toBe(true);
  expect(await processTable.isAlive({ ...self, started: 'another time' })).toBe(false);
  expect(await processTable.isAlive({ ...self, started: '' })).toBe(false);
});
