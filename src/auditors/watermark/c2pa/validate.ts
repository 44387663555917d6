/** Validates a manifest store against its file (C2PA 2.4, chapter 15), active manifest first. */
import { findActionProblem } from './check-actions.ts';
import { checkAssertions, type ListedAssertion } from './check-assertions.ts';
import { checkSignature, type Signer, type Trust } from './check-signature.ts';
import type { EmbeddedStore } from './container.ts';
import { checkDataHash } from './data-hash.ts';
import { createBoxDigests, type DigestBox, parseBoxPath } from './hashed-uri.ts';
import { followIngredient, type Ingredient, readIngredients } from './ingredients.ts';
import { type Claim, contentOf, findSignature, type Manifest, readClaim, readStore } from './manifest.ts';
import { type FailureCode, ManifestError } from './manifest-error.ts';
import { createReport, type Report, showLabel } from './report.ts';

export interface Validation {
  /** The store holds the active manifest's claim and its signature, sound or not. */
  readonly signed: boolean;
  readonly report: Report;
  readonly manifests: number;
  readonly reached: number;
  readonly claimVersion?: 1 | 2;
  readonly signer?: Signer;
}

interface Run {
  readonly file: Uint8Array;
  readonly store: EmbeddedStore;
  readonly trust: Trust;
  readonly report: Report;
  readonly digest: DigestBox;
  readonly byLabel: ReadonlyMap<string, Manifest>;
  readonly active: Manifest;
  readonly reached: Set<Manifest>;
  /** By manifest label: labels of the assertions that later manifests redacted. */
  readonly redacted: Map<string, Set<string>>;
  /** Bindings checked so far; exactly one is required. */
  bindings: number;
}

const hardBindings = [
  ...['c2pa.hash.data', 'c2pa.hash.boxes', 'c2pa.hash.bmff', 'c2pa.hash.bmff.v2', 'c2pa.hash.bmff.v3'],
  'c2pa.hash.collection.data',
];

/** True if the store's active manifest has a claim and a signature; the claim `c2pa_signed`. */
export function isSignedStore(store: EmbeddedStore): boolean {
  const report = createReport();
  return (
    attempt(report, 0, () => {
      const active = readStore(store.bytes).at(-1);
      return active !== undefined && findSignature(active, readClaim(active)) !== undefined;
    }) ?? false
  );
}

/** Validates a store and everything that its active manifest depends on. */
export function validateStore(file: Uint8Array, store: EmbeddedStore, trust: Trust): Validation {
  const report = createReport();
  const manifests = attempt(report, 0, () => readStore(store.bytes)) ?? [];
  const active = manifests.at(-1);
  if (active === undefined) return { signed: false, report, manifests: 0, reached: 0 };
  const run: Run = {
    file,
    store,
    trust,
    report,
    active,
    digest: createBoxDigests(),
    reached: new Set(),
    redacted: new Map(),
    byLabel: new Map(manifests.map((manifest) => [manifest.box.label, manifest])),
    bindings: 0,
  };
  const result = validateManifest(run, active, true);
  // INVARIANT: nothing is valid unless the bytes of the file were compared with a hash.
  if (run.bindings !== 1 && report.failures.length === 0) fail(run, active, 'claim.hardBindings.missing');
  return { ...result, report, manifests: manifests.length, reached: run.reached.size };
}

/** @param isBound true for the manifest that must bind the bytes of the file: the active one, or the one that it updates. */
function validateManifest(
  run: Run,
  manifest: Manifest,
  isBound: boolean,
): { signed: boolean; claimVersion?: 1 | 2; signer?: Signer } {
  const { report } = run;
  const at = manifest.index + 1;
  const isActive = manifest === run.active;
  run.reached.add(manifest);
  const claim = attempt(report, at, () => readClaim(manifest));
  if (claim === undefined) return { signed: false };
  noteRedactions(run, manifest, claim);
  const box = findSignature(manifest, claim);
  if (box === undefined) fail(run, manifest, 'claimSignature.missing');
  const signer =
    box && attempt(report, at, () => checkSignature({ manifest, claim, box, isActive }, run.trust, report));
  const isRedacted = (label: string): boolean => run.redacted.get(manifest.box.label)?.has(label) ?? false;
  const listed = attempt(report, at, () => checkAssertions(manifest, claim, run.digest, isRedacted, report)) ?? [];
  const ingredients = attempt(report, at, () => readIngredients(listed)) ?? [];
  const bindings = listed.filter(({ kind }) => hardBindings.includes(kind));
  if (isBound && !manifest.isUpdate) {
    const code = attempt(report, at, () => findActionProblem(claim, listed));
    if (code !== undefined) fail(run, manifest, code);
  }
  if (manifest.isUpdate) checkUpdate(run, manifest, bindings, ingredients);
  else checkBinding(run, manifest, claim, bindings, isBound);
  for (const ingredient of ingredients) {
    checkIngredient(run, manifest, claim, ingredient, isBound && manifest.isUpdate);
  }
  return { signed: box !== undefined, claimVersion: claim.version, ...(signer === undefined ? {} : { signer }) };
}

