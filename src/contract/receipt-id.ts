/**
 * The name of a receipt outside its chain: chain, number and record hash. The hash is known only to holders of the
 * receipt, so nobody can enumerate the receipts of others.
 */

export interface ReceiptId {
  readonly chainId: string;
  readonly seq: number;
  /** Hex record hash. */
  readonly hash: string;
}

const form = /^rc_([A-Za-z0-9_.!~*'()%-]{1,800})_(0|[1-9]\d{0,15})_([0-9a-f]{64})$/;

/** Writes the id as text that is safe in a URL. */
export function printReceiptId({ chainId, seq, hash }: ReceiptId): string {
  return `rc_${encodeURIComponent(chainId)}_${seq}_${hash}`;
}

/** Reads an id; `undefined` for any other text or spelling. */
export function parseReceiptId(text: string): ReceiptId | undefined {
  const [, encoded, digits, hash] = form.exec(text) ?? [];
  if (encoded === undefined || digits === undefined || hash === undefined) return undefined;
  const chainId = decode(encoded);
  const seq = Number(digits);
  if (chainId === undefined || !Number.isSafeInteger(seq)) return undefined;
  return printReceiptId({ chainId, seq, hash }) === text ? { chainId, seq, hash } : undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
