/** Reads ingredient assertions and checks the references to their manifests (C2PA 2.4, 15.11 and 18.16). */
import { decodeMap } from './cbor.ts';
import { judgeReference, type ListedAssertion } from './check-assertions.ts';
import { type DigestBox, parseBoxPath, parseHashedUri } from './hashed-uri.ts';
import { contentOf, type Manifest } from './manifest.ts';
import { type FailureCode, ManifestError } from './manifest-error.ts';

export interface Ingredient {
  readonly kind: string;
  readonly isParent: boolean;
  /** Reference to its manifest, as stored; undefined for an ingredient without one. */
  readonly link: unknown;
  /** Version 3 also names the signature of that manifest. */
  readonly signatureLink: unknown;
}

/** The targets of an ingredient's references. */
export interface Lead {
  readonly target: Manifest | undefined;
  readonly failures: readonly FailureCode[];
}

const kinds = ['c2pa.ingredient', 'c2pa.ingredient.v2', 'c2pa.ingredient.v3'];

/** Reads the ingredients among the assertions of a manifest. @throws ManifestError when one cannot be read. */
export function readIngredients(listed: readonly ListedAssertion[]): Ingredient[] {
  return listed.filter(({ kind }) => kinds.includes(kind)).map(readIngredient);
}

/** Follows the references of an ingredient. */
export function followIngredient(
  { link, signatureLink }: Ingredient,
  context: {
    readonly byLabel: ReadonlyMap<string, Manifest>;
    readonly alg: string | undefined;
    readonly digest: DigestBox;
    /** Redaction changes the hash of a manifest on purpose. */
    readonly isRedacted: (label: string) => boolean;
  },
): Lead {
  const reference = parseHashedUri(link);
  const label = reference && parseBoxPath(reference.url)?.manifest;
  const target = label === undefined ? undefined : context.byLabel.get(label);
  if (reference === undefined || target === undefined) return { target, failures: ['ingredient.manifest.missing'] };
  const failures: FailureCode[] = [];
  if (!context.isRedacted(target.box.label)) {
    const code = judgeReference(reference, target.box, context.alg, context.digest);
    if (code !== undefined) failures.push(code === 'algorithm.unsupported' ? code : 'ingredient.manifest.mismatch');
  }
  const code = signatureLink === undefined ? undefined : judgeSignatureLink(signatureLink, target, context);
  return { target, failures: code === undefined ? failures : [...failures, code] };
}

function readIngredient({ kind, box }: ListedAssertion): Ingredient {
  const content = contentOf(box, 'cbor');
  if (content === undefined) throw new ManifestError('assertion.cbor.invalid', 'an ingredient has no CBOR content');
  const map = decodeMap(content, 'assertion.cbor.invalid');
  return {
    kind,
    isParent: map.get('relationship') === 'parentOf',
    link: map.get('activeManifest') ?? map.get('c2pa_manifest'),
    signatureLink: map.get('claimSignature'),
  };
}

function judgeSignatureLink(
  link: unknown,
  target: Manifest,
  { alg, digest }: { readonly alg: string | undefined; readonly digest: DigestBox },
): FailureCode | undefined {
  const reference = parseHashedUri(link);
  const path = reference && parseBoxPath(reference.url);
  const box = target.box.superboxes.find(({ label }) => label === path?.path[0]);
  if (reference === undefined || path?.manifest !== target.box.label || path.path.length !== 1 || box === undefined) {
    return 'ingredient.claimSignature.missing';
  }
  return judgeReference(reference, box, alg, digest) === undefined ? undefined : 'ingredient.claimSignature.mismatch';
}
