/** Operations of approvals. */
import { defineOperation } from '../operation.ts';
import { PageSchema } from '../page.ts';
import {
  ApprovalListQuerySchema,
  ApprovalParamsSchema,
  ApprovalStepSchema,
  CreateApprovalSchema,
} from './request-shapes.ts';
import { ApprovalSchema } from './shapes.ts';

const path = '/v1/approvals';
const tag = 'approvals';

export const approvals = {
  create: defineOperation({
    id: 'approvals.create',
    method: 'POST',
    path,
    tag,
    summary: 'Ask for an approval, or for consent',
    body: CreateApprovalSchema,
    idempotent: true,
    location: `${path}/{id}`,
    responses: { 201: ApprovalSchema },
  }),
  list: defineOperation({
    id: 'approvals.list',
    method: 'GET',
    path,
    tag,
    summary: 'List the approval requests that you may see, newest first',
    query: ApprovalListQuerySchema,
    paged: true,
    responses: { 200: PageSchema(ApprovalSchema) },
  }),
  get: defineOperation({
    id: 'approvals.get',
    method: 'GET',
    path: `${path}/:id`,
    tag,
    summary: 'Read an approval request',
    description: 'The answer is 410 once the request has expired.',
    params: ApprovalParamsSchema,
    responses: { 200: ApprovalSchema },
  }),
  approve: defineOperation({
    id: 'approvals.approve',
    method: 'POST',
    path: `${path}/:id/approve`,
    tag,
    summary: 'Approve a request',
    description:
      'The request stays pending until the quorum is reached. A high-risk request also waits for an owner of the agent or ' +
      'an admin.',
    params: ApprovalParamsSchema,
    body: ApprovalStepSchema,
    responses: { 200: ApprovalSchema },
  }),
  deny: defineOperation({
    id: 'approvals.deny',
    method: 'POST',
    path: `${path}/:id/deny`,
    tag,
    summary: 'Deny a request, which ends it',
    params: ApprovalParamsSchema,
    body: ApprovalStepSchema,
    responses: { 200: ApprovalSchema },
  }),
  cancel: defineOperation({
    id: 'approvals.cancel',
    method: 'POST',
    path: `${path}/:id/cancel`,
    tag,
    summary: 'Withdraw a request',
    description: 'The requester or an admin may do this.',
    params: ApprovalParamsSchema,
    body: ApprovalStepSchema,
    responses: { 200: ApprovalSchema },
  }),
} as const;
