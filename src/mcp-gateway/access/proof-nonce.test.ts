/** DPoP proofs with a server nonce (RFC 9449 section 9): a proof for another process is refused here. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { aProofKey, hashOf } from '../../platform/http/bound-tokens/proofs.fixture.ts';
import { openMcpGateway, startMs, type TestMcpGateway } from '../access.fixture.ts';

const env = { ASSAY_AUTHENTICATION: 'required', MCP_GATEWAY_DPOP_NONCE: 'true' };
let gateway: TestMcpGateway;
let key: Awaited<ReturnType<typeof aProofKey>>;
let token: string;
let count = 0;

beforeAll(async () => {
  gateway = await openMcpGateway(env);
  key = await aProofKey();
  token = gateway.token({ cnf: { jkt: key.jkt }, exp: startMs / 1000 + 3_600 });
  gateway.publish();
  await vi.waitFor(async () => expect((await show(await proofWith(undefined))).status).toBe(401));
});
afterAll(() => gateway.close());

const proofWith = (nonce: string | undefined, iat = startMs / 1000) => {
  count += 1;
  const claims = { jti: `p-${count}`, htm: 'POST', htu: 'http://127.0.0.1:8100/mcp', iat, ath: hashOf(token) };
  return key.prove({ ...claims, ...(nonce === undefined ? {} : { nonce }) });
};
const show = (dpop: string) =>
  gateway.ask({
    headers: [
      ['authorization', `DPoP ${token}`],
      ['dpop', dpop],
    ],
  });

it('a proof without a nonce is answered with one, and a proof with it is valid once', async () => {
  const first = await show(await proofWith(undefined));
  expect(first).toMatchObject({ status: 401, headers: { 'dpop-nonce': expect.stringMatching(/^[\w-]{22}$/) } });
  expect(String(first.headers['www-authenticate'])).toMatch(/^DPoP .*error="use_dpop_nonce"/);
  const proof = await proofWith(String(first.headers['dpop-nonce']));
  expect([(await show(proof)).status, (await show(proof)).status]).toEqual([200, 401]);
});

it('a nonce of the last five minutes is valid, and an older one is not', async () => {
  const nonce = String((await show(await proofWith('invented'))).headers['dpop-nonce']);
  gateway.set(startMs + 301_000);
  expect((await show(await proofWith(nonce, startMs / 1000 + 301))).status).toBe(200);
  gateway.set(startMs + 602_000);
  expect((await show(await proofWith(nonce, startMs / 1000 + 602))).status).toBe(401);
  gateway.set(startMs);
});
