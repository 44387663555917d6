/** Bounds of a bundle, checked before anything walks it: number of parts, length, depth. */
import { isRecord } from '@assay/sdk/contract';
import { type Refusal, refuse } from './verdict.ts';

/** Most evidence, receipts or key attestations in one bundle. */
export const maxBundleItems = 20_000;
const maxVerifierKeys = 100;

/** Finds the first bound that a candidate exceeds. Shapes are checked afterwards. */
export function findBundleLimitProblem(candidate: unknown): Refusal | undefined {
  if (!isRecord(candidate)) return refuse('schema', 'a bundle must be an object');
  const limits: [string, number][] = [
    ['evidence', maxBundleItems],
    ['receipts', maxBundleItems],
    ['key_attestations', maxBundleItems],
    ['verifier_keys', maxVerifierKeys],
  ];
  for (const [member, limit] of limits) {
    const list = candidate[member];
    if (Array.isArray(list) && list.length > limit)
      return refuse('too_large', `${member} has more than ${limit} items`);
  }
  return undefined;
}
