/** `GET /v1/models`: handed to the model server as it is; models that may not be called are left out of its answer. */
import type { HttpApp } from '../../platform/http/app.ts';
import { toAppError } from '../../platform/http/problem.ts';
import { toClientHeaders, toUpstreamHeaders } from '../http/forwarded-headers.ts';
import { type IdentityOptions, identify } from '../http/identity.ts';
import { keepCallable } from '../registry/callable-models.ts';
import type { ModelUse } from '../registry/model-use.ts';
import { readAll } from '../upstream/read-all.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { sendApiError } from './proxy.ts';

export interface ModelsDeps {
  readonly upstream: Upstream;
  readonly identity: IdentityOptions;
  readonly models: ModelUse;
  readonly upstreamKey: string | undefined;
  readonly isOurs: (credential: string) => boolean;
}

const maxListBytes = 4 * 1024 * 1024;

export function addModelsRoute(app: HttpApp, deps: ModelsDeps): void {
  app.get(
    '/v1/models',
    {
      config: { isForAgents: true },
      schema: { tags: ['proxy'], summary: 'Models of the model server' },
      errorHandler: (error, request, reply) => sendApiError(toAppError(error), request, reply),
    },
    async (request, reply) => {
      // No exchange, but nothing for an agent that is not active either.
      identify(request, deps.identity);
      const answer = await deps.upstream.send({
        method: 'GET',
        path: request.url,
        headers: toUpstreamHeaders({
          headers: request.headers,
          traceparent: String(reply.getHeader('traceparent')),
          upstreamKey: deps.upstreamKey,
          credentialStyle: request.headers['anthropic-version'] === undefined ? 'bearer' : 'x-api-key',
          isOurs: deps.isOurs,
        }),
        signal: AbortSignal.timeout(30_000),
      });
      const whole = await readAll(answer.body, maxListBytes);
      const body = answer.status === 200 ? keepCallable(whole, deps.models) : whole;
      return reply.code(answer.status).headers(toClientHeaders(answer.headers)).send(body);
    },
  );
}
