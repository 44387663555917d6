/** Acknowledged means provable: Evidence that the verifier refuses is kept, reported as a problem, and can be sent again. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { AttestorClient } from '../../src/clients/attestor/client.ts';
import { withoutWitness } from '../../src/clients/verifier/client.fake.ts';
import type { VerifierClient } from '../../src/clients/verifier/client.ts';
import { createLocalVerifierClient } from '../../src/clients/verifier/local.ts';
import type { IngestResult } from '../../src/contract/ingest.ts';
import { AppError } from '../../src/platform/errors.ts';
import { openTestVerifier, type TestVerifier } from '../../src/verifier/test-verifier.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

let verifier: TestVerifier;
let open: TestGateway[] = [];
const waitMs = 20_000;

beforeAll(async () => {
  verifier = await openTestVerifier();
});
afterAll(() => verifier?.close());
afterEach(async () => {
  for (const gateway of open.splice(0)) await gateway.dispose();
  open = [];
});

const chat = { model: 'echo', messages: [{ role: 'user', content: 'Hello' }] };

async function ask(gateway: TestGateway) {
  const answer = await gateway.post('/v1/chat/completions', chat);
  return { status: answer.status, evidenceId: answer.headers.get('x-assay-evidence-id'), headers: answer.headers };
}

interface Health {
  readonly ready: boolean;
  readonly problems: readonly string[];
}
const health = async (gateway: TestGateway): Promise<Health> =>
  (await gateway.get('/health')).json() as Promise<Health>;

interface Refused {
  readonly items: readonly { readonly evidence_id: string; readonly reason: string }[];
  readonly total: number;
}
const refused = async (gateway: TestGateway): Promise<Refused> =>
  (await gateway.get('/v1/refused-evidence?limit=100')).json() as Promise<Refused>;

/** A verifier whose answer to Evidence the test controls. */
function aVerifier(answer: (jws: string) => Omit<IngestResult, 'evidence_id'>) {
  const state = { answer, isAway: false, shown: 0 };
  const here = () => {
    if (state.isAway) throw new AppError('verifier_unavailable', 'away');
  };
  const client: VerifierClient = {
    batchChars: 128 * 1024,
    challenge: async () => {
      here();
      return { nonce: 'A'.repeat(43), expires_at: new Date().toISOString() };
    },
    async registerKeyAttestation({ runtime_data: { jwk_thumbprint: kid } }) {
      here();
      state.shown += 1;
      return { attestation_id: 'a', kid, key_attestation_hash: 'h', kind: 'software', freshness: 'none' };
    },
    async sendEvidence(items) {
      here();
      return items.map(({ jws }) => ({ evidence_id: null, ...state.answer(jws) }));
    },
    ...withoutWitness,
    close: async () => {},
  };
  return { state, client };
}

async function start(options: Parameters<typeof startTestGateway>[0]): Promise<TestGateway> {
  const gateway = await startTestGateway(options);
  open.push(gateway);
  return gateway;
}

it('refused Evidence is kept and reported, over a restart too, and sent again when the reason is fixed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-refused-'));
  const { client, state } = aVerifier(() => ({ status: 'refused', reason: 'workspace_mismatch', message: 'no' }));
  const first = await startTestGateway({ verifier: client, folder });
  const ids = [(await ask(first)).evidenceId, (await ask(first)).evidenceId];
  await first.flush(AbortSignal.timeout(waitMs));
  await first.close();

  const gateway = await start({ verifier: client, folder });
  const told = await refused(gateway);
  expect(told).toMatchObject({ total: 2, items: [{ reason: 'workspace_mismatch' }, { reason: 'workspace_mismatch' }] });
  expect(told.items.map(({ evidence_id: id }) => id)).toEqual(ids);
  const text = (await health(gateway)).problems.join('\n');
  expect(text).toContain('refused 2 Evidence');
  expect(text).toContain('assay evidence refused');
  const metrics = await (await gateway.get('/metrics')).text();
  expect(metrics).toContain('assay_gateway_problems{reason="evidence_refused"} 1');
  expect(metrics).toContain('assay_evidence_refused 2');

  const authorization = `Bearer ${(await readFile(join(folder, 'operator-token'), 'utf8')).trim()}`;
  const again = () => gateway.post('/v1/refused-evidence/resend', {}, { authorization });
  expect(await (await again()).json()).toEqual({ taken: 0, refused: 2 });
  state.answer = () => ({ status: 'stored' });
  expect((await gateway.post('/v1/refused-evidence/resend', {})).status).toBe(403);
  expect(await (await again()).json()).toEqual({ taken: 2, refused: 0 });
  expect(await refused(gateway)).toMatchObject({ total: 0 });
  expect((await health(gateway)).problems).toEqual([]);
  await gateway.close();
  open = [];
  await rm(folder, { recursive: true });
});

it('Evidence of a key still unknown to the verifier is never given up: keys and Evidence are sent again', async () => {
  let left = 3;
  const { client, state } = aVerifier(() => {
    left -= 1;
    return left > 0 ? { status: 'refused', reason: 'key_unknown', message: 'no' } : { status: 'stored' };
  });
  const gateway = await start({ verifier: client });
  await ask(gateway);
  await gateway.flush(AbortSignal.timeout(waitMs));
  await expect.poll(async () => (await refused(gateway)).total, { timeout: waitMs }).toBe(0);
  expect(left).toBeLessThanOrEqual(0);
  expect(state.shown).toBeGreaterThan(2);
});

