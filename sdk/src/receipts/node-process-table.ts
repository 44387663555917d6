/** The processes of this machine, for the writer lock. */
import { readFile } from 'node:fs/promises';
import type { ProcessIdentity, ProcessTable } from './writer-lock.ts';

/** On Linux, start times detect a reused process number; elsewhere only existence is known. */
export const nodeProcessTable: ProcessTable = Object.freeze({
  self: async () => ({ pid: process.pid, started: (await readStart(process.pid)) ?? '' }),
  async isAlive({ pid, started }: ProcessIdentity) {
    if (started !== '' && process.platform === 'linux') return (await readStart(pid)) === started;
    return answersSignal(pid);
  },
});

/** Boot id and start time since boot (proc(5), field 22 of stat); `undefined` if there is no such process. */
async function readStart(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const stat = await readUnlessMissing(`/proc/${pid}/stat`);
  // The name in parentheses may itself hold spaces and parentheses, so fields are counted after the last one.
  const ticks = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  if (ticks === undefined) return undefined;
  const boot = await readUnlessMissing('/proc/sys/kernel/random/boot_id');
  return `${boot?.trim() ?? ''}:${ticks}`;
}

function answersSignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function readUnlessMissing(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return undefined;
    throw error;
  }
}
