/** Commands for the life of an agent, against a test verifier. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthor } from '../../verifier/base/control/author.ts';
import { openTestVerifier, type TestVerifier } from '../../verifier/test-verifier.ts';
import { runFake } from '../cli.fake.ts';

let verifier: TestVerifier;
let url: string;
let folder: string;
beforeAll(async () => {
  verifier = await openTestVerifier();
  url = await verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'assay-agent-'));
});
afterAll(async () => {
  await verifier.close();
  await rm(folder, { recursive: true });
});

/** As a local person, with the verifier's data folder. */
function assay(...args: string[]) {
  return runFake([...args, '--verifier', url], { env: { ASSAY_DATA_DIR: verifier.testDb.dataDir } });
}
/** Without the data folder: allowed calls only. */
function plain(...args: string[]) {
  return runFake([...args, '--verifier', url], { env: { ASSAY_DATA_DIR: '/nowhere' } });
}
const agent = (...args: string[]) => assay('agent', ...args);

async function aFile(name: string, value: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
}

describe('assay agent register', () => {
  it('shows the secret once, with a note', async () => {
    const made = await agent('register', 'first', '--purpose', 'invoices');
    expect([made.code, made.err]).toEqual([0, 'Keep the secret now: it cannot be shown again.\n']);
    expect(made.out).toMatch(/^secret +assay_secret_\S{43}$/m);
    expect(made.out).toMatch(/^owner +local$/m);
    expect(made.out).toMatch(/^purpose +invoices$/m);
    const shown = await agent('show', 'first');
    expect(shown.out).toMatch(/^status +active$/m);
    expect(shown.out).not.toContain('assay_secret_');
  });

  it('takes public keys from a file, and never sends a private one', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const keys = await aFile('public.json', { keys: [await exportJWK(publicKey)] });
    const made = await agent('register', 'keyed', '--jwks', keys);
    expect([made.code, made.err]).toEqual([0, '']);
    expect(made.out).not.toContain('assay_secret_');
    const secret = await aFile('private.json', { keys: [await exportJWK(privateKey)] });
    const nowhere = ['--verifier', 'http://127.0.0.1:1'];
    for (const [path, message] of [
      [secret, 'contains private keys'],
      [await aFile('one.json', await exportJWK(publicKey)), 'does not contain a key set'],
      [await aFile('text.json', 'keys'), 'is not JSON'],
    ] as const) {
      const { code, err } = await runFake(['agent', 'register', 'x', '--jwks', path, ...nowhere]);
      expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    }
  });
});

