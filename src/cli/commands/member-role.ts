/** `assay member role MEMBER ROLE`: gives a member another role. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote } from '../control-options.ts';
import { readMemberRole } from '../member-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const memberRole: Command = {
  name: 'member role',
  summary: 'Give a member another role',
  usage: ['member role MEMBER ROLE [--json]'],
  options,
  details: [
    'MEMBER is an id or an e-mail address; ROLE is admin, operator, reviewer or viewer.',
    operatorTokenNote,
    'Exit code 1: no such member, the last active admin, or somebody changed the member meanwhile.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [named = '', text = ''] = requirePositionals(args.positionals, ['MEMBER', 'ROLE']);
    const role = readMemberRole(text);
    const { connectService } = await import('../service.ts');
    const { changeMember, findMember } = await import('../remote-members.ts');
    const { renderMember } = await import('../render/members.ts');
    const service = connectService('verifier', await withOperatorToken(io, args, 'verifier'), args);
    const changed = await changeMember(service, await findMember(service, named), { role });
    return writeAnswer(io, args, changed, renderMember);
  },
};
