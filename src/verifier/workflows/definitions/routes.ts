/** HTTP of definitions: `/api/v1/workflows`, what is below it but for runs and the passport. */

import { Type } from 'typebox';
import { IdempotencyHeadersSchema, IfMatchHeadersSchema } from '../../../contract/api/headers.ts';
import { PageSchema } from '../../../contract/api/page.ts';
import { ProblemSchema } from '../../../contract/problem.ts';
import { parsePage } from '../../../platform/http/page.ts';
import { toAuthor } from '../../control/author.ts';
import type { Routes } from '../../feature.ts';
import type { Idempotency } from '../../idempotency/service.ts';
import { parseIfMatch, toEtag } from '../../revision.ts';
import { assertStorable } from '../../storable.ts';
import type { WorkflowDeploying } from './deploying.ts';
import {
  CreateWorkflowSchema,
  ProblemListSchema,
  RevisionParamsSchema,
  RevisionSchema,
  RevisionSummarySchema,
  UpdateWorkflowSchema,
  ValidateWorkflowSchema,
  WorkflowChangeSchema,
  WorkflowListQuerySchema,
  WorkflowPageQuerySchema,
  WorkflowParamsSchema,
  WorkflowSchema,
  WorkflowSummarySchema,
} from './schema.ts';
import type { WorkflowApi } from './service.ts';

export interface DefinitionRouteDeps {
  readonly workflowApi: WorkflowApi;
  readonly workflowDeploying: WorkflowDeploying;
  readonly idempotency: Idempotency;
}

export const workflowsPath = '/api/v1/workflows';
const tags = ['workflows'];
const problems = { '4xx': ProblemSchema };
const params = WorkflowParamsSchema;
/** A graph of the largest size as people print it, with everything beside it. */
const bodyLimit = 2 * 1024 * 1024;

export function definitionRoutes(deps: DefinitionRouteDeps): Routes {
  return async (app) => {
    await creating(deps)(app);
    await reading(deps)(app);
    await changing(deps)(app);
    await looking(deps)(app);
    await moving(deps)(app);
  };
}

/** Callers of these paths may know only the contract, which has no If-Match. */
function ifGiven(header: string | undefined): number | undefined {
  return header === undefined ? undefined : parseIfMatch(header);
}

/** What JSON columns can hold. @throws AppError `invalid_request`. */
function assertGraphStorable(body: unknown): void {
  assertStorable(body, { bytes: bodyLimit, depth: 64 });
}

function creating({ workflowApi, idempotency }: DefinitionRouteDeps): Routes {
  return async (app) => {
    app.post(
      workflowsPath,
      {
        bodyLimit,
        schema: {
          ...{ tags, summary: 'Create a workflow as a draft; members of the graph that are missing get defaults' },
          ...{ headers: IdempotencyHeadersSchema, body: CreateWorkflowSchema },
          response: { 201: WorkflowSchema, ...problems },
        },
      },
      async ({ caller, headers, body }, reply) => {
        assertGraphStorable(body);
        const author = toAuthor(caller);
        const operation = `POST ${workflowsPath} ${author.user}`;
        const write = { orgId: author.orgId, operation, key: headers['idempotency-key'], request: body };
        const { body: made } = await idempotency.once(write, async (tx) => ({
          status: 201,
          body: await workflowApi.createIn(tx, author, body),
        }));
        const location = `${workflowsPath}/${made.id}`;
        return reply.code(201).header('location', location).header('etag', toEtag(made.revision)).send(made);
      },
    );
  };
}

