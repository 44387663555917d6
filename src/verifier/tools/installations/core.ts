/** Shared parts of all installation steps: dependencies, and one way to write a step. */

import type { InstallationStatus } from '../../../contract/api/installations/states.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { noLease } from '../../../platform/db/lease.ts';
import { AppError } from '../../../platform/errors.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/log.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import { type Author, createAuthor } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Events } from '../../base/events/append.ts';
import type { AgentStandings } from '../../configuration/agents/standing.ts';
import type { AuditorIntake } from '../../configuration/auditor-catalog/intake.ts';
import type { Approvals } from '../../delegation/approvals/ports.ts';
import type { Aliases } from '../agent-tools/ports.ts';
import type { AppCatalog, AppVersion } from '../app-catalog/ports.ts';
import type { ForeignOAuth } from '../foreign-oauth/ports.ts';
import type { CredentialLifecycle, ScopedCredentials } from '../scoped-credentials/ports.ts';
import type { ScopedCredentialRow } from '../scoped-credentials/tables.ts';
import type { ScopedTools } from '../scoped-tools/ports.ts';
import type { AppTarget } from './config-values.ts';
import type { AppEffects } from './kinds/app-kind.ts';
import { shownBy } from './kinds/auditor-shown.ts';
import { runtimeSource } from './kinds/runtime.ts';
import type { InstallationChange, InstallationStore, NewInstallation } from './store.ts';
import type { InstallationRow } from './tables.ts';
import type { ListTools } from './tool-listing.ts';
import { isTransition } from './transitions.ts';

/**
 * Gives headers with which the verifier itself can list the tools; undefined for a credential that only works in an agent's
 * call. @throws AppError.
 */
export type HeadersOf = (row: ScopedCredentialRow) => Promise<Readonly<Record<string, string>> | undefined>;

export interface InstallationDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly store: InstallationStore;
  readonly changes: Pick<ControlChanges, 'hold' | 'record'>;
  readonly audit: Audit;
  readonly events: Events;
  readonly approvals: Pick<Approvals, 'create' | 'take' | 'use' | 'cancel'>;
  readonly agents: Pick<AgentStandings, 'findStanding'>;
  readonly catalog: Pick<AppCatalog, 'find'>;
  readonly aliases: Aliases;
  readonly tools: Pick<ScopedTools, 'verdictOf' | 'requires'>;
  readonly credentials: Pick<ScopedCredentials, 'resolve' | 'ensureIn' | 'revokeIn' | 'wantScopesIn'>;
  readonly credentialLifecycle: Pick<CredentialLifecycle, 'connectLink' | 'refresh'>;
  readonly foreign: Pick<ForeignOAuth, 'discover' | 'forget' | 'ensureClient' | 'dropClient'>;
  readonly listTools: ListTools;
  readonly headersOf: HeadersOf;
  readonly auditorIntake: Pick<AuditorIntake, 'learn'>;
  readonly effects: AppEffects;
}

/** What is announced about a step. */
export interface StepNote {
  /** `requested`, `installed`, `failed` …; absent: nothing is announced. */
  readonly action: string;
  /** True for changes that gateways must learn of. */
  readonly isChange?: boolean;
  readonly level?: 'info' | 'warn';
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly reason?: string;
  /** False: written to the log only. */
  readonly isEvent?: boolean;
}

export interface InstallationCore extends InstallationDeps {
  /**
   * Writes a step in the caller's transaction, which holds the organisation's lock, if the row did not change meanwhile.
   * @returns the row after it; undefined if it changed. @throws Error for an unknown transition.
   */
  moveIn(
    tx: Db,
    author: Author,
    row: InstallationRow,
    change: InstallationChange & { readonly status: InstallationStatus },
    note?: StepNote,
  ): Promise<InstallationRow | undefined>;
  /** Announces an event of an installation; last in its transaction. */
  note(tx: Db, author: Author, row: InstallationRow, note: StepNote): Promise<void>;
}

