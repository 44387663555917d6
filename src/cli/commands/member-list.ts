/** `assay member list`: who belongs to the organisation. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...limitOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const memberList: Command = {
  name: 'member list',
  summary: 'List the members of the organisation, who joined last first',
  usage: ['member list [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const limit = readLimit(args);
    const { connectService } = await import('../service.ts');
    const { listMembers } = await import('../remote-members.ts');
    const { renderMemberList } = await import('../render/members.ts');
    const listed = await listMembers(connectService('verifier', io, args), limit);
    const none = 'Nobody is a member yet: invite the first admin with `assay member invite EMAIL --role admin`.';
    return writeList(io, args, listed, { render: renderMemberList, none });
  },
};
