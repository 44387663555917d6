/** A reviewer's decision: made by a named reviewer, with a reason if required, and never about their own access. */

import type { Decide, Decision } from '../../../contract/api/access-reviews/shapes.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Author, assertMay } from '../../base/control/author.ts';
import { staleRevision } from '../../base/revision.ts';
import { type LoadedInstance, notFound, type ReviewCore, refuseInstance } from './core.ts';
import type { DecisionRow } from './tables.ts';
import { toDecision } from './views.ts';

/** The decision that a path names. */
export interface DecisionPath {
  readonly reviewId?: string | undefined;
  readonly instanceId: string;
  readonly id: string;
}

/** @throws AppError `forbidden` if the author must not decide it, `precondition_failed` if somebody else did meanwhile. */
export type DecideOne = (
  tx: Db,
  author: Author,
  path: DecisionPath,
  request: Decide,
  revision: number,
) => Promise<Decision>;

export function createDecide(core: ReviewCore): DecideOne {
  const { store, changes, audit, clock } = core;

  const assertOthers = async (
    tx: Db,
    author: Author,
    { scope }: LoadedInstance['review'],
    row: DecisionRow,
  ): Promise<void> => {
    const isAlone = (owners: readonly string[]) => owners.length === 1 && owners[0] === author.user;
    if (scope === 'tools') {
      if (isAlone(row.owners)) throw refuse('own_rule', 'a reviewer cannot review a rule that they set');
      return;
    }
    if (scope === 'credentials') {
      if (isAlone(row.owners)) throw refuse('own_credential', 'a reviewer cannot review their own credential');
      if (row.principal.type !== 'agent') return;
    }
    if (scope === 'grants' && isAlone(row.owners)) {
      throw refuse('own_grant', 'a reviewer cannot review a delegation of their own: revoke it instead');
    }
    // A person who gave the agent away or took it over since the start also counts as its owner.
    const owners = await store.listOwners(tx, author.orgId, row.principal.id);
    if (isAlone(row.owners) || isAlone(owners)) {
      throw refuse('sole_owner', 'a reviewer cannot review an agent that they alone own');
    }
  };

  return async (tx, author, { reviewId, instanceId, id }, { decision, justification = null }, revision) => {
    assertMay(author, 'reviews.decide', 'deciding in an access review');
    await changes.hold(tx, author.orgId);
    const { review, instance } = await core.loadInstance(tx, author.orgId, instanceId, reviewId);
    const row = await store.findDecision(tx, author.orgId, id);
    if (row === undefined || row.instance_id !== instance.id) return notFound('there is no such decision');
    if (instance.status !== 'in_progress') return refuseInstance(instance, 'decided in');
    if (!review.reviewers.includes(author.user)) throw refuse('not_a_reviewer', 'only its reviewers decide');
    await assertOthers(tx, author, review, row);
    if (review.justification_required && justification === null && (decision === 'approve' || decision === 'deny')) {
      throw needsJustification();
    }
    const isOpen = decision === 'not_reviewed';
    const changed = await store.updateDecision(tx, author.orgId, id, revision, {
      decision,
      justification: isOpen ? null : justification,
      reviewed_by: isOpen ? null : author.user,
      reviewed_at: isOpen ? null : clock.now(),
    });
    if (changed === undefined) throw staleRevision();
    await audit.append(tx, author, {
      action: 'access_review.decided',
      resourceType: 'access_review',
      resourceId: review.id,
      details: {
        instance_id: instance.id,
        decision_id: id,
        decision,
        principal: row.principal.id,
        resource: row.resource.id,
      },
    });
    return toDecision(changed);
  };
}

function refuse(reason: string, detail: string): AppError {
  return new AppError('forbidden', detail, { detail, extensions: { reason } });
}

function needsJustification(): AppError {
  const message = 'this review asks for a justification';
  return new AppError('unprocessable', message, {
    detail: message,
    errors: [{ pointer: '/justification', message }],
    extensions: { reason: 'justification_required' },
  });
}
