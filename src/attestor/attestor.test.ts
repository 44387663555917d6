import { inspect } from 'node:util';
import { sha256Hex, verifyEd25519 } from '@assay/sdk/crypto';
import { hashRecord, openHash, type ReceiptRecord, signedMessage } from '@assay/sdk/receipts';
import { describe, expect, it } from 'vitest';
import { aChain, anEvidence, madeAt } from '../../test/support/artefacts.ts';
import { createExchanges, type ExchangeBatch } from '../../test/support/exchanges.ts';
import { maxTokenBytes, toEvidencePayload } from '../clients/attestor/evidence-payload.ts';
import type { Evidence } from '../contract/evidence.ts';
import { createLogger } from '../platform/log.ts';
import { type Attestor, createAttestor } from './attestor.ts';
import { loadAttestorConfig } from './config.ts';
import { createSoftwareTee } from './tee/software/software.ts';

const clock = { now: () => madeAt };
const log = createLogger({ service: 'attestor', level: 'silent' });
const issuer = 'spiffe://assay.local/gateway/test';

function start(env: Record<string, string> = {}): Promise<Attestor> {
  const config = loadAttestorConfig({ GATEWAY_ID: 'test', ...env });
  const randomBytes = (size: number) => new Uint8Array(size).fill(7);
  return createAttestor({ config, clock, randomBytes, log, tee: createSoftwareTee({ clock, build: 'test' }) });
}

const refused = (detail: string) =>
  expect.objectContaining({ code: 'attestor_refused', detail: expect.stringContaining(detail) });
const hexHash = (record: ReceiptRecord | undefined) =>
  record === undefined ? '' : Buffer.from(hashRecord(record)).toString('hex');
const payloadOf = (jws: string): unknown => JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString());

describe('starting', () => {
  it('in production refuses software attestation', async () => {
    await expect(start({ ASSAY_ENV: 'production' })).rejects.toMatchObject({
      code: 'config',
      detail: expect.stringContaining('production'),
    });
  });

  it('makes another key each time', async () => {
    const [first, second] = [await start(), await start()];
    expect(first.kid).not.toBe(second.kid);
  });

  it('never shows its private key', async () => {
    const attestor = await start();
    const shown = `${inspect(attestor, { depth: 9, showHidden: true })}${JSON.stringify(attestor)}`;
    expect(shown).not.toMatch(/"d":|PRIVATE|KeyObject/);
  });

  it('ends with its key: nothing is signed after close', async () => {
    const attestor = await start();
    await attestor.close();
    const evidence = anEvidence(attestor.keyAttestationHash, { iss: issuer });
    await expect(createExchanges(attestor).sign(attestor, [evidence])).rejects.toMatchObject({
      code: 'attestor_unavailable',
      message: expect.stringContaining('destroyed'),
    });
    expect(attestor.ready).toBe(false);
  });
});

describe('attesting', () => {
  it('answers a challenge with the same key and the given nonce', async () => {
    const attestor = await start();
    const nonce = Buffer.alloc(32, 9).toString('base64url');
    const attestation = await attestor.attest(nonce);
    expect(attestation.runtime_data).toMatchObject({ nonce, jwk_thumbprint: attestor.kid });
    expect(attestation.jwk).toEqual(attestor.jwk);
  });

  it.each([
    ['not base64url', '***'],
    ['too short', 'AAAA'],
    ['too long', 'A'.repeat(100)],
    ['padded', `${'A'.repeat(42)}A=`],
  ])('refuses a nonce that is %s', async (_name, nonce) => {
    await expect((await start()).attest(nonce)).rejects.toEqual(refused('nonce'));
  });
});

