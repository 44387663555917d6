/**
 * Applies the configuration of an installation: values for the `{variables}` of an entry's remote, for its headers, and for
 * the environment of a local server. Never holds secrets: they belong into a credential.
 */
import type { InstallationConfig } from '../../../contract/api/installations/shapes.ts';
import type { AppError } from '../../../platform/errors.ts';
import { unprocessable } from '../../../platform/refusals.ts';
import type { AppPackage, AppRemote, AppVersion } from '../app-catalog/ports.ts';
import type { AuditorTarget } from './kinds/auditor-target.ts';
import type { RuntimeTarget } from './kinds/runtime.ts';
import type { SkillTarget } from './kinds/skill.ts';

/** The place where a configured app runs. */
export type AppTarget =
  | {
      readonly kind: 'remote';
      readonly type: AppRemote['type'];
      readonly url: string;
      /** Of an A2A agent whose card is not at the well-known path of its host. */
      readonly cardUrl?: string;
      /** True if the person who installed it chose the host or a part of it, not the publisher. */
      readonly isHostChosen: boolean;
      /** Without secret headers. */
      readonly headers: Readonly<Record<string, string>>;
      /** Headers that take a secret, with the text before it. */
      readonly secretHeaders: readonly SecretHeader[];
    }
  | {
      readonly kind: 'package';
      readonly identifier: string;
      /** The exact version, or the entry's own text for it. */
      readonly version: string;
      /** Variables that are not secret: the given values, and the defaults of the others. */
      readonly environment: Readonly<Record<string, string>>;
      readonly secretVariables: readonly string[];
    }
  | AuditorTarget
  | RuntimeTarget
  | SkillTarget
  | { readonly kind: 'none' };

export interface SecretHeader {
  readonly name: string;
  readonly prefix: string;
  readonly isRequired: boolean;
}

/** Reads an app of type MCP server. @throws AppError `unprocessable` with a `reason` and the place. */
export function toServerTarget(app: AppVersion, config: InstallationConfig): AppTarget {
  assertNothing(config, ['url', 'joins']);
  const remote = app.remotes.find(({ type }) => type === 'streamable-http') ?? app.remotes[0];
  const [local] = app.packages;
  const use = config.use ?? (remote === undefined ? 'package' : 'remote');
  if (use === 'remote' && remote !== undefined) return toRemote(remote, config);
  if (use === 'package' && local !== undefined) return toPackage(local, config);
  throw unprocessable('no_such_transport', '/config/use', `this version of the app has no ${use}`);
}

/** Reads the one remote of an app. @throws AppError `unprocessable` with a `reason` and the place. */
export function toRemote(remote: AppRemote, config: InstallationConfig): AppTarget {
  assertNothing(config, ['environment']);
  const given = config.variables ?? {};
  const used = new Set<string>();
  const headers: Record<string, string> = {};
  const secretHeaders: SecretHeader[] = [];
  for (const header of remote.headers ?? []) {
    const { name, isRequired = false, isSecret = false, value: template } = header;
    const own = readOwn(config.headers, name);
    if (isSecret) {
      const inner = [...(template ?? '').matchAll(variable)].flatMap(([, word]) => word ?? []);
      if (own !== undefined) throw secretInConfig(`/config/headers/${name}`);
      for (const word of inner) if (Object.hasOwn(given, word)) throw secretInConfig(`/config/variables/${word}`);
      secretHeaders.push({ name: name.toLowerCase(), isRequired, prefix: template?.split('{')[0] ?? '' });
      continue;
    }
    const value = own ?? (template === undefined ? undefined : fillText(template, given, used, isRequired));
    if (value === undefined) {
      if (isRequired) throw missing(`/config/headers/${name}`, `the header ${name}`);
      continue;
    }
    headers[name.toLowerCase()] = assertHeaderValue(name, value);
  }
  const url = fillUrl(remote.url, given, used);
  const card = remote.card === undefined ? {} : { cardUrl: fillUrl(remote.card, given, used) };
  assertKnown('variables', given, used);
  const known = new Set((remote.headers ?? []).map(({ name }) => name.toLowerCase()));
  for (const name of Object.keys(config.headers ?? {})) {
    if (!known.has(name.toLowerCase())) throw unknown(`/config/headers/${name}`, 'header');
  }
  for (const name of Object.keys(headers)) if (neverOurs.has(name)) throw reserved(`/config/headers/${name}`, name);
  const isHostChosen = isHostOpen(remote.url);
  return { kind: 'remote', type: remote.type, url, ...card, isHostChosen, headers, secretHeaders };
}

function toPackage(local: AppPackage, config: InstallationConfig): AppTarget {
  assertNothing(config, ['variables', 'headers']);
  const given = config.environment ?? {};
  const used = new Set<string>();
  const secretVariables: string[] = [];
  const environment: [string, string][] = [];
  for (const { name, isRequired = false, isSecret = false, default: usual } of local.environmentVariables ?? []) {
    used.add(name);
    const isGiven = Object.hasOwn(given, name);
    const value = isGiven ? given[name] : usual;
    if (!isSecret && value !== undefined) environment.push([name, value]);
    if (isSecret && isGiven) throw secretInConfig(`/config/environment/${name}`);
    if (isSecret && isRequired) secretVariables.push(name);
    if (!isSecret && isRequired && !isGiven && usual === undefined) {
      throw missing(`/config/environment/${name}`, `the variable ${name}`);
    }
  }
  assertKnown('environment', given, used);
  for (const [name, value] of Object.entries(given)) assertPlain(`/config/environment/${name}`, value);
  const { identifier, version } = local;
  return { kind: 'package', identifier, version, environment: Object.fromEntries(environment), secretVariables };
}

