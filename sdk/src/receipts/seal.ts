/**
 * Facts about full segments, so that opening a long log need not read them again: their sizes, and the state of the
 * chain at their end. A shortcut only: whatever in it does not match is not used.
 */
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { canonicalize } from '../crypto/canonicalize.ts';
import { sha256Hex } from '../crypto/hash.ts';
import type { ChainEnd } from './batch.ts';
import type { FileSystem } from './file-system.ts';
import { parseJson } from './parse-json.ts';
import { toHex } from './record-bytes.ts';
import { readSmallFile, replaceFile } from './replace-file.ts';
import type { Segment } from './segment.ts';

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const strict = { additionalProperties: false };

const SealSchema = Type.Object(
  {
    v: Type.Literal(2),
    chain_id: Type.String(),
    segments: Type.Array(Type.Object({ first_seq: Count, bytes: Count }, strict), { minItems: 1 }),
    /** Start of the last frame of the last segment. */
    last_offset: Count,
    size: Count,
    head: Hash,
    last_ts: Type.String(),
    /** Compact range of the Merkle tree, hex, largest subtree first. */
    tree: Type.Array(Hash, { maxItems: 64 }),
    epoch: Type.Object({ seq: Count, public_key: Type.String(), attestation_hash: Type.String() }, strict),
  },
  strict,
);
const SealFileSchema = Type.Object({ seal: SealSchema, sha256: Hash }, strict);

export type Seal = Static<typeof SealSchema>;

const fileShape = Compile(SealFileSchema);
const sealFile = 'sealed.json';
/** About half a million segments. */
const maxSealBytes = 32 * 1024 * 1024;

/** Reads the seal; `undefined` if it is missing or incomplete: everything is read then. */
export async function loadSeal(fileSystem: FileSystem, directory: string): Promise<Seal | undefined> {
  const text = await readSmallFile(fileSystem, `${directory}/${sealFile}`, maxSealBytes);
  const file = text === undefined ? undefined : parseJson(text);
  if (!fileShape.Check(file)) return undefined;
  return sha256Hex(canonicalize(file.seal)) === file.sha256 ? file.seal : undefined;
}

/** Saves full segments and the state of the chain at their end. The caller made both durable, and pinned them. */
export async function saveSeal(
  { fileSystem, directory, chainId }: { fileSystem: FileSystem; directory: string; chainId: string },
  segments: readonly Segment[],
  { size, head, lastTs, epoch, tree }: ChainEnd,
): Promise<void> {
  const last = segments.at(-1);
  if (last === undefined || head === null || epoch === undefined) throw new Error('no records to seal');
  const seal: Seal = {
    v: 2,
    chain_id: chainId,
    segments: segments.map(({ firstSeq, bytes }) => ({ first_seq: firstSeq, bytes })),
    last_offset: last.lastOffset,
    size,
    head,
    last_ts: lastTs,
    tree: tree.hashes.map(toHex),
    epoch: { seq: epoch.seq, public_key: epoch.jwk.x, attestation_hash: epoch.attestation_hash },
  };
  const text = JSON.stringify({ seal, sha256: sha256Hex(canonicalize(seal)) });
  await replaceFile(fileSystem, directory, sealFile, Buffer.from(text));
}