export function createInstallationCore(deps: InstallationDeps): InstallationCore {
  const { store, clock, events, audit, changes } = deps;

  const note: InstallationCore['note'] = async (tx, author, row, told) => {
    const { action, level = 'info', message, reason, isChange = false, isEvent = true } = told;
    const fields = { ...toFacts(row), ...told.fields };
    if (isEvent) {
      await events.append(tx, row.org_id, {
        type: 'agent.log',
        code: `app.${action}`,
        agentId: row.agent_id,
        workspaceId: row.workspace_id,
        data: { level, message, fields },
      });
    }
    if (!isChange) {
      const details = { ...fields, ...(reason === undefined ? {} : { reason }) };
      const about = { action: `installation.${action}`, resourceType: 'installation', resourceId: row.id };
      return audit.append(tx, author, { ...about, details });
    }
    await changes.record(tx, author, {
      kind: 'installation',
      subjectId: row.id,
      action,
      scope: { level: 'agent', id: row.agent_id },
      revision: row.status === 'removed' ? 0 : row.revision,
      document: fields,
      ...(reason === undefined ? {} : { reason }),
    });
  };

  return {
    ...deps,
    note,
    async moveIn(tx, author, row, change, told) {
      if (change.status !== row.status && !isTransition(row.status, change.status)) {
        throw new Error(`an installation cannot change from ${row.status} to ${change.status}`);
      }
      const moved = await store.move(tx, row, { ...change, updated_at: clock.now() });
      if (moved !== undefined && told !== undefined) await note(tx, author, moved, told);
      return moved;
    },
  };
}

/** The author of scheduled work. */
export function installationsAuthor(orgId: string): Author {
  return { ...createAuthor(orgId, 'installations'), isDeployment: false };
}

/** Not leased, and nothing to do. */
export const atRest = { next_at: null, ...noLease, attempts: 0 } as const;

/** Due now, for the first process that takes it. */
export function toBeDone(now: number): InstallationChange {
  return { ...atRest, next_at: now };
}

/** Gives the service that its credentials are for. */
export function serviceOf({ name, authHint }: AppVersion): string {
  return authHint?.service ?? name;
}

/** Inserts a new installation in the caller's transaction; its server has an alias in tool catalogs from then on. */
export async function insertNew(
  { store, aliases }: Pick<InstallationDeps, 'store' | 'aliases'>,
  tx: Db,
  row: NewInstallation,
  target: AppTarget,
): Promise<InstallationRow> {
  const made = await store.insert(tx, row);
  if (target.kind !== 'remote' && target.kind !== 'package' && target.kind !== 'skill') return made;
  await aliases.ensure(tx, made.org_id, [{ appId: made.app_id, server: serverOf(made), name: made.name }]);
  return made;
}

/** Gives the server name that an app's tools carry. */
export function serverOf({ name }: Pick<InstallationRow, 'name'>): string {
  return name.split('/').at(-1) ?? name;
}

/** Gives the name under which what an app shows is kept. */
export function sourceOf(row: Pick<InstallationRow, 'name'>, target: AppTarget): string {
  if (target.kind === 'runtime') return runtimeSource;
  return target.kind === 'auditor' ? shownBy(target) : serverOf(row);
}

/** True for an app that the verifier itself looks at again. */
export function isLookedAt(target: AppTarget): boolean {
  if (target.kind === 'auditor') return target.url !== undefined;
  return target.kind === 'remote' || target.kind === 'skill';
}

/** Refuses an app whose tools are all blocked in a workspace. @throws AppError `policy_denied` with a `reason`. */
export async function assertPolicy(
  { tools }: Pick<InstallationDeps, 'tools'>,
  db: Db,
  place: { readonly orgId: string; readonly workspaceId: string },
  app: Pick<AppVersion, 'appId' | 'status'>,
): Promise<void> {
  const { orgId, workspaceId } = place;
  // Removed from the catalog while the installation waited; existing installations keep it.
  if (app.status === 'deleted') {
    const gone = 'the app was removed from the catalog';
    throw new AppError('policy_denied', gone, { detail: gone, extensions: { reason: 'app_deleted' } });
  }
  // `*` asks about every tool of the app.
  const all = await tools.verdictOf(db, orgId, workspaceId, { appId: app.appId, server: '*', name: '*' });
  if (all.mode !== 'blocked') return;
  const isUnsaid = all.decidedBy.level === 'default';
  const detail = isUnsaid
    ? 'no rule makes a tool of this app available here: an admin or operator must write one'
    : 'a rule blocks the tools of this app here';
  const extensions = { reason: isUnsaid ? 'not_available' : 'tool_blocked', decided_by: all.decidedBy };
  throw new AppError('policy_denied', detail, { detail, extensions });
}

function toFacts({
  id,
  app_id,
  name,
  version,
  target_version,
  status,
  error,
  tools_snapshot_hash,
  tools_present_hash,
}: InstallationRow) {
  return {
    installation_id: id,
    app_id,
    name,
    version,
    status,
    tools_snapshot_hash,
    ...(tools_present_hash === tools_snapshot_hash ? {} : { tools_present_hash }),
    ...(target_version === null ? {} : { target_version }),
    ...(error === null ? {} : { error }),
  };
}
