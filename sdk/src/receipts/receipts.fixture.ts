/** Typed builders for the tests of the receipt chain. */

import { sha256Hex } from '../crypto/hash.ts';
import { nodeProofCrypto } from '../crypto/node-proof-crypto.ts';
import { createEd25519Key, type SigningKey } from '../crypto/signing-key.ts';
import type { SignCheckpoint } from './chain-checkpoints.ts';
import { createFakeFileSystem, type FakeFileSystem } from './file-system.fake.ts';
import { openReceiptChain, type ReceiptChain, type ReceiptChainOptions } from './receipt-chain.ts';
import type { ReceiptDraft } from './record.ts';
import { signRecords } from './record-hash.ts';
import { cosign, signCheckpoint } from './sign-note.ts';
import { parseSignedNote, printSignedNote, toNoteKey } from './signed-note.ts';

export const attestationHash = `sha256:${'a'.repeat(64)}`;
export const chainDirectory = '/chain';
/** 2026-01-01T00:00:00.000Z */
export const startOfTime = 1_767_225_600_000;

/** A draft with different content for each number. */
export function aDraft(number = 0, changes: Partial<ReceiptDraft> = {}): ReceiptDraft {
  return {
    request_hash: sha256Hex(`request ${number}`),
    response_hash: sha256Hex(`response ${number}`),
    tool: number % 3 === 0 ? null : `tool-${number}`,
    verdict: number % 2 === 0 ? 'allow' : 'deny',
    latency_ms: number,
    claims_hash: sha256Hex(`claims ${number}`),
    cedar_decision: number % 2 === 0 ? 'allow' : 'deny',
    cedar_policy_hash: sha256Hex('policy'),
    auditor_ids: ['secrets', 'injection', 'pii'],
    claim_count: 5,
    ...changes,
  };
}

/** Evidence bytes for a number; every fourth receipt has none. */
export const anAttachment = (number: number): Uint8Array | undefined =>
  number % 4 === 3 ? undefined : new TextEncoder().encode(`header.payload-${number}.signature`);

export interface ChainFixture extends Partial<ReceiptChainOptions> {
  readonly fileSystem?: FakeFileSystem;
  readonly key?: SigningKey;
}

/** Opens a chain as a new process: new key, and the lock's previous holder is dead. */
export function openTestChain({ key = createEd25519Key(), ...options }: ChainFixture = {}): Promise<ReceiptChain> {
  let now = startOfTime;
  return openReceiptChain({
    directory: chainDirectory,
    chainId: 'chain-1',
    attestationHash,
    publicKey: key.jwk,
    sign: (records) => signRecords(key, records),
    clock: () => now++,
    fileSystem: createFakeFileSystem(),
    processes: { self: async () => ({ pid: 1, started: '' }), isAlive: async () => false },
    ...options,
  });
}

/** Appends numbered receipts concurrently and waits for them. */
export async function appendMany(chain: ReceiptChain, count: number, from = 0): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, (_, index) => chain.append(aDraft(from + index), anAttachment(from + index))),
  );
}

export async function collect(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}

/** Gets checkpoints signed by a key of this process. */
export const checkpointsBy =
  (key: SigningKey): SignCheckpoint =>
  ({ checkpoint }) =>
    signCheckpoint(key, checkpoint);

/** A witness that cosigns everything. */
export async function aWitness(name = 'witness.example/w1') {
  const signer = createEd25519Key();
  const key = await toNoteKey({ name, kind: 'cosignature', jwk: signer.jwk }, nodeProofCrypto);
  return {
    key,
    async cosign(text: string, timeS = 1_767_225_600): Promise<string> {
      const note = parseSignedNote(text);
      if (note === undefined) throw new Error('not a note');
      const line = await cosign({ ...key, sign: signer.sign }, note.text, timeS);
      return printSignedNote({ ...note, signatures: [...note.signatures, line] });
    },
  };
}
