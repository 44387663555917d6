/** Starts a replay at the verifier, shows how far it is, and ends it there when the user does. */
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { connectPolicies, type PolicyCaller } from './remote-policies.ts';
import { createCountProgress } from './render/count-progress.ts';
import { wait } from './wait.ts';
import type { Replay } from './wire-replays.ts';

const firstWaitMs = 100;
const longestWaitMs = 1_000;

export interface ReplayStart {
  readonly policies: PolicyCaller;
  readonly policyId: string;
  readonly body: unknown;
}

/** The replay when it has ended, well or not. */
export async function runReplay(
  io: CommandIo,
  args: ParsedArguments,
  { policies, policyId, body }: ReplayStart,
): Promise<Replay> {
  const progress = createCountProgress(io.stderr, io.clock.now, 'evidence');
  const started = await policies.startReplay(policyId, body);
  let current = started;
  try {
    for (let waitMs = firstWaitMs; current.status === 'running'; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
      await wait(io, waitMs);
      current = await policies.getReplay(started.id);
      progress.report(current.progress.done, current.progress.total);
    }
    return current;
  } catch (error) {
    if (io.signal?.aborted === true) await cancel(io, args, started.id);
    throw error;
  } finally {
    progress.clear();
  }
}

/** The signal of the command has ended its calls, so this one goes without it. */
async function cancel({ signal: _signal, ...io }: CommandIo, args: ParsedArguments, id: string): Promise<void> {
  await connectPolicies(io, args).cancelReplay(id);
}
