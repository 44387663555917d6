/** HTTP of the keys that secrets are sealed with; the deployment's operator token alone reaches it. */
import { IdempotencyHeadersSchema } from '../../contract/api/headers.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { assertStorable } from '../storable.ts';
import type { VaultAdministration } from './administration.ts';
import {
  MinimumAnswerSchema,
  MinimumVersionSchema,
  RewrapAnswerSchema,
  RewrapRequestSchema,
  VaultRotationSchema,
  VaultSchema,
} from './schema.ts';

export interface VaultRouteDeps {
  readonly vaultAdministration: VaultAdministration;
  readonly idempotency: Idempotency;
}

const problems = { '4xx': ProblemSchema, '5xx': ProblemSchema };
const tags = ['vault'];
const defaultLimit = 200;

/** `/v1/vault`. */
export function vaultRoutes({ vaultAdministration: vault, idempotency }: VaultRouteDeps): Routes {
  return async (app) => {
    app.get(
      '/v1/vault',
      {
        schema: {
          ...{ tags, summary: 'Which keys secrets are sealed with, and how many with each; needs the operator token' },
          response: { 200: VaultSchema, ...problems },
        },
      },
      async () => vault.status(),
    );
    app.post(
      '/v1/vault/rotate',
      {
        schema: {
          ...{ tags, summary: 'Seal new secrets with a newer version of the key; needs the operator token' },
          headers: IdempotencyHeadersSchema,
          response: { 200: VaultRotationSchema, ...problems },
        },
      },
      async ({ caller, headers }) => {
        const author = toAuthor(caller);
        const prepared = await vault.prepareRotation(author);
        const write = { orgId: author.orgId, operation: 'POST /v1/vault/rotate', key: headers['idempotency-key'] };
        const answer = await idempotency.once({ ...write, request: null }, async (tx) => ({
          status: 200,
          body: await vault.rotate(tx, author, prepared),
        }));
        return answer.body;
      },
    );
    app.post(
      '/v1/vault/rewrap',
      {
        schema: {
          ...{ tags, summary: 'Seal the data keys of some secrets with the current version; needs the operator token' },
          body: RewrapRequestSchema,
          response: { 200: RewrapAnswerSchema, ...problems },
        },
      },
      async ({ caller, body }) => {
        const request = { cursor: Number(body.cursor ?? 0), limit: body.limit ?? defaultLimit };
        const { next, ...answer } = await vault.rewrap(toAuthor(caller), request);
        return { ...answer, failed: [...answer.failed], next_cursor: next === null ? null : String(next) };
      },
    );
    app.post(
      '/v1/vault/minimum-version',
      {
        schema: {
          ...{ tags, summary: 'End old versions of the key that nothing is sealed with; needs the operator token' },
          ...{ headers: IdempotencyHeadersSchema, body: MinimumVersionSchema },
          response: { 200: MinimumAnswerSchema, ...problems },
        },
      },
      async ({ caller, headers, body }) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const operation = 'POST /v1/vault/minimum-version';
        const write = { orgId: author.orgId, operation, key: headers['idempotency-key'], request: body };
        const minimum = { keyId: body.key_id, version: body.version };
        const answer = await idempotency.once(write, async (tx) => {
          const { retired } = await vault.setMinimum(tx, author, minimum);
          return { status: 200, body: { retired: [...retired] } };
        });
        return answer.body;
      },
    );
  };
}
