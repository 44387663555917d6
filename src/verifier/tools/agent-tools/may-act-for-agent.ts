/** Checks whether a person may speak for an agent: call its tools in its name, with a token of their own. */
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type AgentAccess, isAllowed } from '../../base/access/authorize.ts';
import type { Members } from '../../identity/members/service.ts';
import { isGrantThere } from './store.ts';

/**
 * True for an active member who may act as the agent: its owners and editors, operators and admins. For an unregistered agent
 * only the role counts. False for a token whose grant was revoked.
 */
export type MayActForAgent = (
  db: Db,
  orgId: string,
  who: {
    readonly userId: string;
    readonly grantId: string | undefined;
    readonly agent: AgentAccess | undefined;
  },
) => Promise<boolean>;

export interface MayActForAgentDeps {
  readonly members: Pick<Members, 'find'>;
  readonly clock: Clock;
}

export function createMayActForAgent({ members, clock }: MayActForAgentDeps): MayActForAgent {
  return async (db, orgId, { userId, grantId, agent }) => {
    const member = await members.find(db, orgId, userId);
    if (member?.status !== 'active') return false;
    const asker = { user: userId, kind: 'person', role: member.role, organisation: orgId, scopes: 'all' } as const;
    if (!isAllowed({ ...asker, isDeployment: false }, 'agents.act', agent ?? { orgId })) return false;
    return grantId === undefined || isGrantThere(db, userId, grantId, clock.now());
  };
}
