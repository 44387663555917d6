/**
 * Interface of our OAuth client for other authorization servers: discovery, registration, getting, refreshing and revoking
 * tokens. It checks no rights, and passes on nothing of an answer but the values below.
 */
import type { Secret } from '../../../platform/secret.ts';
import type { Author } from '../../base/control/author.ts';

/** How our client is known at an authorization server. */
export type ClientRegistration = 'preregistered' | 'cimd' | 'dcr';

/** The authentication that a resource (an MCP server) requires, after discovery (RFC 9728, RFC 8414). */
export interface ResourceAuth {
  readonly required: boolean;
  /** RFC 9728 identifier; the requested address if it names none. */
  readonly resource: string;
  /** Byte for byte as the authorization server names itself; null if nothing is required. */
  readonly issuer: string | null;
  readonly authorizationServers: readonly string[];
  readonly scopesSupported: readonly string[];
  /** Scopes that a challenge of the resource demanded. */
  readonly scopesNeeded: readonly string[];
  /**
   * Possible registrations in the order in which they are tried: `preregistered` if the organisation keeps one. Empty if
   * nothing is required, or if an admin has to store one first.
   */
  readonly registrations: readonly ClientRegistration[];
}

/** One of our clients at one server; its secret is in the vault. */
export interface ForeignClient {
  readonly id: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly registration: ClientRegistration;
}

export interface TokenSet {
  readonly accessToken: Secret;
  readonly refreshToken: Secret | undefined;
  /** Milliseconds since the epoch; undefined if the server does not say. */
  readonly expiresAt: number | undefined;
  readonly scopes: readonly string[];
  /** Upstream account, if stated (`id_token` sub or email); for people to recognise. */
  readonly account: string | undefined;
  readonly tokenType: 'Bearer' | 'DPoP';
}

/** Answer of a token endpoint: `refused` is final (`invalid_grant` …), `unavailable` may be retried later. */
export type TokenAnswer =
  | { readonly kind: 'tokens'; readonly tokens: TokenSet }
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** State to keep between the two halves of a code flow. */
export interface StartedFlow {
  readonly url: string;
  readonly state: string;
  readonly verifier: Secret;
}

/** A client given by configuration instead of by registration. */
export interface GivenClient {
  readonly clientId: string;
  readonly secret?: Secret;
  readonly method?: 'client_secret_basic' | 'client_secret_post' | 'none';
}

export interface ForeignOAuth {
  /**
   * Asks a resource, its metadata and its authorization server; remembered for ten minutes, a failure for a minute. Metadata
   * has to name the requested address; metadata of the root form may name the origin (RFC 9728 section 3.3).
   * @throws AppError `unprocessable` (`reason` `outbound_…`, `resource_mismatch`, `issuer_mismatch`,
   * `no_authorization_server`, `pkce_unsupported`, `metadata_invalid`), `upstream_unavailable`, `upstream_timeout`.
   */
  discover(orgId: string, resourceUrl: string): Promise<ResourceAuth>;
  /** Forgets what was remembered of it and of its authorization servers. */
  forget(orgId: string, resourceUrl: string): void;
  /**
   * Gives the client of the organisation at this server: the existing one, or a new one (CIMD before RFC 7591). Registers
   * once, across processes. `known` is the id of a client used before: it is given again while its secret has not ended and
   * its redirect URI is that of this verifier. Call it before every new authorization.
   * @throws AppError `unprocessable` (`reason` `registration_unavailable`: an admin has to store one, `registration_refused`,
   * `public_url_missing`, those of `discover`), `upstream_unavailable`, `upstream_timeout`, `unavailable`.
   */
  ensureClient(orgId: string, issuer: string, resource: string, known?: string): Promise<ForeignClient>;
  /** Stores a client that an admin was given elsewhere; it replaces any other. */
  keepClient(orgId: string, issuer: string, given: GivenClient, author?: Author): Promise<ForeignClient>;
  /**
   * Deletes our registration (RFC 7592) if it was ours, nobody uses it and the server allows it. A client that an admin
   * stored stays.
   */
  dropClient(orgId: string, clientRowId: string): Promise<void>;
  /**
   * Begins the code flow: PKCE S256, `state`, `resource` (RFC 8707; here and below not sent if empty). By default the scopes
   * are those of `selectScopes(auth)` (scopes.ts); `offline_access` is added here.
   * @throws AppError `unprocessable` (`reason` `client_dropped`, `issuer_mismatch`, those of `discover`).
   */
  begin(
    orgId: string,
    ask: { issuer: string; clientRowId: string; resource: string; scopes: readonly string[] },
  ): Promise<StartedFlow>;
  /**
   * Finishes the code flow; `callback` is the unparsed query. Checks `iss` (RFC 9207), then `state`: `refused` with
   * `issuer_mismatch`, `state_mismatch`, `invalid_callback`, or the server's code (`access_denied` …).
   */
  finish(
    orgId: string,
    flow: {
      issuer: string;
      clientRowId: string;
      resource: string;
      state: string;
      verifier: Secret;
      callback: URLSearchParams;
      /** The part after the path of the redirect URI: a server that does not name itself has a separate one. */
      cameTo?: string | undefined;
      /** Requested scopes: the tokens have them if the server does not say otherwise. */
      scopes?: readonly string[];
    },
  ): Promise<TokenAnswer>;
  /** Refreshes once, never repeated here. Sends `resource` (RFC 8707). */
  refresh(
    orgId: string,
    ask: { issuer: string; clientRowId: string; resource: string; refreshToken: Secret; scopes?: readonly string[] },
  ): Promise<TokenAnswer>;
  clientCredentials(
    orgId: string,
    ask: { issuer: string; client: GivenClient; resource: string; scopes: readonly string[] },
  ): Promise<TokenAnswer>;
  /** Exchanges the person's or agent's token of ours for one of that server (RFC 8693). */
  exchange(
    orgId: string,
    ask: {
      issuer: string;
      client: GivenClient;
      resource: string;
      scopes: readonly string[];
      subjectToken: Secret;
      actorToken?: Secret;
    },
  ): Promise<TokenAnswer>;
  /** Revokes a token (RFC 7009), best effort: true if the server confirmed it. */
  revoke(
    orgId: string,
    ask: { issuer: string; clientRowId: string; token: Secret; hint: 'access_token' | 'refresh_token' },
  ): Promise<boolean>;
}
