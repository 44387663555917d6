import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shouting } from '../auditor/auditor.fixture.ts';
import { createAuditor } from '../auditor/create-auditor.ts';
import { type ServedAuditor, serveAuditor } from '../serve/serve-auditor.ts';
import { contractTests, kitChecks, runContractKit } from './run-contract-kit.ts';

let served: ServedAuditor;
beforeAll(async () => {
  served = await serveAuditor(shouting, { env: {}, host: '127.0.0.1', port: 0, token: 'a-secret' });
});
afterAll(() => served.close());

describe('a valid auditor passes', () => {
  it('in process, where only the checks of the wire are skipped', async () => {
    const { passed, checks } = await runContractKit(createAuditor(shouting));
    expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(passed).toBe(true);
    expect(checks.filter(({ status }) => status === 'skipped').map(({ id }) => id)).toEqual([
      'bad-json',
      'content-type',
      'oversize',
      'not-found',
      'wrong-method',
    ]);
  });

  it('at a URL, with nothing skipped', async () => {
    const { passed, checks } = await runContractKit(served.url, { token: 'a-secret' });
    expect(checks.filter(({ status }) => status !== 'passed')).toEqual([]);
    expect(passed).toBe(true);
  });

  contractTests(it, () => createAuditor(shouting));
});

describe('the kit itself', () => {
  it('fails an unreachable auditor with a reason', async () => {
    const { passed, checks } = await runContractKit('http://127.0.0.1:1', { timeoutMs: 500 });
    expect(passed).toBe(false);
    expect(checks.find(({ id }) => id === 'health-shape')).toMatchObject({ status: 'failed', message: 'fetch failed' });
  });

  it('fails a caller without the token', async () => {
    const { checks } = await runContractKit(served.url);
    const row = checks.find(({ id }) => id === 'vocabulary-shape');
    expect(row).toMatchObject({ status: 'failed', message: 'GET /vocabulary answered 401 instead of 200' });
  });

  it('leaves out checks by id and shows them as skipped', async () => {
    const { checks } = await runContractKit(createAuditor(shouting), { skip: ['concurrent'] });
    expect(checks.find(({ id }) => id === 'concurrent')).toMatchObject({
      status: 'skipped',
      message: 'left out by the caller',
    });
  });

  it('names every check once', () => {
    expect(new Set(kitChecks.map(({ id }) => id)).size).toBe(kitChecks.length);
  });

  it('registers tests that fail when their check fails', async () => {
    const bodies: (() => Promise<void>)[] = [];
    const broken = {
      ...createAuditor(shouting),
      health: () => ({ status: '', auditor_id: '', version: '', ready: true }),
    };
    contractTests(
      (_title, body) => bodies.push(body),
      () => broken,
    );
    await expect(bodies[0]?.()).rejects.toThrow('health.status must be a string');
    await expect(bodies[1]?.()).resolves.toBeUndefined();
  });
});
