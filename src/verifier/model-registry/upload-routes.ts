/** HTTP of the bytes of versions: files that are sent or fetched, and what looking through them came to. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Compile } from 'typebox/compile';
import { ProblemSchema } from '../../contract/problem.ts';
import { AppError } from '../../platform/errors.ts';
import { PageSchema, parsePage } from '../../platform/http/page.ts';
import { toAuthor } from '../control/author.ts';
import type { Routes } from '../feature.ts';
import { toEtag } from '../revision.ts';
import type { ModelRouteDeps } from './routes.ts';
import {
  FilePathSchema,
  PageQuerySchema,
  RunParamsSchema,
  RunSchema,
  VerifyVersionSchema,
  VersionParamsSchema,
  VersionSchema,
} from './schema.ts';

const path = '/v1/registry/models/:id/versions/:version';
const tags = ['model-registry'];
const problems = { '4xx': ProblemSchema };
const mediaType = 'application/octet-stream';

/** For the largest file over a slow line; one that is silent is ended long before. */
export const uploadTimeoutMs: number = 6 * 60 * 60 * 1000;

export function uploadRoutes(deps: ModelRouteDeps): Routes {
  return async (app) => {
    app.addContentTypeParser(mediaType, (_request, payload, done) => done(null, payload));
    await addFiles(deps)(app);
    await addRuns(deps)(app);
  };
}

function addFiles({ modelIntake }: ModelRouteDeps): Routes {
  return async (app) => {
    app.put(
      `${path}/files/*`,
      {
        config: { bodyTimeoutMs: uploadTimeoutMs },
        schema: {
          ...{
            tags,
            summary: 'Send the bytes of one file (application/octet-stream); answered once it was looked through',
          },
          ...{ consumes: [mediaType], params: VersionParamsSchema, response: { 200: VersionSchema, ...problems } },
        },
      },
      async ({ caller, params, headers, body }, reply) => {
        const { id, version } = params;
        const file = readPath(params);
        if (!(body instanceof Readable)) throw notBytes();
        const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
        const at = [id, version] as const;
        // To be left unread where it is refused in the middle: ended, it would take the answer with it.
        const bytes = body.iterator({ destroyOnReturn: false });
        const view = await modelIntake
          .upload(toAuthor(caller), at, { path: file, length, bytes })
          .finally(() => endIfUnread(body, reply));
        return reply.header('etag', toEtag(view.revision)).send(view);
      },
    );
  };
}

function addRuns({ modelIntake, modelRuns }: ModelRouteDeps): Routes {
  return async (app) => {
    app.post(
      `${path}/verify`,
      {
        schema: {
          ...{ tags, summary: 'Have files fetched from addresses and looked through', params: VersionParamsSchema },
          ...{ body: VerifyVersionSchema, response: { 202: RunSchema, ...problems } },
        },
      },
      async ({ caller, params: { id, version }, body }, reply) => {
        const run = await modelIntake.download(toAuthor(caller), [id, version], body.urls);
        const location = `/v1/registry/models/${id}/versions/${version}/verifications/${run.id}`;
        return reply.code(202).header('location', location).send(run);
      },
    );
    app.get(
      `${path}/verifications`,
      {
        schema: {
          ...{ tags, summary: 'List what looking through a version came to, newest first' },
          ...{ params: VersionParamsSchema, querystring: PageQuerySchema },
          response: { 200: PageSchema(RunSchema), ...problems },
        },
      },
      async ({ caller, params: { id, version }, query }) =>
        modelRuns.list(caller.organisation, [id, version], parsePage(query)),
    );
    app.get(
      `${path}/verifications/:run_id`,
      {
        schema: {
          ...{ tags, summary: 'Read one of these', params: RunParamsSchema },
          response: { 200: RunSchema, ...problems },
        },
      },
      async ({ caller, params: { id, version, run_id: run } }) =>
        modelRuns.get(caller.organisation, [id, version], run),
    );
  };
}

const isPath = Compile(FilePathSchema);

/** The rest of the path, which no schema of a route can name. @throws AppError `invalid_request`. */
function readPath(params: object): string {
  const path: unknown = Reflect.get(params, '*');
  if (isPath.Check(path)) return path;
  const detail = 'the path of a file is relative, with / between folders';
  throw new AppError('invalid_request', detail, { detail });
}

/** What was not read is read by nobody, whatever comes next on this connection. */
function endIfUnread(body: Readable, reply: FastifyReply): void {
  if (!body.readableEnded) reply.header('connection', 'close');
}

function notBytes(): AppError {
  const detail = `send the bytes of the file as ${mediaType}`;
  return new AppError('unsupported_media_type', detail, { detail });
}
