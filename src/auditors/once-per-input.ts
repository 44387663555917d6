/**
 * Lets the methods of an auditor share one look at an input. The work is cut into methods so that only claims that
 * somebody needs are made; what they are made from is found once.
 */
import type { MethodInput } from '@assay/sdk';

/** Computes for an input and its options once, as long as the input object lives. Options are told apart by value. */
export function oncePerInput<Options, Result>(
  compute: (input: MethodInput, options: Options) => Result,
): (input: MethodInput, options: Options) => Result {
  const known = new WeakMap<MethodInput, { key: string; result: Result }[]>();
  return (input, options) => {
    const key = JSON.stringify(options);
    const results = known.get(input) ?? [];
    const found = results.find((entry) => entry.key === key);
    if (found !== undefined) return found.result;
    const result = compute(input, options);
    known.set(input, [...results, { key, result }]);
    return result;
  };
}
