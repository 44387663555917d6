/** Wires approvals over agents, members and API keys. */
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Events } from '../../base/events/append.ts';
import { createAgentStore } from '../../configuration/agents/store.ts';
import type { Workspaces } from '../../configuration/workspaces/service.ts';
import { createApiKeyStore } from '../../identity/api-keys/store.ts';
import type { Members } from '../../identity/members/service.ts';
import type { FindApprovalHooks } from './hooks.ts';
import type { Approvals } from './ports.ts';
import { type ApprovalRequests, createApprovalRequests } from './requests.ts';
import { createApprovals } from './service.ts';
import { createApprovalStore } from './store.ts';

export interface ApprovalServices {
  readonly approvals: Approvals;
  readonly approvalRequests: ApprovalRequests;
}

export interface ApprovalWiring {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly events: Events;
  readonly audit: Audit;
  readonly changes: ControlChanges;
  readonly workspaces: Pick<Workspaces, 'find'>;
  readonly hooks: FindApprovalHooks;
  readonly members: Pick<Members, 'roleOf'>;
  readonly publicUrl: string | undefined;
}

export function createApprovalServices({ members, ...wiring }: ApprovalWiring): ApprovalServices {
  const agents = createAgentStore();
  const apiKeys = createApiKeyStore();
  const deps = {
    ...wiring,
    store: createApprovalStore(),
    roleOf: members.roleOf,
    findAgent: agents.find,
    makerOfKey: async (db: Db, orgId: string, keyId: string) => (await apiKeys.find(db, orgId, keyId))?.row.user_id,
  };
  const approvals = createApprovals(deps);
  return { approvals, approvalRequests: createApprovalRequests({ ...deps, approvals }) };
}
