/**
 * The life of an agent, from approval to decommissioning. Each step out of `active` raises the epoch in the same transaction,
 * which revokes the agent's tokens; no step lowers it again.
 */

import type { Agent } from '../../../contract/api/agents/shapes.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Action } from '../../base/access/actions.ts';
import type { Author } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { holdEvents } from '../../base/events/append.ts';
import { runHooks } from '../../base/lifecycle-hooks.ts';
import { type AgentCore, refuseAgentState, toChange } from './core.ts';
import type { AgentHooks, FindAgentHooks } from './hooks.ts';
import { publishStatusChange } from './publish-status.ts';
import { toAgent } from './rows.ts';
import { type AgentEvent, nextStatus, outcomes } from './status.ts';
import type { AgentChange, AgentStore } from './store.ts';
import type { AgentRow } from './tables.ts';

export interface TransferRequest {
  readonly owner_id: string;
  readonly reason?: string | undefined;
}

/** Each step runs in the caller's transaction. Repeating a finished step gives the same answer and changes nothing. */
export interface AgentStatusChanges {
  /** Approves an agent; the approver must not be the person who registered it. */
  approve(tx: Db, author: Author, id: string, reason?: string): Promise<Agent>;
  /** @throws AppError `conflict` (`owner_missing`, `credential_missing`). */
  activate(tx: Db, author: Author, id: string, reason?: string): Promise<Agent>;
  /** Stops an agent until somebody starts it: its tokens end, and gateways refuse it. */
  stop(tx: Db, author: Author, id: string, reason?: string): Promise<Agent>;
  /** Runs a stopped agent again; old tokens stay revoked. @throws AppError `conflict` (`owner_missing`). */
  start(tx: Db, author: Author, id: string, reason?: string): Promise<Agent>;
  suspend(tx: Db, author: Author, id: string, reason: string): Promise<Agent>;
  /** Runs a suspended agent again; old tokens stay revoked. @throws AppError `conflict` (`owner_missing`). */
  reactivate(tx: Db, author: Author, id: string, reason: string): Promise<Agent>;
  /** Ends the agent for good: its credentials stop working, and it cannot come back. */
  decommission(tx: Db, author: Author, id: string, reason?: string): Promise<Agent>;
  /** Sets another principal owner; an agent that had lost its last owner runs again. */
  transfer(tx: Db, author: Author, id: string, request: TransferRequest): Promise<Agent>;
  /** Records an owner's statement that the agent is still needed. */
  attest(tx: Db, author: Author, id: string): Promise<Agent>;
  /** Removes a person who left from every agent. Agents without an owner stop running; gives their ids. */
  orphanOwnedBy(tx: Db, author: Author, userId: string): Promise<string[]>;
}

export interface AgentStatusChangesDeps {
  readonly core: AgentCore;
  readonly store: AgentStore;
  readonly changes: ControlChanges;
  readonly hooks: FindAgentHooks;
  readonly clock: Clock;
}

/** How long an owner's attestation is valid. */
export const attestationMs = 90 * 24 * 60 * 60 * 1000;

interface Move {
  readonly event: AgentEvent;
  readonly action: Action;
  readonly verb: string;
  readonly reason?: string | undefined;
  /** Throws to refuse. */
  readonly check?: (row: AgentRow) => Promise<void> | void;
  readonly after?: (row: AgentRow) => Promise<void>;
}

