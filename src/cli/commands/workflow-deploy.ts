/** `assay workflow deploy ID`. */
import type { Command } from '../command.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { finishStep, stepOptions } from '../workflow-step.ts';

export const workflowDeploy: Command = {
  name: 'workflow deploy',
  summary: 'Deploy the draft of a workflow; new runs take it',
  usage: ['workflow deploy ID [--wait] [--json]'],
  options: stepOptions,
  details: [
    'It is validated first. Where the organisation asks for it, somebody else has to approve the deployment: assay approval list.',
    'Exit code 1: it breaks rules, an agent in it is not active, or the deployment failed.',
  ],
  async run(io) {
    const args = parseOptions(stepOptions, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectWorkflows } = await import('../remote-workflows.ts');
    const remote = connectWorkflows(io, args);
    return finishStep(io, args, remote, await remote.deploy(id));
  },
};
