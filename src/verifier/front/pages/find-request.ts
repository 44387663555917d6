/** Finds the request of an address in any of the visitor's organisations, and what the visitor may do about it. */
import type { FastifyRequest } from 'fastify';
import type { Approval } from '../../../contract/api/approvals/shapes.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError, isAppError } from '../../../platform/errors.ts';
import type { Role } from '../../../platform/http/access.ts';
import type { Page, PageStart } from '../../../platform/http/page.ts';
import type { Author } from '../../base/control/author.ts';
import type { Approvals } from '../../delegation/approvals/ports.ts';
import { type Decider, isReached, type RefusalReason, whyNot } from '../../delegation/approvals/rules.ts';
import type { ApprovalRow } from '../../delegation/approvals/tables.ts';
import type { FindNames, Names } from './names.ts';
import { toVisitorAuthor, type Visitor } from './visitor.ts';

export interface FoundRequest {
  /** The visitor, in the organisation of the request. */
  readonly author: Author;
  readonly approval: Approval;
  readonly row: ApprovalRow;
  readonly names: Names;
  /** Why the visitor may not decide it; undefined if they may. */
  readonly whyNot: RefusalReason | undefined;
  /** This visitor's yes approves it; if false, others have to approve too. */
  readonly isEnough: boolean;
}

export interface FindRequestDeps {
  readonly db: Db;
  readonly approvals: Pick<Approvals, 'get'>;
  readonly findApproval: (db: Db, orgId: string, id: string) => Promise<ApprovalRow | undefined>;
  readonly roleOf: (db: Db, orgId: string, user: string) => Promise<Role | undefined>;
  readonly findNames: FindNames;
}

export type FindRequest = (call: FastifyRequest, visitor: Visitor) => Promise<FoundRequest>;

/** A visitor who may not see the request gets the same answer as if it did not exist. */
export function createFindRequest(deps: FindRequestDeps): FindRequest {
  const { db, approvals, findApproval } = deps;

  const describe = async (author: Author, approval: Approval, row: ApprovalRow): Promise<FoundRequest> => {
    const { orgId, user, role } = author;
    const approvers = approval.decisions.map(({ approver }) => approver);
    const people = [approval.subject, approval.requester.id, ...approval.approvers, ...approvers];
    const names = await deps.findNames(orgId, { agents: [approval.agent_id], people });
    const owners = names.agent(approval.agent_id ?? '')?.ownerIds ?? [];
    const self: Decider = { user, role, isOwner: owners.includes(user) };
    const yes: Decider[] = [self];
    for (const { approver, verdict } of approval.decisions) {
      if (verdict !== 'approve') continue;
      yes.push({ user: approver, role: await deps.roleOf(db, orgId, approver), isOwner: owners.includes(approver) });
    }
    return { author, approval, row, names, whyNot: whyNot(row, self), isEnough: isReached(row, yes) };
  };

  return async (call, visitor) => {
    const id = readId(call);
    for (const author of authorsOf(visitor, call)) {
      try {
        const approval = await approvals.get(author, id);
        const row = await findApproval(db, author.orgId, id);
        if (row !== undefined) return describe(author, approval, row);
      } catch (error) {
        if (!isAppError(error, 'not_found')) throw error;
      }
    }
    throw noRequest();
  };
}

/** Gives the visitor as an author in each of their organisations, the present one first: a link in a message names none. */
export function authorsOf(visitor: Visitor, call: FastifyRequest): Author[] {
  const { membership, memberships } = visitor;
  const others = memberships.filter(({ orgId }) => orgId !== membership?.orgId);
  const all = membership === undefined ? [] : [membership, ...others];
  return all.map((each) => toVisitorAuthor({ ...visitor, membership: each }, call));
}

function readId({ params }: FastifyRequest): string {
  return String(Reflect.get(Object(params), 'id')).slice(0, 200);
}

/** The same error for a request that is missing and one that is hidden, so that it does not reveal which exist. */
export function noRequest(): AppError {
  const detail = 'the request does not exist, or it is not for you';
  return new AppError('not_found', detail, { detail });
}

/** Tells whether the request is already decided: somebody was faster, or the form was sent twice. */
export function isDecided(error: unknown): boolean {
  if (isAppError(error, 'invalid_task_state')) return true;
  return isAppError(error, 'conflict') && error.extensions?.['reason'] === 'approval_used';
}

export interface WaitingFor {
  /** Requests that the reader can decide. */
  readonly toDecide: Page<Approval>;
  /** Approved consent of the reader that they still have to begin. */
  readonly toBegin: readonly Approval[];
}

/** Finds the requests that wait for a person. */
export async function findWaiting(
  { list }: Pick<Approvals, 'list'>,
  author: Author,
  page: PageStart,
  now: number,
): Promise<WaitingFor> {
  const toDecide = await list(author, { status: 'pending', decidableBy: author }, page);
  const own = { kind: 'delegation', status: 'approved', subjectId: author.user } as const;
  const approved = await list(author, own, { limit: page.limit, before: undefined });
  const isOpen = ({ result }: Approval) =>
    result !== null && result.used_at === null && Date.parse(result.approval.approved_until) > now;
  return { toDecide, toBegin: approved.items.filter(isOpen) };
}
