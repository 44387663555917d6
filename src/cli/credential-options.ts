/** Options of commands that add credentials, and their request body. */
import type { CommandIo } from './command.ts';
import { present, readNumber, readScope } from './control-options.ts';
import { readTextFile } from './file-text.ts';
import { type ParsedArguments, parseChoice, parseWholeNumber, UsageError } from './options.ts';
import { readSecret } from './secret-input.ts';

/** Kinds of credentials, and those with a secret from the user. */
export const credentialTypes = [
  'oauth2_code',
  'client_credentials',
  'token_exchange',
  'api_key',
  'basic',
  'mtls',
] as const;

export const placeOptions = {
  org: { type: 'boolean', description: 'Shared in the whole organisation' },
  workspace: { type: 'string', value: 'ID', description: 'Shared in this workspace' },
  agent: { type: 'string', value: 'ID', description: 'Only for this agent' },
  mine: { type: 'boolean', description: 'With --agent: yours, for what it does for you' },
} as const;

export const useOptions = {
  type: { type: 'string', value: 'TYPE', description: `${credentialTypes.join(', ')}; api_key if absent` },
  mode: { type: 'string', value: 'MODE', description: 'inherit, enforce or isolated; inherit if absent' },
  resource: { type: 'string', value: 'URI', description: 'Only for this resource' },
  issuer: { type: 'string', value: 'URI', description: 'Authorization server of its tokens' },
  scope: {
    type: 'string',
    value: 'SCOPE',
    multiple: true,
    description: 'Scope to request from the server; repeatable',
  },
  header: { type: 'string', value: 'NAME', description: 'Header for the secret; authorization if absent' },
  prefix: { type: 'string', value: 'TEXT', description: 'Text before the secret in the header' },
  variable: { type: 'string', value: 'NAME', description: 'Environment variable of a local server' },
  username: { type: 'string', value: 'NAME', description: 'Of basic' },
  'client-id': { type: 'string', value: 'ID', description: 'For client_credentials and token_exchange' },
  certificate: { type: 'string', value: 'FILE', description: 'For mtls, in PEM; its private key is the secret' },
  'allow-in-delegation': { type: 'boolean', description: 'Agents may use it on behalf of people; only for admins' },
  every: { type: 'string', value: 'DAYS', description: 'When the secret is due for rotation' },
  overlap: { type: 'string', value: 'SECONDS', description: 'How long an old secret stays valid; 86400 if absent' },
  'without-secret': { type: 'boolean', description: 'Set the secret later, with credential rotate' },
} as const;

const maxCertificateBytes = 16 * 1024;

/** Reads the PEM of `--certificate`. */
export async function readCertificate(io: CommandIo, args: ParsedArguments): Promise<string | undefined> {
  const file = args.text('certificate');
  if (file === '-') throw new UsageError('--certificate takes a file: standard input is for the secret.');
  return file === undefined ? undefined : readTextFile(io, file, maxCertificateBytes);
}

/** Reads `--overlap`. @throws UsageError */
export function readOverlap(args: ParsedArguments): Readonly<Record<string, number>> {
  const text = args.text('overlap');
  return present('overlap_seconds', text === undefined ? undefined : parseWholeNumber('overlap', text, [0, 604_800]));
}

/** Gives all members of a new credential except its scope. @throws UsageError */
export async function readNewCredential(io: CommandIo, args: ParsedArguments) {
  const type = parseChoice('type', args.text('type') ?? 'api_key', credentialTypes);
  const mode = args.text('mode');
  // Checked first, so that standard input is not read in vain.
  const place = readPlace(args);
  const injection = { ...present('header', args.text('header')), ...present('prefix', args.text('prefix')) };
  const config = {
    ...present('username', args.text('username')),
    ...present('client_id', args.text('client-id')),
    ...present('environment_variable', args.text('variable')),
    ...present('certificate', await readCertificate(io, args)),
  };
  const rotation = { ...present('every_days', readNumber(args, 'every')), ...readOverlap(args) };
  const takesSecret = type !== 'oauth2_code' && !args.flag('without-secret');
  if (!takesSecret && args.text('secret-file') !== undefined) {
    throw new UsageError(
      type === 'oauth2_code' ? 'oauth2_code takes no secret: connect it instead.' : 'With a secret, or without?',
    );
  }
  const body = {
    auth_type: type,
    ...present('sharing_mode', mode === undefined ? undefined : parseChoice('mode', mode, modes)),
    ...present('resource', args.text('resource')),
    ...present('issuer', args.text('issuer')),
    ...filled('requested_scopes', args.texts('scope')),
    ...filled('injection', injection),
    ...filled('config', config),
    ...filled('rotation', rotation),
    ...(args.flag('allow-in-delegation') ? { allow_in_delegation: true } : {}),
    ...present('secret', takesSecret ? await readSecret(io, args) : undefined),
  };
  return { place, body };
}

const modes = ['inherit', 'enforce', 'isolated'] as const;

function readPlace(args: ParsedArguments) {
  const place = readScope(args);
  const isMine = args.flag('mine');
  if (isMine && place.level !== 'agent')
    throw new UsageError('--mine is for one agent: name the agent with --agent ID.');
  return { ...place, isMine };
}

function filled<T extends object>(name: string, value: T): Readonly<Record<string, T>> {
  return Object.keys(value).length === 0 ? {} : { [name]: value };
}
