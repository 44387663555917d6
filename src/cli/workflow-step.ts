/** Shared by `workflow deploy` and `workflow stop`: the step, and waiting for its end. */
import { writeAnswer } from './answer.ts';
import { type CommandIo, exitCodes } from './command.ts';
import { jsonOption } from './control-options.ts';
import type { ParsedArguments } from './options.ts';
import type { RemoteWorkflows } from './remote-workflows.ts';
import { renderWorkflow } from './render/workflows.ts';
import { serviceOption } from './service-address.ts';
import { wait } from './wait.ts';
import type { Workflow } from './wire-workflows.ts';

export const stepOptions = {
  wait: { type: 'boolean', description: 'Wait until it is done or waits for an approval' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

const everyMs = 1_000;

/** Prints the state of the workflow after a step. @returns the exit code: 1 if it failed */
export async function finishStep(
  io: CommandIo,
  args: ParsedArguments,
  remote: RemoteWorkflows,
  begun: Workflow,
): Promise<number> {
  let workflow = begun;
  while (args.flag('wait') && isInProgress(workflow)) {
    await wait(io, everyMs);
    workflow = await remote.get(workflow.id);
  }
  writeAnswer(io, args, workflow, renderWorkflow);
  return workflow.deployment?.state === 'failed' ? exitCodes.no : exitCodes.ok;
}

function isInProgress({ deployment, approval_id: approval }: Workflow): boolean {
  if (deployment?.state === 'stopping') return true;
  return deployment?.state === 'deploying' && approval === null;
}
