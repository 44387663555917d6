/** Wire shapes of API keys (platform model 11). */

import { type Static, Type } from 'typebox';
import { pageQuery } from '../../contract/api/page.ts';
import { gatewayIdPattern } from '../../contract/control/gateway-report.ts';
import { idPattern } from '../../contract/ids.ts';
import { requestTime } from '../../contract/request-time.ts';
import { fullScope, knownScopes } from '../access/actions.ts';
import { keyPurposes } from './tables.ts';

const Time = Type.String({ format: 'date-time' });
const NullableTime = Type.Union([Time, Type.Null()]);
const NullableId = Type.Union([Type.String(), Type.Null()]);
const PurposeSchema = Type.Enum(keyPurposes, {
  description:
    'cli, webhook, ci: acts as the person who made it; agent: acts as one agent; gateway: speaks for one gateway, ' +
    'made by admins only',
});

/** Scopes that a key may be limited to; `assay:full` is all that its maker may. */
export const keyScopes: readonly string[] = [...knownScopes, fullScope];

const members = {
  id: Type.String(),
  org_id: Type.String(),
  alias: Type.String(),
  prefix: Type.String({ description: 'the first characters of the key, to tell keys apart' }),
  purpose: PurposeSchema,
  user_id: Type.String({ description: 'whose present rights bound the key; without membership it is dead' }),
  workspace_id: NullableId,
  agent_id: NullableId,
  gateway_id: NullableId,
  workspace_ids: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'of purpose gateway: the workspaces whose agents alone it serves; null: all of the organisation',
  }),
  scopes: Type.Array(Type.String()),
  status: Type.Enum(['active', 'expired', 'revoked']),
  expires_at: Time,
  last_used_at: Type.Union([Time, Type.Null()], { description: 'to the minute; calls to the verifier only' }),
  revoked_at: NullableTime,
  revoked_by: NullableId,
  overlap_until: Type.Union([Time, Type.Null()], {
    description: 'the key before the last rotation is good until then',
  }),
  revision: Type.Integer({ description: 'the ETag' }),
  created_at: Time,
  created_by: Type.String(),
  updated_at: Time,
};

export const ApiKeySchema = Type.Object(members, { $id: 'ApiKey' });

/** The answer that shows the key itself. */
export const ShownApiKeySchema = Type.Object(
  {
    ...members,
    key: Type.Optional(Type.String({ description: 'the key itself, in this answer only: a repeat does not hold it' })),
  },
  { $id: 'ShownApiKey' },
);

/** Workspaces that one gateway's key may be limited to. */
export const maxServedWorkspaces = 100;

const ExpirySchema = requestTime({ description: 'at most 365 days ahead' });

export const CreateApiKeySchema = Type.Object(
  {
    alias: Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f]{1,100}$', description: 'a name for people' }),
    purpose: PurposeSchema,
    scopes: Type.Array(Type.Enum([...keyScopes]), {
      ...{ minItems: 1, maxItems: keyScopes.length, uniqueItems: true },
      description: 'none that its maker, and the credential it is made with, lacks; assay:full is all of them',
    }),
    expires_at: ExpirySchema,
    workspace_id: Type.Optional(
      Type.String({
        pattern: idPattern,
        description: 'limits calls at the gateway to this workspace; such a key takes the scope gateway:call alone',
      }),
    ),
    agent_id: Type.Optional(
      Type.String({ pattern: idPattern, description: 'needed for purpose agent, and only there' }),
    ),
    gateway_id: Type.Optional(
      Type.String({
        pattern: gatewayIdPattern,
        description: 'the one gateway that the key speaks for; needed for purpose gateway, and only there',
      }),
    ),
    workspace_ids: Type.Optional(
      Type.Array(Type.String({ pattern: idPattern }), {
        ...{ minItems: 1, maxItems: maxServedWorkspaces, uniqueItems: true },
        description:
          'purpose gateway only: the workspaces whose agents alone the gateway serves; absent: all of the organisation',
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [
      {
        ...{ alias: 'deploy pipeline', purpose: 'ci', scopes: ['configuration:read', 'configuration:write'] },
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
        ...{ minimum: 0, maximum: maxOverlapS },
        description: `how long the old key stays good; ${defaultOverlapS} if absent, 0: it ends at once`,
      }),
    ),
    expires_at: Type.Optional(ExpirySchema),
  },
  { additionalProperties: false, examples: [{ overlap_s: 900 }] },
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
