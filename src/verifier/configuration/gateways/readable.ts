/**
 * Checks with the gateways' own reader that they can read the configuration of an organisation. A write that would break that
 * is refused with the reason; an unreadable configuration that was stored nevertheless is not published, and is reported.
 */
import { findBundleFault } from '../../../configuration/bundle/read-bundle.ts';
import { maxBundleBytes } from '../../../contract/control/gateway-report.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { ConfigurationCheck, ControlChanges } from '../../base/control/changes.ts';
import { type BundleContent, toBundle } from './bundle.ts';
import type { Publications } from './publications.ts';
import type { DocumentHead, SignedDocumentsDeps } from './signed-documents.ts';

export type ReadBundleContent = SignedDocumentsDeps<Omit<BundleContent, keyof DocumentHead>>['readContent'];

export interface Readable {
  /** Records the outcome of the newest bundle. */
  note(orgId: string, fault: string | undefined): void;
  /** Says why gateways are given an older bundle; undefined while they get the newest, and before anybody asked for one. */
  faultOf(orgId: string): Promise<string | undefined>;
  /** Counts organisations whose newest configuration is withheld, as far as this process knows. */
  countFaults(): number;
  /** Checks before a change is committed. @throws AppError `unprocessable` with `reason: 'configuration_unreadable'`. */
  readonly check: ConfigurationCheck;
}

export interface ReadableDeps {
  readonly db: Db;
  readonly changes: Pick<ControlChanges, 'current'>;
  readonly publications: Pick<Publications, 'findFault'>;
  readonly readContent: ReadBundleContent;
}

/** Maximum size of signature and head of a bundle. */
const headBytes = 64 * 1024;

export function createReadable(deps: ReadableDeps): Readable {
  const { db, publications } = deps;
  /** For /health, which does not query the database. */
  const faults = new Set<string>();
  return {
    note(orgId, fault) {
      if (fault === undefined) faults.delete(orgId);
      else faults.add(orgId);
    },
    faultOf: (orgId) => publications.findFault(db, orgId),
    countFaults: () => faults.size,
    async check(tx, orgId) {
      // If the configuration is unreadable already, a change that fixes a part of it must pass.
      if ((await publications.findFault(tx, orgId)) !== undefined) return;
      const fault = await findFault(tx, orgId, deps);
      if (fault === undefined) return;
      const detail = `gateways could not read the configuration after this change: ${fault}`;
      throw new AppError('unprocessable', detail, { detail, extensions: { reason: 'configuration_unreadable' } });
    },
  };
}

async function findFault(tx: Db, orgId: string, { changes, readContent }: ReadableDeps): Promise<string | undefined> {
  const at = await changes.current(tx, orgId);
  const content = await readContent(tx, orgId, at);
  const bundle = toBundle({ ...content, orgId, issuer: 'check', lineage: 'check', at, keys: [] });
  const chars = Math.ceil((Buffer.byteLength(JSON.stringify(bundle)) * 4) / 3) + headBytes;
  if (chars > maxBundleBytes) return `it has ${chars} bytes, and gateways accept at most ${maxBundleBytes}`;
  return findBundleFault(bundle);
}
