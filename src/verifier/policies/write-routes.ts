/** HTTP of changing policies: drafts, and what is active. Every change of a record names in If-Match what it was made from. */

import { Type } from 'typebox';
import { IdempotencyHeadersSchema, IfMatchHeadersSchema } from '../../contract/api/headers.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Db } from '../../platform/db/db.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { parseIfMatch, toEtag } from '../revision.ts';
import { assertStorable } from '../storable.ts';
import {
  ActivatePolicySchema,
  CreatePolicySchema,
  DeactivatePolicySchema,
  PolicyParamsSchema,
  PolicySchema,
  ReplacePolicySchema,
  ShadowPolicySchema,
} from './schema.ts';
import type { Policies } from './service.ts';

export interface PolicyWriteDeps {
  readonly policies: Policies;
  readonly idempotency: Idempotency;
  readonly db: Db;
}

const path = '/v1/policies';
const tags = ['policies'];
const params = PolicyParamsSchema;
const problems = { '4xx': ProblemSchema };
const response = { 200: PolicySchema, ...problems };

/** Everything below `/v1/policies` that changes something. */
export function policyWriteRoutes(deps: PolicyWriteDeps): Routes {
  return async (app) => {
    await draftRoutes(deps)(app);
    await stateRoutes(deps)(app);
    await shadowRoutes(deps)(app);
  };
}

function draftRoutes({ policies, idempotency, db }: PolicyWriteDeps): Routes {
  return async (app) => {
    app.post(
      path,
      {
        schema: {
          ...{ tags, summary: 'Save a policy as a draft', headers: IdempotencyHeadersSchema, body: CreatePolicySchema },
          description:
            'A text that does not parse is refused. One that names what no auditor of the scope claims is kept with its problems, and cannot be activated.',
          response: { 201: PolicySchema, ...problems },
        },
      },
      async ({ caller, headers, body }, reply) => {
        const { text: _text, ...others } = body;
        assertStorable(others);
        const author = toAuthor(caller);
        const key = headers['idempotency-key'];
        const write = { orgId: author.orgId, operation: `POST ${path}`, key, request: body };
        const { body: made } = await idempotency.once(write, async (tx) => ({
          status: 201,
          body: await policies.create(tx, author, body),
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
          ...{ tags, summary: 'Save a new version of a policy, as a draft; what is active stays active', params },
          ...{ headers: IfMatchHeadersSchema, body: ReplacePolicySchema, response },
        },
      },
      async ({ caller, params: { id }, headers, body }, reply) => {
        const { text: _text, ...others } = body;
        assertStorable(others);
        const revision = parseIfMatch(headers['if-match']);
        const saved = await db.transaction((tx) => policies.replace(tx, toAuthor(caller), id, body, revision));
        return reply.header('etag', toEtag(saved.revision)).send(saved);
      },
    );
    app.delete(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Take a policy away; it stops deciding at once, its versions stay readable in the log' },
          ...{ params, headers: IfMatchHeadersSchema, response: { 204: Type.Null(), ...problems } },
        },
      },
      async ({ caller, params: { id }, headers }, reply) => {
        const revision = parseIfMatch(headers['if-match']);
        await db.transaction((tx) => policies.remove(tx, toAuthor(caller), id, revision));
        return reply.code(204).send(null);
      },
    );
  };
}

function stateRoutes({ policies, db }: PolicyWriteDeps): Routes {
  const kinds = [
    ['activate', 'Make a version active; refused with every place where it breaks', ActivatePolicySchema],
    ['revert', 'Make an earlier version active again: the one before, if none is named', ActivatePolicySchema],
    ['deactivate', 'Stop deciding by a policy; it stays as a draft', DeactivatePolicySchema],
  ] as const;
  return async (app) => {
    for (const [verb, summary, body] of kinds) {
      app.post(
        `${path}/:id/${verb}`,
        { schema: { tags, summary, params, headers: IfMatchHeadersSchema, body: Type.Optional(body), response } },
        async (request, reply) => {
          const asked: { version?: number; reason?: string } = request.body ?? {};
          const change = { ...asked, revision: parseIfMatch(request.headers['if-match']) };
          const author = toAuthor(request.caller);
          const { id } = request.params;
          const changed = await db.transaction((tx) => policies[verb](tx, author, id, change));
          return reply.header('etag', toEtag(changed.revision)).send(changed);
        },
      );
    }
  };
}

function shadowRoutes({ policies, db }: PolicyWriteDeps): Routes {
  return async (app) => {
    app.post(
      `${path}/:id/shadow`,
      {
        schema: {
          ...{ tags, summary: 'Evaluate a version beside what is active: recorded, and deciding nothing', params },
          ...{ headers: IfMatchHeadersSchema, body: Type.Optional(ShadowPolicySchema), response },
        },
      },
      async ({ caller, params: { id }, headers, body = {} }, reply) => {
        const change = { ...body, revision: parseIfMatch(headers['if-match']) };
        const changed = await db.transaction((tx) => policies.shadow(tx, toAuthor(caller), id, change));
        return reply.header('etag', toEtag(changed.revision)).send(changed);
      },
    );
  };
}
