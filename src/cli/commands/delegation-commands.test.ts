/** Commands for delegations, against a test verifier. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseKind } from '../../platform/db/test-db.ts';
import type { Caller } from '../../platform/http/access.ts';
import {
  crm,
  type DelegationsFixture,
  mail,
  openDelegations,
} from '../../verifier/delegation/delegations/delegations.fixture.ts';
import { runFake, sendJson, serveFake } from '../cli.fake.ts';

let fixture: DelegationsFixture;
let url: string;
let ada: Caller;
let owner: Caller;
beforeAll(async () => {
  fixture = await openDelegations(testDatabaseKind);
  // Durations such as 8h use the real clock.
  fixture.verifier.clock.set(Date.now());
  url = await fixture.verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
  owner = await fixture.person('viewer');
  ada = await fixture.person('viewer');
  await fixture.actingAgent('clerk', owner);
});
afterAll(() => fixture.verifier.close());

const as = (caller: Caller, ...args: readonly string[]) => {
  const [token = ''] = Object.values(fixture.headersOf(caller));
  return runFake(['delegation', ...args, '--verifier', url], { env: { ASSAY_ACCESS_TOKEN: token } });
};
/** On the verifier's machine, with its data folder. */
const asOperator = (...args: readonly string[]) =>
  runFake(['delegation', ...args, '--verifier', url], { env: { ASSAY_DATA_DIR: fixture.verifier.testDb.dataDir } });
const idOf = (prefix: string, out: string) => new RegExp(`${prefix}_[0-9a-f-]{36}`).exec(out)?.[0] ?? '';
const wanted = ['--scope', 'crm:read', '--scope', 'mail:read', '--resource', crm, '--resource', mail];

