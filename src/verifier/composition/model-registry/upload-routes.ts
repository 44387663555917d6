/** HTTP routes for the files of versions: upload, fetch, and the results of their checks. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Compile } from 'typebox/compile';
import { modelFiles as operations } from '../../../contract/api/models/operations.ts';
import { FilePathSchema } from '../../../contract/api/models/shapes.ts';
import { AppError } from '../../../platform/errors.ts';
import { mountRaw, type RawHandler } from '../../../platform/http/mount-raw.ts';
import { toAuthor } from '../../base/control/author.ts';
import type { Routes } from '../../base/feature.ts';
import { toEtag } from '../../base/revision.ts';
import type { ModelRouteDeps } from './routes.ts';

const mediaType = 'application/octet-stream';

/** Enough for the largest file over a slow line. A silent sender is stopped long before. */
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
    const config = { bodyTimeoutMs: uploadTimeoutMs };
    const upload = async ({ params, request, reply }: UploadCall) => {
      const { caller, headers, body } = request;
      const { id, version } = params;
      const file = readPath(params);
      if (!(body instanceof Readable)) throw notBytes();
      const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
      const at = [id, version] as const;
      // Kept open after a refusal in the middle: destroying it would lose the response.
      const bytes = body.iterator({ destroyOnReturn: false });
      const view = await modelIntake
        .upload(toAuthor(caller), at, { path: file, length, bytes })
        .finally(() => endIfUnread(body, reply));
      return reply.header('etag', toEtag(view.revision)).send(view);
    };
    mountRaw(app, operations.upload, upload, config);
  };
}

type UploadCall = Parameters<RawHandler<typeof operations.upload>>[0];

function addRuns({ mount, modelIntake, modelRuns }: ModelRouteDeps): Routes {
  return async (app) => {
    mount.read(
      app,
      operations.verify,
      ({ author, params: { id, version }, body }) => modelIntake.download(author, [id, version], body.urls),
      { isBodyUnbounded: true },
    );
    mount.read(app, operations.listVerifications, ({ caller, params: { id, version }, page }) =>
      modelRuns.list(caller.organisation, [id, version], page),
    );
    mount.read(app, operations.getVerification, ({ caller, params: { id, version, run_id: run } }) =>
      modelRuns.get(caller.organisation, [id, version], run),
    );
  };
}

const isPath = Compile(FilePathSchema);

/** Gives the rest of the path, which a route schema cannot describe. @throws AppError `invalid_request`. */
function readPath(params: object): string {
  const path: unknown = Reflect.get(params, '*');
  if (isPath.Check(path)) return path;
  const detail = 'the path of a file is relative, with / between folders';
  throw new AppError('invalid_request', detail, { detail });
}

/** Closes the connection if the body was not read to its end, so that the rest is never read. */
function endIfUnread(body: Readable, reply: FastifyReply): void {
  if (!body.readableEnded) reply.header('connection', 'close');
}

function notBytes(): AppError {
  const detail = `send the bytes of the file as ${mediaType}`;
  return new AppError('unsupported_media_type', detail, { detail });
}
