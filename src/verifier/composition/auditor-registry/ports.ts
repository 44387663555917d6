/**
 * Interfaces of the auditor registry for the rest of the verifier. The service is called `registeredAuditors`,
 * because `auditorRegistry` is an organisation's own auditors in its catalog.
 */
import type { Db } from '../../../platform/db/db.ts';

/** A release that gateways must know. */
export interface MarkedRelease {
  /** `repo@sha256:<hex>`: the digest alone identifies the image, whatever its repository. */
  readonly image: string;
  /** From its vocabulary; null if it never passed a verification. */
  readonly auditor_id: string | null;
  readonly status: 'deprecated' | 'revoked';
  readonly reason: string | null;
}

/** `unverified`: registered, but never passed a verification. */
export type AuditorState = 'built_in' | 'unregistered' | 'unverified' | 'verified' | 'deprecated' | 'revoked';

export interface RegisteredAuditors {
  /** Sorted by image. A change of the list raises the revision of the configuration. */
  listForGateways(db: Db, orgId: string): Promise<readonly MarkedRelease[]>;
  /**
   * Gives the state of an auditor by its `auditor_id`, from the release whose image the catalog names by digest. Without a
   * digest, takes the releases of that id with the catalog's vocabulary; a revoked one counts first, since nothing says which of
   * them runs.
   */
  stateOf(db: Db, orgId: string, auditorId: string): Promise<AuditorState>;
}
