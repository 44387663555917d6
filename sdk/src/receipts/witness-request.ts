/**
 * The request to a witness (C2SP tlog-witness, add-checkpoint): the size that it knows, a consistency proof from
 * there, and the signed checkpoint. The holder of the chain prints it, the witness reads it. No Node API.
 */
import { fromBase64, toBase64 } from '../crypto/base64.ts';
import { hashBytes } from '../crypto/merkle-range.ts';
import { parseSignedNote, type SignedNote } from './signed-note.ts';

export interface AddCheckpoint {
  /** The size of the last checkpoint that the witness cosigned; 0 for none. */
  readonly oldSize: number;
  /** From that size to that of the checkpoint. */
  readonly proof: readonly Uint8Array[];
  /** The signed checkpoint, as text. */
  readonly note: string;
}

/** A parsed request with its note, whose content is still unchecked. */
export interface ReadAddCheckpoint extends AddCheckpoint {
  readonly signed: SignedNote;
}

/** Media type of the answer that names another size (409). */
export const sizeMediaType = 'text/x.tlog.size';
/** Most hashes in a proof. */
export const maxProofLines = 63;
const oldLine = /^old (0|[1-9]\d{0,15})$/;

/** Prints the body of a request. */
export function printAddCheckpoint({ oldSize, proof, note }: AddCheckpoint): string {
  return `old ${oldSize}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${note}`;
}

/** Reads the body of a request; `undefined` for anything else. */
export function parseAddCheckpoint(body: string): ReadAddCheckpoint | undefined {
  const end = body.indexOf('\n\n');
  const [first, ...lines] = body.slice(0, end).split('\n');
  const digits = oldLine.exec(first ?? '')?.[1];
  if (end === -1 || digits === undefined || lines.length > maxProofLines) return undefined;
  const oldSize = Number(digits);
  const proof = lines.flatMap(readHash);
  const note = body.slice(end + 2);
  const signed = parseSignedNote(note);
  if (!Number.isSafeInteger(oldSize) || proof.length !== lines.length || signed === undefined) return undefined;
  return { oldSize, proof, note, signed };
}

function readHash(line: string): Uint8Array[] {
  const hash = fromBase64(line);
  return hash?.length === hashBytes ? [hash] : [];
}
