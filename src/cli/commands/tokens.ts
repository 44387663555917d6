/**
 * Commands over tokens, in the order in which help shows them. Secret texts come from files or the environment, never
 * from the command line. They call the OAuth endpoints, which the typed client does not have.
 */
import { writeAnswer } from '../answer.ts';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { readTextFile } from '../file-text.ts';
import type { ClientProof } from '../login/client-proof.ts';
import type { IssuerClient } from '../login/issuer-client.ts';
import { type ParsedArguments, parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const variable = { type: 'string', value: 'NAME', description: 'Environment variable that holds it' } as const;

const clientOptions = {
  'client-id': { type: 'string', value: 'ID', description: 'The client, such as the client of the agent' },
  'client-secret-file': { type: 'string', value: 'FILE', description: 'File with its secret; - is standard input' },
  'client-secret-env': variable,
  'key-file': { type: 'string', value: 'FILE', description: 'File with its private key (JWK)' },
} as const;

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

const maxBytes = 16 * 1024;
const tokenForm = /^[\x21-\x7e]+$/;

/** Reads a secret text of one line from the file or the variable that the options name. @throws UsageError */
async function readSecret(io: CommandIo, args: ParsedArguments, what: string): Promise<string> {
  const [file, name] = [args.text(`${what}-file`), args.text(`${what}-env`)];
  if (file !== undefined && name !== undefined) throw new UsageError(`Name one of --${what}-file and --${what}-env.`);
  if (file === undefined && name === undefined) throw new UsageError(`--${what}-file FILE is missing.`);
  const text = file === undefined ? io.env[name ?? ''] : await readTextFile(io, file, maxBytes);
  const secret = text?.trim() ?? '';
  // The error does not quote it.
  if (!tokenForm.test(secret)) throw new UsageError(`${file ?? name} does not hold a secret or token of one line.`);
  return secret;
}

/** Gives the issuer, for a client that proves its identity. @throws UsageError */
async function openIssuerAs(io: CommandIo, args: ParsedArguments): Promise<IssuerClient> {
  const clientId = args.text('client-id');
  if (clientId === undefined) throw new UsageError('--client-id ID is missing.');
  const { connectOpenly, serviceUrl } = await import('../service.ts');
  const { openIssuer } = await import('../login/issuer-client.ts');
  const service = connectOpenly('verifier', serviceUrl('verifier', io.env, args), io.signal);
  return openIssuer(service, { clientId, proof: await readClientProof(io, args), signal: io.signal });
}

async function readClientProof(io: CommandIo, args: ParsedArguments): Promise<ClientProof> {
  const keyFile = args.text('key-file');
  const hasSecret = ['client-secret-file', 'client-secret-env'].some((name) => args.text(name) !== undefined);
  if (keyFile !== undefined) {
    if (hasSecret) throw new UsageError('Name a secret or a key of the client, not both.');
    const { readProof } = await import('../login/client-proof.ts');
    return readProof(io, { key_file: keyFile });
  }
  const secret = await readSecret(io, args, 'client-secret');
  return { type: 'secret', make: async ({ ClientSecretBasic }) => ClientSecretBasic(secret) };
}
