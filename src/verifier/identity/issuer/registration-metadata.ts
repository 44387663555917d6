/** The metadata of a registering client (RFC 7591 section 2): bounded, and without what only we decide. */
import { isRecord, isWellFormedText } from '@assay/sdk/contract';
import { AppError } from '../../../platform/errors.ts';
import { readPublicKeys } from './client-keys.ts';
import { isNativeByUris, openGrantTypes, redirectUriProblem } from './client-rules.ts';
import { oauthError } from './oauth-error.ts';
import type { StoredMetadata } from './tables.ts';

const authMethods = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'];
const texts = [
  ...['client_name', 'client_uri', 'logo_uri', 'tos_uri', 'policy_uri', 'jwks_uri'],
  ...['scope', 'software_id', 'software_version', 'token_endpoint_auth_method', 'application_type'],
];
const lists = ['redirect_uris', 'grant_types', 'response_types', 'contacts'];
const maxTextLength = 2_000;
const maxListLength = 20;
/** Control characters and characters that change the text direction: a person decides by the name. */
const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Gives the metadata to store. @throws AppError `invalid_client_metadata` or `invalid_redirect_uri`. */
export function readClientMetadata(body: unknown): StoredMetadata {
  if (!isRecord(body)) throw refuseMetadata('the metadata must be a JSON object');
  if (Reflect.get(body, 'software_statement') !== undefined) {
    throw oauthError('unapproved_software_statement', 'software statements are not supported');
  }
  const own = { ...readTexts(body), ...readLists(body) };
  if (!Object.values(own).flat().every(isWellFormedText))
    throw refuseMetadata('a text contains U+0000 or a lone surrogate');
  const uris = own.redirect_uris ?? [];
  const grantTypes = own.grant_types ?? ['authorization_code'];
  const method = own.token_endpoint_auth_method ?? 'client_secret_basic';
  const isNative = own.application_type === undefined ? isNativeByUris(uris) : own.application_type === 'native';
  assertAllowed(own, { uris, grantTypes, method, isNative });
  return {
    ...own,
    ...(method === 'private_key_jwt' ? readKeys(body, own) : {}),
    redirect_uris: uris,
    grant_types: grantTypes,
    response_types: ['code'],
    token_endpoint_auth_method: method,
    application_type: isNative ? 'native' : 'web',
    ...(Reflect.get(body, 'dpop_bound_access_tokens') === true ? { dpop_bound_access_tokens: true } : {}),
  };
}

interface Judged {
  readonly uris: readonly string[];
  readonly grantTypes: readonly string[];
  readonly method: string;
  readonly isNative: boolean;
}

function assertAllowed(own: Texts & Lists, { uris, grantTypes, method, isNative }: Judged): void {
  const { application_type: type } = own;
  if (type !== undefined && type !== 'web' && type !== 'native')
    throw refuseMetadata('application_type must be web or native');
  if (!authMethods.includes(method))
    throw refuseMetadata(`token_endpoint_auth_method must be one of ${authMethods.join(', ')}`);
  const isOpen = grantTypes.includes('authorization_code') && grantTypes.every((name) => openGrantTypes.includes(name));
  if (!isOpen) throw refuseMetadata('grant_types must be authorization_code, with or without refresh_token');
  const { response_types: responses = ['code'] } = own;
  if (responses.length !== 1 || responses[0] !== 'code') throw refuseMetadata('response_types must be code');
  if (hiddenCharacters.test(own.client_name ?? '')) throw refuseMetadata('client_name contains invisible characters');
  const problem = redirectUriProblem(uris, isNative);
  if (problem !== undefined) throw oauthError('invalid_redirect_uri', problem);
}

interface Texts {
  readonly client_name?: string;
  readonly application_type?: string;
  readonly token_endpoint_auth_method?: string;
  readonly jwks_uri?: string;
}
interface Lists {
  readonly redirect_uris?: readonly string[];
  readonly grant_types?: readonly string[];
  readonly response_types?: readonly string[];
}

function readTexts(body: object): Texts {
  const entries = texts.flatMap((name) => {
    const value: unknown = Reflect.get(body, name);
    if (value === undefined || value === null || value === '') return [];
    if (typeof value !== 'string' || value.length > maxTextLength) throw refuseMetadata(`${name} is a text`);
    return [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

function readLists(body: object): Lists {
  const entries = lists.flatMap((name) => {
    const value: unknown = Reflect.get(body, name);
    if (value === undefined || value === null) return [];
    const isList = Array.isArray(value) && value.length <= maxListLength && value.every(isShortText);
    if (!isList) throw refuseMetadata(`${name} must be a list of strings`);
    return [[name, [...new Set(value.map(String))]] as const];
  });
  return Object.fromEntries(entries);
}

function isShortText(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= maxTextLength;
}

function readKeys(body: object, { jwks_uri }: Texts): StoredMetadata {
  const jwks: unknown = Reflect.get(body, 'jwks');
  if ((jwks === undefined) === (jwks_uri === undefined))
    throw refuseMetadata('private_key_jwt needs either jwks or jwks_uri');
  if (jwks === undefined) return {};
  try {
    return { jwks: readPublicKeys(jwks) };
  } catch (error) {
    if (error instanceof AppError) throw refuseMetadata(`jwks: ${error.publicText}`, error);
    throw error;
  }
}

export function refuseMetadata(description: string, cause?: unknown): AppError {
  const error = oauthError('invalid_client_metadata', description);
  return cause === undefined
    ? error
    : new AppError(error.code, error.message, { cause, detail: description, extensions: error.extensions ?? {} });
}
