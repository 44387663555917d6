/**
 * Commands over tokens, in the order in which help shows them. Secret texts come from files or the environment, never
 * from the command line. They call the OAuth endpoints, which the typed client does not have.
 */
import { writeAnswer } from '../answer.ts';
import { type Command, exitCodes } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { clientOptions, secretVariable as variable } from '../login/client-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const exchangeOptions = {
  'subject-token-file': {
    type: 'string',
    value: 'FILE',
    description: 'File with the access token of the person; - is standard input',
  },
  'subject-token-env': variable,
  'actor-token-file': {
    type: 'string',
    value: 'FILE',
    description: 'File with the identity document (JWT-SVID) or access token of the agent',
  },
  'actor-token-env': variable,
  ...clientOptions,
  resource: {
    type: 'string',
    value: 'URI',
    description: 'Resource that the token is for; the only granted one if absent',
  },
  scope: {
    type: 'string',
    value: 'SCOPE',
    multiple: true,
    description: 'Scope of the token; all that is left of the grant if absent',
  },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

const introspectOptions = {
  'token-file': { type: 'string', value: 'FILE', description: 'File with the token; - is standard input' },
  'token-env': variable,
  ...clientOptions,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const tokenCommands: readonly Command[] = [
  {
    name: 'token exchange',
    summary: 'Get a token by which an agent acts for a person who allowed it',
    usage: [
      'token exchange --subject-token-file FILE --actor-token-file FILE --client-id ID (--client-secret-file FILE | --key-file FILE) [--resource URI] [--scope SCOPE...] [--json]',
    ],
    options: exchangeOptions,
    details: [
      'The actor token comes from `assay agent identity-document ID --audience URL` with the URL of the verifier. It is valid for one exchange.',
      'Secrets and tokens come from files or the environment: other users of the machine can see the command line.',
      'Exit code 1: the exchange was refused. The message says why, and where the person can consent.',
    ],
    async run(io) {
      const args = parseOptions(exchangeOptions, io.args);
      requirePositionals(args.positionals, []);
      const { openIssuerAs, readSecret } = await import('../login/machine-client.ts');
      const subjectToken = await readSecret(io, args, 'subject-token');
      const actorToken = await readSecret(io, args, 'actor-token');
      const [resource, scopes] = [args.text('resource'), args.texts('scope')];
      const issuer = await openIssuerAs(io, args);
      const answer = await issuer.exchange({
        subject_token: subjectToken,
        subject_token_type: toTokenType('access_token'),
        actor_token: actorToken,
        actor_token_type: toTokenType(isAccessToken(actorToken) ? 'access_token' : 'jwt'),
        ...(resource === undefined ? {} : { resource }),
        ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
      });
      const { renderExchange } = await import('../render/tokens.ts');
      return writeAnswer(io, args, answer, renderExchange);
    },
  },
  {
    name: 'token introspect',
    summary: 'Show whether a token is valid now, and who acts by it for whom',
    usage: ['token introspect --token-file FILE --client-id ID (--client-secret-file FILE | --key-file FILE) [--json]'],
    options: introspectOptions,
    details: [
      'A client sees its own tokens and those of its organisation.',
      'Exit code 1: the token is not valid any more, or it is unknown.',
    ],
    async run(io) {
      const args = parseOptions(introspectOptions, io.args);
      requirePositionals(args.positionals, []);
      const { openIssuerAs, readSecret } = await import('../login/machine-client.ts');
      const token = await readSecret(io, args, 'token');
      const issuer = await openIssuerAs(io, args);
      const answer = await issuer.introspect(token);
      const { renderIntrospection } = await import('../render/tokens.ts');
      writeAnswer(io, args, answer, renderIntrospection);
      return answer.active ? exitCodes.ok : exitCodes.no;
    },
  },
];

const toTokenType = (name: string) => `urn:ietf:params:oauth:token-type:${name}`;

/** Our own access tokens state their type (RFC 9068 section 2.1). */
function isAccessToken(token: string): boolean {
  const [header = ''] = token.split('.');
  return /"typ" *: *"at\+jwt"/i.test(Buffer.from(header, 'base64url').toString('utf8'));
}