describe('the life of an agent', () => {
  it('leads from registration to removal', async () => {
    await agent('register', 'clerk');
    const stopped = await agent('suspend', 'clerk', '--reason', 'incident 4711');
    expect(stopped.out).toMatch(/^status +suspended$/m);
    expect(stopped.out).toMatch(/^ {2}because +incident 4711 \(local\)$/m);
    expect((await agent('list', '--status', 'suspended')).out).toMatch(/^clerk .* suspended +local /m);
    expect(await agent('heartbeat', 'clerk')).toMatchObject({ code: 1, err: expect.stringContaining('suspended') });
    expect((await agent('reactivate', 'clerk', '--reason', 'over')).out).toMatch(/^status +active$/m);
    expect((await agent('heartbeat', 'clerk')).out).toMatch(/^heartbeat +2026-/m);
    expect((await agent('attest', 'clerk')).out).toMatch(/^attest by +2026-/m);
    expect((await agent('transfer', 'clerk', 'token')).out).toMatch(/^owner +token$/m);
    expect((await agent('list', '--owner', 'token')).out).toMatch(/^clerk /m);
    expect((await agent('remove', 'clerk')).code).toBe(1);
    expect((await agent('decommission', 'clerk')).out).toMatch(/^status +decommissioned$/m);
    expect((await agent('remove', 'clerk')).out).toBe('Removed agent clerk\n');
    expect((await agent('show', 'clerk')).code).toBe(1);
  });

  it('can be stopped and started; a suspension is not ended by a start', async () => {
    await agent('register', 'nightly');
    const stopped = await agent('stop', 'nightly');
    expect(stopped.out).toMatch(/^status +stopped$/m);
    expect((await agent('list', '--status', 'stopped')).out).toMatch(/^nightly .* stopped +local /m);
    expect((await agent('start', 'nightly', '--reason', 'evening')).out).toMatch(/^status +active$/m);
    await agent('suspend', 'nightly', '--reason', 'incident');
    expect(await agent('start', 'nightly')).toMatchObject({ code: 1, err: expect.stringContaining('suspended') });
  });

  it('starts with an approval', async () => {
    await verifier.admin('PATCH', '/v1/organizations/default', { agent_approval: true }, { 'if-match': '"1"' });
    await agent('register', 'new');
    expect((await agent('list', '--status', 'pending_approval')).out).toMatch(/^new /m);
    expect((await plain('agent', 'approve', 'new')).code).not.toBe(0);
    expect((await agent('approve', 'new')).out).toMatch(/^status +staged$/m);
    expect((await agent('activate', 'new')).out).toMatch(/^status +active$/m);
    await verifier.admin('PATCH', '/v1/organizations/default', { agent_approval: false }, { 'if-match': '"2"' });
  });

  it("needs this machine's operator token for acts of an owner", async () => {
    const { agents, db } = verifier.verifier().services;
    const author = createAuthor('default', 'operator');
    await db.transaction((tx) => agents.register(tx, author, { id: 'theirs' }));
    expect((await plain('agent', 'decommission', 'theirs')).code).toBe(3);
    expect((await agent('decommission', 'theirs')).code).toBe(0);
  });

  it('shows roles, and replaces them all at once', async () => {
    await agent('register', 'shared');
    expect((await agent('access', 'show', 'shared')).out).toMatch(/^owners +local$/m);
    const set = await agent('access', 'set', 'shared', '--owner', 'token', '--owner', 'operator', '--viewer', 'local');
    expect(set.out).toMatch(/^owners +token, operator$/m);
    expect(set.out).toMatch(/^editors +none$/m);
    const twice = await agent('access', 'set', 'shared', '--owner', 'token', '--editor', 'token');
    expect([twice.code, twice.err]).toEqual([1, expect.stringContaining('two lists')]);
    expect((await agent('access', 'set', 'shared', '--owner', 'token', '--revision', '1')).code).toBe(1);
  });

  it('rotates credentials, and prints an identity document alone', async () => {
    await agent('register', 'turning');
    const turned = await agent('rotate-credentials', 'turning', '--revoke-tokens');
    expect([turned.code, turned.err]).toEqual([0, expect.stringContaining('Keep the secret now')]);
    const document = await agent('identity-document', 'turning', '--audience', 'https://crm.example');
    expect(document.out).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    const { out } = await agent('identity-document', 'turning', '--audience', 'https://crm.example', '--json');
    expect(JSON.parse(out)).toMatchObject({ spiffe_id: 'spiffe://assay.local/agent/turning' });
  });
});

describe('wrong use', () => {
  it.each([
    [['suspend', 'a'], 'Give a reason: --reason TEXT'],
    [['reactivate', 'a'], 'Give a reason'],
    [['transfer', 'a'], 'OWNER is missing'],
    [['access', 'show'], 'ID is missing'],
    [['access', 'give', 'a'], 'must be one of show, set'],
    [['access', 'set', 'a'], 'Every agent has an owner'],
    [['identity-document', 'a'], 'Say who it is for'],
    [['list', '--status', 'asleep'], '--status must be one of'],
    [['list', '--stale', 'maybe'], '--stale must be one of'],
  ])('%j is refused before any request', async (args, message) => {
    const { code, err } = await runFake(['agent', ...args, '--verifier', 'http://127.0.0.1:1']);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});
