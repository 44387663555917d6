/** Bundles as they go out: made and signed once for each revision of an organisation in this process, then kept. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { configBundleType } from '../../contract/control/config-bundle.ts';
import { maxBundleBytes } from '../../contract/control/gateway-report.ts';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { ControlChanges, ControlRevision } from '../control/changes.ts';
import type { VerifierKeys } from '../keys/service.ts';
import { signToken } from '../passports/sign-token.ts';
import { type BundleContent, toBundle } from './bundle.ts';

export interface SignedBundle {
  readonly revision: number;
  readonly etag: string;
  /** Compact JWS. */
  readonly jws: Buffer;
  /** The same, packed once for everybody who takes it so. */
  gzip(): Promise<Buffer>;
}

export interface SignedBundles {
  /** Where the organisation stands now. */
  head(orgId: string): Promise<ControlRevision & { readonly lineage: string; readonly etag: string }>;
  /** The bundle at this revision or a later one. */
  get(orgId: string, atLeast: number): Promise<SignedBundle>;
}

/** What the services of the control plane give, all at the state that the transaction sees. */
export type ReadContent = (
  tx: Db,
  orgId: string,
  at: ControlRevision,
) => Promise<Omit<BundleContent, 'orgId' | 'issuer' | 'lineage' | 'at' | 'keys'>>;

export interface SignedBundlesDeps {
  readonly db: Db;
  readonly changes: ControlChanges;
  readonly keys: VerifierKeys;
  readonly issuer: string;
  readonly readContent: ReadContent;
  readonly onMade: (bytes: number, seconds: number) => void;
  readonly monotonicMs: () => number;
}

/** Bundles that are kept, by size together; the least recently made goes first. */
const maxKeptBytes = 256 * 1024 * 1024;
const pack = promisify(gzip);

/** The ETag of a bundle. */
export function toBundleEtag(lineage: string, revision: number): string {
  return `"${lineage}.${revision}"`;
}

export function createSignedBundles(deps: SignedBundlesDeps): SignedBundles {
  const { db, changes, keys, issuer, readContent, onMade, monotonicMs } = deps;
  const kept = new Map<string, SignedBundle>();
  const underway = new Map<string, Promise<SignedBundle>>();

  const make = async (orgId: string): Promise<SignedBundle> => {
    const lineage = await changes.lineage();
    // Before the transaction: the embedded database has one connection, and a query beside it would wait for ever.
    const publicKeys = await keys.list();
    // One snapshot: the revision and everything that is said to stand at it.
    const read = async (tx: Db) => {
      const at = await changes.current(tx, orgId);
      return { at, ...(await readContent(tx, orgId, at)) };
    };
    const content = await db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });
    const startedMs = monotonicMs();
    const bundle = toBundle({ ...content, orgId, issuer, lineage, keys: publicKeys });
    const jws = Buffer.from(signToken(keys.active, configBundleType, bundle), 'latin1');
    if (jws.length > maxBundleBytes) throw tooLarge(jws.length);
    onMade(jws.length, (monotonicMs() - startedMs) / 1000);
    let packed: Promise<Buffer> | undefined;
    return {
      revision: bundle.revision,
      etag: toBundleEtag(lineage, bundle.revision),
      jws,
      gzip() {
        packed ??= pack(jws);
        return packed;
      },
    };
  };

  const keep = (orgId: string, bundle: SignedBundle): void => {
    kept.delete(orgId);
    kept.set(orgId, bundle);
    let bytes = [...kept.values()].reduce((sum, { jws }) => sum + jws.length, 0);
    for (const [oldest, { jws }] of kept) {
      if (bytes <= maxKeptBytes || kept.size === 1) return;
      kept.delete(oldest);
      bytes -= jws.length;
    }
  };

  const makeShared = (orgId: string): Promise<SignedBundle> => {
    const present = underway.get(orgId);
    if (present !== undefined) return present;
    const making = make(orgId)
      .then((bundle) => {
        keep(orgId, bundle);
        return bundle;
      })
      .finally(() => underway.delete(orgId));
    underway.set(orgId, making);
    return making;
  };

  return {
    async head(orgId) {
      const [lineage, at] = [await changes.lineage(), await changes.current(db, orgId)];
      return { ...at, lineage, etag: toBundleEtag(lineage, at.revision) };
    },
    async get(orgId, atLeast) {
      const present = kept.get(orgId);
      if (present !== undefined && present.revision >= atLeast) return present;
      // One that was begun for somebody else may have looked before this revision was there; the next one has not.
      const first = await makeShared(orgId);
      const bundle = first.revision >= atLeast ? first : await makeShared(orgId);
      if (bundle.revision >= atLeast) return bundle;
      throw new Error(`revision ${atLeast} of ${orgId} was seen, and is gone`);
    },
  };
}

function tooLarge(bytes: number): AppError {
  const detail = `the configuration of this organisation has ${bytes} bytes, and a bundle at most ${maxBundleBytes}`;
  return new AppError('unprocessable', detail, { detail, extensions: { reason: 'bundle_too_large' } });
}
