/** Wires the authentication of the verifier's API: the credentials it knows, and the outside issuer if one is configured. */
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type Identify, isLoopback } from '../../../platform/http/access.ts';
import type { ChallengeOf } from '../../../platform/http/app.ts';
import { createBinding } from '../../../platform/http/bound-tokens/binding.ts';
import type { GuardedFetch } from '../../../platform/http/guarded-fetch.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { Secret } from '../../../platform/secret.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import { issuerOf, type VerifierConfig } from '../../base/config.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Routes } from '../../base/feature.ts';
import type { AgentLookup } from '../api-keys/ports.ts';
import type { ApiKeys } from '../api-keys/service.ts';
import type { Issuer } from '../issuer/ports.ts';
import type { Members } from '../members/service.ts';
import type { People } from '../people/service.ts';
import type { Sessions } from '../people/sessions.ts';
import { createCertificateCallers, type TrustCertificate } from './certificate-caller.ts';
import { createChallenges } from './challenge.ts';
import { createIdentify } from './identify.ts';
import { createOutside } from './outside/create.ts';
import type { OutsideButton } from './outside/login-routes.ts';
import type { FindOutsideSubject } from './outside/subject.ts';
import { createTokenCallers } from './token-caller.ts';

export interface Authentication {
  readonly identify: Identify;
  readonly challengeOf: ChallengeOf;
  /** The button of the login page; undefined without an outside issuer. */
  readonly outsideLogin: OutsideButton | undefined;
  /** `/login/outside`: 404 without an outside issuer. */
  readonly outsideRoutes: Routes;
  /** Finds the person of an outside issuer's token; undefined if such tokens are not accepted. */
  readonly findOutsideSubject: FindOutsideSubject | undefined;
}

export interface AuthenticationDeps {
  readonly db: Db;
  readonly config: VerifierConfig;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly fetch: GuardedFetch;
  readonly audit: Audit;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly apiKeys: Pick<ApiKeys, 'findCaller' | 'revokeOf'>;
  readonly gatewaySecret: Secret;
  readonly issuer: Pick<Issuer, 'verifyAccessToken' | 'replays'>;
  readonly agents: Pick<AgentLookup, 'findForToken'>;
  readonly people: Pick<People, 'find' | 'findByEmail' | 'preparePassword' | 'resetPassword'>;
  readonly members: Pick<Members, 'roleOf' | 'firstOf' | 'choose' | 'listOf'>;
  readonly sessions: Pick<Sessions, 'open' | 'find'>;
  /** Makes pages of the errors of routes that browsers open. */
  readonly withErrorPages: (routes: Routes) => Routes;
  /** Decides which client certificates are accepted; none if absent. */
  readonly trustCertificate?: TrustCertificate | undefined;
}

export function createAuthentication(deps: AuthenticationDeps): Authentication {
  const { config, clock, issuer, members, agents, trustCertificate } = deps;
  const named = issuerOf(config);
  const publicUrl = named.startsWith('http') ? named : undefined;
  const assertBound = createBinding({
    clock,
    publicUrl,
    replays: issuer.replays,
    isLoopback: isLoopback(config.VERIFIER_HOST),
  });
  const outside = createOutside({ ...deps, publicUrl, assertBound });
  return {
    identify: createIdentify({
      apiKeys: deps.apiKeys,
      gatewaySecret: deps.gatewaySecret,
      findByToken: createTokenCallers({ db: deps.db, issuer, roles: members, agents, assertBound }),
      findByOutsideToken: outside.findCaller,
      findByCertificate:
        trustCertificate === undefined ? undefined : createCertificateCallers({ trust: trustCertificate, agents }),
    }),
    challengeOf: createChallenges(publicUrl),
    outsideLogin: outside.button,
    outsideRoutes: outside.routes,
    findOutsideSubject: outside.findSubject,
  };
}
