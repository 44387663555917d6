/** Waits between two requests; Ctrl-C ends the wait. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandIo } from './command.ts';

/** @throws when the signal aborts */
export async function wait({ signal }: Pick<CommandIo, 'signal'>, ms: number): Promise<void> {
  await sleep(ms, undefined, signal === undefined ? {} : { signal });
}
