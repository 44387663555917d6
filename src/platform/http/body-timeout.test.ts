/** Slow bodies are ended, except on routes that allow them. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../log.ts';
import { createAccess } from './access.ts';
import { createHttpApp, type HttpApp } from './app.ts';

let app: HttpApp;
let port: number;
beforeAll(async () => {
  app = createHttpApp({
    service: 'test',
    log: createLogger({ service: 'test', level: 'silent' }),
    access: createAccess({ host: '127.0.0.1' }),
    requestTimeoutMs: 50,
    longestBodyMs: 60_000,
  });
  app.register(async (scope) => {
    scope.post('/usual', async () => ({}));
    scope.post('/long', { config: { bodyTimeoutMs: 60_000 } }, async () => ({}));
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => app.close());

/** Sends all but the last byte of a body. */
async function begin(path: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{`,
  );
  return socket;
}

const answerOf = async (socket: Socket): Promise<string> => {
  const [bytes]: Buffer[] = await once(socket, 'data');
  socket.destroy();
  return String(bytes).split('\r\n', 1)[0] ?? '';
};

describe('the body of a request', () => {
  it("is awaited for its route's time limit, and no longer", async () => {
    const [usual, long] = await Promise.all([begin('/usual'), begin('/long')]);
    expect(await answerOf(usual)).toBe('HTTP/1.1 408 Request Timeout');
    // The other one began as early, and is not ended.
    long.write('}');
    expect(await answerOf(long)).toBe('HTTP/1.1 200 OK');
  });
});
