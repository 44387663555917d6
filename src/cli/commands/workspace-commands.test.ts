/** Commands for organisations, workspaces and agents, against a test verifier. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestVerifier, type TestVerifier } from '../../verifier/test-verifier.ts';
import { runFake, sendJson, serveFake } from '../cli.fake.ts';

let verifier: TestVerifier;
let url: string;
beforeAll(async () => {
  verifier = await openTestVerifier();
  url = await verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => verifier.close());

/** As a local person, with the verifier's data folder. */
function assay(...args: string[]) {
  return runFake([...args, '--verifier', url], { env: { ASSAY_DATA_DIR: verifier.testDb.dataDir } });
}

async function json(...args: string[]) {
  const { out } = await assay(...args, '--json');
  return JSON.parse(out);
}

describe('organisations', () => {
  it('are made and listed with the operator token of the data folder', async () => {
    const made = await assay('org', 'create', 'acme', '--name', 'Acme');
    expect([made.code, made.err]).toEqual([0, '']);
    expect(made.out).toMatch(/^name +Acme$/m);
    const { items } = await json('org', 'list');
    expect(items.map(({ id }: { id: string }) => id)).toEqual(['acme', 'default']);
    expect((await assay('org', 'show', 'acme')).out).toContain('inherited: that of the gateway');
    expect(await assay('org', 'create', 'acme')).toMatchObject({
      code: 1,
      err: expect.stringContaining('already exists'),
    });
  });

  it('cannot be made without the operator token', async () => {
    const { code, err } = await runFake(['org', 'create', 'other', '--verifier', url], {
      env: { ASSAY_DATA_DIR: '/nowhere' },
    });
    expect([code, err]).toEqual([3, expect.stringContaining('operator token')]);
  });
});

describe('the outbound rules of an organisation', () => {
  it('are shown, added to and reduced', async () => {
    await assay('org', 'create', 'outbound');
    expect((await assay('org', 'outbound', 'outbound')).out).toContain('nothing: public addresses');
    const added = await assay('org', 'outbound', 'outbound', '--add', 'crm.internal, 10.20.0.0/16');
    expect([added.code, added.err]).toEqual([0, '']);
    expect(added.out).toContain('  crm.internal\n  10.20.0.0/16\n');
    expect((await json('org', 'outbound', 'outbound', '--remove', 'crm.internal')).allow).toEqual(['10.20.0.0/16']);
  });

  it('are refused with 1 for a forbidden target or a concurrent change, and with 2 for a missing one', async () => {
    const run = (...args: string[]) => assay('org', 'outbound', 'outbound', ...args);
    expect(await run('--add', '169.254.169.254')).toMatchObject({
      code: 1,
      err: expect.stringContaining('never called'),
    });
    expect((await run('--add', '10.0.0.1', '--revision', '1')).code).toBe(1);
    expect((await run('--remove', '10.9.9.9')).code).toBe(2);
    expect((await run('--revision', '1')).code).toBe(2);
    expect((await json('org', 'outbound', 'outbound')).allow).toEqual(['10.20.0.0/16']);
  });
});

describe('workspaces', () => {
  it('are made, shown with their chain, changed and removed', async () => {
    const made = await assay('workspace', 'create', 'support', '--name', 'Support', '--pre-request', 'injection, pii');
    expect([made.code, made.err]).toEqual([0, '']);
    expect(made.out).toMatch(/^ {2}preRequest {2}injection, pii$/m);
    await assay('workspace', 'update', 'support', '--post-response', 'pii');
    const view = await json('workspace', 'show', 'support');
    expect(view.chain.auditorChain).toEqual({
      preRequest: [{ auditorId: 'injection' }, { auditorId: 'pii' }],
      postResponse: [{ auditorId: 'pii' }],
    });
    expect((await assay('workspace', 'list')).out).toMatch(/^support +Support +injection, pii +2 /m);
    await assay('workspace', 'update', 'support', '--inherit-chain');
    expect((await assay('workspace', 'show', 'support')).out).toContain('inherited: that of the organisation');
    expect((await assay('workspace', 'remove', 'support')).out).toBe('Removed workspace support\n');
    expect((await assay('workspace', 'show', 'support')).code).toBe(1);
  });

  it("--json is the API's answer, unchanged", async () => {
    await assay('workspace', 'create', 'plain');
    expect(await json('workspace', 'show', 'plain')).toEqual((await verifier.get('/v1/workspaces/plain')).body);
    expect(await json('workspace', 'list')).toEqual((await verifier.get('/v1/workspaces?limit=100')).body);
  });

  it('a change of a stale revision names the author of the change, and changes nothing', async () => {
    await assay('workspace', 'create', 'stale');
    await assay('workspace', 'update', 'stale', '--name', 'Second');
    const { code, err } = await assay('workspace', 'update', 'stale', '--name', 'Third', '--revision', '1');
    expect(code).toBe(1);
    expect(err).toMatch(/workspace stale no longer has revision 1: updated by local at \S+ \(revision 2\)\./);
    expect((await json('workspace', 'show', 'stale')).name).toBe('Second');
    expect((await assay('workspace', 'remove', 'stale', '--revision', '1')).code).toBe(1);
    expect((await assay('workspace', 'show', 'stale')).code).toBe(0);
  });

  it('--limit truncates the list with a note', async () => {
    const { out, err } = await assay('workspace', 'list', '-n', '1');
    expect(out.trimEnd().split('\n')).toHaveLength(2);
    expect(err).toContain('raise --limit');
  });
});

