import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UpstreamEvent } from '../ports.ts';
import {
  aPrincipal,
  aRequest,
  type CameIn,
  openScripted,
  openUpstreams,
  remote,
  sayDone,
  toResult,
} from './upstreams.fixture.ts';

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('servers of the transport before streamable HTTP', () => {
  let room: ReturnType<typeof openUpstreams>;
  let streams: ServerResponse[];
  beforeEach(() => {
    room = openUpstreams();
    streams = [];
  });
  afterEach(() => room.close());

  const tell = (message: unknown) => streams.at(-1)?.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  const open = async (onCall: (message: CameIn, response: ServerResponse) => void, endpoint = '/messages?s=1') => {
    const server = await openScripted(room.site, (message, response, request) => {
      if (request.method === 'GET') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`event: endpoint\ndata: ${endpoint}\n\n`);
        streams.push(response);
      } else if (message.method === 'tools/call') onCall(message, response);
      else {
        response.writeHead(202).end();
        const result = { protocolVersion: '2024-11-05', capabilities: {}, serverInfo: { name: 'old' } };
        if (message.id !== undefined) tell(toResult(message.id, message.method === 'initialize' ? result : {}));
      }
    });
    return { ...server, target: remote(server.url, {}, 'sse') };
  };
  const take = (message: CameIn, response: ServerResponse, then: () => void) => {
    response.writeHead(202).end(then);
    return message;
  };

  it('answer in their stream, each request its own', async () => {
    const { target } = await open((message, response) =>
      take(message, response, () => tell(toResult(message.id, { echo: message.params?.['arguments'] }))),
    );
    const asks = Array.from({ length: 20 }, (_, n) =>
      room.upstreams.request(target, aPrincipal(), aRequest({ params: { name: 'search', arguments: { n } } })),
    );
    expect(await Promise.all(asks)).toMatchObject(asks.map((_, n) => ({ kind: 'answered', result: { echo: { n } } })));
    expect(streams).toHaveLength(1);
  });

  it('are not read further with other characters than UTF-8', async () => {
    const { target } = await open((message, response) =>
      take(message, response, () => {
        const json = JSON.stringify(toResult(message.id, { content: [{ type: 'text', text: '\xe9' }] }));
        streams.at(-1)?.write(Buffer.from(`data: ${json}\n\n`, 'latin1'));
      }),
    );
    expect(await room.upstreams.request(target, aPrincipal(), aRequest())).toMatchObject({ kind: 'unknown' });
  });

  it('may break off within a call: the result is unknown; the next call opens another stream', async () => {
    let isWell = false;
    const { target } = await open((message, response) =>
      take(message, response, () => (isWell ? tell(toResult(message.id, sayDone)) : streams.at(-1)?.destroy())),
    );
    expect(await room.upstreams.request(target, aPrincipal(), aRequest())).toMatchObject({ kind: 'unknown' });
    isWell = true;
    expect(await room.upstreams.request(target, aPrincipal(), aRequest())).toMatchObject({ kind: 'answered' });
    expect(streams).toHaveLength(2);
  });

  it('are not asked when they name another origin for messages', async () => {
    const { target, seen } = await open(() => undefined, 'http://127.0.0.1:9/messages');
    const outcome = await room.upstreams.request(target, aPrincipal(), aRequest());
    expect(outcome).toMatchObject({ kind: 'refused', code: 'mcp_invalid' });
    expect(seen.map(({ verb }) => verb)).toEqual(['GET']);
  });

  it('have done nothing when they refuse a message by HTTP', async () => {
    const { target } = await open((_message, response) => response.writeHead(403).end());
    const outcome = await room.upstreams.request(target, aPrincipal(), aRequest());
    expect(outcome).toMatchObject({ kind: 'refused', code: 'forbidden' });
  });

  it('report changes in the same stream', async () => {
    const { target } = await open(() => undefined);
    const heard: UpstreamEvent[] = [];
    const control = new AbortController();
    const done = room.upstreams.listen(
      target,
      aPrincipal(),
      { uris: ['a:b'] },
      (event) => heard.push(event),
      control.signal,
    );
    const timer = setInterval(() => tell({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }), 10);
    await until(() => heard.length > 0);
    clearInterval(timer);
    expect(heard[0]).toEqual({ kind: 'tools_changed' });
    control.abort();
    await done;
  });
});
