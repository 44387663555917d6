/** Agent cards as the verifier reads them: what is taken and pinned, and what keeps an agent from being installed. */
import { AgentCard, generateAgentCardSignature } from '@a2a-js/sdk';
import { canonicalize } from '@assay/sdk/crypto';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { isAppError } from '../../../platform/errors.ts';
import { createSite } from '../../../platform/http/guarded.fixture.ts';
import { createGuardedFetch } from '../../../platform/http/guarded-fetch.ts';
import { loopbackBlocks, parseOutboundAllow } from '../../../platform/http/outbound-addresses.ts';
import { toSnapshot } from './definitions.ts';
import { createToolListing } from './tool-listing.ts';

const guarded = createGuardedFetch({ allow: parseOutboundAllow(loopbackBlocks) });
const listTools = createToolListing({ clientOf: () => guarded });
const site = createSite();
const documents = new Map<string, string>();
const port = await site.serve((request, response) => {
  const found = documents.get(request.url ?? '');
  response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(found ?? '{}');
});
const origin = `http://127.0.0.1:${port}`;
const url = `${origin}/a2a`;
afterAll(() => site.close());

type Card = Readonly<Record<string, unknown>>;
const card: Card = {
  name: 'Travel desk',
  description: 'Plans journeys',
  protocolVersion: '0.3.0',
  url,
  capabilities: {},
  skills: [],
};
const serve = (shown: unknown) => documents.set('/.well-known/agent-card.json', JSON.stringify(shown));
beforeEach(() => {
  documents.clear();
  serve(card);
});

const list = () => listTools('default', { type: 'a2a', url, headers: {} });
const hash = async () => toSnapshot('travel', await list()).hash;
async function refusal(): Promise<string> {
  try {
    await list();
    return 'taken';
  } catch (error) {
    if (!isAppError(error)) throw error;
    expect(error.extensions?.['reason']).toBe('tools_invalid');
    return error.publicText;
  }
}

async function sign(of: Card, { jku = `${origin}/keys`, isOtherKey = false } = {}): Promise<Card> {
  const [own, other] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')];
  const shown = isOtherKey ? other : own;
  documents.set(
    '/keys',
    JSON.stringify({ keys: [{ ...(await exportJWK(shown.publicKey)), kid: 'k1', alg: 'ES256' }] }),
  );
  const payload = new TextEncoder().encode(canonicalize(of));
  const jws = await new CompactSign(payload).setProtectedHeader({ alg: 'ES256', kid: 'k1', jku }).sign(own.privateKey);
  const [head, , signature] = jws.split('.');
  return { ...of, signatures: [{ protected: head, signature }] };
}

describe('an agent card', () => {
  it('is pinned whole: any change of it is another hash', async () => {
    const before = await hash();
    expect(await hash()).toBe(before);
    for (const change of [{ description: 'x' }, { skills: [{ id: 'pay' }] }, { provider: { organization: 'x' } }]) {
      serve({ ...card, ...change });
      expect(await hash()).not.toBe(before);
    }
  });

  it('is taken from the host of the endpoint, which it has to name for JSON-RPC', async () => {
    const other = { url: `${origin}/other`, transport: 'JSONRPC' };
    const cases: readonly [object, RegExp][] = [
      [{ url: 'https://elsewhere.example/a2a' }, /does not name/],
      [{ url, preferredTransport: 'GRPC' }, /does not name/],
      [{ url: 'https://elsewhere.example/a2a', additionalInterfaces: [other] }, /does not name/],
      [{ protocolVersion: '0.2.6' }, /version 0\.3 or 1\.0/],
      [{ protocolVersion: '2.0' }, /version 0\.3 or 1\.0/],
      [{ name: 7 }, /no name/],
    ];
    for (const [change, expected] of cases) {
      serve({ ...card, ...change });
      expect(await refusal()).toMatch(expected);
    }
    serve({ ...card, preferredTransport: 'GRPC', url: 'x', additionalInterfaces: [{ url, transport: 'JSONRPC' }] });
    expect(await refusal()).toBe('taken');
  });

  it('is read where its entry says, at the host of the endpoint alone', async () => {
    documents.clear();
    documents.set('/cards?of=travel', JSON.stringify(card));
    expect(await refusal()).toMatch(/HTTP 404/);
    const at = (cardUrl: string) => listTools('default', { type: 'a2a', url, cardUrl, headers: {} });
    expect(await at(`${origin}/cards?of=travel`)).toHaveLength(3);
    await expect(at(`http://localhost:${port}/cards?of=travel`)).rejects.toMatchObject({
      extensions: { reason: 'tools_invalid' },
    });
  });

  it('is refused where there is none, or where it is no JSON', async () => {
    documents.clear();
    expect(await refusal()).toMatch(/HTTP 404/);
    documents.set('/.well-known/agent-card.json', '<html>');
    expect(await refusal()).toMatch(/not JSON/);
  });
});

