/** Input of the check of a hardware report, including the time and the pinned roots. The check fetches nothing. */
import type { ProofCrypto } from '@assay/sdk/crypto';
import type { ReportPolicy } from './policy.ts';
import type { VendorRoot } from './roots.ts';
import type { ReportVerdict } from './verdict.ts';

/** Files beside a report, sorted by content, not by name. Their source does not matter, because each is signed. */
export interface Collateral {
  /** DER revocation lists. */
  readonly revocationLists: readonly Uint8Array[];
  /** Signed JSON documents (Intel TCB Info, QE Identity) as the exact text: its signature covers a substring. */
  readonly documents: readonly string[];
  /** DER certificates of the issuers of both. */
  readonly certificates: readonly Uint8Array[];
}

export interface ReportInput {
  readonly report: Uint8Array;
  /** DER certificates from outside the report, in any order. */
  readonly certificates: readonly Uint8Array[];
  /** Absent: checks that need it are skipped, and the tier is at most `warning`. */
  readonly collateral?: Collateral;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly crypto: ProofCrypto;
  /** Trust anchors. A report under any other root is refused. */
  readonly roots: readonly VendorRoot[];
  /** `{}` is the default policy. */
  readonly policy: ReportPolicy;
  /** Challenge that the report must answer. */
  readonly nonce?: Uint8Array;
  /** The exact 64 bytes of user data that the report must carry. */
  readonly reportData?: Uint8Array;
}

/** Checks one report. Never throws for what the report, a certificate or collateral holds. */
export type VerifyReport = (input: ReportInput) => Promise<ReportVerdict>;
