/** `POST /v1/token-exchange`, and the same grant at the token endpoint: reads either body, answers in the OAuth format. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tokenExchange as operations } from '../../../contract/api/token-exchange/operations.ts';
import { tokenExchangePath } from '../../../contract/api/token-exchange/states.ts';
import { AppError } from '../../../platform/errors.ts';
import type { HttpApp } from '../../../platform/http/app.ts';
import { mountRaw } from '../../../platform/http/mount-raw.ts';
import { toAppError } from '../../../platform/http/problem.ts';
import { readUtf8 } from '../../../platform/http/utf8-body.ts';
import type { Routes } from '../../base/feature.ts';
import type { AnswerGrant } from '../../identity/issuer/grant-handlers.ts';
import { sendOAuthError } from '../../identity/issuer/oauth-error.ts';
import { paths } from '../../identity/issuer/provider-config.ts';
import type { TokenExchanger } from './exchange-token.ts';
import type { CountExchange } from './metrics.ts';
import { type ExchangeParameters, readForm, readJson } from './parameters.ts';
import { refusalCodes, refuseExchange } from './refusals.ts';

export interface ExchangeRouteDeps {
  readonly issuer: string;
  /** False while the verifier's URL is not known. */
  readonly isConfigured: boolean;
  readonly exchange: TokenExchanger;
  readonly countExchange: CountExchange;
}

/** The same bound as at the token endpoint. */
const maxBytes = 56 * 1024;
const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' };

export function tokenExchangeRoutes(deps: ExchangeRouteDeps): Routes {
  const answer = createAnswer(deps);
  return async (app) => {
    app.register(async (scope) => {
      takeBodies(scope);
      scope.setErrorHandler((thrown, request, reply) => refuseCall(deps, thrown, request, reply));
      // The body is read by the rules of OAuth; the schema serves the description only.
      scope.setValidatorCompiler(() => () => true);
      const exchange = ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }) =>
        answer(request, reply, tokenExchangePath, () => parametersOf(request.body));
      mountRaw(scope, operations.exchange, exchange, { access: 'open' });
    });
  };
}

/** Gives the handler of the grant at the token endpoint. */
export function tokenEndpointGrant(deps: ExchangeRouteDeps): AnswerGrant {
  const answer = createAnswer(deps);
  return (request, reply, form) => answer(request, reply, paths.token, () => readForm(form));
}

function createAnswer(deps: ExchangeRouteDeps) {
  return async (request: FastifyRequest, reply: FastifyReply, path: string, read: () => ExchangeParameters) => {
    try {
      assertConfigured(deps);
      const { headers, raw, ip, id } = request;
      const result = await deps.exchange({
        headers,
        socket: raw.socket,
        parameters: read(),
        url: `${deps.issuer}${path}`,
        origin: { ipAddress: ip, userAgent: headers['user-agent'] ?? null, requestId: id },
      });
      deps.countExchange('ok');
      return reply.headers(noStore).send(result);
    } catch (error) {
      return refuseCall(deps, error, request, reply);
    }
  };
}

function refuseCall(deps: ExchangeRouteDeps, thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
  const error = toAppError(thrown);
  if (error.status >= 500) request.log.error({ err: error, code: error.code, reqId: request.id }, 'request failed');
  const code = refusalCodes.find((one) => one === error.extensions?.['error_code']);
  const isFailure = error.status >= 500 && code === undefined;
  deps.countExchange(isFailure ? 'failed' : (code ?? 'malformed_request'));
  reply.headers(noStore);
  const isNamed = isFailure || code !== undefined;
  return sendOAuthError(isNamed ? error : refuseExchange('malformed_request', wordsOf(error)), reply, deps.issuer);
}

const bodyTypes = 'the body must be a form (application/x-www-form-urlencoded) or JSON (application/json)';
const wordsOf = ({ code, publicText }: AppError) => (code === 'unsupported_media_type' ? bodyTypes : publicText);

function assertConfigured({ isConfigured }: ExchangeRouteDeps): void {
  if (isConfigured) return;
  const detail = 'the issuer is not configured: set ASSAY_PUBLIC_URL to the URL of this verifier, without a path';
  throw new AppError('unavailable', detail, { detail });
}

interface UnreadBody {
  readonly read: () => ExchangeParameters;
}

/** Keeps bodies unparsed until the call is answered, so that a malformed one gets an OAuth error too. */
function takeBodies(scope: HttpApp): void {
  scope.removeAllContentTypeParsers();
  const kinds = { 'application/x-www-form-urlencoded': readForm, 'application/json': readJson };
  for (const [type, read] of Object.entries(kinds)) {
    scope.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, bytes, done) => {
      const body: UnreadBody = { read: () => read(readUtf8(bytes)) };
      done(null, body);
    });
  }
}

function parametersOf(body: unknown): ExchangeParameters {
  if (typeof body !== 'object' || body === null || !('read' in body)) {
    throw refuseExchange('malformed_request', bodyTypes);
  }
  return (body as UnreadBody).read();
}
