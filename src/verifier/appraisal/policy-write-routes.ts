/** HTTP of appraisal policies: writing, which needs the operator token, because it decides what is trusted. */

import { Type } from 'typebox';
import { IdempotencyHeadersSchema, IfMatchHeadersSchema } from '../../contract/api/headers.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { parseIfMatch, toEtag } from '../revision.ts';
import { assertStorable } from '../storable.ts';
import type { AppraisalPolicies } from './policies.ts';
import {
  ActivatePolicySchema,
  ActivationSchema,
  AppraisalPolicySchema,
  InheritPolicySchema,
  RecordParamsSchema,
  WritePolicySchema,
} from './policy-schema.ts';

const tags = ['appraisal'];
const problems = { '4xx': ProblemSchema };
const path = '/v1/appraisal-policies';
const access = 'admin';

export interface PolicyWriters {
  readonly appraisalPolicies: AppraisalPolicies;
  readonly idempotency: Idempotency;
}

/** `POST`, `PUT`, `DELETE`, activation. */
export function policyWriteRoutes(services: PolicyWriters): Routes {
  return async (app) => {
    await addEditing(services)(app);
    await addActivation(services)(app);
  };
}

function addEditing({ appraisalPolicies, idempotency }: PolicyWriters): Routes {
  return async (app) => {
    app.post(
      path,
      {
        config: { access },
        schema: {
          tags,
          summary: 'Write a new policy; it decides nothing until it is activated',
          headers: IdempotencyHeadersSchema,
          body: WritePolicySchema,
          response: { 201: AppraisalPolicySchema, ...problems },
        },
      },
      async ({ caller, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const write = {
          orgId: author.orgId,
          operation: `POST ${path}`,
          key: headers['idempotency-key'],
          request: body,
        };
        const { body: policy } = await idempotency.once(write, async (tx) => ({
          status: 201,
          body: await appraisalPolicies.create(tx, author, body),
        }));
        reply.code(201).header('location', `${path}/${policy.id}`).header('etag', toEtag(policy.revision));
        return reply.send(policy);
      },
    );
    app.put(
      `${path}/:id`,
      {
        config: { access },
        schema: {
          tags,
          summary: 'Write the next version of a policy; where it is active, the activated version still decides',
          params: RecordParamsSchema,
          headers: IfMatchHeadersSchema,
          body: WritePolicySchema,
          response: { 200: AppraisalPolicySchema, ...problems },
        },
      },
      async ({ caller, params, headers, body }, reply) => {
        assertStorable(body);
        const revision = parseIfMatch(headers['if-match']);
        const author = toAuthor(caller);
        const write = { orgId: author.orgId, operation: 'PUT', key: undefined, request: body };
        const { body: policy } = await idempotency.once(write, async (tx) => ({
          status: 200,
          body: await appraisalPolicies.replace(tx, author, params.id, body, revision),
        }));
        return reply.header('etag', toEtag(policy.revision)).send(policy);
      },
    );
    app.delete(
      `${path}/:id`,
      {
        config: { access },
        schema: {
          tags,
          summary: 'Archive a policy that is active nowhere; its history stays readable',
          params: RecordParamsSchema,
          headers: IfMatchHeadersSchema,
          response: { 204: Type.Null(), ...problems },
        },
      },
      async ({ caller, params, headers }, reply) => {
        const revision = parseIfMatch(headers['if-match']);
        const author = toAuthor(caller);
        const write = { orgId: author.orgId, operation: 'DELETE', key: undefined, request: null };
        await idempotency.once(write, async (tx) => {
          await appraisalPolicies.archive(tx, author, params.id, revision);
          return { status: 204, body: null };
        });
        return reply.code(204).send(null);
      },
    );
  };
}

function addActivation({ appraisalPolicies, idempotency }: PolicyWriters): Routes {
  return async (app) => {
    app.post(
      `${path}/:id/activate`,
      {
        config: { access },
        schema: {
          tags,
          summary: 'Let a version decide for the organisation or one workspace, from the next passport on',
          params: RecordParamsSchema,
          headers: IdempotencyHeadersSchema,
          body: ActivatePolicySchema,
          response: { 200: ActivationSchema, ...problems },
        },
      },
      async ({ caller, params, headers, body }) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const operation = `POST ${path}/${params.id}/activate`;
        const write = { orgId: author.orgId, operation, key: headers['idempotency-key'], request: body };
        const { body: activation } = await idempotency.once(write, async (tx) => ({
          status: 200,
          body: await appraisalPolicies.activate(tx, author, params.id, body),
        }));
        return activation;
      },
    );
    app.post(
      `${path}/inherit`,
      {
        config: { access },
        schema: {
          tags,
          summary: "Let a workspace follow the organisation's policy again",
          headers: IdempotencyHeadersSchema,
          body: InheritPolicySchema,
          response: { 200: ActivationSchema, ...problems },
        },
      },
      async ({ caller, headers, body }) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const operation = `POST ${path}/inherit`;
        const write = { orgId: author.orgId, operation, key: headers['idempotency-key'], request: body };
        const { body: activation } = await idempotency.once(write, async (tx) => ({
          status: 200,
          body: await appraisalPolicies.inherit(tx, author, body.workspace_id, body.reason),
        }));
        return activation;
      },
    );
  };
}
