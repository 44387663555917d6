/** Changes a report by every single fault, for tests: no changed report may be accepted, and no check may throw. */
import type { ProofCrypto } from '@assay/sdk/crypto';
import { toHex } from '@assay/sdk/x509';

export type Verify = (report: Uint8Array) => Promise<{ readonly accepted: boolean }>;

export interface MutationOptions {
  /** Flips one bit of every n-th byte; 1 by default. */
  readonly stride?: number;
  /** Number of evenly spread positions at which every bit is flipped; 64 by default. */
  readonly sampled?: number;
  /** Tries every n-th shorter length; 1 by default. */
  readonly truncationStride?: number;
  /** Cut-off places, where a change may go unnoticed. */
  readonly isCutOff?: (offset: number) => boolean;
  /** Shorter lengths that are still the whole report. */
  readonly isWhole?: (length: number) => boolean;
}

export interface MutationCounts {
  readonly flips: number;
  readonly truncations: number;
}

/**
 * Flips and truncates, and gives the counts. @throws Error with the places when a change was accepted or made the
 * check throw
 */
export async function expectNoAcceptedMutation(
  report: Uint8Array,
  verify: Verify,
  options: MutationOptions = {},
): Promise<MutationCounts> {
  const { isCutOff = () => false, isWhole = () => false, truncationStride = 1 } = options;
  const bad: string[] = [];
  const note = async (what: string, bytes: Uint8Array) => {
    const outcome = await verify(bytes).then(
      ({ accepted }) => (accepted ? 'accepted' : 'refused'),
      (error: unknown) => `threw ${String(error)}`,
    );
    if (outcome !== 'refused') bad.push(`${what}: ${outcome}`);
  };
  const flips = toFlips(report.length, options).filter(({ offset }) => !isCutOff(offset));
  for (const { offset, bit } of flips) {
    const changed = report.slice();
    changed[offset] = (changed[offset] ?? 0) ^ (1 << bit);
    await note(`bit ${bit} of byte ${offset}`, changed);
  }
  let truncations = 0;
  for (let length = 0; length < report.length; length += truncationStride) {
    if (isWhole(length)) continue;
    truncations += 1;
    await note(`the first ${length} bytes`, report.slice(0, length));
  }
  if (bad.length > 0) throw new Error(`${bad.length} changes went wrong: ${bad.slice(0, 20).join('; ')}`);
  return { flips: flips.length, truncations };
}

/** Wraps the crypto with a cache, so that unchanged certificates are not checked again. */
export function rememberChecks(crypto: ProofCrypto): ProofCrypto {
  const known = new Map<string, boolean>();
  return {
    ...crypto,
    verifySignature: async (algorithm, key, data, signature) => {
      const name = [JSON.stringify(algorithm), ...[key.spki, await crypto.sha256(data), signature].map(toHex)].join(
        '.',
      );
      const answer = known.get(name) ?? (await crypto.verifySignature(algorithm, key, data, signature));
      known.set(name, answer);
      return answer;
    },
  };
}

function toFlips(length: number, { stride = 1, sampled = 64 }: MutationOptions): { offset: number; bit: number }[] {
  const flips: { offset: number; bit: number }[] = [];
  for (let offset = 0; offset < length; offset += stride) flips.push({ offset, bit: offset % 8 });
  const step = Math.max(1, Math.floor(length / Math.max(1, sampled)));
  for (let offset = 0; offset < length; offset += step) {
    for (let bit = 0; bit < 8; bit += 1) flips.push({ offset, bit });
  }
  return flips;
}
