/** Commands that give a credential its secret: `assay credential create SERVICE` and `assay credential rotate ID`. */
import type { Client } from '@assay/client';
import type { CommandIo } from '../command.ts';
import { readNumber, readScope, revisionOption } from '../control-options.ts';
import { readTextFile } from '../file-text.ts';
import { operationCommand } from '../operation-command.ts';
import { type ParsedArguments, parseChoice, parseOptionalChoice, parseWholeNumber, UsageError } from '../options.ts';
import { resolveScope } from '../scope.ts';
import { readSecret, secretOption } from '../secret-input.ts';

const renderCredential = async () => (await import('../render/credentials.ts')).renderCredential;

const types = ['oauth2_code', 'client_credentials', 'token_exchange', 'api_key', 'basic', 'mtls'] as const;
const modes = ['inherit', 'enforce', 'isolated'] as const;
const maxCertificateBytes = 16 * 1024;

const ownerOptions = {
  org: { type: 'boolean', description: 'Shared in the whole organisation' },
  workspace: { type: 'string', value: 'ID', description: 'Shared in this workspace' },
  agent: { type: 'string', value: 'ID', description: 'Only for this agent' },
  mine: { type: 'boolean', description: 'With --agent: your own, for what the agent does for you' },
} as const;

const useOptions = {
  type: { type: 'string', value: 'TYPE', description: `${types.join(', ')}; api_key if absent` },
  mode: { type: 'string', value: 'MODE', description: 'inherit, enforce or isolated; inherit if absent' },
  resource: { type: 'string', value: 'URI', description: 'Only resource that it is for; any of the service if absent' },
  issuer: { type: 'string', value: 'URI', description: 'Authorization server of its tokens' },
  scope: { type: 'string', value: 'SCOPE', multiple: true, description: 'Scope to request at the other side' },
  header: { type: 'string', value: 'NAME', description: 'Header that it goes into; authorization if absent' },
  prefix: { type: 'string', value: 'TEXT', description: 'Text before the secret in the header' },
  variable: { type: 'string', value: 'NAME', description: 'Environment variable of a local server' },
  username: { type: 'string', value: 'NAME', description: 'User name (basic)' },
  'client-id': { type: 'string', value: 'ID', description: 'Client id (client_credentials and token_exchange)' },
} as const;

const certificateOption = {
  certificate: {
    type: 'string',
    value: 'FILE',
    description: 'Certificate in PEM (mtls); its private key is the secret',
  },
} as const;

const overlapOption = {
  overlap: {
    type: 'string',
    value: 'SECONDS',
    description: 'How long an old secret stays valid, 0 to 604800; 86400 if absent',
  },
} as const;

export const credentialCreate = operationCommand({
  name: 'credential create',
  summary: 'Create a credential that agents use at another service',
  usage: [
    'credential create SERVICE (--org | --workspace ID | --agent ID [--mine]) [--type TYPE] [--mode MODE] [--resource URI] [--secret-file FILE] [--json]',
  ],
  arguments: ['SERVICE'],
  options: {
    ...ownerOptions,
    ...useOptions,
    ...certificateOption,
    'allow-in-delegation': { type: 'boolean', description: 'Agents may use it for people (admins)' },
    every: { type: 'string', value: 'DAYS', description: 'Days after which it is due for rotation' },
    ...overlapOption,
    'without-secret': { type: 'boolean', description: 'assay credential rotate brings the secret later' },
    ...secretOption,
  },
  details: [
    'The secret is read from standard input, or from --secret-file: never from an argument. No answer shows it.',
    'Kinds with a secret: api_key, basic (its password), client_credentials and token_exchange (the client secret), mtls (the private key). A credential of the kind oauth2_code waits until somebody connects it.',
    'Exit code 1: the same scope already has a credential, or an enforced credential stands above it.',
    'Example: assay credential create com.example/crm --workspace sales --header x-api-key < key.txt',
  ],
  // Personal credentials are created in the person's own name, even with an operator token on this machine.
  operatorToken: (args) => !args.flag('mine'),
  async call(client, args, io) {
    const service = args.argument('SERVICE');
    // Checked first, so that standard input is not read in vain.
    const owner = readOwner(args);
    const body = await readCredential(io, args);
    return client.scopedCredentials.create({ body: { ...(await toOwner(client, owner)), service, ...body } });
  },
  render: renderCredential,
});

