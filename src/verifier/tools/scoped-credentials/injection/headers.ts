/**
 * Formats a secret for a call: as a header, as an environment variable of a local server's process, or as a client
 * certificate. Pure.
 */
import type { InjectionAnswer } from '../../../../contract/injection.ts';
import type { Secret } from '../../../../platform/secret.ts';
import type { ScopedCredentialRow } from '../tables.ts';

export type Injected = Pick<InjectionAnswer, 'headers' | 'environment' | 'client_certificate'>;

export const nothingInjected: Injected = { headers: [], environment: [], client_certificate: null };

type Row = Pick<ScopedCredentialRow, 'auth_type' | 'injection' | 'config'>;

/** RFC 9110 section 5.6.2. */
const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]{1,128}$/;
/** RFC 9110 section 5.5, ASCII: a value cannot end the header line. */
const headerValue = /^[\t\x20-\x7e]{1,65536}$/;
/** Headers of message framing and routing: a secret in them would change the message. */
const framing: readonly string[] = [
  ...['connection', 'content-encoding', 'content-length', 'content-type', 'expect', 'host', 'keep-alive'],
  ...['proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
];

/** True for a header that a secret may be put into. */
export function isInjectable(name: string): boolean {
  return headerName.test(name) && !framing.includes(name);
}

/** Formats the secret; undefined if it does not fit its place: then nothing is injected. */
export function toInjected(row: Row, secret: Secret): Injected | undefined {
  const { certificate, environment_variable: variable } = row.config;
  const text = secret.reveal();
  if (row.auth_type === 'mtls') {
    if (certificate === undefined) return undefined;
    return { ...nothingInjected, client_certificate: { certificate, private_key: text } };
  }
  // A local server has no headers: it gets the secret once, at its start.
  if (variable !== undefined) {
    return text.includes('\0') ? undefined : { ...nothingInjected, environment: [{ name: variable, value: text }] };
  }
  const header = toHeader(row, text);
  return header === undefined ? undefined : { ...nothingInjected, headers: [header] };
}

function toHeader({ auth_type, injection, config }: Row, text: string): { name: string; value: string } | undefined {
  const name = (injection.header ?? 'authorization').toLowerCase();
  const value =
    auth_type === 'basic'
      ? `Basic ${Buffer.from(`${config.username ?? ''}:${text}`, 'utf8').toString('base64')}`
      : `${injection.prefix ?? (name === 'authorization' ? 'Bearer ' : '')}${text}`;
  return isInjectable(name) && headerValue.test(value) ? { name, value } : undefined;
}
