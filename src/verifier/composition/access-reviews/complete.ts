/** Completes an instance: an item that nobody decided gets the review's default decision. */
import type { Db } from '../../../platform/db/db.ts';
import { type Author, assertMay } from '../../base/control/author.ts';
import { type LoadedInstance, type ReviewCore, refuseInstance } from './core.ts';
import type { InstanceRow } from './tables.ts';

/** The reviewer of default decisions. */
export const defaultReviewer = 'default_decision';

/**
 * Completes an instance in a transaction that locks the organisation. A repeat changes nothing.
 * @throws AppError `conflict` before its start.
 */
export type CompleteInstance = (tx: Db, author: Author, loaded: LoadedInstance) => Promise<InstanceRow>;

export function createComplete({ store, clock, note }: ReviewCore): CompleteInstance {
  const decideRest = async (tx: Db, { review, instance }: LoadedInstance): Promise<number> => {
    const { org_id: orgId, default_decision: decision } = review;
    const open = { decision: 'not_reviewed' } as const;
    const decided = { reviewed_by: defaultReviewer, reviewed_at: clock.now() };
    switch (decision) {
      case 'none':
        return 0;
      case 'approve':
      case 'deny':
        return store.updateDecisions(tx, orgId, instance.id, open, { ...decided, decision });
      case 'recommendation': {
        // An item without a recommendation stays undecided.
        const counts = [];
        for (const recommendation of ['approve', 'deny'] as const) {
          const change = { ...decided, decision: recommendation };
          counts.push(await store.updateDecisions(tx, orgId, instance.id, { ...open, recommendation }, change));
        }
        return counts.reduce((total, number) => total + number, 0);
      }
    }
  };

  return async (tx, author, loaded) => {
    assertMay(author, 'reviews.write', 'completing an access review');
    const { review, instance } = loaded;
    if (instance.status === 'not_started') return refuseInstance(instance, 'completed');
    if (instance.status !== 'in_progress') return instance;
    const byDefault = await decideRest(tx, loaded);
    const now = clock.now();
    const change = { status: 'completed', completed_at: now, completed_by: author.user, updated_at: now } as const;
    const completed = await store.updateInstance(tx, review.org_id, instance.id, change);
    await note(tx, author, 'completed', review, { instance_id: instance.id, by_default: byDefault });
    return completed;
  };
}
