/** A verifier, and other processes over the same database that talk to foreign authorization servers. */
import { randomBytes } from 'node:crypto';
import type { Database } from '../../../platform/db/db.ts';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import type { Vault } from '../../base/vault/ports.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { createForeignOAuthServices } from './create.ts';
import type { ForeignOAuth } from './ports.ts';

export const publicUrl = 'https://assay.example';
export const callback = `${publicUrl}/v1/scoped-credentials/callback`;

export interface OAuthFixture {
  readonly verifier: TestVerifier;
  /** The OAuth client of the verifier itself. */
  readonly oauth: () => ForeignOAuth;
  /** The OAuth client of another process, with another address or vault if given. */
  another(url?: string, vault?: Vault): ForeignOAuth;
  close(): Promise<void>;
}

/** Its clock is the real one until it is set, because tokens of the foreign server expire by real time. */
export async function openOAuth(kind: Database['kind'] = testDatabaseKind): Promise<OAuthFixture> {
  const verifier = await openTestVerifier({ ASSAY_PUBLIC_URL: publicUrl }, kind);
  verifier.clock.set(Date.now());
  return {
    verifier,
    oauth: () => verifier.verifier().services.foreignOAuth,
    another(url = publicUrl, vault = verifier.verifier().services.vault) {
      const { db, outbound, audit, changes } = verifier.verifier().services;
      return createForeignOAuthServices({
        db,
        vault,
        outbound,
        audit,
        changes,
        clock: verifier.clock,
        randomBytes,
        publicUrl: url,
      }).foreignOAuth;
    },
    close: () => verifier.close(),
  };
}
