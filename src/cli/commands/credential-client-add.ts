/** `assay credential client add ISSUER`: keeps an OAuth client that another side gave to the organisation. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, present } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseChoice, parseOptions, requirePositionals, UsageError } from '../options.ts';
import { readSecret, secretOption } from '../secret-input.ts';
import { serviceOption } from '../service-address.ts';

const methods = ['client_secret_basic', 'client_secret_post', 'none'] as const;

const options = {
  'client-id': { type: 'string', value: 'ID', description: 'What the other side calls us' },
  method: {
    type: 'string',
    value: 'METHOD',
    description: 'client_secret_basic, client_secret_post or none; what the server offers if absent',
  },
  public: { type: 'boolean', description: 'It has no secret' },
  ...secretOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const credentialClientAdd: Command = {
  name: 'credential client add',
  summary: 'Keep an OAuth client that an authorization server gave to your organisation',
  usage: ['credential client add ISSUER --client-id ID [--method METHOD] [--secret-file FILE | --public] [--json]'],
  options,
  details: [
    'For servers that register nobody by themselves: register there by hand, with the redirect URI that the answer shows, and keep here what they gave. It is used from now on, and takes the place of the one before.',
    'The client secret is read from standard input, or from --secret-file: never from an argument. It is shown by nothing.',
    'ISSUER is the authorization server, exactly as its metadata names it. It takes an admin.',
    'Example: assay credential client add https://auth.crm.example --client-id assay-acme < secret.txt',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [issuer = ''] = requirePositionals(args.positionals, ['ISSUER']);
    const clientId = args.text('client-id');
    if (clientId === undefined) throw new UsageError('Say what the other side calls us: --client-id ID.');
    const word = args.text('method');
    const method = word === undefined ? undefined : parseChoice('method', word, methods);
    const isPublic = args.flag('public') || method === 'none';
    if (isPublic && args.text('secret-file') !== undefined) {
      throw new UsageError('A public client has no secret: leave --secret-file out.');
    }
    const secret = isPublic ? undefined : await readSecret(io, args);
    const { connectForeignClients } = await import('../remote-foreign-clients.ts');
    const { renderForeignClient } = await import('../render/foreign-clients.ts');
    const remote = connectForeignClients(await withOperatorToken(io, args, 'verifier'), args);
    const kept = await remote.keep({
      issuer,
      client_id: clientId,
      ...present('client_secret', secret),
      ...present('token_endpoint_auth_method', isPublic ? 'none' : method),
    });
    return writeAnswer(io, args, kept, renderForeignClient);
  },
};
