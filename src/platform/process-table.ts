/** The processes of this machine, each with its start time: a number that another process has got since is another one. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { nodeProcessTable, type ProcessTable } from '@assay/sdk/receipts';

/** Gives the start time of a process in text; empty where this machine does not tell it. */
async function startByPs(pid: number): Promise<string> {
  if (process.platform === 'win32') return '';
  const env = { PATH: '/bin:/usr/bin', LC_ALL: 'C', TZ: 'UTC' };
  // It ends with 1 where there is no such process.
  return promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], { env }).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
}

/** True only for a process that has both the number and the start time. */
export const processTable: ProcessTable =
  process.platform === 'linux'
    ? { self: nodeProcessTable.self, isAlive: async (one) => one.started !== '' && nodeProcessTable.isAlive(one) }
    : {
        self: async () => ({ pid: process.pid, started: await startByPs(process.pid) }),
        isAlive: async ({ pid, started }) => started !== '' && (await startByPs(pid)) === started,
      };
