/** Makes the two C2PA claims of a file: whether it is signed, and whether everything is valid. */
import type { Media, TrustList } from './media.ts';
import { isClean, type Report, type Status } from './report.ts';
import { isSignedStore, type Validation, validateStore } from './validate.ts';

export interface Judgement {
  readonly value: boolean;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Trust anchors of signers and of time-stamps. */
export interface TrustLists {
  readonly signers: TrustList;
  readonly stamps: TrustList;
}

const maxListed = 100;

/** Tells whether the file contains a signed manifest, sound or not; undefined if the file cannot be read that far. */
export function judgeSigned({ container }: Media): Judgement | undefined {
  const { format, stores, broken } = container;
  const [store, ...others] = stores;
  // Several stores count as none (C2PA 2.4, 15.5), because it is undefined which one applies to the file.
  if (store !== undefined && others.length === 0) return { value: isSignedStore(store), detail: { format, stores: 1 } };
  return broken === undefined ? { value: false, detail: { format, stores: stores.length } } : undefined;
}

/** Tells whether signature, hashes, binding and the signer's chain are all valid. Anything unproven is invalid. */
export function judgeValid({ file, container }: Media, trust: TrustLists, now: number): Judgement {
  const { format, stores, broken } = container;
  const face = { format, trust_anchors: trust.signers.face, timestamp_anchors: trust.stamps.face };
  const [store, ...others] = stores;
  if (store === undefined) {
    const reason = broken === undefined ? 'no_manifest' : 'file_structure';
    return { value: false, detail: { ...face, reason } };
  }
  const validation = validateStore(file, store, {
    anchors: trust.signers.anchors,
    stampAnchors: trust.stamps.anchors,
    now,
  });
  const { report } = validation;
  if (others.length > 0) report.unchecked.push({ what: 'several_stores', manifest: 0 });
  if (broken !== undefined) report.unchecked.push({ what: 'file_structure', manifest: 0 });
  return { value: isClean(report), detail: { ...face, ...describe(validation) } };
}

function describe({ report, manifests, reached, claimVersion, signer }: Validation): Record<string, unknown> {
  return {
    manifests,
    unreferenced_manifests: manifests - reached,
    ...(claimVersion === undefined ? {} : { claim_version: claimVersion }),
    ...(signer === undefined ? {} : { signer }),
    ...listStatuses(report),
  };
}

function listStatuses({ success, failures, informational, unchecked }: Report): Record<string, unknown> {
  return {
    failure_codes: [...new Set(failures.map(({ code }) => code))].sort(),
    failures: cut(failures),
    unchecked: unchecked.slice(0, maxListed).map((one) => ({ ...one })),
    informational: cut(informational),
    success: cut(success),
  };
}

function cut(statuses: readonly Status[]): Status[] {
  return statuses.slice(0, maxListed).map((status) => ({ ...status }));
}
