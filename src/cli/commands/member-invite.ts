/** `assay member invite EMAIL`: makes an invitation, whose link or token is shown once. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote, present } from '../control-options.ts';
import { readMemberRole } from '../member-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, parseWholeNumber, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  role: { type: 'string', value: 'ROLE', description: 'admin, operator, reviewer or viewer; viewer if absent' },
  days: { type: 'string', value: 'N', description: 'How long it can be accepted, 1 to 30 days; 7 if absent' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

const secondsOfDay = 86_400;

export const memberInvite: Command = {
  name: 'member invite',
  summary: 'Invite somebody into the organisation; the link is shown once',
  usage: ['member invite EMAIL [--role ROLE] [--days N] [--json]'],
  options,
  details: [
    'Assay sends no mail: hand the link over by a way that you trust. Whoever is new chooses a password there; whoever has an account here gives theirs. An older invitation for the same address is void.',
    operatorTokenNote,
    'Exit code 1: whoever has this address is a member already.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [email = ''] = requirePositionals(args.positionals, ['EMAIL']);
    const typed = args.text('days');
    const days = typed === undefined ? undefined : parseWholeNumber('days', typed, [1, 30]);
    const named = args.text('role');
    const role = named === undefined ? undefined : readMemberRole(named);
    const { connectService } = await import('../service.ts');
    const { invite } = await import('../remote-members.ts');
    const { renderCreatedInvitation } = await import('../render/members.ts');
    const service = connectService('verifier', await withOperatorToken(io, args, 'verifier'), args);
    const lifetime = present('expires_in_s', days === undefined ? undefined : days * secondsOfDay);
    const made = await invite(service, { email, ...present('role', role), ...lifetime });
    return writeAnswer(io, args, made, renderCreatedInvitation);
  },
};
