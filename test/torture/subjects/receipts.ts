/** Outputs of a receipt chain: record and signature, checkpoint, proof of inclusion, export. */
import { createEd25519Key, nodeProofCrypto, type SigningKey, toBase64, toBase64Url } from '@assay/sdk/crypto';
import { isSignedByEpoch, parseCheckpoint, ReceiptError, verifyExport } from '@assay/sdk/receipts';
import {
  aDraft,
  anAttachment,
  aWitness,
  checkpointsBy,
  collect,
  openTestChain,
} from '../../../sdk/src/receipts/receipts.fixture.ts';
import { printReceiptId } from '../../../src/contract/receipt-id.ts';
import { type ReceiptInclusion, receiptProofFormat } from '../../../src/contract/receipts.ts';
import { checkReceipt } from '../../../src/proof/receipt.ts';
import { checkReceiptProof } from '../../../src/proof/receipt-proof.ts';
import { aKeyAttestation, attestationHash, madeAt } from '../../support/artefacts.ts';
import type { Answer } from '../check.ts';
import { toJsonSubject } from './artefacts.ts';
import type { Subject, SubjectSource } from './subject.ts';

const crypto = nodeProofCrypto;
const utf8 = new TextEncoder();
const toText = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

async function nameOf(proof: unknown, jwk: SigningKey['jwk']): Promise<string> {
  const verdict = await checkReceipt(proof, { jwk, crypto });
  if (!verdict.ok) throw new Error('the receipt does not hold');
  const { record, hash } = verdict;
  return printReceiptId({ chainId: record.chain_id, seq: record.seq, hash });
}

/** Everything of one chain of seven records. */
export const receiptSubjects: SubjectSource = async () => {
  const key = createEd25519Key();
  const attestation = aKeyAttestation(key);
  const witness = await aWitness();
  const chain = await openTestChain({ key, attestationHash: attestationHash(attestation) });
  for (let number = 0; number < 6; number += 1) await chain.append(aDraft(number), anAttachment(number));
  const made = await chain.checkpoint(checkpointsBy(key));
  const stored = (await chain.read({ fromSeq: 3, limit: 1 }))[0];
  if (made === undefined || stored === undefined) throw new Error('the chain gave no checkpoint or no receipt');
  const cosigned = await witness.cosign(made.text);
  const inclusion = await chain.inclusion(3, 7);
  const exported = await collect(chain.export());
  await chain.close();

  const proof = { record: toBase64Url(stored.record), signature: toBase64Url(stored.signature) };
  const document: ReceiptInclusion = {
    format: receiptProofFormat,
    receipt_id: await nameOf(proof, key.jwk),
    receipt: proof,
    inclusion: inclusion.map(toBase64),
    checkpoint: cosigned,
    key_attestations: [attestation],
    witness_keys: [],
  };
  const check = { attestations: [], witnesses: [witness.key], now: madeAt, crypto };
  const isWitnessed = async (value: unknown) => {
    const verdict = await checkReceiptProof(value, check);
    return verdict.ok && verdict.cosignatures.length > 0;
  };
  const accepts = async (candidate: unknown) =>
    (await checkReceipt(candidate, { jwk: key.jwk, crypto })).ok ? 'wrong' : 'held';
  const subjects: Subject[] = [
    { name: 'record', bytes: stored.record, judge: (bytes) => accepts({ ...proof, record: toBase64Url(bytes) }) },
    {
      name: 'signature',
      bytes: stored.signature,
      judge: (bytes) => accepts({ ...proof, signature: toBase64Url(bytes) }),
    },
    {
      name: 'checkpoint',
      bytes: utf8.encode(made.text),
      async judge(changed) {
        const parsed = parseCheckpoint(toText(changed));
        return parsed !== undefined && (await isSignedByEpoch(parsed, key.jwk, crypto)) ? 'wrong' : 'held';
      },
    },
    toJsonSubject('inclusion proof', document, isWitnessed, ['witness_keys']),
    { name: 'export', bytes: exported, judge: (changed) => judgeExport(changed, exported) },
  ];
  return { subjects, notes: [] };
};

/** A format error is a refusal; any other error is a fault. */
async function judgeExport(bytes: Uint8Array, sound: Uint8Array): Promise<Answer> {
  try {
    const { result, header_matches } = await verifyExport([bytes], { crypto, mode: 'full' });
    if (!result.chain_intact || !header_matches) return 'held';
    return toLines(bytes) === toLines(sound) ? { exempt: 'white space between the tokens of an export' } : 'wrong';
  } catch (error) {
    if (error instanceof ReceiptError) return 'held';
    throw error;
  }
}

/** The lines of an export, each member as often as it is written. */
function toLines(bytes: Uint8Array): string {
  const lines = toText(bytes).trimEnd().split('\n');
  return JSON.stringify(lines.map((line) => [JSON.parse(line), line.split('":').length]));
}
