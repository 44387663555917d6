import { nodeProofCrypto as crypto, sha256Hex, toBase64Url } from '@assay/sdk/crypto';
import { type NoteKey, parseCheckpoint, parseVerifierKey, printAddCheckpoint } from '@assay/sdk/receipts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aChainFolder, type DiskChain, openDiskChain } from '../../../../test/support/chains.ts';
import { isWholeSuite } from '../../../../test/support/runs.ts';
import type { ReceiptProof } from '../../../contract/bundle.ts';
import { parseReceiptId, printReceiptId } from '../../../contract/receipt-id.ts';
import { checkReceiptProof } from '../../../proof/receipt-proof.ts';
import { aGateway, openTestVerifier, type TestGateway, type TestVerifier } from '../../test-verifier.ts';

let verifier: TestVerifier;
let gateway: TestGateway;
let disk: DiskChain;
let removeFolder: () => Promise<void>;
let chainId = '';
let chains = 0;

beforeAll(async () => {
  verifier = await openTestVerifier();
});
afterAll(() => verifier?.close());
beforeEach(async () => {
  gateway = await aGateway(verifier);
  const [folder, remove] = await aChainFolder();
  removeFolder = remove;
  chainId = `chain-${chains++}`;
  disk = await openDiskChain(folder, gateway, chainId);
});
afterEach(async () => {
  await disk.close();
  await removeFolder();
});

/** Forwards the chain as a gateway does, except for the given numbers. */
async function forward(without: readonly number[] = []): Promise<void> {
  for (const [seq, { receipt, jws }] of (await disk.entries()).entries()) {
    if (without.includes(seq)) continue;
    const answer =
      jws === undefined
        ? await verifier.post('/v1/receipts', { receipts: [receipt] })
        : await verifier.post('/v1/evidence', { items: [{ jws, receipt }] });
    expect(JSON.stringify(answer.body)).not.toContain('refused');
  }
}

async function witness(oldSize = 0): Promise<void> {
  const note = await disk.checkpoint();
  const proof = await disk.chain.consistency(oldSize, disk.chain.size());
  const answer = await verifier.verifier().app.inject({
    method: 'POST',
    url: '/v1/witness/add-checkpoint',
    payload: printAddCheckpoint({ oldSize, proof, note }),
  });
  expect(answer.statusCode).toBe(200);
}

async function idOf(seq: number): Promise<string> {
  const [stored] = await disk.chain.read({ fromSeq: seq, limit: 1 });
  return printReceiptId({ chainId, seq, hash: stored?.hash ?? '' });
}

async function trusted(): Promise<NoteKey[]> {
  const { raw } = await verifier.get('/v1/witness/key');
  const [line = ''] = raw.toString().split('\n');
  const key = await parseVerifierKey(line, crypto);
  return key === undefined ? [] : [key];
}

const proofOf = async (seq: number, query = '') => verifier.get(`/v1/receipts/${await idOf(seq)}/proof${query}`);

