/** `assay lifecycle remove POLICY`: the next policy that covers an agent decides for it. */
import { writeRemoved } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const lifecycleRemove: Command = {
  name: 'lifecycle remove',
  summary: 'Remove a lifecycle policy',
  usage: ['lifecycle remove POLICY [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['POLICY']);
    const { connectLifecyclePolicies } = await import('../remote-lifecycle.ts');
    const policies = connectLifecyclePolicies(io, args);
    await policies.remove(await policies.get(id));
    return writeRemoved(io, args, `lifecycle policy ${id}`);
  },
};
