/** Organisations and their workspaces: they contain agents and configure the auditors. */

import type {
  CreateOrganization,
  CreateScope,
  Organization,
  UpdateOrganization,
  UpdateScope,
  Workspace,
} from '../../../contract/api/workspaces/shapes.ts';
import type { ScopeChain } from '../../../contract/control/config-bundle.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import { isTrustDomain, trustDomainOf } from '../../../contract/spiffe.ts';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import { conflict } from '../../../platform/refusals.ts';
import { type Author, assertAdmin, assertDeployment, assertMayWrite, createAuthor } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import { staleRevision } from '../../base/revision.ts';
import { defaultOrganisation, defaultWorkspace } from '../../base/tenancy.ts';
import type { WorkspaceStore } from './store.ts';
import type { OrganizationRow, WorkspaceRow } from './tables.ts';

/** Runs in the transaction of a change to a scope, and refuses the change by throwing. */
export interface ScopeGuard {
  /** Called with the scope's own new chain, without inherited members. */
  chainChanged?(tx: Db, author: Author, scope: Scope, chain: ScopeChain): Promise<void>;
  removed?(tx: Db, author: Author, scope: Scope): Promise<void>;
}

/** Records that belong to a scope: they go with it, or may refuse its chain. */
export type ScopedRecord =
  | 'auditor_settings'
  | 'environment'
  | 'policy'
  | 'lifecycle_policy'
  | 'scoped_credential'
  | 'tool_rule'
  | 'installation'
  | 'registered_auditor'
  | 'registered_model';

/** A guard for each kind of record, called in the order of the record. */
export type ScopeGuards = { readonly [Kind in ScopedRecord]: ScopeGuard };

export interface OrganizationHooks {
  readonly scopeGuards: ScopeGuards;
  /** Runs in the transaction that makes an organisation. */
  readonly organizationMade: (tx: Db, orgId: string) => Promise<void>;
}

