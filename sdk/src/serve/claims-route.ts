/** `POST /claims`: bytes in, 200 out for success and failure alike (contract 4.1 rule 3). */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Auditor } from '../auditor/create-auditor.ts';
import { type ClaimsResponse, toErrorResponse } from '../contract/response.ts';
import { sendJson, sendProblem } from './answer.ts';
import type { Metrics } from './metrics.ts';
import { readBody } from './read-body.ts';
import type { Handle } from './router.ts';
import { traceIdOf } from './traceparent.ts';

export interface ClaimsRouteOptions {
  readonly auditor: Auditor;
  readonly metrics: Metrics;
  readonly maxBodyBytes: number;
}

export function createClaimsRoute({ auditor, metrics, maxBodyBytes }: ClaimsRouteOptions): Handle {
  return async (request, response) => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') {
      sendProblem(request, response, 415);
      return;
    }
    const end = metrics.begin();
    let result: ClaimsResponse | undefined;
    try {
      const body = await readBody(request, maxBodyBytes);
      if (body === undefined) {
        sendProblem(request, response, 413);
        return;
      }
      result = await answer(auditor, body, request, response);
      if (!response.destroyed) sendJson(response, 200, result);
    } finally {
      end(result);
    }
  };
}

function answer(
  auditor: Auditor,
  bytes: Buffer,
  request: IncomingMessage,
  response: ServerResponse,
): ClaimsResponse | Promise<ClaimsResponse> {
  const body = parseJson(bytes);
  if (body === undefined) return toErrorResponse('INVALID_REQUEST', 'The body must be JSON in UTF-8');
  const traceId = traceIdOf(request.headers['traceparent']);
  return auditor.claims(body, { signal: () => signalOf(response), ...(traceId === undefined ? {} : { traceId }) });
}

/** Aborts when the caller goes away before its answer. */
function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
