/** Starts a replay at the verifier, shows its progress, and ends it there when the user does. */
import type { Client, PoliciesReplayCall, PolicyReplay } from '@assay/client';
import { connectClient } from './client.ts';
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { createCountProgress } from './render/count-progress.ts';
import { wait } from './wait.ts';

const firstWaitMs = 100;
const longestWaitMs = 1_000;

/** Gives the replay when it has ended, well or not. */
export async function runReplay(
  { policies }: Client,
  args: ParsedArguments,
  io: CommandIo,
  call: PoliciesReplayCall,
): Promise<PolicyReplay> {
  const progress = createCountProgress(io.stderr, io.clock.now, 'evidence');
  const started = await policies.replay(call);
  let current = started;
  try {
    for (let waitMs = firstWaitMs; current.status === 'running'; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
      await wait(io, waitMs);
      current = await policies.getReplay({ id: started.id });
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
  await (await connectClient(io, args)).policies.cancelReplay({ id });
}
