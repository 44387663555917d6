/**
 * Client authentication at our own OAuth endpoints (introspection, revocation, token exchange). For the other grants of the token
 * endpoint oidc-provider makes the same checks. The answer is the same whatever is wrong.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Db } from '../../../platform/db/db.ts';
import { certificateOf, hasName, isTrusted } from './certificates.ts';
import type { CheckAssertion } from './client-assertion.ts';
import { vouchedBy } from './client-owner.ts';
import type { ClientStore } from './client-store.ts';
import { isDigestOf } from './digest.ts';
import { isWithoutRow } from './first-party.ts';
import type { Form } from './form.ts';
import { invalidClient, oauthError } from './oauth-error.ts';
import type { OAuthClientRow } from './tables.ts';

export interface AuthenticatedClient {
  readonly clientId: string;
  /** The organisation that vouches for the client; absent for open registrations and for clients that a document describes. */
  readonly orgId?: string;
  /** The client has no credential: anybody can claim to be it. */
  readonly isPublic: boolean;
  /** The stored client; absent for the program's own clients and for those that a document describes. */
  readonly row?: OAuthClientRow;
}

/** A call as client authentication sees it. */
export interface ClientCall {
  readonly headers: IncomingHttpHeaders;
  readonly socket: Socket;
  readonly form: Form;
}

/** Gives the client of a call; undefined without client credentials. @throws AppError `invalid_client` or `invalid_request`. */
export type AuthenticateClient = (call: ClientCall) => Promise<AuthenticatedClient | undefined>;

export interface ClientAuthenticationDeps {
  readonly db: Db;
  readonly clients: ClientStore;
  readonly checkAssertion: CheckAssertion;
}

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

export function createClientAuthentication(deps: ClientAuthenticationDeps): AuthenticateClient {
  const { db, clients, checkAssertion } = deps;

  const find = async (clientId: string): Promise<OAuthClientRow> => {
    const row = await clients.find(db, clientId);
    if (row === undefined || row.status !== 'active') throw invalidClient();
    return row;
  };

  const bySecret = async ({ clientId, secret }: Basic): Promise<AuthenticatedClient> => {
    const row = await find(clientId);
    if (row.secret_sha256 === null || !isDigestOf(secret, row.secret_sha256)) throw invalidClient();
    return { clientId, ...vouchedBy(row), isPublic: false, row };
  };

  const byAssertion = async (form: Form, assertion: string): Promise<AuthenticatedClient> => {
    if (form.get('client_assertion_type') !== assertionType) {
      throw oauthError('invalid_request', `client_assertion_type must be ${assertionType}`);
    }
    return { ...(await checkAssertion(assertion, form.get('client_id'))), isPublic: false };
  };

  const byConnection = async (clientId: string, socket: Socket): Promise<AuthenticatedClient> => {
    if (isWithoutRow(clientId)) return { clientId, isPublic: true };
    const row = await find(clientId);
    const method = row.metadata['token_endpoint_auth_method'];
    if (method === 'none') return { clientId, ...vouchedBy(row), isPublic: true, row };
    if (method !== 'tls_client_auth' || !showsName(socket, row)) throw invalidClient();
    return { clientId, ...vouchedBy(row), isPublic: false, row };
  };

  return async ({ headers: { authorization }, socket, form }) => {
    const basic = authorization === undefined ? undefined : readBasic(authorization);
    const [clientId, secret] = [form.get('client_id'), form.get('client_secret')];
    const assertion = form.get('client_assertion');
    if ([basic, secret, assertion].filter((way) => way !== undefined).length > 1) {
      throw oauthError('invalid_request', 'client authentication must only be provided using one mechanism');
    }
    if (basic !== undefined) {
      if (clientId !== undefined && clientId !== basic.clientId) throw mismatch();
      return bySecret(basic);
    }
    if (assertion !== undefined) return byAssertion(form, assertion);
    if (clientId === undefined) return undefined;
    return secret === undefined ? byConnection(clientId, socket) : bySecret({ clientId, secret });
  };
}

interface Basic {
  readonly clientId: string;
  readonly secret: string;
}

/**
 * Reads Basic credentials; both parts are form-encoded before they are joined (RFC 6749 section 2.3.1). Undefined for another
 * scheme.
 */
function readBasic(authorization: string): Basic | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization) ?? [];
  if (encoded === undefined) return undefined;
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  if (id === undefined || secret === undefined || id === '' || secret === '') throw invalidClient();
  try {
    return { clientId: decodeForm(id), secret: decodeForm(secret) };
  } catch (cause) {
    throw invalidClient(cause);
  }
}

function decodeForm(text: string): string {
  return decodeURIComponent(text.replaceAll('+', '%20'));
}

function showsName(socket: Socket, { metadata }: OAuthClientRow): boolean {
  const name = metadata['tls_client_auth_san_uri'];
  const certificate = certificateOf(socket);
  if (typeof name !== 'string' || certificate === undefined || !isTrusted(socket)) return false;
  return hasName(certificate, 'tls_client_auth_san_uri', name);
}

function mismatch() {
  return oauthError('invalid_request', 'client_id mismatch');
}
