/** Commands for credentials, against a test verifier. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseKind } from '../../platform/db/test-db.ts';
import type { Caller } from '../../platform/http/access.ts';
import {
  type CredentialsFixture,
  openCredentials,
} from '../../verifier/tools/scoped-credentials/credentials.fixture.ts';
import { runFake, sendJson, serveFake } from '../cli.fake.ts';

let fixture: CredentialsFixture;
let url: string;
let folder: string;
let ada: Caller;
beforeAll(async () => {
  fixture = await openCredentials(testDatabaseKind);
  url = await fixture.verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'assay-credentials-'));
  ada = await fixture.person('viewer');
  await fixture.agent('clerk', [await fixture.person('viewer')]);
});
afterAll(async () => {
  await fixture.verifier.close();
  await rm(folder, { recursive: true, force: true });
});

const as = (caller: Caller, stdin: string, ...args: readonly string[]) => {
  const [token = ''] = Object.values(fixture.headersOf(caller));
  return runFake(['credential', ...args, '--verifier', url], { env: { ASSAY_ACCESS_TOKEN: token }, stdin });
};
/** On the verifier's machine, with its data folder. */
const asOperator = (stdin: string, ...args: readonly string[]) =>
  runFake(['credential', ...args, '--verifier', url], {
    env: { ASSAY_DATA_DIR: fixture.verifier.testDb.dataDir },
    stdin,
  });
const idOf = (out: string) => /scr_[0-9a-f-]{36}/.exec(out)?.[0] ?? '';
const service = 'com.example/crm';

