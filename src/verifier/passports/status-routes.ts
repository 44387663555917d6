/** HTTP of what becomes of passports: status, revocation, and the list of all that were revoked. */
import { IdempotencyHeadersSchema } from '../../contract/api/headers.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { assertStorable } from '../storable.ts';
import {
  PassportParamsSchema,
  PassportStatusSchema,
  RevocationListQuerySchema,
  RevocationListSchema,
  RevokePassportSchema,
} from './schema.ts';
import type { PassportStatuses } from './status.ts';

const tags = ['passports'];
const problems = { '4xx': ProblemSchema };

interface StatusServices {
  readonly passportStatuses: PassportStatuses;
  readonly idempotency: Idempotency;
}

/** `GET …/{id}/status`, `POST …/{id}/revoke`, `GET /v1/passports/revocations`. */
export function passportStatusRoutes({ passportStatuses, idempotency }: StatusServices): Routes {
  return async (app) => {
    app.get(
      '/v1/passports/revocations',
      {
        schema: {
          tags,
          summary: 'List what was revoked since a time, signed',
          querystring: RevocationListQuerySchema,
          response: { 200: RevocationListSchema, ...problems },
        },
      },
      ({ caller, query }) =>
        passportStatuses.listRevocations(caller.organisation, query.since === undefined ? 0 : Date.parse(query.since)),
    );
    app.get(
      '/v1/passports/:id/status',
      {
        schema: {
          tags,
          summary: 'State of a passport now, with a short-lived signed token that says the same',
          params: PassportParamsSchema,
          response: { 200: PassportStatusSchema, ...problems },
        },
      },
      async ({ caller, params }, reply) =>
        reply.header('cache-control', 'no-store').send(await passportStatuses.get(caller.organisation, params.id)),
    );
    app.post(
      '/v1/passports/:id/revoke',
      {
        config: { access: 'admin' },
        schema: {
          tags,
          summary: 'Revoke a passport for good; again is answered with the first revocation',
          params: PassportParamsSchema,
          headers: IdempotencyHeadersSchema,
          body: RevokePassportSchema,
          response: { 200: PassportStatusSchema, ...problems },
        },
      },
      async ({ caller, params, headers, body }) => {
        assertStorable(body);
        const orgId = caller.organisation;
        const operation = `POST /v1/passports/${params.id}/revoke`;
        const write = { orgId, operation, key: headers['idempotency-key'], request: body };
        const { body: answer } = await idempotency.once(write, async (tx) => ({
          status: 200,
          body: await passportStatuses.revoke(tx, toAuthor(caller), params.id, body.reason),
        }));
        return answer;
      },
    );
  };
}
