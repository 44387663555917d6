/** `assay credential rotate ID`: gives a credential a new secret. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, present, readNumber, revisionOption } from '../control-options.ts';
import { readCertificate, readOverlap, useOptions } from '../credential-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { readSecret, secretOption } from '../secret-input.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  ...secretOption,
  certificate: useOptions.certificate,
  overlap: useOptions.overlap,
  ...revisionOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const credentialRotate: Command = {
  name: 'credential rotate',
  summary: 'Give a credential a new secret; the old one stays good for a while',
  usage: ['credential rotate ID [--secret-file FILE] [--certificate FILE] [--overlap SECONDS] [--json]'],
  options,
  details: [
    'The secret is read from standard input, or from --secret-file: never from an argument.',
    'Exit code 1: it is revoked, is of a kind that is connected instead, or somebody rotated it meanwhile.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const revision = readNumber(args, 'revision');
    const rest = { ...readOverlap(args), ...present('certificate', await readCertificate(io, args)) };
    const body = { secret: await readSecret(io, args), ...rest };
    const { connectCredentials } = await import('../remote-credentials.ts');
    const { renderCredential } = await import('../render/credentials.ts');
    const remote = connectCredentials(await withOperatorToken(io, args, 'verifier'), args);
    return writeAnswer(io, args, await remote.rotate(id, body, revision), renderCredential);
  },
};
