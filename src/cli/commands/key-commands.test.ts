/** Commands for API keys, against a test verifier. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestVerifier, type TestVerifier } from '../../verifier/test-verifier.ts';
import { runFake, sendJson, serveFake } from '../cli.fake.ts';

let verifier: TestVerifier;
let url: string;
beforeAll(async () => {
  verifier = await openTestVerifier();
  // Durations such as 30d use the real clock.
  verifier.clock.set(Date.now());
  url = await verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => verifier.close());

const assay = (args: readonly string[], env: Record<string, string> = {}) =>
  runFake([...args, '--verifier', url], { env: { ASSAY_DATA_DIR: verifier.testDb.dataDir, ...env } });
const create = [
  'key',
  'create',
  'pipeline',
  '--scope',
  'workspaces:read',
  '--scope',
  'agents:read',
  '--expires',
  '30d',
];
const keyOf = (out: string) => /assay_key_[A-Za-z0-9_-]{43}/.exec(out)?.[0] ?? '';

describe('API keys', () => {
  it.each([[create], [['key', 'rotate', 'key_1']]])('%j fails where the answer does not show the key', async (args) => {
    const fake = await serveFake((_request, response) => sendJson(response, 201, { id: 'key_1', alias: 'pipeline' }));
    try {
      for (const format of [[], ['--json']]) {
        const { code, out, err } = await runFake([...args, ...format, '--verifier', fake.url]);
        expect([code, out, err]).toEqual([3, '', expect.stringContaining('does not show the new key')]);
      }
    } finally {
      await fake.close();
    }
  });

  it('are made, shown once, listed, rotated and revoked', async () => {
    const made = await assay(create);
    expect(made.code).toBe(0);
    expect(made.out).toMatch(/^scopes +agents:read workspaces:read$/m);
    expect(made.err).toContain('cannot be shown again');
    const text = keyOf(made.out);
    const id = /key_[0-9a-f-]{36}/.exec(made.out)?.[0] ?? '';
    const listed = await assay(['key', 'list']);
    expect(listed.out).toMatch(new RegExp(`^${id} +pipeline +${text.slice(0, 14)}… +cli .*active`, 'm'));
    expect(listed.out).not.toContain(text);
    const rotated = await assay(['key', 'rotate', id, '--overlap', '60']);
    expect(rotated.out).toMatch(/^old key until +\S+Z$/m);
    expect(keyOf(rotated.out)).not.toBe(text);
    expect((await assay(['key', 'rotate', id, '--revision', '1'])).code).toBe(1);
    expect((await assay(['key', 'revoke', id])).out).toBe(`Revoked API key ${id}\n`);
    expect(JSON.parse((await assay(['key', 'list', '--json'])).out).items[0]).toMatchObject({ id, status: 'revoked' });
  });

  it('are read from ASSAY_API_KEY; ASSAY_ACCESS_TOKEN takes precedence', async () => {
    const key = keyOf((await assay(create)).out);
    expect((await assay(['workspace', 'list'], { ASSAY_API_KEY: key })).code).toBe(0);
    const refused = await assay(['policy', 'list'], { ASSAY_API_KEY: key });
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('lacks the scope policies:read')]);
    expect((await assay(['workspace', 'list'], { ASSAY_API_KEY: key, ASSAY_ACCESS_TOKEN: 'wrong' })).code).toBe(3);
    // An explicit key wins: the data folder's operator token does not replace it.
    const org = await assay(['org', 'create', 'acme'], { ASSAY_API_KEY: key });
    expect([org.code, org.err]).toEqual([3, expect.not.stringContaining(key)]);
    const odd = await assay(['workspace', 'list'], { ASSAY_API_KEY: `${key}\n` });
    expect([odd.code, odd.err]).toEqual([
      2,
      expect.stringContaining('ASSAY_API_KEY contains characters that are not allowed in a token.'),
    ]);
    expect(odd.err).not.toContain(key);
  });

  it('for gateways are made with the operator token of the data folder', async () => {
    const wanted = ['key', 'create', 'edge', '--gateway', 'edge-1', '--scope', 'gateways:serve', '--expires', '7d'];
    const made = await assay([...wanted, '--json']);
    expect(JSON.parse(made.out)).toMatchObject({ purpose: 'gateway', gateway_id: 'edge-1', user_id: 'operator' });
    expect((await assay(wanted, { ASSAY_DATA_DIR: '/nowhere' })).code).toBe(3);
  });

  it('have names without terminal control', async () => {
    const key = {
      id: 'key_1',
      alias: 'a\u001b[2Jb',
      prefix: 'assay_key_ab',
      purpose: 'cli',
      user_id: 'u',
      workspace_id: null,
      agent_id: null,
      scopes: ['x\u202e'],
      status: 'active',
      expires_at: 'x',
      last_used_at: null,
      revoked_at: null,
      overlap_until: null,
      revision: 1,
      created_at: 'x',
    };
    const fake = await serveFake((_request, response) =>
      sendJson(response, 200, { items: [key], next_cursor: null, has_more: false }),
    );
    const { out } = await runFake(['key', 'list', '--verifier', fake.url]);
    await fake.close();
    for (const character of ['\u001b', '\u202e']) expect(out).not.toContain(character);
  });

  it.each([
    [['key', 'create', 'x', '--expires', '30d'], '--scope SCOPE is missing'],
    [['key', 'create', 'x', '--scope', 'agents:read'], '--expires TIME is missing'],
    [['key', 'create', '--scope', 'agents:read'], 'ALIAS is missing'],
    [['key', 'create', 'x', '--scope', 'agents:read', '--expires', '2x'], 'a span such as'],
    [['key', 'rotate'], 'ID is missing'],
    [['key', 'rotate', 'x', '--overlap', '86401'], '--overlap must be a whole number'],
  ])('%j is refused before any request', async (args, message) => {
    const { code, err } = await runFake([...args, '--verifier', 'http://127.0.0.1:1']);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});
