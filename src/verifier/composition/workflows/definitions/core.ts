/** Shared dependencies of definitions, and the one way to record a change. */
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import type { Graph } from '../../../../contract/api/workflows/graph.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { RandomBytes } from '../../../../platform/ids.ts';
import type { Logger } from '../../../../platform/log.ts';
import type { Audit } from '../../../base/audit-log/append.ts';
import { type Author, createAuthor } from '../../../base/control/author.ts';
import type { ControlChanges } from '../../../base/control/changes.ts';
import type { Events } from '../../../base/events/append.ts';
import type { Workspaces } from '../../../configuration/workspaces/service.ts';
import type { Approvals } from '../../../delegation/approvals/ports.ts';
import { validate } from '../graph/validate.ts';
import type { WorkflowRuns } from '../ports.ts';
import type { ChainsOf } from './chains.ts';
import { type Composed, findReferenceProblems, type ReferenceDeps, type ReferenceFindings } from './references.ts';
import type { WorkflowStore } from './store.ts';
import type { WorkflowRow } from './tables.ts';

export interface DefinitionDeps extends Omit<ReferenceDeps, 'store' | 'chainsOf'> {
  readonly db: Db;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  readonly store: WorkflowStore;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly audit: Audit;
  readonly events: Events;
  readonly approvals: Pick<Approvals, 'create' | 'take' | 'use' | 'cancel'>;
  readonly workspaces: Pick<Workspaces, 'get' | 'getOrganization'>;
  /** Creates a chain reader with an empty cache. */
  readonly newChains: () => ChainsOf;
  /** Undefined while no gateway is known that steps could use. */
  readonly gatewayUrl: () => string | undefined;
  readonly runs: WorkflowRuns;
}

/** One change as it is recorded. */
export interface ChangeNote {
  /** `created`, `updated`, `deploying`, `running` … */
  readonly action: string;
  readonly reason?: string;
  /** Event of the console stream: `deployed`, `stopped`, `failed` or `degraded`. */
  readonly event?: { readonly code: string; readonly level: 'info' | 'warn'; readonly message: string };
}

export interface DefinitionCore extends DefinitionDeps {
  /** Records a change as history, event and audit entry. Call it last in the transaction. */
  note(tx: Db, author: Author, row: WorkflowRow, note: ChangeNote): Promise<void>;
  /** Checks every rule, including those that read other records. */
  findAllProblems(db: Db, composed: Composed): Promise<ReferenceFindings>;
}

export function createDefinitionCore(deps: DefinitionDeps): DefinitionCore {
  const { store, clock, events, audit } = deps;
  return {
    ...deps,
    async note(tx, author, row, { action, reason, event }) {
      const { org_id, id, status, revision, draft_revision, deployed_revision } = row;
      await store.insertChange(tx, {
        org_id,
        workflow_id: id,
        action,
        status,
        revision,
        draft_revision,
        deployed_revision,
        reason: reason ?? null,
        changed_at: clock.now(),
        changed_by: author.user,
      });
      const facts = { workflow_id: id, name: row.name, status, draft_revision, deployed_revision };
      const why = reason === undefined ? {} : { reason };
      if (event !== undefined) {
        await events.append(tx, org_id, {
          type: 'agent.log',
          code: `workflow.${event.code}`,
          workspaceId: row.workspace_id,
          ...(row.agent_id === null ? {} : { agentId: row.agent_id }),
          data: { level: event.level, message: event.message, fields: { ...facts, ...why } },
        });
      }
      const about = { action: `workflow.${action}`, resourceType: 'workflow', resourceId: id };
      await audit.append(tx, author, { ...about, details: { ...facts, revision, ...why } });
    },
    async findAllProblems(db, composed) {
      const own = validate(composed.graph);
      const found = await findReferenceProblems({ ...deps, chainsOf: deps.newChains() }, db, composed);
      return { ...found, problems: [...own, ...found.problems] };
    },
  };
}

/** The author of the program's own changes. */
export function workflowsAuthor(orgId: string): Author {
  return { ...createAuthor(orgId, 'workflows'), isDeployment: false };
}

/** `sha256:` over the canonical JSON (RFC 8785). */
export function digestOfGraph(graph: Graph): string {
  return `sha256:${sha256Hex(canonicalize(graph))}`;
}

export function noWorkflow(): AppError {
  const detail = 'there is no such workflow';
  return new AppError('not_found', detail, { detail });
}

export function workflowConflict(
  reason: string,
  detail: string,
  more: Readonly<Record<string, unknown>> = {},
): AppError {
  return new AppError('conflict', detail, { detail, extensions: { reason, ...more } });
}
