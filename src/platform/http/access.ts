/**
 * Decides who may call. A service on loopback without a configured token needs no credential, but the call must have
 * a loopback `Host` and no foreign `Origin`: otherwise a web page could reach the service by DNS rebinding.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../errors.ts';
import { isSameSecret, type Secret } from '../secret.ts';

export type Role = 'admin' | 'operator' | 'reviewer' | 'viewer' | 'agent' | 'gateway' | 'anonymous';

/** The caller and how it was authenticated. */
export interface Caller {
  /** Id of the person, agent or gateway; `local`, `token` and `operator` for unnamed callers. */
  readonly user: string;
  readonly kind: 'person' | 'agent' | 'gateway' | 'operator' | 'anonymous';
  readonly role: Role;
  readonly organisation: string;
  /** `session`: the cookie of a browser. */
  readonly authentication: 'loopback' | 'token' | 'api_key' | 'oauth' | 'mtls' | 'session' | 'none';
  /** Rights of the credential: a list, or all rights of its holder. */
  readonly scopes: 'all' | readonly string[];
  /** True for the operator token, which is admin of every organisation. */
  readonly isDeployment: boolean;
  /** Current owners of a calling agent, with their roles. */
  readonly owners?: readonly { readonly user: string; readonly role: Role }[];
  /** The agent that acts for this person by a delegation (RFC 8693 `act`); absent if the person acts directly. */
  readonly actor?: ActingAgent;
  /** At a gateway, where callers are agents: the person whom this agent calls for, by a delegated token. */
  readonly onBehalfOf?: OnBehalfOf;
  /** At a gateway of tools: the person who calls in the name of this agent, with a credential of their own. */
  readonly speaker?: string;
  /** Id of the API key or token, never its secret; for the audit log. */
  readonly credentialId?: string;
  /** At a gateway: the OAuth client of the token. */
  readonly clientId?: string;
  /** At a gateway: the grant behind a person's own token, which the person may have revoked. */
  readonly grantId?: string;
  /** The one gateway that this credential speaks for. */
  readonly gatewayId?: string;
  /** For a gateway's credential: the only workspaces whose agents it serves; absent: all of the organisation. */
  readonly servedWorkspaces?: readonly string[];
  /** The only agent in whose name this credential may call the gateway. */
  readonly agentId?: string;
  /** The only workspace for whose agents this credential may call the gateway. */
  readonly workspaceId?: string;
  /** Origin of the call, for the audit log. */
  readonly origin?: CallOrigin;
}

export interface ActingAgent {
  readonly agentId: string;
  readonly spiffeId: string;
  readonly grantId: string;
}

export interface OnBehalfOf {
  readonly user: string;
  readonly grantId: string;
  /** Names of the tools that the consent covers; absent: all. */
  readonly tools?: readonly string[];
}

export interface CallOrigin {
  readonly ipAddress: string;
  readonly userAgent: string | null;
  readonly requestId: string;
}

/** What a route requires: nothing, an authenticated caller, or the operator token. */
export type AccessLevel = 'open' | 'caller' | 'admin';

/** A call as authentication sees it. */
export interface IncomingCall {
  readonly headers: IncomingHttpHeaders;
  /** Names and values as received: Node drops all but the first of several `Authorization` headers. */
  readonly rawHeaders?: readonly string[];
  readonly method?: string;
  /** Path and query. */
  readonly url?: string;
  /** DER of the client's certificate, if the connection is TLS and the client showed one. */
  readonly clientCertificate?: (() => Uint8Array | undefined) | undefined;
  /** True for a repeated check of a running answer (a stream): a one-time proof was checked at its start. */
  readonly isAgain?: boolean;
  /** True for a call over our own TLS, where nobody counts as a local caller. */
  readonly isOverTls?: boolean;
}

/** One credential of a call. */
export interface Presented {
  readonly credential: string;
  readonly scheme: 'bearer' | 'dpop' | 'key';
}

/** Authenticates credentials other than the two fixed tokens: API keys, access tokens, certificates. */
export interface Identify {
  /**
   * Finds the caller of a credential; `undefined` for an unknown one.
   * @throws AppError `unauthorized` with the reason for a credential of ours that is not valid
   */
  byCredential(presented: Presented, call: IncomingCall): Promise<Caller | undefined> | Caller | undefined;
  /** Finds the caller without a credential in a header, by client certificate. */
  byConnection?(call: IncomingCall): Promise<Caller | undefined> | Caller | undefined;
  /**
   * Finds the caller by the cookie of a browser's session. It is asked last, for calls with no other credential.
   * @throws AppError `forbidden` or `unauthorized` for a call that a page of ours would not send like this
   */
  bySession?(call: IncomingCall): Promise<Caller | undefined> | Caller | undefined;
}

