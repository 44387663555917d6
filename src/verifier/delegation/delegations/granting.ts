/**
 * Makes a grant from a consent request, in one transaction: the approval (of a pending request), its use, the grant, and what the
 * new consent takes out of older grants. After an interruption all of it has happened, or nothing.
 */

import type { Requested } from '../../../contract/api/approvals/shapes.ts';
import { defaultTtlS, type GrantRequest } from '../../../contract/api/delegations/shapes.ts';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { createId, type RandomBytes } from '../../../platform/ids.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import type { Author } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { Events } from '../../base/events/append.ts';
import type { Members } from '../../identity/members/service.ts';
import type { Approvals } from '../approvals/ports.ts';
import type { ApprovalRow } from '../approvals/tables.ts';
import type { Eligibility, ToCanonical } from './eligibility.ts';
import type { Endings } from './ending.ts';
import { assertMayGrant, maySeeRequest } from './rules.ts';
import type { GrantStore } from './store.ts';
import type { DelegationGrantRow } from './tables.ts';
import { askedTtlS, canonical, narrowTo, type Terms } from './terms.ts';

export interface GrantingDeps {
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly store: GrantStore;
  readonly changes: ControlChanges;
  readonly audit: Audit;
  readonly events: Events;
  readonly approvals: Pick<Approvals, 'take' | 'approve' | 'use'>;
  readonly members: Pick<Members, 'roleOf'>;
  readonly eligibility: Eligibility;
  readonly endings: Endings;
  readonly toCanonical: ToCanonical;
}

/** Runs in the caller's transaction, like {@link Delegations.grant}. */
export type MakeGrant = (tx: Db, author: Author, agentId: string, request: GrantRequest) => Promise<DelegationGrantRow>;

export function createMakeGrant(deps: GrantingDeps): MakeGrant {
  const { clock, randomBytes, store, changes, approvals, eligibility } = deps;
  return async (tx, author, agentId, request) => {
    const { orgId } = author;
    await changes.hold(tx, orgId);
    const asked = await approvals.take(tx, orgId, request.consent_request_id);
    const agent = await eligibility.findAgent(tx, orgId, agentId);
    const isOfAgent = asked.kind === 'delegation' && asked.agent_id === agentId;
    if (!isOfAgent || agent === undefined || !maySeeRequest(author, asked, agent.access)) throw noRequest();
    if (asked.status === 'expired') throw expired('nobody decided on the request in time: send a new one');
    const subjectId = asked.subject_id ?? '';
    // Locks these rows before the approval, whose entries lock the log: issuing a token locks in the same order.
    const older = await store.lockActive(tx, orgId, { agentId, subjectId });
    await giveConsent(deps, tx, author, asked);
    const now = clock.now();
    const terms = toTerms(asked.requested, canonical(request, deps.toCanonical), now);
    const subject = await eligibility.assertAllowed(tx, agent, subjectId, terms);
    const id = createId('dgr', clock, randomBytes);
    await approvals.use(tx, orgId, asked.id, id);
    for (const row of older) await takeOut(deps, tx, author, row, terms.resources);
    const row = await store.insert(tx, {
      org_id: orgId,
      id,
      agent_id: agentId,
      subject_id: subjectId,
      subject_issuer: subject.issuer,
      account_domain: subject.accountDomain,
      resources: terms.resources,
      scopes: terms.scopes,
      purpose: asked.requested.purpose ?? '',
      constraints: terms.constraints,
      status: 'active',
      consent_request_id: asked.id,
      granted_at: now,
      granted_by: author.user,
      expires_at: terms.expiresAt,
      revoked_at: null,
      revoked_by: null,
      revoke_reason: null,
      last_used_at: null,
      use_count: 0,
      policy_version: String((await changes.current(tx, orgId)).revision),
      revision: 1,
      created_at: now,
      created_by: author.user,
      updated_at: now,
    });
    await tell(deps, tx, author, row);
    return row;
  };
}

