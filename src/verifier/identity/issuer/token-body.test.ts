import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { basic, openTestIssuer, type TestAgent, type TestIssuer } from './issuer.fixture.ts';
import { grantTypeOf } from './token-body.ts';

let issuer: TestIssuer;
let agent: TestAgent;
beforeAll(async () => {
  issuer = await openTestIssuer();
  agent = await issuer.agent('bot');
});
afterAll(() => issuer?.close());

const send = async (body: string | ReadableStream, headers: Record<string, string> = {}) => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const init = { method: 'POST', body, headers: { ...type, ...basic(agent), ...headers }, duplex: 'half' } as const;
  const answer = await fetch(`${issuer.url}/oauth/token`, init);
  const parsed: Record<string, unknown> = JSON.parse(await answer.text());
  return { status: answer.status, body: parsed };
};
const inPieces = (text: string) =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < text.length; at += 7_000) {
        controller.enqueue(new TextEncoder().encode(text.slice(at, at + 7_000)));
      }
      controller.close();
    },
  });

describe('the token endpoint, whose body is read to see which grant is meant', () => {
  it('answers other grants as if nobody had read it, and warns of nothing', async () => {
    const warn = vi.spyOn(console, 'warn');
    const info = vi.spyOn(console, 'info');
    const form = 'grant_type=client_credentials&scope=agents%3Aread';
    for (const body of [form, inPieces(form), inPieces(`${form}&x=${'y'.repeat(50_000)}`)]) {
      expect(await send(body)).toMatchObject({ status: 200, body: { scope: 'agents:read' } });
    }
    const said = [...warn.mock.calls, ...info.mock.calls].flat().join(' ');
    expect(said).not.toContain('already parsed');
    vi.restoreAllMocks();
  });

  it.each<[string, () => string | ReadableStream, Record<string, string>]>([
    ['more than it takes', () => `grant_type=client_credentials&x=${'y'.repeat(60_000)}`, {}],
    ['more than it takes, in pieces', () => inPieces(`grant_type=client_credentials&x=${'y'.repeat(200_000)}`), {}],
    ['JSON', () => '{"grant_type":"client_credentials"}', { 'content-type': 'application/json' }],
    ['a grant type that is repeated', () => 'grant_type=client_credentials&grant_type=client_credentials', {}],
    ['no body', () => '', {}],
  ])('refuses %s, and the next call on the connection is answered', async (_title, body, headers) => {
    expect(await send(body(), headers)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(await send('grant_type=client_credentials')).toMatchObject({ status: 200 });
  });

  it.each([
    ['application/x-www-form-urlencoded', 'grant_type=a', 'a'],
    ['application/x-www-form-urlencoded; charset=utf-8', 'grant_type=a', 'a'],
    ['APPLICATION/X-WWW-FORM-URLENCODED', 'grant_type=a', 'a'],
    ['application/x-www-form-urlencoded-not', 'grant_type=a', undefined],
    ['application/json', 'grant_type=a', undefined],
    ['application/x-www-form-urlencoded', 'grant_type=a&grant_type=a', undefined],
  ])('%s %s names the grant type %s', (type, text, grant) => {
    expect(grantTypeOf(type, text)).toBe(grant);
  });
});
