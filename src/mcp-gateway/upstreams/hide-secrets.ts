/**
 * Removes our credential from an answer: some tools repeat the headers or environment of their call. It finds the
 * secret as it was sent, and no encoded form: a server that wants to leak its credential has other ways.
 */
import type { InjectedCredential } from '../credentials/injected-credential.ts';
import type { JsonObject } from '../ports.ts';
import type { Reply } from './conversation.ts';

const shownInstead = '[redacted]';
/** A shorter secret may be an ordinary word. */
const leastChars = 8;

const known = new WeakMap<InjectedCredential, readonly string[]>();

/** Replaces the secrets of this credential. An answer without any is returned unchanged. */
export function hideSecrets<T>(got: T | Reply, held: InjectedCredential): T | Reply {
  if (!isResult(got)) return got;
  const secrets = secretsOf(held);
  if (secrets.length === 0) return got;
  return { ...got, result: hideInObject(got.result, secrets) };
}

/** Replaces the secrets of this credential in any JSON object. */
export function hideSecretsIn(value: JsonObject, held: InjectedCredential | undefined): JsonObject {
  const secrets = held === undefined ? [] : secretsOf(held);
  return secrets.length === 0 ? value : hideInObject(value, secrets);
}

function isResult(got: unknown): got is Extract<Reply, { kind: 'result' }> {
  return Reflect.get(Object(got), 'kind') === 'result';
}

/** Longest first, so that no part of one remains. */
function secretsOf(held: InjectedCredential): readonly string[] {
  const before = known.get(held);
  if (before !== undefined) return before;
  const values = [...held.headers, ...held.environment].map(({ value }) => value.reveal());
  const key = held.clientCertificate?.privateKey.reveal();
  const all = [...values.flatMap(partsOf), ...(key === undefined ? [] : [key])];
  const secrets = [...new Set(all)]
    .filter((secret) => secret.length >= leastChars)
    .toSorted((left, right) => right.length - left.length);
  known.set(held, secrets);
  return secrets;
}

/** The part after the scheme of an `Authorization` header, and the password of a Basic one. */
function partsOf(value: string): string[] {
  const [, scheme, credential] = /^([A-Za-z]+) +(\S+)$/.exec(value) ?? [];
  if (scheme === undefined || credential === undefined) return [value];
  if (scheme.toLowerCase() !== 'basic') return [value, credential];
  const pair = Buffer.from(credential, 'base64').toString('utf8');
  return [value, credential, pair, pair.slice(pair.indexOf(':') + 1)];
}

function hideIn(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return hideInText(value, secrets);
  if (Array.isArray(value)) return value.map((item) => hideIn(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return hideInObject(Object.fromEntries(Object.entries(value)), secrets);
}

function hideInObject(value: JsonObject, secrets: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [hideInText(name, secrets), hideIn(item, secrets)]),
  );
}

function hideInText(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, shownInstead), text);
}
