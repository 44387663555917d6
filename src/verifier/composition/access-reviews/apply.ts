/**
 * Applies decisions one at a time, each in one transaction with the mark that it is done. After an interruption, the next call or
 * the hourly run continues where it stopped, and does nothing twice.
 */
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Author, assertMay } from '../../base/control/author.ts';
import type { Agents } from '../../configuration/agents/service.ts';
import type { AgentStatusChanges } from '../../configuration/agents/status-changes.ts';
import type { Delegations } from '../../delegation/delegations/ports.ts';
import type { ApiKeys } from '../../identity/api-keys/service.ts';
import { type LoadedInstance, type ReviewCore, refuseInstance } from './core.ts';
import { createDenyCredential, createDenyTool, type DenyMeansDeps, decisionReasonOf } from './deny-means.ts';
import { applied, type Deny, type Outcome } from './outcome.ts';
import type { AccessReviewRow, DecisionRow, InstanceRow } from './tables.ts';

/** The instance that a path names. */
export interface InstancePath {
  readonly reviewId?: string | undefined;
  readonly id: string;
}

/**
 * Applies up to a bound of decisions; the state is `applying` while there are more. Failed ones are tried again.
 * @throws AppError `conflict` before the instance is completed.
 */
export type ApplyInstance = (author: Author, path: InstancePath) => Promise<InstanceRow>;

export interface ApplyDeps extends DenyMeansDeps {
  readonly core: ReviewCore;
  readonly agents: Pick<AgentStatusChanges, 'suspend'> & Pick<Agents, 'find'>;
  readonly apiKeys: Pick<ApiKeys, 'revoke'>;
  readonly delegations: Pick<Delegations, 'endOne'>;
  /** A call stops after this many; tests set less. */
  readonly maxConcurrent?: number;
}

export function createApplyReview(deps: ApplyDeps): ApplyInstance {
  const { core, agents, apiKeys, delegations, maxConcurrent = 200 } = deps;
  const { db, store, changes, clock } = core;

  /** Sets the state to `applying`. An approved item changes nothing and counts as applied. */
  const begin = (author: Author, { id, reviewId }: InstancePath): Promise<LoadedInstance> =>
    db.transaction(async (tx) => {
      await changes.hold(tx, author.orgId);
      const loaded = await core.loadInstance(tx, author.orgId, id, reviewId);
      const { review, instance } = loaded;
      if (instance.status === 'not_started' || instance.status === 'in_progress') {
        return refuseInstance(instance, 'applied');
      }
      if (instance.status === 'applying') return loaded;
      // Failed decisions are tried again only by a call after the end, so that one run can end.
      const failed = { decision: 'deny', apply_result: 'failed' } as const;
      const again = { apply_result: 'new', apply_detail: null, applied_at: null } as const;
      const retried = await store.updateDecisions(tx, author.orgId, id, failed, again);
      if (instance.status === 'applied' && retried === 0) return loaded;
      const kept = { decision: 'approve', apply_result: 'new' } as const;
      await store.updateDecisions(tx, author.orgId, id, kept, { ...applied(), applied_at: clock.now() });
      const change = { status: 'applying', applied_at: null, updated_at: clock.now() } as const;
      const applying = await store.updateInstance(tx, author.orgId, id, change);
      await core.note(tx, author, 'applying', review, { instance_id: id });
      return { review, instance: applying };
    });

  const denyAgent = async (tx: Db, author: Author, row: DecisionRow): Promise<Outcome> => {
    const agent = await agents.find(tx, author.orgId, row.principal.id);
    if (agent === undefined) return { apply_result: 'object_not_found', apply_detail: null };
    switch (agent.status) {
      case 'active':
      case 'stopped': {
        await agents.suspend(tx, author, agent.id, decisionReasonOf(row));
        return applied();
      }
      case 'suspended':
      case 'orphaned':
      case 'decommissioned':
        return applied(`the agent was already ${agent.status}`);
      default:
        return { apply_result: 'not_supported', apply_detail: `the agent is ${agent.status}` };
    }
  };

  const denyKey = async (tx: Db, author: Author, row: DecisionRow): Promise<Outcome> => {
    await apiKeys.revoke(tx, author, row.resource.id);
    return applied();
  };

  const denyGrant = async (tx: Db, author: Author, row: DecisionRow): Promise<Outcome> => {
    const reason = { reason: 'access_review', note: decisionReasonOf(row) } as const;
    const isEnded = await delegations.endOne(tx, author, row.resource.id, reason);
    return applied(isEnded ? null : 'the delegation had already ended');
  };

  const denyCredential = createDenyCredential(deps);
  const deniers: Readonly<Record<AccessReviewRow['scope'], Deny>> = {
    agents: denyAgent,
    grants: denyGrant,
    credentials: (tx, author, row) =>
      (row.resource.type === 'scoped_credential' ? denyCredential : denyKey)(tx, author, row),
    tools: createDenyTool(deps),
  };

  const finish = async (tx: Db, row: DecisionRow, outcome: Outcome): Promise<void> => {
    const change = { ...outcome, applied_at: clock.now() };
    const done = await store.updateDecision(tx, row.org_id, row.id, row.revision, change);
    if (done === undefined) throw new Error('a decision changed under the lock of its organisation');
  };

  /** Runs `act` under the lock, unless somebody else applied the decision since it was listed. */
  const underLock = (author: Author, id: string, act: (tx: Db, row: DecisionRow) => Promise<Outcome>): Promise<void> =>
    db.transaction(async (tx) => {
      await changes.hold(tx, author.orgId);
      const row = await store.findDecision(tx, author.orgId, id);
      if (row === undefined || row.apply_result !== 'new' || row.decision !== 'deny') return;
      await finish(tx, row, await act(tx, row));
    });

  const applyOne = async (author: Author, { review }: LoadedInstance, { id }: DecisionRow): Promise<void> => {
    const deny = deniers[review.scope];
    try {
      await underLock(author, id, (tx, row) => deny(tx, author, row));
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      // The failed transaction is rolled back. The decision is marked as failed, so that others need not wait for it.
      const missing = error.code === 'not_found';
      const apply_result = missing ? ('object_not_found' as const) : ('failed' as const);
      await underLock(author, id, async () => ({ apply_result, apply_detail: missing ? null : error.publicText }));
    }
  };

  const end = (author: Author, { review, instance }: LoadedInstance): Promise<InstanceRow> =>
    db.transaction(async (tx) => {
      await changes.hold(tx, author.orgId);
      const { instance: now } = await core.loadInstance(tx, author.orgId, instance.id);
      if (now.status !== 'applying') return now;
      const rest = await store.listUnapplied(tx, author.orgId, instance.id, 1);
      if (rest.length > 0) return now;
      const change = { status: 'applied', applied_at: clock.now(), updated_at: clock.now() } as const;
      const done = await store.updateInstance(tx, author.orgId, instance.id, change);
      await core.note(tx, author, 'applied', review, { instance_id: instance.id });
      return done;
    });

  return async (author, path) => {
    assertMay(author, 'reviews.write', 'applying an access review');
    const loaded = await begin(author, path);
    if (loaded.instance.status === 'applied') return loaded.instance;
    const waiting = await store.listUnapplied(db, author.orgId, path.id, maxConcurrent);
    for (const row of waiting) await applyOne(author, loaded, row);
    return end(author, loaded);
  };
}
