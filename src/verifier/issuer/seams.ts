/** What the issuer gives to the rest of the verifier, and what it asks of its neighbours. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OAuthClientView } from '../../contract/api/oauth-clients/shapes.ts';
import type { Db } from '../../platform/db/db.ts';
import type { IncomingCall, Presented, Role } from '../../platform/http/access.ts';
import type { Page, PageStart } from '../../platform/http/page.ts';
import type { Secret } from '../../platform/secret.ts';
import type { Routes } from '../feature.ts';
import type { SigningKeys } from '../signing-keys/service.ts';
import type { AccessTokenReader } from './access-token.ts';
import type { AuthenticateClient } from './client-authentication.ts';
import type { OwnGrants } from './own-grants.ts';
import type { Resources } from './resources.ts';
import type { TokenState } from './token-state.ts';

/** The issuer of tokens for people, agents and foreign clients. */
export interface Issuer {
  readonly routes: Routes;
  readonly clients: OAuthClients;
  readonly interactions: Interactions;
  readonly grants: PersonGrants;
  readonly revokedTokens: RevokedTokens;
  /** Identifier of our own API as a resource (RFC 8707): the issuer's URL and `/v1`. */
  readonly apiResource: string;
  /** Identifier of the gateways as a resource. */
  readonly gatewayResource: string;
  /** Identifier of the gateway of tools as a resource; undefined where there is none. */
  readonly mcpResource: string | undefined;
  /**
   * Who stands behind an access token that is shown at our own API. Undefined for what no token of this issuer is.
   * The signature, the times, the audience, revocation, the agent's status and epoch and the membership of a person have
   * been checked when it answers. What the token is bound to (`cnf`) is for whoever took the call to check: it sees the
   * proof and the connection.
   * @throws AppError `unauthorized` with the reason when it is one of ours and does not hold.
   */
  verifyAccessToken(presented: Presented, call: IncomingCall): Promise<VerifiedToken | undefined>;
  /** What may be shown once: assertions and proofs of possession (`jti`). */
  readonly replays: Replays;
  /** The issuer's identifier: a plain origin. */
  readonly issuer: string;
  /** False while the URL of the verifier is not known: then nothing of OAuth answers. */
  readonly isConfigured: boolean;
  /** Grants of the token endpoint that others answer; filled at start. */
  readonly ownGrants: OwnGrants;
  /** What whoever answers such a grant works with. */
  readonly grantParts: GrantParts;
}

/** Parts of the issuer, for grants that are answered outside of oidc-provider. */
export interface GrantParts {
  readonly authenticate: AuthenticateClient;
  readonly reader: AccessTokenReader;
  readonly state: TokenState;
  readonly resources: Resources;
  readonly keys: Pick<SigningKeys, 'active'>;
}

export interface VerifiedToken {
  /** SPIFFE id of an agent, `usr_…` of a person, the client's id where neither stands behind it. */
  readonly subject: string;
  /** `delegated`: the person is the subject, and an agent acts for them under a grant (RFC 8693 `act`). */
  readonly kind: 'agent' | 'person' | 'client' | 'delegated';
  readonly orgId: string;
  readonly clientId: string;
  /** Of a delegated token: the agent that acts. */
  readonly agentId?: string;
  readonly epoch?: number;
  /** Of delegated tokens only: the acting agent's SPIFFE id, and the grant that it acts under. */
  readonly spiffeId?: string;
  readonly grantId?: string;
  /** `assay:full` among them means all that its holder may do. */
  readonly scopes: readonly string[];
  readonly jti: string;
  readonly cnf?: Confirmation;
}

/** What a token is bound to: the thumbprint of a DPoP key (RFC 9449) or of a certificate (RFC 8705). */
export interface Confirmation {
  readonly jkt?: string;
  readonly 'x5t#S256'?: string;
}

/** How the client of an agent proves itself. */
export type ClientAuthentication =
  | { readonly type: 'jwks'; readonly jwks: { readonly keys: readonly Readonly<Record<string, unknown>>[] } }
  | { readonly type: 'secret' }
  /** A certificate whose one SPIFFE id is that of the agent. */
  | { readonly type: 'tls' };

export interface NewAgentClient {
  readonly orgId: string;
  readonly agentId: string;
  readonly spiffeId: string;
  readonly auth: ClientAuthentication;
}

export interface MadeClient {
  readonly clientId: string;
  /** Shown once, kept nowhere. */
  readonly secret?: Secret;
}

/** OAuth clients as they are kept. Made before agents and without them: `createOAuthClients({ db, clock, randomBytes })`. */
export interface OAuthClients {
  /** @throws AppError `unprocessable` for keys that no client can use. */
  createForAgent(tx: Db, client: NewAgentClient): Promise<MadeClient>;
  /** Gives a client another way to prove itself; what it had before proves nothing any more. @throws AppError `not_found`. */
  rotate(tx: Db, clientId: string, auth: ClientAuthentication): Promise<MadeClient>;
  /** A disabled client gets no token, and those that it has are dead. */
  disable(tx: Db, clientId: string): Promise<void>;
  enable(tx: Db, clientId: string): Promise<void>;
  /** Removes a client with its grants and tokens. */
  remove(tx: Db, clientId: string): Promise<void>;
  list(orgId: string, page: PageStart): Promise<Page<OAuthClientView>>;
  /** @throws AppError `not_found` for one of another organisation too. */
  get(orgId: string, clientId: string): Promise<OAuthClientView>;
}

