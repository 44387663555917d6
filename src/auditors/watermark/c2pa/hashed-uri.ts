/** Hashed URIs: references from a claim or an assertion to another box, with its hash (C2PA 2.4, 8.4). */
import { createHash } from 'node:crypto';
import { isBytes, isMap } from './cbor.ts';

export interface HashedUri {
  readonly url: string;
  readonly alg?: string;
  readonly hash: Uint8Array;
}

/** A parsed reference: the manifest's label if it is absolute, and the labels below it. */
export interface BoxPath {
  readonly manifest?: string;
  readonly path: readonly string[];
}

const prefix = 'self#jumbf=';
const algorithms = ['sha256', 'sha384', 'sha512'];
const maxUrlLength = 2048;

/** Parses a CBOR value; undefined if it is no hashed URI. */
export function parseHashedUri(value: unknown): HashedUri | undefined {
  if (!isMap(value)) return undefined;
  const [url, alg, hash] = [value.get('url'), value.get('alg'), value.get('hash')];
  if (typeof url !== 'string' || url.length > maxUrlLength || !isBytes(hash)) return undefined;
  if (alg === undefined) return { url, hash };
  return typeof alg === 'string' ? { url, alg, hash } : undefined;
}

/** Parses `self#jumbf=/c2pa/<manifest>/...` and `self#jumbf=<relative path>`; undefined for any other URL. */
export function parseBoxPath(url: string): BoxPath | undefined {
  if (!url.startsWith(prefix)) return undefined;
  const labels = url.slice(prefix.length).split('/');
  if (labels[0] !== '') return labels.includes('') ? undefined : { path: labels };
  const [, store, manifest, ...path] = labels;
  if (store !== 'c2pa' || manifest === undefined || manifest === '' || path.includes('')) return undefined;
  return { manifest, path };
}

/** Digests of boxes, each computed once: many references to one large box must not cost many hashes. */
export type DigestBox = (contents: Uint8Array, alg: string) => Uint8Array | undefined;

/** Makes the digest function of one validation; it gives undefined for a disallowed algorithm. */
export function createBoxDigests(): DigestBox {
  const known = new Map<Uint8Array, Map<string, Uint8Array>>();
  return (contents, alg) => {
    if (!isHashAlgorithm(alg)) return undefined;
    const digests = known.get(contents) ?? new Map<string, Uint8Array>();
    known.set(contents, digests);
    const digest = digests.get(alg) ?? createHash(alg).update(contents).digest();
    digests.set(alg, digest);
    return digest;
  };
}

/** SHA-2 of 256 bits and more (C2PA 2.4, 13.1). */
export function isHashAlgorithm(alg: string): boolean {
  return algorithms.includes(alg);
}

export function isEqualBytes(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
