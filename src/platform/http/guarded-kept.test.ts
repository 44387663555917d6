import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createSite, failureOf, json, loopback, reasonOf, sayHello } from './guarded.fixture.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { createKeptConnections, isUnreached, rememberAddresses } from './guarded-kept.ts';

describe('kept connections', () => {
  const site = createSite();
  const kept = { open: [createKeptConnections({ connections: 4 })] };
  afterEach(async () => {
    await Promise.all(kept.open.map((one) => one.close()));
    kept.open = [];
    site.close();
  });
  const open = (resolve = async (): Promise<string[]> => ['127.0.0.1']) => {
    const connections = createKeptConnections({ connections: 4 });
    kept.open.push(connections);
    return { connections, client: createGuardedFetch({ allow: loopback, kept: connections, resolve }) };
  };

  it("serve one call after the other, and never another client's", async () => {
    const sockets = new Set<unknown>();
    const port = await site.serve((request, response) => {
      sockets.add(request.socket);
      sayHello(request, response);
    });
    const [{ client: one }, { client: other }] = [open(), open()];
    for (let n = 0; n < 5; n += 1) {
      await one(`http://127.0.0.1:${port}/`, json);
      // The connection is free a moment after its answer.
      await wait(5);
    }
    expect(sockets.size).toBe(1);
    await other(`http://127.0.0.1:${port}/`, json);
    expect(sockets.size).toBe(2);
  });

  it('lead to one origin, and nowhere once closed', async () => {
    const ports = [await site.serve(sayHello), await site.serve(sayHello)];
    const { client, connections } = open();
    await client(`http://127.0.0.1:${ports[0]}/`, json);
    await failureOf(client(`http://127.0.0.1:${ports[1]}/`, json));
    await connections.close();
    await failureOf(client(`http://127.0.0.1:${ports[0]}/`, json));
  });

  it('go to judged addresses, also when a name changes later', async () => {
    const port = await site.serve((request, response) => {
      response.setHeader('connection', 'close');
      sayHello(request, response);
    });
    let address = '127.0.0.1';
    const { client } = open(async () => [address]);
    expect((await client(`http://localhost:${port}/`, json)).status).toBe(200);
    address = '10.0.0.1';
    expect(await reasonOf(client(`http://localhost:${port}/`, json))).toBe('outbound_address');
  });

  it('survive an answer that is not accepted', async () => {
    let isWell = false;
    const port = await site.serve((request, response) => {
      if (isWell) sayHello(request, response);
      else response.writeHead(200, { 'content-type': 'text/html' }).write('<p>');
    });
    const { client } = open();
    expect(await reasonOf(client(`http://127.0.0.1:${port}/`, json))).toBe('outbound_type');
    isWell = true;
    expect((await client(`http://127.0.0.1:${port}/`, json)).status).toBe(200);
  });

  it('distinguish calls that never left from those that may have arrived', async () => {
    const port = await site.serve((_request, response) => void response.socket?.destroy());
    const { client } = open();
    expect(isUnreached(await failureOf(client(`http://127.0.0.1:${port}/`, json)))).toBe(false);
    site.close();
    const { client: other } = open();
    expect(isUnreached(await failureOf(other(`http://127.0.0.1:${port}/`, json)))).toBe(true);
  });

  it('ask a resolver once per half a minute', async () => {
    let [now, asked] = [0, 0];
    const resolve = rememberAddresses(
      async () => {
        asked += 1;
        if (asked === 1) throw new Error('away');
        return ['127.0.0.1'];
      },
      { now: () => now },
    );
    await expect(resolve('a.example')).rejects.toThrow('away');
    await resolve('a.example');
    now = 29_999;
    await resolve('a.example');
    expect(asked).toBe(2);
    now = 30_000;
    await resolve('a.example');
    expect(asked).toBe(3);
  });
});
