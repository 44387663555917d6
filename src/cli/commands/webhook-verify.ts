/** `assay webhook verify FILE`: checks a received webhook, without asking anybody. */
import { type Command, exitCodes } from '../command.ts';
import { parseOptions, parseWholeNumber, requirePositionals, UsageError } from '../options.ts';
import { readSecret, secretOption } from '../secret-input.ts';
import type { WebhookVerdict } from '../webhook-signature.ts';

const options = {
  ...secretOption,
  id: { type: 'string', value: 'TEXT', description: 'Header webhook-id' },
  timestamp: { type: 'string', value: 'N', description: 'Header webhook-timestamp' },
  signature: { type: 'string', value: 'TEXT', description: 'Header webhook-signature' },
  tolerance: { type: 'string', value: 'SECONDS', description: 'How old it may be; 300 if absent, 0: of any age' },
} as const;

const words: Readonly<Record<WebhookVerdict, string>> = {
  ok: 'The signature is right.',
  secret: 'This is no secret of a webhook: it begins with whsec_.',
  timestamp: 'The timestamp is no number of seconds.',
  age: 'The signature is right, but the message is too old or from the future: see --tolerance.',
  signature: 'The signature is not by this secret over these bytes: was the body changed, or read and written again?',
};

const maxBytes = 4 * 1024 * 1024;

export const webhookVerify: Command = {
  name: 'webhook verify',
  summary: 'Check a received webhook against its headers, offline',
  usage: ['webhook verify FILE --id TEXT --timestamp N --signature TEXT [--secret-file FILE] [--tolerance SECONDS]'],
  options,
  details: [
    'FILE is the body, byte for byte as it was received. The secret is read from standard input, or from --secret-file: never from an argument.',
    'Exit code 1: it is not signed by this secret, or too old.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [file = ''] = requirePositionals(args.positionals, ['FILE']);
    const [id, timestamp, signature] = [args.text('id'), args.text('timestamp'), args.text('signature')];
    if (id === undefined || timestamp === undefined || signature === undefined) {
      throw new UsageError('Give the headers: --id, --timestamp and --signature.');
    }
    if (file === '-' && (args.text('secret-file') ?? '-') === '-') {
      throw new UsageError('The body and the secret cannot both come from standard input: name --secret-file.');
    }
    const toleranceS = parseWholeNumber('tolerance', args.text('tolerance') ?? '300', [0, 999_999_999]);
    const { readTextFile } = await import('../file-text.ts');
    const { checkWebhook } = await import('../webhook-signature.ts');
    const body = await readTextFile(io, file, maxBytes);
    const secret = await readSecret(io, args);
    const verdict = checkWebhook({ id, timestamp, signature, body }, { secret, now: io.clock.now(), toleranceS });
    io.stdout.write(`${words[verdict]}\n`);
    return verdict === 'ok' ? exitCodes.ok : exitCodes.no;
  },
};
