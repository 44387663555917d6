/** HTTP of injection: what a gateway asks before a call that needs a credential. */

import { GatewayParamsSchema } from '../../../contract/api/gateways/shapes.ts';
import { InjectionAnswerSchema, InjectionQuestionSchema } from '../../../contract/injection.ts';
import { ProblemSchema } from '../../../contract/problem.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { toAuthor } from '../../control/author.ts';
import type { Routes } from '../../feature.ts';
import { assertStorable } from '../../storable.ts';
import type { Injections } from './injection.ts';

/** `POST /v1/gateways/{id}/credentials`. */
export function injectionRoutes({ injections }: { readonly injections: Injections }): Routes {
  return async (app) => {
    app.post(
      '/v1/gateways/:id/credentials',
      {
        schema: {
          tags: ['scoped-credentials'],
          summary: 'What goes into one call of an agent: headers, variables or a certificate, with the secret in them',
          description: [
            'For gateways; people are refused, whatever their role. The credential is the one that',
            '`GET /v1/scoped-credentials/effective` names. For a person only under their consent that holds now (403',
            '`no_active_delegation`), and never with what is another person’s. `failed` names what the other side',
            'answered 401 to: it is refreshed once, and an answer of the same version means that there is no other.',
            'Nothing of it is to be written anywhere: it may be kept in memory for `good_for_s`.',
          ].join(' '),
          params: GatewayParamsSchema,
          body: InjectionQuestionSchema,
          response: { 200: InjectionAnswerSchema, '4xx': ProblemSchema },
        },
      },
      async ({ caller, body }, reply) => {
        assertGateway(caller);
        assertStorable(body);
        reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
        return injections.give(toAuthor(caller), body);
      },
    );
  };
}

/**
 * Secrets are write-only for people: only what carries them into calls gets them. On loopback nobody needs a credential
 * for other things; here they do, for agents run on the same machine, and are not to see what goes into their calls.
 */
function assertGateway({ kind, authentication }: Caller): void {
  if (authentication !== 'loopback' && (kind === 'gateway' || kind === 'operator')) return;
  const detail = 'secrets are given to gateways only, which show their own key or certificate, or the operator token';
  throw new AppError('forbidden', detail, { detail });
}