describe('an agent card of A2A 1.0', () => {
  const { protocolVersion: _version, url: _url, ...unplaced } = card;
  const place = { url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' };
  const newCard: Card = { ...unplaced, supportedInterfaces: [place] };
  const messageOf = async () => JSON.stringify(Object((await list())[0]).inputSchema.properties.message);

  it('is taken where it names the endpoint for JSON-RPC, and decides how messages are written', async () => {
    serve(newCard);
    expect(await messageOf()).toContain('A2A 1.0');
    serve({ ...newCard, supportedInterfaces: [{ ...place, protocolVersion: '0.3' }] });
    expect(await messageOf()).toContain('A2A 0.3');
    serve({ ...card, supportedInterfaces: [place] });
    expect(await messageOf()).toContain('A2A 1.0');
    for (const change of [
      { url: 'https://elsewhere.example/a2a' },
      { protocolBinding: 'GRPC' },
      { protocolVersion: '1.1' },
    ]) {
      serve({ ...newCard, supportedInterfaces: [{ ...place, ...change }] });
      expect(await refusal()).toMatch(/does not name/);
    }
  });

  it('is taken with a signature as the official library makes it, whose form leaves empty members out', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    documents.set('/keys', JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }] }));
    const head = { alg: 'ES256', kid: 'k1', typ: 'JOSE', jku: `${origin}/keys` };
    const signed = await generateAgentCardSignature(privateKey, head)(AgentCard.fromJSON(newCard));
    const { signatures } = Object(AgentCard.toJSON(signed));
    const shown = { ...newCard, skills: [], provider: {}, signatures };
    serve(shown);
    expect(await refusal()).toBe('taken');
    serve({ ...shown, description: 'Other' });
    expect(await refusal()).toMatch(/does not hold/);
  });
});

describe('the signature of a card', () => {
  it('has to hold where there is one', async () => {
    serve(await sign(card));
    expect(await refusal()).toBe('taken');
    serve({ ...(await sign(card)), description: 'Other' });
    expect(await refusal()).toMatch(/does not hold/);
    serve(await sign(card, { isOtherKey: true }));
    expect(await refusal()).toMatch(/does not hold/);
    serve({ ...card, signatures: [] });
    expect(await refusal()).toMatch(/1 to 4/);
  });

  it('is made with a key at the host of the agent, never with another or without one', async () => {
    serve(await sign(card, { jku: 'https://keys.example/keys' }));
    expect(await refusal()).toMatch(/no key \(jku\) at the host/);
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none', jku: `${origin}/keys` })).toString('base64url');
    serve({ ...(await sign(card)), signatures: [{ protected: unsigned, signature: '' }] });
    expect(await refusal()).toMatch(/does not hold/);
    serve({ ...card, signatures: [{ protected: 'e30', signature: 'AA' }] });
    expect(await refusal()).toMatch(/no key/);
  });
});
