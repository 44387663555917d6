/** Wires the identity plane: people, their credentials, and the tokens that they and agents get. */
import type { Clock } from '../../platform/clock.ts';
import type { DataDir } from '../../platform/data-dir.ts';
import type { Db } from '../../platform/db/db.ts';
import { loadGatewaySecret } from '../../platform/http/gateway-token.ts';
import type { GuardedFetch } from '../../platform/http/guarded-fetch.ts';
import type { RandomBytes } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import type { Audit } from '../base/audit-log/append.ts';
import { clientRegistrationOf, issuerOf, mcpGatewayUrlOf, type VerifierConfig } from '../base/config.ts';
import type { ControlChanges } from '../base/control/changes.ts';
import type { Routes } from '../base/feature.ts';
import { createSigningKeys } from '../base/signing-keys/service.ts';
import type { Agents } from '../configuration/agents/service.ts';
import type { Workspaces } from '../configuration/workspaces/service.ts';
import { createApiKeyServices } from './api-keys/create.ts';
import type { ApiKeys } from './api-keys/service.ts';
import { type Authentication, createAuthentication } from './authentication/create.ts';
import { createClientStore } from './issuer/client-store.ts';
import { createOAuthClients } from './issuer/clients.ts';
import { createIssuer } from './issuer/create.ts';
import type { IssuerHooks } from './issuer/grant-handlers.ts';
import { createMcpResource, toMcpAudience } from './issuer/mcp-resource.ts';
import { createOwnUse, type OwnUse } from './issuer/own-use.ts';
import type { Issuer } from './issuer/ports.ts';
import type { ErrorPage } from './issuer/provider-config.ts';
import { createMemberServices, type MemberServices } from './members/create.ts';
import type { MemberHooks } from './members/service.ts';
import { createMemberStore } from './members/store.ts';
import { createPeopleServices, type PeopleServices } from './people/create.ts';
import type { ScryptCost } from './people/password-hash.ts';
import type { SessionHooks } from './people/sessions.ts';
import { createSpiffeServices, type SpiffeServices } from './spiffe/create.ts';

/** What the groups of identity use of the floors above. */
export interface IdentityHooks extends SessionHooks, MemberHooks, IssuerHooks {}

export interface IdentityPlaneDeps {
  readonly db: Db;
  readonly dataDir: DataDir;
  readonly config: VerifierConfig;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  /** The only client for addresses that callers name. */
  readonly fetch: GuardedFetch;
  readonly audit: Audit;
  readonly changes: ControlChanges;
  readonly workspaces: Pick<Workspaces, 'find'>;
  readonly agents: Agents;
  /** Reads the hooks at each use. @throws Error before the verifier is wired. */
  readonly hooks: () => IdentityHooks;
  /** Cost of new password hashes; the current one if absent. */
  readonly passwordCost?: ScryptCost;
  /** Error pages for browsers. */
  readonly pages: {
    readonly oauthError: ErrorPage;
    readonly withErrorPages: (routes: Routes) => Routes;
  };
}

export interface IdentityPlane extends PeopleServices, MemberServices, SpiffeServices {
  /** URL of the pages; absent while the port is only known at run time. */
  readonly publicUrl: string | undefined;
  readonly apiKeys: ApiKeys;
  /** The accepted credentials of callers. */
  readonly authentication: Authentication;
  /** The issuer of tokens. */
  readonly issuer: Issuer;
  /** Agent tokens for calls that the verifier makes itself. */
  readonly ownUse: OwnUse;
}

/** Creates the services of identity over an open database. */
export async function createIdentityPlane(deps: IdentityPlaneDeps): Promise<IdentityPlane> {
  const memberStore = createMemberStore();
  const organisationsOf = async (db: Db, userId: string) =>
    (await memberStore.listOf(db, userId)).map(({ org_id: orgId, role }) => ({ orgId, role }));
  const { passwordCost: cost } = deps;
  const peopleServices = createPeopleServices({ ...deps, organisationsOf, ...(cost === undefined ? {} : { cost }) });
  const memberServices = createMemberServices({ ...deps, ...peopleServices });
  const spiffe = await createSpiffeServices({ ...deps, trustDomain: deps.config.ASSAY_TRUST_DOMAIN });
  const oauthClients = createOAuthClients(deps);
  const issuer = createIssuer({
    ...deps,
    ...peopleServices,
    ...memberServices,
    clients: oauthClients,
    keys: await createSigningKeys({ ...deps, purpose: 'token' }),
    url: issuerOf(deps.config),
    ...toMcp(mcpGatewayUrlOf(deps.config)),
    registration: clientRegistrationOf(deps.config),
    errorPage: deps.pages.oauthError,
  });
  const apiKeys = createApiKeyServices({ ...deps, members: memberServices.members });
  const authentication = createAuthentication({
    ...deps,
    ...peopleServices,
    ...memberServices,
    apiKeys,
    gatewaySecret: await loadGatewaySecret(deps.dataDir, deps.config.ASSAY_GATEWAY_SECRET, deps.randomBytes),
    trustCertificate: spiffe.trustCertificate,
    issuer,
    withErrorPages: deps.pages.withErrorPages,
  });
  const ownUse = createOwnUse({
    ...deps,
    keys: issuer.grantParts.keys,
    clients: createClientStore(),
    issuer: issuer.issuer,
    audience: issuer.gatewayResource,
  });
  const ownUrl = issuerOf(deps.config);
  return {
    ...peopleServices,
    ...memberServices,
    ...spiffe,
    apiKeys,
    authentication,
    issuer,
    ownUse,
    publicUrl: ownUrl.startsWith('http') ? ownUrl : undefined,
  };
}

/** Gives the tool gateway as a resource that tokens can be for. */
function toMcp(url: string | undefined) {
  return url === undefined ? {} : { resources: [createMcpResource(url)], mcpAudience: toMcpAudience(url) };
}