describe('signing exchanges', () => {
  it('signs the exact JSON of its own gateway, in order, and the receipts that name it', async () => {
    const attestor = await start();
    const list = [1, 2, 3].map(() => anEvidence(attestor.keyAttestationHash, { iss: issuer }));
    const { records, evidence } = createExchanges(attestor).next(list);
    const { attachments, signatures, head } = await attestor.signExchanges(records, evidence);
    const tokens = attachments.map((attachment) => Buffer.from(attachment ?? []).toString('latin1'));
    expect(tokens.slice(1).map(payloadOf)).toEqual(list);
    for (const jws of tokens.slice(1)) {
      const dot = jws.lastIndexOf('.');
      const signature = Buffer.from(jws.slice(dot + 1), 'base64url');
      expect(verifyEd25519(attestor.jwk, Buffer.from(jws.slice(0, dot)), signature)).toBe(true);
    }
    const closed = aChain(attestor, attestor.keyAttestationHash, tokens.slice(1));
    expect(head).toBe(hexHash(closed.at(-1)));
    expect(attachments[0]).toBeUndefined();
    for (const [index, record] of closed.entries()) {
      const signature = signatures[index] ?? new Uint8Array();
      expect(verifyEd25519(attestor.jwk, signedMessage(hashRecord(record)), signature)).toBe(true);
    }
  });

  it('continues across batches, and between receipts without Evidence', async () => {
    const attestor = await start();
    const exchanges = createExchanges(attestor);
    const evidence = () => anEvidence(attestor.keyAttestationHash, { iss: issuer });
    const jws = [
      ...(await exchanges.sign(attestor, [evidence()])),
      ...(await exchanges.sign(attestor, [evidence(), evidence()])),
    ];
    const closed = aChain(attestor, attestor.keyAttestationHash, [...jws, 'more']);
    expect(await attestor.signReceipts(closed.slice(4))).toHaveLength(1);
  });

  it('repeats the last batch byte for byte to a caller that lost the answer, and no other in its place', async () => {
    const attestor = await start();
    const evidence = () => anEvidence(attestor.keyAttestationHash, { iss: issuer });
    const exchanges = createExchanges(attestor);
    await exchanges.sign(attestor, [evidence()]);
    const batch = exchanges.next([evidence(), evidence()]);
    const signed = structuredClone(await attestor.signExchanges(batch.records, batch.evidence));
    expect(structuredClone(await attestor.signExchanges(batch.records, batch.evidence))).toEqual(signed);
    const other = exchanges.next([evidence(), evidence()]);
    await expect(attestor.signExchanges(other.records, other.evidence)).rejects.toEqual(refused('next record'));
    const shorter = exchanges.next([evidence()]);
    await expect(attestor.signExchanges(shorter.records, shorter.evidence)).rejects.toEqual(refused('next record'));
  });

  it('refuses Evidence of another gateway or attestation, signs nothing of that batch, and does not advance', async () => {
    const attestor = await start();
    const good = anEvidence(attestor.keyAttestationHash, { iss: issuer });
    const exchanges = createExchanges(attestor);
    const wrong: [Evidence, string][] = [
      [{ ...good, iss: 'spiffe://assay.local/gateway/other' }, 'another gateway'],
      [{ ...good, key_attestation_hash: `sha256:${sha256Hex('other')}` }, 'key attestation'],
    ];
    for (const [candidate, detail] of wrong) {
      await expect(exchanges.sign(attestor, [good, candidate])).rejects.toEqual(
        expect.objectContaining({ code: 'evidence_refused', detail: expect.stringContaining(detail) }),
      );
    }
    expect(await exchanges.sign(attestor, [good])).toHaveLength(1);
  });

  const bends: [
    string,
    (batch: ExchangeBatch) => { records: unknown[]; evidence: ExchangeBatch['evidence'] },
    string,
  ][] = [
    [
      'Evidence whose receipt names other',
      ({ records, evidence }) => ({
        records: records.map((r) => (r.kind === 'receipt' ? { ...r, evidence_hash: sha256Hex('x') } : r)),
        evidence,
      }),
      'evidence_hash must be left out',
    ],
    [
      'a receipt that is open for no Evidence',
      ({ records }) => ({ records, evidence: records.map(() => undefined) }),
      'evidence_hash must be left out',
    ],
    [
      'fewer Evidence than receipts',
      ({ records, evidence }) => ({ records, evidence: evidence.slice(1) }),
      'each record',
    ],
    [
      'a link that is known to stand for one that is not',
      ({ records, evidence }) => ({
        records: records.map((r, index) => (index === 1 ? { ...r, prev_hash: sha256Hex('x') } : r)),
        evidence,
      }),
      'prev_hash must be left out',
    ],
    [
      'a first record that names none before it',
      ({ records, evidence }) => ({
        records: records.map((r, index) => (index === 0 ? { ...r, prev_hash: openHash, prev_head: openHash } : r)),
        evidence,
      }),
      'prev_hash must be left out',
    ],
    [
      'an epoch inside of a batch',
      ({ records, evidence }) => ({
        records: [
          ...records,
          ...records.slice(0, 1).map((r) => ({ ...r, seq: 3, prev_size: 3, prev_hash: openHash, prev_head: openHash })),
        ],
        evidence: [...evidence, undefined],
      }),
      'an epoch starts',
    ],
    [
      'a number left out',
      ({ records, evidence }) => ({
        records: records.map((r, index) => (index === 2 ? { ...r, seq: 3 } : r)),
        evidence,
      }),
      'next record',
    ],
    ['nothing', () => ({ records: [], evidence: [] }), 'nothing to sign'],
    [
      'more than a batch holds',
      ({ records, evidence }) => ({
        records: Array.from({ length: 1_025 }, () => records[1]),
        evidence: Array.from({ length: 1_025 }, () => evidence[1]),
      }),
      'at most',
    ],
  ];
  it.each(bends)('refuses %s, and signs nothing of that batch', async (_name, bend, detail) => {
    const attestor = await start();
    const exchanges = createExchanges(attestor);
    const list = [1, 2].map(() => anEvidence(attestor.keyAttestationHash, { iss: issuer }));
    const { records, evidence } = bend(exchanges.next(list));
    await expect(attestor.signExchanges(records, evidence)).rejects.toEqual(refused(detail));
    expect(await exchanges.sign(attestor, list)).toHaveLength(2);
  });
});