function reading({ workflowApi }: DefinitionRouteDeps): Routes {
  return async (app) => {
    app.get(
      workflowsPath,
      {
        schema: {
          ...{ tags, summary: 'List workflows without their graphs, newest first' },
          querystring: WorkflowListQuerySchema,
          response: { 200: PageSchema(WorkflowSummarySchema), ...problems },
        },
      },
      async ({ caller, query }) => {
        const { status, workspace_id: workspaceId } = query;
        return workflowApi.list(toAuthor(caller), { status, workspaceId }, parsePage(query));
      },
    );
    app.get(
      `${workflowsPath}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Read a workflow with the graph as it was saved last', params },
          response: { 200: WorkflowSchema, ...problems },
        },
      },
      async ({ caller, params: { id } }, reply) => {
        const workflow = await workflowApi.get(toAuthor(caller), id);
        return reply.header('etag', toEtag(workflow.revision)).send(workflow);
      },
    );
  };
}

function changing({ workflowApi }: DefinitionRouteDeps): Routes {
  return async (app) => {
    app.put(
      `${workflowsPath}/:id`,
      {
        bodyLimit,
        schema: {
          ...{ tags, summary: 'Change the draft; what runs stays what was deployed until it is deployed again' },
          ...{ params, headers: IfMatchHeadersSchema, body: UpdateWorkflowSchema },
          response: { 200: WorkflowSchema, ...problems },
        },
      },
      async ({ caller, params: { id }, headers, body }, reply) => {
        assertGraphStorable(body);
        const revision = ifGiven(headers['if-match']);
        const workflow = await workflowApi.update(toAuthor(caller), id, body, revision);
        return reply.header('etag', toEtag(workflow.revision)).send(workflow);
      },
    );
    app.delete(
      `${workflowsPath}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Remove a workflow that does not run, with its revisions', params },
          ...{ headers: IfMatchHeadersSchema, response: { 204: Type.Null(), ...problems } },
        },
      },
      async ({ caller, params: { id }, headers }, reply) => {
        await workflowApi.remove(toAuthor(caller), id, ifGiven(headers['if-match']));
        return reply.code(204).send(null);
      },
    );
  };
}

function looking({ workflowApi }: DefinitionRouteDeps): Routes {
  return async (app) => {
    app.post(
      `${workflowsPath}/:id/validate`,
      {
        bodyLimit,
        schema: {
          ...{ tags, summary: 'Ask every rule of deploying, of the draft or of another graph; nothing is changed' },
          ...{ params, body: ValidateWorkflowSchema, response: { 200: ProblemListSchema, ...problems } },
        },
      },
      async ({ caller, params: { id }, body }) => {
        assertGraphStorable(body);
        return workflowApi.validate(toAuthor(caller), id, body);
      },
    );
    app.get(
      `${workflowsPath}/:id/history`,
      {
        schema: {
          ...{ tags, summary: 'What was done to a workflow, newest first', params },
          querystring: WorkflowPageQuerySchema,
          response: { 200: PageSchema(WorkflowChangeSchema), ...problems },
        },
      },
      async ({ caller, params: { id }, query }) => workflowApi.history(toAuthor(caller), id, parsePage(query)),
    );
    app.get(
      `${workflowsPath}/:id/revisions`,
      {
        schema: {
          ...{ tags, summary: 'List the graphs of a workflow as they were saved, newest first', params },
          querystring: WorkflowPageQuerySchema,
          response: { 200: PageSchema(RevisionSummarySchema), ...problems },
        },
      },
      async ({ caller, params: { id }, query }) => workflowApi.listRevisions(toAuthor(caller), id, parsePage(query)),
    );
    app.get(
      `${workflowsPath}/:id/revisions/:revision`,
      {
        schema: {
          ...{ tags, summary: 'Read one graph as it was saved; it never changes', params: RevisionParamsSchema },
          response: { 200: RevisionSchema, ...problems },
        },
      },
      async ({ caller, params: { id, revision } }) => workflowApi.getRevision(toAuthor(caller), id, revision),
    );
  };
}

function moving({ workflowDeploying }: DefinitionRouteDeps): Routes {
  return async (app) => {
    const schema = { tags, params, headers: IfMatchHeadersSchema, response: { 202: WorkflowSchema, ...problems } };
    app.post(
      `${workflowsPath}/:id/deploy`,
      { schema: { ...schema, summary: 'Deploy the draft; it goes on by itself after the answer' } },
      async ({ caller, params: { id }, headers }, reply) => {
        const workflow = await workflowDeploying.deploy(toAuthor(caller), id, ifGiven(headers['if-match']));
        return reply.code(202).header('etag', toEtag(workflow.revision)).send(workflow);
      },
    );
    app.post(
      `${workflowsPath}/:id/stop`,
      { schema: { ...schema, summary: 'Stop a workflow and its runs, or what is being deployed' } },
      async ({ caller, params: { id }, headers }, reply) => {
        const workflow = await workflowDeploying.stop(toAuthor(caller), id, ifGiven(headers['if-match']));
        return reply.code(202).header('etag', toEtag(workflow.revision)).send(workflow);
      },
    );
  };
}
