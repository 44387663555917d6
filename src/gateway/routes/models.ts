/**
 * `GET /v1/models`: asks the model server. Models that may not be called are removed from its answer, and its free
 * texts are judged before a client sees them.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { providerModels } from '../../contract/api/gateway-api/operations.ts';
import { AppError } from '../../platform/errors.ts';
import { writeExactJson } from '../../platform/exact-json.ts';
import type { HttpApp } from '../../platform/http/app.ts';
import { mountRaw, type RawHandler } from '../../platform/http/mount-raw.ts';
import type { Identity } from '../exchange/exchange.ts';
import type { Judge } from '../exchange/judge.ts';
import { readJsonAnswer } from '../exchange/model-answer.ts';
import { toClientHeaders, toUpstreamHeaders } from '../http/forwarded-headers.ts';
import { type IdentityOptions, identify } from '../http/identity.ts';
import { toUpstreamTarget } from '../http/upstream-target.ts';
import { refusalForPath } from '../proxy/apis.ts';
import { readModelList } from '../registry/callable-models.ts';
import type { ModelUse } from '../registry/model-use.ts';
import type { ActiveState } from '../state/active-state.ts';
import { readAll } from '../upstream/read-all.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { sendRouteError } from './proxy.ts';

export interface ModelsDeps {
  readonly judge: Judge;
  readonly upstream: Upstream;
  readonly identity: IdentityOptions;
  readonly models: ModelUse;
  readonly upstreamKey: string | undefined;
  readonly isOurs: (credential: string) => boolean;
  /** Names of further client headers to forward. */
  readonly forwardedHeaders: readonly string[];
}

const maxListBytes = 4 * 1024 * 1024;

export function addModelsRoute(app: HttpApp, deps: ModelsDeps): void {
  const handle: RawHandler<typeof providerModels.list> = async ({ request, reply }) => {
    // It is no exchange, but inactive agents are refused here too.
    const { identity, acting } = identify(request, deps.identity);
    const { upstreamKey, isOurs, forwardedHeaders: moreNames } = deps;
    const { headers, texts } = toUpstreamHeaders({
      headers: request.headers,
      isStream: false,
      upstreamKey,
      isOurs,
      moreNames,
      traceparent: String(reply.getHeader('traceparent')),
      credentialStyle: request.headers['anthropic-version'] === undefined ? 'bearer' : 'x-api-key',
    });
    const answer = await deps.upstream.send({
      method: 'GET',
      path: toUpstreamTarget('/v1/models', request.url),
      // No auditor reads this call, so values that need reading are not forwarded.
      headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => !texts.includes(value))),
      signal: AbortSignal.timeout(30_000),
    });
    const whole = { ...answer, bytes: await readAll(answer.body, maxListBytes) };
    reply.headers(toClientHeaders(answer.headers));
    if (answer.status >= 400) return sendUpstreamError(answer.status, request, reply);
    const list = readModelList(readJsonAnswer(whole).value, deps.models);
    if (typeof list === 'string') throw new AppError('upstream_unavailable', `the model server's answer ${list}`);
    const shown = list.write(await mayShow(deps.judge, acting.state, identity, list.texts));
    return reply.code(answer.status).header('content-type', 'application/json').send(writeExactJson(shown));
  };
  mountRaw(app, providerModels.list, handle, { isForAgents: true }, { errorHandler: sendRouteError });
}

/** Has auditors check texts of the list. There is no exchange, so nothing is recorded, redacted or escalated. */
async function mayShow(
  judge: Judge,
  state: ActiveState,
  identity: Identity,
  texts: readonly string[],
): Promise<boolean> {
  if (texts.length === 0 || identity.mode === 'observe') return true;
  const { decision } = await judge(state, {
    phase: 'response',
    data: { input: '', output: texts.join('\n'), metadata: { session_id: identity.sessionId } },
    identity,
    modelId: null,
    tool: null,
    uninspectedKinds: [],
    features: [],
  });
  return decision.decision === 'allow' && !decision.obligations.includes('redact');
}

/** Reports the model server's status in our own words: no auditor reads an error of this route. */
function sendUpstreamError(status: number, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = `The model server answered ${status} instead of its list of models.`;
  const info = { status, code: 'upstream_error', message, traceId: request.trace.traceId };
  const { headers, body } = refusalForPath('/v1/models', info);
  return reply.code(status).headers(headers).send(JSON.stringify(body));
}
