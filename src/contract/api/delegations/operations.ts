/** Operations of delegations. */
import { Type } from 'typebox';
import { ApprovalSchema } from '../approvals/shapes.ts';
import { defineOperation } from '../operation.ts';
import { PageSchema } from '../page.ts';
import {
  AgentParamsSchema,
  DelegationGrantSchema,
  GrantListQuerySchema,
  GrantParamsSchema,
  GrantRequestSchema,
  NarrowRequestSchema,
  PendingQuerySchema,
  RevokeQuerySchema,
} from './shapes.ts';

const path = '/v1/agents/:agent_id/delegations';
const tag = 'delegations';

export const delegations = {
  list: defineOperation({
    id: 'delegations.list',
    method: 'GET',
    path,
    tag,
    summary: 'List the delegations of an agent, newest first',
    description: 'Without a status, active delegations are listed.',
    params: AgentParamsSchema,
    query: GrantListQuerySchema,
    paged: true,
    responses: { 200: PageSchema(DelegationGrantSchema) },
  }),
  listPending: defineOperation({
    id: 'delegations.listPending',
    method: 'GET',
    path: `${path}/pending`,
    tag,
    summary: 'List the undecided consent requests of an agent, newest first',
    params: AgentParamsSchema,
    query: PendingQuerySchema,
    paged: true,
    responses: { 200: PageSchema(ApprovalSchema) },
  }),
  create: defineOperation({
    id: 'delegations.create',
    method: 'POST',
    path,
    tag,
    summary: 'Create a delegation from a consent request',
    description:
      'The person it is for, or an authorised approver, creates it. The call approves a pending request, and uses an ' +
      'approved one up.',
    params: AgentParamsSchema,
    body: GrantRequestSchema,
    idempotent: true,
    etag: true,
    location: `${path}/{id}`,
    responses: { 201: DelegationGrantSchema },
  }),
  get: defineOperation({
    id: 'delegations.get',
    method: 'GET',
    path: `${path}/:grant_id`,
    tag,
    summary: 'Read a delegation',
    description: 'Ended delegations can be read too.',
    params: GrantParamsSchema,
    etag: true,
    responses: { 200: DelegationGrantSchema },
  }),
  narrow: defineOperation({
    id: 'delegations.narrow',
    method: 'PATCH',
    path: `${path}/:grant_id`,
    tag,
    summary: 'Narrow a delegation',
    description:
      'Only the person it is for may narrow it. Tokens that were issued under it stop working. To widen a delegation, ask ' +
      'for a new consent.',
    params: GrantParamsSchema,
    body: NarrowRequestSchema,
    ifMatch: true,
    etag: true,
    responses: { 200: DelegationGrantSchema },
  }),
  revoke: defineOperation({
    id: 'delegations.revoke',
    method: 'DELETE',
    path: `${path}/:grant_id`,
    tag,
    summary: 'Revoke a delegation immediately and permanently',
    description: 'Every token under it stops working. A repeated call returns 204 too.',
    params: GrantParamsSchema,
    query: RevokeQuerySchema,
    responses: { 204: Type.Null() },
  }),
} as const;
