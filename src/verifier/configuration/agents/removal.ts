/** The end of a registration: removes an agent, or releases one that a file no longer mentions. Its evidence stays. */
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { isAllowed } from '../../base/access/authorize.ts';
import { type Author, assertMayWrite } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { holdEvents } from '../../base/events/append.ts';
import { runHooks } from '../../base/lifecycle-hooks.ts';
import { staleRevision } from '../../base/revision.ts';
import { enforced } from './audit-mode.ts';
import { type AgentCore, refuseAgentState } from './core.ts';
import type { FindAgentHooks } from './hooks.ts';
import { publishStatusChange } from './publish-status.ts';
import { toAccess, unsaid } from './rows.ts';
import { removableStatuses } from './status.ts';
import type { AgentChange, AgentStore } from './store.ts';
import type { AgentRow } from './tables.ts';

export interface AgentRemoval {
  /**
   * Removes an agent with its settings, policies and credentials. Its id may be registered again in the same workspace only, and
   * its epoch goes on, so no old token becomes valid again.
   * @throws AppError `conflict` (`agent_in_use`).
   */
  remove(tx: Db, author: Author, id: string, revision: number): Promise<void>;
  /**
   * Undoes a registration: identity and evidence stay, and gateways treat the agent as unregistered. The caller removes what else
   * depends on it. If it must not be released, gives the reason and changes nothing.
   */
  release(tx: Db, author: Author, id: string): Promise<string | undefined>;
}

export interface AgentRemovalDeps {
  readonly core: AgentCore;
  readonly store: AgentStore;
  readonly changes: ControlChanges;
  readonly hooks: FindAgentHooks;
  readonly clock: Clock;
}

export function createAgentRemoval({ core, store, changes, hooks, clock }: AgentRemovalDeps): AgentRemoval {
  const retire = async (tx: Db, author: Author, { id, client_id: clientId }: AgentRow): Promise<void> => {
    await holdEvents(tx);
    await runHooks(hooks().agentRetires, tx, author, id);
    if (clientId !== null) await hooks().clients?.remove(tx, clientId);
  };

  /** Resets everything that somebody set; workspace, identity and epoch stay. */
  const toNobodys = (row: AgentRow): AgentChange => ({
    ...unsaid,
    ...enforced,
    implicit: true,
    agent_epoch: row.agent_epoch + 1,
  });

  return {
    async remove(tx, author, id, revision) {
      const row = await core.begin(tx, author, id, 'agents.own', 'to remove an agent');
      if (row.revision !== revision) throw staleRevision();
      if (row.implicit || !removableStatuses.includes(row.status)) {
        const state = row.implicit ? 'it is not registered' : `it is ${row.status}`;
        refuseAgentState(
          row,
          `the agent cannot be removed: ${state}; suspend or decommission it first`,
          'agent_in_use',
        );
      }
      await holdEvents(tx);
      for (const hook of Object.values(hooks().agentRemoved)) await hook(tx, author, id);
      await retire(tx, author, row);
      const change = { ...toNobodys(row), removed_at: clock.now(), updated_at: clock.now() };
      const removed = await store.update(tx, row, change);
      if (removed === undefined) throw staleRevision();
      await publishStatusChange(hooks(), tx, author, [{ row: removed, action: 'removed' }]);
      const scope = { level: 'agent', id } as const;
      await changes.record(tx, author, { kind: 'agent', subjectId: id, action: 'removed', scope, revision: 0 });
    },
    async release(tx, author, id) {
      assertMayWrite(author);
      await changes.hold(tx, author.orgId);
      const row = await core.load(tx, author.orgId, id);
      if (row.implicit) return undefined;
      const kept = whyKept(author, row);
      if (kept !== undefined) return kept;
      await retire(tx, author, row);
      await core.save(tx, author, row, toNobodys(row), { action: 'removed' });
      return undefined;
    },
  };
}

/** Says why a file may not release an agent: a file neither acts for an owner nor restarts a stopped agent. */
function whyKept({ orgId, ...caller }: Author, row: AgentRow): string | undefined {
  if (row.status !== 'active') return `agent ${row.id} is ${row.status}: remove it by itself`;
  if (isAllowed({ ...caller, organisation: orgId }, 'agents.own', toAccess(row))) return undefined;
  return `agent ${row.id} has other owners: one of them or an admin removes it`;
}
