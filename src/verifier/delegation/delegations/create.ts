/** Wires delegations over agents, members and approvals. */
import { issuerOf, type VerifierConfig } from '../../base/config.ts';
import type { GrantParts } from '../../identity/issuer/ports.ts';
import type { Delegations } from './ports.ts';
import { createDelegations, type DelegationsDeps } from './service.ts';
import { createGrantStore } from './store.ts';

export interface DelegationServices {
  readonly delegations: Delegations;
}

export interface DelegationWiring extends Omit<DelegationsDeps, 'store' | 'issuer' | 'outsideIssuer' | 'toCanonical'> {
  readonly config: VerifierConfig;
  readonly issuer: { readonly grantParts: Pick<GrantParts, 'resources'> };
}

export function createDelegationServices({ config, issuer, ...wiring }: DelegationWiring): DelegationServices {
  const delegations = createDelegations({
    ...wiring,
    store: createGrantStore(),
    issuer: issuerOf(config),
    outsideIssuer: config.VERIFIER_OIDC_ISSUER,
    toCanonical: (resource) => issuer.grantParts.resources.find(resource)?.uri ?? resource,
  });
  return { delegations };
}
