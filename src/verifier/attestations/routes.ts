/** HTTP of challenges and key attestations. */

import { Type } from 'typebox';
import { IdempotencyHeadersSchema } from '../../contract/api/headers.ts';
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import { parsePage } from '../../platform/http/page.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { assertStorable } from '../storable.ts';
import {
  AttestationDetailSchema,
  AttestationListQuerySchema,
  AttestationParamsSchema,
  AttestationSchema,
  ChallengeSchema,
  RegisterAttestationSchema,
  RevokeAttestationSchema,
  RevokedAttestationSchema,
} from './schema.ts';
import type { Attestations } from './service.ts';

const tags = ['attestations'];
const problems = { '4xx': ProblemSchema };

interface AttestationServices {
  readonly attestations: Attestations;
  readonly idempotency: Idempotency;
  /** Drops a key from the memory of whoever checks evidence in this process. */
  readonly forgetKey: (orgId: string, kid: string) => void;
}

/** `/v1/attestations` and its challenge. */
export function attestationRoutes({ attestations, idempotency, forgetKey }: AttestationServices): Routes {
  return async (app) => {
    app.post(
      '/v1/attestations/challenge',
      {
        schema: {
          tags,
          summary: 'Issue a nonce that one key attestation may answer within five minutes',
          body: Type.Optional(Type.Unknown()),
          response: { 201: ChallengeSchema, ...problems },
        },
      },
      async ({ caller }, reply) => reply.code(201).send(await attestations.challenge(caller.organisation)),
    );
    app.post(
      '/v1/attestations',
      {
        schema: {
          tags,
          summary: 'Register a key attestation; the same one again is answered 200 with the same record',
          body: RegisterAttestationSchema,
          response: { 200: AttestationSchema, 201: AttestationSchema, ...problems },
        },
      },
      async ({ caller, body }, reply) => {
        const { record, isNew } = await attestations.register(caller.organisation, body.key_attestation, caller);
        return reply
          .code(isNew ? 201 : 200)
          .header('location', `/v1/attestations/${record.attestation_id}`)
          .send(record);
      },
    );
    app.get(
      '/v1/attestations',
      {
        schema: {
          tags,
          summary: 'List accepted key attestations, newest first',
          querystring: AttestationListQuerySchema,
          response: { 200: PageSchema(AttestationSchema), ...problems },
        },
      },
      ({ caller, query }) => attestations.list(caller.organisation, parsePage(query), query.kid),
    );
    app.get(
      '/v1/attestations/:id',
      {
        schema: {
          tags,
          summary: 'Read a key attestation with its document',
          params: AttestationParamsSchema,
          response: { 200: AttestationDetailSchema, ...problems },
        },
      },
      ({ caller, params }) => attestations.get(caller.organisation, params.id),
    );
    app.post(
      '/v1/attestations/:id/revoke',
      {
        config: { access: 'admin' },
        schema: {
          tags,
          summary:
            'Revoke a key by one of its attestations: its evidence is refused from now on, its passports are revoked',
          params: AttestationParamsSchema,
          headers: IdempotencyHeadersSchema,
          body: RevokeAttestationSchema,
          response: { 200: RevokedAttestationSchema, ...problems },
        },
      },
      async ({ caller, params, headers, body }) => {
        assertStorable(body);
        const orgId = caller.organisation;
        const operation = `POST /v1/attestations/${params.id}/revoke`;
        const write = { orgId, operation, key: headers['idempotency-key'], request: body };
        const { body: answer } = await idempotency.once(write, async (tx) => ({
          status: 200,
          body: await attestations.revoke(tx, params.id, { author: toAuthor(caller), reason: body.reason }),
        }));
        forgetKey(orgId, answer.kid);
        return answer;
      },
    );
  };
}
