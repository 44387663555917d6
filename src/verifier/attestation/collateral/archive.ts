/**
 * Archives the collateral that a key attestation was accepted with. A later appraisal under another policy must use the same
 * lists and documents, whatever the folder holds by then.
 */
import { sha256Hex } from '@assay/sdk/crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { readCompanions } from '../../../proof/reports/files.ts';
import type { Collateral } from '../../../proof/reports/input.ts';
import { collateralTable } from './tables.ts';

export interface CollateralArchive {
  /** Durable when it resolves. Known collateral is not stored again. */
  keep(orgId: string, collateral: Collateral): Promise<void>;
  /** Undefined unless every piece is here: then the key attestation brought its own. */
  find(orgId: string, hashes: readonly string[]): Promise<Collateral | undefined>;
}

const encoder = new TextEncoder();

export function createCollateralArchive({ db, clock }: { db: Db; clock: Clock }): CollateralArchive {
  return {
    async keep(orgId, { revocationLists, documents, certificates }) {
      const pieces = [...revocationLists, ...documents.map((text) => encoder.encode(text)), ...certificates];
      if (pieces.length === 0) return;
      const rows = pieces.map((piece) => ({
        org_id: orgId,
        hash: `sha256:${sha256Hex(piece)}`,
        content: Buffer.from(piece).toString('base64'),
        created_at: clock.now(),
      }));
      await db.insert(collateralTable).values(rows).onConflictDoNothing();
    },
    async find(orgId, hashes) {
      const wanted = [...new Set(hashes)];
      if (wanted.length === 0) return undefined;
      const known = and(eq(collateralTable.org_id, orgId), inArray(collateralTable.hash, wanted));
      const rows = await db.select().from(collateralTable).where(known);
      if (rows.length < wanted.length) return undefined;
      const byHash = new Map(rows.map(({ hash, content }) => [hash, Buffer.from(content, 'base64')]));
      const pieces = wanted.map((hash) => new Uint8Array(byHash.get(hash) ?? []));
      const companions = readCompanions(pieces);
      if ('unknown' in companions) throw new AppError('internal', 'a stored piece of collateral cannot be read');
      const { certificates, collateral } = companions;
      return { ...(collateral ?? { revocationLists: [], documents: [] }), certificates };
    },
  };
}
