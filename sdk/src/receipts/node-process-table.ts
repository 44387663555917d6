/** The processes of this machine, as the writer lock asks for them. */
import { readFile } from 'node:fs/promises';
import type { ProcessIdentity, ProcessTable } from './writer-lock.ts';

/** Where Linux tells start times, a number used again by another process is told apart; elsewhere only "is there one". */
export const nodeProcessTable: ProcessTable = Object.freeze({
  self: async () => ({ pid: process.pid, started: (await readStart(process.pid)) ?? '' }),
  async isAlive({ pid, started }: ProcessIdentity) {
    if (started !== '' && process.platform === 'linux') return (await readStart(pid)) === started;
    return answersSignal(pid);
  },
});

/** Boot id and start time since boot (proc(5), field 22 of stat); `undefined` when there is no such process. */
async function readStart(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const stat = await readUnlessMissing(`/proc/${pid}/stat`);
  // The name in parentheses may itself hold spaces and parentheses: fields count from the last one.
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
    // EPERM: there is one, it only is not ours.
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
