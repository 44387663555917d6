/** Conformance cases of bundles, receipts and receipt exports, valid and tampered with. */
import { type SigningKey, toBase64Url } from '@assay/sdk/crypto';
import { hashRecord, type ReceiptRecord, recordBytes, signRecords } from '@assay/sdk/receipts';
import { encode as encodeCbor } from 'cbor2';
import type { Bundle } from '../../src/contract/bundle.ts';
import { aChain, attestationHash, type FakeExport, type FakeVerifier, madeAt } from '../../test/support/artefacts.ts';
import { type ArtefactGroup, aSoftwareAttestation, damage, dayMs, jwksOf, text } from './artefact-group.ts';

export async function createBundleGroup(whole: FakeExport, stranger: FakeVerifier): Promise<ArtefactGroup> {
  const { bundle, passport } = whole;
  const [first, second] = bundle.evidence;
  if (first === undefined || second === undefined) throw new Error('the bundle holds two evidence');
  const change = (members: Partial<Bundle>) => text({ ...bundle, ...members });
  return {
    artefact: 'evidence bundle',
    keys: jwksOf(whole),
    attestations: [],
    cases: [
      { name: 'sound', artefact: text(bundle) },
      { name: 'as CBOR', artefact: encodeCbor(bundle) },
      { name: 'no keys at hand', artefact: text(bundle), without: ['keys'], unproven: ['key_unknown'] },
      { name: 'passport expired', artefact: text(bundle), now: madeAt + 2 * dayMs, refused: ['expired'] },
      {
        name: 'passport by a stranger',
        artefact: change({ passport: await stranger.sign(passport) }),
        refused: ['signature_invalid'],
      },
      {
        name: 'an evidence is missing',
        artefact: change({ evidence: [second] }),

        unproven: ['evidence_set_mismatch', 'receipt_mismatch'],
      },
      {
        name: 'evidence in another order',
        artefact: change({ evidence: [second, first] }),
        refused: ['evidence_set_mismatch'],
      },
      {
        name: 'an evidence twice',
        artefact: change({ evidence: [second, second] }),
        refused: ['duplicate'],
        unproven: ['evidence_set_mismatch', 'receipt_mismatch'],
      },
      {
        name: 'an evidence is changed',
        artefact: change({ evidence: [first, { ...second, jws: damage(second.jws, 1) }] }),
        refused: ['signature_invalid'],
        unproven: ['evidence_set_mismatch', 'receipt_mismatch'],
      },
      {
        name: 'no key attestation',
        artefact: change({ key_attestations: [] }),
        refused: ['key_unknown'],
        unproven: ['key_attestation_mismatch', 'evidence_set_mismatch', 'receipt_mismatch'],
      },
      {
        name: 'a member twice',
        artefact: text(bundle).replace('{', '{"format":"assay-bundle/1",'),
        refused: ['unsupported'],
      },
      {
        name: 'another format',
        artefact: change({ format: 'assay-bundle/9' as Bundle['format'] }),
        refused: ['unsupported'],
      },
    ],
  };
}

export function createReceiptGroup(whole: FakeExport): ArtefactGroup {
  const { bundle } = whole;
  const [receipt] = bundle.receipts;
  if (receipt === undefined) throw new Error('a bundle holds receipts');
  return {
    artefact: 'receipt',
    keys: jwksOf(whole),
    attestations: bundle.key_attestations,
    cases: [
      { name: 'sound', artefact: text(receipt) },
      {
        name: 'no key attestation at hand',
        artefact: text(receipt),
        without: ['attestations'],
        unproven: ['key_unknown'],
      },
      {
        name: 'signature changed',
        artefact: text({ ...receipt, signature: damage(receipt.signature, 0) }),
        refused: ['signature_invalid'],
      },
      {
        name: 'record spelled in another way',
        artefact: text({ ...receipt, record: respell(receipt.record) }),
        refused: ['not_canonical'],
      },
      {
        name: 'signature too short',
        artefact: text({ ...receipt, signature: receipt.signature.slice(0, -2) }),
        refused: ['length'],
      },
    ],
  };
}

/** Adds a space to the record. */
function respell(record: string): string {
  return toBase64Url(Buffer.from(Buffer.from(record, 'base64url').toString().replace(',', ', ')));
}

export function createExportGroup(whole: FakeExport): ArtefactGroup {
  const { key, bundle } = whole;
  const attestation = aSoftwareAttestation(whole);
  const hash = attestationHash(attestation);
  const jwsList = bundle.evidence.map(({ jws }) => jws);
  const records = aChain(key, hash, jwsList);
  const lines = toExport(key, hash, records, jwsList);
  const join = (list: readonly string[]) => list.map((line) => `${line}\n`).join('');
  const [header = '', start = '', first = '', second = ''] = lines;
  return {
    artefact: 'receipt export',
    keys: jwksOf(whole),
    attestations: [attestation],
    cases: [
      { name: 'sound', artefact: join(lines) },
      {
        name: 'no key attestation at hand',
        artefact: join(lines),
        without: ['attestations'],
        unproven: ['key_unknown'],
      },
      { name: 'two receipts exchanged', artefact: join([header, start, second, first]), refused: ['receipts'] },
      { name: 'a receipt is missing', artefact: join([header, start, second]), refused: ['receipts'] },
      { name: 'the last receipt is missing', artefact: join(lines.slice(0, -1)), refused: ['receipts'] },
      { name: 'a receipt twice', artefact: join([header, start, first, first, second]), refused: ['receipts'] },
      {
        name: 'a receipt is changed',
        artefact: join([header, start, first.replace('allow', 'deny'), second]),
        refused: ['receipts'],
      },
      {
        name: 'evidence of another exchange beside a receipt',
        artefact: join([header, start, swapAttachment(first, second), second]),
        refused: ['receipts'],
      },
    ],
  };
}

function toExport(
  key: SigningKey,
  hash: string,
  records: readonly ReceiptRecord[],
  jwsList: readonly string[],
): string[] {
  const newest = records.at(-1);
  if (newest === undefined) throw new Error('a chain is never empty');
  const signatures = signRecords(key, records);
  const header = {
    format: 'assay-receipts/1',
    chain_id: newest.chain_id,
    attestation_hash: hash,
    keys: [{ seq: 0, public_key: key.jwk.x, attestation_hash: hash }],
    size: records.length,
    head: Buffer.from(hashRecord(newest)).toString('hex'),
  };
  const lines = records.map((record, index) => ({
    record: Buffer.from(recordBytes(record)).toString(),
    signature: toBase64Url(signatures[index] ?? new Uint8Array()),
    ...(index === 0 ? {} : { attachment: toBase64Url(Buffer.from(jwsList[index - 1] ?? '')) }),
  }));
  return [header, ...lines].map(text);
}

function swapAttachment(line: string, other: string): string {
  return text({ ...JSON.parse(line), attachment: JSON.parse(other).attachment });
}
