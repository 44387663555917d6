/** HTTP of refreshing by hand. */
import { ProblemSchema } from '../../../contract/problem.ts';
import { toAuthor } from '../../control/author.ts';
import type { Routes } from '../../feature.ts';
import { CredentialParamsSchema, ScopedCredentialSchema } from '../schema.ts';
import type { RefreshByHand } from './by-hand.ts';

/** `POST /v1/scoped-credentials/{id}/refresh`. */
export function refreshRoutes({ refreshByHand }: { readonly refreshByHand: RefreshByHand }): Routes {
  return async (app) => {
    app.post(
      '/v1/scoped-credentials/:id/refresh',
      {
        schema: {
          tags: ['scoped-credentials'],
          summary: 'Get a new token from the other side now; it is done by itself when it is due',
          description: [
            'For kinds with tokens of the other side (`oauth2_code`, `client_credentials`), by whoever may change the',
            'credential. Calls at the same time are one refresh. Status `reauth_required` in the answer: the other side',
            'refused, and somebody has to connect again. 409 (`not_refreshable`, `credential_ended`) where there is',
            'nothing to refresh; 502 where the other side does not answer: what there was stays.',
          ].join(' '),
          params: CredentialParamsSchema,
          response: { 200: ScopedCredentialSchema, '4xx': ProblemSchema, '5xx': ProblemSchema },
        },
      },
      async ({ caller, params }, reply) => {
        reply.header('cache-control', 'no-store');
        return refreshByHand(toAuthor(caller), params.id);
      },
    );
  };
}
