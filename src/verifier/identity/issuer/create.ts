/** Wires the issuer: oidc-provider over our storage, and our own endpoints beside it. */

import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { isAppError } from '../../../platform/errors.ts';
import type { GuardedFetch } from '../../../platform/http/guarded-fetch.ts';
import { createRateBound } from '../../../platform/http/rate-bound.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/log.ts';
import { parseUrl } from '../../../platform/url.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { SigningKeys } from '../../base/signing-keys/service.ts';
import { createAccessTokenReader } from './access-token.ts';
import { createCheckAssertion } from './client-assertion.ts';
import { createClientAuthentication } from './client-authentication.ts';
import { createClientStore } from './client-store.ts';
import type { FindIssuerHooks } from './grant-handlers.ts';
import { createGrants } from './grants.ts';
import { createInteractions } from './interactions.ts';
import type { Issuer, IssuerDependencies, OAuthClients } from './ports.ts';
import { createProviderLoader } from './provider.ts';
import type { ErrorPage } from './provider-config.ts';
import { createRegistrations } from './registration.ts';
import type { RegistrationMode } from './registration-routes.ts';
import { createReplays, createRevokedTokens } from './replays.ts';
import { createResources, type Resource, type Resources } from './resources.ts';
import { createRevokeToken, type GatewayAudiences } from './revoke-token.ts';
import { issuerRoutes } from './routes.ts';
import { createSweep } from './sweep.ts';
import { createFindToken } from './token-lookup.ts';
import { createTokenState } from './token-state.ts';
import { createVerifyAccessToken } from './verify-access-token.ts';

export interface IssuerDeps extends IssuerDependencies {
  readonly hooks: FindIssuerHooks;
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly fetch: GuardedFetch;
  readonly audit: Audit;
  readonly changes: Pick<ControlChanges, 'hold' | 'record'>;
  /** Keys of purpose `token`. */
  readonly keys: SigningKeys;
  /** The verifier's own URL. Without a known one the issuer stays off. */
  readonly url: string;
  readonly registration: RegistrationMode;
  readonly clients: OAuthClients;
  readonly errorPage: ErrorPage;
  /** Resources besides our API and the gateways. */
  readonly resources?: readonly Resource[];
  /** Audience of the MCP gateway, one of `resources`; undefined if there is none. */
  readonly mcpAudience?: string | undefined;
}

/** Most registrations from one address in a minute. */
const registrationsPerMinute = 30;
/** Most client documents fetched for one address in a minute; cached documents do not count. */
const documentsPerMinute = 30;

export function createIssuer(deps: IssuerDeps): Issuer {
  const { db, clock, url, keys } = deps;
  const { issuer, isConfigured } = toIssuerUrl(url);
  const resources = createResources(issuer, deps.resources);
  const clients = createClientStore();
  const sweep = createSweep(deps);
  const replays = createReplays({ db, clock, sweep });
  const revokedTokens = createRevokedTokens();
  const load = createProviderLoader({
    ...deps,
    issuer,
    sweep,
    clients,
    resources,
    replays,
    mayFetch: createFetchBound(clock),
  });
  const reader = createAccessTokenReader({ issuer, keys, now: clock.now });
  const state = createTokenState(deps);
  const checkAssertion = createCheckAssertion({ db, clock, issuer, clients, replays, load });
  const authenticate = createClientAuthentication({ db, clients, checkAssertion });
  const routes = issuerRoutes({
    ...deps,
    authenticate,
    issuer,
    isConfigured,
    load,
    resources,
    mode: deps.registration,
    revokeToken: createRevokeToken({ ...deps, revokedTokens, audiences: audiencesOf(resources, deps.mcpAudience) }),
    takesRegistrations: deps.registration !== 'off',
    findToken: createFindToken({ db, clock, issuer, reader, state }),
    registrations: createRegistrations({ ...deps, clients, load }),
    rate: createRateBound({ clock, perMinute: registrationsPerMinute }),
  });
  return {
    routes,
    replays,
    revokedTokens,
    clients: deps.clients,
    isConfigured,
    issuer,
    grantParts: { authenticate, reader, state, resources, keys },
    interactions: createInteractions({ ...deps, load }),
    grants: createGrants({ db, clock }),
    apiResource: resources.api.uri,
    gatewayResource: resources.gateway.uri,
    mcpResource: deps.mcpAudience,
    verifyAccessToken: createVerifyAccessToken({ reader, state, audience: resources.api.uri }),
  };
}

function audiencesOf({ gateway }: Resources, mcpAudience: string | undefined): GatewayAudiences {
  return { models: gateway.uri, tools: mcpAudience };
}

/** Gives the issuer's identifier. It must be a plain origin: clients compare it exactly, and its documents stand at the root. */
export function toIssuerUrl(url: string): { readonly issuer: string; readonly isConfigured: boolean } {
  const issuer = url.replace(/\/+$/, '');
  const parsed = parseUrl(issuer);
  return { issuer, isConfigured: /^https?:$/.test(parsed?.protocol ?? '') && parsed?.origin === issuer };
}

function createFetchBound(clock: Clock): (address: string) => boolean {
  const rate = createRateBound({ clock, perMinute: documentsPerMinute });
  return (address) => {
    try {
      rate.admit(address);
      return true;
    } catch (error) {
      if (isAppError(error, 'too_many_requests')) return false;
      throw error;
    }
  };
}
