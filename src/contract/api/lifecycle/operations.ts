/** Operations of lifecycle policies, of their evaluation, and of the lifecycle of one agent. */
import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { PageQuerySchema, PageSchema } from '../page.ts';
import {
  AgentLifecycleSchema,
  EvaluateQuerySchema,
  EvaluationSchema,
  LifecyclePolicySchema,
  PolicyParamsSchema,
  WritePolicySchema,
} from './shapes.ts';

const path = '/v1/lifecycle/policies';
const tag = 'lifecycle';

export const lifecyclePolicies = {
  list: defineOperation({
    id: 'lifecyclePolicies.list',
    method: 'GET',
    path,
    tag,
    summary: 'List lifecycle policies, newest first',
    query: PageQuerySchema,
    paged: true,
    responses: { 200: PageSchema(LifecyclePolicySchema) },
  }),
  create: defineOperation({
    id: 'lifecyclePolicies.create',
    method: 'POST',
    path,
    tag,
    summary: 'Create a lifecycle policy',
    description: 'An organisation has at most 10. Only an admin may create one that decommissions agents.',
    body: WritePolicySchema,
    idempotent: true,
    etag: true,
    location: `${path}/{id}`,
    responses: { 201: LifecyclePolicySchema },
  }),
  get: defineOperation({
    id: 'lifecyclePolicies.get',
    method: 'GET',
    path: `${path}/:id`,
    tag,
    summary: 'Read a lifecycle policy',
    params: PolicyParamsSchema,
    etag: true,
    responses: { 200: LifecyclePolicySchema },
  }),
  replace: defineOperation({
    id: 'lifecyclePolicies.replace',
    method: 'PUT',
    path: `${path}/:id`,
    tag,
    summary: 'Replace a lifecycle policy',
    description: 'Only an admin may replace it by one that decommissions agents.',
    params: PolicyParamsSchema,
    body: WritePolicySchema,
    ifMatch: true,
    etag: true,
    responses: { 200: LifecyclePolicySchema },
  }),
  remove: defineOperation({
    id: 'lifecyclePolicies.remove',
    method: 'DELETE',
    path: `${path}/:id`,
    tag,
    summary: 'Remove a lifecycle policy',
    description: 'The next policy that covers an agent then decides for it.',
    params: PolicyParamsSchema,
    ifMatch: true,
    responses: { 204: Type.Null() },
  }),
  evaluate: defineOperation({
    id: 'lifecyclePolicies.evaluate',
    method: 'POST',
    path: '/v1/lifecycle/evaluate',
    tag,
    summary: 'Apply the lifecycle policies now, or list what they would change',
    description: 'A repeated call changes nothing.',
    query: EvaluateQuerySchema,
    responses: { 200: EvaluationSchema },
  }),
} as const;

export const agentLifecycle = {
  get: defineOperation({
    id: 'agents.getLifecycle',
    method: 'GET',
    path: '/v1/agents/:id/lifecycle',
    tag,
    summary: 'Read the lifecycle of an agent',
    description: 'It shows the state of the agent, the next action and its time, and the past actions.',
    params: PolicyParamsSchema,
    responses: { 200: AgentLifecycleSchema },
  }),
} as const;
