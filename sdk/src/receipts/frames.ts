/**
 * The frame of one entry on disk: payload length u32, CRC-32C of the payload u32, payload; all numbers little endian.
 * Payload: record length u32, record, 64-byte signature, and the attachment as the rest.
 */
import { crc32c } from './crc32c.ts';
import { type ReceiptEntry, signatureBytes } from './entry.ts';

const headerBytes = 8;
const recordLengthBytes = 4;
/** Largest payload. A greater length is damage, not a frame to wait for. */
export const maxPayloadBytes = 32 * 1024 * 1024;
/** Canonical records start with their first member name. The search for lost frames looks for it. */
const recordStart = '{"attestation_hash":"sha256:';
const minPayloadBytes = recordLengthBytes + recordStart.length + signatureBytes;

export interface Frame {
  readonly entry: ReceiptEntry;
  /** Start of the next frame. */
  readonly end: number;
}

/** `incomplete`: the bytes end inside the frame. `bad`: they do not, and the frame is damaged. */
export type FrameProblem = 'incomplete' | 'bad';

/** Gives the whole size of a frame on disk. */
export function frameBytes(recordLength: number, attachmentLength: number): number {
  return headerBytes + recordLengthBytes + recordLength + signatureBytes + attachmentLength;
}

/** Writes a frame into a buffer with enough room, and returns its end. */
export function writeFrame(target: Buffer, offset: number, entry: ReceiptEntry): number {
  const payload = offset + headerBytes;
  target.writeUInt32LE(entry.record.length, payload);
  let end = payload + recordLengthBytes;
  for (const part of [entry.record, entry.signature, entry.attachment]) {
    if (part === undefined) continue;
    target.set(part, end);
    end += part.length;
  }
  target.writeUInt32LE(end - payload, offset);
  target.writeUInt32LE(crc32c(target, payload, end), offset + 4);
  return end;
}

/** Reads the frame at an offset of a buffer. */
export function readFrame(bytes: Buffer, offset: number): Frame | FrameProblem {
  const payload = offset + headerBytes;
  if (payload > bytes.length) return 'incomplete';
  const length = bytes.readUInt32LE(offset);
  if (length < minPayloadBytes || length > maxPayloadBytes) return 'bad';
  const end = payload + length;
  if (end > bytes.length) return 'incomplete';
  if (crc32c(bytes, payload, end) !== bytes.readUInt32LE(offset + 4)) return 'bad';
  const record = payload + recordLengthBytes;
  const signature = record + bytes.readUInt32LE(payload);
  const attachment = signature + signatureBytes;
  if (attachment > end) return 'bad';
  const entry = { record: bytes.subarray(record, signature), signature: bytes.subarray(signature, attachment) };
  return { entry: attachment === end ? entry : { ...entry, attachment: bytes.subarray(attachment, end) }, end };
}

/** Gives the size that the header of a frame claims; `undefined` if the header is incomplete. */
export function claimedBytes(bytes: Buffer, offset: number): number | undefined {
  return offset + headerBytes > bytes.length ? undefined : headerBytes + bytes.readUInt32LE(offset);
}

/**
 * True when a faulty frame and the bytes after it are the result of a torn last write: the frame runs past the end,
 * or its end was never written and reads as zeros, and no valid frame follows. Only then may the tail be cut.
 */
export function isTornTail(tail: Buffer, problem: FrameProblem): boolean {
  if (problem === 'bad' && !endsUnwritten(tail)) return false;
  // A damaged length field also "runs past the end". The frame itself, or valid ones after it, may have been
  // acknowledged and must not be cut.
  if (tail.length > headerBytes && crc32c(tail, headerBytes) === tail.readUInt32LE(4)) return false;
  for (let at = tail.indexOf(recordStart, 1); at !== -1; at = tail.indexOf(recordStart, at + 1)) {
    const start = at - recordLengthBytes - headerBytes;
    if (start > 0 && typeof readFrame(tail, start) === 'object') return false;
  }
  return true;
}

/** True if the file grew but its bytes were not written: everything from inside the first frame to the end is zero. */
function endsUnwritten(tail: Buffer): boolean {
  const firstEnd = Math.min(claimedBytes(tail, 0) ?? tail.length, tail.length);
  const checkFrom = Math.max(0, firstEnd - 1);
  return tail.subarray(checkFrom).every((byte) => byte === 0);
}