describe('Evidence as a payload', () => {
  it('is refused when invalid, with the place', () => {
    const good = anEvidence(`sha256:${sha256Hex('key')}`);
    const wrong: unknown[] = [
      { ...good, claims: 'none' },
      { ...good, request_hash: 'a prompt in clear text' },
      null,
      'x',
    ];
    for (const candidate of wrong) {
      expect(() => toEvidencePayload(candidate)).toThrow(
        expect.objectContaining({ code: 'evidence_refused', detail: expect.stringContaining('not Evidence') }),
      );
    }
  });

  it("is refused beyond a verifier's limit, and bounds its JWS otherwise", async () => {
    const good = anEvidence(`sha256:${sha256Hex('key')}`);
    const large = { ...good, session_id: 'x'.repeat(4_000_000) };
    expect(() => toEvidencePayload(large)).toThrow(expect.objectContaining({ code: 'payload_too_large' }));
    const attestor = await start();
    const own = anEvidence(attestor.keyAttestationHash, { iss: issuer, session_id: 'é'.repeat(1_000) });
    const [jws = ''] = await createExchanges(attestor).sign(attestor, [own]);
    const bound = maxTokenBytes(toEvidencePayload(own));
    expect(bound).toBeGreaterThanOrEqual(jws.length);
    expect(bound - jws.length).toBeLessThan(256);
  });

  it('is the checked value, even if the object changes later', async () => {
    const attestor = await start();
    const evidence = anEvidence(attestor.keyAttestationHash, { iss: issuer });
    const batch = createExchanges(attestor).next([evidence]);
    Object.assign(evidence, { enforced: 'deny' });
    const { attachments } = await attestor.signExchanges(batch.records, batch.evidence);
    expect(payloadOf(Buffer.from(attachments[1] ?? []).toString('latin1'))).toMatchObject({ enforced: 'allow' });
  });
});

