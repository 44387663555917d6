import { createServer, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createHttpAuditorClient } from './http.ts';

let server: Server | undefined;
afterEach(() => new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve))));

/** A client of an auditor that always gives this answer. */
async function aClient(status: number, body: unknown) {
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on a port');
  return createHttpAuditorClient({ url: `http://127.0.0.1:${address.port}`, clock: systemClock });
}

const call = { timeoutMs: 5_000 };

it.each(['', 'x'.repeat(129), 'a\u0000', 'a\ud800'])(
  'an auditor id that no record can hold is refused: %j',
  async (id) => {
    const client = await aClient(200, { auditor_id: id, version: '1', phases: [], vocabulary: [] });
    await expect(client.vocabulary(call)).rejects.toMatchObject({ code: 'unavailable' });
    await client.close();
  },
);

it.each([429, 503])('HTTP %i is lack of capacity, also during the pause after too many of them', async (status) => {
  const client = await aClient(status, {});
  const request = { data: { input: 'x' }, phase: 'request' } as const;
  for (let time = 0; time < 8; time += 1) {
    expect(await client.claims(request, call)).toMatchObject({ error: { code: 'OVERLOADED' } });
  }
  await client.close();
});

it('an auditor that fails for another reason is not overloaded during its pause', async () => {
  const client = await aClient(500, {});
  const request = { data: { input: 'x' }, phase: 'request' } as const;
  for (let time = 0; time < 8; time += 1) {
    expect(await client.claims(request, call)).toMatchObject({ error: { code: 'INTERNAL_ERROR' } });
  }
  await client.close();
});