describe('delegations', () => {
  it('are requested, partly consented to, narrowed by the person, and revoked', async () => {
    const members = await runFake(['member', 'list', '--json', '--verifier', url], {
      env: { ASSAY_DATA_DIR: fixture.verifier.testDb.dataDir },
    });
    const { items } = JSON.parse(members.out) as { items: { user_id: string; email: string }[] };
    const email = items.find(({ user_id }) => user_id === ada.user)?.email ?? '';
    const unknown = await asOperator('list', '--for', `not-${email}`);
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('No member has the address')]);
    const asked = await asOperator(
      'request',
      'clerk',
      '--for',
      email,
      ...wanted,
      '--purpose',
      'Look up',
      '--ttl',
      '2h',
    );
    expect([asked.code, asked.err]).toEqual([0, '']);
    const request = idOf('apr', asked.out);
    expect((await as(ada, 'pending', 'clerk')).out).toMatch(new RegExp(`^${request} +delegation +pending`, 'm'));
    const refused = await asOperator('approve', 'clerk', request);
    expect([refused.code, refused.err]).toEqual([
      3,
      expect.stringMatching(/own request\. Somebody else has to do it\.$/m),
    ]);
    const more = await as(ada, 'approve', 'clerk', request, '--scope', 'crm:write');
    expect([more.code, more.err]).toEqual([1, expect.stringContaining('approved_scopes')]);
    const made = await as(
      ada,
      'approve',
      'clerk',
      request,
      '--ttl',
      '1h',
      '--tool',
      'a',
      '--tool',
      'b',
      '--max-uses',
      '5',
    );
    expect([made.code, made.err]).toEqual([0, '']);
    const id = idOf('dgr', made.out);
    for (const line of [
      ...[/^agent +clerk$/m, /^status +active$/m, /^scopes +crm:read mail:read$/m, /^tools +a b$/m],
      ...[
        new RegExp(`^granted +\\S+ by ${ada.user}$`, 'm'),
        /^used +0 of 5 times$/m,
        new RegExp(`^request +${request}$`, 'm'),
      ],
    ]) {
      expect(made.out).toMatch(line);
    }
    expect((await as(ada, 'pending', 'clerk')).err).toBe('No consent request of this agent waits.\n');
    for (const listed of [
      await as(ada, 'list'),
      await as(owner, 'list', '--agent', 'clerk'),
      await asOperator('list', '--for', ada.user),
    ]) {
      expect(listed.out).toMatch(new RegExp(`^${id} +clerk +${ada.user} .*active`, 'm'));
    }
    const narrowed = await as(ada, 'narrow', 'clerk', id, '--scope', 'crm:read', '--ip', '192.0.2.0/24');
    expect(narrowed.out).toMatch(/^addresses +192\.0\.2\.0\/24$/m);
    const stale = await as(ada, 'narrow', 'clerk', id, '--tool', 'a', '--revision', '1');
    expect(stale.code).toBe(1);
    const others = await as(owner, 'narrow', 'clerk', id, '--tool', 'a');
    expect([others.code, others.err]).toEqual([3, expect.stringContaining('only the person')]);
    expect((await as(ada, 'revoke', 'clerk', id, '--reason', 'done')).out).toBe(`Revoked delegation ${id}\n`);
    expect((await as(ada, 'revoke', 'clerk', id)).code).toBe(0);
    expect((await as(ada, 'show', 'clerk', id)).out).toMatch(/^status +revoked \(user\)$/m);
    expect((await as(ada, 'list')).err).toBe('There is no delegation that fits.\n');
    const ended = await as(ada, 'list', '--agent', 'clerk', '--status', 'revoked', '--json');
    expect(JSON.parse(ended.out).items).toMatchObject([{ id, revoke_reason: 'user', scopes: ['crm:read'] }]);
    expect((await as(ada, 'show', 'clerk', 'dgr_none')).code).toBe(1);
  });

  it('show foreign text without terminal control', async () => {
    const evil = 'a\u001b[2Jb\u202e';
    const grant = {
      id: 'dgr_1',
      agent_id: evil,
      subject_id: evil,
      subject_issuer: evil,
      account_domain: evil,
      status: evil,
      resources: [evil],
      scopes: [evil],
      purpose: evil,
      constraints: { tools: [evil], ip: [evil] },
      consent_request_id: evil,
      granted_at: evil,
      granted_by: evil,
      expires_at: evil,
      revoked_at: evil,
      revoked_by: evil,
      revoke_reason: evil,
      last_used_at: evil,
      use_count: 1,
      revision: 1,
    };
    const fake = await serveFake((request, response) =>
      sendJson(
        response,
        200,
        request.url?.includes('dgr_1') ? grant : { items: [grant], next_cursor: null, has_more: false },
      ),
    );
    const outs = await Promise.all([
      runFake(['delegation', 'list', '--verifier', fake.url]),
      runFake(['delegation', 'show', 'x', 'dgr_1', '--verifier', fake.url]),
    ]);
    await fake.close();
    for (const { code, out } of outs) {
      expect(code).toBe(0);
      for (const character of ['\u001b', '\u202e']) expect(out).not.toContain(character);
    }
  });

  it.each([
    [['request', 'clerk', '--resource', crm, '--purpose', 'x'], '--scope SCOPE is missing'],
    [['request', 'clerk', '--scope', 'a', '--purpose', 'x'], '--resource URI is missing'],
    [['request', 'clerk', '--scope', 'a', '--resource', crm], '--purpose TEXT is missing'],
    [['request', '--scope', 'a'], 'AGENT is missing'],
    [['approve', 'clerk'], 'REQUEST is missing'],
    [['approve', 'clerk', 'apr_1', '--ttl', '2x'], '--ttl takes'],
    [['approve', 'clerk', 'apr_1', '--max-uses', '0'], '--max-uses must be a whole number'],
    [['narrow', 'clerk', 'dgr_1'], 'Say what stays'],
    [['list', '--status', 'gone'], 'active, revoked'],
  ])('%j is refused before any request', async (args, message) => {
    const { code, err } = await runFake(['delegation', ...args, '--verifier', 'http://127.0.0.1:1']);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});
