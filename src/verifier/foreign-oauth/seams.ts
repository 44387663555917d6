/**
 * What we do as a client of other people's authorization servers: find them, register with them, get, refresh and give
 * back tokens. Nothing here decides who may; nothing of an answer but the values below leaves it.
 */
import type { Secret } from '../../platform/secret.ts';
import type { Author } from '../control/author.ts';

/** How we are known at an authorization server. */
export type ClientRegistration = 'preregistered' | 'cimd' | 'dcr';

/** What a resource (an MCP server) asks of whoever calls it, after discovery (RFC 9728, RFC 8414). */
export interface ResourceAuth {
  readonly required: boolean;
  /** RFC 9728 identifier; the address that was asked if it names none. */
  readonly resource: string;
  /** Byte for byte as the authorization server names itself; null where nothing is required. */
  readonly issuer: string | null;
  readonly authorizationServers: readonly string[];
  readonly scopesSupported: readonly string[];
  /** Scopes that a challenge of the resource asked for. */
  readonly scopesNeeded: readonly string[];
  /**
   * Ways to become a client there, in the order in which they are tried: `preregistered` if the organisation keeps one.
   * Empty where nothing is required, and where an admin has to keep one first.
   */
  readonly registrations: readonly ClientRegistration[];
}

/** Which client of ours at which server; the secret of it is in the vault. */
export interface ForeignClient {
  readonly id: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly registration: ClientRegistration;
}

export interface TokenSet {
  readonly accessToken: Secret;
  readonly refreshToken: Secret | undefined;
  /** Milliseconds since the epoch; undefined where the server does not say. */
  readonly expiresAt: number | undefined;
  readonly scopes: readonly string[];
  /** Account at the other side, where it says (`id_token` sub or email); for people to recognise. */
  readonly account: string | undefined;
  readonly tokenType: 'Bearer' | 'DPoP';
}

/** A question to a token endpoint, answered: `refused` is final (`invalid_grant` …), `unavailable` may be tried later. */
export type TokenAnswer =
  | { readonly kind: 'tokens'; readonly tokens: TokenSet }
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** What a code flow needs kept between its two halves. */
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
   * Asks a resource, its metadata and its authorization server; remembered for ten minutes, a failure for a minute.
   * Metadata has to name the very address that was asked; that of the root form may name the origin (RFC 9728 3.3).
   * @throws AppError `unprocessable` (`reason` `outbound_…`, `resource_mismatch`, `issuer_mismatch`, `no_authorization_server`,
   * `pkce_unsupported`, `metadata_invalid`), `upstream_unavailable`, `upstream_timeout`.
   */
  discover(orgId: string, resourceUrl: string): Promise<ResourceAuth>;
  /** Forgets what was remembered of it and of its authorization servers, before asking again. */
  forget(orgId: string, resourceUrl: string): void;
  /**
   * The client of the organisation at this server: the one that there is, or a new one (CIMD before RFC 7591). Once,
   * across processes. `known` is the id of one that was used before: it is given back while it is still good, i.e. its
   * secret has not ended and it leads back to where this verifier is. Ask before every new authorization.
   * @throws AppError `unprocessable` (`reason` `registration_unavailable`: an admin has to keep one, `registration_refused`,
   * `public_url_missing`, those of `discover`), `upstream_unavailable`, `upstream_timeout`, `unavailable`.
   */
  ensureClient(orgId: string, issuer: string, resource: string, known?: string): Promise<ForeignClient>;
  /** Keeps one that an admin was given elsewhere; it takes the place of whatever there was. */
  keepClient(orgId: string, issuer: string, given: GivenClient, author?: Author): Promise<ForeignClient>;
  /** Deletes our registration (RFC 7592), if it was ours, nobody uses it and the server allows. What was kept by an admin stays. */
  dropClient(orgId: string, clientRowId: string): Promise<void>;
  /**
   * First half of the code flow: PKCE S256, `state`, `resource` (RFC 8707; here and below not sent if empty). Scopes to
   * ask for are those of `selectScopes(auth)` (scopes.ts) where nobody says otherwise; `offline_access` is added here.
   * @throws AppError `unprocessable` (`reason` `client_dropped`, `issuer_mismatch`, those of `discover`).
   */
  begin(
    orgId: string,
    ask: { issuer: string; clientRowId: string; resource: string; scopes: readonly string[] },
  ): Promise<StartedFlow>;
  /**
   * Second half; `callback` is the query as it came. Checks `iss` (RFC 9207), then `state`: `refused` with
   * `issuer_mismatch`, `state_mismatch`, `invalid_callback`, or the code of the other side (`access_denied` …).
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
      /** What stood behind the path of the way back: a server that does not name itself has a way of its own. */
      cameTo?: string | undefined;
      /** Those that were asked for: the tokens have them where the server does not say. */
      scopes?: readonly string[];
    },
  ): Promise<TokenAnswer>;
  /** Once; never repeated here. `resource` goes along (RFC 8707). */
  refresh(
    orgId: string,
    ask: { issuer: string; clientRowId: string; resource: string; refreshToken: Secret; scopes?: readonly string[] },
  ): Promise<TokenAnswer>;
  clientCredentials(
    orgId: string,
    ask: { issuer: string; client: GivenClient; resource: string; scopes: readonly string[] },
  ): Promise<TokenAnswer>;
  /** RFC 8693 at the other side: the person's or agent's token of ours for one of theirs. */
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
  /** RFC 7009, best effort: true if the server said so. */
  revoke(
    orgId: string,
    ask: { issuer: string; clientRowId: string; token: Secret; hint: 'access_token' | 'refresh_token' },
  ): Promise<boolean>;
}
