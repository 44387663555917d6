import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeProofCrypto as crypto } from '@assay/sdk/crypto';
import { parseVerifierKey, verifyExport } from '@assay/sdk/receipts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { VerifierClient } from '../../src/clients/verifier/client.ts';
import { createLocalVerifierClient } from '../../src/clients/verifier/local.ts';
import { AppError } from '../../src/platform/errors.ts';
import { checkReceiptProof } from '../../src/proof/receipt-proof.ts';
import { openTestVerifier, type TestVerifier } from '../../src/verifier/test-verifier.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

let verifier: TestVerifier;
let folder: string;
const open: TestGateway[] = [];
const question = { model: 'echo', messages: [{ role: 'user', content: 'Hello' }] };

beforeAll(async () => {
  verifier = await openTestVerifier();
});
afterAll(() => verifier?.close());
beforeEach(async () => {
  verifier.clock.set(Date.now() + 1000);
  folder = await mkdtemp(join(tmpdir(), 'witness-'));
});
afterEach(async () => {
  for (const gateway of open.splice(0)) await gateway.dispose();
  await rm(folder, { recursive: true, force: true });
});

const client = (): VerifierClient => createLocalVerifierClient(verifier.verifier().app);

async function start(options: { env?: Record<string, string>; verifier?: VerifierClient; folder?: string } = {}) {
  const gateway = await startTestGateway({ verifier: client(), folder, ...options });
  open.push(gateway);
  return gateway;
}

async function stop(gateway: TestGateway): Promise<void> {
  open.splice(open.indexOf(gateway), 1);
  await gateway.close();
}

async function ask(gateway: TestGateway, count = 1): Promise<Response> {
  const answers = await Promise.all(
    Array.from({ length: count }, () => gateway.post('/v1/chat/completions', question)),
  );
  const [first] = answers;
  if (first === undefined) throw new Error('nothing was asked');
  return first;
}

interface Health {
  readonly ready: boolean;
  readonly witness: { readonly witnessed_size: number; readonly [member: string]: unknown };
}
const health = async (gateway: TestGateway): Promise<Health> =>
  (await gateway.get('/health')).json() as Promise<Health>;
const allWitnessed = (gateway: TestGateway) =>
  vi.waitFor(async () => expect((await health(gateway)).witness).toMatchObject({ unwitnessed: 0, problem: null }), {
    timeout: 10_000,
    interval: 50,
  });

describe('a gateway with a witness', () => {
  it('has every receipt witnessed, and a stranger can check one of them and the whole export', async () => {
    const gateway = await start();
    const answer = await ask(gateway, 5);
    await allWitnessed(gateway);
    const state = (await health(gateway)).witness;
    expect(state).toMatchObject({ mode: 'on', checkpoint_size: 6, witnessed_size: 6, witness_lag_ms: 0 });

    const evidenceId = answer.headers.get('x-assay-evidence-id');
    const proof = await verifier.get(`/v1/receipts/${evidenceId}/proof`);
    const key = await parseVerifierKey((await verifier.get('/v1/witness/key')).raw.toString().trim(), crypto);
    const witnesses = key === undefined ? [] : [key];
    const verdict = await checkReceiptProof(proof.body, { attestations: [], witnesses, now: Date.now(), crypto });
    expect(verdict).toMatchObject({ ok: true, checkpoint: { size: 6 }, cosignatures: [{ name: key?.name }] });

    const exported = new Uint8Array(await (await gateway.get('/v1/receipts/export')).arrayBuffer());
    const check = await verifyExport([exported], { crypto, mode: 'fast', witnesses });
    expect(check.result).toMatchObject({ chain_intact: true, checkpoint_size: 6, witnessed_size: 6, truncated: false });
    const own = await (await gateway.get('/v1/receipts/verify')).json();
    expect(own).toMatchObject({ chain_intact: true, checkpoint_size: 6, witnessed_size: 6, truncated: false });
    const metrics = await (await gateway.get('/metrics')).text();
    expect(metrics).toContain('assay_receipts_witnessed_size 6');
    expect(metrics).toContain('assay_witness_lag_seconds 0');
  });

  it('reports a long verification while it runs, and ends with the result', async () => {
    const gateway = await start();
    await ask(gateway, 3);
    const lines = (await (await gateway.get('/v1/receipts/verify/progress?mode=fast')).text()).trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '').result).toMatchObject({ chain_intact: true, total_receipts: 4 });
  });

  it('leaves a witnessed end when it is stopped, and continues from there', async () => {
    const first = await start();
    await ask(first, 3);
    await first.flush(AbortSignal.timeout(45_000));
    await stop(first);
    const chainId = (await readFile(join(folder, 'gateway-chain-id'), 'utf8')).trim();
    const view = async () => (await verifier.get(`/v1/witness/chains/${chainId}`)).body;
    expect(await view()).toMatchObject({ size: 4 });
    const second = await start();
    await ask(second, 2);
    await allWitnessed(second);
    expect((await health(second)).witness.witnessed_size).toBe(7);
    expect(await view()).toMatchObject({ size: 7, lag: 0, equivocations: [] });
  });

  it('catches up after the witness was away, and after it lost everything', async () => {
    const known = client();
    let isAway = true;
    const fail = () => Promise.reject(new AppError('verifier_unavailable', 'away'));
    const flaky: VerifierClient = {
      ...known,
      addCheckpoint: (body) => (isAway ? fail() : client().addCheckpoint(body)),
      sendEvidence: (items) => (isAway ? fail() : client().sendEvidence(items)),
      sendReceipts: (items) => (isAway ? fail() : client().sendReceipts(items)),
      challenge: () => client().challenge(),
      registerKeyAttestation: (attestation) => client().registerKeyAttestation(attestation),
      witnessedChain: (chainId) => client().witnessedChain(chainId),
    };
    const gateway = await start({ verifier: flaky });
    await ask(gateway, 3);
    expect((await health(gateway)).witness).toMatchObject({ witnessed_size: 0, unwitnessed: 4 });
    isAway = false;
    await allWitnessed(gateway);
    const before = verifier;
    verifier = await openTestVerifier();
    verifier.clock.set(Date.now() + 1000);
    await before.close();
    await ask(gateway, 1);
    await allWitnessed(gateway);
    expect((await health(gateway)).witness.witnessed_size).toBe(5);
  }, 30_000);
});

