/** Tells the numbers of an embedding from text that stands in their place. */
import { isList } from '../json-tree.ts';

/** No model gives larger coordinates; four letters of a text, read as a number, almost always are. */
const largest = 10_000;
/** A shorter text can be a key whose letters happen to be small numbers. No model has so few coordinates. */
const shortestPacked = 128;
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** True for a vector: numbers, lists of numbers, or little-endian 32-bit floats in base64. */
export function isVector(value: unknown): boolean {
  if (typeof value === 'string') return isPackedVector(value);
  if (!isList(value)) return false;
  return value.every((item) => (typeof item === 'number' ? isCoordinate(item) : isList(item) && isVector(item)));
}

function isCoordinate(value: number): boolean {
  return value <= largest && value >= -largest;
}

function isPackedVector(value: string): boolean {
  if (value.length < shortestPacked || !base64.test(value)) return false;
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length === 0 || bytes.length % 4 !== 0) return false;
  for (let at = 0; at < bytes.length; at += 4) if (!isCoordinate(bytes.readFloatLE(at))) return false;
  return true;
}
