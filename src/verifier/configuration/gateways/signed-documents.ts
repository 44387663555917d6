/**
 * Makes and signs the documents for gateways (bundles and standings), once for each revision of an organisation in this
 * process, and keeps them.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Trust } from '../../../configuration/bundle/open-signed.ts';
import type { BundleKey } from '../../../contract/control/config-bundle.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { ControlChanges, ControlRevision } from '../../base/control/changes.ts';
import type { VerifierKeys } from '../../base/keys/service.ts';
import { signToken } from '../../base/keys/sign-token.ts';

export interface SignedDocument {
  readonly revision: number;
  readonly etag: string;
  /** Compact JWS. */
  readonly jws: Buffer;
  /** Gives it compressed; compresses once for all callers. */
  gzip(): Promise<Buffer>;
}

export interface SignedDocuments {
  /** Gives the present revision of the organisation. */
  head(orgId: string): Promise<ControlRevision & { readonly lineage: string; readonly etag: string }>;
  /**
   * Gives the document at this revision or a later one; the last good one if gateways could not read that.
   * @throws AppError `unavailable` if there is no good one either.
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

/** A document that was made, and whether it is published. */
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
  /** Reads the content from the control plane, all in the state that the transaction sees. */
  readonly readContent: (tx: Db, orgId: string, at: ControlRevision) => Promise<Content>;
  readonly toDocument: (content: Content & DocumentHead) => object;
  /** Says why gateways would refuse it; undefined for one that they can read. */
  readonly findFault: (jws: string, trust: Trust) => string | undefined;
  /** Called for each document that was made; a document with a fault is replaced by the last good one. */
  readonly onChecked: (made: CheckedDocument) => Promise<void>;
  /** Finds the last good one that any process made over this database; undefined for none. */
  readonly findGood: (
    orgId: string,
    lineage: string,
  ) => Promise<{ readonly revision: number; readonly jws: string } | undefined>;
  readonly onMade: (bytes: number, seconds: number) => void;
  readonly monotonicMs: () => number;
}

/** Limit of all kept documents together; the least recently made goes first. */
const maxKeptBytes = 256 * 1024 * 1024;
const pack = promisify(gzip);

/** The ETag of a document. */
export function toDocumentEtag(lineage: string, revision: number): string {
  return `"${lineage}.${revision}"`;
}

export function createSignedDocuments<Content extends object>(deps: SignedDocumentsDeps<Content>): SignedDocuments {
  const { db, changes, keys, issuer, type, readContent, toDocument, onMade, monotonicMs } = deps;
  const kept = new Map<string, SignedDocument>();
  /** Newest revision that was made and is withheld. */
  const withheld = new Map<string, number>();
  const underway = new Map<string, Promise<number>>();

  const make = async (orgId: string): Promise<SignedDocument & { readonly fault: string | undefined }> => {
    const lineage = await changes.lineage();
    // Read before the transaction: the embedded database has one connection, and a second query would deadlock.
    const publicKeys = await keys.list();
    // One snapshot of the revision and its content.
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

  /** Keeps the last good document in place of one with a fault, made before this start or by another process. */
  const keepGood = async (orgId: string): Promise<void> => {
    const lineage = await changes.lineage();
    const good = await deps.findGood(orgId, lineage);
    if (good === undefined || good.revision <= (kept.get(orgId)?.revision ?? -1)) return;
    // Its signing key may have been revoked since.
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

  /** Makes the document, or joins a running call; gives its revision, published or not. */
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

  /** Finds a document of a revision that was made before. */
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
      // A joined call may have read before this revision existed; a second one has not.
      if ((await makeShared(orgId)) < atLeast) await makeShared(orgId);
      const made = find(orgId, atLeast);
      if (made !== undefined) return made;
      throw new Error(`revision ${atLeast} of ${orgId} was seen before and is missing now`);
    },
  };
}

function toSigned(lineage: string, revision: number, jws: Buffer): SignedDocument {
  let packed: Promise<Buffer> | undefined;
  return {
    revision,
    etag: toDocumentEtag(lineage, revision),
    jws,
    gzip() {
      packed ??= pack(jws);
      return packed;
    },
  };
}

/** No caller gets an unreadable document; gateways continue with their older bundle. */
function unreadable(): AppError {
  const detail = 'gateways could not read the configuration of this organisation; the rollout shows the reason';
  return new AppError('unavailable', detail, { detail, retryAfterS: 5 });
}
