/**
 * The checkpoints in a chain's directory: the latest signed one, and the latest that a witness cosigned, with the
 * compact range at its size, from which the next consistency proof starts.
 */
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { canonicalize } from '../crypto/canonicalize.ts';
import { rootOf } from '../crypto/merkle.ts';
import { isMerkleRange, type MerkleRange } from '../crypto/merkle-range.ts';
import { parseCheckpoint, type SignedCheckpoint } from './checkpoint.ts';
import type { FileSystem } from './file-system.ts';
import { parseJson } from './parse-json.ts';
import { ReceiptError } from './receipt-error.ts';
import { toHex } from './record-bytes.ts';
import { readSmallFile, replaceFile } from './replace-file.ts';
import { maxNoteChars } from './signed-note.ts';

const NullableText = Type.Union([Type.String({ maxLength: maxNoteChars }), Type.Null()]);

const FileSchema = Type.Object(
  {
    v: Type.Literal(1),
    latest: NullableText,
    witnessed: NullableText,
    /** Compact range at the size of `witnessed`, hex. */
    witnessed_tree: Type.Array(Type.String({ pattern: '^[0-9a-f]{64}$' }), { maxItems: 64 }),
  },
  { additionalProperties: false },
);

/** A signed checkpoint with its exact text. */
export interface KeptCheckpoint {
  readonly checkpoint: SignedCheckpoint;
  readonly text: string;
}

export interface KeptCheckpoints {
  readonly latest: KeptCheckpoint | undefined;
  /** The latest that a witness cosigned. */
  readonly witnessed: (KeptCheckpoint & { readonly tree: MerkleRange }) | undefined;
}

const fileShape = Compile(FileSchema);
const fileName = 'checkpoint.json';
const maxFileBytes = 4 * maxNoteChars;

/** Reads the kept checkpoints. @throws ReceiptError `corrupt` for a damaged file */
export async function loadCheckpoints(
  fileSystem: FileSystem,
  directory: string,
  chainId: string,
): Promise<KeptCheckpoints> {
  const text = await readSmallFile(fileSystem, `${directory}/${fileName}`, maxFileBytes);
  if (text === undefined) return { latest: undefined, witnessed: undefined };
  const file = parseJson(text);
  if (!fileShape.Check(file)) throw damaged();
  return { latest: readOne(file.latest, chainId), witnessed: readWitnessed(file, chainId) };
}

/** Replaces the kept checkpoints atomically. */
export async function saveCheckpoints(
  fileSystem: FileSystem,
  directory: string,
  { latest, witnessed }: KeptCheckpoints,
): Promise<void> {
  const file: Static<typeof FileSchema> = {
    v: 1,
    latest: latest?.text ?? null,
    witnessed: witnessed?.text ?? null,
    witnessed_tree: witnessed?.tree.hashes.map(toHex) ?? [],
  };
  await replaceFile(fileSystem, directory, fileName, Buffer.from(canonicalize(file)));
}

function readOne(text: string | null, chainId: string): KeptCheckpoint | undefined {
  if (text === null) return undefined;
  const checkpoint = parseCheckpoint(text);
  if (checkpoint?.chainId !== chainId) throw damaged();
  return { checkpoint, text };
}

function readWitnessed(file: Static<typeof FileSchema>, chainId: string): KeptCheckpoints['witnessed'] {
  const kept = readOne(file.witnessed, chainId);
  if (kept === undefined) return undefined;
  const tree = { size: kept.checkpoint.size, hashes: file.witnessed_tree.map((hash) => Buffer.from(hash, 'hex')) };
  // The range proves itself: its root is the one in the checkpoint.
  if (!isMerkleRange(tree) || Buffer.compare(rootOf(tree), kept.checkpoint.root) !== 0) throw damaged();
  return { ...kept, tree };
}

const damaged = (): ReceiptError =>
  new ReceiptError('corrupt', 'the checkpoints of the chain are damaged; they were left untouched', {
    detail: { file: fileName, reason: 'checkpoint' },
  });
