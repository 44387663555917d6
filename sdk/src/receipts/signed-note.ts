/**
 * Signed notes (C2SP signed-note): text that several parties sign, each with its own line. Checkpoints of a chain are
 * such notes, so any witness and any client of that format can read them. No Node API.
 */
import { fromBase64, toBase64 } from '../crypto/base64.ts';
import { fromBase64Url, toBase64Url } from '../crypto/base64url.ts';
import type { OkpPublicJwk } from '../crypto/jwk.ts';
import type { ProofCrypto } from '../crypto/proof-crypto.ts';
import { toHex } from './record-bytes.ts';

export interface NoteSignature {
  readonly name: string;
  /** Eight hex digits. */
  readonly keyId: string;
  readonly signature: Uint8Array;
}

export interface SignedNote {
  /** The signed text, including its last newline. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** `note`: Ed25519 over the text. `cosignature`: Ed25519 over a time and the text (C2SP tlog-cosignature). */
export type NoteKeyKind = 'note' | 'cosignature';

/** The key for a line of a note, identified by name and key id together. */
export interface NoteKey {
  readonly name: string;
  readonly kind: NoteKeyKind;
  readonly jwk: OkpPublicJwk;
  readonly keyId: string;
}

/** Longest note that is read, signatures included: sixteen of the largest kinds fit. */
export const maxNoteChars = 96 * 1024;
const maxSignatures = 64;
const signatureLine = /^\u2014 ([^\s+]{1,300}) ([A-Za-z0-9+/]{8,16000}={0,2})$/u;
const keyIdBytes = 4;
const typeBytes = { note: 1, cosignature: 4 } as const;
const utf8 = new TextEncoder();

/** Reads a note; `undefined` for any other text. Its content counts only after a signature check. */
export function parseSignedNote(note: string): SignedNote | undefined {
  if (note.length > maxNoteChars || !note.isWellFormed() || hasControlCharacters(note)) return undefined;
  const end = note.lastIndexOf('\n\n');
  if (end === -1 || !note.endsWith('\n')) return undefined;
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > maxSignatures) return undefined;
  const signatures = lines.map(parseSignatureLine).filter((signature) => signature !== undefined);
  return signatures.length === lines.length ? { text: note.slice(0, end + 1), signatures } : undefined;
}

/** Prints a note in the form that `parseSignedNote` reads. */
export function printSignedNote({ text, signatures }: SignedNote): string {
  return `${text}\n${signatures.map(printSignatureLine).join('')}`;
}

/** Reads one line without its newline. */
export function parseSignatureLine(line: string): NoteSignature | undefined {
  const [, name, encoded] = signatureLine.exec(line) ?? [];
  const bytes = encoded === undefined ? undefined : fromBase64(encoded);
  if (name === undefined || bytes === undefined || bytes.length <= keyIdBytes) return undefined;
  return { name, keyId: toHex(bytes.subarray(0, keyIdBytes)), signature: bytes.slice(keyIdBytes) };
}

/** Prints one line with its newline. */
export function printSignatureLine({ name, keyId, signature }: NoteSignature): string {
  const bytes = new Uint8Array(keyIdBytes + signature.length);
  for (let at = 0; at < keyIdBytes; at++) bytes[at] = Number.parseInt(keyId.slice(at * 2, at * 2 + 2), 16);
  bytes.set(signature, keyIdBytes);
  return `\u2014 ${name} ${toBase64(bytes)}\n`;
}

/** Gives the key in the form of notes: key id = first four bytes of SHA-256(name, newline, kind, public key). */
export async function toNoteKey(
  { name, kind, jwk }: Omit<NoteKey, 'keyId'>,
  crypto: Pick<ProofCrypto, 'sha256'>,
): Promise<NoteKey> {
  const hash = await crypto.sha256(join(utf8.encode(`${name}\n`), keyMaterial({ kind, jwk })));
  return { name, kind, jwk, keyId: toHex(hash.subarray(0, keyIdBytes)) };
}

/** Prints a key as text: `name+keyid+base64` (C2SP signed-note, verifier keys). */
export function printVerifierKey(key: NoteKey): string {
  return `${key.name}+${key.keyId}+${toBase64(keyMaterial(key))}`;
}

/** Reads such a text; `undefined` unless its key id matches name and key. */
export async function parseVerifierKey(
  text: string,
  crypto: Pick<ProofCrypto, 'sha256'>,
): Promise<NoteKey | undefined> {
  const [, name, keyId, encoded] = /^([^\s+]{1,300})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44}={0,2})$/u.exec(text) ?? [];
  const bytes = encoded === undefined ? undefined : fromBase64(encoded);
  const kind =
    bytes?.[0] === typeBytes.note ? 'note' : bytes?.[0] === typeBytes.cosignature ? 'cosignature' : undefined;
  if (name === undefined || bytes?.length !== 33 || kind === undefined) return undefined;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: toBase64Url(bytes.subarray(1)) } as const;
  const key = await toNoteKey({ name, kind, jwk }, crypto);
  return key.keyId === keyId ? key : undefined;
}

/** Checks a note by a key: the time of its signature (seconds; 0 if the kind has no time), `absent` or `bad`. */
export async function checkNoteSignature(
  note: SignedNote,
  key: NoteKey,
  crypto: Pick<ProofCrypto, 'verifyEd25519'>,
): Promise<{ readonly timeS: number } | 'absent' | 'bad'> {
  const lines = note.signatures.filter(({ name, keyId }) => name === key.name && keyId === key.keyId);
  if (lines.length === 0) return 'absent';
  let timeS = 0;
  for (const { signature } of lines) {
    const read = key.kind === 'note' ? { timeS: 0, raw: signature } : readCosignature(signature);
    if (read === undefined) return 'bad';
    const message = key.kind === 'note' ? utf8.encode(note.text) : cosignedMessage(note.text, read.timeS);
    // An invalid line of a known key invalidates the note, whatever other lines it has.
    if (!(await crypto.verifyEd25519(key.jwk, message, read.raw))) return 'bad';
    timeS = Math.max(timeS, read.timeS);
  }
  return { timeS };
}

/** Gives the signed message of a cosignature: a time, and the whole text of the checkpoint. */
export function cosignedMessage(text: string, timeS: number): Uint8Array {
  return utf8.encode(`cosignature/v1\ntime ${timeS}\n${text}`);
}

/** Gives the bytes of a cosignature: u64 time, big endian, then the raw signature. */
export function printCosignature(timeS: number, raw: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + raw.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(timeS));
  bytes.set(raw, 8);
  return bytes;
}

function readCosignature(bytes: Uint8Array): { timeS: number; raw: Uint8Array } | undefined {
  if (bytes.length !== 72) return undefined;
  const time = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0);
  return time > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : { timeS: Number(time), raw: bytes.subarray(8) };
}

function keyMaterial({ kind, jwk }: Pick<NoteKey, 'kind' | 'jwk'>): Uint8Array {
  return join(Uint8Array.of(typeBytes[kind]), fromBase64Url(jwk.x));
}

function join(left: Uint8Array, right: Uint8Array): Uint8Array {
  const joined = new Uint8Array(left.length + right.length);
  joined.set(left);
  joined.set(right, left.length);
  return joined;
}

function hasControlCharacters(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 && code !== 0x0a) return true;
  }
  return false;
}
