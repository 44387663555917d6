/** HTTP of passports and bundles. */

import { encode } from 'cbor2';
import type { FastifyReply } from 'fastify';
import { PageSchema } from '../../contract/api/page.ts';
import { type Bundle, BundleSchema } from '../../contract/bundle.ts';
import { passportMediaType } from '../../contract/passport.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import { parsePage } from '../../platform/http/page.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import type { Bundles } from './bundle.ts';
import { publicPassportRoutes, sendJws, wantsJws } from './public-routes.ts';
import type { RateBound } from './rate-bound.ts';
import { PassportListQuerySchema, PassportParamsSchema, PassportSummarySchema, PassportViewSchema } from './schema.ts';
import type { Passports } from './service.ts';
import type { PassportStatuses } from './status.ts';
import { passportStatusRoutes } from './status-routes.ts';

const tags = ['passports'];
const problems = { '4xx': ProblemSchema };
const cborMediaType = 'application/cbor';

interface PassportServices {
  readonly passports: Passports;
  readonly bundles: Bundles;
  readonly passportStatuses: PassportStatuses;
  readonly idempotency: Idempotency;
  readonly publicRate: RateBound;
}

/** `/v1/passports`, their status and revocation, the bundles, and what strangers may read. */
export function passportRoutes(services: PassportServices): Routes {
  return async (app) => {
    await addReading(services)(app);
    await addBundles(services)(app);
    await passportStatusRoutes(services)(app);
    await publicPassportRoutes(services)(app);
  };
}

function addReading({ passports }: PassportServices): Routes {
  return async (app) => {
    app.get(
      '/v1/passports',
      {
        schema: {
          tags,
          summary: 'List passports, newest first',
          querystring: PassportListQuerySchema,
          response: { 200: PageSchema(PassportSummarySchema), ...problems },
        },
      },
      ({ caller, query }) =>
        passports.list(caller.organisation, parsePage(query), { agentId: query.agent_id, isLatest: query.latest }),
    );
    app.get(
      '/v1/passports/:id',
      {
        schema: {
          tags,
          summary: 'Read a passport: its record and the JWS (JSON, or the bare JWS by Accept)',
          params: PassportParamsSchema,
          produces: ['application/json', passportMediaType],
          response: { 200: PassportViewSchema, ...problems },
        },
      },
      async ({ caller, params, headers }, reply) => {
        reply.header('vary', 'accept');
        const view = await passports.get(caller.organisation, params.id);
        return wantsJws(headers.accept) ? sendJws(reply, view.jwt) : reply.send(view);
      },
    );
  };
}

function addBundles({ bundles }: PassportServices): Routes {
  return async (app) => {
    const bundleSchema = {
      tags,
      params: PassportParamsSchema,
      produces: ['application/json', cborMediaType],
      response: { 200: BundleSchema, ...problems },
    };
    app.get(
      '/v1/passports/:id/evidence',
      { schema: { ...bundleSchema, summary: 'Export a passport with all it stands on (JSON, or CBOR by Accept)' } },
      async ({ caller, params, headers }, reply) =>
        sendBundle(reply, await bundles.ofPassport(caller.organisation, params.id), headers.accept),
    );
    app.get(
      '/v1/evidence/:id/bundle',
      { schema: { ...bundleSchema, summary: 'Export one evidence with all it stands on (JSON, or CBOR by Accept)' } },
      async ({ caller, params, headers }, reply) =>
        sendBundle(reply, await bundles.ofEvidence(caller.organisation, params.id), headers.accept),
    );
  };
}

function sendBundle(reply: FastifyReply, bundle: Bundle, accept: string | undefined): FastifyReply {
  reply.header('vary', 'accept');
  if (!prefersCbor(accept)) return reply.send(bundle);
  return reply.type(cborMediaType).send(Buffer.from(encode(bundle)));
}

/** JSON unless CBOR is asked for by name and JSON is not listed before it. */
function prefersCbor(accept: string | undefined): boolean {
  const types = (accept ?? '').split(',').map((part) => part.split(';', 1)[0]?.trim().toLowerCase());
  const cbor = types.indexOf(cborMediaType);
  const json = types.indexOf('application/json');
  return cbor !== -1 && (json === -1 || cbor < json);
}
