/** Shared parts of making, changing and ending credentials: the lock, visibility, and notifications. */
import type { Clock } from '../../../platform/clock.ts';
import { afterCommit } from '../../../platform/db/after-commit.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { AgentAccess } from '../../base/access/authorize.ts';
import type { Author } from '../../base/control/author.ts';
import type { ControlChange, ControlChanges } from '../../base/control/changes.ts';
import type { Events } from '../../base/events/append.ts';
import type { Vault } from '../../base/vault/ports.ts';
import type { AgentStanding, AgentStandings } from '../../configuration/agents/standing.ts';
import type { Workspaces } from '../../configuration/workspaces/service.ts';
import type { Members } from '../../identity/members/service.ts';
import type { TellConnected } from './connect/tell-connected.ts';
import type { UpstreamRevocations } from './refresh/upstream-revocation.ts';
import type { CredentialStore } from './store.ts';
import type { ScopedCredentialRow } from './tables.ts';
import { toDocument } from './views.ts';
import { askingAgent, isVisible, noCredential, toVisibility, type Visibility } from './visibility.ts';

export interface CredentialDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly store: CredentialStore;
  readonly changes: ControlChanges;
  readonly events: Events;
  readonly vault: Vault;
  readonly agents: Pick<AgentStandings, 'findStanding'>;
  readonly workspaces: Pick<Workspaces, 'find'>;
  readonly members: Pick<Members, 'roleOf'>;
  readonly upstream: UpstreamRevocations;
  /** Called when a credential got a secret or is used differently: what waits for it checks again. */
  readonly notifyUsable: TellConnected;
}

/** A row, with the people's roles on the agent that it is bound to. */
export interface Held {
  readonly row: ScopedCredentialRow;
  readonly access: AgentAccess | undefined;
}

export interface CredentialCore extends CredentialDeps {
  visibilityOf(db: Db, author: Author): Promise<Visibility>;
  /** @throws AppError `not_found`, also for credentials of others. */
  load(db: Db, author: Author, id: string): Promise<Held>;
  /** Loads it locked, after all other changes of the organisation. */
  begin(tx: Db, author: Author, id: string): Promise<Held>;
  /** Announces changes of rows: first the events, then the audit log. */
  tell(tx: Db, author: Author, what: CredentialNotice, rows: readonly ScopedCredentialRow[]): Promise<void>;
}

export interface CredentialNotice {
  /** `created`, `updated`, `rotated` or `revoked`. */
  readonly action: string;
  /** Message of the event; no event if absent. */
  readonly message?: string;
  readonly reason?: string | undefined;
}

export function createCredentialCore(deps: CredentialDeps): CredentialCore {
  const { store, changes, events, agents, notifyUsable } = deps;

  const visibilityOf = async (db: Db, author: Author): Promise<Visibility> => {
    const agentId = askingAgent(author);
    const agent = agentId === undefined ? undefined : await agents.findStanding(db, author.orgId, agentId);
    return toVisibility(author, agent?.workspaceId);
  };

  const look = async (db: Db, author: Author, row: ScopedCredentialRow | undefined): Promise<Held> => {
    if (row === undefined) throw noCredential();
    const agent = await findAgent(db, row);
    if (!isVisible(await visibilityOf(db, author), row, agent?.access)) throw noCredential();
    return { row, access: agent?.access };
  };

  const findAgent = async (db: Db, { org_id, agent_id }: ScopedCredentialRow): Promise<AgentStanding | undefined> =>
    agent_id === null ? undefined : agents.findStanding(db, org_id, agent_id);

  return {
    ...deps,
    visibilityOf,
    load: async (db, author, id) => look(db, author, await store.find(db, author.orgId, id)),
    async begin(tx, author, id) {
      await changes.hold(tx, author.orgId);
      return look(tx, author, await store.lock(tx, author.orgId, id));
    },
    async tell(tx, author, { action, message, reason }, rows) {
      for (const row of rows) {
        if (message === undefined) continue;
        await events.append(tx, author.orgId, {
          type: 'agent.log',
          code: `credential.${action}`,
          agentId: row.agent_id ?? undefined,
          workspaceId: row.scope_level === 'workspace' ? row.scope_id : undefined,
          data: { level: 'info', message, fields: { ...toFacts(row), ...(reason !== undefined && { reason }) } },
        });
      }
      const toChange = (row: ScopedCredentialRow): ControlChange => ({
        kind: 'credential',
        subjectId: row.id,
        action,
        revision: row.revision,
        document: toDocument(row),
        scope: { level: row.scope_level, id: row.scope_id },
        ...(reason !== undefined && { reason }),
      });
      await changes.recordMany(tx, author, rows.map(toChange));
      const usable = action === 'revoked' ? [] : rows.filter(({ version }) => version > 0);
      for (const { org_id, id } of usable) afterCommit(tx, () => void notifyUsable(org_id, id));
    },
  };
}

function toFacts({ id, service, auth_type, scope_level, scope_id, user_id, version }: ScopedCredentialRow) {
  return { credential_id: id, service, auth_type, scope: { level: scope_level, id: scope_id }, user_id, version };
}
