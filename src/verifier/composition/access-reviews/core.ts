/** The steps of every change to an access review: lock the organisation, read, write to the audit log. */

import type { Instance } from '../../../contract/api/access-reviews/shapes.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import { type Author, createAuthor } from '../../base/control/author.ts';
import type { ControlChanges } from '../../base/control/changes.ts';
import type { AccessReviewStore } from './store.ts';
import type { AccessReviewRow, InstanceRow } from './tables.ts';
import { toInstance } from './views.ts';

export interface ReviewCoreDeps {
  readonly db: Db;
  readonly store: AccessReviewStore;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

export interface LoadedInstance {
  readonly review: AccessReviewRow;
  readonly instance: InstanceRow;
}

export interface ReviewCore extends ReviewCoreDeps {
  /** @throws AppError `not_found`. */
  loadReview(from: Db, orgId: string, id: string): Promise<AccessReviewRow>;
  /** Finds an instance, also under the review that the path names. @throws AppError `not_found`. */
  loadInstance(from: Db, orgId: string, id: string, reviewId?: string): Promise<LoadedInstance>;
  show(from: Db, instance: InstanceRow): Promise<Instance>;
  note(tx: Db, author: Author, action: string, row: AccessReviewRow, details?: Record<string, unknown>): Promise<void>;
}

export function createReviewCore(deps: ReviewCoreDeps): ReviewCore {
  const { store, audit } = deps;

  const loadReview = async (from: Db, orgId: string, id: string): Promise<AccessReviewRow> =>
    (await store.findReview(from, orgId, id)) ?? notFound('there is no such access review');

  return {
    ...deps,
    loadReview,
    async loadInstance(from, orgId, id, reviewId) {
      const instance = await store.findInstance(from, orgId, id);
      if (instance === undefined || (reviewId !== undefined && instance.review_id !== reviewId)) {
        return notFound('there is no such instance of an access review');
      }
      return { instance, review: await loadReview(from, orgId, instance.review_id) };
    },
    show: async (from, instance) =>
      toInstance(instance, await store.countDecisions(from, instance.org_id, [instance.id])),
    note: (tx, author, action, row, details = {}) =>
      audit.append(tx, author, {
        action: `access_review.${action}`,
        resourceType: 'access_review',
        resourceId: row.id,
        details,
      }),
  };
}

/** Gives the author of automatic steps: the rights to apply a review, and none on the deployment. */
export function reviewAuthor(orgId: string): Author {
  return { ...createAuthor(orgId, 'access-reviews'), isDeployment: false };
}

/** @throws always. */
export function notFound(detail: string): never {
  throw new AppError('not_found', detail, { detail });
}

/** @throws always. */
export function refuseInstance({ status }: InstanceRow, what: string): never {
  const detail = `an instance with status ${status} cannot be ${what}`;
  throw new AppError('conflict', detail, { detail, extensions: { reason: 'instance_state', instance_status: status } });
}
