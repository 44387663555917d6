/** The link of a credential, against a test verifier. */
import { afterEach, describe, expect, it } from 'vitest';
import { type FakeService, runFake, sendJson, serveFake, startFake } from '../cli.fake.ts';

let service: FakeService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

const connectUrl = `https://assay.example/connect/${'t'.repeat(43)}`;
const standing = {
  id: 'scr_1',
  service: 'com.example/crm',
  status: 'pending',
  version: 0,
  revision: 1,
  upstream_account: null,
  granted_scopes: [],
};

/** Answers with each state in turn, then always with the last one. */
async function serve(
  states: readonly object[],
  link: object = { expires_at: new Date(Date.now() + 600_000).toISOString() },
): Promise<string> {
  let at = 0;
  service = await serveFake(({ method }, response) => {
    if (method === 'POST') return sendJson(response, 200, { connect_url: connectUrl, ...link });
    const state = states[Math.min(at, states.length - 1)];
    at += 1;
    return sendJson(response, 200, { ...standing, ...state });
  });
  return service.url;
}

const run = (url: string, ...args: readonly string[]) =>
  runFake(['credential', 'connect', 'scr_1', ...args, '--verifier', url], { env: { ASSAY_ACCESS_TOKEN: 'token' } });

describe('credential connect', () => {
  it('prints only the link, and requests the named scopes', async () => {
    const url = await serve([{}]);
    const made = await run(url, '--scope', 'a', '--scope', 'b');
    expect([made.code, made.out, made.err]).toEqual([0, `${connectUrl}\n`, '']);
    expect(service?.seen).toMatchObject([
      { method: 'POST', url: '/v1/scoped-credentials/scr_1/connect', body: '{"scopes":["a","b"]}' },
    ]);
    expect(JSON.parse((await run(url, '--json')).out)).toMatchObject({ connect_url: connectUrl });
  });

  it('waits until it is connected, and does not count a refresh', async () => {
    const url = await serve([
      { status: 'active', version: 3, revision: 5 },
      { status: 'active', version: 4, revision: 5 },
      { status: 'active', version: 5, revision: 6, upstream_account: 'anna\u001b[2J', granted_scopes: ['a'] },
    ]);
    const args = ['credential', 'connect', 'scr_1', '--wait', '--verifier', url];
    const started = startFake(args, { env: { ASSAY_ACCESS_TOKEN: 'token' } });
    await started.said(/Open this address in a browser/);
    const { code, out, err } = await started.done;
    expect([code, out]).toEqual([0, 'Connected com.example/crm as anna\ufffd[2J (a)\n']);
    expect(err).toContain(connectUrl);
  });

  it('ends with 1 when it was revoked meanwhile', async () => {
    const url = await serve([{}, { status: 'revoked', revision: 2 }]);
    const ended = await run(url, '--wait');
    expect([ended.code, ended.out]).toEqual([1, '']);
    expect(ended.err).toContain('It was revoked.');
  });

  it('waits for one that had expired before', async () => {
    const url = await serve([
      { status: 'expired', version: 3, revision: 5 },
      { status: 'expired', version: 3, revision: 5 },
      { status: 'active', version: 4, revision: 6, upstream_account: 'anna' },
    ]);
    expect(await run(url, '--wait')).toMatchObject({ code: 0, out: 'Connected com.example/crm as anna\n' });
  });

  it('ends with 1 after --timeout, and the link stays', async () => {
    const ended = await run(await serve([{}]), '--wait', '--timeout', '0');
    expect(ended.code).toBe(1);
    expect(ended.err).toContain('Not done after 0 s: the credential is pending. The link stays valid');
  });

  it('ends with 1 when the link does not say until when it is valid', async () => {
    const url = await serve([{}], {});
    const ended = await run(url, '--wait');
    expect([ended.code, ended.out]).toEqual([1, '']);
  });
});
