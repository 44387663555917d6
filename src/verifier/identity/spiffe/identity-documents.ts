/** Identity documents of agents: for one audience, signed while the agent runs, and recorded. */
import type { IdentityDocument } from '../../../contract/api/spiffe.ts';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import { assertAllowed } from '../../base/access/authorize.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import type { Author } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { SigningKeys } from '../../base/signing-keys/service.ts';
import type { Agents } from '../../configuration/agents/service.ts';
import { assertRunning } from '../../configuration/agents/standing.ts';
import { signJwtSvid, svidLifetimeS } from './jwt-svid.ts';

export interface IdentityDocuments {
  /**
   * Issues a document to the agent itself, its owners and admins.
   * @throws AppError `agent_suspended` and the like, `forbidden`, `not_found`.
   */
  issue(author: Author, agentId: string, audience: string): Promise<IdentityDocument>;
}

export interface IdentityDocumentsDeps {
  readonly db: Db;
  readonly agents: Pick<Agents, 'findStanding'>;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly audit: Audit;
  readonly keys: Pick<SigningKeys, 'active'>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

export function createIdentityDocuments(deps: IdentityDocumentsDeps): IdentityDocuments {
  const { db, agents, changes, audit, keys, clock, randomBytes } = deps;
  return {
    issue: (author, agentId, audience) =>
      db.transaction(async (tx) => {
        // The lock puts a parallel suspension either before this, or after the document is recorded.
        await changes.hold(tx, author.orgId);
        const agent = await agents.findStanding(tx, author.orgId, agentId);
        if (agent === undefined) throw noIdentity();
        const { orgId, ...caller } = author;
        assertAllowed({ ...caller, organisation: orgId }, 'agents.identify', agent.access, 'to ask for an identity');
        assertRunning(agent);
        const now = clock.now();
        const issuedAtS = Math.floor(now / 1000);
        const jti = createId('svid', clock, randomBytes);
        const svid = signJwtSvid(keys.active, { spiffeId: agent.spiffeId, audience, jti, issuedAtS });
        await audit.append(tx, author, {
          action: 'agent.identity_issued',
          resourceType: 'agent',
          resourceId: agentId,
          details: { audience, jti, spiffe_id: agent.spiffeId },
        });
        return { svid, spiffe_id: agent.spiffeId, expires_at: toTimestamp((issuedAtS + svidLifetimeS) * 1000) };
      }),
  };
}

function noIdentity(): AppError {
  const detail = 'there is no such agent, or nobody registered it';
  return new AppError('not_found', detail, { detail });
}
