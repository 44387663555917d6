/** Reads a token exchange request (RFC 8693 section 2.1): a form, or JSON with the same names. Pure. */

import { isRecord } from '@assay/sdk/contract';
import { tokenTypes } from '../../../contract/api/token-exchange/states.ts';
import { refuseExchange } from './refusals.ts';

/** Every value of every parameter; empty ones count as absent (RFC 6749 section 3.1). */
export type ExchangeParameters = ReadonlyMap<string, readonly string[]>;

export interface ExchangeRequest {
  readonly subjectToken: string;
  readonly actorToken: string;
  /** `svid`: a JWT-SVID; `access_token`: one of our own. */
  readonly actorKind: 'svid' | 'access_token';
  /** Values of `resource` and `audience`, each once. */
  readonly targets: readonly string[];
  /** Undefined if none are named. */
  readonly scopes: readonly string[] | undefined;
  readonly requestedTokenType: string | undefined;
}

const repeatable = new Set(['resource', 'audience']);
const maxTargets = 50;
const maxTargetLength = 512;
const maxTokenLength = 8_192;
const maxScopeLength = 4_096;
const scopeForm = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;
/** RFC 3986 section 4.3: a scheme, no fragment, and only characters that a URI may contain. */
const absoluteUri = /^[A-Za-z][A-Za-z0-9+.-]*:[!$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]+$/;

export function readForm(text: string): ExchangeParameters {
  const read = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) add(read, name, value);
  return read;
}

/** @throws AppError `malformed_request`. */
export function readJson(text: string): ExchangeParameters {
  const read = new Map<string, string[]>();
  for (const [name, value] of Object.entries(parseObject(text))) {
    const values: readonly unknown[] = Array.isArray(value) && repeatable.has(name) ? value : [value];
    for (const each of values) {
      if (typeof each !== 'string') throw refuseExchange('malformed_request', `${name} is a text${listed(name)}`);
      add(read, name, each);
    }
  }
  return read;
}

const listed = (name: string) => (repeatable.has(name) ? ', or a list of texts' : '');

function add(read: Map<string, string[]>, name: string, value: string): void {
  if (value === '') return;
  const values = read.get(name) ?? [];
  values.push(value);
  read.set(name, values);
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch (cause) {
    throw refuseExchange('malformed_request', 'the body is not JSON', { cause });
  }
  throw refuseExchange('malformed_request', 'the body must be a JSON object');
}

/** Gives the client's credentials, which are checked first. @throws AppError `malformed_request`. */
export function readClientParameters(parameters: ExchangeParameters): ReadonlyMap<string, string> {
  const names = ['client_id', 'client_secret', 'client_assertion', 'client_assertion_type'];
  return new Map(
    names.flatMap((name) => {
      const value = single(parameters, name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** @throws AppError `malformed_request`, `actor_token_required`. */
export function readRequest(parameters: ExchangeParameters, grant: string): ExchangeRequest {
  for (const name of parameters.keys()) if (!repeatable.has(name)) single(parameters, name);
  const grantType = required(parameters, 'grant_type');
  if (grantType !== grant) {
    throw refuseExchange('malformed_request', `grant_type must be ${grant}`, { error: 'unsupported_grant_type' });
  }
  const subjectToken = required(parameters, 'subject_token');
  const subjectType = required(parameters, 'subject_token_type');
  if (subjectType !== tokenTypes.accessToken && subjectType !== tokenTypes.jwt) {
    throw unsupported('subject_token_type', [tokenTypes.accessToken, tokenTypes.jwt]);
  }
  const { actorToken, actorKind } = readActor(parameters);
  for (const token of [subjectToken, actorToken]) {
    if (token.length > maxTokenLength) throw refuseExchange('malformed_request', 'a token is too long');
  }
  const requestedTokenType = single(parameters, 'requested_token_type');
  const served = [tokenTypes.accessToken, tokenTypes.jwt];
  if (requestedTokenType !== undefined && !served.includes(requestedTokenType)) {
    throw unsupported('requested_token_type', served);
  }
  return {
    subjectToken,
    actorToken,
    actorKind,
    requestedTokenType,
    targets: readTargets(parameters),
    scopes: readScopes(single(parameters, 'scope')),
  };
}

function readActor(parameters: ExchangeParameters): Pick<ExchangeRequest, 'actorToken' | 'actorKind'> {
  const [actorToken, type] = [single(parameters, 'actor_token'), single(parameters, 'actor_token_type')];
  if (actorToken === undefined) {
    if (type !== undefined) throw refuseExchange('malformed_request', 'actor_token_type without actor_token');
    // Without an actor the agent would be the person (RFC 8693 section 1.1, impersonation).
    throw refuseExchange('actor_token_required', 'actor_token is missing: impersonation is not supported');
  }
  if (type === undefined) throw refuseExchange('malformed_request', 'actor_token_type is missing');
  if (type === tokenTypes.jwt) return { actorToken, actorKind: 'svid' };
  if (type === tokenTypes.accessToken) return { actorToken, actorKind: 'access_token' };
  throw unsupported('actor_token_type', [tokenTypes.jwt, tokenTypes.accessToken]);
}

function readTargets(parameters: ExchangeParameters): string[] {
  const resources = parameters.get('resource') ?? [];
  const wrong = resources.find((uri) => !absoluteUri.test(uri));
  // RFC 8707 section 2.
  if (wrong !== undefined) {
    throw refuseExchange('malformed_request', 'resource must be an absolute URI without a fragment', {
      error: 'invalid_target',
    });
  }
  const all = [...new Set([...resources, ...(parameters.get('audience') ?? [])])];
  if (all.length > maxTargets || all.some((target) => target.length > maxTargetLength)) {
    throw refuseExchange('malformed_request', 'there are too many targets, or one is too long', {
      error: 'invalid_target',
    });
  }
  return all;
}

function readScopes(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  if (text.length > maxScopeLength || !scopeForm.test(text)) {
    throw refuseExchange('malformed_request', 'scope must be a list of scopes, separated by spaces', {
      error: 'invalid_scope',
    });
  }
  return [...new Set(text.split(' '))];
}

function required(parameters: ExchangeParameters, name: string): string {
  const value = single(parameters, name);
  if (value === undefined) throw refuseExchange('malformed_request', `${name} is missing`);
  return value;
}

function single(parameters: ExchangeParameters, name: string): string | undefined {
  const [value, ...more] = parameters.get(name) ?? [];
  // The name comes from outside, so the error does not repeat it.
  if (more.length > 0) throw refuseExchange('malformed_request', 'a parameter is repeated');
  return value;
}

function unsupported(name: string, types: readonly string[]) {
  return refuseExchange('malformed_request', `${name} must be one of ${types.join(', ')}`);
}
