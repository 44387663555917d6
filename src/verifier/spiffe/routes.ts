/** `POST /v1/agents/{id}/identity-document` and `GET /v1/spiffe/bundle`. */
import { Type } from 'typebox';
import { AgentParamsSchema } from '../../contract/api/agents/shapes.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import { AppError } from '../../platform/errors.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import type { RateBound } from '../passports/rate-bound.ts';
import { defaultOrganisation } from '../tenancy.ts';
import { refreshHintS, TrustBundleSchema, type TrustBundles } from './bundle.ts';
import { IdentityDocumentRequestSchema, IdentityDocumentSchema, type IdentityDocuments } from './identity-documents.ts';
import { x509Routes } from './x509-routes.ts';
import type { X509Svids } from './x509-svids.ts';

export interface SpiffeRouteDeps {
  readonly identityDocuments: IdentityDocuments;
  readonly trustBundles: TrustBundles;
  readonly x509Svids: X509Svids;
  /** Bounds the calls of strangers. */
  readonly publicRate: RateBound;
}

const tags = ['spiffe'];
const problems = { '4xx': ProblemSchema };

export function spiffeRoutes(deps: SpiffeRouteDeps): Routes {
  const { identityDocuments, trustBundles, publicRate } = deps;
  return async (app) => {
    await x509Routes(deps)(app);
    app.post(
      '/v1/agents/:id/identity-document',
      {
        schema: {
          tags,
          summary:
            'A JWT-SVID of an active agent for one audience, five minutes; for the agent itself, its owners, admins',
          ...{ params: AgentParamsSchema, body: IdentityDocumentRequestSchema },
          response: { 200: IdentityDocumentSchema, ...problems },
        },
      },
      async ({ caller, params, body }, reply) => {
        const document = await identityDocuments.issue(toAuthor(caller), params.id, body.audience);
        return reply.header('cache-control', 'no-store').send(document);
      },
    );
    app.get(
      '/v1/spiffe/bundle',
      {
        schema: {
          ...{ tags, summary: 'What JWT-SVIDs and X.509-SVIDs of a trust domain are checked with; needs no account' },
          querystring: Type.Object(
            {
              trust_domain: Type.Optional(
                Type.String({ maxLength: 255, description: 'that of an organisation; the first one if absent' }),
              ),
            },
            { additionalProperties: false },
          ),
          response: { 200: TrustBundleSchema, ...problems },
        },
      },
      async ({ ip, query }, reply) => {
        publicRate.admit(ip);
        const asked = query.trust_domain ?? trustBundles.trustDomainOf(defaultOrganisation);
        const bundle = await trustBundles.find(asked);
        if (bundle === undefined) {
          const detail = 'this is no trust domain of this deployment';
          throw new AppError('not_found', detail, { detail });
        }
        return reply.header('cache-control', `public, max-age=${refreshHintS}`).send(bundle);
      },
    );
  };
}
