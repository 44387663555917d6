/**
 * Lets the methods of an auditor share one look at an input. The work is cut into methods so that only claims that
 * somebody needs are made; what they are made from is found once.
 */
import type { MethodInput } from '@assay/sdk';

/** Computes for an input and its options once, as long as the input object lives. Options are told apart by value. */
export function oncePerInput<Options, Result>(
  compute: (input: MethodInput, options: Options) => Result,
): (input: MethodInput, options: Options) => Result {
  const known = new WeakMap<MethodInput, { options: Options; result: Result }[]>();
  return (input, options) => {
    const results = known.get(input);
    const found = results?.find((entry) => isEqual(entry.options, options));
    if (found !== undefined) return found.result;
    const result = compute(input, options);
    if (results === undefined) known.set(input, [{ options, result }]);
    else results.push({ options, result });
    return result;
  };
}

/** Settings are plain data of a fixed member order. */
function isEqual(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
