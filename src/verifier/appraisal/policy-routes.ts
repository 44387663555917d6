/** HTTP of appraisal policies: reading. */
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import { parsePage } from '../../platform/http/page.ts';
import type { Routes } from '../feature.ts';
import { toEtag } from '../revision.ts';
import type { EvaluatePolicy } from './evaluate.ts';
import type { AppraisalPolicies } from './policies.ts';
import {
  ActivationSchema,
  AppraisalPolicySchema,
  EvaluatePolicySchema,
  PolicyEvaluationSchema,
  PolicyVersionSchema,
  RecordListQuerySchema,
  RecordParamsSchema,
  ScopeQuerySchema,
  VersionQuerySchema,
} from './policy-schema.ts';

const tags = ['appraisal'];
const problems = { '4xx': ProblemSchema };
const path = '/v1/appraisal-policies';
const defaultEvaluated = 50;

export interface PolicyReaders {
  readonly appraisalPolicies: AppraisalPolicies;
  readonly evaluatePolicy: EvaluatePolicy;
}

/** `GET /v1/appraisal-policies…` and the trial, which changes nothing. */
export function policyRoutes(services: PolicyReaders): Routes {
  return async (app) => {
    await addLists(services)(app);
    await addSingle(services)(app);
  };
}

function addLists({ appraisalPolicies }: PolicyReaders): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          tags,
          summary: 'List appraisal policies, newest first; the built-in one is `default`',
          querystring: RecordListQuerySchema,
          response: { 200: PageSchema(AppraisalPolicySchema), ...problems },
        },
      },
      ({ caller, query }) => appraisalPolicies.list(caller.organisation, parsePage(query)),
    );
    app.get(
      `${path}/activations`,
      {
        schema: {
          tags,
          summary: 'List activations, newest first: who, when, where and why',
          querystring: RecordListQuerySchema,
          response: { 200: PageSchema(ActivationSchema), ...problems },
        },
      },
      ({ caller, query }) => appraisalPolicies.listActivations(caller.organisation, parsePage(query)),
    );
    app.get(
      `${path}/:id/history`,
      {
        schema: {
          tags,
          summary: 'List the versions of a policy: who wrote each, when and why',
          params: RecordParamsSchema,
          querystring: RecordListQuerySchema,
          response: { 200: PageSchema(PolicyVersionSchema), ...problems },
        },
      },
      ({ caller, params, query }) => appraisalPolicies.history(caller.organisation, params.id, parsePage(query)),
    );
  };
}

function addSingle({ appraisalPolicies, evaluatePolicy }: PolicyReaders): Routes {
  return async (app) => {
    app.get(
      `${path}/active`,
      {
        schema: {
          tags,
          summary: 'Read the policy that decides now, for the organisation or one workspace',
          querystring: ScopeQuerySchema,
          response: { 200: AppraisalPolicySchema, ...problems },
        },
      },
      ({ caller, query }) => appraisalPolicies.getActive(caller.organisation, query.workspace_id),
    );
    app.get(
      `${path}/:id`,
      {
        schema: {
          tags,
          summary: 'Read a policy, its newest version or another',
          params: RecordParamsSchema,
          querystring: VersionQuerySchema,
          response: { 200: AppraisalPolicySchema, ...problems },
        },
      },
      async ({ caller, params, query }, reply) => {
        const policy = await appraisalPolicies.get(caller.organisation, params.id, query.version);
        return reply.header('etag', toEtag(policy.revision)).send(policy);
      },
    );
    app.post(
      `${path}/:id/evaluate`,
      {
        schema: {
          tags,
          summary: 'Try a policy on the newest stored key attestations: what would change; nothing does',
          params: RecordParamsSchema,
          body: EvaluatePolicySchema,
          response: { 200: PolicyEvaluationSchema, ...problems },
        },
      },
      async ({ caller, params, body }) => {
        const candidate = await appraisalPolicies.resolve(caller.organisation, params.id, body.version);
        const { workspace_id: workspaceId, limit = defaultEvaluated } = body;
        return evaluatePolicy(caller.organisation, { candidate, workspaceId, limit });
      },
    );
  };
}