/** Header in which pages of ours prove that they sent a call with a session. Other sites cannot set it. */
export const csrfHeader = 'x-assay-csrf';

export interface Access {
  /** @throws AppError `unauthorized` or `forbidden` with a reason, or rejects with it. */
  admit(call: IncomingCall, level: AccessLevel): Caller | Promise<Caller>;
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
   * `ignore` for a proxy, whose clients send a model provider's key in `Authorization` or `x-api-key`: an unknown
   * credential there is no wrong token. `x-assay-key` always holds one of ours.
   */
  readonly foreignCredentials?: 'refuse' | 'ignore';
  readonly identify?: Identify;
  /** Requires a credential on loopback too (`ASSAY_AUTHENTICATION=required`). */
  readonly isRequired?: boolean;
}

const loopbackName = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)$/i;
const loopbackHostHeader = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/i;
const minTokenLength = 32;
const organisation = 'default';

const builtIn = { kind: 'operator', organisation, scopes: 'all', isDeployment: false } as const;
/** The user of calls on loopback without a credential. */
export const localUser = 'local';
const localCaller: Caller = { user: localUser, ...builtIn, role: 'operator', authentication: 'loopback' };
const tokenCaller: Caller = { user: 'token', ...builtIn, role: 'operator', authentication: 'token' };
const adminCaller: Caller = {
  user: 'operator',
  ...builtIn,
  role: 'admin',
  authentication: 'token',
  isDeployment: true,
};
/** Names the organisation that the holder of the operator token acts for. The holder is admin of the whole deployment. */
export const organisationHeader = 'x-assay-organization';
const organisationForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const anonymousCaller: Caller = {
  user: 'anonymous',
  kind: 'anonymous',
  role: 'anonymous',
  organisation,
  authentication: 'none',
  scopes: [],
  isDeployment: false,
};

/** True for an address that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return loopbackName.test(host);
}

/**
 * Refuses to serve a network without authentication.
 * @throws AppError `config`
 */
export function assertBindable(host: string, accessToken: Secret | undefined, isRequired = false): void {
  if (accessToken !== undefined && accessToken.reveal().length < minTokenLength) {
    throw refuseConfig(`ASSAY_ACCESS_TOKEN must have at least ${minTokenLength} characters`);
  }
  if (!isLoopback(host) && accessToken === undefined && !isRequired) {
    throw refuseConfig(
      `binding to ${host} needs ASSAY_AUTHENTICATION=required, or ASSAY_ACCESS_TOKEN (at least ${minTokenLength} characters)`,
    );
  }
}

/**
 * Creates the access rules of one service.
 * @throws AppError `config` as {@link assertBindable}
 */
export function createAccess(options: AccessOptions): Access {
  const { host, accessToken, operatorToken, identify, isRequired = false } = options;
  assertBindable(host, accessToken, isRequired);
  const bindsLoopback = isLoopback(host);
  const isNeeded = accessToken !== undefined || isRequired;
  const takesForeign = options.foreignCredentials === 'ignore';

  const findFixed = (headers: IncomingHttpHeaders, presented: readonly Presented[]): Caller | undefined => {
    for (const { credential } of presented) {
      if (operatorToken !== undefined && isSameSecret(credential, operatorToken.reveal())) return toAdmin(headers);
      if (accessToken !== undefined && isSameSecret(credential, accessToken.reveal())) return tokenCaller;
    }
    return undefined;
  };

  /** Result if no caller was found. */
  const withoutCaller = ({ ours, foreign }: Credentials, { isOverTls = false }: IncomingCall): Caller => {
    const wrong = ours.length > 0 || (foreign.length > 0 && !takesForeign);
    if (wrong) throw refuse('unauthorized', 'the token is unknown');
    if (isNeeded) throw refuse('unauthorized', 'a token is required');
    if (isOverTls) throw refuse('unauthorized', 'the certificate is unknown, and there is no token');
    return localCaller;
  };

  const findIdentified = async (
    { byCredential, byConnection, bySession }: Identify,
    call: IncomingCall,
    credentials: Credentials,
  ): Promise<Caller> => {
    // A wrong credential of ours is not excused by a header that may hold another service's credential.
    for (const presented of credentials.ours.length > 0 ? credentials.ours : credentials.foreign) {
      const caller = await byCredential(presented, call);
      if (caller !== undefined) return caller;
    }
    // A wrong credential is refused even if the connection shows a valid certificate.
    const isWrong = credentials.ours.length > 0 || (credentials.foreign.length > 0 && !takesForeign);
    const caller = isWrong ? undefined : await byConnection?.(call);
    // A browser sends its cookies with every call, so any other credential goes before them.
    const mayBeSession = caller === undefined && credentials.all.length === 0 && call.isOverTls !== true;
    const found = mayBeSession ? await bySession?.(call) : caller;
    return found ?? withoutCaller(credentials, call);
  };

  const checkCaller = (caller: Caller, { headers }: IncomingCall, level: AccessLevel): Caller => {
    assertOwnOrganisation(caller, headers);
    if (level === 'admin' && caller.role !== 'admin') throw refuse('forbidden', 'this needs the operator token');
    return caller;
  };

  return {
    admit(call, level) {
      const { headers, rawHeaders = [] } = call;
      assertSingle(rawHeaders, decidingHeaders);
      if (bindsLoopback) assertLocalRequest(headers, options.trustedOrigins ?? []);
      if (level === 'open') return anonymousCaller;
      if (bindsLoopback) assertNoForeignPage(headers);
      assertSingle(rawHeaders, credentialHeaders);
      const credentials = readCredentials(headers);
      const fixed = findFixed(headers, credentials.all);
      if (fixed !== undefined) return checkCaller(fixed, call, level);
      const mayBeKnown =
        credentials.all.length > 0 || call.clientCertificate !== undefined || mayHaveSession(identify, headers);
      if (identify === undefined || !mayBeKnown) return checkCaller(withoutCaller(credentials, call), call, level);
      return findIdentified(identify, call, credentials).then((caller) => checkCaller(caller, call, level));
    },
  };
}