/** Steps of an authorization request that a person takes part in; the pages show them. */
export interface Interactions {
  /** What is asked of the person now. @throws AppError `not_found` when it is over, or belongs to another browser. */
  describe(request: FastifyRequest, reply: FastifyReply): Promise<InteractionDetails>;
  /** The person is signed in: the browser goes back to the authorization endpoint. */
  login(request: FastifyRequest, reply: FastifyReply, login: InteractionLogin): Promise<FastifyReply>;
  /** The person allows all that is asked for; `onAllowed` runs when that is stored, and before the client hears of it. */
  consent(request: FastifyRequest, reply: FastifyReply, onAllowed: () => Promise<void>): Promise<FastifyReply>;
  /** The person does not want it: the client is told `access_denied`. */
  abort(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/** What a person has allowed to applications, for the page `/account/applications`. */
export interface PersonGrants {
  /** Grants that hold, newest first, at most 100. */
  list(userId: string): Promise<readonly PersonGrant[]>;
  /** Ends a grant of this person with every token under it; the client that had it, undefined when there is none. */
  revoke(tx: Db, userId: string, grantId: string): Promise<{ readonly clientId: string } | undefined>;
  /** Ends all of a person, in the transaction of why. */
  endAll(tx: Db, userId: string): Promise<void>;
  /** The person signed out in this browser: the issuer forgets them there too (its session and its cookies). */
  signOut(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

export interface PersonGrant {
  readonly id: string;
  readonly client: {
    readonly id: string;
    readonly name: string;
    readonly uri?: string;
    readonly isFirstParty: boolean;
  };
  readonly scopes: readonly string[];
  readonly createdAt: string;
}

export interface InteractionLogin {
  readonly userId: string;
  /** When the person last proved who it is, in seconds since the epoch. */
  readonly authTimeS: number;
}

export interface InteractionDetails {
  readonly uid: string;
  readonly prompt: 'login' | 'consent';
  readonly client: {
    readonly id: string;
    readonly name: string;
    readonly uri?: string;
    /** One of the program's own, e.g. `assay-cli`: it needs no consent page. */
    readonly isFirstParty: boolean;
    /** Where the browser goes afterwards; a client may name itself as it likes, but not this. */
    readonly redirectHost: string;
    /** The same whole: the page's `form-action` has to allow its origin, since browsers hold redirects to it too. */
    readonly redirectUri: string;
  };
  /** The client asks for a fresh sign-in (`prompt=login`, `max_age`): an older session of the pages is not enough. */
  readonly mustSignIn: boolean;
  readonly scopes: readonly string[];
  /** Whom the code will be for; absent before somebody signed in. */
  readonly userId?: string;
}

/** Remembers, for all processes, what was shown. */
export interface Replays {
  /** True for the first who shows this; of many at once exactly one is the first. */
  isFirst(issuer: string, jti: string, expiresAtMs: number): Promise<boolean>;
}

/** Tokens that were taken back before their time. */
export interface RevokedTokens {
  add(db: Db, token: RevokedToken): Promise<void>;
  has(db: Db, jti: string): Promise<boolean>;
}

export interface RevokedToken {
  readonly jti: string;
  readonly expiresAtMs: number;
  /** The organisation whose gateways would take it: its next bundle says that it was taken back. */
  readonly gatewaysOf?: string;
}

/** An agent as far as its tokens go. */
export interface TokenAgent {
  readonly status: string;
  readonly epoch: number;
  readonly owners: readonly { readonly user: string; readonly role: Role }[];
  readonly workspaceId: string;
}

/** The neighbours of the issuer, as far as it needs them. */
export interface IssuerNeighbours {
  readonly agents: {
    /** Undefined for an agent that is not there. */
    findForToken(orgId: string, agentId: string): Promise<TokenAgent | undefined>;
    /** Notes that an agent got a token now. */
    noteToken(orgId: string, agentId: string): Promise<void>;
  };
  readonly people: { find(db: Db, userId: string): Promise<TokenPerson | undefined> };
  readonly members: {
    /** The present role of a person; undefined for whoever has none (any more). */
    roleOf(db: Db, orgId: string, userId: string): Promise<Role | undefined>;
    /** The organisation that a person means: the named one, else the one joined first. */
    choose(db: Db, userId: string, named: string | undefined): Promise<{ readonly orgId: string } | undefined>;
  };
  /** The session of the pages. */
  readonly sessions: { find(cookie: string): Promise<{ readonly userId: string } | undefined> };
}

export interface TokenPerson {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly status: string;
}
