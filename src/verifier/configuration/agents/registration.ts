/** Registration and configuration of agents: one by one, from files, and by changing an agent that evidence named. */

import type { Agent, CreateAgent, PutAgent, UpdateAgent } from '../../../contract/api/agents/shapes.ts';
import { agentSpiffeId, trustDomainOf } from '../../../contract/spiffe.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import { type Author, assertAdmin, assertMayWrite } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { staleRevision } from '../../base/revision.ts';
import { defaultWorkspace } from '../../base/tenancy.ts';
import type { Workspaces } from '../workspaces/service.ts';
import { enforced, toAuditMode } from './audit-mode.ts';
import { type AgentCore, toChange } from './core.ts';
import type { AgentCredentials, Issued } from './credentials.ts';
import type { FindAgentHooks } from './hooks.ts';
import { toManifest } from './manifest.ts';
import { withClients } from './own-clients.ts';
import { publishStatusChange } from './publish-status.ts';
import { pickMode, toAgent, toDifference, toImplicitRow } from './rows.ts';
import { assertPrincipal, attestationMs } from './status-changes.ts';
import type { AgentChange, AgentStore } from './store.ts';
import type { AgentRow } from './tables.ts';

/** The outcome of putting an agent. */
export interface PutAgentResult {
  readonly agent: Agent;
  readonly action: 'created' | 'updated' | 'unchanged';
  readonly changed: boolean;
}

/** Writes run in the caller's transaction, so that several records change together or not at all. */
export interface AgentRegistration {
  /**
   * Registers an agent with its identity and its OAuth client. It is active at once, unless the organisation requires approval.
   * @throws AppError `conflict` for a registered id, `unprocessable` for an unknown workspace or owner.
   */
  register(tx: Db, author: Author, request: CreateAgent): Promise<Issued>;
  /**
   * Registers an agent, whose client shows its certificate, or updates it; absent members keep their value. A repeat changes
   * nothing.
   * @throws AppError `conflict` (`agent_elsewhere`) for an agent of another workspace.
   */
  put(tx: Db, author: Author, agent: PutAgent): Promise<PutAgentResult>;
  /** Puts many agents, in their order. */
  putMany(tx: Db, author: Author, agents: readonly PutAgent[]): Promise<PutAgentResult[]>;
  /** Updates an agent, and registers it if nobody had. @throws AppError `precondition_failed` at another revision. */
  update(tx: Db, author: Author, id: string, change: UpdateAgent, revision: number): Promise<Agent>;
}

/** Values that only a single registration has. */
interface Registrant {
  readonly ownerId?: string | undefined;
  readonly clientId?: string | undefined;
}

export interface AgentRegistrationDeps {
  readonly core: AgentCore;
  readonly store: AgentStore;
  readonly changes: ControlChanges;
  readonly workspaces: Pick<Workspaces, 'find' | 'getOrganization'>;
  readonly credentials: AgentCredentials;
  readonly hooks: FindAgentHooks;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly trustDomain: string;
}

