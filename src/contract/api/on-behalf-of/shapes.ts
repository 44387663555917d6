/** Shapes of on-behalf-of. */
import { type Static, Type } from 'typebox';
import { scopeToken } from '../../scope-token.ts';
import { grantStatuses } from '../delegations/states.ts';
import { pageQuery } from '../page.ts';

const texts = (maxLength: number, maxItems: number, description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength }), { minItems: 1, maxItems, uniqueItems: true, description });
const idText = Type.String({ minLength: 1, maxLength: 200 });
const orNull = <Schema extends Parameters<typeof Type.Optional>[0]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

export const OnBehalfOfQuerySchema = Type.Object(
  {
    ...pageQuery,
    subject: Type.Optional(
      Type.String({ maxLength: 200, description: 'Person for whom the agent acts; the caller if absent' }),
    ),
    agent: Type.Optional(Type.String({ maxLength: 200, description: 'Only those of this agent' })),
    status: Type.Optional(Type.Enum(grantStatuses, { description: 'Active if absent' })),
  },
  { additionalProperties: false },
);

export const AuthorizeSchema = Type.Object(
  {
    agent_id: idText,
    subject: Type.Optional(
      Type.String({ maxLength: 200, description: 'Person whose consent is requested; the caller if absent' }),
    ),
    resources: texts(512, 50, 'Absolute URIs; each must be in the access manifest of the agent'),
    scopes: Type.Array(Type.String({ pattern: scopeToken }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: 'Each must be in the access manifest of the agent',
    }),
    purpose: Type.String({
      pattern: '^[^\\u0000-\\u001f]{1,500}$',
      description: 'Purpose that is shown to the person',
    }),
    ttl_seconds: Type.Optional(Type.Integer({ minimum: 60, maximum: 7_776_000, description: '28800 if absent' })),
    tools: Type.Optional(texts(256, 100, 'Tools that it is for; all if absent')),
    max_uses: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'Highest number of tokens under it' }),
    ),
    justification: Type.Optional(Type.String({ pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f]{1,2000}$' })),
    approvers: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        maxItems: 20,
        uniqueItems: true,
        description: 'People who may consent besides the subject; only an admin names them',
      }),
    ),
  },
  {
    $id: 'AuthorizeOnBehalfOf',
    additionalProperties: false,
    examples: [
      {
        agent_id: 'support-bot',
        resources: ['https://crm.example.com'],
        scopes: ['crm:read'],
        purpose: 'Look up the contacts that you ask it about',
        ttl_seconds: 28800,
      },
    ],
  },
);
export type Authorize = Static<typeof AuthorizeSchema>;

export const TokenParamsSchema = Type.Object({ jti: idText });

const ChainActorSchema = Type.Object({
  sub: Type.String({ description: 'SPIFFE id' }),
  iss: orNull(Type.String()),
  agent_id: orNull(Type.String({ description: 'Null for an agent of another organisation' })),
  jti: orNull(Type.String({ description: 'Id of the token under which it acted; null if it is no longer known' })),
  grant: orNull(
    Type.Object({
      id: Type.String(),
      status: Type.Enum(grantStatuses),
      scopes: Type.Array(Type.String()),
      granted_by: Type.String(),
      expires_at: Type.String(),
    }),
  ),
  issued_at: orNull(Type.String()),
  expires_at: orNull(Type.String()),
});
export type ChainActor = Static<typeof ChainActorSchema>;

export const TokenChainSchema = Type.Object(
  {
    jti: Type.String(),
    org_id: Type.String(),
    subject: Type.String(),
    resource: Type.String(),
    scope: Type.String(),
    client_id: Type.String(),
    grant_id: Type.String(),
    issued_at: Type.String(),
    expires_at: Type.String(),
    alive: Type.Boolean({ description: 'True if it is accepted now' }),
    ended_by: orNull(Type.String({ description: 'Reason why it is not accepted' })),
    actors: Type.Array(ChainActorSchema, {
      description: 'The agent that acts now comes first, then those it acts through',
    }),
  },
  { $id: 'TokenChain' },
);
export type TokenChain = Static<typeof TokenChainSchema>;