describe('the proof of a receipt', () => {
  it('convinces a verifier that trusts only the witness, for every record, including epoch starts', async () => {
    await disk.append(11);
    await forward();
    await witness();
    const witnesses = await trusted();
    for (let seq = 0; seq < 12; seq++) {
      const { status, body } = await proofOf(seq);
      expect(status).toBe(200);
      const verdict = await checkReceiptProof(body, { attestations: [], witnesses, now: verifier.clock.now(), crypto });
      expect(verdict).toMatchObject({ ok: true, record: { seq }, checkpoint: { size: 12 } });
      if (verdict.ok) expect(verdict.cosignatures).toHaveLength(1);
    }
  });

  it('shows that the chain still starts as seen before', async () => {
    await disk.append(4);
    await forward();
    await witness();
    const earlier = parseCheckpoint(await disk.checkpoint());
    await disk.append(6);
    await forward();
    await witness(5);
    const { body } = await proofOf(2, '?from=5');
    if (earlier === undefined) throw new Error('not a checkpoint');
    const check = { attestations: [], witnesses: [], now: verifier.clock.now(), crypto, earlier };
    expect(await checkReceiptProof(body, check)).toMatchObject({ ok: true, extendsEarlier: true });
    const other = { ...earlier, root: new Uint8Array(32) };
    const refusal = await checkReceiptProof(body, { ...check, earlier: other });
    expect(refusal).toMatchObject({ ok: false, reason: 'consistency' });
    const without = await checkReceiptProof((await proofOf(2)).body, check);
    expect(without).toMatchObject({ ok: false, reason: 'consistency' });
  });

  it('is found by the id of its Evidence too', async () => {
    await disk.append(2);
    await forward();
    await witness();
    const { body } = await verifier.get(`/v1/receipts/${await idOf(1)}`);
    const byEvidence = await verifier.get(`/v1/receipts/${String(body['evidence_id'])}/proof`);
    expect(byEvidence.body).toMatchObject({ receipt_id: await idOf(1) });
  });

  it('is missing before a checkpoint covers it, with the reason', async () => {
    await disk.append(2);
    await forward();
    const before = await proofOf(1);
    expect([before.status, before.body['reason']]).toEqual([409, 'not_witnessed']);
    await witness();
    expect((await proofOf(1)).status).toBe(200);
    await disk.append(1);
    await forward();
    const later = await proofOf(3);
    expect([later.status, later.body['reason'], later.headers['retry-after']]).toEqual([409, 'not_witnessed', '1']);
    expect((await proofOf(1, '?from=9')).body['reason']).toBe('not_witnessed');
  });

  it('is not given while a former record is missing', async () => {
    await disk.append(4);
    await forward([3]);
    await witness();
    const answer = await proofOf(1);
    expect([answer.status, answer.body['reason']]).toEqual([409, 'incomplete']);
    await forward();
    expect((await proofOf(1)).status).toBe(200);
  });

  it.runIf(isWholeSuite)('is equal when made from stored subtrees, over many of them', async () => {
    const { receipts } = verifier.verifier().services;
    await disk.append(1);
    // Many receipts without Evidence: only their number matters here.
    const draft = { ...(await aDraft()), evidence_hash: sha256Hex('none') };
    await Promise.all(Array.from({ length: 1400 }, () => disk.chain.append(draft)));
    const entries = await disk.entries();
    for (let at = 0; at < entries.length; at += 200) {
      const bare = entries.slice(at, at + 200).filter(({ jws }) => jws === undefined);
      await receipts.ingest(
        'default',
        bare.map(({ receipt }) => receipt),
      );
    }
    await forwardEvidence(entries);
    await witness();
    const witnesses = await trusted();
    for (const seq of [0, 1, 255, 256, 511, 1023, 1024, 1279, 1280, 1401]) {
      const { body, status } = await proofOf(seq, '?from=700');
      expect(status).toBe(200);
      const verdict = await checkReceiptProof(body, { attestations: [], witnesses, now: verifier.clock.now(), crypto });
      expect(verdict).toMatchObject({ ok: true, checkpoint: { size: 1402 } });
    }
  });
});

