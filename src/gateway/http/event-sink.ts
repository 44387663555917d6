/** Writes server-sent events to a client with back-pressure, and stops when the client is gone. */
import type { FastifyReply } from 'fastify';
import type { EventSink } from '../exchange/hold.ts';

export function createEventSink(reply: FastifyReply): EventSink {
  const { raw } = reply;
  return {
    open(status, headers) {
      reply.hijack();
      const kept: Record<string, string> = {};
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) kept[name] = String(value);
      raw.writeHead(status, { ...kept, ...headers });
    },
    write(frame) {
      if (raw.destroyed || raw.write(frame)) return Promise.resolve();
      return new Promise((resolve) => {
        const done = () => {
          raw.off('drain', done);
          raw.off('close', done);
          resolve();
        };
        raw.on('drain', done);
        raw.on('close', done);
      });
    },
    end() {
      raw.end();
    },
  };
}
