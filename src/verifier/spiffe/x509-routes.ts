/** `POST /v1/spiffe/x509-svid`. */
import { ProblemSchema } from '../../contract/problem.ts';
import { X509SvidRequestSchema, X509SvidSchema, x509SvidPath } from '../../contract/x509-svid.ts';
import type { Routes } from '../feature.ts';
import type { X509Svids } from './x509-svids.ts';

export function x509Routes({ x509Svids }: { readonly x509Svids: X509Svids }): Routes {
  return async (app) => {
    app.post(
      x509SvidPath,
      {
        schema: {
          tags: ['spiffe'],
          summary:
            'An X.509-SVID, one hour: for an active agent its own, for gateways and attestors by their key, certificate or an operator',
          body: X509SvidRequestSchema,
          response: { 200: X509SvidSchema, '4xx': ProblemSchema },
        },
      },
      async ({ caller, body }, reply) =>
        reply.header('cache-control', 'no-store').send(await x509Svids.issue(caller, body)),
    );
  };
}
