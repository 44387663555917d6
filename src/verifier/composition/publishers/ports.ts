/** The interface of publishers for both registries: checks the signature of a release. */
import type { SignatureState } from '../../../contract/api/publishers/states.ts';
import type { Db } from '../../../platform/db/db.ts';

/** Why a signature does not count; sent to the caller in `reason`. */
export type ReleaseFault =
  | 'publisher_unknown'
  | 'publisher_suspended'
  | 'signature_malformed'
  | 'signature_key_unknown'
  | 'signature_invalid'
  | 'signature_of_something_else';

export type ReleaseVerdict =
  /** `kid`: RFC 7638 thumbprint of the key, whatever the signature calls it. Store it with the release. */
  | { readonly ok: true; readonly kid: string }
  /** `detail` says what to do. */
  | { readonly ok: false; readonly reason: ReleaseFault; readonly detail: string };

/** The key that signed a release. */
export interface SignedBy {
  readonly publisherId: string;
  /** As in the verdict. */
  readonly kid: string;
}

/** Gives the current state of a signature: `untrusted` once its key or publisher was removed or suspended. */
export type TrustNow = (signedBy: SignedBy) => SignatureState;

export interface Publishers {
  /**
   * Checks a compact JWS (RFC 7515) with `typ: release+jwt` by a key of this publisher. Its payload must be
   * `expected` in canonical form (RFC 8785), apart from `iat`. Never throws because of the signer's input.
   */
  verifyRelease(
    db: Db,
    orgId: string,
    publisherId: string,
    jws: string,
    expected: Readonly<Record<string, unknown>>,
  ): Promise<ReleaseVerdict>;
  /** One query for a whole list of releases. */
  trustNow(db: Db, orgId: string): Promise<TrustNow>;
}
