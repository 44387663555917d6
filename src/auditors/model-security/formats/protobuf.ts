// Walks protobuf messages without loading them: a table lists the relevant fields, others are skipped by length, so a model of
// gigabytes costs only its structure.

import { type Cursor, EndOfBytesError } from './cursor.ts';
import { StopInspectionError } from './guarded.ts';

/** Handling of a length-delimited field: enter a message, or pass its bytes up to a bound. */
export type FieldRule = { message: () => MessageRule } | { bytes: true };

/** A message type: its name for the visitor and the relevant fields. */
export interface MessageRule {
  name: string;
  fields: Readonly<Record<number, FieldRule>>;
}

/** Receives the structure. */
export interface MessageVisitor {
  open?: (message: string, field: number, offset: number) => void;
  close?: (message: string) => void;
  number?: (message: string, field: number, value: bigint, offset: number) => void;
  bytes?: (message: string, field: number, value: Uint8Array, offset: number) => void;
  /** Called for a field that is skipped or too long to hold in memory. */
  skipped?: (message: string, field: number, length: number, offset: number) => void;
  /** Called for each field, to count and to check the deadline. */
  tick: () => void;
}

/** Bounds of a walk. */
export interface WalkBounds {
  maxDepth: number;
  /** Longest field that is passed on, in bytes. */
  maxFieldBytes: number;
}

const largestTag = 20;

/** Walks the message from the cursor to `end`. */
export async function walkMessage(
  cursor: Cursor,
  end: number,
  rule: MessageRule,
  visitor: MessageVisitor,
  bounds: WalkBounds,
): Promise<void> {
  const frames: Frame[] = [{ rule, end }];
  for (;;) {
    const frame = frames.at(-1);
    if (frame === undefined) return;
    if (cursor.position() >= frame.end) {
      frames.pop();
      visitor.close?.(frame.rule.name);
      continue;
    }
    visitor.tick();
    const inner = await readField(cursor, frame, visitor, bounds);
    if (inner === undefined) continue;
    if (frames.length >= bounds.maxDepth) throw new StopInspectionError('format_limit', { offset: cursor.position() });
    frames.push(inner);
  }
}

interface Frame {
  rule: MessageRule;
  end: number;
}

/** Reads one field; gives back a message to enter. */
async function readField(
  cursor: Cursor,
  frame: Frame,
  visitor: MessageVisitor,
  bounds: WalkBounds,
): Promise<Frame | undefined> {
  const offset = cursor.position();
  if (cursor.buffered() < largestTag) await cursor.fill(largestTag);
  const tag = readVarint(cursor);
  const field = Number(tag >> 3n);
  if (field < 1 || tag >= 2n ** 32n) throw malformed(cursor, 'A field has no valid number.');
  const wire = Number(tag & 7n);
  if (wire === 2) return readDelimited(cursor, frame, field, visitor, bounds);
  if (wire === 0) {
    const value = readVarint(cursor);
    visitor.number?.(frame.rule.name, field, value, offset);
  } else if (wire === 1) cursor.skip(8);
  else if (wire === 5) cursor.skip(4);
  // Groups (3, 4) were deprecated long before any of these formats existed.
  else throw malformed(cursor, 'A field has no valid wire type.');
  if (cursor.position() > frame.end) throw new EndOfBytesError(offset);
  return undefined;
}

async function readDelimited(
  cursor: Cursor,
  frame: Frame,
  field: number,
  visitor: MessageVisitor,
  bounds: WalkBounds,
): Promise<Frame | undefined> {
  const { name, fields } = frame.rule;
  const length = readVarint(cursor);
  const start = cursor.position();
  if (BigInt(start) + length > BigInt(frame.end)) throw new EndOfBytesError(start);
  const size = Number(length);
  const rule = fields[field];
  if (rule !== undefined && 'message' in rule) {
    const inner = rule.message();
    visitor.open?.(inner.name, field, start);
    return { rule: inner, end: start + size };
  }
  if (rule !== undefined && 'bytes' in rule && size <= bounds.maxFieldBytes) {
    const value = await cursor.read(size);
    visitor.bytes?.(name, field, value, start);
    return undefined;
  }
  visitor.skipped?.(name, field, size, start);
  cursor.skip(size);
  return undefined;
}

/** Reads a varint from what is buffered. */
export function readVarint(cursor: Cursor): bigint {
  let low = 0;
  let shift = 0;
  // Seven times seven bits fit a double exactly; longer ones continue as a bigint.
  while (shift < 49) {
    const byte = cursor.u8();
    low += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return BigInt(low);
    shift += 7;
  }
  let value = BigInt(low);
  for (; shift < 70; shift += 7) {
    const byte = cursor.u8();
    value |= BigInt(byte & 0x7f) << BigInt(shift);
    if (byte < 0x80) return BigInt.asUintN(64, value);
  }
  throw malformed(cursor, 'A number is longer than ten bytes.');
}

function malformed(cursor: Cursor, more: string): StopInspectionError {
  return new StopInspectionError('format_malformed', { offset: cursor.position(), more });
}
