/** Gives the number of bytes of raw array data after a joblib array wrapper in the stream. */

import type { PendingArray } from './opcode-context.ts';
import { itemsOf, noneValue, type ObjectValue, textOf, type Value } from './values.ts';

const wrappers: ReadonlySet<string> = new Set([
  'joblib.numpy_pickle.NumpyArrayWrapper',
  'sklearn.externals.joblib.numpy_pickle.NumpyArrayWrapper',
]);

/** Gives the data that joblib reads after the BUILD of this object; none if it is no array wrapper. */
export function toPendingArray({ of, args, state }: ObjectValue): PendingArray | 'unknown' | undefined {
  if (!wrappers.has(of)) return undefined;
  // Constructor arguments would set members that the state does not name.
  if (state?.kind !== 'dict' || itemsOf(args)?.length !== 0) return 'unknown';
  const itemBytes = itemSize(state.entries.get('dtype'));
  if (itemBytes === 'object') return { kind: 'objects' };
  const dimensions = itemsOf(state.entries.get('shape'));
  if (itemBytes === undefined || dimensions === undefined) return 'unknown';
  let bytes = itemBytes;
  for (const dimension of dimensions) {
    if (dimension.kind !== 'int' || dimension.value < 0) return 'unknown';
    bytes *= dimension.value;
  }
  if (!Number.isSafeInteger(bytes)) return 'unknown';
  const alignment = state.entries.get('numpy_array_alignment_bytes');
  const hasNone = alignment === undefined || alignment === noneValue;
  if (!hasNone && alignment.kind !== 'int') return 'unknown';
  return { kind: 'raw', bytes, padded: !hasNone };
}

/** Bytes of one element of a `numpy.dtype`, by its constructor's text: `f8`, `<U12`, `V16`. */
function itemSize(dtype: Value | undefined): number | 'object' | undefined {
  if (dtype?.kind !== 'object' || dtype.of !== 'numpy.dtype') return undefined;
  const text = textOf(itemsOf(dtype.args)?.[0]);
  const [, code, digits] = /^[<>=|]?([a-zA-Z?])(\d{0,9})$/.exec(text ?? '') ?? [];
  if (code === undefined) return undefined;
  if (code === 'O') return 'object';
  if (code === 'V' && holdsObjects(dtype.state)) return 'object';
  const size = digits === undefined || digits === '' ? undefined : Number(digits);
  if (size === undefined) return code === '?' ? 1 : undefined;
  return code === 'U' ? size * 4 : size;
}

/** A structured dtype with object fields is pickled as a whole; its state holds the fields. */
function holdsObjects(state: Value | undefined): boolean {
  const pending: Value[] = state === undefined ? [] : [state];
  for (let seen = 0; pending.length > 0; seen += 1) {
    const value = pending.pop();
    // Too much to follow, so it is read as a stream, the harmful reading.
    if (seen > 10_000) return true;
    if (value?.kind === 'items') pending.push(...value.items);
    else if (value?.kind === 'dict') pending.push(...value.entries.values());
    else if (value?.kind === 'object') {
      if (value.of === 'numpy.dtype' && /^[<>=|]?O/.test(textOf(itemsOf(value.args)?.[0]) ?? '')) return true;
      if (value.state !== undefined) pending.push(value.state);
    }
  }
  return false;
}