export function createAgentStatusChanges({
  core,
  store,
  changes,
  hooks,
  clock,
}: AgentStatusChangesDeps): AgentStatusChanges {
  const toStatus = (author: Author, row: AgentRow, event: AgentEvent, reason?: string): AgentChange => {
    const status = nextStatus(row.status, event);
    if (status === undefined) return refuseAgentState(row, `an agent with status ${row.status} cannot ${words[event]}`);
    const stops = row.status === 'active' || status === 'decommissioned';
    return {
      status,
      status_reason: reason ?? null,
      status_changed_at: clock.now(),
      status_changed_by: author.user,
      ...(stops ? { agent_epoch: row.agent_epoch + 1 } : {}),
      // Stopping an agent registers it, so that gateways learn of it.
      ...(row.implicit ? { implicit: false, created_by: author.user } : {}),
    };
  };

  const move = async (tx: Db, author: Author, id: string, { event, action, verb, reason, ...more }: Move) => {
    const row = await core.begin(tx, author, id, action, `to ${words[event]} an agent`);
    if (row.status === outcomes[event] && !row.implicit) return toAgent(row);
    const change = toStatus(author, row, event, reason);
    await more.check?.(row);
    await more.after?.(row);
    return toAgent(await core.save(tx, author, row, change, { action: verb, reason }));
  };

  const assertOwned = async (tx: Db, row: AgentRow): Promise<void> => {
    // In sequence, because a transaction has one connection.
    for (const owner of row.owners) if ((await hooks().roleOf(tx, row.org_id, owner)) !== undefined) return;
    refuseAgentState(row, 'the agent has no owner: transfer it first', 'owner_missing');
  };

  return {
    approve: (tx, author, id, reason) =>
      move(tx, author, id, {
        event: 'approve',
        action: 'agents.approve',
        verb: 'approved',
        reason,
        check: (row) => assertOther(author, row),
      }),
    activate: (tx, author, id, reason) =>
      move(tx, author, id, {
        event: 'activate',
        action: 'agents.run',
        verb: 'activated',
        reason,
        async check(row) {
          await assertOwned(tx, row);
          // An issuer gives a client with this step. Without one, only a sidecar can vouch for the agent.
          if (row.client_id !== null || hooks().clients !== undefined || row.injection_method === 'sidecar') return;
          refuseAgentState(
            row,
            'the agent has no credential: rotate its credentials to create one',
            'credential_missing',
          );
        },
      }),
    stop: (tx, author, id, reason) =>
      move(tx, author, id, { event: 'stop', action: 'agents.suspend', verb: 'stopped', reason }),
    start: (tx, author, id, reason) =>
      move(tx, author, id, {
        event: 'start',
        action: 'agents.run',
        verb: 'started',
        reason,
        check: (row) => assertOwned(tx, row),
      }),
    suspend: (tx, author, id, reason) =>
      move(tx, author, id, { event: 'suspend', action: 'agents.suspend', verb: 'suspended', reason }),
    reactivate: (tx, author, id, reason) =>
      move(tx, author, id, {
        event: 'reactivate',
        action: 'agents.run',
        verb: 'reactivated',
        reason,
        check: (row) => assertOwned(tx, row),
      }),
    decommission: (tx, author, id, reason) =>
      move(tx, author, id, {
        event: 'decommission',
        action: 'agents.own',
        verb: 'decommissioned',
        reason,
        async after({ client_id: clientId }) {
          await holdEvents(tx);
          if (clientId !== null) await hooks().clients?.disable(tx, clientId);
          await runHooks(hooks().agentRetires, tx, author, id);
        },
      }),
    async transfer(tx, author, id, { owner_id: ownerId, reason }) {
      const row = await core.begin(tx, author, id, 'agents.own', 'to transfer an agent');
      if (row.status === 'decommissioned') refuseAgentState(row, 'a decommissioned agent has no owner');
      await assertPrincipal(tx, hooks(), row.org_id, ownerId, '/owner_id');
      const [before, ...others] = row.owners;
      if (before === ownerId && row.status !== 'orphaned') return toAgent(row);
      const owners = [ownerId, ...others.filter((owner) => owner !== ownerId)];
      const sponsors = row.sponsor_ids.map((sponsor) => (sponsor === before ? ownerId : sponsor));
      const change: AgentChange = {
        owners,
        editors: row.editors.filter((editor) => editor !== ownerId),
        viewers: row.viewers.filter((viewer) => viewer !== ownerId),
        sponsor_ids: sponsors.length === 0 ? [ownerId] : [...new Set(sponsors)],
        ...(row.status === 'orphaned' ? toStatus(author, row, 'transfer', reason) : {}),
        ...(row.implicit ? { implicit: false, created_by: author.user } : {}),
      };
      return toAgent(await core.save(tx, author, row, change, { action: 'transferred', reason }));
    },
    async attest(tx, author, id) {
      const row = await core.begin(tx, author, id, 'agents.own', 'to attest an agent');
      if (row.implicit)
        refuseAgentState(row, 'this agent is not registered, so there is nothing to attest', 'agent_implicit');
      if (row.status === 'decommissioned') refuseAgentState(row, 'a decommissioned agent needs no attestation');
      const now = clock.now();
      const change = { last_attested_at: now, attestation_due_at: now + attestationMs };
      return toAgent(await core.save(tx, author, row, change, { action: 'attested' }));
    },
    async orphanOwnedBy(tx, author, userId) {
      await changes.hold(tx, author.orgId);
      await holdEvents(tx);
      const orphaned: string[] = [];
      const left: AgentRow[] = [];
      for (const row of await store.listOf(tx, author.orgId, userId)) {
        const change = withoutPrincipal(row, userId);
        const isLost = row.status === 'active' && row.owners.length > 0 && change.owners.length === 0;
        const stopped = isLost ? toStatus(author, row, 'lose_last_owner', 'its last owner left') : {};
        const changed = await store.update(tx, row, { ...change, ...stopped, updated_at: clock.now() });
        if (changed === undefined) throw new Error('an agent changed under the lock of its organisation');
        left.push(changed);
        if (isLost) orphaned.push(row.id);
      }
      const stopped = left.filter(({ id }) => orphaned.includes(id));
      const reason = 'its last owner left';
      await publishStatusChange(
        hooks(),
        tx,
        author,
        stopped.map((row) => ({ row, action: 'orphaned', reason })),
      );
      await changes.recordMany(
        tx,
        author,
        left.map((row) => toChange(row.status === 'orphaned' ? 'orphaned' : 'principal_left', row)),
      );
      return orphaned;
    },
  };
}

