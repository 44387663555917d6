/**
 * The answer of every check of a hardware report: accepted or not, each reason by a stable code with its step, and
 * the resulting AR4SI vector. Only this file maps codes to the vector.
 */
import type { Tier, TrustVector } from '../../contract/passport.ts';
import { capTier, statusOfVector } from '../trust-vector.ts';

/** Stable codes of refusals. */
export const reportReasons = [
  'length',
  'padding',
  'unsupported',
  'signature_invalid',
  'chain_invalid',
  'root_untrusted',
  'not_yet_valid',
  'expired',
  'revoked',
  'debug',
  'tcb_no_match',
  'tcb_revoked',
  'collateral_expired',
  'nonce_mismatch',
  'report_data_mismatch',
  'measurement',
  'policy',
] as const;

export type ReportReason = (typeof reportReasons)[number];

/** The kinds of reports that can be checked, named as on the command line. */
export const reportKinds = ['snp', 'tdx', 'sgx', 'nitro', 'nvidia', 'az-snp', 'az-tdx'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** One reason for a refusal. */
export interface ReportFinding {
  readonly code: ReportReason;
  /** Number of the step in the list of checks of the report's kind. */
  readonly step: number;
  /** A sentence for people. It never quotes foreign text. */
  readonly message: string;
}

/** The content of a report as JSON: snake_case members, bytes as lower-case hexadecimal digits. */
export type ReportView = Readonly<Record<string, unknown>>;

export interface ReportVerdict {
  readonly kind: ReportKind;
  /** Genuine, in date, not debug, and within the given policy. */
  readonly accepted: boolean;
  readonly tier: Tier;
  /** Codes of the findings, each once, in order. Empty exactly when accepted. */
  readonly reasons: readonly ReportReason[];
  readonly findings: readonly ReportFinding[];
  readonly vector: TrustVector;
  /** Sentences on what was not proven; never a reason to refuse. */
  readonly notes: readonly string[];
  /** Null when the report could not be read. */
  readonly report: ReportView | null;
  /** The vendor's own word for the level of the firmware, such as Intel's `UpToDate`; null if there is none. */
  readonly tcb_status: string | null;
  /** Ids of the vendor's advisories for that level. */
  readonly advisories: readonly string[];
  /** RFC 3339: end of the leaf certificate, and of the first piece of used collateral. */
  readonly valid_until: { readonly leaf: string | null; readonly collateral: string | null };
  /** RFC 3339: the given `now`. */
  readonly evaluated_at: string;
}

/** Results of the checks that passed; a skipped check stays 0. */
export interface ProvenClaims {
  /** 2 when signature and chain prove the device's own key. */
  readonly instanceIdentity: 0 | 2;
  /** 2 when debug is off and the settings of the report match the policy. */
  readonly configuration: 0 | 2 | 3;
  /** 2 when measurements were compared with reference values; 0 if there were none. */
  readonly executables: 0 | 2 | 3;
  /** 2 with an up-to-date TCB and checked revocation; 32 for a TCB with known weaknesses; 0 without collateral. */
  readonly hardware: 0 | 2 | 32;
  /** 2 for encrypted memory, 32 for memory that is only isolated. */
  readonly runtimeOpaque: 0 | 2 | 32;
}

export interface VerdictParts {
  readonly kind: ReportKind;
  readonly now: number;
  readonly findings: readonly ReportFinding[];
  readonly report: ReportView | null;
  readonly proven: ProvenClaims;
  readonly notes: readonly string[];
  readonly tcbStatus?: string;
  readonly advisories?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly leafUntil?: number;
  readonly collateralUntil?: number;
}

const nothingProven: ProvenClaims = {
  instanceIdentity: 0,
  configuration: 0,
  executables: 0,
  hardware: 0,
  runtimeOpaque: 0,
};

/** AR4SI: cryptographic validation failed. */
const invalid = 99;
const invalidVector: TrustVector = {
  'instance-identity': invalid,
  configuration: invalid,
  executables: invalid,
  hardware: invalid,
  'runtime-opaque': invalid,
};

/** Effect of a code on the vector. Each entry is contraindicated, so that a refusal never has a better tier. */
const effects: Readonly<Record<ReportReason, TrustVector>> = {
  length: invalidVector,
  padding: invalidVector,
  unsupported: invalidVector,
  signature_invalid: invalidVector,
  chain_invalid: invalidVector,
  root_untrusted: invalidVector,
  not_yet_valid: { 'instance-identity': 96 },
  expired: { 'instance-identity': 96 },
  revoked: { 'instance-identity': 96, hardware: 96 },
  debug: { configuration: 96, 'runtime-opaque': 96 },
  tcb_no_match: { hardware: 97 },
  tcb_revoked: { hardware: 96 },
  collateral_expired: { hardware: 96 },
  nonce_mismatch: { 'instance-identity': 97 },
  report_data_mismatch: { 'instance-identity': 97 },
  measurement: { executables: 96 },
  policy: { configuration: 96 },
};

/** Builds a verdict. Accepted means no finding; the tier is then at most `warning` unless TCB and code were compared. */
export function toVerdict(parts: VerdictParts): ReportVerdict {
  const { kind, now, findings, report, proven, notes } = parts;
  const vector = Object.assign(toVector(proven), ...findings.map(({ code }) => effects[code]));
  const accepted = findings.length === 0;
  const isComplete = proven.hardware !== 0 && proven.executables !== 0;
  return {
    kind,
    accepted,
    tier: capTier(isComplete ? 'affirming' : 'warning', statusOfVector(vector)),
    reasons: [...new Set(findings.map(({ code }) => code))],
    findings,
    vector,
    notes,
    report,
    tcb_status: parts.tcbStatus ?? null,
    advisories: parts.advisories ?? [],
    valid_until: { leaf: toText(parts.leafUntil), collateral: toText(parts.collateralUntil) },
    evaluated_at: new Date(now).toISOString(),
  };
}

function toText(timeMs: number | undefined): string | null {
  return timeMs === undefined ? null : new Date(timeMs).toISOString();
}

/** Gives the verdict about bytes that are no such report. */
export function refuseReport(kind: ReportKind, now: number, finding: ReportFinding): ReportVerdict {
  return toVerdict({ kind, now, findings: [finding], report: null, proven: nothingProven, notes: [] });
}

function toVector(proven: ProvenClaims): TrustVector {
  return {
    'instance-identity': proven.instanceIdentity,
    configuration: proven.configuration,
    executables: proven.executables,
    hardware: proven.hardware,
    'runtime-opaque': proven.runtimeOpaque,
  };
}
