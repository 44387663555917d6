import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import { exchangeClientsOf, type VerifierConfig } from '../../base/config.ts';
import type { Routes } from '../../base/feature.ts';
import type { Authentication } from '../../identity/authentication/create.ts';
import type { AnswerGrant } from '../../identity/issuer/grant-handlers.ts';
import type { Issuer } from '../../identity/issuer/ports.ts';
import type { SpiffeServices } from '../../identity/spiffe/create.ts';
import type { Delegations } from '../delegations/ports.ts';
import { createTokenExchanger, type ExchangeDeps } from './exchange-token.ts';
import type { CountExchange } from './metrics.ts';
import { tokenEndpointGrant, tokenExchangeRoutes } from './routes.ts';

export interface TokenExchangeServices {
  readonly tokenExchange: Routes;
  /** Answers token exchanges at the token endpoint of the issuer. */
  readonly tokenExchangeGrant: AnswerGrant;
}

export interface TokenExchangeWiring {
  readonly db: Db;
  readonly config: VerifierConfig;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly agents: ExchangeDeps['agents'];
  readonly issuer: Pick<Issuer, 'issuer' | 'isConfigured' | 'grantParts' | 'replays' | 'apiResource'>;
  readonly authentication: Pick<Authentication, 'findOutsideSubject'>;
  readonly checkJwtSvid: SpiffeServices['checkJwtSvid'];
  readonly delegations: Delegations;
  readonly countExchange: CountExchange;
}

export function createTokenExchangeServices({ issuer: oauth, ...wiring }: TokenExchangeWiring): TokenExchangeServices {
  const { issuer, isConfigured, grantParts, replays } = oauth;
  const exchange = createTokenExchanger({
    ...wiring,
    ...grantParts,
    issuer,
    replays,
    audience: oauth.apiResource,
    findOutsideSubject: wiring.authentication.findOutsideSubject,
    onBehalfClients: exchangeClientsOf(wiring.config),
  });
  const deps = { issuer, isConfigured, exchange, countExchange: wiring.countExchange };
  return { tokenExchange: tokenExchangeRoutes(deps), tokenExchangeGrant: tokenEndpointGrant(deps) };
}
