/** Reads the manifests of a store: claim, signature box, assertions (C2PA 2.4, 11.1 and 10). */
import { decodeMap, isMap } from './cbor.ts';
import { type HashedUri, parseBoxPath, parseHashedUri } from './hashed-uri.ts';
import { parseSuperbox, type Superbox, uuids } from './jumbf.ts';
import { ManifestError } from './manifest-error.ts';

export interface Claim {
  readonly version: 1 | 2;
  /** The signed bytes. */
  readonly bytes: Uint8Array;
  /** Default algorithm of hashed URIs. */
  readonly alg?: string;
  readonly signature: string;
  readonly assertions: readonly HashedUri[];
  readonly redacted: readonly string[];
}

export interface Manifest {
  readonly index: number;
  readonly box: Superbox;
  readonly isUpdate: boolean;
}

const maxManifests = 256;
const maxAssertions = 2000;

/** Reads the manifests of a store, in order; the last is the active one. */
export function readStore(bytes: Uint8Array): readonly Manifest[] {
  const store = parseSuperbox(bytes);
  if (store.uuid !== uuids.store || store.label !== 'c2pa') fail('general.error', 'the box is no manifest store');
  const { superboxes } = store;
  if (superboxes.length === 0) fail('claim.missing', 'the store holds no manifest');
  if (superboxes.length > maxManifests) fail('general.error', 'the store holds too many manifests');
  return superboxes.map((box, index) => ({ index, box, isUpdate: box.uuid === uuids.updateManifest }));
}

/** Reads the claim of a manifest, version 1 (`c2pa.claim`) or 2 (`c2pa.claim.v2`). */
export function readClaim({ box }: Manifest): Claim {
  if (box.uuid !== uuids.manifest && box.uuid !== uuids.updateManifest) {
    fail('general.error', 'a manifest is compressed or of an unknown kind');
  }
  const [claim, ...others] = box.superboxes.filter(({ uuid }) => uuid === uuids.claim);
  if (claim === undefined) fail('claim.missing', 'a manifest has no claim');
  if (others.length > 0) fail('claim.multiple', 'a manifest has several claims');
  const bytes = contentOf(claim, 'cbor');
  if (bytes === undefined) fail('claim.cbor.invalid', 'a claim has no CBOR content');
  const map = decodeMap(bytes, 'claim.cbor.invalid');
  if (claim.label === 'c2pa.claim') return parseClaim(map, bytes, 1, ['assertions']);
  if (claim.label === 'c2pa.claim.v2') return parseClaim(map, bytes, 2, ['created_assertions', 'gathered_assertions']);
  return fail('claim.malformed', 'a claim is of an unknown version');
}

/** Finds the box that the claim names as its signature; it must be the manifest's own. */
export function findSignature({ box }: Manifest, { signature }: Claim): Superbox | undefined {
  const target = parseBoxPath(signature);
  if (target === undefined || (target.manifest !== undefined && target.manifest !== box.label)) return undefined;
  const [label, ...deeper] = target.path;
  if (deeper.length > 0) return undefined;
  return box.superboxes.find((one) => one.label === label && one.uuid === uuids.signature);
}

/** The assertions of a manifest, by label. */
export function listAssertions({ box }: Manifest): ReadonlyMap<string, Superbox> {
  const stores = box.superboxes.filter(({ uuid }) => uuid === uuids.assertions);
  if (stores.length > 1) fail('general.error', 'a manifest has several assertion stores');
  const boxes = stores[0]?.superboxes ?? [];
  if (stores[0] !== undefined && stores[0].label !== 'c2pa.assertions') {
    fail('general.error', 'the assertion store has another label');
  }
  if (boxes.some(({ label }) => label === '')) fail('general.error', 'an assertion has no label');
  return new Map(boxes.map((one) => [one.label, one]));
}

/** Gives the one content box of a type; undefined for none or several. */
export function contentOf(box: Superbox, type: string): Uint8Array | undefined {
  const leaves = box.leaves.filter((leaf) => leaf.type === type);
  return leaves.length === 1 ? leaves[0]?.bytes : undefined;
}

/** Strips the instance number of a label: `c2pa.ingredient__2` becomes `c2pa.ingredient`. */
export function kindOf(label: string): string {
  return label.replace(/__\d{1,9}$/, '');
}

function parseClaim(
  map: ReadonlyMap<unknown, unknown>,
  bytes: Uint8Array,
  version: 1 | 2,
  lists: readonly [string, ...string[]],
): Claim {
  const [alg, signature, instance] = [map.get('alg'), map.get('signature'), map.get('instanceID')];
  if (typeof signature !== 'string') fail('claim.malformed', 'a claim names no signature');
  if (typeof instance !== 'string') fail('claim.malformed', 'a claim has no instanceID');
  if (alg !== undefined && typeof alg !== 'string') fail('claim.malformed', 'the algorithm of a claim is no text');
  if (version === 2 && !hasGenerator(map)) fail('claim.malformed', 'a claim does not name its generator');
  if (!Array.isArray(map.get(lists[0]))) fail('claim.malformed', 'a claim lists no assertions');
  const assertions = lists.flatMap((name) => parseReferences(map.get(name)));
  if (assertions.length > maxAssertions) fail('claim.malformed', 'a claim lists too many assertions');
  const claim = { version, bytes, signature, assertions, redacted: parseRedacted(map.get('redacted_assertions')) };
  return alg === undefined ? claim : { ...claim, alg };
}

function hasGenerator(map: ReadonlyMap<unknown, unknown>): boolean {
  const info = map.get('claim_generator_info');
  return isMap(info) && typeof info.get('name') === 'string';
}

function parseReferences(list: unknown): HashedUri[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) return fail('claim.malformed', 'the assertions of a claim are no list');
  return list.map((item) => parseHashedUri(item) ?? fail('claim.malformed', 'a reference of a claim is no hashed URI'));
}

function parseRedacted(list: unknown): readonly string[] {
  if (list === undefined) return [];
  if (Array.isArray(list) && list.every((item) => typeof item === 'string')) return list;
  return fail('claim.malformed', 'the redactions of a claim are no list of texts');
}

function fail(code: ManifestError['code'], message: string): never {
  throw new ManifestError(code, message);
}
