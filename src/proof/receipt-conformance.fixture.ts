/** Makes the vectors of docs/conformance/receipts from fixed keys, so that anyone gets the same bytes again. */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import {
  appendLeaves,
  consistencySpans,
  emptyMerkleRange,
  inclusionSpans,
  isKeyCoordinate,
  jwkThumbprint,
  type LeafSpan,
  nodeProofCrypto,
  rootOf,
  type SigningKey,
  sha256,
  sha256Hex,
  toBase64,
  toBase64Url,
} from '@assay/sdk/crypto';
import {
  cosign,
  exportFormat,
  genesisHash,
  hashRecord,
  parseSignedNote,
  printAddCheckpoint,
  printSignedNote,
  printVerifierKey,
  type ReceiptRecord,
  recordBytes,
  signCheckpoint,
  signRecords,
  toNoteKey,
} from '@assay/sdk/receipts';
import { aChain, aKeyAttestation, attestationHash, madeAtS, toReceiptProof } from '../../test/support/artefacts.ts';
import { receiptProofFormat } from '../contract/receipts.ts';

/** Vectors of one file: inputs with the verdict that every implementation must reach. */
export type Vectors = Readonly<Record<string, unknown>>;

const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives an Ed25519 key from the name of its purpose: public test material, never a secret. */
function fixedKey(purpose: string): SigningKey {
  const seed = sha256(`assay conformance ${purpose}`);
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  if (!isKeyCoordinate(x)) throw new Error('not an Ed25519 key');
  const jwk = { kty: 'OKP', crv: 'Ed25519', x } as const;
  return { kid: jwkThumbprint(jwk), jwk, sign: (data) => sign(null, data, key), destroy: () => undefined };
}

const chainKey = fixedKey('chain');
const otherKey = fixedKey('other');
const witnessSigner = fixedKey('witness');
const witness = await toNoteKey(
  { name: 'witness.example/w1', kind: 'cosignature', jwk: witnessSigner.jwk },
  nodeProofCrypto,
);
const attestation = aKeyAttestation(chainKey);
const keyAttestationHash = attestationHash(attestation);
const records = aChain(
  chainKey,
  keyAttestationHash,
  Array.from({ length: 10 }, (_, index) => `evidence ${index}`),
);
const leaves = records.map(hashRecord);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const rootAt = (span: LeafSpan) => rootOf(appendLeaves(emptyMerkleRange, leaves.slice(span.start, span.end)));
const at = (seq: number): ReceiptRecord => {
  const record = records[seq];
  if (record === undefined) throw new Error('no such record');
  return record;
};

async function checkpointOf(size: number, change: { head?: string; root?: Uint8Array; key?: SigningKey } = {}) {
  const checkpoint = {
    chainId: at(0).chain_id,
    size,
    root: change.root ?? rootAt({ start: 0, end: size }),
    head: change.head ?? hex(hashRecord(at(size - 1))),
  };
  return signCheckpoint(change.key ?? chainKey, checkpoint);
}

async function cosigned(text: string, timeS = madeAtS): Promise<string> {
  const note = parseSignedNote(text);
  if (note === undefined) throw new Error('not a note');
  const line = await cosign({ ...witness, sign: witnessSigner.sign }, note.text, timeS);
  return printSignedNote({ ...note, signatures: [...note.signatures, line] });
}

