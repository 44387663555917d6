/** `assay lifecycle show POLICY`: one lifecycle policy with its rules. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const lifecycleShow: Command = {
  name: 'lifecycle show',
  summary: 'Show a lifecycle policy and its rules',
  usage: ['lifecycle show POLICY [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['POLICY']);
    const { connectLifecyclePolicies } = await import('../remote-lifecycle.ts');
    const { renderLifecyclePolicy } = await import('../render/lifecycle.ts');
    return writeAnswer(io, args, await connectLifecyclePolicies(io, args).get(id), renderLifecyclePolicy);
  },
};
