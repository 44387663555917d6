/**
 * Checkpoints of a chain: its size, Merkle root and head as a signed note in the form of C2SP tlog-checkpoint. A
 * reader who keeps one can show later that the chain was cut or rewritten. No Node API.
 */
import { fromBase64, toBase64 } from '../crypto/base64.ts';
import type { OkpPublicJwk } from '../crypto/jwk.ts';
import { hashBytes } from '../crypto/merkle-range.ts';
import type { ProofCrypto } from '../crypto/proof-crypto.ts';
import { checkNoteSignature, type NoteKey, parseSignedNote, type SignedNote, toNoteKey } from './signed-note.ts';

/** A name that tells logs apart and is never looked up. */
export const chainOriginPrefix = 'assay.dev/chain/';

export interface Checkpoint {
  readonly chainId: string;
  /** Records, epoch starts included; at least one. */
  readonly size: number;
  /** Root of the Merkle tree over the raw record hashes. */
  readonly root: Uint8Array;
  /** Hash of the last record, hex. */
  readonly head: string;
}

/** A checkpoint with its note, whose signatures are unchecked. */
export interface SignedCheckpoint extends Checkpoint {
  readonly note: SignedNote;
}

const headLine = /^head ([0-9a-f]{64})$/;
const sizeLine = /^[1-9]\d{0,15}$/;

/** Gives the origin line of a chain, which is also the name in its signature line. */
export function chainOrigin(chainId: string): string {
  return chainOriginPrefix + encodeURIComponent(chainId);
}

/** Gives the chain of an origin; `undefined` for another kind or spelling. */
export function chainOfOrigin(origin: string): string | undefined {
  if (!origin.startsWith(chainOriginPrefix)) return undefined;
  try {
    const chainId = decodeURIComponent(origin.slice(chainOriginPrefix.length));
    return chainId.length > 0 && chainOrigin(chainId) === origin ? chainId : undefined;
  } catch {
    return undefined;
  }
}

/** Gives the signed text of a checkpoint. */
export function checkpointText({ chainId, size, root, head }: Checkpoint): string {
  return `${chainOrigin(chainId)}\n${size}\n${toBase64(root)}\nhead ${head}\n`;
}

/** Reads a signed checkpoint of ours; `undefined` for anything else. Exactly one extension line: the head. */
export function parseCheckpoint(text: string): SignedCheckpoint | undefined {
  const note = parseSignedNote(text);
  const [origin, size, root, extension, end, ...rest] = note?.text.split('\n') ?? [];
  if (note === undefined || origin === undefined || size === undefined || root === undefined) return undefined;
  if (end !== '' || rest.length > 0) return undefined;
  const chainId = chainOfOrigin(origin);
  const rootBytes = fromBase64(root);
  const head = headLine.exec(extension ?? '')?.[1];
  if (chainId === undefined || rootBytes?.length !== hashBytes || head === undefined) return undefined;
  if (!sizeLine.test(size) || !Number.isSafeInteger(Number(size))) return undefined;
  return { note, chainId, size: Number(size), root: rootBytes, head };
}

/** Gives the key of an epoch as a key that signs checkpoints. */
export function chainNoteKey(
  chainId: string,
  jwk: OkpPublicJwk,
  crypto: Pick<ProofCrypto, 'sha256'>,
): Promise<NoteKey> {
  return toNoteKey({ name: chainOrigin(chainId), kind: 'note', jwk }, crypto);
}

/** True when the key of an epoch signed the checkpoint. */
export async function isSignedByEpoch(
  checkpoint: SignedCheckpoint,
  jwk: OkpPublicJwk,
  crypto: Pick<ProofCrypto, 'sha256' | 'verifyEd25519'>,
): Promise<boolean> {
  const key = await chainNoteKey(checkpoint.chainId, jwk, crypto);
  return typeof (await checkNoteSignature(checkpoint.note, key, crypto)) === 'object';
}

/** Finds the trusted witnesses that cosigned, with times. An invalid line of a witness is ignored. */
export async function findCosignatures(
  checkpoint: SignedCheckpoint,
  witnesses: readonly NoteKey[],
  crypto: Pick<ProofCrypto, 'verifyEd25519'>,
): Promise<{ readonly name: string; readonly timeS: number }[]> {
  const found: { name: string; timeS: number }[] = [];
  for (const witness of witnesses) {
    if (witness.kind !== 'cosignature') continue;
    const outcome = await checkNoteSignature(checkpoint.note, witness, crypto);
    if (typeof outcome === 'object') found.push({ name: witness.name, timeS: outcome.timeS });
  }
  return found;
}