describe('an anonymously read receipt', () => {
  it("is checked and shows hashes, but nobody's identity", async () => {
    await disk.append(2);
    await forward();
    await witness();
    const { status, body } = await verifier.get(`/v1/receipts/${await idOf(1)}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      receipt_id: await idOf(1),
      chain_id: chainId,
      seq: 1,
      model_id: 'echo',
      session_id: null,
      user_id: null,
      measurement_count: 2,
      request_hash: sha256Hex('question'),
      is_mock: true,
      verified: true,
      witnessed_size: 3,
    });
    const checks = body['checks'] as { name: string; result: string }[];
    expect(checks.map(({ name, result }) => `${name} ${result}`)).toEqual([
      'signature passed',
      'key_attestation passed',
      'evidence passed',
      'inclusion passed',
      'witness passed',
    ]);
    expect(JSON.stringify(body)).not.toContain('demo-session');
  });

  it('is not verified without a witness', async () => {
    await disk.append(1);
    await forward();
    const { body } = await verifier.get(`/v1/receipts/${await idOf(1)}`);
    expect(body).toMatchObject({ verified: false, witnessed_size: null });
  });

  it.each([
    'rc_chain_0_x',
    'ev_01890000-0000-7000-8000-999999999999',
    'x',
    `rc_nobody_0_${'0'.repeat(64)}`,
    '..%2f',
    '%00',
  ])('is not found as %s', async (id) => {
    expect([400, 404]).toContain((await verifier.get(`/v1/receipts/${id}`)).status);
    expect([400, 404]).toContain((await verifier.get(`/v1/receipts/${id}/proof`)).status);
  });

  it('is not found under another hash: chains cannot be enumerated', async () => {
    await disk.append(1);
    await forward();
    const id = printReceiptId({ chainId, seq: 1, hash: '0'.repeat(64) });
    expect((await verifier.get(`/v1/receipts/${id}`)).status).toBe(404);
  });
});

describe('receipts without Evidence', () => {
  it('are recognised when they come again', async () => {
    const { receipt } = await firstEntry();
    const statuses = async () => (await verifier.post('/v1/receipts', { receipts: [receipt] })).body['results'];
    expect(await statuses()).toMatchObject([{ status: 'stored' }]);
    expect(await statuses()).toMatchObject([{ status: 'known' }]);
  });

  it.each([
    ['no record', { record: 'x' }, 'length'],
    ['a signature that does not hold', { signature: toBase64Url(new Uint8Array(64)) }, 'signature_invalid'],
    ['another record', { record: toBase64Url(Buffer.from('{}')) }, 'not_canonical'],
  ])('are refused with %s, and the others of the call are stored', async (_name, change, reason) => {
    const { receipt } = await firstEntry();
    const receipts = [{ ...receipt, ...change }, receipt];
    const { body } = await verifier.post('/v1/receipts', { receipts });
    expect(body['results']).toMatchObject([{ status: 'refused', reason }, { status: 'stored' }]);
  });

  it('of an unattested key, or of two histories, are refused', async () => {
    const { receipt } = await firstEntry();
    await verifier.post('/v1/receipts', { receipts: [receipt] });
    const [folder, remove] = await aChainFolder();
    const twin = await openDiskChain(folder, gateway, chainId);
    await twin.append(1);
    const stranger = await openDiskChain(`${folder}/other`, await aGateway(), 'chain-of-stranger');
    await stranger.append(1);
    const [forked, unknown] = [(await twin.entries())[1]?.receipt, (await stranger.entries())[0]?.receipt];
    await disk.append(1);
    await forward();
    const { body } = await verifier.post('/v1/receipts', { receipts: [forked, unknown] });
    expect(body['results']).toMatchObject([
      { status: 'refused', reason: 'forked' },
      { status: 'refused', reason: 'key_unknown' },
    ]);
    await twin.close();
    await stranger.close();
    await remove();
  });
});

describe('the list of receipts', () => {
  const list = async (query = '') => (await verifier.get(`/v1/receipts${query}`)).body;
  const seqsOf = (page: Record<string, unknown>) => (page['items'] as { seq: number }[]).map(({ seq }) => seq);

  it('shows a chain from the newest back, including epoch starts, each receipt once', async () => {
    await disk.append(5);
    await forward();
    const of = `?chain_id=${chainId}`;
    const page = await list(of);
    expect(seqsOf(page)).toEqual([5, 4, 3, 2, 1, 0]);
    expect(page).toMatchObject({ next_cursor: null, has_more: false });
    const [newest] = page['items'] as Record<string, unknown>[];
    expect(newest).toMatchObject({ receipt_id: await idOf(5), chain_id: chainId, kind: 'receipt' });
    expect((await verifier.get(`/v1/receipts/${String(newest?.['receipt_id'])}`)).body).toMatchObject({
      evidence_id: newest?.['evidence_id'],
    });
    const [, ...rest] = await disk.entries();
    await verifier.post('/v1/receipts', { receipts: rest.map(({ receipt }) => receipt) });
    expect(await list(of)).toEqual(page);
  });

  it('is read to its end in pages, over several chains', async () => {
    await disk.append(3);
    await forward();
    const seen: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 200; pages++) {
      const page = await list(`?limit=3${cursor}`);
      seen.push(
        ...(page['items'] as { chain_id: string; seq: number }[]).map((item) => `${item.chain_id} ${item.seq}`),
      );
      if (page['has_more'] === false) break;
      cursor = `&cursor=${String(page['next_cursor'])}`;
      if (seen.length > 30) break;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(20);
    const own = await list(`?chain_id=${chainId}&limit=2`);
    expect(seqsOf(own)).toEqual([3, 2]);
    expect(seqsOf(await list(`?chain_id=${chainId}&limit=2&cursor=${String(own['next_cursor'])}`))).toEqual([1, 0]);
  });

  it.each(['limit=0', 'limit=101', 'cursor=x', 'cursor=czE', 'cursor=cjEgAA', 'other=1', 'chain_id='])(
    'refuses %s',
    async (query) => {
      expect((await verifier.get(`/v1/receipts?${query}`)).status).toBe(400);
    },
  );

  it('is empty for an unknown chain', async () => {
    expect(await list('?chain_id=nobody')).toEqual({ items: [], next_cursor: null, has_more: false });
  });
});

describe('a public receipt', () => {
  const asOther = { 'x-assay-organization': 'receipts-other' };
  const idsOf = async () => {
    const [line] = await disk.entries().then((entries) => entries.slice(1));
    const evidenceId = JSON.parse(Buffer.from(line?.jws?.split('.')[1] ?? '', 'base64url').toString()).evidence_id;
    return [await idOf(1), String(evidenceId)];
  };

  it('is shown to strangers from any organisation, and to callers only from their own', async () => {
    await verifier.admin('POST', '/v1/organizations', { id: 'receipts-other' });
    await verifier.admin('POST', '/v1/attestations', { key_attestation: gateway.attestation }, asOther);
    await disk.append(1);
    for (const { receipt, jws } of await disk.entries()) {
      const [path, body] =
        jws === undefined ? ['receipts', { receipts: [receipt] }] : ['evidence', { items: [{ jws, receipt }] }];
      const answer = await verifier.admin('POST', `/v1/${path}`, body, asOther);
      expect(JSON.stringify(answer.body)).not.toContain('refused');
    }
    for (const id of await idsOf()) {
      expect([id, (await verifier.get(`/v1/receipts/${id}`)).status]).toEqual([id, 200]);
      expect((await verifier.admin('GET', `/v1/receipts/${id}`, undefined, asOther)).status).toBe(200);
      expect((await verifier.admin('GET', `/v1/receipts/${id}`)).status).toBe(404);
    }
  });

  it('is refused with a wrong credential', async () => {
    const headers = { authorization: 'Bearer nobody' };
    expect((await verifier.get(`/v1/receipts/${await idOf(0)}`, headers)).status).toBe(401);
  });
});

it('receipts that are not public need a token like everything else', async () => {
  const token = 'an-access-token-of-at-least-32-characters';
  const closed = await openTestVerifier({ VERIFIER_PUBLIC_RECEIPTS: 'false', ASSAY_ACCESS_TOKEN: token });
  const open = await openTestVerifier({ ASSAY_ACCESS_TOKEN: token });
  try {
    const path = `/v1/receipts/rc_a_0_${'0'.repeat(64)}`;
    expect((await closed.get(path)).status).toBe(401);
    expect((await closed.get(path, { authorization: `Bearer ${token}` })).status).toBe(404);
    expect((await open.get(path)).status).toBe(404);
    expect((await open.get('/v1/receipts')).status).toBe(401);
    expect((await open.post('/v1/receipts', { receipts: [{}] })).status).toBe(401);
    expect((await open.get('/v1/witness/chains/x')).status).toBe(401);
  } finally {
    await closed.close();
    await open.close();
  }
});

it('an id is read as printed, and in no other spelling', () => {
  const parts = fc.tuple(fc.string({ minLength: 1, maxLength: 40 }), fc.nat());
  fc.assert(
    fc.property(parts, ([chain, seq]) => {
      fc.pre(chain.isWellFormed());
      const id = { chainId: chain, seq, hash: sha256Hex(chain) };
      expect(parseReceiptId(printReceiptId(id))).toEqual(id);
    }),
  );
  for (const wrong of [`rc_%41_0_${sha256Hex('')}`, `rc_a_00_${sha256Hex('')}`, `rc_a_0_${sha256Hex('')}x`]) {
    expect(parseReceiptId(wrong)).toBeUndefined();
  }
});

async function firstEntry(): Promise<{ receipt: ReceiptProof }> {
  await disk.append(1);
  const [first] = await disk.entries();
  if (first === undefined) throw new Error('no entry');
  return first;
}

async function aDraft() {
  const [stored] = await disk.chain.read({ fromSeq: 1, limit: 1 });
  if (stored === undefined) throw new Error('no receipt');
  const { request_hash, response_hash, tool, verdict, latency_ms, claims_hash } = stored.parsed;
  const { cedar_decision, cedar_policy_hash, auditor_ids, claim_count } = stored.parsed;
  return {
    request_hash,
    response_hash,
    tool,
    verdict,
    latency_ms,
    claims_hash,
    cedar_decision,
    cedar_policy_hash,
    auditor_ids,
    claim_count,
  };
}

async function forwardEvidence(entries: readonly { receipt: ReceiptProof; jws: string | undefined }[]): Promise<void> {
  const items = entries.flatMap(({ receipt, jws }) => (jws === undefined ? [] : [{ jws, receipt }]));
  await verifier.post('/v1/evidence', { items });
}