const words: Readonly<Record<AgentEvent, string>> = {
  approve: 'be approved',
  activate: 'be activated',
  stop: 'be stopped',
  start: 'be started',
  suspend: 'be suspended',
  reactivate: 'be reactivated',
  lose_last_owner: 'lose its owner',
  transfer: 'be transferred',
  decommission: 'be decommissioned',
};

/** @throws AppError `unprocessable` for a person without a role in the organisation. */
export async function assertPrincipal(
  tx: Db,
  { roleOf }: AgentHooks,
  orgId: string,
  principal: string,
  pointer: string,
): Promise<void> {
  if ((await roleOf(tx, orgId, principal)) !== undefined) return;
  const message = `${principal} is not a member of this organisation`;
  throw new AppError('unprocessable', message, {
    detail: message,
    errors: [{ pointer, message }],
    extensions: { reason: 'member_unknown' },
  });
}

function assertOther(author: Author, row: AgentRow): void {
  if (author.user !== row.created_by) return;
  const detail = 'the person who registered an agent cannot approve it: somebody else must';
  throw new AppError('forbidden', detail, { detail, extensions: { reason: 'separation_of_duties' } });
}

function withoutPrincipal({ owners, editors, viewers, sponsor_ids }: AgentRow, principal: string) {
  const rest = (list: readonly string[]) => list.filter((one) => one !== principal);
  const sponsors = rest(sponsor_ids);
  const left = rest(owners);
  return {
    owners: left,
    editors: rest(editors),
    viewers: rest(viewers),
    sponsor_ids: sponsors.length === 0 ? left.slice(0, 1) : sponsors,
  };
}
