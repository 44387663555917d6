/** Operations of on-behalf-of: agents that act for people. */
import { ApprovalSchema } from '../approvals/shapes.ts';
import { DelegationGrantSchema } from '../delegations/shapes.ts';
import { defineOperation } from '../operation.ts';
import { PageSchema } from '../page.ts';
import { AuthorizeSchema, OnBehalfOfQuerySchema, TokenChainSchema, TokenParamsSchema } from './shapes.ts';

const path = '/v1/on-behalf-of';
const tag = 'on-behalf-of';

export const onBehalfOf = {
  list: defineOperation({
    id: 'onBehalfOf.list',
    method: 'GET',
    path,
    tag,
    summary: 'List the delegations of a person, newest first',
    description: 'Without a subject, those of the caller are listed.',
    query: OnBehalfOfQuerySchema,
    paged: true,
    responses: { 200: PageSchema(DelegationGrantSchema) },
  }),
  getChain: defineOperation({
    id: 'onBehalfOf.getChain',
    method: 'GET',
    path: `${path}/tokens/:jti/chain`,
    tag,
    summary: 'Read the agents that act with a delegated token',
    description: 'The outermost agent comes first. The answer says whether the token is accepted now.',
    params: TokenParamsSchema,
    responses: { 200: TokenChainSchema },
  }),
  authorize: defineOperation({
    id: 'onBehalfOf.authorize',
    method: 'POST',
    path: `${path}/authorize`,
    tag,
    summary: 'Ask for the consent that an agent needs to act for a person',
    description: 'If the same request is already pending, the answer is that request.',
    body: AuthorizeSchema,
    idempotent: true,
    location: '/v1/approvals/{id}',
    responses: { 202: ApprovalSchema },
  }),
} as const;
