/** Shapes of API keys. */
import { type Static, Type } from 'typebox';
import { gatewayIdPattern } from '../../control/gateway-report.ts';
import { idPattern } from '../../ids.ts';
import { requestTime } from '../../request-time.ts';
import { pageQuery } from '../page.ts';
import { keyPurposes, keyScopes } from './states.ts';

const Time = Type.String({ format: 'date-time' });
const NullableTime = Type.Union([Time, Type.Null()]);
const NullableId = Type.Union([Type.String(), Type.Null()]);
const PurposeSchema = Type.Enum(keyPurposes, {
  description:
    'A key of cli, webhook or ci acts as the person who made it, one of agent as one agent. One of gateway speaks for ' +
    'one gateway, and only admins make it',
});

const members = {
  id: Type.String(),
  org_id: Type.String(),
  alias: Type.String(),
  prefix: Type.String({ description: 'First characters of the key, to tell keys apart' }),
  purpose: PurposeSchema,
  user_id: Type.String({
    description: 'Person whose current rights limit the key; it is invalid once they are no longer a member',
  }),
  workspace_id: NullableId,
  agent_id: NullableId,
  gateway_id: NullableId,
  workspace_ids: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'Purpose gateway: workspaces whose agents it serves; null for all of the organisation',
  }),
  scopes: Type.Array(Type.String()),
  status: Type.Enum(['active', 'expired', 'revoked']),
  expires_at: Time,
  last_used_at: Type.Union([Time, Type.Null()], { description: 'To the minute; only calls to the verifier count' }),
  revoked_at: NullableTime,
  revoked_by: NullableId,
  overlap_until: Type.Union([Time, Type.Null()], {
    description: 'The key before the last rotation is valid until then',
  }),
  revision: Type.Integer({ description: 'The ETag' }),
  created_at: Time,
  created_by: Type.String(),
  updated_at: Time,
};

export const ApiKeySchema = Type.Object(members, { $id: 'ApiKey' });

/** The answer that shows the key itself. */
export const ShownApiKeySchema = Type.Object(
  {
    ...members,
    key: Type.Optional(
      Type.String({ description: 'The key itself; only this answer shows it, and a repeated call does not' }),
    ),
  },
  { $id: 'ShownApiKey' },
);

/** Most workspaces that the key of a gateway names. */
export const maxServedWorkspaces = 100;

const ExpirySchema = requestTime({ description: 'At most 365 days ahead' });

export const CreateApiKeySchema = Type.Object(
  {
    alias: Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f]{1,100}$', description: 'Name for people' }),
    purpose: PurposeSchema,
    scopes: Type.Array(Type.Enum([...keyScopes]), {
      minItems: 1,
      maxItems: keyScopes.length,
      uniqueItems: true,
      description: 'Scopes that its creator and the creating credential have; assay:full stands for all of them',
    }),
    expires_at: ExpirySchema,
    workspace_id: Type.Optional(
      Type.String({
        pattern: idPattern,
        description: 'Limits calls at the gateway to this workspace; such a key has only the scope gateway:call',
      }),
    ),
    agent_id: Type.Optional(
      Type.String({ pattern: idPattern, description: 'Needed for purpose agent, and refused for others' }),
    ),
    gateway_id: Type.Optional(
      Type.String({
        pattern: gatewayIdPattern,
        description: 'Gateway that the key speaks for; needed for purpose gateway, and refused for others',
      }),
    ),
    workspace_ids: Type.Optional(
      Type.Array(Type.String({ pattern: idPattern }), {
        minItems: 1,
        maxItems: maxServedWorkspaces,
        uniqueItems: true,
        description:
          'Purpose gateway only: workspaces whose agents the gateway serves; all of the organisation if absent',
      }),
    ),
  },
  {
    $id: 'CreateApiKey',
    additionalProperties: false,
    examples: [
      {
        alias: 'deploy pipeline',
        purpose: 'ci',
        scopes: ['configuration:read', 'configuration:write'],
        expires_at: '2027-06-30T00:00:00Z',
      },
    ],
  },
);

export const defaultOverlapS = 3_600;
export const maxOverlapS = 24 * 3_600;

export const RotateApiKeySchema = Type.Object(
  {
    overlap_s: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxOverlapS,
        description: `Seconds that the old key stays valid; ${defaultOverlapS} if absent, 0 ends it at once`,
      }),
    ),
    expires_at: Type.Optional(ExpirySchema),
  },
  { $id: 'RotateApiKey', additionalProperties: false, examples: [{ overlap_s: 900 }] },
);

export const ApiKeyParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });
export const ApiKeyListQuerySchema = Type.Object(
  {
    ...pageQuery,
    agent_id: Type.Optional(Type.String({ maxLength: 200 })),
    user_id: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { additionalProperties: false },
);

export type ApiKey = Static<typeof ApiKeySchema>;
export type CreateApiKey = Static<typeof CreateApiKeySchema>;
export type RotateApiKey = Static<typeof RotateApiKeySchema>;
