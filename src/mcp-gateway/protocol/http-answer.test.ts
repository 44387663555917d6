import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createHttpAnswer, type HttpAnswer } from './http-answer.ts';
import { createUnread } from './unread.ts';

const maxUnreadBytes = 48 * 1024 * 1024;
const limits = { keepAliveMs: 60_000, maxWaitingBytes: 1024 * 1024, drainMs: 50, maxUnreadBytes };
let server: Server;
let socket: Socket;
let httpAnswer: HttpAnswer;
let drainMs = 50;
const unread = createUnread(maxUnreadBytes);

/** A client that sends a request and does not read the answer. */
beforeEach(async () => {
  server = createServer();
  const asked = new Promise<void>((resolve) => {
    server.on('request', (request, response) => {
      httpAnswer = createHttpAnswer(request, response, { ...limits, drainMs }, unread);
      resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  socket.write(
    'POST / HTTP/1.1\r\nhost: x\r\naccept: application/json, text/event-stream\r\ncontent-length: 0\r\n\r\n',
  );
  await asked;
});
afterEach(async () => {
  socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

const connections = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

test('a client that does not read its stream is disconnected when too much waits for it, and its call is cancelled', async () => {
  for (let at = 0; at < 200 && !httpAnswer.signal.aborted; at += 1)
    httpAnswer.notify('x', { text: 'x'.repeat(256 * 1024) });
  expect(httpAnswer.signal.aborted).toBe(true);
  await expect.poll(connections).toBe(0);
});

test('a client that does not read the whole answer is disconnected after a while', async () => {
  httpAnswer.end(1, { kind: 'result', json: JSON.stringify({ text: 'x'.repeat(32 * 1024 * 1024) }) });
  await expect.poll(connections).toBe(0);
  expect(httpAnswer.signal.aborted).toBe(false);
});

test('unread answers are kept up to a bound: the oldest is cut', async () => {
  drainMs = 60_000;
  const sockets: Socket[] = [];
  const { port } = server.address() as AddressInfo;
  for (let count = 0; count < 4; count += 1) {
    const asked = new Promise<void>((resolve) => server.once('request', () => resolve()));
    const client = connect(port, '127.0.0.1').pause();
    client.on('error', () => undefined);
    client.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n');
    sockets.push(client);
    await asked;
    httpAnswer.end(1, { kind: 'result', json: JSON.stringify({ text: 'x'.repeat(20 * 1024 * 1024) }) });
  }
  // The unanswered connection of `beforeEach`, and the newest two.
  await expect.poll(connections).toBe(3);
  for (const client of sockets) client.destroy();
  drainMs = 50;
});

test('nothing follows the end', async () => {
  httpAnswer.end(1, { kind: 'result', json: '{}' });
  httpAnswer.end(1, { kind: 'result', json: '{"again":true}' });
  httpAnswer.notify('x', {});
  const text = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))).resume());
  expect(text.split('\r\n\r\n')[1]).toBe('{"jsonrpc":"2.0","id":1,"result":{}}');
});
