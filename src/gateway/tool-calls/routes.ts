/** `POST /v1/tool-calls`, its result, and `POST /v1/tool-texts`: for the MCP gateway and for agents themselves. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ProblemSchema } from '../../contract/problem.ts';
import {
  ToolCallAnswerSchema,
  ToolCallOutcomeSchema,
  ToolCallQuestionSchema,
  ToolResultAnswerSchema,
  ToolTextsAnswerSchema,
  ToolTextsQuestionSchema,
} from '../../contract/tool-calls.ts';
import type { HttpApp } from '../../platform/http/app.ts';
import { parseJsonBody } from '../http/json-body.ts';
import { toAsker } from './asker.ts';
import type { Ask, ToolCalls } from './create.ts';

/** `METHOD /path` of what a service reaches by its certificate; `:call_id` is any segment. */
export const isToolCallPath = (method: string, path: string): boolean =>
  (method === 'POST' && /^\/v1\/(?:tool-calls(?:\/[^/]{1,200}\/result)?|tool-texts)$/.test(path)) ||
  (method === 'GET' && path === '/health');

const config = { isForAgents: true };
const tags = ['tool-calls'];
const problems = { '4xx': ProblemSchema, '5xx': ProblemSchema };
const CallParams = Type.Object({ call_id: Type.String({ minLength: 1, maxLength: 200 }) });

/** In a scope of its own: bodies are parsed strictly, so that nothing in them can be read in two ways. */
export function addToolCallRoutes(app: HttpApp, calls: Pick<ToolCalls, 'begin' | 'end' | 'texts'>): void {
  parseStrictJson(app);
  app.post(
    '/v1/tool-calls',
    {
      config,
      schema: {
        ...{ tags, summary: 'Judge the arguments of a call of a tool before it is made' },
        description:
          'allow: make the call and show its result. deny: recorded, with what people may do about it. answered: people ' +
          'approved the result of this very call since. The operator token and the certificate of a gateway may name any ' +
          'agent; every other credential asks for its own.',
        body: ToolCallQuestionSchema,
        response: { 200: ToolCallAnswerSchema, ...problems },
      },
    },
    (request, reply) => calls.begin(request.body, toAsk(request, reply)),
  );
  app.post(
    '/v1/tool-calls/:call_id/result',
    {
      config,
      schema: {
        ...{ tags, summary: 'Judge and record what became of a call of a tool, before anybody sees it' },
        description: 'Once. 404: the call is over or not known here, and its result is not to be shown.',
        params: CallParams,
        body: ToolCallOutcomeSchema,
        response: { 200: ToolResultAnswerSchema, ...problems },
      },
    },
    (request) => calls.end(request.params.call_id, request.body, { asker: toAsker(request.caller) }),
  );
  app.post(
    '/v1/tool-texts',
    {
      config,
      schema: {
        ...{ tags, summary: 'Judge texts of others before a model reads them' },
        description: 'Such as descriptions of tools. Each gets its own word; all stand in one Evidence.',
        body: ToolTextsQuestionSchema,
        response: { 200: ToolTextsAnswerSchema, ...problems },
      },
    },
    (request, reply) => calls.texts(request.body, toAsk(request, reply)),
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
