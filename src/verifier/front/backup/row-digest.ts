/** A digest of rows in any order: a database returns them in another order than it got them. */
import { createHash } from 'node:crypto';

export interface RowDigest {
  add(line: string): void;
  /** Count and sum. Two tables with the same rows have the same digest. */
  toString(): string;
}

const modulus = 2n ** 256n;

/** Adds up the SHA-256 of each row modulo 2^256. It detects faults, not forgery, which the digest of the file does. */
export function createRowDigest(): RowDigest {
  let rows = 0;
  let sum = 0n;
  return {
    add(line) {
      rows += 1;
      sum = (sum + BigInt(`0x${createHash('sha256').update(line).digest('hex')}`)) % modulus;
    },
    toString: () => `${rows}:${sum.toString(16)}`,
  };
}
