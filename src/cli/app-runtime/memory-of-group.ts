/** Measures the memory of a process group with `ps`, which Linux, macOS and the BSDs have. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Gives the resident memory of all processes of the group, in bytes. */
export async function memoryOfGroup(group: number): Promise<number> {
  const env = { PATH: '/bin:/usr/bin', LC_ALL: 'C' };
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pgid=,rss='], { env, maxBuffer: 16 * 1024 * 1024 });
  return sumOfGroup(stdout, group);
}

/** @param table lines of group id and resident KiB, as `ps` prints them */
export function sumOfGroup(table: string, group: number): number {
  const ofGroup = table
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([id]) => id === group);
  return ofGroup.reduce((sum, [, kib = 0]) => sum + kib * 1024, 0);
}
