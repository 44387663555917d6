import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '@assay/sdk/crypto';
import { openReceiptChain, type ReceiptChain } from '@assay/sdk/receipts';
import { afterEach, expect, it } from 'vitest';
import { createRestartingAttestor } from '../../../test/support/restarting-attestor.ts';
import type { EvidencePayload } from '../../clients/attestor/evidence-payload.ts';
import { systemClock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import { anEngine, aRequest } from '../../policy/chain.fixture.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { KeyWatch } from './live-key.ts';
import { createRecorder } from './recorder.ts';

const engine = anEngine('@id("open") permit (principal, action, resource);');
const issuer = 'spiffe://assay.local/gateway/local';
const undo: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

function anExchange(change: Partial<Exchange> = {}): Exchange {
  const decision = engine.decide(aRequest({ values: { pii_found: false }, phase: 'request' }));
  const names = { agentId: 'a', workspaceId: 'w', sessionId: 's', traceId: 't', traceparent: 'p' };
  return {
    identity: { ...names, authentication: 'loopback', mode: 'enforce' },
    evidenceId: createId('ev', systemClock, randomBytes),
    startedMs: 0,
    requestHash: sha256Hex('question'),
    modelId: null,
    tool: null,
    judged: [{ phase: 'request', results: [], decision, durationMs: 1 }],
    uninspected: [],
    features: [],
    responseHash: null,
    streamMode: 'none',
    ...change,
  };
}

/** An exchange whose session name is longer than any Evidence. */
const anEndlessExchange = () => {
  const exchange = anExchange();
  return { ...exchange, identity: { ...exchange.identity, sessionId: 'x'.repeat(4_000_000) } };
};

/** A recorder over a real chain and a real attestor, with counted calls. */
async function start(change: { attestationHash?: () => string } = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'assay-recorder-'));
  undo.push(() => rm(directory, { recursive: true }));
  const { client } = await createRestartingAttestor();
  const identity = await client.identity();
  const asked: number[] = [];
  const state: { failure: AppError | undefined } = { failure: undefined };
  const chain: ReceiptChain<EvidencePayload> = await openReceiptChain<EvidencePayload>({
    directory,
    chainId: 'chain',
    attestationHash: identity.keyAttestationHash,
    publicKey: identity.jwk,
    sign: client.signReceipts,
    signTogether: async (records, evidence) => {
      asked.push(evidence.length);
      if (state.failure !== undefined) throw state.failure;
      return client.signExchanges(records, evidence);
    },
  });
  undo.push(() => chain.close());
  const suspected: boolean[] = [];
  const keys: KeyWatch = {
    hold: (run) => run(),
    current: change.attestationHash ?? (() => identity.keyAttestationHash),
    suspect: (refusal) => suspected.push(refusal?.isRefused ?? false),
    close: async () => {},
  };
  const reported: number[] = [];
  const recorder = createRecorder({
    keys,
    chain,
    issuer,
    clock: systemClock,
    randomBytes,
    onRecorded: ({ record }) => reported.push(record.seq),
  });
  return { recorder, chain, asked, suspected, state, reported };
}

it('asks the attestor once for Evidence and receipt, and once for all exchanges of a moment', async () => {
  const { recorder, chain, asked, reported } = await start();
  const { jws, seq } = await recorder.record(anExchange(), 1);
  await Promise.all(Array.from({ length: 20 }, () => recorder.record(anExchange(), 1)));
  expect(asked).toEqual([2, 20]);
  expect(reported).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
  const [stored] = await chain.read({ fromSeq: seq, limit: 1 });
  expect(Buffer.from(stored?.attachment ?? []).toString('latin1')).toBe(jws);
  expect(await chain.verify({ mode: 'full' })).toMatchObject({ chain_intact: true, total_receipts: 22 });
});

it('refuses only an exchange too large for an Evidence: others of the moment are recorded, and no key is suspected', async () => {
  const { recorder, asked, suspected } = await start();
  const outcomes = await Promise.allSettled(
    [anExchange(), anEndlessExchange(), anExchange()].map((exchange) => recorder.record(exchange, 1)),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: { code: 'payload_too_large', detail: expect.any(String) } });
  expect(asked).toEqual([3]);
  expect(suspected).toEqual([]);
});

it('refuses only invalid Evidence, as an internal fault', async () => {
  const { recorder, asked, suspected } = await start();
  const outcomes = await Promise.allSettled(
    [anExchange({ requestHash: 'a prompt in clear text' }), anExchange()].map((exchange) =>
      recorder.record(exchange, 1),
    ),
  );
  expect(outcomes).toMatchObject([{ status: 'rejected', reason: { code: 'internal' } }, { status: 'fulfilled' }]);
  expect(asked).toEqual([2]);
  expect(suspected).toEqual([]);
});

it('renews the key only for a refusal of the receipts', async () => {
  const { recorder, suspected, state } = await start();
  for (const code of ['attestor_refused', 'evidence_refused', 'attestor_unavailable'] as const) {
    state.failure = new AppError(code, 'no');
    await expect(recorder.record(anExchange(), 1)).rejects.toMatchObject({ code: 'attestor_unavailable' });
  }
  expect(suspected).toEqual([true, false, false]);
  state.failure = undefined;
  await expect(recorder.record(anExchange(), 1)).resolves.toMatchObject({ seq: 1 });
});

it("records nothing under a key other than the chain's", async () => {
  const { recorder, chain, reported } = await start({ attestationHash: () => `sha256:${sha256Hex('another key')}` });
  await expect(recorder.record(anExchange(), 1)).rejects.toMatchObject({ code: 'attestor_unavailable' });
  expect(chain.size()).toBe(0);
  expect(reported).toEqual([]);
});
