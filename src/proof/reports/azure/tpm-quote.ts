/**
 * A quote of a TPM (TPM 2.0 Library part 2, TPMS_ATTEST with TPMS_QUOTE_INFO): the bytes that the attestation key
 * signed, read strictly.
 */

export interface TpmQuote {
  readonly qualifiedSigner: Uint8Array;
  /** The caller's signed data: the nonce. */
  readonly extraData: Uint8Array;
  readonly clock: bigint;
  readonly resetCount: number;
  readonly restartCount: number;
  /** False when the clock may have gone back. */
  readonly isClockSafe: boolean;
  readonly firmwareVersion: bigint;
  /** Numbers of the registers of the SHA-256 bank that the digest covers, in order. */
  readonly selected: readonly number[];
  readonly pcrDigest: Uint8Array;
}

const magic = 0xff544347;
const attestQuote = 0x8018;
const sha256Bank = 0x000b;
const maxSized = 68;

/** Reads a quote; undefined for anything else, including trailing bytes. Never throws. */
export function parseTpmQuote(bytes: Uint8Array): TpmQuote | undefined {
  const reader = createReader(bytes);
  if (reader.number(4) !== magic || reader.number(2) !== attestQuote) return undefined;
  const qualifiedSigner = reader.sized();
  const extraData = reader.sized();
  const clock = reader.long();
  const resetCount = reader.number(4);
  const restartCount = reader.number(4);
  const safe = reader.number(1);
  const firmwareVersion = reader.long();
  const hasOneBank = reader.number(4) === 1 && reader.number(2) === sha256Bank;
  const selected = readSelection(reader.take(reader.number(1)));
  const pcrDigest = reader.sized();
  if (!reader.isAtEnd() || !hasOneBank || safe > 1 || pcrDigest.length !== 32) return undefined;
  const isClockSafe = safe === 1;
  return {
    qualifiedSigner,
    extraData,
    clock,
    resetCount,
    restartCount,
    isClockSafe,
    firmwareVersion,
    selected,
    pcrDigest,
  };
}

/** Bit n of the map represents register n. */
function readSelection(map: Uint8Array): number[] {
  return [...map].flatMap((byte, index) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (byte & (1 << bit)) !== 0).map((bit) => 8 * index + bit),
  );
}

/** Reads big-endian numbers in order. Past the end it gives zeros, and the check for the end then fails. */
function createReader(bytes: Uint8Array) {
  let at = 0;
  const take = (length: number): Uint8Array => {
    const part = bytes.subarray(at, at + length);
    at += length;
    return part.length === length ? part : new Uint8Array(length);
  };
  const number = (length: number) => take(length).reduce((value, byte) => value * 256 + byte, 0);
  return {
    take,
    number,
    long: () => (BigInt(number(4)) << 32n) | BigInt(number(4)),
    sized: () => {
      const length = number(2);
      // A size above any that a TPM makes ends the reading.
      return take(length > maxSized ? bytes.length + 1 : length);
    },
    isAtEnd: () => at === bytes.length,
  };
}
