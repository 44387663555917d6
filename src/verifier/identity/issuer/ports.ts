/** The types that the issuer gives to the rest of the verifier, and those that it needs. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OAuthClientView } from '../../../contract/api/oauth-clients/shapes.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { IncomingCall, Presented, Role } from '../../../platform/http/access.ts';
import type { Page, PageStart } from '../../../platform/http/page.ts';
import type { Routes } from '../../base/feature.ts';
import type { SigningKeys } from '../../base/signing-keys/service.ts';
import type { AgentClients } from '../../configuration/agents/clients.ts';
import type { AgentStanding } from '../../configuration/agents/standing.ts';
import type { AccessTokenReader } from './access-token.ts';
import type { AuthenticateClient } from './client-authentication.ts';
import type { Resources } from './resources.ts';
import type { TokenState } from './token-state.ts';

/** The issuer of tokens for people, agents and third-party clients. */
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
  /** Identifier of the MCP gateway as a resource; undefined if there is none. */
  readonly mcpResource: string | undefined;
  /**
   * Verifies an access token that is used at our own API. Undefined if it is no token of this issuer. It checks the signature,
   * the times, the audience, revocation, the agent's status and epoch, and the person's membership. The caller has to check the
   * binding (`cnf`): it sees the proof and the connection.
   * @throws AppError `unauthorized` with the reason, for an invalid token of ours.
   */
  verifyAccessToken(presented: Presented, call: IncomingCall): Promise<VerifiedToken | undefined>;
  /** Single use of assertions and proofs of possession (`jti`). */
  readonly replays: Replays;
  /** The issuer's identifier: a plain origin. */
  readonly issuer: string;
  /** False while the verifier's URL is not known: then no OAuth endpoint answers. */
  readonly isConfigured: boolean;
  /** Parts that the handlers of such grants use. */
  readonly grantParts: GrantParts;
}

/** Parts of the issuer for grants that are handled outside of oidc-provider. */
export interface GrantParts {
  readonly authenticate: AuthenticateClient;
  readonly reader: AccessTokenReader;
  readonly state: TokenState;
  readonly resources: Resources;
  readonly keys: Pick<SigningKeys, 'active'>;
}

export interface VerifiedToken {
  /** SPIFFE id of an agent, `usr_…` of a person, else the client's id. */
  readonly subject: string;
  /** `delegated`: the person is the subject, and an agent acts for them under a grant (RFC 8693 `act`). */
  readonly kind: 'agent' | 'person' | 'client' | 'delegated';
  readonly orgId: string;
  readonly clientId: string;
  /** In a delegated token: the agent that acts. */
  readonly agentId?: string;
  readonly epoch?: number;
  /** In delegated tokens only: the acting agent's SPIFFE id, and the grant that it acts under. */
  readonly spiffeId?: string;
  readonly grantId?: string;
  /** `assay:full` stands for everything that the holder may do. */
  readonly scopes: readonly string[];
  readonly jti: string;
  readonly cnf?: Confirmation;
}

/** The binding of a token: the thumbprint of a DPoP key (RFC 9449) or of a certificate (RFC 8705). */
export interface Confirmation {
  readonly jkt?: string;
  readonly 'x5t#S256'?: string;
}

/** Stored OAuth clients. Made before agents and without them: `createOAuthClients({ db, clock, randomBytes })`. */
export interface OAuthClients extends AgentClients {
  enable(tx: Db, clientId: string): Promise<void>;
  list(orgId: string, page: PageStart): Promise<Page<OAuthClientView>>;
  /** @throws AppError `not_found`, also for a client of another organisation. */
  get(orgId: string, clientId: string): Promise<OAuthClientView>;
}

/** The person's steps in an authorization request; the pages show them. */
export interface Interactions {
  /** Gives what the person is asked now. @throws AppError `not_found` if it has ended, or belongs to another browser. */
  describe(request: FastifyRequest, reply: FastifyReply): Promise<InteractionDetails>;
  /** Records that the person is signed in; the browser returns to the authorization endpoint. */
  login(request: FastifyRequest, reply: FastifyReply, login: InteractionLogin): Promise<FastifyReply>;
  /**
   * Records that the person allows everything asked for. `onAllowed` runs after that is stored, and before the client learns of
   * it.
   */
  consent(request: FastifyRequest, reply: FastifyReply, onAllowed: () => Promise<void>): Promise<FastifyReply>;
  /** Records the person's refusal: the client gets `access_denied`. */
  abort(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/** What a person has allowed to applications, for the page `/account/applications`. */
export interface PersonGrants {
  /** Lists active grants, newest first, at most 100. */
  list(userId: string): Promise<readonly PersonGrant[]>;
  /** Ends a grant of this person with every token under it. Gives its client; undefined if there is no such grant. */
  revoke(tx: Db, userId: string, grantId: string): Promise<{ readonly clientId: string } | undefined>;
  /** Ends all grants of a person, in the transaction of the cause. */
  endAll(tx: Db, userId: string): Promise<void>;
  /** Ends the issuer's session and clears its cookies in this browser, when the person signs out. */
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
  /** Time of the person's last authentication, in seconds since the epoch. */
  readonly authTimeS: number;
}

export interface InteractionDetails {
  readonly uid: string;
  readonly prompt: 'login' | 'consent';
  readonly client: {
    readonly id: string;
    readonly name: string;
    readonly uri?: string;
    /** True for the program's own clients, e.g. `assay-cli`, which need no consent page. */
    readonly isFirstParty: boolean;
    /** Host that the browser goes to afterwards: a client chooses its name freely, but not this. */
    readonly redirectHost: string;
    /** The whole redirect URI. The page's `form-action` must allow its origin, because browsers check redirects against it. */
    readonly redirectUri: string;
  };
  /** The client asks for a fresh sign-in (`prompt=login`, `max_age`): an older session of the pages does not count. */
  readonly mustSignIn: boolean;
  readonly scopes: readonly string[];
  /** The person that the code is for; absent before the sign-in. */
  readonly userId?: string;
}

/** Remembers used assertions and proofs, for all processes. */
export interface Replays {
  /** Tells whether this is the first use; of several uses at once exactly one is the first. */
  isFirst(issuer: string, jti: string, expiresAtMs: number): Promise<boolean>;
}

/** Tokens that were revoked before their expiry. */
export interface RevokedTokens {
  add(db: Db, token: RevokedToken): Promise<void>;
  has(db: Db, jti: string): Promise<boolean>;
}

export interface RevokedToken {
  readonly jti: string;
  readonly expiresAtMs: number;
  /** The organisation whose gateways would accept it: its next bundle lists the token as revoked. */
  readonly gatewaysOf?: string;
}

/** The parts of an agent that its tokens depend on. */
export interface TokenAgent {
  readonly status: string;
  readonly epoch: number;
  readonly owners: readonly { readonly user: string; readonly role: Role }[];
  readonly workspaceId: string;
  readonly injectionMethod: AgentStanding['injectionMethod'];
}

/** The services that the issuer needs from its neighbours. */
export interface IssuerDependencies {
  readonly agents: {
    /** Undefined if there is no such agent. */
    findForToken(orgId: string, agentId: string): Promise<TokenAgent | undefined>;
    /** Records that an agent got a token now. */
    noteToken(orgId: string, agentId: string): Promise<void>;
  };
  readonly people: { find(db: Db, userId: string): Promise<TokenPerson | undefined> };
  readonly members: {
    /** Gives the present role of a person; undefined if they have none (any more). */
    roleOf(db: Db, orgId: string, userId: string): Promise<Role | undefined>;
    /** Gives the person's organisation: the named one, else the one joined first. */
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
