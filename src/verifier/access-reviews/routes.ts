/** HTTP of access reviews. Instances have ids of their own, and are found under their review too (platform model 10). */
import { IdempotencyHeadersSchema, IfMatchHeadersSchema } from '../../contract/api/headers.ts';
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Db } from '../../platform/db/db.ts';
import { parsePage } from '../../platform/http/page.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { parseIfMatch, toEtag } from '../revision.ts';
import { assertStorable } from '../storable.ts';
import {
  AccessReviewSchema,
  CreateReviewSchema,
  DecideSchema,
  DecisionListQuerySchema,
  DecisionParamsSchema,
  DecisionSchema,
  InstanceParamsSchema,
  InstanceSchema,
  ReviewListQuerySchema,
  ReviewParamsSchema,
} from './schema.ts';
import type { AccessReviews } from './service.ts';

export interface AccessReviewRouteDeps {
  readonly accessReviews: AccessReviews;
  readonly idempotency: Idempotency;
  readonly db: Db;
}

const tags = ['access-reviews'];
const problems = { '4xx': ProblemSchema };
const path = '/v1/access-reviews';
const instancePaths = [`${path}/instances`, `${path}/:id/instances`] as const;

/** `/v1/access-reviews` and what is below it. */
export function accessReviewRoutes(deps: AccessReviewRouteDeps): Routes {
  return async (app) => {
    await addDefinitions(deps)(app);
    for (const base of instancePaths) {
      await addInstances(deps, base)(app);
      await addSteps(deps, base)(app);
    }
  };
}

function addDefinitions({ accessReviews, idempotency, db }: AccessReviewRouteDeps): Routes {
  return async (app) => {
    app.post(
      path,
      {
        schema: {
          ...{ tags, summary: 'Make an access review; its first instance starts at once, or at its time' },
          ...{ headers: IdempotencyHeadersSchema, body: CreateReviewSchema },
          response: { 201: AccessReviewSchema, ...problems },
        },
      },
      async ({ caller, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const key = headers['idempotency-key'];
        const write = { orgId: author.orgId, operation: `POST ${path}`, key, request: body };
        const { body: made } = await idempotency.once(write, async (tx) => ({
          status: 201,
          body: await accessReviews.create(tx, author, body),
        }));
        return reply
          .code(201)
          .header('location', `${path}/${made.id}`)
          .header('etag', toEtag(made.revision))
          .send(made);
      },
    );
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'List access reviews, newest first', querystring: ReviewListQuerySchema },
          response: { 200: PageSchema(AccessReviewSchema), ...problems },
        },
      },
      async ({ caller, query }) => accessReviews.list(caller.organisation, parsePage(query)),
    );
    app.get(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Read an access review', params: ReviewParamsSchema },
          response: { 200: AccessReviewSchema, ...problems },
        },
      },
      async ({ caller, params }, reply) => {
        const found = await accessReviews.get(caller.organisation, params.id);
        return reply.header('etag', toEtag(found.revision)).send(found);
      },
    );
    app.post(
      `${path}/:id/end`,
      {
        schema: {
          ...{ tags, summary: 'End an access review: no instance starts any more, those that did go on' },
          ...{ params: ReviewParamsSchema, response: { 200: AccessReviewSchema, ...problems } },
        },
      },
      async ({ caller, params }) => db.transaction((tx) => accessReviews.end(tx, toAuthor(caller), params.id)),
    );
    app.get(
      `${path}/:id/instances`,
      {
        schema: {
          ...{ tags, summary: 'List the instances of an access review, newest first', params: ReviewParamsSchema },
          querystring: ReviewListQuerySchema,
          response: { 200: PageSchema(InstanceSchema), ...problems },
        },
      },
      async ({ caller, params, query }) =>
        accessReviews.listInstances(caller.organisation, params.id, parsePage(query)),
    );
  };
}

function addInstances({ accessReviews, db }: AccessReviewRouteDeps, base: string): Routes {
  return async (app) => {
    app.get(
      `${base}/:iid`,
      {
        schema: {
          ...{ tags, summary: 'How far an instance is', params: InstanceParamsSchema },
          response: { 200: InstanceSchema, ...problems },
        },
      },
      async ({ caller, params }) => accessReviews.getInstance(caller.organisation, toPath(params)),
    );
    app.get(
      `${base}/:iid/decisions`,
      {
        schema: {
          ...{ tags, summary: 'List what is reviewed, and what was decided', params: InstanceParamsSchema },
          querystring: DecisionListQuerySchema,
          response: { 200: PageSchema(DecisionSchema), ...problems },
        },
      },
      async ({ caller, params, query }) =>
        accessReviews.listDecisions(caller.organisation, toPath(params), parsePage(query), query.decision),
    );
    app.patch(
      `${base}/:iid/decisions/:did`,
      {
        schema: {
          ...{ tags, summary: 'Decide; by a reviewer of it, and never on an agent that they own alone' },
          ...{ params: DecisionParamsSchema, headers: IfMatchHeadersSchema, body: DecideSchema },
          response: { 200: DecisionSchema, ...problems },
        },
      },
      async ({ caller, params, headers, body }, reply) => {
        assertStorable(body);
        const revision = parseIfMatch(headers['if-match']);
        const at = { reviewId: params.id, instanceId: params.iid, id: params.did };
        const decided = await db.transaction((tx) => accessReviews.decide(tx, toAuthor(caller), at, body, revision));
        return reply.header('etag', toEtag(decided.revision)).send(decided);
      },
    );
  };
}

function addSteps({ accessReviews }: AccessReviewRouteDeps, base: string): Routes {
  const steps = [
    ['start', 'Start an instance before its time'],
    [
      'complete',
      'Complete an instance: what nobody decided gets the default decision; applied too if the review says so',
    ],
    ['apply', 'Apply the decisions; 202 while there is more to do: the hourly run goes on, or another call'],
  ] as const;
  return async (app) => {
    for (const [step, summary] of steps) {
      app.post(
        `${base}/:iid/${step}`,
        {
          schema: {
            ...{ tags, summary, params: InstanceParamsSchema },
            response: { 200: InstanceSchema, 202: InstanceSchema, ...problems },
          },
        },
        async ({ caller, params }, reply) => {
          const instance = await accessReviews[step](toAuthor(caller), toPath(params));
          return reply.code(instance.status === 'applying' ? 202 : 200).send(instance);
        },
      );
    }
  };
}

function toPath({ id, iid }: { readonly id?: string; readonly iid: string }) {
  return { id: iid, reviewId: id };
}