describe('agents', () => {
  it('are registered with workspace and model, and listed', async () => {
    await assay('workspace', 'create', 'desk');
    const made = await assay('agent', 'register', 'helpdesk', '--workspace', 'desk', '--model', 'gpt-4o');
    expect([made.code, made.err]).toEqual([0, expect.stringContaining('Keep the secret now')]);
    expect(made.out).toMatch(/^model +gpt-4o$/m);
    expect((await assay('agent', 'list', '--workspace', 'desk')).out).toMatch(
      /^helpdesk .* desk +gpt-4o +active +local +enforce +yes$/m,
    );
    expect((await assay('agent', 'list', '--status', 'suspended')).err).toContain('No agent fits');
    expect((await assay('agent', 'update', 'helpdesk', '--model', '')).out).toMatch(/^model +none named$/m);
  });

  it('observe with a reason and an end, and enforce again', async () => {
    await assay('agent', 'register', 'billing');
    const until = new Date(verifier.clock.now() + 3_600_000).toISOString();
    const observe = ['agent', 'update', 'billing', '--audit-mode', 'observe'];
    const seen = await assay(...observe, '--reason', 'incident 4711', '--until', until);
    expect(seen.out).toContain(`observe until ${until}`);
    expect(seen.out).toContain('incident 4711 (operator)');
    expect((await assay('agent', 'update', 'billing', '--audit-mode', 'enforce')).out).toMatch(/^mode +enforce$/m);
    expect((await assay(...observe, '--reason', 'x', '--until', 'never')).out).toContain('observe, without end');
    const late = await assay(...observe, '--reason', 'x', '--until', '2099-01-01');
    expect([late.code, late.err]).toEqual([1, expect.stringContaining('observe mode must end')]);
  });

  it('a removal with an unexpected answer is no success', async () => {
    const fake = await serveFake(({ method }, response) =>
      sendJson(response, 200, method === 'GET' ? { ...aWorkspace, id: 'w' } : { done: true }),
    );
    const { code, err } = await runFake(['workspace', 'remove', 'w', '--verifier', fake.url]);
    await fake.close();
    expect([code, err]).toEqual([3, expect.stringContaining('gives an unexpected answer')]);
  });
});

const aWorkspace = {
  id: 'w',
  org_id: 'default',
  name: 'w',
  description: '',
  chain: {},
  revision: 3,
  created_at: '2026-01-01T00:00:00.000Z',
  created_by: 'local',
  updated_at: '2026-01-01T00:00:00.000Z',
};

describe('text of a service', () => {
  it('is shown without terminal control', async () => {
    const fake = await serveFake((_request, response) =>
      sendJson(response, 200, { ...aWorkspace, name: 'a\u001b[2Jb', description: 'c\u202ed' }),
    );
    const { out } = await runFake(['workspace', 'show', 'w', '--verifier', fake.url]);
    await fake.close();
    for (const character of ['\u001b', '\u202e']) expect(out).not.toContain(character);
  });
});

describe('wrong use', () => {
  it.each([
    [['org', 'create'], 'ID is missing'],
    [['workspace', 'update', 'w'], 'Say what to change'],
    [['workspace', 'update', 'w', '--inherit-chain', '--pre-request', 'pii'], 'Name a chain, or --inherit-chain'],
    [['workspace', 'create', 'w', '--pre-request', 'pii,,x'], '--pre-request takes ids of auditors'],
    [['workspace', 'update', 'w', '--name', 'x', '--revision', 'two'], '--revision must be a whole number'],
    [['agent', 'update', 'a'], 'Say what to change'],
    [['agent', 'update', 'a', '--audit-mode', 'observe'], 'says why and how long'],
    [['agent', 'update', 'a', '--reason', 'x'], 'belong to --audit-mode observe'],
    [['agent', 'update', 'a', '--audit-mode', 'obsrve'], 'Did you mean observe?'],
    [['agent', 'update', 'a', '--audit-mode', 'observe', '--reason', 'x', '--until', '2y'], 'a span such as'],
    [['agent', 'list', '-n', '0'], '--limit must be a whole number'],
  ])('%j is refused before any request', async (args, message) => {
    const { code, err } = await runFake([...args, '--verifier', 'http://127.0.0.1:1']);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});
