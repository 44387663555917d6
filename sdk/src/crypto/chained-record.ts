/**
 * Records with hashes that exist only once earlier parts are signed: the hash of the previous record, and of the
 * record's token. The key holder fills them in, so that one request signs a whole run.
 */
import { sha256, sha256Hex } from './hash.ts';

/** A record with room for the missing hashes. */
export interface ChainedRecord {
  /** Signed before the record, if present: the input of a compact JWS, whose whole is `input.signature`. */
  readonly token: Uint8Array | undefined;
  /** The hashed bytes; each missing hash has 64 bytes of room. */
  readonly bytes: Uint8Array;
  /** Position for the hex SHA-256 of the whole token; present exactly if there is a token. */
  readonly tokenHashAt: number | undefined;
  /** Position for the hex digest of the previous record. The first of a run has none. */
  readonly previousHashAt: number | undefined;
}

/** The signatures of a record. */
export interface SignedChainedRecord {
  readonly tokenSignature: Uint8Array | undefined;
  /** SHA-256 of its bytes with every hash filled in. */
  readonly digest: Uint8Array;
  /** Over the prefix of the run and that digest. */
  readonly signature: Uint8Array;
}

/** Length of a SHA-256 in hex. */
export const hexHashBytes = 64;
/** Length of a token's suffix: a dot and the signature in base64url. */
export const tokenSuffixBytes = 87;

/** Gives the suffix that completes a token's input. */
export function tokenSuffix(signature: Uint8Array): string {
  return `.${Buffer.from(signature.buffer, signature.byteOffset, signature.byteLength).toString('base64url')}`;
}

/** Gives the digests of records whose token signatures are known. It signs nothing and leaves the records unchanged. */
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

/** @throws RangeError for a hash without room for it, or for a hash of an absent part */
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