/** Makes sure of the consent behind a grant: approves it in this call, or finds it approved. */
async function giveConsent(deps: GrantingDeps, tx: Db, author: Author, asked: ApprovalRow): Promise<void> {
  const { approvals, members, clock } = deps;
  if (asked.status === 'pending') {
    const { status } = await approvals.approve(tx, author, asked.id);
    if (status === 'approved') return;
    const detail =
      'one consent is not enough here: approve the request, and create the grant when enough people have approved';
    throw new AppError('conflict', detail, {
      detail,
      extensions: { reason: 'quorum_not_reached', approval_status: status },
    });
  }
  // The present role: the author may have lost theirs while the request waited for the lock.
  const role = await members.roleOf(tx, author.orgId, author.user);
  assertMayGrant({ ...author, role: role ?? 'anonymous' }, asked);
  if (asked.status !== 'approved') {
    const detail = `the request is ${asked.status}`;
    throw new AppError('invalid_task_state', detail, { detail, extensions: { approval_status: asked.status } });
  }
  if (asked.used_by !== null) {
    const detail = 'this request already has a grant';
    const extensions = { reason: 'approval_used', approval_status: asked.status, grant_id: asked.used_by };
    throw new AppError('conflict', detail, { detail, extensions });
  }
  if ((asked.approved_until ?? 0) <= clock.now())
    throw expired('the request can no longer become a grant: send a new one');
}

function expired(detail: string): AppError {
  return new AppError('approval_expired', detail, {
    detail,
    extensions: { approval_status: 'expired', next_action: 'request' },
  });
}

/** Takes the request as the limit, and gives the terms that are granted of it. */
function toTerms(
  { scopes = [], resources = [], tools, max_uses, ttl, until }: Requested,
  wanted: GrantRequest,
  now: number,
): Terms {
  const byTtl = now + askedTtlS(ttl) * 1000;
  const expiresAt = until === undefined ? byTtl : Math.min(byTtl, Date.parse(until));
  if (expiresAt <= now) throw expired('the requested time has passed: send a new request');
  const constraints = { ...(tools && { tools }), ...(max_uses !== undefined && { max_uses }) };
  const limit = { scopes, resources, expiresAt, constraints };
  const terms = narrowTo(limit, wanted, now);
  // Without a duration the default applies, but never more than was asked for.
  const usual = Math.min(terms.expiresAt, now + defaultTtlS * 1000);
  return wanted.ttl_seconds === undefined ? { ...terms, expiresAt: usual } : terms;
}

/** Takes the resources of a newer consent out of older grants: a resource has one active grant. */
async function takeOut(
  { endings, clock }: GrantingDeps,
  tx: Db,
  author: Author,
  row: DelegationGrantRow,
  resources: readonly string[],
): Promise<void> {
  const left = row.resources.filter((resource) => !resources.includes(resource));
  if (left.length === row.resources.length || row.expires_at <= clock.now()) return;
  if (left.length > 0) await endings.narrow(tx, author, row, { resources: left });
  else await endings.end(tx, author, [row], { reason: 'narrowed', note: 'a newer consent replaced it' });
}

async function tell({ audit, events }: GrantingDeps, tx: Db, author: Author, row: DelegationGrantRow): Promise<void> {
  const { org_id, id, agent_id, subject_id, resources, scopes, consent_request_id } = row;
  const fields = { grant_id: id, subject_id, resources, scopes, expires_at: toTimestamp(row.expires_at) };
  const data = { level: 'info', message: 'a person let the agent act for them', fields };
  await events.append(tx, org_id, { type: 'agent.log', code: 'delegation.granted', agentId: agent_id, data });
  const about = { action: 'delegation.granted', resourceType: 'delegation', resourceId: id };
  await audit.append(tx, author, { ...about, details: { ...fields, agent_id, consent_request_id } });
}

function noRequest(): AppError {
  const detail = 'there is no such consent request of this agent';
  return new AppError('not_found', detail, { detail });
}
