/**
 * Lets the methods of an auditor share one analysis of an input. Separate methods make only the needed claims; their common basis
 * is computed once.
 */
import type { MethodInput } from '@assay/sdk';

/**
 * Caches the result for one input and its options until another input comes, because the methods of one call run one after the
 * other. Options are compared by value. (In a WeakMap every result would outlive the collector's short cycles.)
 */
export function oncePerInput<Options, Result>(
  compute: (input: MethodInput, options: Options) => Result,
): (input: MethodInput, options: Options) => Result {
  let lastInput: MethodInput | undefined;
  let results: { readonly options: Options; readonly result: Result }[] = [];
  return (input, options) => {
    if (input !== lastInput) {
      lastInput = input;
      results = [];
    }
    const known = results.find((entry) => isEqual(entry.options, options));
    if (known !== undefined) return known.result;
    const result = compute(input, options);
    results.push({ options, result });
    return result;
  };
}

/** Settings are plain data with a fixed member order. */
function isEqual(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
