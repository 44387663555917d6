/** HTTP of reading policies: records, versions, history, what holds for an agent, what an editor completes from. */

import { Type } from 'typebox';
import { ChangeViewSchema } from '../../contract/api/changes.ts';
import { PageSchema } from '../../contract/api/page.ts';
import type { Scope } from '../../contract/control/scope.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Db } from '../../platform/db/db.ts';
import { parsePage } from '../../platform/http/page.ts';
import type { ControlChanges } from '../control/changes.ts';
import type { Routes } from '../feature.ts';
import { toEtag } from '../revision.ts';
import {
  CompletionsQuerySchema,
  CompletionsSchema,
  EffectivePolicyQuerySchema,
  EffectivePolicySchema,
} from './effective-schema.ts';
import type { PolicyInspection } from './inspection.ts';
import {
  PolicyListQuerySchema,
  PolicyPageQuerySchema,
  PolicyParamsSchema,
  PolicySchema,
  PolicyVersionSchema,
  ValidatePolicySchema,
  ValidateTextSchema,
  ValidationSchema,
} from './schema.ts';

export interface PolicyReadDeps {
  readonly policyInspection: PolicyInspection;
  readonly changes: ControlChanges;
  readonly db: Db;
}

const path = '/v1/policies';
const tags = ['policies'];
const problems = { '4xx': ProblemSchema };
const params = PolicyParamsSchema;

/** Everything below `/v1/policies` that changes nothing. */
export function policyReadRoutes(deps: PolicyReadDeps): Routes {
  return async (app) => {
    await recordRoutes(deps)(app);
    await placeRoutes(deps)(app);
    await validateRoutes(deps)(app);
  };
}

function recordRoutes({ policyInspection, changes, db }: PolicyReadDeps): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'List policies, newest first', querystring: PolicyListQuerySchema },
          response: { 200: PageSchema(PolicySchema), ...problems },
        },
      },
      async ({ caller, query }) => {
        const { level, scope_id: scopeId, name, status } = query;
        return policyInspection.list(caller.organisation, { level, scopeId, name, status }, parsePage(query));
      },
    );
    app.get(
      `${path}/:id`,
      { schema: { tags, summary: 'Read a policy', params, response: { 200: PolicySchema, ...problems } } },
      async ({ caller, params: { id } }, reply) => {
        const found = await policyInspection.get(db, caller.organisation, id);
        return reply.header('etag', toEtag(found.revision)).send(found);
      },
    );
    app.get(
      `${path}/:id/versions`,
      {
        schema: {
          ...{ tags, summary: 'Versions of a policy, newest first; they never change', params },
          querystring: PolicyPageQuerySchema,
          response: { 200: PageSchema(PolicyVersionSchema), ...problems },
        },
      },
      async ({ caller, params: { id }, query }) =>
        policyInspection.listVersions(caller.organisation, id, parsePage(query)),
    );
    app.get(
      `${path}/:id/history`,
      {
        schema: {
          ...{
            tags,
            summary: 'What was done with a policy and by whom, newest first; also with a removed one',
            params,
          },
          querystring: PolicyPageQuerySchema,
          response: { 200: PageSchema(ChangeViewSchema), ...problems },
        },
      },
      async ({ caller, params: { id }, query }) => changes.history(caller.organisation, 'policy', id, parsePage(query)),
    );
  };
}

function placeRoutes({ policyInspection }: PolicyReadDeps): Routes {
  return async (app) => {
    app.get(
      `${path}/effective`,
      {
        schema: {
          ...{ tags, summary: 'What an agent is decided by: its levels, their combined text, what is wrong with it' },
          querystring: EffectivePolicyQuerySchema,
          response: { 200: EffectivePolicySchema, ...problems },
        },
      },
      async ({ caller, query }) => policyInspection.effective(caller.organisation, query.agent_id),
    );
    app.get(
      `${path}/completions`,
      {
        schema: {
          ...{ tags, summary: 'What a policy may name in a place: claims, entities, actions, annotations, settings' },
          description: 'Of a workspace or an agent; of the organisation where neither is named.',
          querystring: CompletionsQuerySchema,
          response: { 200: CompletionsSchema, ...problems },
        },
      },
      async ({ caller, query: { workspace_id: workspaceId, agent_id: agentId } }) => {
        const scope: Scope =
          agentId !== undefined
            ? { level: 'agent', id: agentId }
            : workspaceId !== undefined
              ? { level: 'workspace', id: workspaceId }
              : { level: 'org', id: caller.organisation };
        return policyInspection.completions(caller.organisation, scope);
      },
    );
  };
}

function validateRoutes({ policyInspection }: PolicyReadDeps): Routes {
  const response = { 200: ValidationSchema, ...problems };
  return async (app) => {
    app.post(
      `${path}/validate`,
      {
        schema: {
          ...{ tags, summary: 'Check a text at a scope without keeping it', body: ValidateTextSchema, response },
        },
      },
      async ({ caller, body: { scope, text } }) =>
        policyInspection.validate(caller.organisation, scope, 'candidate', text),
    );
    app.post(
      `${path}/:id/validate`,
      {
        schema: {
          ...{ tags, summary: 'Check a version of a policy, or another text in its place', params, response },
          body: Type.Optional(ValidatePolicySchema),
        },
      },
      async ({ caller, params: { id }, body = {} }) => policyInspection.validateRecord(caller.organisation, id, body),
    );
  };
}
