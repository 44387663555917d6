/** Shapes of on-behalf-of (platform model 5). */

import { type Static, Type } from 'typebox';
import { pageQuery } from '../../contract/api/page.ts';
import { scopeToken } from '../../contract/api/scope-token.ts';
import { grantStatuses } from '../delegations/tables.ts';

const texts = (maxLength: number, maxItems: number, description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength }), { minItems: 1, maxItems, uniqueItems: true, description });
const idText = Type.String({ minLength: 1, maxLength: 200 });
const orNull = <Schema extends Parameters<typeof Type.Optional>[0]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

export const OnBehalfOfQuerySchema = Type.Object(
  {
    ...pageQuery,
    subject: Type.Optional(Type.String({ maxLength: 200, description: 'a person; the caller if absent' })),
    agent: Type.Optional(Type.String({ maxLength: 200, description: 'only what this agent may do' })),
    status: Type.Optional(Type.Enum(grantStatuses, { description: 'active if absent' })),
  },
  { additionalProperties: false },
);

export const AuthorizeSchema = Type.Object(
  {
    agent_id: idText,
    subject: Type.Optional(Type.String({ maxLength: 200, description: 'whose consent; the caller if absent' })),
    resources: texts(512, 50, 'absolute URIs; each must be in the access manifest of the agent'),
    scopes: Type.Array(Type.String({ pattern: scopeToken }), {
      ...{ minItems: 1, maxItems: 100, uniqueItems: true },
      description: 'each must be in the access manifest of the agent',
    }),
    purpose: Type.String({ pattern: '^[^\\u0000-\\u001f]{1,500}$', description: 'what for, as the person reads it' }),
    ttl_seconds: Type.Optional(Type.Integer({ minimum: 60, maximum: 7_776_000, description: '28800 if absent' })),
    tools: Type.Optional(texts(256, 100, 'tools that it is for; absent: all')),
    max_uses: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'tokens at most' })),
    justification: Type.Optional(Type.String({ pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f]{1,2000}$' })),
    approvers: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        ...{ maxItems: 20, uniqueItems: true },
        description: 'people who may consent besides the subject; only an admin names them',
      }),
    ),
  },
  {
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
  agent_id: orNull(Type.String({ description: 'null: no agent of this organisation' })),
  jti: orNull(Type.String({ description: 'of the token under which it acted; null where it is no more known' })),
  grant: orNull(
    Type.Object({
      ...{ id: Type.String(), status: Type.Enum(grantStatuses), scopes: Type.Array(Type.String()) },
      ...{ granted_by: Type.String(), expires_at: Type.String() },
    }),
  ),
  issued_at: orNull(Type.String()),
  expires_at: orNull(Type.String()),
});
export type ChainActor = Static<typeof ChainActorSchema>;

export const TokenChainSchema = Type.Object(
  {
    ...{ jti: Type.String(), org_id: Type.String(), subject: Type.String(), resource: Type.String() },
    ...{ scope: Type.String(), client_id: Type.String(), grant_id: Type.String() },
    ...{ issued_at: Type.String(), expires_at: Type.String() },
    alive: Type.Boolean({ description: 'whether it is accepted now' }),
    ended_by: orNull(Type.String({ description: 'why it is not' })),
    actors: Type.Array(ChainActorSchema, { description: 'the one that acts now first, whom it acts through after it' }),
  },
  { $id: 'TokenChain' },
);
export type TokenChain = Static<typeof TokenChainSchema>;
