/** HTTP of approvals (platform model 4). */
import { IdempotencyHeadersSchema } from '../../contract/api/headers.ts';
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import { parsePage } from '../../platform/http/page.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { assertStorable } from '../storable.ts';
import {
  ApprovalListQuerySchema,
  ApprovalParamsSchema,
  ApprovalStepSchema,
  CreateApprovalSchema,
} from './request-schema.ts';
import type { ApprovalRequests } from './requests.ts';
import { ApprovalSchema } from './schema.ts';
import type { Approvals } from './seams.ts';

export interface ApprovalRouteDeps {
  readonly approvals: Approvals;
  readonly approvalRequests: ApprovalRequests;
  readonly idempotency: Idempotency;
}

const tags = ['approvals'];
const problems = { '4xx': ProblemSchema };
const path = '/v1/approvals';

const steps = [
  [
    'approve',
    'Say yes; it stays pending until the quorum is reached, and until an owner or admin said yes to a high risk',
  ],
  ['deny', 'Say no, which ends it'],
  ['cancel', 'Take a request back: by whoever asked, or an admin'],
] as const;

/** `/v1/approvals` and what is below it. */
export function approvalRoutes(deps: ApprovalRouteDeps): Routes {
  return async (app) => {
    await addRequests(deps)(app);
    await addReads(deps)(app);
    await addSteps(deps)(app);
  };
}

function addRequests({ approvalRequests, idempotency }: ApprovalRouteDeps): Routes {
  return async (app) => {
    app.post(
      path,
      {
        schema: {
          ...{ tags, summary: 'Ask for an approval, or for consent' },
          ...{ headers: IdempotencyHeadersSchema, body: CreateApprovalSchema },
          response: { 201: ApprovalSchema, ...problems },
        },
      },
      async ({ caller, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        // One key means one thing to each of those who ask: nobody gets the answer to another's request.
        const write = {
          orgId: author.orgId,
          operation: `POST ${path} ${author.user} ${author.actor?.agentId ?? ''}`,
          request: body,
        };
        const { body: made } = await idempotency.once({ ...write, key: headers['idempotency-key'] }, async (tx) => ({
          status: 201,
          body: await approvalRequests.request(tx, author, body),
        }));
        return reply.code(201).header('location', `${path}/${made.id}`).send(made);
      },
    );
  };
}

function addReads({ approvals }: ApprovalRouteDeps): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{
            tags,
            summary: 'List requests that are yours to see, newest first',
            querystring: ApprovalListQuerySchema,
          },
          response: { 200: PageSchema(ApprovalSchema), ...problems },
        },
      },
      async ({ caller, query }) => {
        const author = toAuthor(caller);
        const { status, kind, agent_id: agentId, approver } = query;
        const filter = { status, kind, agentId, decidableBy: approver === 'me' ? author : undefined };
        return approvals.list(author, filter, parsePage(query));
      },
    );
    app.get(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Read a request; 410 when its time is over', params: ApprovalParamsSchema },
          response: { 200: ApprovalSchema, ...problems },
        },
      },
      async ({ caller, params }) => approvals.get(toAuthor(caller), params.id),
    );
  };
}

function addSteps({ approvals }: ApprovalRouteDeps): Routes {
  return async (app) => {
    for (const [step, summary] of steps) {
      app.post(
        `${path}/:id/${step}`,
        {
          schema: {
            ...{ tags, summary, params: ApprovalParamsSchema, body: ApprovalStepSchema },
            response: { 200: ApprovalSchema, ...problems },
          },
        },
        async ({ caller, params, body }) => {
          assertStorable(body);
          return approvals.step(toAuthor(caller), params.id, step, body?.reason);
        },
      );
    }
  };
}
