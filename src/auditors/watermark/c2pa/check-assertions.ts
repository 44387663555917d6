/** Checks that a manifest contains exactly the assertions that its claim lists, unchanged (C2PA 2.4, 15.10). */
import { type DigestBox, type HashedUri, isEqualBytes, parseBoxPath } from './hashed-uri.ts';
import type { Superbox } from './jumbf.ts';
import { type Claim, kindOf, listAssertions, type Manifest } from './manifest.ts';
import type { FailureCode } from './manifest-error.ts';
import { type Report, showLabel } from './report.ts';

/** An assertion that the claim lists and the manifest holds. */
export interface ListedAssertion {
  readonly label: string;
  readonly kind: string;
  readonly box: Superbox;
}

/** Checks one manifest and lists its assertions. @throws ManifestError when its boxes cannot be read. */
export function checkAssertions(
  manifest: Manifest,
  claim: Claim,
  digest: DigestBox,
  isRedacted: (label: string) => boolean,
  report: Report,
): ListedAssertion[] {
  const stored = listAssertions(manifest);
  const listed = new Map<string, ListedAssertion>();
  const place = (kind: string) => ({ manifest: manifest.index + 1, ...showLabel(kind) });
  for (const reference of claim.assertions) {
    const label = findLabel(reference, manifest);
    if (label === undefined) {
      report.failures.push({ code: 'assertion.outsideManifest', ...place('') });
      continue;
    }
    const kind = kindOf(label);
    const box = stored.get(label);
    if (isRedacted(label)) {
      const code = judgeRedaction(kind, box);
      if (code !== undefined) report.failures.push({ code, ...place(kind) });
    } else if (box === undefined) report.failures.push({ code: 'assertion.missing', ...place(kind) });
    else {
      const code = judgeReference(reference, box, claim.alg, digest);
      if (code === undefined) report.success.push({ code: 'assertion.hashedURI.match', ...place(kind) });
      else report.failures.push({ code, ...place(kind) });
    }
    if (box !== undefined) listed.set(label, { label, kind, box });
  }
  for (const label of stored.keys()) {
    if (!listed.has(label)) report.failures.push({ code: 'assertion.undeclared', ...place(kindOf(label)) });
  }
  return [...listed.values()];
}

/** Compares a box with a reference to it. */
export function judgeReference(
  { hash, alg }: HashedUri,
  box: Superbox,
  defaultAlg: string | undefined,
  digest: DigestBox,
): FailureCode | undefined {
  const found = digest(box.contents, alg ?? defaultAlg ?? '');
  if (found === undefined) return 'algorithm.unsupported';
  return isEqualBytes(found, hash) ? undefined : 'assertion.hashedURI.mismatch';
}

/** Gives the label of the referenced assertion; undefined if it is not in this manifest. */
function findLabel({ url }: HashedUri, { box }: Manifest): string | undefined {
  const target = parseBoxPath(url);
  if (target === undefined || (target.manifest !== undefined && target.manifest !== box.label)) return undefined;
  const [store, label, ...deeper] = target.path;
  return store === 'c2pa.assertions' && deeper.length === 0 ? label : undefined;
}

/** Assertions that bind the content or tell its history must stay; a redacted assertion must be gone, or zeros. */
function judgeRedaction(kind: string, box: Superbox | undefined): FailureCode | undefined {
  if (kind.startsWith('c2pa.hash.')) return 'assertion.dataHash.redacted';
  if (kind.startsWith('c2pa.actions')) return 'assertion.action.redacted';
  const isGone = box === undefined || box.leaves.every(({ bytes }) => bytes.every((byte) => byte === 0));
  return isGone ? undefined : 'assertion.notRedacted';
}
