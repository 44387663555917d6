/** Outbound rules of an organisation: private addresses that the verifier may call for it. */
import { type Static, Type } from 'typebox';
import { defineOperation } from './operation.ts';

const maxItems = 100;

const allow = Type.Array(Type.String({ minLength: 1, maxLength: 260 }), {
  maxItems,
  uniqueItems: true,
  description:
    'Hosts whose addresses may be private, and addresses and blocks (at least /8, or /7 of IPv6) that the verifier may ' +
    'call for this organisation besides public ones. It never calls metadata servers of clouds or link-local addresses',
});

export const WriteOutboundRulesSchema = Type.Object(
  { allow },
  {
    $id: 'WriteOutboundRules',
    additionalProperties: false,
    examples: [{ allow: ['crm.internal', '10.20.0.0/16'] }],
  },
);

export const OutboundRulesSchema = Type.Object(
  {
    org_id: Type.String(),
    allow,
    revision: Type.Integer({
      description: '0 until the rules are written for the first time; until then they allow nothing',
    }),
    updated_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    updated_by: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'OutboundRules' },
);

export const OutboundParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });

export type OutboundRules = Static<typeof OutboundRulesSchema>;

const path = '/v1/organizations/:id/outbound-rules';
const tag = 'organizations';

export const outboundRules = {
  get: defineOperation({
    id: 'outboundRules.get',
    method: 'GET',
    path,
    tag,
    summary: 'Read the outbound rules of an organisation',
    description: 'The rules name the addresses that may be called for it in addition to public ones.',
    params: OutboundParamsSchema,
    etag: true,
    responses: { 200: OutboundRulesSchema },
  }),
  replace: defineOperation({
    id: 'outboundRules.replace',
    method: 'PUT',
    path,
    tag,
    summary: 'Replace the outbound rules of an organisation',
    description: 'Needs the operator token.',
    params: OutboundParamsSchema,
    body: WriteOutboundRulesSchema,
    ifMatch: true,
    etag: true,
    responses: { 200: OutboundRulesSchema },
  }),
} as const;