it('a resend starts with the keys: a verifier that lost one knows it before the Evidence', async () => {
  let lost = true;
  const { client, state } = aVerifier(() =>
    lost ? { status: 'refused', reason: 'key_unknown', message: 'no' } : { status: 'stored' },
  );
  const gateway = await start({ verifier: client });
  await ask(gateway);
  await expect.poll(async () => (await refused(gateway)).total, { timeout: waitMs }).toBe(1);
  // From here on it is known as soon as it is shown.
  const before = state.shown;
  state.answer = () => {
    lost &&= state.shown === before;
    return lost ? { status: 'refused', reason: 'key_unknown', message: 'no' } : { status: 'stored' };
  };
  const authorization = `Bearer ${(await readFile(join(gateway.folder, 'operator-token'), 'utf8')).trim()}`;
  const again = await gateway.post('/v1/refused-evidence/resend', {}, { authorization });
  expect(await again.json()).toEqual({ taken: 1, refused: 0 });
});

it('a backlog past its first bound is a problem, past its second one back-pressure, and both end with it', async () => {
  const { client, state } = aVerifier(() => ({ status: 'stored' }));
  state.isAway = true;
  const env = { GATEWAY_BACKLOG_PROBLEM: '2', GATEWAY_BACKLOG_MAX: '4' };
  const gateway = await start({ verifier: client, env });
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) statuses.push((await ask(gateway)).status);
  expect(statuses).toEqual([200, 200, 200, 503, 503, 503]);
  const last = await ask(gateway);
  expect(last.headers.get('retry-after')).toBe('30');
  const { ready, problems } = await health(gateway);
  expect(ready).toBe(false);
  expect(problems.join('\n')).toMatch(/4 receipts wait for the verifier, which cannot be reached/);
  state.isAway = false;
  await expect.poll(async () => (await ask(gateway)).status, { timeout: waitMs }).toBe(200);
  await gateway.flush(AbortSignal.timeout(waitMs));
  expect(await health(gateway)).toMatchObject({ ready: true, problems: [] });
});

it('after the key is revoked at the verifier another one signs, and every acknowledged id is at the verifier or kept', async () => {
  verifier.clock.set(Date.now() + 1000);
  const gateway = await start({ verifier: createLocalVerifierClient(verifier.verifier().app) });
  const acknowledged: string[] = [];
  const asked = async () => {
    const { status, evidenceId } = await ask(gateway);
    if (status === 200 && evidenceId !== null) acknowledged.push(evidenceId);
    else expect(status).toBe(503);
    return status;
  };
  expect(await asked()).toBe(200);
  await gateway.flush(AbortSignal.timeout(waitMs));
  const { items } = (await verifier.get('/v1/attestations')).body as {
    items: { attestation_id: string; kid: string }[];
  };
  const before = new Set(items.map(({ kid }) => kid));
  const [attestation] = items;
  await verifier.admin('POST', `/v1/attestations/${attestation?.attestation_id}/revoke`, { reason: 'test' });

  const isTaken = async () => {
    await asked();
    const last = acknowledged.at(-1);
    await gateway.flush(AbortSignal.timeout(waitMs));
    const view = (await verifier.get(`/v1/evidence/${last}`)).body as { kid?: string };
    return view.kid !== undefined && !before.has(view.kid);
  };
  await expect.poll(isTaken, { timeout: waitMs, interval: 100 }).toBe(true);
  await gateway.flush(AbortSignal.timeout(waitMs));
  const kept = new Set((await refused(gateway)).items.map(({ evidence_id: id }) => id));
  for (const id of acknowledged) {
    if (kept.has(id)) continue;
    expect((await verifier.get(`/v1/evidence/${id}`)).status, id).toBe(200);
  }
  for (const { reason } of (await refused(gateway)).items) expect(reason).toBe('revoked');
  expect((await health(gateway)).ready).toBe(true);
});

it('keys renewed by hand under load leave no acknowledged Evidence that the verifier refuses', async () => {
  verifier.clock.set(Date.now() + 1000);
  let attestor: AttestorClient | undefined;
  const gateway = await start({
    verifier: createLocalVerifierClient(verifier.verifier().app),
    wrapAttestor: (own) => {
      attestor = own;
      return own;
    },
  });
  const acknowledged: string[] = [];
  let isOver = false;
  const load = async () => {
    while (!isOver) {
      const { status, evidenceId } = await ask(gateway);
      if (status === 200 && evidenceId !== null) acknowledged.push(evidenceId);
    }
  };
  const callers = Array.from({ length: 6 }, load);
  for (let round = 0; round < 4; round += 1) {
    const seen = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: waitMs }).toBeGreaterThan(seen + 10);
    const identity = await attestor?.identity();
    await attestor?.renew(identity?.kid ?? '');
  }
  isOver = true;
  await Promise.all(callers);
  await gateway.flush(AbortSignal.timeout(waitMs));
  expect(await refused(gateway)).toMatchObject({ total: 0 });
  for (const id of acknowledged) expect((await verifier.get(`/v1/evidence/${id}`)).status, id).toBe(200);
});
