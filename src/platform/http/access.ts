/**
 * Who may call (DESIGN 2). Bound to loopback without a configured token, local calls need none, but only with a
 * loopback `Host` and no foreign `Origin`: otherwise a web page could reach the service by DNS rebinding.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../errors.ts';
import { isSameSecret, type Secret } from '../secret.ts';

export type Role = 'admin' | 'operator' | 'reviewer' | 'viewer' | 'agent' | 'gateway' | 'anonymous';

/** Who makes a call, and how that is known. */
export interface Caller {
  readonly user: string;
  readonly role: Role;
  readonly organisation: string;
  readonly authentication: 'loopback' | 'token' | 'none';
}

/** What a route asks for: nothing, a known caller, or the operator token. */
export type AccessLevel = 'open' | 'caller' | 'admin';

export interface Access {
  /** @throws AppError `unauthorized` or `forbidden` with a reason. */
  admit(headers: IncomingHttpHeaders, level: AccessLevel): Caller;
}

export interface AccessOptions {
  /** Address the service is bound to. */
  readonly host: string;
  readonly accessToken?: Secret | undefined;
  /** Token that gives role admin. */
  readonly operatorToken?: Secret | undefined;
  /** Origins besides the service's own that a browser may call from, e.g. `http://127.0.0.1:5173`. */
  readonly trustedOrigins?: readonly string[];
  /**
   * `ignore` for a proxy, whose clients send a model provider's key in `Authorization` or `x-api-key`: what is not
   * ours there is no wrong token. What stands in `x-assay-key` is always meant for us.
   */
  readonly foreignCredentials?: 'refuse' | 'ignore';
}

const loopbackName = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)$/i;
const loopbackHostHeader = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/i;
const minTokenLength = 32;
const organisation = 'default';

const localCaller: Caller = { user: 'local', role: 'operator', organisation, authentication: 'loopback' };
const tokenCaller: Caller = { user: 'token', role: 'operator', organisation, authentication: 'token' };
const adminCaller: Caller = { user: 'operator', role: 'admin', organisation, authentication: 'token' };
/** The holder of the operator token is admin of the whole deployment, and says for which organisation it acts. */
const organisationHeader = 'x-assay-organization';
const organisationForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const anonymousCaller: Caller = { user: 'anonymous', role: 'anonymous', organisation, authentication: 'none' };

/** True for an address that only this machine reaches. */
export function isLoopback(host: string): boolean {
  return loopbackName.test(host);
}

/** Refuses to serve a network without authentication. @throws AppError `config`. */
export function assertBindable(host: string, accessToken: Secret | undefined): void {
  if (accessToken !== undefined && accessToken.reveal().length < minTokenLength) {
    throw refuseConfig(`ASSAY_ACCESS_TOKEN must have at least ${minTokenLength} characters`);
  }
  if (!isLoopback(host) && accessToken === undefined) {
    throw refuseConfig(`binding to ${host} needs ASSAY_ACCESS_TOKEN (at least ${minTokenLength} characters)`);
  }
}

/** Makes the access rules of one service. @throws AppError `config` as {@link assertBindable}. */
export function createAccess(options: AccessOptions): Access {
  const { host, accessToken, operatorToken } = options;
  assertBindable(host, accessToken);
  const bindsLoopback = isLoopback(host);
  const tokensNeeded = accessToken !== undefined;

  const authenticate = (headers: IncomingHttpHeaders): Caller => {
    const { ours, foreign } = readCredentials(headers);
    for (const credential of [...ours, ...foreign]) {
      if (operatorToken !== undefined && isSameSecret(credential, operatorToken.reveal())) return toAdmin(headers);
      if (accessToken !== undefined && isSameSecret(credential, accessToken.reveal())) return tokenCaller;
    }
    const wrong = ours.length > 0 || (foreign.length > 0 && options.foreignCredentials !== 'ignore');
    if (wrong) throw refuse('unauthorized', 'the token is not known here');
    if (tokensNeeded) throw refuse('unauthorized', 'a token is required');
    return localCaller;
  };

  return {
    admit(headers, level) {
      if (bindsLoopback) assertLocalRequest(headers, options.trustedOrigins ?? []);
      if (level === 'open') return anonymousCaller;
      const caller = authenticate(headers);
      assertOwnOrganisation(caller, headers);
      if (level === 'admin' && caller.role !== 'admin') throw refuse('forbidden', 'this needs the operator token');
      return caller;
    },
  };
}

/** Nobody works for one organisation while they believe it is another. */
function assertOwnOrganisation({ role, organisation: own }: Caller, headers: IncomingHttpHeaders): void {
  const named = headers[organisationHeader];
  if (role === 'admin' || named === undefined || named === own) return;
  throw refuse('forbidden', `only the operator token acts for another organisation (${organisationHeader})`);
}

function toAdmin(headers: IncomingHttpHeaders): Caller {
  const named = headers[organisationHeader];
  if (named === undefined) return adminCaller;
  if (typeof named === 'string' && organisationForm.test(named)) return { ...adminCaller, organisation: named };
  const detail = `${organisationHeader} takes the id of an organisation`;
  throw new AppError('invalid_request', detail, { detail });
}

function assertLocalRequest(headers: IncomingHttpHeaders, trustedOrigins: readonly string[]): void {
  const host = headers.host ?? '';
  if (!loopbackHostHeader.test(host)) {
    throw refuse('forbidden', 'the Host header does not name this machine (protection against DNS rebinding)');
  }
  const { origin } = headers;
  if (origin === undefined) return;
  const own = host.toLowerCase();
  const isOwn = origin.toLowerCase() === `http://${own}` || origin.toLowerCase() === `https://${own}`;
  if (!isOwn && !trustedOrigins.includes(origin)) {
    throw refuse('forbidden', 'the Origin header names a foreign site');
  }
}

function readCredentials(headers: IncomingHttpHeaders): { ours: string[]; foreign: string[] } {
  const own = headers['x-assay-key'];
  const key = headers['x-api-key'];
  const { authorization } = headers;
  const foreign: string[] = [];
  // Another scheme than Bearer is a credential too, and never one of ours.
  if (authorization !== undefined) foreign.push(/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? authorization);
  if (key !== undefined) foreign.push(String(key));
  return { ours: own === undefined ? [] : [String(own)], foreign };
}

function refuse(code: 'unauthorized' | 'forbidden', detail: string): AppError {
  return new AppError(code, detail, { detail });
}

function refuseConfig(detail: string): AppError {
  return new AppError('config', detail, { detail });
}
