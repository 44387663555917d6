/** Wires approvals over agents, members and API keys. */
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import { createAgentStore } from '../../configuration/agents/store.ts';
import { createApiKeyStore } from '../../identity/api-keys/store.ts';
import type { ControlPlane } from '../../configuration/create.ts';
import type { Events } from '../../base/events/append.ts';
import type { Members } from '../../identity/members/service.ts';
import { type ApprovalPartners, createApprovalPartners } from './partners.ts';
import { type ApprovalRequests, createApprovalRequests } from './requests.ts';
import type { Approvals } from './seams.ts';
import { createApprovals } from './service.ts';
import { createApprovalStore } from './store.ts';

export interface ApprovalServices {
  readonly approvals: Approvals;
  readonly approvalRequests: ApprovalRequests;
  /** Delegations plug in here. */
  readonly approvalPartners: ApprovalPartners;
}

export interface ApprovalWiring {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly events: Events;
  readonly control: Pick<ControlPlane, 'audit' | 'changes' | 'workspaces' | 'agentPartners'>;
  readonly members: Pick<Members, 'roleOf'>;
  readonly publicUrl: string | undefined;
}

export function createApprovalServices({ control, members, ...wiring }: ApprovalWiring): ApprovalServices {
  const agents = createAgentStore();
  const apiKeys = createApiKeyStore();
  const deps = {
    ...wiring,
    ...{ audit: control.audit, changes: control.changes, store: createApprovalStore(), roleOf: members.roleOf },
    findAgent: agents.find,
    makerOfKey: async (db: Db, orgId: string, keyId: string) => (await apiKeys.find(db, orgId, keyId))?.row.user_id,
  };
  const approvals = createApprovals(deps);
  // Requests of an agent that is gone are cancelled.
  control.agentPartners.onRetired.push(approvals.cancelOfAgent);
  const partners = createApprovalPartners();
  const approvalRequests = createApprovalRequests({ ...deps, approvals, partners, workspaces: control.workspaces });
  return { approvals, approvalRequests, approvalPartners: partners };
}
