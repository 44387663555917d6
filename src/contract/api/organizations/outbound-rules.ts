/** Wire shapes of the outbound rules of an organisation. */
import { type Static, Type } from 'typebox';

const maxItems = 100;

const allow = Type.Array(Type.String({ minLength: 1, maxLength: 260 }), {
  maxItems,
  uniqueItems: true,
  description:
    'Hosts whose addresses may be private, addresses and blocks (at least /8, or /7 for IPv6) that may be called for ' +
    'this organisation besides public addresses. Cloud metadata servers and link-local addresses are never called',
});

export const WriteOutboundRulesSchema = Type.Object(
  { allow },
  { $id: 'WriteOutboundRules', additionalProperties: false, examples: [{ allow: ['crm.internal', '10.20.0.0/16'] }] },
);

export const OutboundRulesSchema = Type.Object(
  {
    org_id: Type.String(),
    allow,
    revision: Type.Integer({ description: '0 until the rules are first written; nothing is allowed until then' }),
    updated_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    updated_by: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'OutboundRules' },
);

export const OutboundParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });

export type OutboundRules = Static<typeof OutboundRulesSchema>;
export type WriteOutboundRules = Static<typeof WriteOutboundRulesSchema>;
