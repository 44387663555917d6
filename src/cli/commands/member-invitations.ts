/** `assay member invitations`: who was invited, and what became of it. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...limitOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const memberInvitations: Command = {
  name: 'member invitations',
  summary: 'List invitations, newest first',
  usage: ['member invitations [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const limit = readLimit(args);
    const { connectService } = await import('../service.ts');
    const { listInvitations } = await import('../remote-members.ts');
    const { renderInvitationList } = await import('../render/members.ts');
    const listed = await listInvitations(connectService('verifier', io, args), limit);
    return writeList(io, args, listed, { render: renderInvitationList, none: 'Nobody was invited yet.' });
  },
};
