/** Parts of every step of an approval: the present standing of a person, and the record of an outcome. */
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Role } from '../../platform/http/access.ts';
import type { RandomBytes } from '../../platform/ids.ts';
import type { AgentRow } from '../agents/tables.ts';
import type { Audit } from '../audit-log/append.ts';
import { type Author, createAuthor } from '../control/author.ts';
import type { ControlChanges } from '../control/changes.ts';
import type { Events } from '../events/append.ts';
import type { Decider } from './rules.ts';
import type { ApprovalStore } from './store.ts';
import type { ApprovalRow } from './tables.ts';

export interface ApprovalDeps {
  readonly db: Db;
  readonly store: ApprovalStore;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly audit: Audit;
  readonly events: Events;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  /** The present role of a person or of a built-in operator; undefined without one. */
  readonly roleOf: (db: Db, orgId: string, principal: string) => Promise<Role | undefined>;
  /** Undefined for one that is not there (any more). */
  readonly findAgent: (db: Db, orgId: string, id: string) => Promise<AgentRow | undefined>;
  /** The maker of an API key, who stands behind its requests. */
  readonly makerOfKey: (db: Db, orgId: string, keyId: string) => Promise<string | undefined>;
  /** Where people open pages; undefined while the port is only known at run time. */
  readonly publicUrl: string | undefined;
}

/** The outcome of a request, for the log and for listeners. */
export type ApprovalStep = 'requested' | 'approved' | 'denied' | 'expired' | 'cancelled' | 'used' | 'endorsed';

export interface ApprovalCore extends ApprovalDeps {
  /** These as they stand to the request now. */
  readDeciders(db: Db, row: ApprovalRow, users: readonly string[]): Promise<Decider[]>;
  /** Tells of a step, last in its transaction: events first, then the audit log (one lock order). */
  note(tx: Db, author: Author, step: ApprovalStep, row: ApprovalRow, details?: NoteDetails): Promise<void>;
}

export interface NoteDetails {
  readonly reason?: string | undefined;
}

export function createApprovalCore(deps: ApprovalDeps): ApprovalCore {
  const { roleOf, findAgent, events, audit } = deps;
  return {
    ...deps,
    async readDeciders(db, { org_id: orgId, agent_id: agentId }, users) {
      const agent = agentId === null ? undefined : await findAgent(db, orgId, agentId);
      const deciders: Decider[] = [];
      for (const user of users) {
        const isOwner = agent?.owners.includes(user) ?? false;
        deciders.push({ user, role: await roleOf(db, orgId, user), isOwner });
      }
      return deciders;
    },
    async note(tx, author, step, row, { reason } = {}) {
      const details = { ...toFacts(row), ...(reason === undefined ? {} : { reason }) };
      // A yes of several that are needed ends nothing: it is in the audit log alone.
      if (step !== 'endorsed') {
        await events.append(tx, row.org_id, {
          ...{ type: 'agent.log', code: `approval.${step}` },
          agentId: row.agent_id ?? undefined,
          workspaceId: row.workspace_id ?? undefined,
          data: {
            ...{ level: step === 'denied' || step === 'expired' ? 'warn' : 'info', message: toMessage(step, row) },
            fields: { approval_id: row.id, by: author.user, ...details },
          },
        });
      }
      await audit.append(tx, author, {
        ...{ action: `approval.${step}`, resourceType: 'approval', resourceId: row.id, details },
      });
    },
  };
}

/** The author where no person acts: a request expires, or an approval is used up. */
export function approvalsAuthor(orgId: string): Author {
  return { ...createAuthor(orgId, 'approvals'), isDeployment: false };
}

/** @throws always: also for what the author must not know of. */
export function noSuchApproval(): never {
  const detail = 'there is no such approval request';
  throw new AppError('not_found', detail, { detail });
}

/** Facts about a request, without the texts of the requester. */
function toFacts({ kind, status, risk, requester_id, requester_kind, quorum, ...row }: ApprovalRow) {
  return {
    ...{ kind, status, risk, quorum, requester: { id: requester_id, kind: requester_kind } },
    ...(row.agent_id === null ? {} : { agent_id: row.agent_id }),
    ...(row.subject_id === null ? {} : { subject_id: row.subject_id }),
    ...(row.evaluation_id === null ? {} : { evaluation_id: row.evaluation_id }),
    ...(row.result_id === null ? {} : { result_id: row.result_id }),
    ...(row.used_by === null ? {} : { used_by: row.used_by }),
  };
}

function toMessage(step: ApprovalStep, { kind, risk }: ApprovalRow): string {
  return `approval of ${kind} ${step}, risk ${risk}`;
}
