/** HTTP of the auditor registry (platform model 10). */

import { Type } from 'typebox';
import { ChangeViewSchema } from '../../contract/api/changes.ts';
import { IdempotencyHeadersSchema, IfMatchHeadersSchema } from '../../contract/api/headers.ts';
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import type { Db } from '../../platform/db/db.ts';
import { parsePage } from '../../platform/http/page.ts';
import { toAuthor } from '../control/author.ts';
import type { ControlChanges } from '../control/changes.ts';
import type { Routes } from '../feature.ts';
import type { Idempotency } from '../idempotency/service.ts';
import { parseIfMatch, toEtag } from '../revision.ts';
import { assertStorable } from '../storable.ts';
import {
  DeprecateAuditorSchema,
  RegisterAuditorSchema,
  RegisteredAuditorSchema,
  RegisteredListQuerySchema,
  RegisteredPageQuerySchema,
  RegisteredParamsSchema,
  RevokeAuditorSchema,
  RunParamsSchema,
  VerificationSchema,
  VerifyAuditorSchema,
} from './schema.ts';
import type { ReleaseService } from './service.ts';
import type { VerificationWork } from './verification.ts';

export interface AuditorRegistryRouteDeps {
  readonly auditorReleases: ReleaseService;
  readonly auditorVerifications: Pick<VerificationWork, 'kick'>;
  readonly changes: Pick<ControlChanges, 'history'>;
  readonly idempotency: Idempotency;
  readonly db: Db;
}

const path = '/v1/registry/auditors';
const tags = ['auditor-registry'];
const problems = { '4xx': ProblemSchema };
const params = RegisteredParamsSchema;

/** `/v1/registry/auditors`. */
export function auditorRegistryRoutes(deps: AuditorRegistryRouteDeps): Routes {
  return async (app) => {
    await readingRoutes(deps)(app);
    await runRoutes(deps)(app);
    await registeringRoutes(deps)(app);
    await movingRoutes(deps)(app);
  };
}

function readingRoutes({ auditorReleases, changes, db }: AuditorRegistryRouteDeps): Routes {
  return async (app) => {
    app.get(
      path,
      {
        schema: {
          ...{ tags, summary: 'List registered auditors, newest first', querystring: RegisteredListQuerySchema },
          response: { 200: PageSchema(RegisteredAuditorSchema), ...problems },
        },
      },
      async ({ caller, query }) => auditorReleases.list(db, caller.organisation, query, parsePage(query)),
    );
    app.get(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Read a registered auditor, with the chains that name it', params },
          response: { 200: RegisteredAuditorSchema, ...problems },
        },
      },
      async ({ caller, params: { id } }, reply) => {
        const view = await auditorReleases.get(db, toAuthor(caller), id);
        return reply.header('etag', toEtag(view.revision)).send(view);
      },
    );
    app.get(
      `${path}/:id/history`,
      {
        schema: {
          ...{ tags, summary: 'What became of a registered auditor, newest first; kept when it is removed' },
          ...{ params, querystring: RegisteredPageQuerySchema },
          response: { 200: PageSchema(ChangeViewSchema), ...problems },
        },
      },
      async ({ caller, params: { id }, query }) =>
        changes.history(caller.organisation, 'registered_auditor', id, parsePage(query)),
    );
  };
}

function runRoutes({ auditorReleases, db }: AuditorRegistryRouteDeps): Routes {
  return async (app) => {
    app.get(
      `${path}/:id/verifications`,
      {
        schema: {
          ...{ tags, summary: 'List the verifications of a registered auditor, newest first; 50 are kept' },
          ...{ params, querystring: RegisteredPageQuerySchema },
          response: { 200: PageSchema(VerificationSchema), ...problems },
        },
      },
      async ({ caller, params: { id }, query }) =>
        auditorReleases.listRuns(db, caller.organisation, id, parsePage(query)),
    );
    app.get(
      `${path}/:id/verifications/:run_id`,
      {
        schema: {
          ...{ tags, summary: 'Read a verification with each of its checks', params: RunParamsSchema },
          response: { 200: VerificationSchema, ...problems },
        },
      },
      async ({ caller, params: { id, run_id: runId } }) => auditorReleases.getRun(db, caller.organisation, id, runId),
    );
  };
}

