/** `assay member remove MEMBER`: ends a membership. */
import { writeRemoved } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const memberRemove: Command = {
  name: 'member remove',
  summary: 'Remove a member; agents that only they owned are orphaned',
  usage: ['member remove MEMBER [--json]'],
  options,
  details: [
    'MEMBER is an id or an e-mail address. They are signed out and lose their API keys at once.',
    operatorTokenNote,
    'Exit code 1: no such member, or the last active admin.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [named = ''] = requirePositionals(args.positionals, ['MEMBER']);
    const { connectService } = await import('../service.ts');
    const { findMember, removeMember } = await import('../remote-members.ts');
    const service = connectService('verifier', await withOperatorToken(io, args, 'verifier'), args);
    const found = await findMember(service, named);
    await removeMember(service, found);
    return writeRemoved(io, args, `member ${found.email}`);
  },
};