function mayHaveSession(identify: Identify | undefined, headers: IncomingHttpHeaders): boolean {
  return identify?.bySession !== undefined && (headers.cookie !== undefined || headers[csrfHeader] !== undefined);
}

/** Refuses a call that names another organisation than its caller's. */
function assertOwnOrganisation({ isDeployment, organisation: own }: Caller, headers: IncomingHttpHeaders): void {
  const named = headers[organisationHeader];
  if (isDeployment || named === undefined || named === own) return;
  throw refuse('forbidden', `only the operator token may act for another organisation (${organisationHeader})`);
}

/** Gives the caller that holds the operator token. @throws AppError `invalid_request` for a name that is no organisation's */
export function toAdmin(headers: IncomingHttpHeaders): Caller {
  const named = headers[organisationHeader];
  if (named === undefined) return adminCaller;
  if (typeof named === 'string' && organisationForm.test(named)) return { ...adminCaller, organisation: named };
  const detail = `${organisationHeader} must be the id of an organisation`;
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
    throw refuse('forbidden', 'the Origin header names another site');
  }
}

/**
 * Images, scripts, frames and links of a page send no `Origin`, but browsers report a cross-site request in
 * `Sec-Fetch-Site`. Open endpoints are exempt: people follow links to them from other sites.
 */
function assertNoForeignPage({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders): void {
  // A call with Origin was judged by that: a trusted origin is another site too.
  if (origin === undefined && (site === 'cross-site' || site === 'same-site')) {
    throw refuse('forbidden', 'a web page of another site sent this request (Sec-Fetch-Site)');
  }
}

interface Credentials {
  readonly ours: readonly Presented[];
  /** Credentials in headers that another service may use. */
  readonly foreign: readonly Presented[];
  readonly all: readonly Presented[];
}

const credentialHeaders = new Set(['authorization', 'x-assay-key', 'x-api-key', 'dpop']);

/** Headers of which Node keeps the first value only, although they decide the caller and how the body is read. */
const decidingHeaders = new Set(['host', 'content-type']);

/** Refuses two values: a proxy before us may have judged the other one. */
function assertSingle(rawHeaders: readonly string[], names: ReadonlySet<string>): void {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (!names.has(name)) continue;
    if (seen.has(name)) {
      const detail = `the header ${name} may occur once`;
      throw new AppError('invalid_request', detail, { detail });
    }
    seen.add(name);
  }
}

function readCredentials(headers: IncomingHttpHeaders): Credentials {
  const own = headers['x-assay-key'];
  const key = headers['x-api-key'];
  const { authorization } = headers;
  const ours: Presented[] = own === undefined ? [] : [{ credential: String(own), scheme: 'key' }];
  const foreign: Presented[] = [];
  if (authorization !== undefined) foreign.push(readAuthorization(authorization));
  if (key !== undefined) foreign.push({ credential: String(key), scheme: 'key' });
  return { ours, foreign, all: [...ours, ...foreign] };
}

/** Credentials of schemes other than Bearer and DPoP are never ours. */
function readAuthorization(authorization: string): Presented {
  const [, scheme, credential] = /^(Bearer|DPoP) +(\S+)$/i.exec(authorization) ?? [];
  if (scheme === undefined || credential === undefined) return { credential: authorization, scheme: 'bearer' };
  return { credential, scheme: scheme.toLowerCase() === 'dpop' ? 'dpop' : 'bearer' };
}

function refuse(code: 'unauthorized' | 'forbidden', detail: string): AppError {
  return new AppError(code, detail, { detail });
}

function refuseConfig(detail: string): AppError {
  return new AppError('config', detail, { detail });
}
