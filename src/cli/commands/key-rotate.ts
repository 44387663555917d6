/** `assay key rotate ID`: replaces an API key by a new one, shown once. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, present, readNumber, revisionOption } from '../control-options.ts';
import { readMoment } from '../moment.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, parseWholeNumber, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  overlap: {
    type: 'string',
    value: 'SECONDS',
    description: 'How long the old key stays good, 0 to 86400; 3600 if absent',
  },
  expires: { type: 'string', value: 'TIME', description: 'Another end; that of the old key if absent' },
  ...revisionOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const keyRotate: Command = {
  name: 'key rotate',
  summary: 'Replace an API key by a new one; it is shown once',
  usage: ['key rotate ID [--overlap SECONDS] [--expires TIME] [--json]'],
  options,
  details: ['Exit code 1: the key is revoked or has expired, or somebody rotated it meanwhile.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const overlap = args.text('overlap');
    const expires = args.text('expires');
    const at = { now: io.clock.now(), direction: 'ahead' } as const;
    const body = {
      ...present('overlap_s', overlap === undefined ? undefined : parseWholeNumber('overlap', overlap, [0, 86_400])),
      ...present('expires_at', expires === undefined ? undefined : readMoment('expires', expires, at)),
    };
    const revision = readNumber(args, 'revision');
    const { connectKeys } = await import('../remote-keys.ts');
    const { renderShownKey } = await import('../render/keys.ts');
    const made = await connectKeys(await withOperatorToken(io, args, 'verifier'), args).rotate(id, body, revision);
    if (!args.flag('json')) io.stderr.write('Keep the key now: it cannot be shown again.\n');
    return writeAnswer(io, args, made, renderShownKey);
  },
};