/** Records: their canonical bytes, hash and signature, and invalid texts. */
export function recordVectors(): Vectors {
  const text = (seq: number) => Buffer.from(recordBytes(at(seq))).toString();
  const sound = [0, 1, 10].map((seq) => ({
    name: `record ${seq}`,
    record: text(seq),
    public_key: chainKey.jwk.x,
    signature: toReceiptProof(chainKey, at(seq)).signature,
    expected: { valid: true, hash: hex(hashRecord(at(seq))) },
  }));
  const wrongKey = { ...sound[1], name: 'signed by another key', public_key: otherKey.jwk.x };
  const malformed: [string, string][] = [
    ['white space', text(1).replace(',', ', ')],
    [
      'members in another order',
      text(1).replace(/^\{("attestation_hash":"[^"]*"),("auditor_ids":\[[^\]]*\])/, '{$2,$1'),
    ],
    ['a member twice', text(1).replace('"v":1', '"v":1,"v":1')],
    ['an unknown member', text(1).replace('"v":1', '"v":1,"w":1')],
    ['an escape that is not needed', text(1).replace('"allow"', '"\\u0061llow"')],
    ['a number as 1.0', text(1).replace('"v":1', '"v":1.0')],
    ['a number past 2^53-1', text(1).replace('"latency_ms":7', '"latency_ms":9007199254740993')],
    [
      'hex in capitals',
      text(1).replace(/"prev_hash":"[^"]*"/, (part) => part.replace(/[a-f]/, (c) => c.toUpperCase())),
    ],
    ['auditor ids out of order', text(1).replace('"injection","pii"', '"pii","injection"')],
    ['a day that does not exist', text(1).replace(/"ts":"[^"]*"/, '"ts":"2026-02-30T00:00:00.000Z"')],
    [
      'a receipt with the key of an epoch',
      text(1).replace('"request_hash"', `"public_key":"${chainKey.jwk.x}","request_hash"`),
    ],
    ['an epoch start with an exchange', text(0).replace('"latency_ms":0', '"latency_ms":1')],
    ['a trailing newline', `${text(1)}\n`],
    ['nothing', ''],
  ];
  return {
    genesis: {
      chain_id: at(0).chain_id,
      attestation_hash: keyAttestationHash,
      public_key: chainKey.jwk.x,
      expected: { prev_hash: genesisHash(at(0).chain_id, keyAttestationHash, chainKey.jwk) },
    },
    records: [
      ...sound,
      { ...wrongKey, expected: { valid: false, hash: hex(hashRecord(at(1))) } },
      ...malformed.map(([name, record]) => ({ name, record, expected: { valid: false, hash: null } })),
    ],
  };
}

/** Proofs of the Merkle tree over the record hashes. */
export function proofVectors(): Vectors {
  const print = (spans: readonly LeafSpan[]) => spans.map((span) => toBase64(rootAt(span)));
  const inclusion = [1, 2, 3, 7, 8, 11].flatMap((size) =>
    [...new Set([0, Math.floor(size / 2), size - 1])].map((index) => ({
      index,
      size,
      leaf: hex(leaves[index] ?? new Uint8Array()),
      proof: print(inclusionSpans(index, size)),
      root: toBase64(rootAt({ start: 0, end: size })),
      expected: true,
    })),
  );
  const pairs: [number, number][] = [
    [1, 1],
    [1, 2],
    [2, 3],
    [3, 7],
    [4, 8],
    [6, 8],
    [7, 11],
    [8, 11],
  ];
  const consistency = pairs.map(([from, to]) => ({
    from,
    to,
    from_root: toBase64(rootAt({ start: 0, end: from })),
    to_root: toBase64(rootAt({ start: 0, end: to })),
    proof: print(consistencySpans(from, to)),
    expected: true,
  }));
  const lastInclusion = inclusion.at(-2) ?? inclusion[0];
  const lastConsistency = consistency.at(-2) ?? consistency[0];
  return {
    inclusion: [
      ...inclusion,
      { ...lastInclusion, index: 4, expected: false },
      { ...lastInclusion, size: 8, expected: false },
      { ...lastInclusion, proof: lastInclusion?.proof.slice(1), expected: false },
      { ...lastInclusion, proof: [...(lastInclusion?.proof ?? []), toBase64(sha256('more'))], expected: false },
      { ...lastInclusion, leaf: sha256Hex('another'), expected: false },
    ],
    consistency: [
      ...consistency,
      { ...lastConsistency, from: 6, expected: false },
      { ...lastConsistency, proof: [], expected: false },
      { ...lastConsistency, proof: lastConsistency?.proof.toReversed(), expected: false },
      { ...lastConsistency, from_root: toBase64(sha256('another')), expected: false },
    ],
  };
}

/** Checkpoints, their signed and cosigned forms, and requests to a witness. */
export async function checkpointVectors(): Promise<Vectors> {
  const text = await checkpointOf(8);
  const base = { public_key: chainKey.jwk.x, witness_keys: [printVerifierKey(witness)] };
  const read = {
    chain_id: at(0).chain_id,
    size: 8,
    root: toBase64(rootAt({ start: 0, end: 8 })),
    head: hex(leaves[7] ?? sha256('')),
  };
  const both = await cosigned(text);
  const spoilt = both.replace(/.{10}\n$/, 'AAAAAAAAA=\n');
  const proof = consistencySpans(3, 8).map(rootAt);
  const malformed: [string, string][] = [
    ['size 0', text.replace('\n8\n', '\n0\n')],
    ['a leading zero', text.replace('\n8\n', '\n08\n')],
    ['no head', text.replace(/head .*\n/, '')],
    ['a line more', text.replace('\n\n', '\nmore\n\n')],
    ['no signature', text.slice(0, text.indexOf('\n\n') + 2)],
    ['a hyphen for the dash', text.replace('\u2014', '-')],
    ['another origin', text.replaceAll('assay.dev/chain/', 'example.com/')],
    ['an origin spelt otherwise', text.replaceAll('chain-test', 'chain%2Dtest')],
  ];
  return {
    checkpoints: [
      { ...base, name: 'signed', text, expected: { read, signed: true, cosigned_at: null } },
      { ...base, name: 'signed and cosigned', text: both, expected: { read, signed: true, cosigned_at: madeAtS } },
      {
        ...base,
        name: 'signed by another key',
        text: await checkpointOf(8, { key: otherKey }),
        expected: { read, signed: false, cosigned_at: null },
      },
      {
        ...base,
        name: 'changed after it was signed',
        text: text.replace('\n8\n', '\n9\n'),
        expected: { read: { ...read, size: 9 }, signed: false, cosigned_at: null },
      },
      {
        ...base,
        name: 'a cosignature that does not hold',
        text: spoilt,
        expected: { read, signed: true, cosigned_at: null },
      },
      ...malformed.map(([name, wrong]) => ({ ...base, name, text: wrong, expected: { read: null } })),
    ],
    add_checkpoint: [
      {
        name: 'with a proof',
        body: printAddCheckpoint({ oldSize: 3, proof, note: text }),
        expected: { old_size: 3, proof_lines: proof.length },
      },
      {
        name: 'the first',
        body: printAddCheckpoint({ oldSize: 0, proof: [], note: text }),
        expected: { old_size: 0, proof_lines: 0 },
      },
      { name: 'a leading zero', body: `old 03\n\n${text}`, expected: null },
      { name: 'no blank line', body: `old 3\n${text}`, expected: null },
      { name: 'a hash too short', body: `old 3\nAAAA\n\n${text}`, expected: null },
      { name: '64 hashes', body: `old 3\n${`${toBase64(sha256('x'))}\n`.repeat(64)}\n${text}`, expected: null },
    ],
  };
}

/** Whole exports, and the results of checks with and without the witness. */
export async function exportVectors() {
  const last = await cosigned(await checkpointOf(11));
  const print = (
    list: readonly ReceiptRecord[],
    key = chainKey,
    checkpoint: string | undefined = undefined,
  ): string => {
    const signatures = signRecords(key, list);
    const end = list.at(-1);
    const header = {
      format: exportFormat,
      chain_id: at(0).chain_id,
      attestation_hash: keyAttestationHash,
      keys: [{ seq: 0, public_key: chainKey.jwk.x, attestation_hash: keyAttestationHash }],
      size: list.length,
      head: end === undefined ? null : hex(hashRecord(end)),
      ...(checkpoint === undefined ? {} : { checkpoint }),
    };
    const lines = list.map((record, index) => ({
      record: Buffer.from(recordBytes(record)).toString(),
      signature: toBase64Url(signatures[index] ?? new Uint8Array()),
    }));
    return [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
  };
  const rewritten = relink(records.with(6, { ...at(6), verdict: 'deny' }));
  const rows: [string, string, string[], object][] = [
    ['whole', print(records, chainKey, last), [last], intact(11, 11, false)],
    ['whole, without a checkpoint', print(records), [], intact(null, null, 'unknown')],
    ['the end cut off', print(records.slice(0, 8)), [last], broken('truncated', 8, 11, true)],
    ['the end cut off, and no witness', print(records.slice(0, 8)), [], intact(null, null, 'unknown')],
    ['written anew with the same key', print(rewritten), [last], broken('forked', 10, 11, false)],
    ['one edited', print(records.with(6, { ...at(6), verdict: 'deny' })), [], broken('link', 7, null, 'unknown')],
    ['one deleted', print(records.toSpliced(6, 1)), [], broken('seq_gap', 6, null, 'unknown')],
    ['two swapped', print(records.toSpliced(6, 2, at(7), at(6))), [], broken('seq_gap', 6, null, 'unknown')],
    ['one twice', print(records.toSpliced(6, 0, at(5))), [], broken('seq_duplicate', 6, null, 'unknown')],
    ['signed by another key', print(records, otherKey), [], broken('signature', 0, null, 'unknown')],
    [
      'a checkpoint of another history',
      print(records, chainKey, await checkpointOf(11, { root: sha256('x') })),
      [],
      broken('forked', 10, null, 'unknown'),
    ],
    [
      'a checkpoint of another key',
      print(records, chainKey, await checkpointOf(11, { key: otherKey })),
      [],
      broken('checkpoint', 10, null, 'unknown'),
    ],
  ];
  return {
    witness_keys: [printVerifierKey(witness)],
    exports: rows.map(([name, text, checkpoints, expected]) => ({ name, export: text, checkpoints, expected })),
  };
}

/** Proofs of one receipt, for a reader who trusts the witness. */
export async function receiptProofVectors() {
  const checkpoint = await cosigned(await checkpointOf(11));
  const sound = {
    format: receiptProofFormat,
    receipt_id: `rc_${at(0).chain_id}_6_${hex(leaves[6] ?? sha256(''))}`,
    receipt: toReceiptProof(chainKey, at(6)),
    inclusion: inclusionSpans(6, 11).map((span) => toBase64(rootAt(span))),
    checkpoint,
    consistency: { from: 4, proof: consistencySpans(4, 11).map((span) => toBase64(rootAt(span))) },
    key_attestations: [attestation],
    witness_keys: [printVerifierKey(witness)],
  };
  const earlier = await checkpointOf(4);
  const ok = { ok: true, seq: 6, checkpoint_size: 11, witnesses: 1 };
  const no = (reason: string) => ({ ok: false, reason });
  return {
    now: madeAtS * 1000,
    witness_keys: [printVerifierKey(witness)],
    proofs: [
      { name: 'sound', proof: sound, expected: ok },
      { name: 'sound, from an earlier checkpoint', proof: sound, earlier, expected: ok },
      {
        name: 'not cosigned',
        proof: { ...sound, checkpoint: await checkpointOf(11) },
        expected: { ...ok, witnesses: 0 },
      },
      {
        name: 'another history before',
        proof: sound,
        earlier: await checkpointOf(4, { root: sha256('x') }),
        expected: no('consistency'),
      },
      {
        name: 'another receipt',
        proof: { ...sound, receipt: toReceiptProof(chainKey, at(5)) },
        expected: no('inclusion'),
      },
      { name: 'a hash left out', proof: { ...sound, inclusion: sound.inclusion.slice(1) }, expected: no('inclusion') },
      {
        name: 'a hash that is none',
        proof: { ...sound, inclusion: ['AAAA', ...sound.inclusion.slice(1)] },
        expected: no('length'),
      },
      {
        name: 'signed by another key',
        proof: { ...sound, receipt: toReceiptProof(otherKey, at(6)) },
        expected: no('signature_invalid'),
      },
      { name: 'no key attestation', proof: { ...sound, key_attestations: [] }, expected: no('key_unknown') },
      {
        name: 'a checkpoint of another key',
        proof: { ...sound, checkpoint: await checkpointOf(11, { key: otherKey }) },
        expected: no('checkpoint'),
      },
      { name: 'no checkpoint', proof: { ...sound, checkpoint: 'x' }, expected: no('checkpoint') },
      { name: 'another format', proof: { ...sound, format: 'assay-receipt-proof/2' }, expected: no('schema') },
      { name: 'nothing', proof: {}, expected: no('schema') },
    ],
  };
}

/** The same records with valid links. */
function relink(list: readonly ReceiptRecord[]): ReceiptRecord[] {
  const linked: ReceiptRecord[] = [];
  for (const record of list) {
    const before = linked.at(-1);
    linked.push(before === undefined ? record : { ...record, prev_hash: hex(hashRecord(before)) });
  }
  return linked;
}

function intact(checkpoint_size: number | null, witnessed_size: number | null, truncated: boolean | 'unknown') {
  return { chain_intact: true, reason: null, first_bad_seq: null, checkpoint_size, witnessed_size, truncated };
}

function broken(reason: string, seq: number, witnessed_size: number | null, truncated: boolean | 'unknown') {
  return { chain_intact: false, reason, first_bad_seq: seq, witnessed_size, truncated };
}