/** An update leaves the content alone: it binds nothing, and has one parent that does (C2PA 2.4, 11.2.3). */
function checkUpdate(
  run: Run,
  manifest: Manifest,
  bindings: readonly ListedAssertion[],
  ingredients: readonly Ingredient[],
): void {
  if (bindings.length > 0) fail(run, manifest, 'manifest.update.invalid');
  const [parent] = ingredients;
  if (ingredients.length !== 1 || parent?.isParent !== true || parent.link === undefined) {
    fail(run, manifest, 'manifest.update.wrongParents');
  }
}

/** Requires exactly one binding of the content. */
function checkBinding(
  run: Run,
  manifest: Manifest,
  claim: Claim,
  bindings: readonly ListedAssertion[],
  isBound: boolean,
): void {
  const { report } = run;
  const [binding] = bindings;
  if (isBound) run.bindings += 1;
  if (binding === undefined) fail(run, manifest, 'claim.hardBindings.missing');
  else if (bindings.length > 1) fail(run, manifest, 'assertion.multipleHardBindings');
  // The bytes of an ingredient are not available.
  else if (!isBound) return;
  else if (binding.kind !== 'c2pa.hash.data')
    report.unchecked.push({ what: 'binding_kind', manifest: manifest.index + 1 });
  else attempt(report, manifest.index + 1, () => checkContent(run, manifest, claim, binding));
}

function checkContent(run: Run, manifest: Manifest, claim: Claim, binding: ListedAssertion): void {
  const { report, file, store } = run;
  const place = { manifest: manifest.index + 1, ...showLabel(binding.kind) };
  const content = contentOf(binding.box, 'cbor');
  if (content === undefined) throw new ManifestError('assertion.cbor.invalid', 'a data hash has no CBOR content');
  const hasGrown = manifest !== run.active;
  const failures = checkDataHash(content, { file, store: store.ranges, hasGrown }, claim.alg);
  for (const code of failures) report.failures.push({ code, ...place });
  if (failures.length === 0) report.success.push({ code: 'assertion.dataHash.match', ...place });
}

/** Checks the references of an ingredient, then its manifest. */
function checkIngredient(run: Run, manifest: Manifest, claim: Claim, ingredient: Ingredient, isBound: boolean): void {
  const { report, byLabel, digest, redacted } = run;
  const place = { manifest: manifest.index + 1, ...showLabel(ingredient.kind) };
  if (ingredient.link === undefined) {
    report.informational.push({ code: 'ingredient.unknownProvenance', ...place });
    return;
  }
  const context = { byLabel, digest, alg: claim.alg, isRedacted: (label: string) => redacted.has(label) };
  const { target, failures } = followIngredient(ingredient, context);
  for (const code of failures) report.failures.push({ code, ...place });
  if (target !== undefined && !run.reached.has(target)) validateManifest(run, target, isBound);
}

/** Reports that a lineage with redactions is not fully judged. */
function noteRedactions(run: Run, manifest: Manifest, claim: Claim): void {
  for (const url of claim.redacted) {
    const target = parseBoxPath(url);
    const owner = target?.manifest ?? manifest.box.label;
    if (owner === manifest.box.label) fail(run, manifest, 'assertion.selfRedacted');
    run.redacted.set(owner, (run.redacted.get(owner) ?? new Set()).add(target?.path.at(-1) ?? ''));
  }
  if (claim.redacted.length > 0)
    run.report.unchecked.push({ what: 'redacted_ingredient', manifest: manifest.index + 1 });
}

function fail({ report }: Run, manifest: Manifest, code: FailureCode): void {
  report.failures.push({ code, manifest: manifest.index + 1 });
}

/** Runs a step; a manifest error goes into the report. */
function attempt<T>(report: Report, manifest: number, step: () => T): T | undefined {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    report.failures.push({ code: error.code, manifest });
    return undefined;
  }
}
