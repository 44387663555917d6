/** Operations of people on agents' apps: install, read, retry, update, approve tools, remove. */

import type { Installation, InstallRequest, UpgradeRequest } from '../../../contract/api/installations/shapes.ts';
import { afterCommit } from '../../../platform/db/after-commit.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError, isAppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import type { Author } from '../../base/control/author.ts';
import type { AgentStanding } from '../../configuration/agents/standing.ts';
import type { AppVersion } from '../app-catalog/ports.ts';
import { askForApproval, needsInstallApproval } from './approval-step.ts';
import { assertPolicy, type InstallationCore, insertNew, toBeDone } from './core.ts';
import { toTarget } from './kinds/kinds.ts';
import { load } from './load.ts';
import { toNewInstallation } from './new-installation.ts';
import type { Installations } from './ports.ts';
import {
  alreadyThere,
  assertMayChange,
  assertMayChangeApp,
  assertMayConfigure,
  isOfWorkspace,
  noInstallation,
  refuseAs,
  refuseInstallationState,
  seesOnly,
  toolRequired,
} from './rights.ts';
import { isPlaceable } from './steps.ts';
import type { InstallationFilter } from './store.ts';
import type { InstallationRow } from './tables.ts';
import { createToolsApi, type ToolsApi, type ToolsApiDeps } from './tools.ts';
import { toInstallation, toInstalledApp } from './views.ts';
import type { InstallationWork } from './work.ts';

/** Operations for the routes, besides {@link Installations}. */
export interface InstallationApi extends Installations, ToolsApi {
  /**
   * Runs in the caller's transaction; the work begins after its commit.
   * @throws AppError `policy_denied`, `forbidden`, …
   */
  installIn(tx: Db, author: Author, appId: string, request: InstallRequest): Promise<Installation>;
  get(author: Author, id: string): Promise<Installation>;
  list(author: Author, filter: InstallationFilter, page: PageStart): Promise<Page<Installation>>;
  /** Continues where it failed, or requests approval again; while a person has to connect, the answer has a link for them. */
  retry(author: Author, id: string): Promise<Installation>;
  upgrade(author: Author, id: string, request: UpgradeRequest): Promise<Installation>;
  uninstall(author: Author, id: string): Promise<Installation>;
}

export interface InstallationApiDeps extends ToolsApiDeps {
  readonly work: InstallationWork;
}

export function createInstallationApi(deps: InstallationApiDeps): InstallationApi {
  return {
    ...createReading(deps),
    ...createInstalling(deps),
    ...createChanging(deps),
    ...createToolsApi(deps),
    ...createForOthers(deps),
  };
}

function createReading({ core }: InstallationApiDeps): Pick<InstallationApi, 'get' | 'list'> {
  const { db, store } = core;
  return {
    async get(author, id) {
      const row = await load(core, db, author, id);
      return toInstallation(row, { warnings: await readWarnings(core, row) });
    },
    async list(author, filter, page) {
      const own = seesOnly(author);
      if (own !== undefined && (filter.agentId ?? own) !== own)
        return { items: [], next_cursor: null, has_more: false };
      const rows = await store.list(db, author.orgId, { ...filter, ...(own !== undefined && { agentId: own }) }, page);
      return toPage(rows, page.limit, (row) => toInstallation(row));
    },
  };
}

/** Warns about changes of its catalog entry since. */
async function readWarnings({ catalog, db }: InstallationCore, row: InstallationRow): Promise<string[]> {
  const app = await catalog.find(db, row.org_id, row.app_id, row.version);
  return app.status === 'active' ? [] : [`the app is ${app.status} in the catalog`];
}

/** Finds a registered agent that is not retired. @throws AppError `not_found`, `forbidden`, `agent_decommissioned`. */
async function findAgent(core: InstallationCore, tx: Db, author: Author, agentId: string): Promise<AgentStanding> {
  const agent = await core.agents.findStanding(tx, author.orgId, agentId);
  if (agent === undefined) {
    const detail = 'there is no such agent';
    throw new AppError('not_found', detail, { detail });
  }
  assertMayChange(author, agent.access);
  if (agent.status !== 'decommissioned') return agent;
  const detail = 'the agent is decommissioned';
  throw new AppError('agent_decommissioned', detail, { detail, extensions: { agent_status: agent.status } });
}

/** Finds an entry that may be installed. */
async function findApp(
  core: InstallationCore,
  tx: Db,
  orgId: string,
  appId: string,
  version?: string,
): Promise<AppVersion> {
  const app = await core.catalog.find(tx, orgId, appId, version);
  if (app.status !== 'deleted') return app;
  const detail = 'there is no such app (any more)';
  throw new AppError('not_found', detail, { detail });
}

