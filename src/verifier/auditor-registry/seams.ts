/**
 * Interfaces of the auditor registry for the rest of the verifier. The service is `registeredAuditors`:
 * `auditorRegistry` are the auditors of an organisation's own in its catalog.
 */
import type { Db } from '../../platform/db/db.ts';

/** A release that gateways have to know of. */
export interface MarkedRelease {
  /** `repo@sha256:<hex>`: the digest alone says which image it is, wherever it was fetched from. */
  readonly image: string;
  /** Of its vocabulary; null for one that never passed a verification. */
  readonly auditor_id: string | null;
  readonly status: 'deprecated' | 'revoked';
  readonly reason: string | null;
}

/** `unverified`: registered, and never passed a verification. */
export type AuditorState = 'built_in' | 'unregistered' | 'unverified' | 'verified' | 'deprecated' | 'revoked';

export interface RegisteredAuditors {
  /** Sorted by image; a change of it raises the revision of the configuration. */
  listForGateways(db: Db, orgId: string): Promise<readonly MarkedRelease[]>;
  /**
   * How an auditor stands by its `auditor_id`: by the release whose image the catalog names by digest. Where it names none,
   * by the releases of that id with the catalog's vocabulary, among which a revoked one counts first: nothing says which
   * of them runs.
   */
  stateOf(db: Db, orgId: string, auditorId: string): Promise<AuditorState>;
}
