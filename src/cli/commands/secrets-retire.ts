/** `assay secrets retire`: ends old versions of the key that nothing is sealed with any more. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, parseWholeNumber, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  below: {
    type: 'string',
    value: 'VERSION',
    description: 'Versions before this one; before the current one if absent',
  },
  key: { type: 'string', value: 'ID', description: 'Of this key, e.g. file; of the current one if absent' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const secretsRetire: Command = {
  name: 'secrets retire',
  summary: 'End old versions of the key that nothing is sealed with any more',
  usage: ['secrets retire [--below VERSION] [--key ID] [--json]'],
  options,
  details: [
    'What was sealed with them does not open again, not even out of a backup of the database. Needs the operator token.',
    'Exit code 1: secrets are still sealed with them; run assay secrets rewrap first.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const { connectVault } = await import('../remote-vault.ts');
    const remote = connectVault(await withOperatorToken(io, args, 'verifier'), args);
    const [below, key] = [args.text('below'), args.text('key')];
    if (key !== undefined && below === undefined) throw new UsageError('--key needs --below: say up to which version.');
    const version =
      below === undefined
        ? (await remote.status()).current_version
        : parseWholeNumber('below', below, [1, 999_999_999]);
    if (version === null) throw new UsageError('Nothing was sealed yet: there is no version to retire.');
    return writeAnswer(io, args, await remote.retire(version, key), ({ retired }) =>
      retired.length === 0 ? 'There was none to retire\n' : `Retired version ${retired.join(', ')}\n`,
    );
  },
};