function createInstalling({ core, work }: InstallationApiDeps): Pick<InstallationApi, 'installIn'> {
  const { store, changes } = core;
  return {
    async installIn(tx, author, appId, { agent_id: agentId, version, config = {}, connect_as: as = 'agent' }) {
      const { orgId } = author;
      await changes.hold(tx, orgId);
      const agent = await findAgent(core, tx, author, agentId);
      const app = await findApp(core, tx, orgId, appId, version);
      const target = toTarget(app, config);
      assertMayConfigure(author, config);
      if (as === 'me' && author.kind !== 'person') throw refuseAs();
      await assertPolicy(core, tx, { orgId, workspaceId: agent.workspaceId }, app);
      const known = await store.findLive(tx, orgId, agentId, app.appId);
      if (known !== undefined) throw alreadyThere(known);
      const connectUserId = as === 'me' ? author.user : null;
      const request = { app, agent, config, connectUserId, by: author.user };
      const row = await insertNew(core, tx, toNewInstallation(core, request), target);
      const message = `${app.title} ${app.version} will be installed`;
      await core.note(tx, author, row, { action: 'requested', message });
      const asked = needsInstallApproval(app, author)
        ? await core.moveIn(tx, author, row, {
            status: 'awaiting_approval',
            approval_id: await askForApproval(core, tx, author, { app, target, agent, isUpdate: false }),
          })
        : row;
      afterCommit(tx, () => work.wake(row));
      const warnings = app.status === 'deprecated' ? ['the app is deprecated in the catalog'] : [];
      return toInstallation(asked ?? row, { warnings });
    },
  };
}

function createChanging({ core, work }: InstallationApiDeps): Pick<InstallationApi, 'retry' | 'upgrade' | 'uninstall'> {
  const { db, clock, store, changes, credentialLifecycle } = core;

  /** Locks the row for an author who may change its agent. */
  const begin = async (tx: Db, author: Author, id: string) => {
    await changes.hold(tx, author.orgId);
    await load(core, tx, author, id);
    const row = await store.lock(tx, author.orgId, id);
    if (row === undefined) throw noInstallation();
    return { row, agent: await assertMayChangeApp(core, tx, author, row) };
  };

  const beginForAgent = async (tx: Db, author: Author, id: string) => {
    const { row, agent } = await begin(tx, author, id);
    if (agent === undefined) throw noInstallation();
    return { row, agent };
  };

  const save = async (tx: Db, author: Author, row: InstallationRow, ...rest: Tail) => {
    const moved = await core.moveIn(tx, author, row, ...rest);
    if (moved === undefined) throw new Error('an installation changed under its lock');
    afterCommit(tx, () => work.wake(moved));
    return moved;
  };

  const resume = async (tx: Db, author: Author, row: InstallationRow, agent: AgentStanding) => {
    const { resume_at: at } = row;
    if (at === null) throw new Error('a failed installation knows its next step');
    const again = { ...toBeDone(clock.now()), error: null, resume_at: null, asked_by: author.user };
    const note = { action: 'retried', message: `${row.title} is retried`, isEvent: false };
    if (at !== 'awaiting_approval') return save(tx, author, row, { ...again, status: at }, note);
    // It was denied or timed out: approval is requested again, or an admin approves by this retry.
    const app = await findApp(core, tx, author.orgId, row.app_id, row.version);
    if (!needsInstallApproval(app, author))
      return save(tx, author, row, { ...again, status: 'requested', approval_id: null }, note);
    const target = toTarget(app, row.config);
    const approval = await askForApproval(core, tx, author, { app, target, agent, isUpdate: false });
    return save(tx, author, row, { ...again, status: at, approval_id: approval }, note);
  };

  return {
    async retry(author, id) {
      const row = await db.transaction(async (tx) => {
        const { row, agent } = await beginForAgent(tx, author, id);
        if (row.status === 'failed') return resume(tx, author, row, agent);
        if (row.status === 'installed' || row.status === 'removed') {
          throw refuseInstallationState(row, `there is nothing to retry: it is ${row.status}`);
        }
        // The lease holder continues; otherwise it is taken up now.
        await store.wake(tx, row, clock.now());
        afterCommit(tx, () => work.wake(row));
        return row;
      });
      const { credential_id: credential, scopes } = row.auth;
      const isAsked = row.status === 'awaiting_connect' && credential !== null && isPlaceable(row.auth);
      if (!isAsked) return toInstallation(row);
      try {
        return toInstallation(row, {
          connectUrl: (await credentialLifecycle.connectLink(author, credential, scopes)).url,
        });
      } catch (error) {
        // The retry succeeded; only the link is missing: another person has to connect, or no page can be opened here.
        if (!isAppError(error)) throw error;
        return toInstallation(row, { warnings: [`no link to connect: ${error.publicText}`] });
      }
    },
    upgrade: (author, id, { version, config }) =>
      db.transaction(async (tx) => {
        const { row, agent } = await beginForAgent(tx, author, id);
        if (row.status !== 'installed')
          throw refuseInstallationState(row, `only an installed app can be updated: it is ${row.status}`);
        if (row.is_quarantined)
          throw refuseInstallationState(row, 'review its tools and approve them first', 'quarantined');
        if (row.version === version && config === undefined) {
          throw refuseInstallationState(row, 'it already has this version', 'same_version');
        }
        const app = await findApp(core, tx, author.orgId, row.app_id, version);
        const target = toTarget(app, config ?? row.config);
        assertMayConfigure(author, config ?? {});
        await assertPolicy(core, tx, { orgId: author.orgId, workspaceId: row.workspace_id }, app);
        const approval = needsInstallApproval(app, author)
          ? await askForApproval(core, tx, author, { app, target, agent, isUpdate: true })
          : null;
        const moved = await save(
          ...[tx, author, row],
          {
            status: 'updating',
            target_version: version,
            target_config: config ?? row.config,
            error: null,
            approval_id: approval,
            asked_by: author.user,
            ...toBeDone(clock.now()),
          },
          { action: 'upgrade_requested', message: `${row.title} will be updated to version ${version}` },
        );
        return toInstallation(moved, {
          warnings: app.status === 'deprecated' ? ['the app is deprecated in the catalog'] : [],
        });
      }),
    uninstall: (author, id) =>
      db.transaction(async (tx) => {
        const { row } = await begin(tx, author, id);
        if (row.status === 'removed' || row.status === 'uninstalling') return toInstallation(row);
        if (await core.tools.requires(tx, author.orgId, row.workspace_id, row.app_id)) throw toolRequired(row);
        return toInstallation(await shutDown(core, work, tx, author, row, false));
      }),
  };
}

