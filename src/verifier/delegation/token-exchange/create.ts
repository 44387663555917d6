/** Wires token exchange over the issuer, the agents and the delegations. */

import { tokenExchangeGrant } from '../../../contract/api/token-exchange/states.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import { exchangeClientsOf, type VerifierConfig } from '../../base/config.ts';
import type { ControlPlane } from '../../configuration/create.ts';
import type { Delegations } from '../delegations/seams.ts';
import type { Routes } from '../../base/feature.ts';
import type { IdentityPlane } from '../../identity/create.ts';
import { createExchange } from './exchange.ts';
import type { CountExchange } from './metrics.ts';
import { tokenEndpointGrant, tokenExchangeRoutes } from './routes.ts';

export interface TokenExchangeServices {
  readonly tokenExchange: Routes;
}

export interface TokenExchangeWiring {
  readonly db: Db;
  readonly config: VerifierConfig;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly control: Pick<ControlPlane, 'agents'>;
  readonly identity: Pick<IdentityPlane, 'issuer' | 'authentication' | 'checkJwtSvid'>;
  readonly delegations: Delegations;
  readonly countExchange: CountExchange;
}

export function createTokenExchange({ identity, control, ...wiring }: TokenExchangeWiring): TokenExchangeServices {
  const { issuer: oauth, authentication, checkJwtSvid } = identity;
  const { issuer, isConfigured, ownGrants, grantParts, replays } = oauth;
  const exchange = createExchange({
    ...{ ...wiring, ...grantParts, issuer, checkJwtSvid, replays, agents: control.agents },
    audience: oauth.apiResource,
    findOutsideSubject: authentication.findOutsideSubject,
    onBehalfClients: exchangeClientsOf(wiring.config),
  });
  const deps = { issuer, isConfigured, exchange, countExchange: wiring.countExchange };
  ownGrants.set(tokenExchangeGrant, tokenEndpointGrant(deps));
  return { tokenExchange: tokenExchangeRoutes(deps) };
}
