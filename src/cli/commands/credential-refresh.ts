/** `assay credential refresh ID`: has a new token fetched from the other side now. */
import { writeAnswer } from '../answer.ts';
import { type Command, exitCodes } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const credentialRefresh: Command = {
  name: 'credential refresh',
  summary: 'Fetch a new token from the other side now; it is done without being asked when it is due',
  usage: ['credential refresh ID [--json]'],
  options,
  details: [
    'For credentials that were connected (oauth2_code), and for clients of our own (client_credentials).',
    'Exit code 1: the other side refused or does not answer, or there is nothing to refresh.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectCredentials } = await import('../remote-credentials.ts');
    const { renderCredential } = await import('../render/credentials.ts');
    const remote = connectCredentials(await withOperatorToken(io, args, 'verifier'), args);
    const refreshed = await remote.refresh(id);
    await writeAnswer(io, args, refreshed, renderCredential);
    return refreshed.status === 'reauth_required' ? exitCodes.no : exitCodes.ok;
  },
};
