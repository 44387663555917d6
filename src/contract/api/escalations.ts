/** The operation by which a gateway asks for a person's approval. */
import { Type } from 'typebox';
import { gatewayIdPattern } from '../control/gateway-report.ts';
import { EscalationAnswerSchema, EscalationRequestSchema } from '../escalation.ts';
import { escalationExample } from '../escalation-example.ts';
import { defineOperation } from './operation.ts';

const EscalationBodySchema = Type.Object(EscalationRequestSchema.properties, {
  $id: 'EscalationRequest',
  additionalProperties: false,
  examples: [escalationExample],
});

export const escalations = {
  create: defineOperation({
    id: 'gateways.escalate',
    method: 'POST',
    path: '/v1/gateways/:id/escalations',
    tag: 'approvals',
    summary: 'Ask whether people approved an escalated exchange',
    description:
      'Only for gateways. If there is no request for approval yet, the verifier creates one. An approval is valid for the same ' +
      'binding, once: `approved` uses it up for this evidence id and comes with a grant, which the gateway puts to its ' +
      'policies as one more fact. The same evidence id may ask again for a minute and gets the same outcome, so this ' +
      'needs no `Idempotency-Key`. `denied` stays so until `expires_at`. `refused` means that too many requests wait for ' +
      'this agent already.',
    params: Type.Object({ id: Type.String({ pattern: gatewayIdPattern }) }),
    body: EscalationBodySchema,
    noStore: true,
    responses: { 200: EscalationAnswerSchema },
  }),
} as const;