/** `{name}`, as in the MCP registry. */
const variable = /\{([A-Za-z0-9_.-]{1,128})\}/g;
/** Host names and their parts. */
const hostText = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i;
/** Headers that the transport writes itself, and those that would change the meaning of a call. */
const neverOurs = new Set(
  `host content-length content-type content-encoding transfer-encoding connection upgrade te trailer accept cookie
   proxy-authorization mcp-session-id mcp-protocol-version mcp-method mcp-name last-event-id`.split(/\s+/),
);

/** Fills an address and checks the result: no filled-in value may lead to another place than the template's. */
function fillUrl(template: string, given: Readonly<Record<string, string>>, used: Set<string>): string {
  const place = '/config/variables';
  const [, whole] = /^\{([A-Za-z0-9_.-]{1,128})\}/.exec(template) ?? [];
  const hostEnd = whole === undefined ? endOfHost(template) : 0;
  let text = '';
  let last = 0;
  for (const match of template.matchAll(variable)) {
    const name = match[1] ?? '';
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined) throw missing(`${place}/${name}`, `the variable ${name}`);
    used.add(name);
    text += template.slice(last, match.index);
    text += toUrlPart(value, { name, isWhole: match.index === 0, isHost: match.index < hostEnd });
    last = match.index + match[0].length;
  }
  text += template.slice(last);
  if (text.length > 2_048 || /[{}\\\s]/.test(text) || !URL.canParse(text)) {
    throw unprocessable('address_invalid', place, 'these values do not give a valid address of the app');
  }
  const url = new URL(text);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb || url.username !== '' || url.password !== '' || url.hash !== '') {
    throw unprocessable('address_invalid', place, 'the address of an app must be https://, without user and fragment');
  }
  return url.href;
}

function toUrlPart(value: string, { name, isWhole, isHost }: { name: string; isWhole: boolean; isHost: boolean }) {
  const place = `/config/variables/${name}`;
  if (isWhole) return value.replace(/\/$/, '');
  if (isHost) {
    if (!hostText.test(value)) throw unprocessable('value_invalid', place, 'this value is part of a host name');
    return value;
  }
  // One path segment or one query value: `..` would leave the path that the publisher set.
  if (value === '' || value === '.' || value === '..')
    throw unprocessable('value_invalid', place, 'this value is part of a path');
  assertPlain(place, value);
  return encodeURIComponent(value);
}

function isHostOpen(template: string): boolean {
  const first = template.search(variable);
  return first === 0 || (first > 0 && first < endOfHost(template));
}

function endOfHost(template: string): number {
  const start = template.indexOf('://') + 3;
  const end = template.slice(start).search(/[/?#]/);
  return end < 0 ? template.length : start + end;
}

function fillText(
  template: string,
  given: Readonly<Record<string, string>>,
  used: Set<string>,
  isRequired: boolean,
): string | undefined {
  const names = [...template.matchAll(variable)].flatMap(([, name]) => name ?? []);
  const absent = names.find((name) => !Object.hasOwn(given, name));
  for (const name of names) used.add(name);
  if (absent !== undefined) {
    if (isRequired) throw missing(`/config/variables/${absent}`, `the variable ${absent}`);
    return undefined;
  }
  return template.replace(variable, (_whole, name: string) => given[name] ?? '');
}

function readOwn(from: Readonly<Record<string, string>> | undefined, name: string): string | undefined {
  return Object.entries(from ?? {}).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

function assertHeaderValue(name: string, value: string): string {
  if (/^[\x20-\x7e]{1,1024}$/.test(value)) return value;
  throw unprocessable('value_invalid', `/config/headers/${name}`, 'a header must be printable ASCII');
}

function assertPlain(place: string, value: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (!/[\u0000-\u001f\u007f]/.test(value)) return;
  throw unprocessable('value_invalid', place, 'a value must not contain control characters');
}

function assertKnown(group: string, given: Readonly<Record<string, string>>, used: ReadonlySet<string>): void {
  for (const name of Object.keys(given)) if (!used.has(name)) throw unknown(`/config/${group}/${name}`, 'variable');
}

type ConfigMember = 'variables' | 'headers' | 'environment' | 'url' | 'joins';

/** Refuses values that apps of a type do not take. @throws AppError `unprocessable` (`value_unknown`). */
export function assertNothing(config: InstallationConfig, members: readonly ConfigMember[]): void {
  for (const member of members) {
    const given = config[member];
    if (typeof given === 'string') throw unknown(`/config/${member}`, 'value');
    const [name] = Object.keys(given ?? {});
    if (name !== undefined) throw unknown(`/config/${member}/${name}`, 'value');
  }
}

function secretInConfig(pointer: string): AppError {
  return unprocessable('secret_in_config', pointer, 'this is a secret: give it as a credential when asked');
}

function missing(pointer: string, what: string): AppError {
  return unprocessable('value_missing', pointer, `${what} is needed`);
}

function unknown(pointer: string, what: string): AppError {
  return unprocessable('value_unknown', pointer, `the app has no such ${what}`);
}

function reserved(pointer: string, name: string): AppError {
  return unprocessable('value_invalid', pointer, `an app may not set the header ${name}`);
}
