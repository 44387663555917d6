/** Definitions of access reviews: made by an admin, started at once or later, and ended when no longer needed. */

import type { AccessReview, CreateReview } from '../../../contract/api/access-reviews/shapes.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Role } from '../../../platform/http/access.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { createId } from '../../../platform/ids.ts';
import { unprocessable } from '../../../platform/refusals.ts';
import { type Author, assertMay } from '../../base/control/author.ts';
import type { Workspaces } from '../../configuration/workspaces/service.ts';
import type { ReviewCore } from './core.ts';
import type { ReviewStarts } from './start.ts';
import { toReview } from './views.ts';

export interface ReviewDefinitions {
  /** @throws AppError `unprocessable` for reviewers that cannot review, and for unknown objects. */
  create(tx: Db, author: Author, request: CreateReview): Promise<AccessReview>;
  /** Ends a review: no further instance starts, and started ones continue. A repeat changes nothing. */
  end(tx: Db, author: Author, id: string): Promise<AccessReview>;
  /** @throws AppError `not_found`. */
  get(orgId: string, id: string): Promise<AccessReview>;
  list(orgId: string, page: PageStart): Promise<Page<AccessReview>>;
}

export interface ReviewDefinitionsDeps {
  readonly core: ReviewCore;
  readonly starts: ReviewStarts;
  /** Gives the present role of a person or a built-in operator; undefined if they are no member. */
  readonly roleOf: (db: Db, orgId: string, principal: string) => Promise<Role | undefined>;
  readonly workspaces: Pick<Workspaces, 'find'>;
}

const reviewingRoles: readonly (Role | undefined)[] = ['reviewer', 'admin'];

export function createReviewDefinitions({
  core,
  starts,
  roleOf,
  workspaces,
}: ReviewDefinitionsDeps): ReviewDefinitions {
  const { db, store, changes, clock, randomBytes } = core;

  const assertReviewers = async (tx: Db, orgId: string, reviewers: readonly string[]): Promise<void> => {
    for (const [index, reviewer] of reviewers.entries()) {
      if (reviewingRoles.includes(await roleOf(tx, orgId, reviewer))) continue;
      const message = `${reviewer} is not a member with role reviewer or admin`;
      throw unprocessable('reviewer_invalid', `/reviewers/${index}`, message);
    }
  };

  const assertCoverable = async (tx: Db, orgId: string, request: CreateReview, durationDays: number): Promise<void> => {
    const { workspace_id: workspaceId, recurrence } = request;
    if (workspaceId !== undefined && (await workspaces.find(tx, orgId, workspaceId)) === undefined) {
      throw unprocessable('workspace_unknown', '/workspace_id', `there is no workspace ${workspaceId}`);
    }
    if (recurrence !== undefined && recurrence !== null && recurrence.days < durationDays) {
      const message = `the next instance would start before this one ends: it takes ${durationDays} days`;
      throw unprocessable('recurrence_too_short', '/recurrence/days', message);
    }
  };

  return {
    async create(tx, author, request) {
      assertMay(author, 'reviews.write', 'making access reviews');
      const { orgId } = author;
      const { duration_days = 14, default_decision = 'none', auto_apply = false } = request;
      const startAt = request.start_at === undefined ? clock.now() : Date.parse(request.start_at);
      if (Number.isNaN(startAt)) throw unprocessable('start_at_invalid', '/start_at', 'this time does not exist');
      await changes.hold(tx, orgId);
      await assertCoverable(tx, orgId, request, duration_days);
      await assertReviewers(tx, orgId, request.reviewers);
      const row = await store.insertReview(tx, {
        org_id: orgId,
        id: createId('rev', clock, randomBytes),
        name: request.name,
        description: request.description ?? '',
        scope: request.scope,
        reviewers: request.reviewers,
        workspace_id: request.workspace_id ?? null,
        recurrence_days: request.recurrence?.days ?? null,
        duration_days,
        default_decision,
        auto_apply,
        ended_at: null,
        revision: 1,
        justification_required: request.justification_required ?? true,
        created_at: clock.now(),
        created_by: author.user,
        updated_at: clock.now(),
      });
      const { seq: _seq, org_id: _org, created_at: _at, updated_at: _updated, ...details } = row;
      await core.note(tx, author, 'created', row, details);
      await starts.plan(tx, author, row, startAt);
      return toReview(row);
    },
    async end(tx, author, id) {
      assertMay(author, 'reviews.write', 'ending access reviews');
      await changes.hold(tx, author.orgId);
      const row = await core.loadReview(tx, author.orgId, id);
      if (row.ended_at !== null) return toReview(row);
      await store.removePlanned(tx, author.orgId, id);
      const ended = await store.endReview(tx, author.orgId, id, clock.now());
      await core.note(tx, author, 'ended', ended);
      return toReview(ended);
    },
    get: async (orgId, id) => toReview(await core.loadReview(db, orgId, id)),
    list: async (orgId, page) => toPage(await store.listReviews(db, orgId, page), page.limit, toReview),
  };
}
