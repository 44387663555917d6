/** `assay member status MEMBER active|disabled`: shuts a member out, or lets them in again. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote } from '../control-options.ts';
import { readMemberStatus } from '../member-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const memberStatus: Command = {
  name: 'member status',
  summary: 'Disable a member, or make them active again',
  usage: ['member status MEMBER active|disabled [--json]'],
  options,
  details: [
    'MEMBER is an id or an e-mail address. Whoever is disabled is signed out, loses their API keys and owns no agent any more; becoming active again brings back the role alone.',
    operatorTokenNote,
    'Exit code 1: no such member, the last active admin, or somebody changed the member meanwhile.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [named = '', text = ''] = requirePositionals(args.positionals, ['MEMBER', 'active|disabled']);
    const status = readMemberStatus(text);
    const { connectService } = await import('../service.ts');
    const { changeMember, findMember } = await import('../remote-members.ts');
    const { renderMember } = await import('../render/members.ts');
    const service = connectService('verifier', await withOperatorToken(io, args, 'verifier'), args);
    const changed = await changeMember(service, await findMember(service, named), { status });
    return writeAnswer(io, args, changed, renderMember);
  },
};
