/** `assay secrets status`: which keys secrets are sealed with. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const secretsStatus: Command = {
  name: 'secrets status',
  summary: 'Show which keys stored secrets are sealed with, and how many with each',
  usage: ['secrets status [--json]'],
  options,
  details: [
    'Needs the operator token: ASSAY_ACCESS_TOKEN, else the one in the data folder when the verifier is on this machine.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const { connectVault } = await import('../remote-vault.ts');
    const { renderVault } = await import('../render/vault.ts');
    const remote = connectVault(await withOperatorToken(io, args, 'verifier'), args);
    return writeAnswer(io, args, await remote.status(), renderVault);
  },
};
