/** HTTP of delegations (contract 4.2, platform model 3). */

import { Type } from 'typebox';
import { IdempotencyHeadersSchema, IfMatchHeadersSchema } from '../../contract/api/headers.ts';
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import { AppError } from '../../platform/errors.ts';
import { parsePage } from '../../platform/http/page.ts';
import type { AgentStandings } from '../agents/standing.ts';
import { ApprovalSchema } from '../approvals/schema.ts';
import type { Approvals } from '../approvals/seams.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { parseIfMatch, toEtag } from '../revision.ts';
import { assertStorable } from '../storable.ts';
import {
  AgentParamsSchema,
  DelegationGrantSchema,
  GrantListQuerySchema,
  GrantParamsSchema,
  GrantRequestSchema,
  NarrowRequestSchema,
  PendingQuerySchema,
  RevokeQuerySchema,
} from './schema.ts';
import type { Delegations } from './seams.ts';

export interface DelegationRouteDeps {
  readonly delegations: Delegations;
  readonly approvals: Pick<Approvals, 'list'>;
  readonly agents: Pick<AgentStandings, 'findAccess'>;
  readonly idempotency: Idempotency;
}

const tags = ['delegations'];
const problems = { '4xx': ProblemSchema };
const path = '/v1/agents/:agent_id/delegations';

/** `/v1/agents/{agent_id}/delegations` and what is below it. */
export function delegationRoutes(deps: DelegationRouteDeps): Routes {
  return async (app) => {
    await addLists(deps)(app);
    await addMaking(deps)(app);
    await addOne(deps)(app);
  };
}

function addLists({ delegations, approvals, agents }: DelegationRouteDeps): Routes {
  const assertAgent = async (orgId: string, agentId: string): Promise<void> => {
    if ((await agents.findAccess(orgId, agentId)) !== undefined) return;
    const detail = 'there is no such agent';
    throw new AppError('not_found', detail, { detail });
  };
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{
            tags,
            summary: 'List what people let an agent do for them, newest first: what holds now, if not asked else',
          },
          ...{ params: AgentParamsSchema, querystring: GrantListQuerySchema },
          response: { 200: PageSchema(DelegationGrantSchema), ...problems },
        },
      },
      async ({ caller, params: { agent_id: agentId }, query }) => {
        const author = toAuthor(caller);
        await assertAgent(author.orgId, agentId);
        const { status = 'active', subject_id: subjectId } = query;
        return delegations.list(author, { agentId, subjectId, status }, parsePage(query));
      },
    );
    app.get(
      `${path}/pending`,
      {
        schema: {
          ...{ tags, summary: 'List the consent requests of an agent that wait for a decision, newest first' },
          ...{ params: AgentParamsSchema, querystring: PendingQuerySchema },
          response: { 200: PageSchema(ApprovalSchema), ...problems },
        },
      },
      async ({ caller, params: { agent_id: agentId }, query }) => {
        const author = toAuthor(caller);
        await assertAgent(author.orgId, agentId);
        return approvals.list(author, { agentId, kind: 'delegation', status: 'pending' }, parsePage(query));
      },
    );
  };
}

function addMaking({ delegations, idempotency }: DelegationRouteDeps): Routes {
  return async (app) => {
    app.post(
      path,
      {
        schema: {
          tags,
          summary:
            'Make a delegation from a consent request, by the person it is for or an authorised approver: a pending request ' +
            'is approved by this call, an approved one is used up',
          ...{ params: AgentParamsSchema, headers: IdempotencyHeadersSchema, body: GrantRequestSchema },
          response: { 201: DelegationGrantSchema, ...problems },
        },
      },
      async ({ caller, params: { agent_id: agentId }, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        // Of the caller too: nobody gets the answer to what another one granted.
        const operation = `POST /v1/agents/${agentId}/delegations ${author.user}`;
        const write = { orgId: author.orgId, operation, key: headers['idempotency-key'], request: body };
        const { body: grant } = await idempotency.once(write, async (tx) => ({
          status: 201,
          body: await delegations.grantIn(tx, author, agentId, body),
        }));
        return reply
          .code(201)
          .header('location', `/v1/agents/${agentId}/delegations/${grant.id}`)
          .header('etag', toEtag(grant.revision))
          .send(grant);
      },
    );
  };
}

function addOne({ delegations }: DelegationRouteDeps): Routes {
  const one = `${path}/:grant_id`;
  return async (app) => {
    app.get(
      one,
      {
        schema: {
          ...{ tags, summary: 'Read a delegation, one that ended too', params: GrantParamsSchema },
          response: { 200: DelegationGrantSchema, ...problems },
        },
      },
      async ({ caller, params }, reply) => {
        const grant = await delegations.get(toAuthor(caller), params.agent_id, params.grant_id);
        return reply.header('etag', toEtag(grant.revision)).send(grant);
      },
    );
    app.patch(
      one,
      {
        schema: {
          tags,
          summary:
            'Leave less of a delegation, by the person it is for: tokens that were issued under it are dead. More than ' +
            'there is needs a new consent',
          ...{ params: GrantParamsSchema, headers: IfMatchHeadersSchema, body: NarrowRequestSchema },
          response: { 200: DelegationGrantSchema, ...problems },
        },
      },
      async ({ caller, params, headers, body }, reply) => {
        assertStorable(body);
        const revision = parseIfMatch(headers['if-match']);
        const author = toAuthor(caller);
        const grant = await delegations.narrow(author, params.agent_id, params.grant_id, revision, body);
        return reply.header('etag', toEtag(grant.revision)).send(grant);
      },
    );
    app.delete(
      one,
      {
        schema: {
          ...{
            tags,
            summary: 'Revoke a delegation at once and for good, with every token under it. A repeat is 204 too',
          },
          ...{ params: GrantParamsSchema, querystring: RevokeQuerySchema },
          response: { 204: Type.Null(), ...problems },
        },
      },
      async ({ caller, params, query }, reply) => {
        await delegations.revoke(toAuthor(caller), params.agent_id, params.grant_id, query.reason);
        return reply.code(204).send(null);
      },
    );
  };
}
