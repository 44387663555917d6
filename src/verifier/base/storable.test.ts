/** Every endpoint refuses what cannot be stored or hashed, before a handler sees it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, openTestVerifier, type TestVerifier } from '../test-verifier.ts';

let verifier: TestVerifier;
beforeAll(async () => {
  verifier = await openTestVerifier();
});
afterAll(() => verifier.close());

const refusedWith = ({ status, body }: Answer, detail: string) =>
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'invalid_request', detail } });

describe('a request', () => {
  it.each(['a\u0000b', '\ud800'])('with %j anywhere in its body is refused', async (text) => {
    refusedWith(
      await verifier.admin('POST', '/api/v1/workflows/wf_1/runs', { input: { text } }),
      'the body contains U+0000 or a lone surrogate',
    );
    const report = { installation_id: text, tools: [] };
    expect((await verifier.admin('POST', '/v1/gateways/gw-1/tools', report)).status).toBe(400);
  });

  it.each([[[1e20]], [{ a: [1e300] }], [{ a: -(2 ** 53) }]])(
    'with body %j, which has no canonical hash, is refused with and without an Idempotency-Key',
    async (input) => {
      for (const headers of [{}, { 'idempotency-key': 'k1' }]) {
        refusedWith(
          await verifier.admin('POST', '/api/v1/workflows/wf_1/runs', { input }, headers),
          'the body contains an integer beyond 2^53-1',
        );
      }
    },
  );

  it('with an unstorable member name is refused', async () => {
    refusedWith(
      await verifier.admin('POST', '/api/v1/workflows/wf_1/runs', { input: { 'a\u0000': 1 } }),
      'the body contains a member name with U+0000 or a lone surrogate',
    );
  });

  it('with an unstorable number in its query is refused', async () => {
    const { status } = await verifier.admin('GET', '/v1/events?after=99999999999999999999');
    expect(status).toBe(400);
  });

  it.each([
    ...['/v1/evidence?since=', '/v1/evidence?until=', '/v1/passports/revocations?since='],
    ...['/v1/audit-logs?from=', '/v1/audit-logs/export?to='],
  ])('with a leap second, which has no number, is refused: GET %s', async (path) => {
    for (const time of ['2016-12-31T23:59:60Z', '9999-12-31T23:59:60Z', '2016-12-31T16:59:60.5-07:00']) {
      expect((await verifier.admin('GET', `${path}${encodeURIComponent(time)}`)).status).toBe(400);
    }
    expect((await verifier.admin('GET', `${path}2016-12-31T23:59:59Z`)).status).toBe(200);
  });

  it('with a revision of no record does not match', async () => {
    const made = await verifier.admin('POST', '/v1/workspaces', { id: 'w-1' });
    expect(made.status).toBe(201);
    for (const tag of ['"2147483648"', '"9999999999"']) {
      const answer = await verifier.admin('PATCH', '/v1/workspaces/w-1', { name: 'x' }, { 'if-match': tag });
      expect(answer.status).toBe(412);
    }
  });

  it('without the right is refused for that first', async () => {
    const body = { organizations: '\u0000' };
    expect((await verifier.post('/v1/organizations', body)).status).toBe(403);
  });
});
