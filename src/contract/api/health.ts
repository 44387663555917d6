/** The health of a service. */
import { Type } from 'typebox';
import { defineOperation } from './operation.ts';

export const HealthSchema = Type.Object(
  {
    status: Type.String(),
    service: Type.String(),
    version: Type.String(),
    ready: Type.Boolean({ description: 'Whether the service takes requests' }),
  },
  { $id: 'ServiceHealth', additionalProperties: true, description: 'Services add their own members' },
);

export const health = {
  get: defineOperation({
    id: 'health.get',
    method: 'GET',
    path: '/health',
    tag: 'health',
    summary: 'Read the health of the service',
    description: 'No account is needed.',
    responses: { 200: HealthSchema },
  }),
} as const;
