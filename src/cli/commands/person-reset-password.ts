/** `assay person reset-password PERSON`: a password for once, for who has lost theirs. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const personResetPassword: Command = {
  name: 'person reset-password',
  summary: 'Give a person who lost their password another one, shown once',
  usage: ['person reset-password PERSON [--json]'],
  options,
  details: [
    'PERSON is an id or an e-mail address. All their sessions end. Needs the operator token of the deployment.',
    'Exit code 1: no such person.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [named = ''] = requirePositionals(args.positionals, ['PERSON']);
    const { connectService } = await import('../service.ts');
    const { findPerson, resetPasswordOf } = await import('../remote-members.ts');
    const { renderResetPassword } = await import('../render/members.ts');
    const service = connectService('verifier', await withOperatorToken(io, args, 'verifier'), args);
    const answer = await resetPasswordOf(service, await findPerson(service, named));
    return writeAnswer(io, args, answer, renderResetPassword);
  },
};
