/** HTTP of the lifecycle: its policies, their evaluation, and the lifecycle of one agent. */

import { Type } from 'typebox';
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
import type { LifecycleServices } from './create.ts';
import {
  AgentLifecycleSchema,
  EvaluateQuerySchema,
  EvaluationSchema,
  LifecyclePolicySchema,
  PolicyListQuerySchema,
  PolicyParamsSchema,
  WritePolicySchema,
} from './schema.ts';

export interface LifecycleRouteDeps extends LifecycleServices {
  readonly idempotency: Idempotency;
  readonly db: Db;
}

const tags = ['lifecycle'];
const problems = { '4xx': ProblemSchema };
const path = '/v1/lifecycle/policies';

/** `/v1/lifecycle/policies`, `POST /v1/lifecycle/evaluate` and `GET /v1/agents/{id}/lifecycle`. */
export function lifecycleRoutes(deps: LifecycleRouteDeps): Routes {
  return async (app) => {
    await addReading(deps)(app);
    await addWriting(deps)(app);
    await addEvaluation(deps)(app);
  };
}

function addReading({ lifecyclePolicies, db }: LifecycleRouteDeps): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'List lifecycle policies, newest first', querystring: PolicyListQuerySchema },
          response: { 200: PageSchema(LifecyclePolicySchema), ...problems },
        },
      },
      async ({ caller, query }) => lifecyclePolicies.list(caller.organisation, parsePage(query)),
    );
    app.get(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Read a lifecycle policy', params: PolicyParamsSchema },
          response: { 200: LifecyclePolicySchema, ...problems },
        },
      },
      async ({ caller, params }, reply) => {
        const found = await lifecyclePolicies.get(db, caller.organisation, params.id);
        return reply.header('etag', toEtag(found.revision)).send(found);
      },
    );
  };
}

function addWriting({ lifecyclePolicies, idempotency, db }: LifecycleRouteDeps): Routes {
  return async (app) => {
    app.post(
      path,
      {
        schema: {
          ...{
            tags,
            summary:
              'Make a lifecycle policy; an organisation has at most 10, and one that decommissions agents takes an admin',
          },
          ...{ headers: IdempotencyHeadersSchema, body: WritePolicySchema },
          response: { 201: LifecyclePolicySchema, ...problems },
        },
      },
      async ({ caller, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const key = headers['idempotency-key'];
        const write = { orgId: author.orgId, operation: `POST ${path}`, key, request: body };
        const { body: made } = await idempotency.once(write, async (tx) => ({
          status: 201,
          body: await lifecyclePolicies.create(tx, author, body),
        }));
        return reply
          .code(201)
          .header('location', `${path}/${made.id}`)
          .header('etag', toEtag(made.revision))
          .send(made);
      },
    );
    app.put(
      `${path}/:id`,
      {
        schema: {
          ...{
            tags,
            summary: 'Replace a lifecycle policy; by one that decommissions agents an admin may',
            params: PolicyParamsSchema,
          },
          ...{ headers: IfMatchHeadersSchema, body: WritePolicySchema },
          response: { 200: LifecyclePolicySchema, ...problems },
        },
      },
      async ({ caller, params, headers, body }, reply) => {
        assertStorable(body);
        const revision = parseIfMatch(headers['if-match']);
        const changed = await db.transaction((tx) =>
          lifecyclePolicies.replace(tx, toAuthor(caller), params.id, body, revision),
        );
        return reply.header('etag', toEtag(changed.revision)).send(changed);
      },
    );
    app.delete(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Remove a lifecycle policy: the next one that covers an agent decides for it' },
          ...{ params: PolicyParamsSchema, headers: IfMatchHeadersSchema },
          response: { 204: Type.Null(), ...problems },
        },
      },
      async ({ caller, params, headers }, reply) => {
        const revision = parseIfMatch(headers['if-match']);
        await db.transaction((tx) => lifecyclePolicies.remove(tx, toAuthor(caller), params.id, revision));
        return reply.code(204).send(null);
      },
    );
  };
}

function addEvaluation({ lifecycleEvaluations, agentLifecycles }: LifecycleRouteDeps): Routes {
  return async (app) => {
    app.post(
      '/v1/lifecycle/evaluate',
      {
        schema: {
          ...{
            tags,
            summary: 'Do what the lifecycle policies ask for now, or only list it; once more changes nothing',
          },
          querystring: EvaluateQuerySchema,
          response: { 200: EvaluationSchema, ...problems },
        },
      },
      async ({ caller, query }) => lifecycleEvaluations.evaluate(toAuthor(caller), { dryRun: query.dry_run ?? false }),
    );
    app.get(
      '/v1/agents/:id/lifecycle',
      {
        schema: {
          ...{ tags, summary: 'How an agent stands, what will become of it and when, and what was done to it' },
          params: PolicyParamsSchema,
          response: { 200: AgentLifecycleSchema, ...problems },
        },
      },
      async ({ caller, params }) => agentLifecycles.get(caller.organisation, params.id),
    );
  };
}
