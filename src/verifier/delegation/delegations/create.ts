/** Wires delegations over agents, members and approvals, and ends them when a person leaves or an agent is gone. */
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { ApprovalServices } from '../approvals/create.ts';
import { issuerOf, type VerifierConfig } from '../../base/config.ts';
import type { ControlPlane } from '../../configuration/create.ts';
import type { Events } from '../../base/events/append.ts';
import type { Issuer } from '../../identity/issuer/seams.ts';
import type { Members } from '../../identity/members/service.ts';
import type { Delegations } from './seams.ts';
import { createDelegations } from './service.ts';
import { createGrantStore } from './store.ts';

export interface DelegationServices {
  readonly delegations: Delegations;
}

export interface DelegationWiring extends Pick<ApprovalServices, 'approvals' | 'approvalPartners'> {
  readonly db: Db;
  readonly config: VerifierConfig;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly events: Events;
  readonly control: Pick<ControlPlane, 'audit' | 'changes' | 'agents' | 'agentPartners'>;
  readonly members: Pick<Members, 'find' | 'roleOf' | 'onLeave'>;
  readonly issuer: Issuer;
}

export function createDelegationServices({ control, config, issuer, ...wiring }: DelegationWiring): DelegationServices {
  const { approvals, approvalPartners, members } = wiring;
  const { agentPartners } = control;
  const delegations = createDelegations({
    ...{ ...wiring, ...control, store: createGrantStore() },
    ...{ issuer: issuerOf(config), outsideIssuer: config.VERIFIER_OIDC_ISSUER },
    toCanonical: (resource) => issuer.grantParts.resources.find(resource)?.uri ?? resource,
  });
  approvalPartners.requestConsent = delegations.requestConsentIn;
  agentPartners.onRetired.push((tx, author, agentId) =>
    delegations.revokeAll(tx, author, { agentId }, 'agent_decommissioned'),
  );
  members.onLeave.push(async (tx, author, subjectId) => {
    await delegations.revokeAll(tx, author, { subjectId }, 'admin');
    await approvals.cancelOfSubject(tx, author, subjectId);
  });
  return { delegations };
}
