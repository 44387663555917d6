/** HTTP of access reviews. Instances have their own ids, and are also found under their review. */
import {
  accessReviewInstances,
  instancesOfReview,
  accessReviews as operations,
} from '../../../contract/api/access-reviews/operations.ts';
import type { Instance } from '../../../contract/api/access-reviews/shapes.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import type { AccessReviews } from './service.ts';

export interface AccessReviewRouteDeps {
  readonly accessReviews: AccessReviews;
  readonly mount: Mount;
}

/** Adds the routes of `/v1/access-reviews` and everything below it. */
export function accessReviewRoutes(deps: AccessReviewRouteDeps): Routes {
  return async (app) => {
    await addReviews(deps)(app);
    for (const group of [accessReviewInstances, instancesOfReview]) {
      await addInstances(deps, group)(app);
      await addSteps(deps, group)(app);
    }
  };
}

type InstanceOperations = typeof accessReviewInstances | typeof instancesOfReview;

function addReviews({ mount, accessReviews }: AccessReviewRouteDeps): Routes {
  return async (app) => {
    mount.read(app, operations.list, ({ caller, page }) => accessReviews.list(caller.organisation, page));
    mount.read(app, operations.get, ({ caller, params }) => accessReviews.get(caller.organisation, params.id));
    mount.read(app, operations.listInstances, ({ caller, params, page }) =>
      accessReviews.listInstances(caller.organisation, params.id, page),
    );
    mount.write(app, operations.create, ({ tx, author, body }) => accessReviews.create(tx, author, body));
    mount.write(app, operations.end, ({ tx, author, params }) => accessReviews.end(tx, author, params.id));
  };
}

function addInstances({ mount, accessReviews }: AccessReviewRouteDeps, group: InstanceOperations): Routes {
  return async (app) => {
    mount.read(app, group.get, ({ caller, params }) => accessReviews.getInstance(caller.organisation, toPath(params)));
    mount.read(app, group.listDecisions, ({ caller, params, query, page }) =>
      accessReviews.listDecisions(caller.organisation, toPath(params), page, query.decision),
    );
    mount.write(app, group.decide, ({ tx, author, params, body, revision }) => {
      const { id, reviewId } = toPath(params);
      return accessReviews.decide(tx, author, { reviewId, instanceId: id, id: params.did }, body, revision);
    });
  };
}

function addSteps({ mount, accessReviews }: AccessReviewRouteDeps, group: InstanceOperations): Routes {
  // 202 while there is more to apply: the hourly run or another call continues.
  const status = (instance: Instance) => (instance.status === 'applying' ? 202 : 200);
  return async (app) => {
    for (const step of ['start', 'complete', 'apply'] as const) {
      mount.read(app, group[step], ({ author, params }) => accessReviews[step](author, toPath(params)), { status });
    }
  };
}

function toPath(params: { readonly id?: string; readonly iid: string }) {
  return { id: params.iid, reviewId: params.id };
}
