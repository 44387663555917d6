/** `assay lifecycle policies`: the lifecycle policies of the organisation. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...limitOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const lifecyclePolicies: Command = {
  name: 'lifecycle policies',
  summary: 'List lifecycle policies, newest first',
  usage: ['lifecycle policies [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const limit = readLimit(args);
    const { connectLifecyclePolicies } = await import('../remote-lifecycle.ts');
    const { renderLifecyclePolicies } = await import('../render/lifecycle.ts');
    const listed = await connectLifecyclePolicies(io, args).list({}, limit);
    const none = 'There is no lifecycle policy: agents are reported, and nothing is enforced.';
    return writeList(io, args, listed, { render: renderLifecyclePolicies, none });
  },
};
