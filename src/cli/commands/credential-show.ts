/** `assay credential show ID`: one credential. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const credentialShow: Command = {
  name: 'credential show',
  summary: 'Show a credential, one that was revoked too; never its secret',
  usage: ['credential show ID [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectCredentials } = await import('../remote-credentials.ts');
    const { renderCredential } = await import('../render/credentials.ts');
    const remote = connectCredentials(await withOperatorToken(io, args, 'verifier'), args);
    return writeAnswer(io, args, await remote.get(id), renderCredential);
  },
};
