/** A digest of rows in whatever order they come: a database gives them back in another one than it got them. */
import { createHash } from 'node:crypto';

export interface RowDigest {
  add(line: string): void;
  /** Count and sum; two tables with the same rows have the same one. */
  toString(): string;
}

const modulus = 2n ** 256n;

/** Adds up the SHA-256 of each row modulo 2^256. It finds faults, no forgers: the digest of the file is for these. */
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
