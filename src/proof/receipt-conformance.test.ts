import { readFile, writeFile } from 'node:fs/promises';
import { nodeProofCrypto as crypto, fromBase64, verifyConsistency, verifyInclusion } from '@assay/sdk/crypto';
import {
  findCosignatures,
  genesisHash,
  isSignedByEpoch,
  type NoteKey,
  parseAddCheckpoint,
  parseCheckpoint,
  parseRecord,
  parseVerifierKey,
  recordHash,
  verifyExport,
} from '@assay/sdk/receipts';
import { describe, expect, it } from 'vitest';
import { toHex } from './hash.ts';
import { checkReceipt } from './receipt.ts';
import {
  checkpointVectors,
  exportVectors,
  proofVectors,
  receiptProofVectors,
  recordVectors,
} from './receipt-conformance.fixture.ts';
import { checkReceiptProof } from './receipt-proof.ts';

const toUrl = (name: string) => new URL(`../../docs/conformance/receipts/${name}.json`, import.meta.url);
const utf8 = (text: string) => new TextEncoder().encode(text);
const bytes = (text: string) => fromBase64(text) ?? new Uint8Array();
const okp = (x: string) => ({ kty: 'OKP', crv: 'Ed25519', x }) as const;

// Read like another implementation: only JSON from the file.
async function load<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(toUrl(name), 'utf8'));
}

interface Records {
  genesis: { chain_id: string; attestation_hash: string; public_key: string; expected: { prev_hash: string } };
  records: { name: string; record: string; public_key?: string; signature?: string; expected: unknown }[];
}
interface Proofs {
  inclusion: { index: number; size: number; leaf: string; proof: string[]; root: string; expected: boolean }[];
  consistency: {
    from: number;
    to: number;
    from_root: string;
    to_root: string;
    proof: string[];
    expected: boolean;
  }[];
}
interface Checkpoints {
  checkpoints: {
    name: string;
    text: string;
    public_key: string;
    witness_keys: string[];
    expected: { read: unknown; signed?: boolean; cosigned_at?: number | null };
  }[];
  add_checkpoint: { name: string; body: string; expected: unknown }[];
}
interface Exports {
  witness_keys: string[];
  exports: { name: string; export: string; checkpoints: string[]; expected: object }[];
}
interface ReceiptProofs {
  now: number;
  witness_keys: string[];
  proofs: { name: string; proof: unknown; earlier?: string; expected: unknown }[];
}

async function trusted(texts: readonly string[]): Promise<NoteKey[]> {
  const keys = await Promise.all(texts.map((text) => parseVerifierKey(text, crypto)));
  return keys.filter((key) => key !== undefined);
}

describe('the published vectors', () => {
  it.each([
    ['records', recordVectors],
    ['proofs', proofVectors],
    ['checkpoints', checkpointVectors],
    ['exports', exportVectors],
    ['receipt-proofs', receiptProofVectors],
  ])('%s are made from fixed keys by the code (renew them with UPDATE_VECTORS=1)', async (name, make) => {
    const made: unknown = JSON.parse(JSON.stringify(await make()));
    if (process.env['UPDATE_VECTORS'] === '1') await writeFile(toUrl(name), `${JSON.stringify(made, null, 2)}\n`);
    expect(await load(name)).toEqual(made);
  });
});

describe('every vector gives its expected verdict', () => {
  it('records and genesis', async () => {
    const { genesis, records } = await load<Records>('records');
    const { chain_id, attestation_hash, public_key, expected } = genesis;
    expect(genesisHash(chain_id, attestation_hash, okp(public_key))).toBe(expected.prev_hash);
    for (const { name, record, public_key: x, signature, expected: verdict } of records) {
      const parsed = parseRecord(utf8(record));
      const hash = parsed === undefined ? null : toHex(await recordHash(utf8(record), crypto));
      const proof = { record: Buffer.from(record).toString('base64url'), signature };
      const isValid = x !== undefined && (await checkReceipt(proof, { jwk: okp(x), crypto })).ok;
      expect({ valid: isValid, hash }, name).toEqual(verdict);
    }
  });

  it('proofs of the tree', async () => {
    const { inclusion, consistency } = await load<Proofs>('proofs');
    for (const { index, size, leaf, proof, root, expected } of inclusion) {
      const claim = {
        index,
        size,
        leaf: Buffer.from(leaf, 'hex'),
        proof: proof.map(bytes),
        root: bytes(root),
      };
      expect(await verifyInclusion(claim, crypto)).toBe(expected);
    }
    for (const { from, to, from_root, to_root, proof, expected } of consistency) {
      const roots = { fromRoot: bytes(from_root), toRoot: bytes(to_root) };
      expect(await verifyConsistency({ from, to, ...roots, proof: proof.map(bytes) }, crypto)).toBe(expected);
    }
  });

  it('checkpoints and requests to a witness', async () => {
    const { checkpoints, add_checkpoint } = await load<Checkpoints>('checkpoints');
    for (const { name, text, public_key, witness_keys, expected } of checkpoints) {
      const read = parseCheckpoint(text);
      const shown =
        read === undefined
          ? null
          : {
              chain_id: read.chainId,
              size: read.size,
              root: Buffer.from(read.root).toString('base64'),
              head: read.head,
            };
      expect(shown, name).toEqual(expected.read);
      if (read === undefined) continue;
      const [cosignature] = await findCosignatures(read, await trusted(witness_keys), crypto);
      const verdict = {
        signed: await isSignedByEpoch(read, okp(public_key), crypto),
        cosigned_at: cosignature?.timeS ?? null,
      };
      expect(verdict, name).toMatchObject({ signed: expected.signed, cosigned_at: expected.cosigned_at });
    }
    for (const { name, body, expected } of add_checkpoint) {
      const read = parseAddCheckpoint(body);
      expect(read === undefined ? null : { old_size: read.oldSize, proof_lines: read.proof.length }, name).toEqual(
        expected,
      );
    }
  });

  it('exports', async () => {
    const { witness_keys, exports } = await load<Exports>('exports');
    const witnesses = await trusted(witness_keys);
    for (const { name, export: text, checkpoints, expected } of exports) {
      const { result } = await verifyExport([utf8(text)], { crypto, mode: 'full', witnesses, checkpoints });
      expect(result, name).toMatchObject(expected);
    }
  });

  it('proofs of receipts', async () => {
    const { now, witness_keys, proofs } = await load<ReceiptProofs>('receipt-proofs');
    const witnesses = await trusted(witness_keys);
    for (const { name, proof, earlier, expected } of proofs) {
      const known = earlier === undefined ? undefined : parseCheckpoint(earlier);
      const check = { attestations: [], witnesses, now, crypto, ...(known === undefined ? {} : { earlier: known }) };
      const verdict = await checkReceiptProof(proof, check);
      const shown = verdict.ok
        ? {
            ok: true,
            seq: verdict.record.seq,
            checkpoint_size: verdict.checkpoint.size,
            witnesses: verdict.cosignatures.length,
          }
        : { ok: false, reason: verdict.reason };
      expect(shown, name).toEqual(expected);
    }
  });
});
