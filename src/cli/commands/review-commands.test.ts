/** Commands for access reviews and the lifecycle, against a test verifier. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestVerifier, type TestVerifier } from '../../verifier/test-verifier.ts';
import { runFake } from '../cli.fake.ts';

let verifier: TestVerifier;
let url: string;
let folder: string;
beforeAll(async () => {
  verifier = await openTestVerifier();
  url = await verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'assay-cli-'));
  await verifier.post('/v1/workspaces', { id: 'desk' });
  for (const id of ['clerk', 'helper']) await verifier.post('/v1/agents', { id, workspace_id: 'desk' });
});
afterAll(async () => {
  await verifier.close();
  await rm(folder, { recursive: true, force: true });
});

/** As a local person, with the verifier's data folder. */
function assay(...args: string[]) {
  return runFake([...args, '--verifier', url], { env: { ASSAY_DATA_DIR: verifier.testDb.dataDir } });
}

async function json(...args: string[]) {
  const { out, err } = await assay(...args, '--json');
  expect(err).toBe('');
  return JSON.parse(out);
}

describe('access reviews', () => {
  it('are made, decided, completed and applied', async () => {
    const made = await assay('review', 'create', 'Desk', '--workspace', 'desk', '--reviewer', 'operator');
    expect([made.code, made.err]).toEqual([0, '']);
    expect(made.out).toMatch(/^scope +agents of workspace desk$/m);
    expect((await assay('review', 'list')).out).toMatch(/^rev_\S+ +Desk +agents of workspace desk +once/m);
    const [{ id }] = (await json('review', 'list')).items;
    const shown = await json('review', 'show', id);
    const [{ id: instance }] = shown.instances;
    expect((await assay('review', 'show', id)).out).toMatch(/^rvi_\S+ +in_progress .* 0\/2 +0 +0$/m);
    const undecided = await assay('review', 'decide', instance, 'clerk', 'deny');
    expect([undecided.code, undecided.err]).toEqual([1, expect.stringContaining('justification')]);
    const denied = await assay('review', 'decide', instance, 'clerk', 'deny', '--justification', 'Not needed');
    expect([denied.code, denied.err]).toEqual([0, '']);
    const open = await json('review', 'decisions', instance, '--decision', 'not_reviewed');
    expect(open.items).toMatchObject([{ principal: { id: 'helper' } }]);
    expect((await assay('review', 'decide', instance, 'nobody', 'deny')).err).toContain('There is no decision nobody');
    expect(await json('review', 'complete', instance)).toMatchObject({ status: 'completed' });
    expect(await json('review', 'apply', instance)).toMatchObject({ status: 'applied', counts: { deny: 1 } });
    expect((await verifier.get('/v1/agents/clerk')).body['status']).toBe('suspended');
    expect((await assay('review', 'start', instance)).code).toBe(1);
    expect((await assay('review', 'end', id)).out).toMatch(/^ended +\d{4}-/m);
  });

  it('of credentials are decided by the id of each: an agent may have several', async () => {
    const ids: string[] = [];
    for (const service of ['crm', 'mail']) {
      const body = { service, auth_type: 'api_key', agent_id: 'helper', secret: 'x' };
      ids.push(String((await verifier.post('/v1/scoped-credentials', body)).body['id']));
    }
    const made = await json('review', 'create', 'Keys', '--scope', 'credentials', '--reviewer', 'operator');
    const [{ id: instance }] = (await json('review', 'show', made.id)).instances;
    expect((await assay('review', 'decide', instance, 'helper', 'deny')).err).toContain('Several decisions');
    const denied = await json('review', 'decide', instance, ids[0] ?? '', 'deny', '--justification', 'Not needed');
    expect(denied).toMatchObject({ decision: 'deny', resource: { type: 'scoped_credential', name: 'crm' } });
  });
});

describe('the lifecycle', () => {
  it('has policies from files, and shows what it would do', async () => {
    expect((await assay('lifecycle', 'policies')).err).toContain('nothing is enforced');
    const file = join(folder, 'policy.json');
    const policy = { name: 'Quiet', priority: 5, rules: [{ type: 'inactivity' }], enforcement: { action: 'suspend' } };
    await writeFile(file, JSON.stringify(policy));
    const made = await assay('lifecycle', 'create', file);
    expect([made.code, made.err]).toEqual([0, '']);
    expect(made.out).toMatch(/^inactivity +on +30 d +90 d +14 d$/m);
    const again = await assay('lifecycle', 'create', file);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('already has priority 5')]);
    const [{ id }] = (await json('lifecycle', 'policies')).items;
    expect((await assay('lifecycle', 'show', id)).out).toMatch(/^scope +org default$/m);
    const planned = await assay('lifecycle', 'evaluate', '--dry-run');
    expect(planned.out).toContain('0 changes would be made, 3 agents looked at');
    expect((await assay('lifecycle', 'remove', id)).out).toBe(`Removed lifecycle policy ${id}\n`);
  });
});

describe('wrong use', () => {
  it.each([
    [['review', 'create', 'X'], 'Say who reviews'],
    [['review', 'create', 'X', '--reviewer', 'a', '--scope', 'people'], '--scope must be one of'],
    [['review', 'decide', 'i', 'd'], 'WORD is missing'],
    [['review', 'decide', 'i', 'd', 'aprove'], 'Did you mean'],
    [['review', 'apply'], 'INSTANCE is missing'],
    [['lifecycle', 'create', import.meta.filename], 'is not JSON'],
  ])('%j is refused before any request', async (args, message) => {
    const { code, err } = await runFake([...args, '--verifier', 'http://127.0.0.1:1']);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});