describe('credentials', () => {
  it('are added from standard input or a file, listed, requested, rotated and revoked, without showing a secret', async () => {
    const file = join(folder, 'key.txt');
    await writeFile(file, 'sk-from-a-file\r\n');
    const made = await asOperator(
      'sk-from-stdin\n',
      'create',
      service,
      '--org',
      '--header',
      'X-Api-Key',
      '--every',
      '90',
    );
    expect([made.code, made.err]).toEqual([0, '']);
    const id = idOf(made.out);
    for (const line of [
      /^of +organisation$/m,
      /^injected by +sidecar x-api-key$/m,
      /^secret +version 1, [0-9a-f]{16}$/m,
    ]) {
      expect(made.out).toMatch(line);
    }
    const again = await asOperator('sk-2', 'create', service, '--org');
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('the same scope already has')]);
    const own = await asOperator('', 'create', service, '--agent', 'clerk', '--secret-file', file, '--json');
    expect(JSON.parse(own.out)).toMatchObject({ agent_id: 'clerk', status: 'active', version: 1 });
    const mine = await as(ada, '', 'create', service, '--agent', 'clerk', '--mine', '--type', 'oauth2_code');
    expect(mine.out).toMatch(new RegExp(`^of +agent clerk for ${ada.user}$`, 'm'));
    expect(mine.out).toMatch(/^secret +none yet$/m);
    const listed = await asOperator('', 'list', '--service', service);
    expect(listed.out).toMatch(
      new RegExp(`^${id} +${service} +organisation +api_key +inherit +active +never +never`, 'm'),
    );
    expect((await as(ada, '', 'list', '--agent', 'clerk', '--for', ada.user)).out).toContain(idOf(mine.out));
    const effective = await asOperator('', 'effective', 'clerk', service);
    expect([effective.code, idOf(effective.out)]).toEqual([0, idOf(own.out.replaceAll('"', ' '))]);
    expect(effective.out).toMatch(new RegExp(`^${id} +overruled$`, 'm'));
    const notReady = await as(ada, '', 'effective', 'clerk', service, '--for', ada.user);
    expect([notReady.code, notReady.out]).toEqual([1, expect.stringMatching(/^status +pending$/m)]);
    const rotated = await asOperator('sk-next', 'rotate', id, '--overlap', '60', '--revision', '1');
    expect(rotated.out).toMatch(/^status +rotating$/m);
    const stale = await asOperator('sk-next', 'rotate', id, '--revision', '1');
    expect(stale.code).toBe(1);
    expect((await asOperator('', 'revoke', id, '--reason', 'leaked')).out).toBe(`Revoked credential ${id}\n`);
    const shown = await asOperator('', 'show', id);
    expect(shown.out).toMatch(/^status +revoked \(leaked\)$/m);
    const kept = await fixture.see(fixture.operator, idOf(own.out));
    expect(kept.status).toBe(200);
    const all = [made, own, mine, listed, effective, rotated, shown].map(({ out, err }) => out + err).join('');
    for (const secret of ['sk-from', 'sk-next']) expect(all).not.toContain(secret);
  });

  it('use clients registered at the other side by an admin, whose secret is never shown', async () => {
    const issuer = 'https://auth.crm.example';
    const made = await asOperator('of-the-other-side\n', 'client', 'add', issuer, '--client-id', 'assay-acme');
    expect([made.code, made.err]).toEqual([0, '']);
    expect(made.out).toMatch(/^secret +kept$/m);
    const [id = ''] = /fcl_[0-9a-f-]{36}/.exec(made.out) ?? [];
    const listed = await asOperator('', 'client', 'list', '--issuer', issuer);
    expect(listed.out).toMatch(new RegExp(`^${id} +${issuer} +assay-acme +preregistered +active +kept`, 'm'));
    const open = await asOperator(
      '',
      'client',
      'add',
      'https://open.example',
      '--client-id',
      'x',
      '--public',
      '--json',
    );
    expect(JSON.parse(open.out)).toMatchObject({ has_secret: false, token_endpoint_auth_method: 'none' });
    expect((await as(ada, 's', 'client', 'add', issuer, '--client-id', 'x')).code).toBe(3);
    expect((await asOperator('', 'client', 'remove', id)).out).toBe(`Removed client ${id}\n`);
    expect((await asOperator('', 'client', 'remove', id)).code).toBe(1);
    expect([made, listed, open].map(({ out, err }) => out + err).join('')).not.toContain('of-the-other-side');
  });

  it('show foreign text without terminal control', async () => {
    const evil = 'a\u001b[2Jb\u202e';
    const credential = {
      id: 'scr_1',
      scope: { level: 'workspace', id: evil },
      service: evil,
      resource: evil,
      issuer: evil,
      auth_type: evil,
      sharing_mode: evil,
      injection: { method: evil, header: evil },
      config: { username: evil },
      agent_id: evil,
      user_id: evil,
      requested_scopes: [],
      granted_scopes: [evil],
      upstream_account: evil,
      allow_in_delegation: true,
      status: evil,
      status_reason: evil,
      expires_at: evil,
      last_used_at: evil,
      last_refreshed_at: evil,
      refresh_failures: 1,
      version: 1,
      fingerprint: evil,
      revision: 1,
      created_at: evil,
      rotation: { every_days: null, overlap_seconds: 1, next_at: evil, overlap_until: evil },
      created_by: evil,
      revoked_at: evil,
      revoked_by: evil,
    };
    const effective = {
      agent_id: evil,
      workspace_id: evil,
      service: evil,
      user_id: null,
      credential_id: evil,
      source: evil,
      mode: null,
      status: evil,
      scopes_missing: [evil],
      candidates: [{ id: evil, rejected_because: evil }],
    };
    const fake = await serveFake(({ url: path }, response) => {
      const page = { items: [credential], next_cursor: null, has_more: false };
      sendJson(response, 200, path.includes('effective') ? effective : path.includes('scr_1') ? credential : page);
    });
    const outs = await Promise.all(
      [['list'], ['show', 'scr_1'], ['effective', 'a', 'b']].map((args) =>
        runFake(['credential', ...args, '--verifier', fake.url]),
      ),
    );
    await fake.close();
    for (const { out, err } of outs) {
      expect([out.length > 0, err]).toEqual([true, '']);
      for (const character of ['\u001b', '\u202e']) expect(out).not.toContain(character);
    }
  });

  it.each([
    [['create', 'crm'], 'Say where'],
    [['create', 'crm', '--org', '--mine'], '--mine is for one agent'],
    [['create', 'crm', '--org', '--type', 'password'], '--type must be one of'],
    [['create', 'crm', '--org', '--mode', 'forced'], '--mode must be one of'],
    [['create', 'crm', '--org'], 'The secret is empty'],
    [['create', 'crm', '--org', '--type', 'mtls', '--certificate', '-'], 'standard input is for the secret'],
    [['create', 'crm', '--org', '--type', 'oauth2_code', '--secret-file', 'x'], 'it takes no secret'],
    [['create', 'crm', '--org', '--secret', 'sk-1'], 'Unknown option --secret'],
    [['create', 'crm', 'sk-1', '--org'], 'Unexpected argument'],
    [['rotate', 'scr_1', '--overlap', '604801'], '--overlap must be a whole number'],
    [['effective', 'clerk'], 'SERVICE is missing'],
    [['list', '--status', 'gone'], '--status must be one of'],
    [['client'], 'credential client remove'],
    [['client', 'lst'], 'Did you mean assay credential client list?'],
    [['client', 'add', 'https://a.example'], '--client-id ID is missing'],
    [['client', 'add', 'https://a.example', '--client-id', 'x'], 'The secret is empty'],
    [['client', 'add', 'https://a.example', '--client-id', 'x', '--public', '--secret-file', 'y'], 'has no secret'],
    [['client', 'add', 'https://a.example', '--client-id', 'x', '--method', 'jwt'], '--method must be one of'],
  ])('%j is refused before any request', async (args, message) => {
    const { code, err } = await runFake(['credential', ...args, '--verifier', 'http://127.0.0.1:1']);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});
