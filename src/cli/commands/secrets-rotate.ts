/** `assay secrets rotate`: seals new secrets with a newer version of the key. */
import { toPlainText } from '../../proof/report.ts';
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const secretsRotate: Command = {
  name: 'secrets rotate',
  summary: 'Seal new secrets with a newer version of the key; old ones still open',
  usage: ['secrets rotate [--json]'],
  options,
  details: [
    'A key in a file or at a transit server gets a new version by this. One in VERIFIER_KEK is changed there first, in every process; this then takes it into use.',
    'Run assay secrets rewrap next, and assay secrets retire when nothing is left. Needs the operator token.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const { connectVault } = await import('../remote-vault.ts');
    const remote = connectVault(await withOperatorToken(io, args, 'verifier'), args);
    return writeAnswer(io, args, await remote.rotate(), ({ key_id: keyId, version }) =>
      toPlainText(`New secrets are sealed with version ${version} of ${keyId}. Next: assay secrets rewrap`, 500).concat(
        '\n',
      ),
    );
  },
};