export function createAgentRegistration(deps: AgentRegistrationDeps): AgentRegistration {
  const { core, store, changes, workspaces, credentials, hooks, clock, randomBytes, trustDomain } = deps;

  const toSpiffeId = (orgId: string, id: string) => agentSpiffeId(trustDomainOf(trustDomain, orgId), id);

  /** Gives the members that a registration sets, whether the agent was known before or not. */
  const toRegistered = async (tx: Db, author: Author, by: Registrant): Promise<AgentChange> => {
    const organization = await workspaces.getOrganization(tx, author, author.orgId);
    const now = clock.now();
    const { ownerId = author.user, clientId = null } = by;
    return {
      implicit: false,
      removed_at: null,
      created_by: author.user,
      owners: [ownerId],
      sponsor_ids: [ownerId],
      client_id: clientId,
      status: organization.agent_approval ? 'pending_approval' : 'active',
      status_reason: null,
      status_changed_at: now,
      status_changed_by: author.user,
      attestation_due_at: now + attestationMs,
    };
  };

  const assertWorkspace = async (tx: Db, orgId: string, id: string): Promise<void> => {
    if ((await workspaces.find(tx, orgId, id)) !== undefined) return;
    const message = `there is no workspace ${id}`;
    throw new AppError('unprocessable', message, {
      detail: message,
      errors: [{ pointer: '/workspace_id', message }],
      extensions: { reason: 'workspace_unknown' },
    });
  };

  /** Lays the given members over the stored ones. */
  const toWanted = async (tx: Db, author: Author, row: AgentRow, wanted: UpdateAgent): Promise<AgentChange> => {
    const {
      audit_mode: _m,
      audit_mode_until: _u,
      audit_mode_reason: _r,
      access_manifest,
      sponsor_ids,
      ...plain
    } = wanted;
    const { public_passports = row.public_passports } = plain;
    if (public_passports !== row.public_passports) assertAdmin(author, 'changing whether passports are public');
    for (const [index, sponsor] of (sponsor_ids ?? []).entries()) {
      await assertPrincipal(tx, hooks(), row.org_id, sponsor, `/sponsor_ids/${index}`);
    }
    return {
      ...pickMode(toAuditMode(row, wanted, { author, now: clock.now() })),
      ...plain,
      ...(access_manifest === undefined ? {} : { access_manifest: toManifest(access_manifest) }),
      ...(sponsor_ids === undefined ? {} : { sponsor_ids }),
    };
  };

  /** Writes the wanted values and a log entry; gives the same row if nothing changes. */
  const change = async (tx: Db, author: Author, row: AgentRow, wanted: UpdateAgent, by: Registrant) => {
    const isNew = isOpen(row);
    const registered = isNew ? await toRegistered(tx, author, by) : {};
    const difference = toDifference(row, { ...registered, ...(await toWanted(tx, author, row, wanted)) });
    if (difference === undefined) return row;
    return core.save(tx, author, row, difference, { action: isNew ? 'created' : 'updated' });
  };

  const insert = async (
    tx: Db,
    author: Author,
    wanted: readonly PutAgent[],
    by: Registrant,
  ): Promise<ReadonlyMap<string, AgentRow>> => {
    for (const id of new Set(wanted.map((agent) => agent.workspace_id))) await assertWorkspace(tx, author.orgId, id);
    const registered = wanted.length === 0 ? {} : await toRegistered(tx, author, by);
    const rows = await Promise.all(
      wanted.map(async ({ id, workspace_id: workspaceId, ...agent }) => {
        const spiffeId = toSpiffeId(author.orgId, id);
        const blank = toImplicitRow({ orgId: author.orgId, workspaceId, id, spiffeId, now: clock.now() });
        const said = await toWanted(tx, author, { ...blank, ...enforced, seq: 0 }, agent);
        return { ...blank, ...registered, ...said };
      }),
    );
    const added = await store.insertMissing(tx, await withClients(tx, hooks, rows));
    await publishStatusChange(
      hooks(),
      tx,
      author,
      added.map((row) => ({ row, action: 'created' })),
    );
    await changes.recordMany(
      tx,
      author,
      added.map((row) => toChange('created', row)),
    );
    return new Map(added.map((row) => [row.id, row]));
  };

  const putMany = async (tx: Db, author: Author, wanted: readonly PutAgent[], by: Registrant = {}) => {
    assertMayWrite(author);
    const ids = wanted.map(({ id }) => id);
    if (new Set(ids).size < ids.length) throw new Error('an agent is written twice in one call');
    await changes.hold(tx, author.orgId);
    const present = new Map((await store.findMany(tx, author.orgId, ids)).map((row) => [row.id, row]));
    const missing = wanted.filter(({ id }) => !present.has(id));
    const added = await insert(tx, author, missing, by);
    const results: PutAgentResult[] = [];
    for (const { id, workspace_id: workspaceId, ...agent } of wanted) {
      const row = present.get(id) ?? added.get(id);
      if (row === undefined) throw new Error(`agent ${id} was neither inserted nor found`);
      if (row.workspace_id !== workspaceId) throw agentElsewhere(row);
      if (row.removed_at !== null) await assertWorkspace(tx, author.orgId, workspaceId);
      results.push(added.has(id) ? toResult('created', row) : await adjust(tx, author, row, agent, by));
    }
    return results;
  };

  const adjust = async (
    tx: Db,
    author: Author,
    row: AgentRow,
    wanted: UpdateAgent,
    by: Registrant,
  ): Promise<PutAgentResult> => {
    const changed = await change(tx, author, row, wanted, by);
    const isNew = isOpen(row);
    return toResult(changed === row ? 'unchanged' : isNew ? 'created' : 'updated', changed);
  };

  const put = async (tx: Db, author: Author, agent: PutAgent, by: Registrant = {}): Promise<PutAgentResult> => {
    const [result] = await putMany(tx, author, [agent], by);
    if (result === undefined) throw new Error('one agent has one result');
    return result;
  };

  return {
    async register(tx, author, request) {
      const { id = createId('agt', clock, randomBytes), workspace_id = defaultWorkspace, ...rest } = request;
      const { owner_id: ownerId, jwks, ...described } = rest;
      assertMayWrite(author);
      await changes.hold(tx, author.orgId);
      const [known] = await store.findMany(tx, author.orgId, [id]);
      if (known !== undefined && !isOpen(known)) {
        const detail = 'an agent with this id is already registered';
        throw new AppError('conflict', detail, { detail, extensions: { reason: 'agent_exists' } });
      }
      if (ownerId !== undefined && ownerId !== author.user) {
        await assertPrincipal(tx, hooks(), author.orgId, ownerId, '/owner_id');
      }
      const spiffeId = known?.spiffe_id ?? toSpiffeId(author.orgId, id);
      const client = await credentials.create(tx, { orgId: author.orgId, agentId: id, spiffeId }, jwks);
      const by = { ownerId, clientId: client?.clientId };
      const { agent } = await put(tx, author, { ...described, id, workspace_id }, by);
      return { agent, clientSecret: client?.secret };
    },
    put: (tx, author, agent) => put(tx, author, agent),
    putMany: (tx, author, agents) => putMany(tx, author, agents),
    async update(tx, author, id, wanted, revision) {
      const row = await core.begin(tx, author, id, 'agents.edit', 'to change an agent');
      if (row.revision !== revision) throw staleRevision();
      return toAgent(await change(tx, author, row, wanted, {}));
    },
  };
}

/** Tells whether an agent may be registered: nobody registered it, or it was removed. */
function isOpen(row: AgentRow): boolean {
  return row.implicit || row.removed_at !== null;
}

function toResult(action: PutAgentResult['action'], row: AgentRow): PutAgentResult {
  return { agent: toAgent(row), action, changed: action !== 'unchanged' };
}

function agentElsewhere({ id, workspace_id: workspaceId }: AgentRow): AppError {
  const detail = `agent ${id} belongs to workspace ${workspaceId}, and an agent never moves`;
  const extensions = { reason: 'agent_elsewhere', agent_id: id, workspace_id: workspaceId };
  return new AppError('conflict', detail, { detail, extensions });
}
