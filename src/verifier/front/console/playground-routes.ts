/** HTTP of the playground: passes answers of the gateway on as they come. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { gatewayPaths, type OpenedAnswer } from '../../../clients/gateway/client.ts';
import { playground as operations } from '../../../contract/api/console/playground-operations.ts';
import type { HttpApp } from '../../../platform/http/app.ts';
import { mountRaw } from '../../../platform/http/mount-raw.ts';
import { toTraceparent } from '../../../platform/http/trace-context.ts';
import { toOrigin } from '../../identity/people/origin.ts';
import type { AskPlayground } from './playground.ts';

/** Other types would be more than data to a browser. */
const passedTypes = /^(?:application\/(?:problem\+)?json|text\/event-stream)(?:;|$)/;
/** The gateway refuses the verifier, or the model the gateway: nothing is wrong with the session of the person. */
const notOurs = new Set([401, 407]);

export function addPlaygroundRoutes(app: HttpApp, ask: AskPlayground): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply, call: PlaygroundCall): Promise<FastifyReply> => {
    const gone = new AbortController();
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) gone.abort();
    });
    const caller = { ...request.caller, origin: toOrigin(request) };
    const traceparent = toTraceparent(request.trace);
    const body = JSON.stringify(call.body);
    const opened = await ask({ ...call, body, caller, traceparent, signal: gone.signal });
    return pass(reply, opened);
  };

  mountRaw(app, operations.chat, ({ request, reply, query, body }) =>
    answer(request, reply, { path: gatewayPaths.chat, agentId: query.agent_id, body }),
  );
  mountRaw(app, operations.evaluate, ({ request, reply, query, body }) =>
    answer(request, reply, { path: gatewayPaths.evaluate, agentId: query.agent_id, body }),
  );
}

interface PlaygroundCall {
  readonly path: (typeof gatewayPaths)[keyof typeof gatewayPaths];
  readonly agentId: string;
  readonly body: unknown;
}

function pass(reply: FastifyReply, { status, headers, chunks }: OpenedAnswer): FastifyReply {
  const { 'content-type': type = '', 'retry-after': retryAfter } = headers;
  const own = Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-assay-')));
  const isStream = type.startsWith('text/event-stream');
  reply
    .code(notOurs.has(status) || status < 200 || (status >= 300 && status < 400) ? 502 : status)
    .headers({ ...own, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type(passedTypes.test(type) ? type : 'application/octet-stream');
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply.send(Readable.from(isStream ? withExchange(own, chunks) : chunks, { objectMode: false }));
}

/** A page reads events, and no headers. */
async function* withExchange(
  headers: Readonly<Record<string, string>>,
  chunks: OpenedAnswer['chunks'],
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield Buffer.from(`event: assay.exchange\ndata: ${JSON.stringify(headers)}\n\n`);
    yield* chunks;
  } finally {
    await chunks.return();
  }
}