function registeringRoutes({ auditorReleases, idempotency, db }: AuditorRegistryRouteDeps): Routes {
  return async (app) => {
    app.post(
      path,
      {
        schema: {
          ...{ tags, summary: 'Register a version of an auditor as a draft; its content never changes' },
          ...{ headers: IdempotencyHeadersSchema, body: RegisterAuditorSchema },
          response: { 201: RegisteredAuditorSchema, ...problems },
        },
      },
      async ({ caller, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const write = {
          orgId: author.orgId,
          operation: `POST ${path}`,
          key: headers['idempotency-key'],
          request: body,
        };
        const { body: view } = await idempotency.once(write, async (tx) => ({
          ...{ status: 201, body: await auditorReleases.register(tx, author, body) },
        }));
        return reply
          .code(201)
          .header('location', `${path}/${view.id}`)
          .header('etag', toEtag(view.revision))
          .send(view);
      },
    );
    app.delete(
      `${path}/:id`,
      {
        schema: {
          ...{ tags, summary: 'Remove a draft; what was verified or revoked stays', params },
          ...{ headers: IfMatchHeadersSchema, response: { 204: Type.Null(), ...problems } },
        },
      },
      async ({ caller, params: { id }, headers }, reply) => {
        const revision = parseIfMatch(headers['if-match']);
        await db.transaction((tx) => auditorReleases.remove(tx, toAuthor(caller), id, revision));
        return reply.code(204).send(null);
      },
    );
  };
}

function movingRoutes(deps: AuditorRegistryRouteDeps): Routes {
  const { auditorReleases, auditorVerifications, idempotency, db } = deps;
  return async (app) => {
    app.post(
      `${path}/:id/verify`,
      {
        schema: {
          ...{ tags, summary: 'Verify a draft: labels, signature, vocabulary and the contract where it runs', params },
          ...{ headers: IdempotencyHeadersSchema, body: VerifyAuditorSchema },
          response: { 202: RegisteredAuditorSchema, ...problems },
        },
      },
      async ({ caller, params: { id }, headers, body }, reply) => {
        assertStorable(body);
        const author = toAuthor(caller);
        const operation = `POST ${path}/${id}/verify`;
        const write = { orgId: author.orgId, operation, key: headers['idempotency-key'], request: body };
        const { body: view } = await idempotency.once(write, async (tx) => {
          const begun = await auditorReleases.verify(tx, author, id, body);
          return { status: 202, body: begun.view };
        });
        const runId = view.last_verification;
        // A repeat kicks what was ended long ago: then nothing is due.
        if (runId !== null) auditorVerifications.kick({ org_id: author.orgId, id: runId });
        return reply
          .code(202)
          .header('location', `${path}/${id}/verifications/${runId ?? ''}`)
          .header('etag', toEtag(view.revision))
          .send(view);
      },
    );
    app.post(
      `${path}/:id/deprecate`,
      {
        schema: {
          ...{ tags, summary: 'Deprecate a verified auditor: it may be used, and gateways tell', params },
          ...{ body: DeprecateAuditorSchema, response: { 200: RegisteredAuditorSchema, ...problems } },
        },
      },
      async ({ caller, params: { id }, body }, reply) => {
        assertStorable(body);
        const view = await db.transaction((tx) => auditorReleases.deprecate(tx, toAuthor(caller), id, body.reason));
        return reply.header('etag', toEtag(view.revision)).send(view);
      },
    );
    app.post(
      `${path}/:id/revoke`,
      {
        schema: {
          ...{
            tags,
            summary: 'Revoke an auditor for good: no chain takes it any more, running ones are flagged',
            params,
          },
          ...{ body: RevokeAuditorSchema, response: { 200: RegisteredAuditorSchema, ...problems } },
        },
      },
      async ({ caller, params: { id }, body }, reply) => {
        assertStorable(body);
        const view = await db.transaction((tx) => auditorReleases.revoke(tx, toAuthor(caller), id, body.reason));
        return reply.header('etag', toEtag(view.revision)).send(view);
      },
    );
  };
}
