/** Access reviews: definitions, instances, decisions, and scheduled steps. */

import type { Decision, Instance } from '../../../contract/api/access-reviews/shapes.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { type Author, assertMay } from '../../base/control/author.ts';
import { type ApplyDeps, createApplyReview, type InstancePath } from './apply.ts';
import { createComplete } from './complete.ts';
import { createReviewCore, type ReviewCoreDeps, reviewAuthor } from './core.ts';
import { createDecide, type DecideOne } from './decide.ts';
import { createReviewDefinitions, type ReviewDefinitions, type ReviewDefinitionsDeps } from './definitions.ts';
import { createTakeSnapshot } from './snapshot.ts';
import { createReviewStarts } from './start.ts';
import type { DecisionRow, InstanceRow } from './tables.ts';
import { toDecision, toInstance } from './views.ts';

export interface AccessReviews extends ReviewDefinitions {
  listInstances(orgId: string, reviewId: string, page: PageStart): Promise<Page<Instance>>;
  getInstance(orgId: string, path: InstancePath): Promise<Instance>;
  listDecisions(
    orgId: string,
    path: InstancePath,
    page: PageStart,
    decision?: DecisionRow['decision'],
  ): Promise<Page<Decision>>;
  readonly decide: DecideOne;
  /** Starts an instance early. @throws AppError `conflict` after its start. */
  start(author: Author, path: InstancePath): Promise<Instance>;
  /** Completes an instance, and applies it if the review says so. */
  complete(author: Author, path: InstancePath): Promise<Instance>;
  apply(author: Author, path: InstancePath): Promise<Instance>;
  /** Starts, completes and applies what is due, in every organisation. @throws AggregateError of all failures. */
  runDue(): Promise<void>;
}

export interface AccessReviewsDeps extends ReviewCoreDeps {
  readonly roleOf: ReviewDefinitionsDeps['roleOf'];
  readonly workspaces: ReviewDefinitionsDeps['workspaces'];
  readonly agents: ApplyDeps['agents'];
  readonly apiKeys: ApplyDeps['apiKeys'];
  readonly delegations: ApplyDeps['delegations'];
  readonly scopedCredentials: ApplyDeps['scopedCredentials'];
  readonly toolRules: ApplyDeps['toolRules'];
  readonly maxConcurrent?: number;
}

export function createAccessReviews(deps: AccessReviewsDeps): AccessReviews {
  const core = createReviewCore(deps);
  const { db, store, changes } = core;
  const starts = createReviewStarts({ core, takeSnapshot: createTakeSnapshot(deps) });
  const completeIn = createComplete(core);
  const applyRow = createApplyReview({ ...deps, core });

  const start = (author: Author, { id, reviewId }: InstancePath): Promise<InstanceRow> =>
    db.transaction(async (tx) => {
      assertMay(author, 'reviews.write', 'starting an access review');
      await changes.hold(tx, author.orgId);
      const { review, instance } = await core.loadInstance(tx, author.orgId, id, reviewId);
      return starts.start(tx, author, review, instance);
    });

  const complete = async (author: Author, { id, reviewId }: InstancePath): Promise<InstanceRow> => {
    const { row, isApplied } = await db.transaction(async (tx) => {
      await changes.hold(tx, author.orgId);
      const loaded = await core.loadInstance(tx, author.orgId, id, reviewId);
      const completed = await completeIn(tx, author, loaded);
      return { row: completed, isApplied: loaded.review.auto_apply && completed.status === 'completed' };
    });
    return isApplied ? applyRow(author, { id }) : row;
  };

  const applyAll = async (author: Author, id: string): Promise<void> => {
    while ((await applyRow(author, { id })).status === 'applying');
  };

  const runOne = async ({ org_id: orgId, id, status }: InstanceRow): Promise<void> => {
    const author = reviewAuthor(orgId);
    if (status === 'not_started') await start(author, { id });
    else if (status === 'in_progress') {
      const { status: now } = await complete(author, { id });
      if (now === 'applying') await applyAll(author, id);
    } else await applyAll(author, id);
  };

  return {
    ...createReviewDefinitions({ ...deps, core, starts }),
    async listInstances(orgId, reviewId, page) {
      await core.loadReview(db, orgId, reviewId);
      const rows = await store.listInstances(db, orgId, reviewId, page);
      const counts = await store.countDecisions(
        db,
        orgId,
        rows.map(({ id }) => id),
      );
      return toPage(rows, page.limit, (row) => toInstance(row, counts));
    },
    async getInstance(orgId, { id, reviewId }) {
      return core.show(db, (await core.loadInstance(db, orgId, id, reviewId)).instance);
    },
    async listDecisions(orgId, { id, reviewId }, page, decision) {
      await core.loadInstance(db, orgId, id, reviewId);
      return toPage(await store.listDecisions(db, orgId, id, page, decision), page.limit, toDecision);
    },
    decide: createDecide(core),
    start: async (author, path) => core.show(db, await start(author, path)),
    complete: async (author, path) => core.show(db, await complete(author, path)),
    apply: async (author, path) => core.show(db, await applyRow(author, path)),
    async runDue() {
      const due = await store.listDue(db, core.clock.now());
      const failed: unknown[] = [];
      // A failure in one organisation must not stop the others: all run, and failures are reported at the end.
      for (const instance of due) await runOne(instance).catch((error: unknown) => failed.push(error));
      if (failed.length > 0) throw new AggregateError(failed, `${failed.length} access reviews could not continue`);
    },
  };
}
