/** Shared parts of every step of an approval: the present standing of a person, and the record of an outcome. */
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Role } from '../../../platform/http/access.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import { type Author, createAuthor } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Events } from '../../base/events/append.ts';
import type { AgentRow } from '../../configuration/agents/tables.ts';
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
  /** Gives the present role of a person or of a built-in operator; undefined without one. */
  readonly roleOf: (db: Db, orgId: string, principal: string) => Promise<Role | undefined>;
  /** Undefined if there is no such agent (any more). */
  readonly findAgent: (db: Db, orgId: string, id: string) => Promise<AgentRow | undefined>;
  /** Gives the maker of an API key, who is a requester of what is asked with it. */
  readonly makerOfKey: (db: Db, orgId: string, keyId: string) => Promise<string | undefined>;
  /** Address of the pages; undefined while the port is only known at run time. */
  readonly publicUrl: string | undefined;
}

/** A step of a request, for the audit log and for listeners. */
export type ApprovalStep = 'requested' | 'approved' | 'denied' | 'expired' | 'cancelled' | 'used' | 'endorsed';

export interface ApprovalCore extends ApprovalDeps {
  /** Gives the present standing of these people towards the request. */
  readDeciders(db: Db, row: ApprovalRow, users: readonly string[]): Promise<Decider[]>;
  /** Records a step, last in its transaction: first the event, then the audit entry (one lock order). */
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
      // One of several needed approvals ends nothing, so only the audit log has it.
      if (step !== 'endorsed') {
        await events.append(tx, row.org_id, {
          type: 'agent.log',
          code: `approval.${step}`,
          agentId: row.agent_id ?? undefined,
          workspaceId: row.workspace_id ?? undefined,
          data: {
            level: step === 'denied' || step === 'expired' ? 'warn' : 'info',
            message: toMessage(step, row),
            fields: { approval_id: row.id, by: author.user, ...details },
          },
        });
      }
      await audit.append(tx, author, {
        action: `approval.${step}`,
        resourceType: 'approval',
        resourceId: row.id,
        details,
      });
    },
  };
}

/** Gives the author if no person acts: a request expires, or an approval is used up. */
export function approvalsAuthor(orgId: string): Author {
  return { ...createAuthor(orgId, 'approvals'), isDeployment: false };
}

/** Refuses a missing request, and one that the author must not see. @throws always. */
export function noSuchApproval(): never {
  const detail = 'there is no such approval request';
  throw new AppError('not_found', detail, { detail });
}

/** Gives the facts of a request, without the requester's texts. */
function toFacts({ kind, status, risk, requester_id, requester_kind, quorum, ...row }: ApprovalRow) {
  return {
    kind,
    status,
    risk,
    quorum,
    requester: { id: requester_id, kind: requester_kind },
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
