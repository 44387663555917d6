import { sha256Hex } from '@assay/sdk/crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDataDir } from '../../../platform/data-dir.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { loadSigningKey } from '../../base/signing-keys/key-file.ts';
import { signingKeysTable } from '../../base/signing-keys/tables.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { announceKeys } from './announce-keys.ts';
import { openBundle } from './test-bundle.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);
const day = 24 * 60 * 60 * 1000;

describe.each(kinds)('what gateways are told of credentials on %s', (kind) => {
  let verifier: TestVerifier;
  beforeAll(async () => {
    verifier = await openTestVerifier({}, kind);
    await verifier.admin('POST', '/v1/organizations', { id: 'acme' });
    await verifier.admin('POST', '/v1/agents', { id: 'clerk' });
  });
  afterAll(() => verifier?.close());

  const acme = { 'x-assay-organization': 'acme' };
  const bundle = async (headers: Record<string, string> = {}) =>
    openBundle((await verifier.admin('GET', '/v1/gateways/gw/bundle', undefined, headers)).raw.toString('latin1'));
  const agentOf = async (id: string) => (await bundle()).agents.find((agent) => agent.id === id);
  /** Waits with a poll, which only a higher revision ends. */
  const nextBundle = async (change: () => Promise<unknown>) => {
    const { gateways } = verifier.verifier().services;
    const { headers } = await verifier.admin('GET', '/v1/gateways/gw/bundle');
    const waits = { 'if-none-match': String(headers['etag']), prefer: 'wait=60' };
    const waiting = verifier.admin('GET', '/v1/gateways/gw/bundle', undefined, waits);
    while (gateways.countWaiting() === 0) await new Promise(setImmediate);
    await change();
    return openBundle((await waiting).raw.toString('latin1'));
  };
  const makeKey = async (change: object = {}) => {
    const expires_at = new Date(verifier.clock.now() + day).toISOString();
    const request = { alias: 'app', purpose: 'ci', scopes: ['gateway:call'], expires_at, ...change };
    const { status, body } = await verifier.admin('POST', '/v1/api-keys', request);
    expect(status, JSON.stringify(body)).toBe(201);
    return { id: String(body['id']), key: String(body['key']), revision: Number(body['revision']) };
  };
  const remove = (id: string) => verifier.admin('DELETE', `/v1/api-keys/${id}`);

  it('a suspension wakes every gateway, and ends the tokens of the agent by its epoch', async () => {
    const before = await agentOf('clerk');
    expect(before).not.toHaveProperty('status');
    const suspend = () => verifier.admin('POST', '/v1/agents/clerk/suspend', { reason: 'incident 7' });
    const suspended = (await nextBundle(suspend)).agents.find(({ id }) => id === 'clerk');
    expect(suspended).toMatchObject({ status: 'suspended' });
    expect(suspended?.agent_epoch).toBeGreaterThan(before?.agent_epoch ?? Number.POSITIVE_INFINITY);
    await verifier.admin('POST', '/v1/agents/clerk/reactivate', { reason: 'it is over' });
    const again = await agentOf('clerk');
    expect(again).not.toHaveProperty('status');
    expect(again?.agent_epoch).toBe(suspended?.agent_epoch);
  });

  it('a key to call with is in the next bundle by its hash, and gone with the one after its revocation', async () => {
    const made: Awaited<ReturnType<typeof makeKey>>[] = [];
    const listed = (
      await nextBundle(async () => {
        made.push(await makeKey());
      })
    ).api_keys;
    const [key] = made;
    if (key === undefined) throw new Error('a key was made');
    const expires_at = verifier.clock.now() + day;
    expect(listed).toEqual([{ id: key.id, sha256: sha256Hex(key.key), expires_at }]);
    expect(JSON.stringify(await bundle())).not.toContain(key.key.slice('assay_key_'.length));
    expect(await bundle(acme)).not.toHaveProperty('api_keys');
    expect(await nextBundle(() => remove(key.id))).not.toHaveProperty('api_keys');
  });

  it('a key that is rotated counts beside the new one, for as long as they overlap', async () => {
    const key = await makeKey({ purpose: 'agent', agent_id: 'clerk' });
    const answers: Record<string, unknown>[] = [];
    const { api_keys: listed = [] } = await nextBundle(async () => {
      const headers = { 'if-match': `"${key.revision}"` };
      const url = `/v1/api-keys/${key.id}/rotate`;
      answers.push((await verifier.admin('POST', url, { overlap_s: 60 }, headers)).body);
    });
    const secrets = [key.key, String(answers[0]?.['key'])].map(sha256Hex);
    const now = verifier.clock.now();
    expect(new Map(listed.map(({ sha256, expires_at }) => [sha256, expires_at]))).toEqual(
      new Map([
        [secrets[0], now + 60_000],
        [secrets[1], now + day],
      ]),
    );
    expect(listed).toMatchObject([{ agent_id: 'clerk' }, { agent_id: 'clerk' }]);
  });

  it('a key without the scope, or for gateways themselves, is no business of gateways', async () => {
    const before = await bundle();
    await makeKey({ scopes: ['agents:read'] });
    await makeKey({ purpose: 'gateway', gateway_id: 'edge', scopes: ['gateways:serve'] });
    expect(await bundle()).toEqual(before);
  });

  describe('keys of access tokens', () => {
    const services = () => ({ ...verifier.verifier().services, clock: verifier.clock });
    const addKey = async (file: string) => {
      const { kid, jwk } = await loadSigningKey(await openDataDir(verifier.testDb.dataDir), file);
      await services()
        .db.insert(signingKeysTable)
        .values({ purpose: 'token', kid, jwk, created_at: verifier.clock.now() });
      return kid;
    };
    const retire = (kid: string, retired_at: number) =>
      services().db.update(signingKeysTable).set({ retired_at }).where(eq(signingKeysTable.kid, kid));
    const kids = ({ access_tokens: tokens }: Awaited<ReturnType<typeof bundle>>) => tokens?.keys.map(({ kid }) => kid);

    it('of a new process wake every gateway once, in every organisation', async () => {
      const kid = await addKey('another-token-key.pem');
      const before = (await bundle(acme)).revision;
      const { access_tokens: tokens, iss } = await nextBundle(() => announceKeys(services()));
      expect(tokens).toMatchObject({ issuer: iss, audience: `${iss}/gateway` });
      expect(tokens?.keys.map((key) => key.kid)).toContain(kid);
      const there = await bundle(acme);
      expect([there.revision > before, kids(there)?.includes(kid)]).toEqual([true, true]);
      const { revision } = await bundle();
      await announceKeys(services());
      expect((await bundle()).revision).toBe(revision);
    });

    it('that were replaced stay until what they signed is over, and no private part is ever in a bundle', async () => {
      const old = await addKey('old-token-key.pem');
      await retire(old, verifier.clock.now());
      const kept = await nextBundle(() => verifier.admin('POST', '/v1/agents', { id: 'one' }));
      expect(kids(kept)).toContain(old);
      expect(JSON.stringify(kept)).not.toContain('"d":');
      verifier.clock.set(verifier.clock.now() + day + 1);
      const later = await nextBundle(() => verifier.admin('POST', '/v1/agents', { id: 'two' }));
      expect(kids(later)).not.toContain(old);
    });
  });
});
