import { afterEach, describe, expect, it } from 'vitest';
import { aProblem, type FakeService, runFake, sendJson, serveFake } from '../cli.fake.ts';

const answer = {
  workspace_id: 'team',
  applied: [{ auditor: 'injection', tier: 'strict' }],
  settings: { injection: { 'injection_risk.threshold': { value: 0.6 } } },
  policies: ['preset.injection.strict.1'],
  unchanged: [{ auditor: 'injection', name: 'a.b', reason: 'enforced', message: 'org default enforces 1' }],
  changed: [
    { kind: 'chain', name: 'injection', action: 'added' },
    {
      kind: 'setting',
      auditor: 'injection',
      name: 'injection_risk.threshold',
      action: 'updated',
      before: 0.8,
      after: 0.6,
    },
    { kind: 'policy', auditor: 'injection', name: 'preset.injection.balanced', action: 'removed' },
  ],
};

const list = {
  items: [
    {
      auditor: 'injection',
      tier: 'strict',
      description: 'Blocks early',
      settings: { 'injection_risk.threshold': { value: 0.6 }, 'pii_found.entities': { value: [] } },
      rules: [{ id: 'r.1', phase: 'request', when: 'injection_risk is 0.6 or more', response: 'block', reason: 'x' }],
      policy: { name: 'preset.injection.strict', text: 'forbid (principal, action, resource);' },
    },
  ],
  bundles: [
    { bundle: 'solo_builder', description: 'Two accidents', applies: [{ auditor: 'injection', tier: 'starter' }] },
  ],
  next_cursor: null,
  has_more: false,
};

let verifier: FakeService | undefined;
afterEach(() => verifier?.close());

async function serve(status: number, body: unknown): Promise<string> {
  verifier = await serveFake((_request, response) => sendJson(response, status, body));
  return verifier.url;
}

describe('preset list', () => {
  it('shows settings, rules and bundles', async () => {
    const { code, out } = await runFake(['preset', 'list', '--verifier', await serve(200, list)]);
    expect(code).toBe(0);
    expect(out).toMatch(/^injection strict {2}Blocks early$/m);
    expect(out).toMatch(/^ {2}injection_risk.threshold +0.6$/m);
    expect(out).toMatch(/^ {2}pii_found.entities +all$/m);
    expect(out).toMatch(/^ {2}request +block +injection_risk is 0.6 or more$/m);
    expect(out).toMatch(/^ {2}solo_builder +injection starter +Two accidents$/m);
  });

  it('gives the whole list as JSON', async () => {
    const { out } = await runFake(['preset', 'list', '--json', '--verifier', await serve(200, list)]);
    expect(JSON.parse(out)).toEqual(list);
  });
});

describe('preset apply', () => {
  it("sends one of the contract's two bodies and shows the changes", async () => {
    const url = await serve(200, answer);
    const args = ['preset', 'apply', 'team', '--auditor', 'injection', '--tier', 'strict', '--verifier', url];
    const { code, out } = await runFake(args);
    expect(code).toBe(0);
    expect(out).toContain('injection strict was applied to workspace team');
    expect(out).toMatch(/^ {2}\+ chain +injection$/m);
    expect(out).toMatch(/^ {2}~ setting +injection injection_risk.threshold +0.8 -> 0.6$/m);
    expect(out).toMatch(/^ {2}- policy +preset.injection.balanced$/m);
    expect(out).toMatch(/^ {2}a.b +org default enforces 1$/m);
    expect(verifier?.seen[0]).toMatchObject({ method: 'POST', url: '/api/v1/workspaces/team/apply-preset' });
    expect(JSON.parse(verifier?.seen[0]?.body ?? '')).toEqual({ auditor: 'injection', tier: 'strict' });
  });

  it('requests a bundle, a preview and overwriting by name', async () => {
    const url = await serve(200, { ...answer, changed: [], unchanged: [] });
    const args = ['preset', 'apply', 'a b', '--bundle', 'solo_builder', '--overwrite', '--preview', '--verifier', url];
    const { code, out } = await runFake(args);
    expect(code).toBe(0);
    expect(out).toBe('injection strict already applies in workspace team\n');
    expect(verifier?.seen[0]?.url).toBe('/api/v1/workspaces/a%20b/apply-preset?overwrite=true&preview=true');
    expect(JSON.parse(verifier?.seen[0]?.body ?? '')).toEqual({ bundle: 'solo_builder' });
  });

  it('shows the changes of a preview', async () => {
    const args = ['preset', 'apply', 'team', '--bundle', 'solo_builder', '--preview'];
    const { out } = await runFake([...args, '--verifier', await serve(200, answer)]);
    expect(out).toContain('injection strict would change workspace team');
  });

  it.each([
    [[], 'WORKSPACE is missing'],
    [['w'], 'Name either --auditor and --tier, or --bundle'],
    [['w', '--auditor', 'injection'], '--tier is missing'],
    [['w', '--tier', 'strict'], '--auditor is missing'],
    [['w', '--auditor', 'injection', '--tier', 'strict', '--bundle', 'solo_builder'], 'Name either'],
    [['w', '--auditor', 'injection', '--tier', 'strickt'], 'Did you mean strict?'],
    [['w', '--bundle', 'solo'], '--bundle must be one of solo_builder, production_team, regulated_enterprise'],
  ])('%j is wrong use, before any request', async (args, message) => {
    const { code, err } = await runFake(['preset', 'apply', ...args]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  it.each([
    [404, 'not_found', 1],
    [409, 'conflict', 1],
    [422, 'unprocessable', 1],
    [503, 'unavailable', 3],
  ])('%i of the verifier is shown, with an exit code', async (status, code, exitCode) => {
    const url = await serve(status, aProblem(status, code, 'there is no such workspace'));
    const run = await runFake(['preset', 'apply', 'w', '--bundle', 'solo_builder', '--verifier', url]);
    expect([run.code, run.err]).toEqual([exitCode, expect.stringContaining('there is no such workspace')]);
  });
});
