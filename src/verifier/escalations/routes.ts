/** HTTP of escalations: what a gateway asks when its policies ask for a person. */

import { GatewayParamsSchema } from '../../contract/api/gateways/shapes.ts';
import { EscalationAnswerSchema, EscalationRequestSchema } from '../../contract/escalation.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import { assertStorable } from '../storable.ts';
import { escalationExample } from './example.ts';
import type { Escalations } from './service.ts';

/** `POST /v1/gateways/{id}/escalations`. */
export function escalationRoutes({ escalations }: { escalations: Escalations }): Routes {
  return async (app) => {
    app.post(
      '/v1/gateways/:id/escalations',
      {
        schema: {
          tags: ['approvals'],
          summary: 'Whether a person lets pass what policies escalate; asks for an approval where nobody has yet',
          description: [
            'For gateways. An approval is good for the same binding, once: `approved` uses it up for this evidence id and',
            'comes with a grant, which the gateway puts to its policies as one more fact. The same evidence id may ask',
            'again for a minute and gets the same outcome, so this needs no `Idempotency-Key`. `denied` stays so until',
            '`expires_at`; `refused`: too many requests wait for this agent already.',
          ].join(' '),
          params: GatewayParamsSchema,
          body: { ...EscalationRequestSchema, examples: [escalationExample] },
          response: { 200: EscalationAnswerSchema, '4xx': ProblemSchema },
        },
      },
      async ({ caller, params, body }, reply) => {
        assertStorable(body);
        // A grant is for whoever asked, once.
        reply.header('cache-control', 'no-store');
        return escalations.escalate(toAuthor(caller), params.id, body);
      },
    );
  };
}