export const credentialRotate = operationCommand({
  name: 'credential rotate',
  summary: 'Give a credential a new secret. The old secret stays valid for a while',
  usage: ['credential rotate ID [--secret-file FILE] [--certificate FILE] [--overlap SECONDS] [--json]'],
  arguments: ['ID'],
  options: { ...secretOption, ...certificateOption, ...overlapOption, ...revisionOption },
  details: [
    'The secret is read from standard input, or from --secret-file: never from an argument.',
    'Exit code 1: the credential is revoked, it is of a kind that is connected instead, or somebody rotated it meanwhile.',
  ],
  operatorToken: true,
  async call(client, args, io) {
    const revision = readNumber(args, 'revision');
    const rest = { overlap_seconds: readOverlap(args), certificate: await readCertificate(io, args) };
    const body = { secret: await readSecret(io, args), ...rest };
    // Optional here, so the operation does not declare it.
    const headers = revision === undefined ? {} : { 'if-match': `"${revision}"` };
    return client.scopedCredentials.rotate({ id: args.argument('ID'), body }, { headers });
  },
  render: renderCredential,
});

type Owner = ReturnType<typeof readOwner>;

/** @throws UsageError */
function readOwner(args: ParsedArguments) {
  const scope = readScope(args);
  const isMine = args.flag('mine');
  if (isMine && scope.level !== 'agent') throw new UsageError('--mine is for one agent: name it with --agent ID.');
  return { ...scope, isMine };
}

/** Gives the members that say for whom a credential is. */
async function toOwner(client: Client, { level, id, isMine }: Owner) {
  if (level !== 'agent') return { scope: { level, id: (await resolveScope(client, { level, id })).id } };
  return { agent_id: id, user_id: isMine ? (await client.me.get()).user_id : undefined };
}

/** Gives all members of a new credential except its owner and its service. @throws UsageError */
async function readCredential(io: CommandIo, args: ParsedArguments) {
  const type = parseChoice('type', args.text('type') ?? 'api_key', types);
  const mode = parseOptionalChoice(args, 'mode', modes);
  const scopes = args.texts('scope');
  const rotation = { every_days: readNumber(args, 'every'), overlap_seconds: readOverlap(args) };
  const config = {
    username: args.text('username'),
    client_id: args.text('client-id'),
    environment_variable: args.text('variable'),
    certificate: await readCertificate(io, args),
  };
  return {
    auth_type: type,
    sharing_mode: mode,
    resource: args.text('resource'),
    issuer: args.text('issuer'),
    requested_scopes: scopes.length === 0 ? undefined : scopes,
    injection: unlessEmpty({ header: args.text('header'), prefix: args.text('prefix') }),
    config: unlessEmpty(config),
    rotation: unlessEmpty(rotation),
    allow_in_delegation: args.flag('allow-in-delegation') ? true : undefined,
    secret: takesSecret(args, type) ? await readSecret(io, args) : undefined,
  };
}

/** @throws UsageError for a secret that is given in vain */
function takesSecret(args: ParsedArguments, type: (typeof types)[number]): boolean {
  const isConnected = type === 'oauth2_code';
  if (!isConnected && !args.flag('without-secret')) return true;
  if (args.text('secret-file') === undefined) return false;
  throw new UsageError(
    isConnected
      ? 'oauth2_code is connected: it takes no secret.'
      : 'Give one of --secret-file and --without-secret, not both.',
  );
}

/** Reads the PEM of `--certificate`. @throws UsageError */
async function readCertificate(io: CommandIo, args: ParsedArguments): Promise<string | undefined> {
  const file = args.text('certificate');
  if (file === '-') throw new UsageError('--certificate names a file: standard input is for the secret.');
  return file === undefined ? undefined : readTextFile(io, file, maxCertificateBytes);
}

/** Reads `--overlap`. @throws UsageError */
function readOverlap(args: ParsedArguments): number | undefined {
  const text = args.text('overlap');
  return text === undefined ? undefined : parseWholeNumber('overlap', text, [0, 604_800]);
}

function unlessEmpty<T extends object>(value: T): T | undefined {
  return Object.values(value).every((member) => member === undefined) ? undefined : value;
}
