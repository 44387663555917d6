/**
 * Opens a long log without reading its full segments: their sizes must match the seal, and the record at their end
 * must be the one in the seal, signed by the key in the seal. Otherwise everything is read.
 */
import { sha256Hex } from '../crypto/hash.ts';
import { isKeyCoordinate } from '../crypto/jwk.ts';
import { isMerkleRange, type MerkleRange } from '../crypto/merkle-range.ts';
import { nodeProofCrypto } from '../crypto/node-proof-crypto.ts';
import type { ChainState } from './chain-checker.ts';
import type { FileSystem } from './file-system.ts';
import { readFrame } from './frames.ts';
import type { Pin } from './pin.ts';
import { parseRecord, recordHash, signedMessage, toHex } from './record-bytes.ts';
import { loadSeal, type Seal } from './seal.ts';
import { emptySegment, type Segment } from './segment.ts';
import { listSegments, segmentMagic, toSegmentName } from './segment-file.ts';

export interface SealedPart {
  readonly segments: readonly Segment[];
  /** State of the chain after them. */
  readonly state: ChainState;
  readonly tree: MerkleRange;
}

/** Gives the segments that need no reading; `undefined` if the seal is not usable. */
export async function takeSealed(
  { fileSystem, directory, chainId }: { fileSystem: FileSystem; directory: string; chainId: string },
  pin: Pin,
): Promise<SealedPart | undefined> {
  const seal = await loadSeal(fileSystem, directory);
  if (seal === undefined || seal.chain_id !== chainId || !isBehindPin(seal, pin)) return undefined;
  const segments = toSegments(seal);
  const starts = await listSegments(fileSystem, directory);
  const names = [...segments.map(({ firstSeq }) => firstSeq), seal.size];
  if (names.some((firstSeq, index) => starts[index] !== firstSeq)) return undefined;
  for (const segment of segments) {
    if ((await sizeOnDisk(fileSystem, directory, segment)) !== segment.bytes) return undefined;
  }
  const state = toState(seal, chainId);
  const tree = { size: seal.size, hashes: seal.tree.map((hash) => Buffer.from(hash, 'hex')) };
  if (!isMerkleRange(tree) || !(await isEnd(fileSystem, directory, { segment: segments.at(-1), state })))
    return undefined;
  return { segments, state, tree };
}

/** The pin is written first. A seal ahead of it would hide a rollback. */
function isBehindPin(seal: Seal, pin: Pin): boolean {
  return seal.size < pin.size || (seal.size === pin.size && seal.head === pin.head);
}

function toSegments({ segments, size, last_offset }: Seal): Segment[] {
  return segments.map(({ first_seq: firstSeq, bytes }, index) => ({
    ...emptySegment(firstSeq),
    count: (segments[index + 1]?.first_seq ?? size) - firstSeq,
    bytes,
    lastOffset: last_offset,
  }));
}

function toState({ size, head, last_ts, epoch }: Seal, chainId: string): ChainState {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: epoch.public_key } as const;
  return {
    size,
    head,
    lastTs: last_ts,
    chainId,
    epoch: { seq: epoch.seq, jwk, attestation_hash: epoch.attestation_hash },
  };
}

async function sizeOnDisk(fileSystem: FileSystem, directory: string, segment: Segment): Promise<number> {
  const file = await fileSystem.openRead(`${directory}/${toSegmentName(segment.firstSeq)}`);
  if (file === undefined) return 0;
  try {
    return await file.size();
  } finally {
    await file.close();
  }
}

/** True when the last frame of a segment is the end of the chain in a state. */
async function isEnd(
  fileSystem: FileSystem,
  directory: string,
  { segment, state }: { segment: Segment | undefined; state: ChainState },
): Promise<boolean> {
  const { epoch } = state;
  if (segment === undefined || epoch === undefined || !isKeyCoordinate(epoch.jwk.x)) return false;
  const length = segment.bytes - segment.lastOffset;
  if (segment.lastOffset < segmentMagic.length || length <= 0) return false;
  const file = await fileSystem.openRead(`${directory}/${toSegmentName(segment.firstSeq)}`);
  if (file === undefined) return false;
  try {
    const frame = readFrame(Buffer.from(await file.read(segment.lastOffset, length)), 0);
    if (typeof frame === 'string' || frame.end !== length) return false;
    const { record: bytes, signature, attachment } = frame.entry;
    const record = parseRecord(bytes);
    const raw = await recordHash(bytes, nodeProofCrypto);
    return (
      record !== undefined &&
      record.chain_id === state.chainId &&
      record.seq === state.size - 1 &&
      record.ts === state.lastTs &&
      record.attestation_hash === epoch.attestation_hash &&
      toHex(raw) === state.head &&
      (attachment === undefined || sha256Hex(attachment) === record.evidence_hash) &&
      (await nodeProofCrypto.verifyEd25519(epoch.jwk, signedMessage(raw), signature))
    );
  } finally {
    await file.close();
  }
}
