/** HTTP of runs. */

import { IdempotencyHeadersSchema } from '../../../contract/api/headers.ts';
import { PageSchema } from '../../../contract/api/page.ts';
import { ProblemSchema } from '../../../contract/problem.ts';
import { parsePage } from '../../../platform/http/page.ts';
import { toAuthor } from '../../control/author.ts';
import type { Routes } from '../../feature.ts';
import type { Idempotency } from '../../idempotency/service.ts';
import { assertStorable } from '../../storable.ts';
import {
  RunCancelSchema,
  RunListQuerySchema,
  RunQuerySchema,
  RunRequestSchema,
  RunSchema,
  RunStepSchema,
  RunWithStepsSchema,
  StepResolveSchema,
  WorkflowOfRunParamsSchema,
  WorkflowRunParamsSchema,
  WorkflowStepParamsSchema,
} from './schema.ts';
import type { RunApi } from './service.ts';

export interface WorkflowRunRouteDeps {
  readonly workflowRunApi: RunApi;
  readonly idempotency: Idempotency;
}

const tags = ['workflows'];
const problems = { '4xx': ProblemSchema };
const path = '/api/v1/workflows/:id/runs';
/** An input has a bound of its own. */
const bodyLimit = 512 * 1024;
/** Of an output with its own bound, and what stands around it. */
const mostDepth = 40;

/** `/api/v1/workflows/{id}/runs` and what is below it. */
export function workflowRunRoutes(deps: WorkflowRunRouteDeps): Routes {
  return async (app) => {
    await starting(deps)(app);
    await reading(deps)(app);
    await changing(deps)(app);
  };
}

function starting({ workflowRunApi: runs, idempotency }: WorkflowRunRouteDeps): Routes {
  return async (app) => {
    app.post(
      path,
      {
        bodyLimit,
        schema: {
          ...{ tags, summary: 'Run the deployed revision; it goes on by itself after the answer' },
          ...{ params: WorkflowOfRunParamsSchema, headers: IdempotencyHeadersSchema, body: RunRequestSchema },
          response: { 202: RunSchema, ...problems },
        },
      },
      async ({ caller, params: { id }, headers, body }, reply) => {
        const author = toAuthor(caller);
        const operation = `POST /api/v1/workflows/${id}/runs ${author.user}`;
        const write = { orgId: author.orgId, operation, key: headers['idempotency-key'], request: body };
        const { body: run } = await idempotency.once(write, async (tx) => ({
          status: 202,
          body: await runs.startIn(tx, author, id, body),
        }));
        return reply.code(202).header('location', `/api/v1/workflows/${id}/runs/${run.id}`).send(run);
      },
    );
  };
}

function reading({ workflowRunApi: runs }: WorkflowRunRouteDeps): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'List runs of a workflow, newest first', params: WorkflowOfRunParamsSchema },
          ...{ querystring: RunListQuerySchema, response: { 200: PageSchema(RunSchema), ...problems } },
        },
      },
      async ({ caller, params: { id }, query }) => runs.list(toAuthor(caller), id, query.status, parsePage(query)),
    );
    app.get(
      `${path}/:run_id`,
      {
        schema: {
          ...{ tags, summary: 'Read a run: its steps, their values and Evidence, what it waits for' },
          ...{ params: WorkflowRunParamsSchema, querystring: RunQuerySchema },
          response: { 200: RunWithStepsSchema, ...problems },
        },
      },
      async ({ caller, params: { id, run_id: runId }, query }) =>
        runs.get(toAuthor(caller), id, runId, query.steps_after),
    );
  };
}

function changing({ workflowRunApi: runs }: WorkflowRunRouteDeps): Routes {
  return async (app) => {
    app.post(
      `${path}/:run_id/cancel`,
      {
        schema: {
          ...{ tags, summary: 'Cancel a run: no further step is begun, and those that may be broken off are' },
          ...{ params: WorkflowRunParamsSchema, body: RunCancelSchema, response: { 202: RunSchema, ...problems } },
        },
      },
      async ({ caller, params: { id, run_id: runId }, body }, reply) => {
        assertStorable(body);
        return reply.code(202).send(await runs.cancel(toAuthor(caller), id, runId, body.reason));
      },
    );
    app.post(
      `${path}/:run_id/steps/:step_id/resolve`,
      {
        bodyLimit,
        schema: {
          ...{ tags, summary: 'Say what became of a step that nobody else can know of; the run goes on by it' },
          ...{ params: WorkflowStepParamsSchema, body: StepResolveSchema },
          response: { 200: RunStepSchema, ...problems },
        },
      },
      async ({ caller, params: { id, run_id: runId, step_id: stepId }, body }) => {
        assertStorable(body, { bytes: bodyLimit, depth: mostDepth });
        return runs.resolve(toAuthor(caller), id, { runId, stepId }, body);
      },
    );
  };
}
