/** Reads the headers of a long poll: `Prefer: wait=N` (RFC 7240 section 4.3) and `If-None-Match` (RFC 9110 section 13.1.2). */
import { maxBundleWaitS } from '../../../contract/control/gateway-report.ts';

/** Gives the seconds that the caller is willing to wait, up to our maximum; 0 without a readable preference. */
export function parseWait(prefer: string | undefined): number {
  for (const part of (prefer ?? '').split(',')) {
    const [, digits] = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;|$)/i.exec(part) ?? [];
    if (digits !== undefined) return Math.min(Number(digits), maxBundleWaitS);
  }
  return 0;
}

/** A version that a gateway names. */
export interface NamedVersion {
  readonly lineage: string;
  readonly revision: number;
}

export interface KnownBundles {
  /** ETags that are not sent again. */
  readonly etags: ReadonlySet<string>;
  /** The first of them: the version that the gateway runs. */
  readonly running: NamedVersion | undefined;
}

const maxTags = 8;

/** Reads the bundles that the caller holds. A weak tag counts like a strong one: only whole bundles are compared. */
export function parseKnown(ifNoneMatch: string | undefined): KnownBundles {
  const tags = [...(ifNoneMatch ?? '').matchAll(/(?:^|,)\s*(?:W\/)?("[\x21\x23-\x7e]{0,120}")\s*(?=,|$)/g)]
    .map(([, tag]) => tag)
    .filter((tag) => tag !== undefined)
    .slice(0, maxTags);
  return { etags: new Set(tags), running: parseVersion(tags[0]?.slice(1, -1) ?? '') };
}

/** Reads `<lineage>.<revision>`; undefined for anything else. */
export function parseVersion(text: string): NamedVersion | undefined {
  const [, lineage, digits] = /^([A-Za-z0-9_-]{1,80})\.(\d{1,15})$/.exec(text) ?? [];
  return lineage === undefined || digits === undefined ? undefined : { lineage, revision: Number(digits) };
}

/** True if the caller accepts an answer compressed by gzip. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return (acceptEncoding ?? '').split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return (name === 'gzip' || name === '*') && !parameters.some((text) => /^q=0(?:\.0{0,3})?$/.test(text));
  });
}