type Tail = readonly [
  change: Parameters<InstallationCore['moveIn']>[3],
  note?: Parameters<InstallationCore['moveIn']>[4],
];

/** Ends an installation: its tools are unavailable at once, and its secrets are destroyed. */
async function shutDown(
  core: InstallationCore,
  work: InstallationWork,
  tx: Db,
  author: Author,
  row: InstallationRow,
  isRetired: boolean,
) {
  const { store, credentials, clock } = core;
  await core.effects.end(tx, row, { isRetired });
  const isAsked = row.status === 'awaiting_approval' || row.status === 'updating';
  if (isAsked && row.approval_id !== null) await dropRequest(core, tx, author, row.approval_id);
  const others = await store.listOfAgent(tx, row.org_id, row.agent_id);
  const isShared = others.some(({ id, service }) => id !== row.id && service === row.service);
  const bound = isShared ? [] : await store.listAgentCredentials(tx, row.org_id, row.agent_id, row.service);
  for (const { id } of bound) await credentials.revokeIn(tx, author, id, `${row.name} was uninstalled`);
  const moved = await core.moveIn(
    ...[tx, author, row],
    {
      status: 'uninstalling',
      target_version: null,
      target_config: null,
      resume_at: null,
      error: null,
      asked_by: author.user,
      tools: [],
      ...toBeDone(clock.now()),
    },
    { action: 'uninstalling', isChange: true, message: `${row.title} is removed` },
  );
  if (moved === undefined) throw new Error('an installation changed under its lock');
  afterCommit(tx, () => work.wake(moved));
  return moved;
}

/** Cancels the pending approval request if the author may; otherwise it times out without effect. */
async function dropRequest({ approvals }: InstallationCore, tx: Db, author: Author, id: string): Promise<void> {
  const { status } = await approvals.take(tx, author.orgId, id);
  if (status !== 'pending') return;
  await approvals.cancel(tx, author, id, 'it is no longer wanted').catch((error: unknown) => {
    if (!isAppError(error, 'forbidden')) throw error;
  });
}

function createForOthers({ core, work }: InstallationApiDeps): Installations {
  const { db, store, clock } = core;
  return {
    listOfAgent: async (from, orgId, agentId) =>
      (await store.listAppsOfAgent(from, orgId, agentId)).map(toInstalledApp),
    async onConnected(orgId, credentialId) {
      const service = await store.findService(db, orgId, credentialId);
      if (service === undefined) return;
      for (const { id } of await store.wakeWaiting(db, orgId, service, clock.now())) work.wake({ org_id: orgId, id });
    },
    async removeAllOf(tx, author, agentId) {
      for (const row of await store.listOfAgent(tx, author.orgId, agentId)) {
        if (row.status !== 'uninstalling' && !isOfWorkspace(row)) await shutDown(core, work, tx, author, row, true);
      }
    },
    async removeAllIn(tx, author, workspaceId) {
      for (const row of await store.listOfWorkspace(tx, author.orgId, workspaceId)) {
        if (row.status !== 'uninstalling') await shutDown(core, work, tx, author, row, true);
      }
    },
    sweep: work.sweep,
  };
}