/** Writes take the caller's transaction, so that several records change together or not at all. */
export interface Workspaces {
  /** Makes organisation and workspace `default` at the first start. */
  ensureDefaults(): Promise<void>;
  createOrganization(tx: Db, author: Author, request: CreateOrganization): Promise<Organization>;
  /** @throws AppError `precondition_failed` if it is at another revision. */
  updateOrganization(
    tx: Db,
    author: Author,
    id: string,
    change: UpdateOrganization,
    revision: number,
  ): Promise<Organization>;
  getOrganization(db: Db, author: Author, id: string): Promise<Organization>;
  /** Lists all organisations for an admin of the deployment; for others only their own. */
  listOrganizations(author: Author, page: PageStart): Promise<Page<Organization>>;
  create(tx: Db, author: Author, request: CreateScope): Promise<Workspace>;
  /** Creates the missing ones: evidence may name a workspace before anybody creates it. */
  ensureKnown(tx: Db, orgId: string, ids: readonly string[]): Promise<void>;
  update(tx: Db, author: Author, id: string, change: UpdateScope, revision: number): Promise<Workspace>;
  /** @throws AppError `conflict` while it has agents, and for the default one. */
  remove(tx: Db, author: Author, id: string, revision: number): Promise<void>;
  find(db: Db, orgId: string, id: string): Promise<Workspace | undefined>;
  /** @throws AppError `not_found`. */
  get(db: Db, orgId: string, id: string): Promise<Workspace>;
  list(orgId: string, page: PageStart): Promise<Page<Workspace>>;
  listAll(db: Db, orgId: string): Promise<Workspace[]>;
  /** Finds those whose events may contain text values of claims, and previews. */
  findShowing(db: Db, orgId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface WorkspacesDeps {
  readonly db: Db;
  readonly store: WorkspaceStore;
  readonly changes: ControlChanges;
  /** Reads the hooks at each use. @throws Error before the verifier is wired. */
  readonly hooks: () => OrganizationHooks;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  /** Trust domain of the deployment. */
  readonly trustDomain: string;
}

const systemAuthor = createAuthor(defaultOrganisation, 'system');

export function createWorkspaces(deps: WorkspacesDeps): Workspaces {
  const { db, store, changes, hooks, clock, randomBytes, trustDomain } = deps;

  const toRow = (author: Author, id: string, { name = id, description = '', chain = {} }: CreateScope) => ({
    id,
    name,
    description,
    chain,
    revision: 1,
    created_at: clock.now(),
    created_by: author.user,
    updated_at: clock.now(),
  });

  const checkChain = async (tx: Db, author: Author, scope: Scope, chain: ScopeChain | undefined): Promise<void> => {
    if (chain === undefined) return;
    assertUniqueItems(chain);
    for (const guard of Object.values(hooks().scopeGuards)) await guard.chainChanged?.(tx, author, scope, chain);
  };

  const record = (tx: Db, author: Author, scope: Scope, action: string, row: OrganizationRow | WorkspaceRow) => {
    const { name, description, chain } = row;
    const kind = scope.level === 'org' ? 'organization' : 'workspace';
    const document = { name, description, chain, ...settingsOf(row) };
    return changes.record(tx, author, { kind, subjectId: row.id, action, scope, revision: row.revision, document });
  };

  const load = async (from: Db, orgId: string, id: string): Promise<WorkspaceRow> => {
    const row = await store.find(from, orgId, id);
    if (row === undefined) throw notFound('there is no such workspace');
    return row;
  };

  const loadOrganization = async (from: Db, author: Author, id: string): Promise<OrganizationRow> => {
    // Only an admin of the deployment sees other organisations; for all others they do not exist.
    const isVisible = author.isDeployment || author.orgId === id;
    const row = isVisible ? await store.findOrganization(from, id) : undefined;
    if (row === undefined) throw notFound('there is no such organisation');
    return row;
  };

  const insertWorkspace = async (tx: Db, author: Author, request: CreateScope): Promise<Workspace> => {
    const id = request.id ?? createId('wsp', clock, randomBytes);
    const scope: Scope = { level: 'workspace', id };
    await changes.hold(tx, author.orgId);
    const row = {
      org_id: author.orgId,
      ...toRow(author, id, request),
      console_values: request.console_values ?? false,
    };
    if (!(await store.insert(tx, row))) {
      throw conflict('a workspace with this id already exists', 'workspace_exists');
    }
    await checkChain(tx, author, scope, request.chain);
    const stored = await load(tx, author.orgId, id);
    await record(tx, author, scope, 'created', stored);
    return toWorkspace(stored);
  };

  const insertOrganization = async (tx: Db, author: Author, request: CreateOrganization): Promise<Organization> => {
    const id = request.id ?? createId('org', clock, randomBytes);
    assertNameable(trustDomainOf(trustDomain, id));
    const { agent_approval, workflow_approval, model_use } = { ...openSettings, ...request };
    const row = { ...toRow(author, id, request), agent_approval, workflow_approval, model_use };
    if (!(await store.insertOrganization(tx, row))) {
      throw conflict('an organisation with this id already exists', 'organization_exists');
    }
    const own = { ...author, orgId: id };
    await changes.hold(tx, id);
    await checkChain(tx, own, { level: 'org', id }, request.chain);
    const stored = await loadOrganization(tx, own, id);
    await record(tx, own, { level: 'org', id }, 'created', stored);
    await insertWorkspace(tx, own, { id: defaultWorkspace });
    await hooks().organizationMade(tx, id);
    return toOrganization(stored);
  };

  return {
    ensureDefaults: () =>
      db.transaction(async (tx) => {
        await changes.hold(tx, defaultOrganisation);
        if ((await store.findOrganization(tx, defaultOrganisation)) === undefined) {
          await store.insertOrganization(tx, { ...toRow(systemAuthor, defaultOrganisation, {}), ...openSettings });
        }
        const row = {
          org_id: defaultOrganisation,
          ...toRow(systemAuthor, defaultWorkspace, {}),
          console_values: false,
        };
        await store.insertMissing(tx, [row]);
      }),
    async createOrganization(tx, author, request) {
      assertDeployment(author, 'creating an organisation');
      return insertOrganization(tx, author, request);
    },
    async updateOrganization(tx, author, id, change, revision) {
      assertAdmin(author, 'changing an organisation');
      const own = { ...author, orgId: id };
      await loadOrganization(tx, author, id);
      await changes.hold(tx, id);
      const row = await store.updateOrganization(tx, id, revision, { ...change, updated_at: clock.now() });
      if (row === undefined) throw staleRevision();
      await checkChain(tx, own, { level: 'org', id }, change.chain);
      await record(tx, own, { level: 'org', id }, 'updated', row);
      return toOrganization(row);
    },
    getOrganization: async (from, author, id) => toOrganization(await loadOrganization(from, author, id)),
    async listOrganizations(author, page) {
      if (author.isDeployment) return toPage(await store.listOrganizations(db, page), page.limit, toOrganization);
      return toPage([await loadOrganization(db, author, author.orgId)], page.limit, toOrganization);
    },
    async create(tx, author, request) {
      assertMayWrite(author);
      return insertWorkspace(tx, author, request);
    },
    async ensureKnown(tx, orgId, ids) {
      const rows = ids.map((id) => ({
        org_id: orgId,
        ...toRow({ ...systemAuthor, orgId }, id, {}),
        console_values: false,
      }));
      await store.insertMissing(tx, rows);
    },
    async update(tx, author, id, change, revision) {
      assertMayWrite(author);
      const scope: Scope = { level: 'workspace', id };
      await changes.hold(tx, author.orgId);
      await load(tx, author.orgId, id);
      const row = await store.update(tx, author.orgId, id, revision, { ...change, updated_at: clock.now() });
      if (row === undefined) throw staleRevision();
      await checkChain(tx, author, scope, change.chain);
      await record(tx, author, scope, 'updated', row);
      return toWorkspace(row);
    },
    async remove(tx, author, id, revision) {
      assertMayWrite(author);
      const scope: Scope = { level: 'workspace', id };
      await changes.hold(tx, author.orgId);
      const row = await load(tx, author.orgId, id);
      if (id === defaultWorkspace) throw conflict('the default workspace cannot be removed', 'workspace_default');
      if ((await store.countAgents(tx, author.orgId, id)) > 0) {
        throw conflict('the workspace has agents, so it cannot be removed', 'workspace_in_use');
      }
      for (const guard of Object.values(hooks().scopeGuards)) await guard.removed?.(tx, author, scope);
      if (!(await store.remove(tx, author.orgId, id, revision))) throw staleRevision();
      await record(tx, author, scope, 'removed', { ...row, revision: 0 });
    },
    async find(from, orgId, id) {
      const row = await store.find(from, orgId, id);
      return row === undefined ? undefined : toWorkspace(row);
    },
    get: async (from, orgId, id) => toWorkspace(await load(from, orgId, id)),
    list: async (orgId, page) => toPage(await store.list(db, orgId, page), page.limit, toWorkspace),
    listAll: async (from, orgId) => (await store.listAll(from, orgId)).map(toWorkspace),
    async findShowing(from, orgId, ids) {
      const rows = await store.findMany(from, orgId, ids);
      return new Set(rows.filter((row) => row.console_values).map(({ id }) => id));
    },
  };
}

/** Defaults for a new organisation. */
const openSettings = { agent_approval: false, workflow_approval: false, model_use: 'any' } as const;

function settingsOf(row: OrganizationRow | WorkspaceRow) {
  if ('console_values' in row) return { console_values: row.console_values };
  const { agent_approval, workflow_approval, model_use } = row;
  return { agent_approval, workflow_approval, model_use };
}

function assertUniqueItems({ items = [] }: ScopeChain): void {
  const names = items.map(({ name }) => name);
  const index = names.findIndex((name, position) => names.indexOf(name) !== position);
  if (index < 0) return;
  const message = `two items have the name ${names[index]}`;
  throw new AppError('unprocessable', message, {
    detail: message,
    errors: [{ pointer: `/chain/items/${index}/name`, message }],
  });
}

/** Checks the id: agents of the organisation are named under its trust domain (decisions/0012). */
function assertNameable(trustDomain: string): void {
  if (isTrustDomain(trustDomain)) return;
  const message = 'the id must be lower case and shorter, so that it fits into a trust domain';
  throw new AppError('unprocessable', message, {
    detail: message,
    errors: [{ pointer: '/id', message }],
    extensions: { reason: 'trust_domain' },
  });
}

function notFound(detail: string): AppError {
  return new AppError('not_found', detail, { detail });
}

function toOrganization(row: OrganizationRow): Organization {
  const { seq: _seq, created_at, updated_at, ...rest } = row;
  return { ...rest, created_at: toTimestamp(created_at), updated_at: toTimestamp(updated_at) };
}

function toWorkspace(row: WorkspaceRow): Workspace {
  const { seq: _seq, created_at, updated_at, ...rest } = row;
  return { ...rest, created_at: toTimestamp(created_at), updated_at: toTimestamp(updated_at) };
}
