/** HTTP of on-behalf-of (platform model 5): what acts for whom, by which chain, and asking to be acted for. */
import { IdempotencyHeadersSchema } from '../../contract/api/headers.ts';
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import { parsePage } from '../../platform/http/page.ts';
import { ApprovalSchema } from '../approvals/schema.ts';
import type { Approvals } from '../approvals/seams.ts';
import { type Author, toAuthor } from '../control/author.ts';
import { DelegationGrantSchema } from '../delegations/schema.ts';
import type { ConsentWish, Delegations } from '../delegations/seams.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { assertStorable } from '../storable.ts';
import type { ReadChain } from './chain.ts';
import {
  type Authorize,
  AuthorizeSchema,
  OnBehalfOfQuerySchema,
  TokenChainSchema,
  TokenParamsSchema,
} from './schema.ts';

export interface OnBehalfOfRouteDeps {
  readonly delegations: Delegations;
  readonly approvals: Pick<Approvals, 'toView'>;
  readonly readTokenChain: ReadChain;
  readonly idempotency: Idempotency;
}

const tags = ['on-behalf-of'];
const problems = { '4xx': ProblemSchema };
const path = '/v1/on-behalf-of';

/** `/v1/on-behalf-of` and what is below it. */
export function onBehalfOfRoutes(deps: OnBehalfOfRouteDeps): Routes {
  return async (app) => {
    await addReading(deps)(app);
    await addAsking(deps)(app);
  };
}

function addReading({ delegations, readTokenChain }: OnBehalfOfRouteDeps): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'List what acts for somebody, newest first: the caller if nobody is named' },
          querystring: OnBehalfOfQuerySchema,
          response: { 200: PageSchema(DelegationGrantSchema), ...problems },
        },
      },
      async ({ caller, query }) => {
        const author = toAuthor(caller);
        const { subject, agent: agentId, status = 'active' } = query;
        // An agent asks for whom it may act, and an operator who is nobody in person sees all.
        const subjectId = subject ?? (author.kind === 'person' ? author.user : undefined);
        return delegations.list(author, { subjectId, agentId, status }, parsePage(query));
      },
    );
    app.get(
      `${path}/tokens/:jti/chain`,
      {
        schema: {
          ...{ tags, summary: 'Read who acts with a delegated token, outermost first, and whether it is accepted now' },
          ...{ params: TokenParamsSchema, response: { 200: TokenChainSchema, ...problems } },
        },
      },
      async ({ caller, params }) => readTokenChain(toAuthor(caller), params.jti),
    );
  };
}

function addAsking({ delegations, approvals, idempotency }: OnBehalfOfRouteDeps): Routes {
  return async (app) => {
    app.post(
      `${path}/authorize`,
      {
        schema: {
          tags,
          summary:
            'Ask for the consent that an agent needs to act for somebody; the same that waits already is answered',
          ...{ headers: IdempotencyHeadersSchema, body: AuthorizeSchema },
          response: { 202: ApprovalSchema, ...problems },
        },
      },
      async ({ caller, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        // One key means one thing to each of those who ask.
        const operation = `POST ${path}/authorize ${author.user}`;
        const write = { orgId: author.orgId, operation, key: headers['idempotency-key'], request: body };
        const { body: asked } = await idempotency.once(write, async (tx) => ({
          status: 202,
          body: await approvals.toView(tx, await delegations.requestConsentIn(tx, author, toWish(author, body))),
        }));
        return reply.code(202).header('location', `/v1/approvals/${asked.id}`).send(asked);
      },
    );
  };
}

function toWish({ user }: Author, body: Authorize): ConsentWish {
  const { agent_id: agentId, subject: subjectId = user, resources, scopes, purpose, ttl_seconds: ttlSeconds } = body;
  const { tools, max_uses: maxUses, justification, approvers } = body;
  return {
    ...{ agentId, subjectId, resources, scopes, purpose },
    ...(ttlSeconds === undefined ? {} : { ttlSeconds }),
    ...(tools === undefined ? {} : { tools }),
    ...(maxUses === undefined ? {} : { maxUses }),
    ...(justification === undefined ? {} : { justification }),
    ...(approvers === undefined ? {} : { approvers }),
  };
}
