/** `POST /v1/tool-calls`, its result, and `POST /v1/tool-texts`: for the MCP gateway and for agents themselves. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toolCalls } from '../../contract/api/gateway-api/operations.ts';
import type { HttpApp } from '../../platform/http/app.ts';
import { addOperation } from '../../platform/http/mount-raw.ts';
import { parseJsonBody } from '../http/json-body.ts';
import { toAsker } from './asker.ts';
import type { Ask, ToolCalls } from './create.ts';

/** `METHOD /path` of the routes that a service may call with its certificate; `:call_id` is any segment. */
export const isToolCallPath = (method: string, path: string): boolean =>
  (method === 'POST' && /^\/v1\/(?:tool-calls(?:\/[^/]{1,200}\/result)?|tool-texts)$/.test(path)) ||
  (method === 'GET' && path === '/health');

const config = { isForAgents: true };

/** Adds the routes in a scope of their own: bodies are parsed strictly, so that no part can be read in two ways. */
export function addToolCallRoutes(app: HttpApp, calls: Pick<ToolCalls, 'begin' | 'end' | 'texts'>): void {
  parseStrictJson(app);
  addOperation(app, toolCalls.begin, ({ body, request, reply }) => calls.begin(body, toAsk(request, reply)), config);
  addOperation(
    app,
    toolCalls.recordResult,
    ({ params, body, request }) => calls.end(params.call_id, body, { asker: toAsker(request.caller) }),
    config,
  );
  addOperation(
    app,
    toolCalls.judgeTexts,
    ({ body, request, reply }) => calls.texts(body, toAsk(request, reply)),
    config,
  );
}

function toAsk(request: FastifyRequest, reply: FastifyReply): Ask {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return { asker: toAsker(request.caller), trace: request.trace, signal: gone.signal };
}

function parseStrictJson(app: HttpApp): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    try {
      done(null, parseJsonBody(Buffer.from(bytes)));
    } catch (error) {
      done(error instanceof Error ? error : new Error('the body cannot be read'), undefined);
    }
  });
}
