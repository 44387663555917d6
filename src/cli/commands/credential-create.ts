/** `assay credential create SERVICE`: adds a credential for another service. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { placeOptions, readNewCredential, useOptions } from '../credential-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { secretOption } from '../secret-input.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  ...placeOptions,
  ...useOptions,
  ...secretOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const credentialCreate: Command = {
  name: 'credential create',
  summary: 'Add a credential that agents use at another service',
  usage: [
    'credential create SERVICE (--org | --workspace ID | --agent ID [--mine]) [--type TYPE] [--mode MODE] [--resource URI] [--secret-file FILE] [--json]',
  ],
  options,
  details: [
    'The secret is read from standard input, or from --secret-file: never from an argument. It is shown by nothing.',
    'Kinds with a secret: api_key, basic (its password), client_credentials and token_exchange (the client secret), mtls (the private key). One of the kind oauth2_code waits until somebody connects it.',
    'Exit code 1: there is one for this place already, or an enforced one stands above it.',
    'Example: assay credential create com.example/crm --workspace sales --header x-api-key < key.txt',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [name = ''] = requirePositionals(args.positionals, ['SERVICE']);
    const { place, body } = await readNewCredential(io, args);
    const { connectCredentials } = await import('../remote-credentials.ts');
    const { resolveScope } = await import('../remote-control.ts');
    const { connectClient } = await import('../client.ts');
    const { renderCredential } = await import('../render/credentials.ts');
    // Personal credentials are created in the person's own name, even with an operator token on this machine.
    const remote = connectCredentials(place.isMine ? io : await withOperatorToken(io, args, 'verifier'), args);
    const where =
      place.level === 'agent'
        ? {
            agent_id: place.id,
            ...(place.isMine ? { user_id: (await (await connectClient(io, args)).me.get()).user_id } : {}),
          }
        : { scope: await resolveScope(remote.service, place) };
    return writeAnswer(io, args, await remote.create({ ...where, service: name, ...body }), renderCredential);
  },
};
