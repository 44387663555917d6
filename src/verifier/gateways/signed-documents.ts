/**
 * What goes out to gateways: bundles and standings, each made and signed once for each revision of an organisation in this
 * process, then kept.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Trust } from '../../configuration/bundle/open-signed.ts';
import type { BundleKey } from '../../contract/control/config-bundle.ts';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { ControlChanges, ControlRevision } from '../control/changes.ts';
import type { VerifierKeys } from '../keys/service.ts';
import { signToken } from '../passports/sign-token.ts';

export interface SignedDocument {
  readonly revision: number;
  readonly etag: string;
  /** Compact JWS. */
  readonly jws: Buffer;
  /** The same, packed once for everybody who takes it so. */
  gzip(): Promise<Buffer>;
}

export interface SignedDocuments {
  /** Where the organisation stands now. */
  head(orgId: string): Promise<ControlRevision & { readonly lineage: string; readonly etag: string }>;
  /**
   * The document at this revision or a later one; the last good one where gateways could not read that.
   * @throws AppError `unavailable` where there is no good one either.
   */
  get(orgId: string, atLeast: number): Promise<SignedDocument>;
}

/** Members that every document begins with. */
export interface DocumentHead {
  readonly orgId: string;
  readonly issuer: string;
  readonly lineage: string;
  readonly at: ControlRevision;
  readonly keys: readonly BundleKey[];
}

/** A document that was made, and whether it goes out. */
export interface CheckedDocument {
  readonly orgId: string;
  readonly lineage: string;
  readonly revision: number;
  /** Compact JWS. */
  readonly jws: string;
  readonly fault: string | undefined;
}

export interface SignedDocumentsDeps<Content> {
  readonly db: Db;
  readonly changes: ControlChanges;
  readonly keys: VerifierKeys;
  readonly issuer: string;
  /** `typ` of its header. */
  readonly type: string;
  /** What the services of the control plane give, all at the state that the transaction sees. */
  readonly readContent: (tx: Db, orgId: string, at: ControlRevision) => Promise<Content>;
  readonly toDocument: (content: Content & DocumentHead) => object;
  /** Why gateways would keep it out; undefined for one that they read. */
  readonly findFault: (jws: string, trust: Trust) => string | undefined;
  /** Told of each that was made; the last good one goes on being given in the place of one with a fault. */
  readonly onChecked: (made: CheckedDocument) => Promise<void>;
  /** The last good one that any process made over this database; undefined for none. */
  readonly findGood: (
    orgId: string,
    lineage: string,
  ) => Promise<{ readonly revision: number; readonly jws: string } | undefined>;
  readonly onMade: (bytes: number, seconds: number) => void;
  readonly monotonicMs: () => number;
}

/** Documents that are kept, by size together; the least recently made goes first. */
const maxKeptBytes = 256 * 1024 * 1024;
const pack = promisify(gzip);

/** The ETag of a document. */
export function toDocumentEtag(lineage: string, revision: number): string {
  return `"${lineage}.${revision}"`;
}

export function createSignedDocuments<Content extends object>(deps: SignedDocumentsDeps<Content>): SignedDocuments {
  const { db, changes, keys, issuer, type, readContent, toDocument, onMade, monotonicMs } = deps;
  const kept = new Map<string, SignedDocument>();
  /** Newest revision that was made and does not go out. */
  const withheld = new Map<string, number>();
  const underway = new Map<string, Promise<number>>();

  const make = async (orgId: string): Promise<SignedDocument & { readonly fault: string | undefined }> => {
    const lineage = await changes.lineage();
    // Before the transaction: the embedded database has one connection, and a query beside it would wait for ever.
    const publicKeys = await keys.list();
    // One snapshot: the revision and everything that is said to stand at it.
    const read = async (tx: Db) => {
      const at = await changes.current(tx, orgId);
      return { at, content: await readContent(tx, orgId, at) };
    };
    const { at, content } = await db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });
    const startedMs = monotonicMs();
    const document = toDocument({ ...content, orgId, issuer, lineage, at, keys: publicKeys });
    const jws = Buffer.from(signToken(keys.active, type, document), 'latin1');
    const fault = deps.findFault(jws.toString('latin1'), { keys: publicKeys, orgId });
    onMade(jws.length, (monotonicMs() - startedMs) / 1000);
    await deps.onChecked({ orgId, lineage, revision: at.revision, jws: jws.toString('latin1'), fault });
    return { fault, ...toSigned(lineage, at.revision, jws) };
  };

  /** Gives the last good one in the place of one with a fault, made before this start or by another process. */
  const keepGood = async (orgId: string): Promise<void> => {
    const lineage = await changes.lineage();
    const good = await deps.findGood(orgId, lineage);
    if (good === undefined || good.revision <= (kept.get(orgId)?.revision ?? -1)) return;
    // Its signer may have been revoked since.
    if (deps.findFault(good.jws, { keys: await keys.list(), orgId }) !== undefined) return;
    keep(orgId, toSigned(lineage, good.revision, Buffer.from(good.jws, 'latin1')));
  };

  const keep = (orgId: string, document: SignedDocument): void => {
    kept.delete(orgId);
    kept.set(orgId, document);
    let bytes = [...kept.values()].reduce((sum, { jws }) => sum + jws.length, 0);
    for (const [oldest, { jws }] of kept) {
      if (bytes <= maxKeptBytes || kept.size === 1) return;
      kept.delete(oldest);
      bytes -= jws.length;
    }
  };

  /** Gives the revision that was looked at, whether it goes out or not. */
  const makeShared = (orgId: string): Promise<number> => {
    const present = underway.get(orgId);
    if (present !== undefined) return present;
    const making = make(orgId)
      .then(async ({ fault, ...document }) => {
        if (fault === undefined) keep(orgId, document);
        else {
          await keepGood(orgId);
          withheld.set(orgId, document.revision);
        }
        return document.revision;
      })
      .finally(() => underway.delete(orgId));
    underway.set(orgId, making);
    return making;
  };

  /** The document of a revision that was made before. */
  const find = (orgId: string, atLeast: number): SignedDocument | undefined => {
    const present = kept.get(orgId);
    const isMade = (present?.revision ?? -1) >= atLeast || (withheld.get(orgId) ?? -1) >= atLeast;
    if (!isMade) return undefined;
    if (present === undefined) throw unreadable();
    return present;
  };

  return {
    async head(orgId) {
      const [lineage, at] = [await changes.lineage(), await changes.current(db, orgId)];
      return { ...at, lineage, etag: toDocumentEtag(lineage, at.revision) };
    },
    async get(orgId, atLeast) {
      const present = find(orgId, atLeast);
      if (present !== undefined) return present;
      // One that was begun for somebody else may have looked before this revision was there; the next one has not.
      if ((await makeShared(orgId)) < atLeast) await makeShared(orgId);
      const made = find(orgId, atLeast);
      if (made !== undefined) return made;
      throw new Error(`revision ${atLeast} of ${orgId} was seen, and is gone`);
    },
  };
}

function toSigned(lineage: string, revision: number, jws: Buffer): SignedDocument {
  let packed: Promise<Buffer> | undefined;
  return {
    ...{ revision, etag: toDocumentEtag(lineage, revision), jws },
    gzip() {
      packed ??= pack(jws);
      return packed;
    },
  };
}

/** Nobody is given what no gateway reads; those that hold a bundle go on by it. */
function unreadable(): AppError {
  const detail = 'gateways could not read the configuration of this organisation; the rollout says why';
  return new AppError('unavailable', detail, { detail, retryAfterS: 5 });
}
