/** `assay member revoke-invitation ID`: voids an invitation that was not accepted yet. */
import { writeRemoved } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const memberRevokeInvitation: Command = {
  name: 'member revoke-invitation',
  summary: 'Withdraw an invitation that was not accepted yet',
  usage: ['member revoke-invitation ID [--json]'],
  options,
  details: [operatorTokenNote, 'Exit code 1: no such invitation, or it was accepted: then remove the member.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectService } = await import('../service.ts');
    const { revokeInvitation } = await import('../remote-members.ts');
    const service = connectService('verifier', await withOperatorToken(io, args, 'verifier'), args);
    await revokeInvitation(service, id);
    return writeRemoved(io, args, `invitation ${id}`);
  },
};
