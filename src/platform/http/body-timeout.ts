/**
 * How long the body of a request may take to arrive. The server's own limit is one for all routes; where some of them take
 * long bodies, that is theirs, and every other one is ended here.
 */
import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpApp } from './app.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Time for a whole request to arrive where it may be long; counts only as far as `longestBodyMs` of the app. */
    bodyTimeoutMs?: number;
  }
}

/** After an answer nobody reads the rest. */
const afterAnswerMs = 5_000;

/** Adds the limit; before other hooks, so that a caller who is refused is held to it too. */
export function addBodyTimeout(app: HttpApp, usualMs: number): void {
  // Headers alone are never long.
  app.server.headersTimeout = usualMs;
  app.addHook('onRequest', (request, reply, done) => {
    const { raw, headers } = request;
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
      let timer = endIn(request.routeOptions.config?.bodyTimeoutMs ?? usualMs, request, reply);
      const stop = (): void => clearTimeout(timer);
      raw.once('end', stop).once('close', stop);
      reply.raw.once('finish', () => {
        stop();
        if (!raw.complete) timer = endIn(afterAnswerMs, request, reply);
      });
    }
    done();
  });
}

function endIn(ms: number, { raw }: FastifyRequest, reply: FastifyReply): NodeJS.Timeout {
  return setTimeout(() => {
    // A call within the process (`app.inject`) has no connection, and its body is there already.
    if (raw.complete || !(raw.socket instanceof Socket)) return;
    // As the server itself answers who is too slow.
    if (!reply.raw.headersSent) raw.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
    raw.socket.destroySoon();
  }, ms).unref();
}
