/** `assay token exchange`: a token by which an agent acts for a person (RFC 8693). */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, present } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';
import { clientOptions, openIssuerAs, readSecret } from '../token-options.ts';

const options = {
  'subject-token-file': {
    type: 'string',
    value: 'FILE',
    description: "Where the person's access token is; - is standard input",
  },
  'subject-token-env': { type: 'string', value: 'NAME', description: 'The variable of the environment that holds it' },
  'actor-token-file': {
    type: 'string',
    value: 'FILE',
    description: 'Where the identity document (JWT-SVID) or access token of the agent is',
  },
  'actor-token-env': { type: 'string', value: 'NAME', description: 'The variable of the environment that holds it' },
  ...clientOptions,
  resource: { type: 'string', value: 'URI', description: 'What the token is for; the only granted one if absent' },
  scope: {
    type: 'string',
    value: 'SCOPE',
    multiple: true,
    description: 'What it is good for; all that is left of the grant if absent',
  },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

const tokenType = (name: string) => `urn:ietf:params:oauth:token-type:${name}`;

export const tokenExchange: Command = {
  name: 'token exchange',
  summary: 'Get a token by which an agent acts for a person who allowed it',
  usage: [
    'token exchange --subject-token-file FILE --actor-token-file FILE --client-id ID (--client-secret-file FILE | --key-file FILE) [--resource URI] [--scope SCOPE...] [--json]',
  ],
  options,
  details: [
    'The actor token comes from `assay agent identity-document ID --audience URL` with the URL of the verifier, and is good for one exchange.',
    'Secrets and tokens come from files or the environment: other users of the machine see what stands on the command line.',
    'Exit code 1: the exchange was refused; the message says why, and where the person may consent.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const subjectToken = await readSecret(io, args, 'subject-token');
    const actorToken = await readSecret(io, args, 'actor-token');
    const issuer = await openIssuerAs(io, args);
    const answer = await issuer.exchange({
      subject_token: subjectToken,
      subject_token_type: tokenType('access_token'),
      actor_token: actorToken,
      actor_token_type: tokenType(isAccessToken(actorToken) ? 'access_token' : 'jwt'),
      ...present('resource', args.text('resource')),
      ...present('scope', args.texts('scope').length === 0 ? undefined : args.texts('scope').join(' ')),
    });
    const { renderExchange } = await import('../render/tokens.ts');
    return writeAnswer(io, args, answer, renderExchange);
  },
};

/** Our own access tokens state their type (RFC 9068 section 2.1). */
function isAccessToken(token: string): boolean {
  const [header = ''] = token.split('.');
  return /"typ" *: *"at\+jwt"/i.test(Buffer.from(header, 'base64url').toString('utf8'));
}
