/**
 * Limits the time to receive a request body. The server has one limit for all routes, set for the longest; this
 * enforces the usual one on all others.
 */
import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpApp } from './app.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Time limit to receive a whole request on a route with long bodies; capped by `longestBodyMs` of the app. */
    bodyTimeoutMs?: number;
  }
}

/** After the answer the rest of a body is not read. */
const afterAnswerMs = 5_000;

/** Adds the limit. It comes before other hooks, so that it also binds refused callers. */
export function addBodyTimeout(app: HttpApp, usualMs: number): void {
  // Headers are never long.
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
    // A call within the process (`app.inject`) has no connection, and its body is complete.
    if (raw.complete || !(raw.socket instanceof Socket)) return;
    // Answers as the server itself answers slow clients.
    if (!reply.raw.headersSent) raw.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
    raw.socket.destroySoon();
  }, ms).unref();
}
