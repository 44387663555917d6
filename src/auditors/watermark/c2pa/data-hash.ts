/** Checks the hard binding `c2pa.hash.data` over the real bytes of the file (C2PA 2.4, 15.12.1 and 18.5). */
import { createHash } from 'node:crypto';
import { decodeMap, isBytes, isMap, isUnsigned } from './cbor.ts';
import type { ByteRange } from './container.ts';
import { isEqualBytes, isHashAlgorithm } from './hashed-uri.ts';
import { type FailureCode, ManifestError } from './manifest-error.ts';

interface DataHash {
  readonly exclusions: readonly ByteRange[];
  readonly alg: string | undefined;
  readonly hash: Uint8Array;
}

/** The input of a data hash. */
export interface HashedFile {
  readonly file: Uint8Array;
  /** Ranges of the manifest store in the file: the only bytes that may be excluded. */
  readonly store: readonly ByteRange[];
  /** Update manifests were added to the store after the hash was made. */
  readonly hasGrown: boolean;
}

const maxExclusions = 1000;

/**
 * Checks a data hash.
 *
 * @returns failure codes; none if the hash covers every byte of the file but the store's.
 */
export function checkDataHash(
  content: Uint8Array,
  { file, store, hasGrown }: HashedFile,
  defaultAlg: string | undefined,
): FailureCode[] {
  const { exclusions: declared, alg = defaultAlg, hash } = parseDataHash(content);
  const exclusions = hasGrown ? growStore(declared, store) : declared;
  if (alg === undefined || !isHashAlgorithm(alg)) return ['algorithm.unsupported'];
  if (exclusions.some(({ start, end }) => start < 0 || end > file.length)) return ['assertion.dataHash.mismatch'];
  const failures: FailureCode[] = [];
  if (!exclusions.every((exclusion) => isInside(exclusion, store))) {
    failures.push('assertion.dataHash.additionalExclusionsPresent');
  }
  if (!isEqualBytes(digestOutside(file, exclusions, alg), hash)) failures.push('assertion.dataHash.mismatch');
  return failures;
}

function parseDataHash(content: Uint8Array): DataHash {
  const map = decodeMap(content, 'assertion.cbor.invalid');
  const [list, alg, hash] = [map.get('exclusions') ?? [], map.get('alg'), map.get('hash')];
  if (!isBytes(hash)) fail('the hash is no byte string');
  if (alg !== undefined && typeof alg !== 'string') fail('the algorithm is no text');
  if (!Array.isArray(list) || list.length > maxExclusions) fail('the exclusions are no list, or too many');
  const exclusions = list.map(parseExclusion);
  // In order and disjoint, so that no byte is excluded twice or unseen.
  if (exclusions.some(({ start }, index) => start < (exclusions[index - 1]?.end ?? 0))) fail('exclusions overlap');
  return { exclusions, alg, hash };
}

/** The exclusion grows to the length of the store; the bytes after it have moved (C2PA 2.4, 15.12.1). */
function growStore(declared: readonly ByteRange[], store: readonly ByteRange[]): readonly ByteRange[] {
  const [range] = store;
  const old = declared.find(({ start }) => start === range?.start);
  if (range === undefined || store.length !== 1 || old === undefined) return declared;
  const growth = range.end - old.end;
  return declared.map((one) => {
    if (one === old) return range;
    return one.start < old.end ? one : { start: one.start + growth, end: one.end + growth };
  });
}

function parseExclusion(item: unknown): ByteRange {
  if (!isMap(item)) return fail('an exclusion is no map');
  const [start, length] = [item.get('start'), item.get('length')];
  if (!isUnsigned(start) || !isUnsigned(length)) return fail('an exclusion has no start or length');
  return { start, end: start + length };
}

function isInside({ start, end }: ByteRange, store: readonly ByteRange[]): boolean {
  return start === end || store.some((range) => start >= range.start && end <= range.end);
}

function digestOutside(file: Uint8Array, exclusions: readonly ByteRange[], alg: string): Uint8Array {
  const hash = createHash(alg);
  let from = 0;
  for (const { start, end } of exclusions) {
    hash.update(file.subarray(from, start));
    from = end;
  }
  return hash.update(file.subarray(from)).digest();
}

function fail(message: string): never {
  throw new ManifestError('assertion.dataHash.malformed', message);
}
