/** Rules for each kind of credential: its configuration and the form of its secret. Pure. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { AuthType } from '../../../contract/api/scoped-credentials/states.ts';
import { unprocessable } from '../../../platform/refusals.ts';
import { assertVariable } from './injection-rules.ts';
import type { CredentialConfig } from './tables.ts';

type Wanted = { readonly [Name in keyof CredentialConfig]?: CredentialConfig[Name] | undefined };

/** True for kinds whose secret a person brings; the others get tokens by connecting. */
export function takesSecret(authType: AuthType): boolean {
  return authType !== 'oauth2_code';
}

const members: Readonly<Record<AuthType, readonly (keyof CredentialConfig)[]>> = {
  oauth2_code: ['environment_variable'],
  client_credentials: ['client_id', 'client_auth', 'environment_variable'],
  token_exchange: ['client_id', 'client_auth', 'environment_variable'],
  api_key: ['environment_variable'],
  basic: ['username', 'environment_variable'],
  mtls: ['certificate'],
};

/** @throws AppError `unprocessable` (`config_mismatch`, `config_missing`, `variable_refused`). */
export function toConfig(authType: AuthType, wanted: Wanted = {}): CredentialConfig {
  for (const [name, value] of Object.entries(wanted)) {
    if (value === undefined || members[authType].some((one) => one === name)) continue;
    throw unprocessable('config_mismatch', `/config/${name}`, `auth_type ${authType} has no such configuration`);
  }
  const needed = authType === 'basic' ? 'username' : isClient(authType) ? 'client_id' : undefined;
  if (needed !== undefined && wanted[needed] === undefined) {
    throw unprocessable('config_missing', `/config/${needed}`, `auth_type ${authType} needs ${needed}`);
  }
  if (authType === 'client_credentials' && wanted.client_auth === 'none') {
    const message = 'a client without authentication gets no token of its own';
    throw unprocessable('config_mismatch', '/config/client_auth', message);
  }
  assertVariable(wanted.environment_variable);
  const { username, client_id, client_auth, certificate, environment_variable } = wanted;
  return {
    ...(username === undefined ? {} : { username }),
    ...(client_id === undefined ? {} : { client_id }),
    ...(client_auth === undefined ? {} : { client_auth }),
    ...(certificate === undefined ? {} : { certificate }),
    ...(environment_variable === undefined ? {} : { environment_variable }),
  };
}

/** True for kinds that have a client of their own at the authorization server. */
export function isClient(authType: AuthType): boolean {
  return authType === 'client_credentials' || authType === 'token_exchange';
}

/** What a secret is checked against. */
export interface SecretUse {
  readonly authType: AuthType;
  readonly config: CredentialConfig;
  readonly now: number;
}

/**
 * Checks the form of a secret. @returns when it expires by itself (a certificate), else null.
 * @throws AppError `unprocessable` (`secret_malformed`, `certificate_malformed`, `certificate_expired`, `key_mismatch`).
 */
export function checkSecret(secret: string, { authType, config, now }: SecretUse): number | null {
  if (authType === 'mtls') return checkCertificate(secret, config.certificate, now);
  // A key goes into a header as it is; a password is encoded first.
  const shape = authType === 'basic' ? /^[^\p{Cc}]+$/u : /^[\x20-\x7e]+$/;
  if (shape.test(secret) && secret.trim() === secret) return null;
  const message = 'a secret must be one line of visible characters, without spaces at its ends';
  throw unprocessable('secret_malformed', '/secret', message);
}

function checkCertificate(secret: string, certificate: string | undefined, now: number): number {
  if (certificate === undefined) {
    throw unprocessable('config_missing', '/config/certificate', 'auth_type mtls needs the certificate of the key');
  }
  const parsed = parseCertificate(certificate);
  const [from, until] = [Date.parse(parsed.validFrom), Date.parse(parsed.validTo)];
  if (!(until > now && from <= until)) {
    throw unprocessable('certificate_expired', '/config/certificate', 'the certificate has expired');
  }
  if (!parsed.checkPrivateKey(parseKey(secret))) {
    throw unprocessable('key_mismatch', '/secret', 'the private key does not belong to the certificate');
  }
  return until;
}

/** @throws AppError `unprocessable` (`certificate_malformed`). */
export function parseCertificate(text: string): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch {
    // The cause is left out: it may contain what was sent.
    throw unprocessable('certificate_malformed', '/config/certificate', 'it is not a PEM certificate');
  }
}

function parseKey(text: string): KeyObject {
  try {
    return createPrivateKey({ key: text, format: 'pem' });
  } catch {
    throw unprocessable('secret_malformed', '/secret', 'it is not a PEM private key without a password');
  }
}

/** @throws AppError `unprocessable` (`uri_malformed`) if the text is not a valid address of that kind. */
export function assertUri(text: string | null, member: 'resource' | 'issuer'): void {
  if (text === null) return;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url !== undefined && url.username === '' && url.password === '' && !text.includes('#');
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  // RFC 8707 section 2 and RFC 8414 section 2: an identifier has no fragment, and an issuer no query.
  const isWhole = member === 'resource' || !text.includes('?');
  if (isPlain && isHttp && isWhole && /^[\x21-\x7e]+$/.test(text)) return;
  const message = `${member} must be an https address without user, fragment${member === 'issuer' ? ' and query' : ''}`;
  throw unprocessable('uri_malformed', `/${member}`, message);
}