describe('a log set back to an earlier state', () => {
  it('does not start: rollback detected', async () => {
    const first = await start();
    await ask(first, 2);
    await allWitnessed(first);
    await stop(first);
    const early = await mkdtemp(join(tmpdir(), 'witness-early-'));
    await cp(folder, early, { recursive: true });
    const second = await start();
    await ask(second, 2);
    await allWitnessed(second);
    await stop(second);
    await expect(startTestGateway({ verifier: client(), folder: early })).rejects.toMatchObject({
      code: 'config',
      publicText: expect.stringMatching(
        /^rollback detected: .* has 3 receipts, but the witness has seen 6\. .*import/s,
      ),
    });
    await rm(early, { recursive: true });
  });

  it('and continued in another history does not start either', async () => {
    const first = await start();
    await ask(first, 2);
    await stop(first);
    const early = await mkdtemp(join(tmpdir(), 'witness-early-'));
    await cp(folder, early, { recursive: true });
    const second = await start();
    await ask(second, 2);
    await allWitnessed(second);
    await stop(second);
    const forked = await startTestGateway({ folder: early });
    await ask(forked, 5);
    await forked.close();
    await expect(startTestGateway({ verifier: client(), folder: early })).rejects.toMatchObject({
      publicText: expect.stringContaining('fork detected'),
    });
    await rm(early, { recursive: true });
  });

  it('starts when the witness cannot tell, unless it is strict', async () => {
    const first = await start();
    await ask(first, 1);
    await stop(first);
    const away = { ...client(), witnessedChain: () => Promise.reject(new AppError('verifier_unavailable', 'away')) };
    await stop(await start({ verifier: away }));
    const strict = startTestGateway({ verifier: away, folder, env: { GATEWAY_WITNESS: 'strict' } });
    await expect(strict).rejects.toMatchObject({ publicText: expect.stringContaining('the witness cannot tell') });
  });
});

describe('an empty log of a witnessed chain', () => {
  it('answers nothing before an import that contains the witnessed end; then it is not unpinned', async () => {
    const first = await start({ env: { GATEWAY_CHAIN_ID: 'chain-moved' } });
    await ask(first, 2);
    const short = await (await first.get('/v1/receipts/export')).text();
    await ask(first, 2);
    await allWitnessed(first);
    const whole = await (await first.get('/v1/receipts/export')).text();
    await stop(first);
    const empty = await mkdtemp(join(tmpdir(), 'witness-empty-'));
    const moved = await start({ folder: empty, env: { GATEWAY_CHAIN_ID: 'chain-moved' } });
    expect((await ask(moved)).status).toBe(503);
    const token = await readFile(join(empty, 'operator-token'), 'utf8');
    const take = (body: string) => moved.post('/v1/receipts/import', body, { 'x-assay-key': token.trim() });
    const refused = await take(short);
    expect([refused.status, await refused.json()]).toMatchObject([409, { reason: 'shorter' }]);
    expect(await (await take(whole)).json()).toMatchObject({ imported: 5 });
    expect((await ask(moved)).status).toBe(200);
    await allWitnessed(moved);
    expect(await (await moved.get('/v1/receipts/verify')).json()).toMatchObject({ unpinned: false, truncated: false });
    await stop(moved);
    await rm(empty, { recursive: true });
  }, 30_000);
});

describe('a gateway whose receipts wait too long for a witness', () => {
  it.each([
    ['strict: past its first bound', { GATEWAY_WITNESS: 'strict', GATEWAY_WITNESS_MAX_LAG_MS: '1000' }],
    ['on: past its second bound', { GATEWAY_WITNESS_MAX_LAG_MS: '1000', GATEWAY_WITNESS_STOP_LAG_MS: '1500' }],
  ])(
    '%s it answers 503 with Retry-After, and answers again once they are witnessed',
    async (_how, env) => {
      let isAway = true;
      const away = (body: string) =>
        isAway ? Promise.reject(new AppError('verifier_unavailable', 'away')) : client().addCheckpoint(body);
      const gateway = await start({ verifier: { ...client(), addCheckpoint: away }, env });
      expect((await ask(gateway)).status).toBe(200);
      await vi.waitFor(async () => expect((await ask(gateway)).status).toBe(503), { interval: 100 });
      const refused = await ask(gateway);
      expect(refused.headers.get('retry-after')).toBe('5');
      expect(await health(gateway)).toMatchObject({ ready: false });
      isAway = false;
      await allWitnessed(gateway);
      expect((await ask(gateway)).status).toBe(200);
    },
    30_000,
  );
});
