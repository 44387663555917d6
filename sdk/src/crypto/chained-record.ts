/**
 * Records that name hashes which exist only once what stands before them is signed: the record before, and the token that
 * a record vouches for. Whoever has the key fills them in, so that a whole run is one question to it.
 */
import { sha256, sha256Hex } from './hash.ts';

/** A record with room for the hashes that are not known yet. */
export interface ChainedRecord {
  /** Signed before the record, if there is one: the input of a compact JWS, whose whole is `input.signature`. */
  readonly token: Uint8Array | undefined;
  /** What is hashed; each hash that is missing has 64 bytes of room in it. */
  readonly bytes: Uint8Array;
  /** Where the hex SHA-256 of the whole token goes; there is a token then, and only then. */
  readonly tokenHashAt: number | undefined;
  /** Where the hex digest of the record before goes. The first of a run has none before it. */
  readonly previousHashAt: number | undefined;
}

/** What was signed of a record. */
export interface SignedChainedRecord {
  readonly tokenSignature: Uint8Array | undefined;
  /** SHA-256 of its bytes with every hash in place. */
  readonly digest: Uint8Array;
  /** Over the prefix of the run and that digest. */
  readonly signature: Uint8Array;
}

/** Length of a SHA-256 in hex. */
export const hexHashBytes = 64;
/** Behind the input of a token: a dot and the signature in base64url. */
export const tokenSuffixBytes = 87;

/** What makes a whole token of its input. */
export function tokenSuffix(signature: Uint8Array): string {
  return `.${Buffer.from(signature.buffer, signature.byteOffset, signature.byteLength).toString('base64url')}`;
}

/**
 * The digests that records have under signatures of their tokens that are known already. Nothing is signed, and the
 * records stay as they are.
 */
export function digestChained(
  records: readonly ChainedRecord[],
  tokenSignatures: readonly (Uint8Array | undefined)[],
): Uint8Array[] {
  let previous: string | undefined;
  return records.map(({ token, bytes, tokenHashAt, previousHashAt }, index) => {
    const filled = Buffer.from(bytes);
    const signature = tokenSignatures[index];
    if (tokenHashAt !== undefined && token !== undefined && signature !== undefined) {
      filled.write(sha256Hex(Buffer.concat([token, Buffer.from(tokenSuffix(signature))])), tokenHashAt, 'latin1');
    }
    if (previousHashAt !== undefined && previous !== undefined) filled.write(previous, previousHashAt, 'latin1');
    const digest = sha256(filled);
    previous = Buffer.from(digest).toString('hex');
    return digest;
  });
}

/** @throws RangeError for a hash without room for it, or one of what is not there. */
export function assertChained(records: readonly ChainedRecord[]): void {
  for (const [index, { token, bytes, tokenHashAt, previousHashAt }] of records.entries()) {
    if ((token === undefined) !== (tokenHashAt === undefined)) throw new RangeError('a token is named by its record');
    if (token?.length === 0) throw new RangeError('a token is never empty');
    if (index === 0 && previousHashAt !== undefined) throw new RangeError('the first record has none before it');
    for (const at of [tokenHashAt, previousHashAt]) {
      if (at !== undefined && !(Number.isInteger(at) && at >= 0 && at + hexHashBytes <= bytes.length)) {
        throw new RangeError('a hash has its place inside of the record');
      }
    }
  }
}
