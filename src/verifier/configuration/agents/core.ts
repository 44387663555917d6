/** The steps of every write to an agent: lock the organisation, read, check the right, write, log. */
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Action } from '../../base/access/actions.ts';
import { assertAllowed } from '../../base/access/authorize.ts';
import type { Author } from '../../base/control/author.ts';
import type { ControlChange, ControlChanges } from '../../base/control/changes.ts';
import { staleRevision } from '../../base/revision.ts';
import type { FindAgentHooks } from './hooks.ts';
import { withClients } from './own-clients.ts';
import { publishStatusChange } from './publish-status.ts';
import { toAccess, toDocument } from './rows.ts';
import type { AgentChange, AgentStore } from './store.ts';
import type { AgentRow } from './tables.ts';

export interface AgentWrite {
  /** `created`, `updated`, `suspended` … */
  readonly action: string;
  readonly reason?: string | undefined;
}

export interface AgentCore {
  /** @throws AppError `not_found`. */
  load(from: Db, orgId: string, id: string): Promise<AgentRow>;
  /** Reads an agent, checks the right, and locks it until the transaction ends. @throws AppError `not_found`, `forbidden`. */
  begin(tx: Db, author: Author, id: string, action: Action, what: string): Promise<AgentRow>;
  /** Writes a change and its log entry; a registered agent without a client gets one. @throws AppError `precondition_failed`. */
  save(tx: Db, author: Author, row: AgentRow, change: AgentChange, write: AgentWrite): Promise<AgentRow>;
}

export interface AgentCoreDeps {
  readonly store: AgentStore;
  readonly changes: ControlChanges;
  readonly hooks: FindAgentHooks;
  readonly clock: Clock;
}

export function createAgentCore({ store, changes, hooks, clock }: AgentCoreDeps): AgentCore {
  const load = async (from: Db, orgId: string, id: string): Promise<AgentRow> => {
    const row = await store.find(from, orgId, id);
    if (row === undefined) throw new AppError('not_found', 'no such agent', { detail: 'there is no such agent' });
    return row;
  };
  return {
    load,
    async begin(tx, author, id, action, what) {
      await changes.hold(tx, author.orgId);
      const row = await load(tx, author.orgId, id);
      assertMayOn(author, action, row, what);
      return row;
    },
    async save(tx, author, row, change, { action, reason }) {
      const [whole] = await withClients(tx, hooks, [{ ...row, ...change }]);
      const client = whole === undefined || whole.client_id === row.client_id ? {} : { client_id: whole.client_id };
      const changed = await store.update(tx, row, { ...change, ...client, updated_at: clock.now() });
      if (changed === undefined) throw staleRevision();
      await publishStatusChange(hooks(), tx, author, [{ row: changed, action, reason }]);
      await changes.record(tx, author, toChange(action, changed, reason));
      return changed;
    },
  };
}

/** Checks a right by the roles in the agent's present row. @throws AppError `forbidden`. */
export function assertMayOn({ orgId, ...caller }: Author, action: Action, row: AgentRow, what: string): void {
  assertAllowed({ ...caller, organisation: orgId }, action, toAccess(row), what);
}

/** Gives the entry for the configuration log. */
export function toChange(action: string, row: AgentRow, reason?: string): ControlChange {
  const { id, revision } = row;
  const why = reason ?? row.audit_mode_reason;
  return {
    kind: 'agent',
    subjectId: id,
    action,
    revision,
    scope: { level: 'agent', id },
    document: toDocument(row),
    ...(why === null ? {} : { reason: why }),
  };
}

/** @throws always. */
export function refuseAgentState(row: AgentRow, detail: string, reason = 'agent_state'): never {
  throw new AppError('conflict', detail, { detail, extensions: { reason, agent_status: row.status } });
}
