/** A foreign auditor: one in Python, written from the contract alone, in the chain of a gateway. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runContractKit } from '@assay/sdk/testing';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { DecisionResult } from '../../src/contract/decision.ts';
import { operatorHeaders } from '../support/evaluate.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const script = fileURLToPath(new URL('../support/python-auditor.py', import.meta.url));
const permit = 'permit (principal, action, resource);';

const running: ChildProcess[] = [];
const folders: string[] = [];
let gateway: TestGateway | undefined;

afterEach(async () => {
  await gateway?.dispose();
  gateway = undefined;
  for (const child of running.splice(0)) child.kill();
});
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** Starts the script; it prints the port that it was given. */
async function startPython(declares: 'yes' | 'no'): Promise<string> {
  const child = spawn('python3', [script], { env: { PATH: process.env['PATH'], DECLARES: declares } });
  running.push(child);
  const [line] = await once(child.stdout, 'data');
  return `http://127.0.0.1:${Number(String(line).trim())}`;
}

async function startGateway(url: string, policy: string): Promise<TestGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-python-'));
  folders.push(folder);
  await writeFile(join(folder, 'policy.cedar'), policy);
  gateway = await startTestGateway({
    env: { GATEWAY_POLICY_FILE: join(folder, 'policy.cedar') },
    auditors: [],
    remote: [{ name: 'mood', url }],
  });
  return gateway;
}

async function evaluate(input: string, context: object = {}, headers = {}): Promise<DecisionResult> {
  const body = { data: { input }, phase: 'request', vendor_context: context };
  const answer = await gateway?.post('/v1/evaluate', body, headers);
  expect(answer?.status).toBe(200);
  return (await answer?.json()) as DecisionResult;
}

describe.skipIf(!hasPython)('an auditor in Python (skipped where python3 is absent)', () => {
  const calm = '@id("calm") @reason("Too loud") forbid (principal, action, resource)';
  const loud = `${calm} when { context.claims has mood_score && context.claims.mood_score.lessThan(decimal("0.5")) };`;

  it('keeps the contract, whatever advice it leaves aside', async () => {
    const { passed, checks } = await runContractKit(await startPython('yes'));
    const failed = checks.filter(({ status }) => status === 'failed');
    expect(failed.filter(({ obligation }) => obligation === 'contract')).toEqual([]);
    expect(failed.map(({ id }) => id)).toContain('bad-phase');
    expect(passed).toBe(true);
  });

  it('is taken as it is, and its claims decide', async () => {
    await startGateway(await startPython('yes'), `${permit}\n${loud}`);
    const quiet = await evaluate('thanks, hate, hate');
    expect(quiet.decision).toBe('allow');
    const claims = new Map(quiet.claims.map((claim) => [claim.name, claim]));
    expect(claims.get('mood_score')).toMatchObject({
      compliance_framework: 'soc2',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      model_card: { name: 'capital letters', revision: 3 },
    });
    expect(claims.get('mood_score')).not.toHaveProperty('nonce');
    expect(claims.get('mood_balance')).toMatchObject({ value: -1, timestamp: expect.stringMatching(/Z$/) });
    expect(claims.get('mood_ms')).not.toHaveProperty('detail');
    expect((await evaluate('I WANT IT NOW')).reasons).toEqual(['calm']);
  });

  it('is sent auditor_config that it declares, and no other', async () => {
    await startGateway(await startPython('yes'), `${permit}\n${loud}`);
    if (gateway === undefined) throw new Error('it has started');
    const operator = await operatorHeaders(gateway);
    const context = { auditor_config: { loud_from: 100 } };
    expect((await evaluate('I WANT IT NOW', context, operator)).decision).toBe('allow');
    // Nothing says which values are stricter.
    const asked = { data: { input: 'x' }, phase: 'request', vendor_context: context };
    expect((await gateway.post('/v1/evaluate', asked)).status).toBe(403);
    const body = { data: { input: 'x' }, phase: 'request', vendor_context: { auditor_config: { volume: 1 } } };
    const refused = await gateway?.post('/v1/evaluate', body);
    expect(refused?.status).toBe(400);
    expect(await refused?.text()).toContain('volume');
  });

  describe('without a declared claim', () => {
    const named = `@claims("{\\"mood\\": {\\"mood_score\\": \\"score_normalized\\"}}") ${loud}`;

    it('is called and recorded, although no policy reads it', async () => {
      await startGateway(await startPython('no'), permit);
      const { decision, claims } = await evaluate('thanks');
      expect(decision).toBe('allow');
      expect(claims.map(({ name }) => name)).toEqual(['mood_score', 'mood_balance', 'mood_ms']);
    });

    it('decides by a policy that names the type of its claim', async () => {
      await startGateway(await startPython('no'), `${permit}\n${named}`);
      expect((await evaluate('thanks')).decision).toBe('allow');
      expect((await evaluate('I WANT IT NOW')).reasons).toEqual(['calm']);
    });

    it('denies where a policy names another type than its claim has', async () => {
      const wrong = `@claims("{\\"mood\\": {\\"mood_balance\\": \\"boolean\\"}}") ${calm} when { context.claims has mood_balance && context.claims.mood_balance };`;
      await startGateway(await startPython('no'), `${permit}\n${wrong}`);
      expect((await evaluate('thanks')).reasons).toEqual(['missing:mood_balance:mood']);
    });
  });
});
