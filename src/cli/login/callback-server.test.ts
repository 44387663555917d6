import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type CallbackServer, openCallbackServer } from './callback-server.ts';

let server: CallbackServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const nothing = { onStranger: () => {}, signal: undefined, timeoutMs: 60_000 };

async function open(): Promise<CallbackServer> {
  server = await openCallbackServer();
  return server;
}

/** With another `Host`, which fetch does not allow. */
function statusFor(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host } }, ({ statusCode }) => resolve(statusCode))
      .once('error', reject)
      .end();
  });
}

describe('waiting for the answer', () => {
  it('ends without an answer at the timeout', async () => {
    const { wait } = await open();
    await expect(wait({ ...nothing, state: 's', take: async () => {}, timeoutMs: 1 })).rejects.toMatchObject({
      publicText: expect.stringContaining('Run assay login again'),
    });
  });

  it('ends at once when already aborted', async () => {
    const { wait } = await open();
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(wait({ ...nothing, state: 's', take: async () => {}, signal })).rejects.toThrow('stopped');
  });

  it('accepts one of many concurrent answers, and none under another name', async () => {
    const { wait, redirectUri } = await open();
    let taken = 0;
    const done = wait({
      ...nothing,
      state: 's',
      async take() {
        taken += 1;
      },
    });
    const url = `${redirectUri}?state=s&code=c`;
    expect(await statusFor(url, 'evil.example')).toBe(404);
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await fetch(url)).status));
    await done;
    expect(taken).toBe(1);
    expect(statuses.sort()).toEqual([200, 409, 409, 409, 409]);
  });
});
