import { once } from 'node:events';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { mcp, server } from './tools.ts';

it('lists its tool, answers and reports errors', async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
  const ask = (fruit: unknown) => client.callTool({ name: 'get_price', arguments: { fruit } });
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['get_price']);
  expect((await ask('apple')).structuredContent).toEqual({ cents: 30 });
  expect(await ask('pear')).toMatchObject({ isError: true, content: [{ text: 'There is no pear here; try apple' }] });
  expect(await ask(7)).toMatchObject({ isError: true });
  await client.close();
  await mcp.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