describe('signing receipts', () => {
  async function withChain(size = 4): Promise<{ attestor: Attestor; records: ReceiptRecord[] }> {
    const attestor = await start();
    const texts = Array.from({ length: size }, (_, index) => `evidence ${index}`);
    return { attestor, records: aChain(attestor, attestor.keyAttestationHash, texts) };
  }

  it('signs a chain from its epoch start on, across batches', async () => {
    const { attestor, records } = await withChain();
    const signatures = [
      ...(await attestor.signReceipts(records.slice(0, 2))),
      ...(await attestor.signReceipts(records.slice(2))),
    ];
    for (const [index, record] of records.entries()) {
      const signature = signatures[index] ?? new Uint8Array();
      expect(verifyEd25519(attestor.jwk, signedMessage(hashRecord(record)), signature)).toBe(true);
    }
  });

  it('refuses a first record that is no epoch start', async () => {
    const { attestor, records } = await withChain();
    await expect(attestor.signReceipts(records.slice(1))).rejects.toEqual(refused('epoch start'));
  });

  const bends: [string, (record: ReceiptRecord) => unknown, string][] = [
    ['another number', (r) => ({ ...r, seq: r.seq + 1 }), 'next record'],
    ['a link to something else', (r) => ({ ...r, prev_hash: sha256Hex('other') }), 'link'],
    ['another chain', (r) => ({ ...r, chain_id: 'other' }), 'another chain'],
    ['an earlier time', (r) => ({ ...r, ts: '2001-01-01T00:00:00.000Z' }), 'earlier'],
    ['another key attestation', (r) => ({ ...r, attestation_hash: `sha256:${sha256Hex('other')}` }), 'key attestation'],
    ['a member that no record has', (r) => ({ ...r, note: 'x' }), 'not a receipt'],
  ];
  it.each(bends)('refuses %s and signs nothing of that batch', async (_name, bend, detail) => {
    const { attestor, records } = await withChain();
    const [start0, first, second] = records;
    if (start0 === undefined || first === undefined || second === undefined) throw new Error('the chain is too short');
    await attestor.signReceipts([start0]);
    await expect(attestor.signReceipts([first, bend(second)])).rejects.toEqual(refused(detail));
    expect(await attestor.signReceipts([first, second])).toHaveLength(2);
  });

  it('never signs two records under one number', async () => {
    const { attestor, records } = await withChain();
    await attestor.signReceipts(records);
    const last = records.at(-1);
    await expect(attestor.signReceipts([last])).rejects.toEqual(refused('next record'));
    await expect(attestor.signReceipts([{ ...last, latency_ms: 8 }])).rejects.toEqual(refused('next record'));
  });

  it('gives the last batch again, byte for byte, to a caller that lost the answer', async () => {
    const { attestor, records } = await withChain();
    await attestor.signReceipts(records.slice(0, 2));
    const signatures = await attestor.signReceipts(records.slice(2));
    expect(await attestor.signReceipts(records.slice(2))).toEqual(signatures);
    await expect(attestor.signReceipts(records.slice(0, 2))).rejects.toEqual(refused('start earlier'));
  });

  it('starts a new epoch later in the chain, never before its own signatures', async () => {
    const { attestor, records } = await withChain();
    await attestor.signReceipts(records);
    const head = records.at(-1);
    const [epoch] = records;
    if (head === undefined || epoch === undefined) throw new Error('the chain is too short');
    const at = (seq: number, prev: string) => ({ ...epoch, seq, prev_size: seq, prev_hash: prev, prev_head: prev });
    const headHash = Buffer.from(hashRecord(head)).toString('hex');
    await expect(attestor.signReceipts([at(2, headHash)])).rejects.toEqual(refused('start earlier'));
    await expect(attestor.signReceipts([at(0, epoch.prev_hash)])).rejects.toEqual(refused('start earlier'));
    await expect(attestor.signReceipts([at(head.seq + 1, sha256Hex('other'))])).rejects.toEqual(refused('link'));
    expect(await attestor.signReceipts([at(head.seq + 1, headHash)])).toHaveLength(1);
  });

  it('refuses an epoch of another key and a chain that does not start from its genesis', async () => {
    const { attestor, records } = await withChain();
    const other = await start();
    const [epoch] = records;
    await expect(attestor.signReceipts([{ ...epoch, public_key: other.jwk.x }])).rejects.toEqual(
      refused('names a key'),
    );
    const prev = sha256Hex('other');
    await expect(attestor.signReceipts([{ ...epoch, prev_hash: prev, prev_head: prev }])).rejects.toEqual(
      refused('genesis'),
    );
  });
});
