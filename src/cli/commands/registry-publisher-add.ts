/** `assay registry publisher add NAME --keys FILE`: trusts the signatures of a publisher over releases. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, operatorTokenNote, present } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  keys: { type: 'string', value: 'FILE', description: 'Its public keys: {"keys": [...]}, Ed25519 or P-256' },
  description: { type: 'string', value: 'TEXT', description: 'Who it is' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const registryPublisherAdd: Command = {
  name: 'registry publisher add',
  summary: 'Trust the signatures of a publisher over releases of auditors and models',
  usage: ['registry publisher add NAME --keys FILE [--description TEXT] [--json]'],
  options,
  details: ['It takes an admin.', operatorTokenNote],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [name = ''] = requirePositionals(args.positionals, ['NAME']);
    const { readJwks } = await import('../jwks-file.ts');
    const keys = await readJwks(io, args.text('keys'));
    if (keys === undefined) throw new UsageError('Name the file with its public keys: --keys FILE.');
    const { connectPublishers } = await import('../remote-registered-auditors.ts');
    const { renderPublisher } = await import('../render/registered-auditors.ts');
    const remote = connectPublishers(await withOperatorToken(io, args, 'verifier'), args);
    const added = await remote.add({ name, keys, ...present('description', args.text('description')) });
    return writeAnswer(io, args, added, renderPublisher);
  },
};
